# cython: language_level=3
"""What candidate moves bring, from games played on with tiles dealt at random: one thread's workspace.

1. A position says all that player 0 knows: the board, his rack, the tiles out of sight, what is known of the other
   racks, how many tiles are on them, the scores. rollout.pyx tells how an iteration deals and plays.
2. A candidate is a move of movegen.pyx, an exchange or a pass. The board after it is kept with its intervals, so
   that an iteration only puts it back.
3. `run` plays iterations: each deals once and tries every candidate with the same tiles, so that differences come
   from the candidates. `plies` turns follow a candidate; 0 or less plays to the end. What an iteration brings
   depends on the seed and its number alone.
4. All sums are whole numbers: they do not depend on the order in which iterations are done, so that they may be
   split between threads and added. A square is divided (spread: to thousandths of square points; win: to
   millionths; worth: to thousand millionths) and rounded down before it is added.
5. The worth of a candidate is what to choose by: for two players with a table of chances the chance to win plus a
   ten thousandth for each point of spread, which decides when the game is won or lost anyway; otherwise the spread
   in thousands of points. For every two candidates of a run the squares of their differences in worth are added,
   which tell how sure a difference is: much surer than either value, as both met the same tiles.
"""

cimport cython
from array import array

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from stolik.kernels.crosschecks cimport BLANK
from stolik.kernels.engine cimport Engine, check_board, check_play
from stolik.kernels.keptlines cimport forget_lines, keep_lines
from stolik.kernels.leaves cimport LeaveTable, leave_value
from stolik.kernels.lines cimport ALL_LINES, MOST_LAID, N, N_SQUARES, Change
from stolik.kernels.nodes cimport LETTERS, zeros
from stolik.kernels.racks cimport BLANKS, RACK
from stolik.kernels.rollout cimport KINDS, PLAYERS, TILES, TURNS, Rollout, Turn
from stolik.kernels.search cimport POINT, Play, Search, read_play
from stolik.kernels.wins cimport CERTAIN, WinTable

cdef enum:
    OPTIONS = 128
    A_POINT_IS = 100  # millionths of worth, beside a chance to win
    A_POINT_ALONE_IS = 1000  # the same where the spread is all that counts
    FINER = 1000  # millionths of millionths to thousand millionths
    LEAST_SHARED = 3  # candidates for which it pays to find the answer before them


cdef Search _sharing(Search other):
    """Another workspace for the same list, layout and leaves."""
    cdef Search search = Search()
    search.map, search.leaves = other.map, other.leaves
    search.letter_multipliers, search.word_multipliers = other.letter_multipliers, other.word_multipliers
    search.bonus, search.values, search.start = other.bonus, other.values, other.start
    search.counts = zeros(KINDS, "B")
    search.prepare(other.graph, False, N, N, other.worth)
    search.put_board(bytes(N_SQUARES))
    return search


