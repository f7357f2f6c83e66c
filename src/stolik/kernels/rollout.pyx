# cython: language_level=3
"""A game played on from a position, with what nobody sees dealt at random: one thread's workspace.

Players are numbered in turn order, 0 being the one whose candidates are tried. Chance is that of selfplay.pyx:
iteration i of a seed begins with the state splitmix(seed) + i mixed once more.

1. Dealing. The tiles out of sight, in order of their codes, blanks first, are a row. If there are guesses, a number
   below 100 is drawn; is it below `percent`, a number below the sum of the weights chooses a guess, whose tiles go
   from the row to the next player. The row is shuffled as a bag is. From its end every opponent in turn order is
   filled up to the size of the rack, on top of what is known to be on it; the rest is the bag. Every candidate
   begins with this deal and with the state of chance after it.
2. A turn is the best move: highest equity, leaves being counted while the bag holds tiles. Without a move all tiles
   are exchanged, if the bag holds as many and at least exchange_minimum; otherwise it is a pass.
3. The game is over when somebody has no tile left: he gains the value of the tiles of all others, each of whom
   loses his own. Or after scoreless_limit turns running without a play: then each loses his own.
4. What is kept after a move counts as a leave, if the bag held tiles at that move; not after a pass.
5. The spread is points and leave of player 0 minus the highest points and leave of another, in thousandths. Its
   chance to win is 1, a half or 0 if the game is over; else that of the table for whoever is to move, the others
   taken together as one opponent.

What saves time without changing a result:
6. Racks are prepared once and remembered, by place in a small table.
7. The next player's rack is the same for all candidates of an iteration. His best move is found on the board before
   the candidate; if it lies on a line that the candidate did not change, only the changed lines can hold a better
   one. If not, the best move outside the lines met so is found and remembered, and so on a few times.
8. A board is put back line by line, see keptlines.pyx. The last turn of a rollout is not laid out.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from stolik.kernels.bits cimport splitmix
from stolik.kernels.keptlines cimport KeptBoard, forget_lines, put_back
from stolik.kernels.lines cimport ALL_LINES, N, N_SQUARES
from stolik.kernels.nodes cimport LETTERS, zeros
from stolik.kernels.racks cimport RACK, Rack, prepare_rack
from stolik.kernels.search cimport POINT, Play, Search
from stolik.kernels.wins cimport CERTAIN, chance_of


cdef class Rollout:
    """The position, what was dealt, and the game that goes on from it."""

    def __cinit__(self):
        self.prepared = <Prepared*> calloc(RACKS, sizeof(Prepared))
        if self.prepared == NULL:
            raise MemoryError
        self.known = zeros(PLAYERS * KINDS, "B")
        self.dealt_racks = zeros(PLAYERS * KINDS, "B")
        self.racks = zeros(PLAYERS * KINDS, "B")
        self.dealt_bag = zeros(TILES + RACK, "B")
        self.bag = zeros(TILES + RACK, "B")

    def __dealloc__(self):
        free(self.prepared)
        forget_lines(&self.base)

    cdef int below(self, int n) noexcept nogil:
        """A random number below n."""
        self.state += 0x9E3779B97F4A7C15ULL
        return <int> (((splitmix(self.state) >> 32) * <uint64_t> n) >> 32)

    cdef int shuffle(self, uint8_t[::1] tiles, int n) except -1 nogil:
        cdef int i, j
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        return 0

    # --- dealing --------------------------------------------------------------------------------------------------

    cdef int deal(self, uint64_t iteration) except -1 nogil:
        """Deal the tiles out of sight to the opponents and the bag."""
        cdef int tile, i, side, guess, n = 0, size
        self.state = splitmix(splitmix(self.seed) + iteration)
        self.dealt_racks[:] = self.known
        guess = self.choose_guess()
        for tile in range(KINDS):
            i = self.guesses[KINDS * guess + tile] if guess >= 0 else 0
            self.dealt_racks[KINDS + tile] += i
            for i in range(self.unseen[tile] - i):
                self.dealt_bag[n] = tile
                n += 1
        self.shuffle(self.dealt_bag, n)
        for side in range(1, self.n_players):
            size = 0
            for tile in range(KINDS):
                size += self.dealt_racks[KINDS * side + tile]
            while size < self.sizes[side]:
                n -= 1
                self.dealt_racks[KINDS * side + self.dealt_bag[n]] += 1
                size += 1
        self.n_dealt, self.dealt_state, self.n_answers = n, self.state, 0
        return 0

    cdef int choose_guess(self) except -2 nogil:
        """The number of a guess, -1 for none."""
        cdef uint64_t chosen
        cdef int i = 0
        if not self.n_guesses or self.below(100) >= self.percent:
            return -1
        chosen = self.below(<int> self.weights[self.n_guesses - 1])
        while self.weights[i] <= chosen:
            i += 1
        return i

    cdef int begin(self, const KeptBoard* board) except -1 nogil:
        """Go back to what was dealt, on this board."""
        cdef int side
        put_back(self.search, board, &self.base, self.touched | self.shown.kept | board.kept)
        self.shown, self.touched = board, 0
        self.racks[:] = self.dealt_racks
        memcpy(&self.bag[0], &self.dealt_bag[0], self.n_dealt)
        self.n_bag, self.state, self.n_scoreless = self.n_dealt, self.dealt_state, self.start_scoreless
        for side in range(self.n_players):
            self.n_rack[side], self.scores[side], self.leaves[side] = self.sizes[side], self.start_scores[side], 0
        return 0

    # --- turns ----------------------------------------------------------------------------------------------------

    cdef int draw(self, int side, int up_to) except -1 nogil:
        """Fill a rack from the end of the bag."""
        while self.n_rack[side] < up_to and self.n_bag:
            self.n_bag -= 1
            self.racks[KINDS * side + self.bag[self.n_bag]] += 1
            self.n_rack[side] += 1
        return 0

    cdef int give_up(self, int side, const Play* play) except -1 nogil:
        """Take the tiles of a move off the rack."""
        cdef int i
        for i in range(play.length):
            if play.placed >> i & 1:
                self.racks[KINDS * side + (0 if play.word[i] > LETTERS else play.word[i])] -= 1
                self.n_rack[side] -= 1
        return 0

    cdef int exchange(self, int side, const uint8_t* given, int n) except -1 nogil:
        """Draw n tiles for the n given, and put these back."""
        cdef int tile, i
        for tile in range(KINDS):
            self.racks[KINDS * side + tile] -= given[tile]
        self.n_rack[side] -= n
        self.draw(side, self.n_rack[side] + n)
        for tile in range(KINDS):
            for i in range(given[tile]):
                self.bag[self.n_bag] = tile
                self.n_bag += 1
        return self.shuffle(self.bag, self.n_bag)

    cdef int take_turn(self, int side, bint first, bint last, Turn* turn) except -1 nogil:
        """Play the best move, exchange or pass. After the last turn the board is of no more use."""
        cdef uint8_t[33] old
        cdef int n = self.n_rack[side]
        cdef bint with_leaves = self.search.leaves is not None and self.n_bag > 0
        self.find_best(side, with_leaves, first)
        turn.points, turn.played, turn.bonus = 0, self.search.found, False
        self.leaves[side] = 0
        if not self.search.found:
            self.n_scoreless += 1
            if self.n_bag >= n and self.n_bag >= self.exchange_minimum:
                memcpy(old, &self.racks[KINDS * side], KINDS)
                self.exchange(side, old, n)
            return 0
        self.n_scoreless = 0
        turn.points = self.search.best_play.score
        self.scores[side] += turn.points
        self.leaves[side] = self.search.best_equity - POINT * turn.points
        self.give_up(side, &self.search.best_play)
        turn.bonus = n - self.n_rack[side] == RACK
        if not last:
            self.search.lay_best()
            self.touched |= self.search.dirty
        return self.draw(side, RACK)

    cdef Rack* rack_of(self, int side, bint with_leaves) except NULL nogil:
        """The player's rack with what it can do, remembered or worked out."""
        cdef uint32_t hash = with_leaves
        cdef Prepared* prepared
        cdef int tile
        for tile in range(KINDS):
            hash = (hash ^ self.racks[KINDS * side + tile]) * 0x9E3779B1U
            hash ^= hash >> 15
        prepared = &self.prepared[hash % RACKS]
        if (
            prepared.is_set
            and prepared.with_leaves == with_leaves
            and memcmp(prepared.counts, &self.racks[KINDS * side], KINDS) == 0
        ):
            return &prepared.rack
        prepared.is_set = False  # while it is filled in
        memcpy(prepared.counts, &self.racks[KINDS * side], KINDS)
        memcpy(&self.search.counts[0], prepared.counts, KINDS)
        if with_leaves:
            prepare_rack(&prepared.rack, self.search.map, self.search.leaves, self.search.counts, self.search.values)
        else:
            prepare_rack(&prepared.rack, self.search.map, None, self.search.counts, self.search.values)
        prepared.with_leaves, prepared.is_set = with_leaves, True
        return &prepared.rack

    cdef int find_best(self, int side, bint with_leaves, bint first) except -1 nogil:
        """Find the best move on the board in play."""
        cdef uint32_t lines = ALL_LINES
        self.search.rack = self.rack_of(side, with_leaves)
        self.search.forget()
        # leaves count in an answer if the bag held tiles at the deal, and may have been drawn by the candidate
        if first and self.answering and (with_leaves or not self.n_dealt or self.search.leaves is None):
            if self.start_from_answer(self.shown.kept):
                lines = self.shown.kept
        self.search.refresh()
        return self.search.search_lines(lines)

    cdef int start_from_answer(self, uint32_t changed) except -1 nogil:
        """Take over the best move outside of the changed lines, 1; or 0 if it is not known."""
        cdef Answer* answer
        cdef uint32_t met = 0, line
        cdef int i
        for i in range(ANSWERS):
            answer = &self.answers[i]
            if i == self.n_answers:
                self.before.rack = self.search.rack
                self.before.forget()
                self.before.search_lines(ALL_LINES & ~met)
                answer.play, answer.key = self.before.best_play, self.before.best_key
                answer.equity, answer.place = self.before.best_equity, self.before.best_place
                answer.found = self.before.found
                self.n_answers += 1
            if not answer.found:
                return 1
            line = <uint32_t> 1 << (N + answer.play.col if answer.play.down else answer.play.row)
            if not line & changed:
                self.search.best_play, self.search.best_key = answer.play, answer.key
                self.search.best_equity, self.search.best_place = answer.equity, answer.place
                self.search.found = True
                return 1
            met |= line
        return 0

    # --- the end --------------------------------------------------------------------------------------------------

    cdef bint is_over(self) noexcept nogil:
        cdef int side
        for side in range(self.n_players):
            if not self.n_rack[side]:
                return True
        return self.n_scoreless >= self.scoreless_limit

    cdef int settle(self) except -1 nogil:
        """Count the tiles that are left."""
        cdef int side, tile, out = -1
        cdef int64_t value, total = 0
        for side in range(self.n_players):
            value = 0
            for tile in range(KINDS):
                value += self.racks[KINDS * side + tile] * self.search.values[tile]
            self.scores[side] -= value
            total += value
            if not self.n_rack[side]:
                out = side
        if out >= 0:
            self.scores[out] += total
        return 0

    cdef int64_t spread(self, bint over) noexcept nogil:
        """Points of player 0 minus the highest of another, with leaves unless it is over, in thousandths."""
        cdef int64_t highest = 0, value
        cdef int side
        for side in range(1, self.n_players):
            value = POINT * self.scores[side] + (0 if over else self.leaves[side])
            if side == 1 or value > highest:
                highest = value
        return POINT * self.scores[0] + (0 if over else self.leaves[0]) - highest

    cdef int64_t win_chance(self, int64_t spread, int to_move, bint over) except -1 nogil:
        """The chance of player 0 in millionths; without a table whoever is ahead wins."""
        cdef int side, n_unseen = self.n_bag
        if over or self.wins is None:
            return CERTAIN if spread > 0 else 0 if spread else CERTAIN // 2
        for side in range(self.n_players):
            n_unseen += 0 if side == to_move else self.n_rack[side]
        if to_move:
            return CERTAIN - chance_of(self.wins, -spread, n_unseen)
        return chance_of(self.wins, spread, n_unseen)