@cython.final
cdef class Simulation(Rollout):
    """Tries candidates in a position; made from an engine, with which it shares words, layout and leaves."""

    def __init__(self, Engine engine not None, WinTable wins=None):
        self.search, self.before, self.wins = _sharing(engine.search), _sharing(engine.search), wins
        self.options = <Option*> calloc(OPTIONS, sizeof(Option))
        if self.options == NULL:
            raise MemoryError
        self.gaps = _longs(OPTIONS * OPTIONS)
        self.worths = _longs(OPTIONS)
        self.chosen = zeros(OPTIONS, "i")

    def __dealloc__(self):
        if self.options != NULL:
            self.forget_candidates()
        free(self.options)

    # --- the position ---------------------------------------------------------------------------------------------

    def set_position(
        self, const uint8_t[::1] board not None, bytes mine not None, bytes unseen not None, known, sizes, scores,
        int scoreless=0, *, uint64_t seed=0, int exchange_minimum=RACK, int scoreless_limit=0,
    ):
        """Begin with this position, without candidates and guesses.

        The counts of unseen tiles are those of the bag and of the other racks but for what is known to be on them.
        Known tiles and sizes of racks are those of the opponents in turn order; scores are those of all, mine first.
        A scoreless_limit of 0 means two turns for every player.
        """
        cdef int n_players = len(scores), side, tile
        _check_position(mine, unseen, known, sizes, scores, scoreless)
        check_board(board)
        self.forget_candidates()
        self.before.put_board(board)
        self.before.refresh()
        forget_lines(&self.base)
        keep_lines(&self.base, self.before, ALL_LINES)
        self.shown, self.touched = &self.base, ALL_LINES
        self.mine, self.unseen = mine, unseen
        self.n_dealt = sum(unseen) + sum(map(sum, known)) - sum(sizes)
        self.n_players, self.seed, self.n_guesses = n_players, seed, 0
        self.known[:] = 0
        for tile in range(KINDS):
            self.known[tile] = mine[tile]
            for side in range(1, n_players):
                self.known[KINDS * side + tile] = known[side - 1][tile]
        for side in range(n_players):
            self.sizes[side] = sizes[side - 1] if side else sum(mine)
            self.start_scores[side] = scores[side]
        self.start_scoreless, self.exchange_minimum = scoreless, max(exchange_minimum, 1)
        self.scoreless_limit = scoreless_limit if scoreless_limit > 0 else 2 * n_players

    def set_guesses(self, rows, weights, int percent):
        """Take guesses of the next player's tiles, beside what is known, in so many percent of the iterations.

        Those that do not fit the tiles out of sight or the size of the rack are left out; tells how many are left.
        """
        self.need_position()
        if len(rows) != len(weights) or not 0 <= percent <= 100:
            raise ValueError("Every guess needs a weight, and a percentage is 0 to 100.")
        room = self.sizes[1] - sum(self.known[KINDS:2 * KINDS])
        fitting, sums = [], [0]
        for row, weight in zip(rows, weights):
            _check_counts(row, "A guess")
            if weight < 0:
                raise ValueError(f"A guess cannot weigh {weight}.")
            if weight and sum(row) <= room and all(n <= self.unseen[tile] for tile, n in enumerate(row)):
                fitting.append(bytes(row))
                sums.append(sums[len(sums) - 1] + weight)
        if sums[len(sums) - 1] >= 2**31:
            raise ValueError("The weights of all guesses add up to less than 2,147,483,648.")
        self.n_guesses, self.percent = len(fitting), percent
        if fitting:
            self.guesses, self.weights = bytearray(b"".join(fitting)), array("Q", sums[1:])
        return len(fitting)

    cdef int need_position(self) except -1:
        if not self.n_players:
            raise ValueError("Set a position first.")
        return 0

    # --- candidates -----------------------------------------------------------------------------------------------

    def set_candidates(self, moves):
        """Take candidates: records of movegen.pyx, 33 counts of tiles to exchange, or nothing for a pass."""
        self.need_position()
        if not 1 <= len(moves) <= OPTIONS:
            raise ValueError(f"There may be 1 to {OPTIONS} candidates, not {len(moves)}.")
        self.forget_candidates()
        try:
            for move in moves:
                self.n_options += 1  # first, so that what was kept of it is forgotten if it is refused
                self.set_candidate(&self.options[self.n_options - 1], move)
        except BaseException:
            self.forget_candidates()
            raise

    cdef int forget_candidates(self) noexcept:
        cdef int i
        for i in range(self.n_options):
            forget_lines(&self.options[i].board)
        if self.n_options:
            memset(self.options, 0, OPTIONS * sizeof(Option))
            self.gaps[:] = 0
        self.n_options = 0
        self.shown, self.touched = &self.base, ALL_LINES
        return 0

    cdef int set_candidate(self, Option* option, bytes move) except -1:
        cdef Search search = self.search
        cdef int tile
        cdef uint32_t changed
        cdef uint64_t hash = 0
        search.copy_lines(self.before)
        if len(move) == sizeof(Play):
            self.set_play(option, move)
        elif len(move) == KINDS:
            self.set_exchange(option, move)
        elif move:
            raise ValueError(f"A candidate is a record of 32 bytes, 33 counts or nothing, not {len(move)} bytes.")
        for tile in range(KINDS):
            option.n_given += option.given[tile]
            if option.given[tile] > self.mine[tile]:
                raise ValueError("A candidate needs tiles that are not on the rack.")
            if search.leaves is not None:
                hash += (self.mine[tile] - option.given[tile]) * search.leaves.tile_hash[tile]
        if option.n_given and hash and self.n_dealt:
            option.leave = leave_value(search.leaves, hash)
        changed = search.dirty
        search.refresh()
        return keep_lines(&option.board, search, changed)

    cdef int set_play(self, Option* option, bytes record) except -1:
        cdef Play play
        cdef Change change
        cdef uint8_t[7] tiles
        cdef int i
        memcpy(&play, <const char*> record, sizeof(Play))
        check_play(self.search, &play)
        read_play(&play, &change, tiles)
        for i in range(change.n):
            option.given[0 if tiles[i] & BLANK else tiles[i]] += 1
        option.is_play, option.points = True, play.score
        return self.search.lay(&change, tiles)

    cdef int set_exchange(self, Option* option, bytes given) except -1:
        cdef int n = sum(given)
        if not n:
            raise ValueError("An exchange of no tiles is a pass; give no bytes for it.")
        if n > self.n_dealt or self.n_dealt < self.exchange_minimum:
            raise ValueError(f"The bag holds {self.n_dealt} tiles; {n} cannot be exchanged.")
        memcpy(option.given, <const char*> given, KINDS)
        return 0

    # --- iterations -----------------------------------------------------------------------------------------------

    def run(self, uint64_t first, uint64_t n, candidates, int plies):
        """Play iterations first to first + n - 1 for these candidates, given by number."""
        cdef int i
        if not self.n_options:
            raise ValueError("Set candidates first.")
        if not candidates or len(set(candidates)) != len(candidates):
            raise ValueError("Name the candidates of a run, each once.")
        for i in candidates:
            if not 0 <= i < self.n_options:
                raise ValueError(f"There is no candidate {i}; there are {self.n_options}, numbered from 0.")
        self.n_chosen = len(candidates)
        for i in range(self.n_chosen):
            self.chosen[i] = candidates[i]
        self.answering = self.n_chosen >= LEAST_SHARED
        with nogil:
            self.iterate(first, n, plies)

    cdef int iterate(self, uint64_t first, uint64_t n, int plies) except -1 nogil:
        cdef uint64_t iteration
        cdef int i
        for iteration in range(first, first + n):
            self.deal(iteration)
            for i in range(self.n_chosen):
                self.worths[i] = self.play_on(&self.options[self.chosen[i]], plies)
            self.compare()
        return 0

    cdef int64_t play_on(self, Option* option, int plies) except? -1 nogil:
        """Make the move of a candidate, play on and add up what it brought; its worth."""
        cdef Turn turn
        cdef int n = 0, side = 1
        cdef int64_t spread
        cdef bint over
        self.begin(&option.board)
        self.make_move(option)
        over = self.is_over()
        while not over and (plies <= 0 or n < plies):
            self.take_turn(side, n == 0, n + 1 == plies, &turn)
            if n < TURNS:
                option.totals.turns[n] += 1
                option.totals.points[n] += turn.points
                option.totals.bonuses[n] += turn.bonus
            n += 1
            side = side + 1 if side + 1 < self.n_players else 0
            over = self.is_over()
        if over:
            self.settle()
        spread = self.spread(over)
        return self.add(&option.totals, spread, self.win_chance(spread, side, over))

    cdef int make_move(self, Option* option) except -1 nogil:
        """Let player 0 do what the candidate says; the board has it already."""
        cdef int tile
        self.scores[0] += option.points
        self.leaves[0] = option.leave
        if not option.is_play:
            self.n_scoreless += 1
            return self.exchange(0, option.given, option.n_given) if option.n_given else 0
        self.n_scoreless = 0
        for tile in range(KINDS):
            self.racks[tile] -= option.given[tile]
        self.n_rack[0] -= option.n_given
        return self.draw(0, RACK)

    cdef int64_t add(self, Totals* totals, int64_t spread, int64_t win) noexcept nogil:
        """Add what an iteration brought; its worth."""
        cdef int64_t worth
        if self.n_players == 2 and self.wins is not None:
            worth = win + A_POINT_IS * spread // POINT
        else:
            worth = A_POINT_ALONE_IS * spread // POINT
        totals.n += 1
        totals.spread += spread
        totals.spread_squares += spread * spread // POINT
        totals.win += win
        totals.win_squares += win * win // CERTAIN
        totals.worth += worth
        return worth

    cdef int compare(self) except -1 nogil:
        """Add the squared differences of all candidates in this iteration."""
        cdef int i, j
        cdef int64_t gap
        for i in range(self.n_chosen):
            for j in range(i):
                gap = self.worths[i] - self.worths[j]
                gap = gap * gap // FINER
                self.gaps[OPTIONS * self.chosen[i] + self.chosen[j]] += gap
                self.gaps[OPTIONS * self.chosen[j] + self.chosen[i]] += gap
        return 0

    # --- totals ---------------------------------------------------------------------------------------------------

    def totals(self):
        """For every candidate n and the sums of spread, its squares, win, its squares and worth."""
        found = []
        for number in range(self.n_options):
            total = self.options[number].totals
            found.append((
                total.n, total.spread, total.spread_squares, total.win, total.win_squares, total.worth,
            ))
        return found

    def turns(self):
        """For every candidate and each of the first turns after it: how often it came, its points and bonuses."""
        found = []
        for number in range(self.n_options):
            total = self.options[number].totals
            found.append([(total.turns[i], total.points[i], total.bonuses[i]) for i in range(TURNS)])
        return found

    def gaps_to(self, int candidate):
        """The sums of squared differences in worth between a candidate and each one, in thousand millionths."""
        if not 0 <= candidate < self.n_options:
            raise ValueError(f"There is no candidate {candidate}; there are {self.n_options}, numbered from 0.")
        return [self.gaps[OPTIONS * candidate + i] for i in range(self.n_options)]


cdef object _longs(size_t n):
    return memoryview(bytearray(8 * n)).cast("q")


def _check_counts(counts, what):
    if len(counts) != KINDS:
        raise ValueError(f"{what} is 33 counts of tiles, blanks first, not {len(counts)}.")


def _check_position(mine, unseen, known, sizes, scores, scoreless):
    """Raise unless the numbers of a position fit each other and the bounds of the arrays."""
    if not 2 <= len(scores) <= PLAYERS:
        raise ValueError(f"A simulation has 2 to 4 players, not {len(scores)}.")
    if len(known) != len(scores) - 1 or len(sizes) != len(scores) - 1:
        raise ValueError("Known tiles and sizes of racks are those of all opponents, in turn order.")
    for counts in (mine, unseen, *known):
        _check_counts(counts, "A rack")
    if not all(1 <= size <= RACK for size in (sum(mine), *sizes)):
        raise ValueError("A rack has 1 to 7 tiles.")
    if any(sum(tiles) > size for tiles, size in zip(known, sizes)):
        raise ValueError("More tiles are known to be on a rack than it holds.")
    if sum(unseen) + sum(map(sum, known)) < sum(sizes):
        raise ValueError("There are fewer tiles out of sight than the other racks hold.")
    if sum(unseen) > TILES or mine[0] + unseen[0] + sum(tiles[0] for tiles in known) > BLANKS:
        raise ValueError(f"There may be {TILES} tiles out of sight and {BLANKS} blanks in all.")
    if scoreless < 0 or any(abs(score) > 1000000 for score in scores):
        raise ValueError("Scores are less than a million points, and turns without a play are counted from 0.")
