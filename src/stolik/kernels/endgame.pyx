# cython: language_level=3
"""The best line of play for two sides once the bag is empty and both racks are known.

The value of a position is the change of the spread (own points less the other's) from there to the end, for the side
to move. Who lays his last tile gains twice the value of the other's tiles: the one adds it, the other loses it. Two
passes in a row end the game: each loses the value of his own tiles. Where four passes are needed the value is the
same: with A the best of one's plays, B the best of the other's after a pass, S the settlement, two passes give
f2 = max(A, min(-B, S)) and four give f4 = max(A, min(-B, f2)). If -B <= A both are A; otherwise f2 lies between A and
-B, where max and min leave it as it is. So f4 = f2.

1. Negamax with a window, deepened ply by ply. The first move of a position is searched with the whole window, the
   others with one that only asks whether they are better, and again if they are (principal variation search).
   The root begins with a window around the value of the depth before.
2. Where the depth is used up, both sides play on greedily with the moves of the lists of the two positions before
   that are still what they were (endgame_moves.pyx), the best by points and value of the tiles laid first. That takes
   one walk along either list, and no tile is laid for it: a tile is laid only where moves are listed.
3. A result is final if no such guess took part in it: the one move that refutes was final, or else all moves were.
   The search is over when the value of the root is final; then it is exact.
4. Positions are remembered by a Zobrist hash of the tiles laid since the root, both racks, the side and whether the
   last turn was a pass; each with a bound of its value, the depth (or that it is final) and the best move. A slot has
   two entries, one for the deepest position and one for the latest. Entries of earlier calls do not count, so that a
   call gives the same answer whatever came before.
5. Moves are tried in this order: the one remembered, those that go out, then by points and value of the tiles laid,
   the pass last. A side without a move passes, which costs no depth.
6. In the open window nothing is taken from the table, so that the line of play is whole.

Bounds. Each play lays a tile and between two plays there is at most one pass, hence a line has at most 14 plays,
15 passes and a last pass: 30 plies, with the two lists before them less than 40. The lists of a line of play
lie one behind the other in one block, the moves in another; if either is full, moves are left out and the result is
not exact. A score is below 10**6, hence a value below 2**25.
"""

from collections import namedtuple

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from stolik.kernels.bits cimport splitmix
from stolik.kernels.endgame_moves cimport (
    PLIES, EndgameBoard, Move, Squares, Step, add_laid, fits, touches,
)
from stolik.kernels.engine cimport Engine
from stolik.kernels.lines cimport N_LINES
from stolik.kernels.nodes cimport LETTERS
from stolik.kernels.search cimport Play, Search

cdef enum:
    TABLE_BITS = 18  # pairs of entries
    MOST_LISTED = 1 << 21
    INFINITE = 1 << 28
    NEVER = 1 << 29  # a value that no search returns
    ROOT = 2  # its ply; the plies before hold the lists of the whole racks
    DEEPEST = 31
    PASS = 1  # as a remembered move
    UPPER = 1
    LOWER = 2
    EXACT = 3
    FINAL = 4
    SELECTED = 12  # moves picked one by one before the others are sorted
    WINDOW = 8

cdef struct Entry:
    uint64_t tag  # 48 high bits of the key, 8 of the call, 5 of depth, 3 for bound and final
    int32_t value
    uint32_t move

cdef struct Stage:  # a position of the line of play
    uint32_t[2] racks  # by side
    int[2] n_tiles
    int[2] left  # value of the tiles on the rack
    uint64_t board_key
    uint64_t key
    bint passed  # the last turn was a pass
    int n_moves  # in all lists before
    int first  # of its list
    int n_listed
    const Move* move  # that leads to the next position, NULL for a pass
    Step step  # and what it changes

Solution = namedtuple("Solution", "value exact line n_nodes depth")


cdef int _from_high_to_low(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*> a)[0], y = (<const uint64_t*> b)[0]
    return (x < y) - (x > y)


cdef inline uint64_t _ranked(int rank, uint32_t number) noexcept nogil:
    """A rank and a number as one number; of equal ranks the lower number ranks higher."""
    return <uint64_t> (rank + INFINITE) << 32 | ~number


cdef inline int _worth(const Move* move) noexcept nogil:
    """What a list is sorted by."""
    return move.score + move.worth


@cython.final
cdef class Endgame:
    """Solves endgames with the list and the layout of an engine; for one thread at a time."""

    cdef EndgameBoard board
    cdef const int[::1] worth
    cdef Entry* table
    cdef uint32_t* listed  # numbers of moves, list after list
    cdef uint64_t* order  # the same moves with their ranks
    cdef Stage[40] stages
    cdef Move[1600] lines  # by ply: the best line from there on
    cdef int[40] ends  # by ply: where that line ends
    cdef int64_t n_nodes, max_nodes
    cdef int root_value
    cdef uint64_t call
    cdef bint stopped, final, crowded

    def __cinit__(self, Engine engine not None):
        self.table = <Entry*> calloc(2 << TABLE_BITS, sizeof(Entry))
        self.listed = <uint32_t*> malloc(MOST_LISTED * sizeof(uint32_t))
        self.order = <uint64_t*> malloc(MOST_LISTED * sizeof(uint64_t))
        if self.table == NULL or self.listed == NULL or self.order == NULL:
            raise MemoryError
        self.board = EndgameBoard()
        self.board.share(engine.search)
        self.worth = engine.search.worth

    def __dealloc__(self):
        free(self.table)
        free(self.listed)
        free(self.order)

    def solve(
        self, const uint8_t[::1] board not None, const uint8_t[::1] mine not None, const uint8_t[::1] theirs not None,
        *, int64_t max_nodes=200_000, int plies=0,
    ):
        """The value for the side to move and the best line, exact if the nodes and plies allowed for were enough."""
        cdef int depth = 0, value = 0, deepest = plies if plies else DEEPEST, end = ROOT, ply
        cdef Move[40] line
        cdef bint exact = False
        if max_nodes < 10 or not 0 <= plies <= DEEPEST:
            raise ValueError("An endgame needs 10 nodes at least, and has at most 31 plies.")
        self.board.put_position(board, mine, theirs)
        if not sum(mine) or not sum(theirs):
            value = 2 * (self._value(1, theirs) - self._value(0, mine))
            return Solution(value, True, [], 0, 0)
        with nogil:
            self.begin()
            self.max_nodes = max_nodes
            while depth < deepest and not exact and not self.stopped:
                depth += 1
                self.ends[ROOT] = ROOT
                exact = self.deepen(depth, value)
                if self.ends[ROOT] > ROOT:
                    value = self.root_value
                    end = self.ends[ROOT]
                    for ply in range(ROOT, end):
                        line[ply] = self.lines[PLIES * ROOT + ply]
        return Solution(value, exact, self._records(line, end), self.n_nodes, depth)

    cdef int begin(self) except -1 nogil:
        """Set up the root and list the moves of the whole racks."""
        cdef Stage* root = &self.stages[ROOT]
        cdef uint16_t[30] hot
        cdef int side, tile
        self.n_nodes, self.stopped, self.crowded = 0, False, False
        self.call = (self.call + 1) & 255
        if not self.call:
            memset(self.table, 0, (2 << TABLE_BITS) * sizeof(Entry))
            self.call = 1
        self.board.mark_all(hot)
        root.board_key, root.passed = 0, False
        for side in range(2):
            root.racks[side] = self.board.packed(side)
            root.n_tiles[side] = root.left[side] = 0
            for tile in range(LETTERS + 1):
                root.n_tiles[side] += self.board.root_counts[(LETTERS + 1) * side + tile]
                if tile:
                    root.left[side] += self.board.root_counts[(LETTERS + 1) * side + tile] * self.worth[tile]
        for side in range(2):
            self.stages[side].move = NULL
            memset(&self.stages[side].step, 0, sizeof(Step))
            self.stages[side].racks = root.racks
            self.stages[side].first = 0 if side == 0 else self.stages[0].n_listed
            self.stages[side].n_listed = 0
            self.add_new(side, side, hot)
        self.seal(root, ROOT)
        return 0

    cdef bint deepen(self, int depth, int value) except -1 nogil:
        """Search the root to a depth; whether its value is exact."""
        cdef int alpha = value - WINDOW, beta = value + WINDOW
        if depth == 1:
            alpha, beta = -INFINITE, INFINITE
        while True:
            value = self.search(ROOT, depth, alpha, beta)
            if self.stopped:
                return False
            if value <= alpha:
                alpha = -INFINITE
            elif value >= beta:
                beta = INFINITE
            else:
                return self.final and not self.crowded and not self.board.crowded

    # --- the search -----------------------------------------------------------------------------------------------

    cdef int search(self, int ply, int depth, int alpha, int beta) except? 536870912 nogil:
        """The value of a position, or a bound of it outside the window; `final` tells whether it is no guess."""
        cdef Stage* here = &self.stages[ply]
        cdef const Move* arrived = self.stages[ply - 1].move
        cdef const Entry* entry
        cdef uint32_t hint = 0
        cdef int value
        if self.n_nodes >= self.max_nodes:
            self.stopped = True
            return 0
        self.n_nodes += 1
        self.ends[ply] = ply
        entry = self.remembered(here.key)
        if entry != NULL:
            hint = entry.move
            if beta - alpha == 1 and self.answers(entry, depth, alpha, beta):
                self.final = (entry.tag & FINAL) != 0
                return entry.value
        if depth <= 0:
            self.final = False
            return self.play_out(ply)
        here.n_moves = self.board.n_moves
        if arrived != NULL:
            self.board.lay(arrived, &self.stages[ply - 1].step)
        self.list_moves(ply)
        value = self.try_moves(ply, depth, alpha, beta, hint)
        if arrived != NULL:
            self.board.lift(arrived, &self.stages[ply - 1].step)
        self.board.n_moves = here.n_moves
        return value

    cdef int try_moves(self, int ply, int depth, int alpha, int beta, uint32_t hint) except? 536870912 nogil:
        """The best of the moves of a position, and of passing."""
        cdef Stage* here = &self.stages[ply]
        cdef const Move* move
        cdef uint64_t* order = &self.order[here.first]
        cdef int i, n = here.n_listed, value, best = -INFINITE, lowest = alpha
        cdef bint all_final = True
        cdef uint32_t best_move = 0
        self.rank_moves(ply, hint)
        for i in range(n + 1):
            move = NULL
            if i <= n:
                self.pick(order, i, n + 1)
                if ~<uint32_t> order[i] < <uint32_t> n:
                    move = &self.board.moves[self.listed[here.first + <int> ~<uint32_t> order[i]]]
            value = self.try_move(ply, move, depth if n == 0 else depth - 1, alpha, beta, i == 0)
            if self.stopped:
                return 0
            all_final &= self.final
            if value > best:
                best = value
                best_move = PASS if move == NULL else <uint32_t> move.hash
            if value > alpha:
                self.extend_line(ply, move)
                if ply == ROOT:
                    self.root_value = value
                if value >= beta:
                    all_final = self.final
                    break
                alpha = value
        self.remember(here.key, best, best_move, depth, all_final,
                      LOWER if best >= beta else UPPER if best <= lowest else EXACT)
        self.final = all_final
        return best

    cdef int try_move(self, int ply, const Move* move, int depth, int alpha, int beta, bint first) except? 536870912 nogil:
        """The value of a move or of a pass."""
        cdef Stage* here = &self.stages[ply]
        cdef int side = ply & 1, value, points = 0
        self.final = True
        self.ends[ply + 1] = ply + 1
        if move == NULL:
            if here.passed:
                return here.left[1 - side] - here.left[side]
        else:
            points = move.score
            if move.n_laid == here.n_tiles[side]:
                return points + 2 * here.left[1 - side]
        self.follow(ply, move)
        if first or beta - alpha == 1:
            return points - self.search(ply + 1, depth, points - beta, points - alpha)
        value = points - self.search(ply + 1, depth, points - alpha - 1, points - alpha)
        if value > alpha and value < beta and not self.stopped:
            value = points - self.search(ply + 1, depth, points - beta, points - alpha)
        return value

    cdef int follow(self, int ply, const Move* move) except -1 nogil:
        """Set up the position after a move or a pass."""
        cdef Stage* here = &self.stages[ply]
        cdef Stage* next = &self.stages[ply + 1]
        cdef int side = ply & 1
        assert ply + 1 < PLIES
        here.move = move
        memset(&here.step.laid, 0, sizeof(Squares))
        next.racks, next.n_tiles, next.left, next.board_key = here.racks, here.n_tiles, here.left, here.board_key
        next.passed = move == NULL
        if move == NULL:
            memset(here.step.hot, 0, sizeof(here.step.hot))
        else:
            add_laid(move, &here.step.laid)
            next.racks[side] -= move.need
            next.n_tiles[side] -= move.n_laid
            next.left[side] -= move.worth
            next.board_key ^= move.hash
        return self.seal(next, ply + 1)

    cdef int seal(self, Stage* stage, int ply) noexcept nogil:
        """Find the key of a position."""
        stage.key = stage.board_key ^ splitmix(<uint64_t> stage.racks[1] << 32 | stage.racks[0])
        stage.key = splitmix(stage.key + 0x9E3779B97F4A7C15ULL * (1 + (ply & 1) + 2 * stage.passed))
        return 0

    cdef int extend_line(self, int ply, const Move* move) except -1 nogil:
        """The best line goes on with this move and the best line after it."""
        cdef int i
        if move == NULL:
            memset(&self.lines[PLIES * ply + ply], 0, sizeof(Move))
        else:
            self.lines[PLIES * ply + ply] = move[0]
        for i in range(ply + 1, self.ends[ply + 1]):
            self.lines[PLIES * ply + i] = self.lines[PLIES * (ply + 1) + i]
        self.ends[ply] = self.ends[ply + 1]
        return 0

    # --- lists of moves -------------------------------------------------------------------------------------------

    cdef int list_moves(self, int ply) except -1 nogil:
        """List the moves of a position: what is left of the list two plies before, and the new ones."""
        cdef Stage* here = &self.stages[ply]
        cdef const Stage* before = &self.stages[ply - 1]
        cdef const Stage* earlier = &self.stages[ply - 2]
        cdef const Move* move
        cdef Squares touched
        cdef uint16_t[30] hot
        cdef uint32_t rack = here.racks[ply & 1]
        cdef int i, n = 0
        for i in range(4):
            touched.bits[i] = earlier.step.laid.bits[i] | before.step.laid.bits[i]
        for i in range(N_LINES):
            hot[i] = earlier.step.hot[i] | before.step.hot[i]
        here.first = before.first + before.n_listed + 1  # one more for the pass among the ranks
        if here.first + earlier.n_listed >= MOST_LISTED:
            self.crowded = True
            here.first, here.n_listed = before.first, 0
            return 0
        for i in range(earlier.n_listed):
            move = &self.board.moves[self.listed[earlier.first + i]]
            self.listed[here.first + n] = self.listed[earlier.first + i]
            n += fits(rack, move.need) and not touches(move, &touched)
        here.n_listed = n
        return self.add_new(ply, ply & 1, hot)

    cdef int add_new(self, int ply, int side, const uint16_t* hot) except -1 nogil:
        """Add the moves with a hot place to a sorted list."""
        cdef Stage* here = &self.stages[ply]
        cdef uint64_t* ranks = &self.order[here.first]
        cdef uint32_t* listed = &self.listed[here.first]
        cdef uint32_t number
        cdef int first = self.board.n_moves, n_old = here.n_listed, i, n_new, at
        self.board.list_moves(side, here.racks[side], hot)
        n_new = self.board.n_moves - first
        if here.first + n_old + n_new >= MOST_LISTED - 1:
            self.crowded = True
            return 0
        for i in range(n_new):
            ranks[i] = _ranked(_worth(&self.board.moves[first + i]), first + i)
        qsort(ranks, n_new, sizeof(uint64_t), _from_high_to_low)
        here.n_listed = at = n_old + n_new
        while n_new:
            number = ~<uint32_t> ranks[n_new - 1]
            at -= 1
            if n_old and _worth(&self.board.moves[listed[n_old - 1]]) < _worth(&self.board.moves[number]):
                n_old -= 1
                listed[at] = listed[n_old]
            else:
                n_new -= 1
                listed[at] = number
        return 0

    cdef int rank_moves(self, int ply, uint32_t hint) except -1 nogil:
        """Rank the moves of a position and the pass in the order to try them."""
        cdef const Stage* here = &self.stages[ply]
        cdef uint64_t* order = &self.order[here.first]
        cdef const Move* move
        cdef int side = ply & 1, i, rank
        for i in range(here.n_listed):
            move = &self.board.moves[self.listed[here.first + i]]
            rank = _worth(move)
            if move.n_laid == here.n_tiles[side]:
                rank = move.score + 2 * here.left[1 - side]
            if <uint32_t> move.hash == hint:
                rank = INFINITE - 1
            order[i] = _ranked(rank, i)
        order[here.n_listed] = _ranked(INFINITE - 1 if hint == PASS else -INFINITE, here.n_listed)
        return 0

    cdef int pick(self, uint64_t* order, int at, int n) except -1 nogil:
        """Put the highest of the ranks from at on to this place."""
        cdef int i, highest = at
        if at == SELECTED:
            qsort(order + at, n - at, sizeof(uint64_t), _from_high_to_low)
        if at >= SELECTED:
            return 0
        for i in range(at + 1, n):
            if order[i] > order[highest]:
                highest = i
        order[at], order[highest] = order[highest], order[at]
        return 0

    cdef int play_out(self, int ply) except? 536870912 nogil:
        """The spread for the side to move if both play on greedily with moves known from the positions before."""
        cdef const Stage* here = &self.stages[ply]
        cdef const Stage* before = &self.stages[ply - 1]
        cdef const Stage* earlier = &self.stages[ply - 2]
        cdef const Move* move
        cdef uint32_t[2] racks
        cdef int[2] n_tiles
        cdef int[2] left
        cdef int[2] at
        cdef int[2] end
        cdef Squares[2] touched
        cdef int side = ply & 1, other, sign = 1, spread = 0, i
        cdef bint passed = here.passed
        racks, n_tiles, left = here.racks, here.n_tiles, here.left
        at[side], at[1 - side] = earlier.first, before.first
        end[side], end[1 - side] = earlier.first + earlier.n_listed, before.first + before.n_listed
        touched[1 - side] = before.step.laid
        for i in range(4):
            touched[side].bits[i] = earlier.step.laid.bits[i] | before.step.laid.bits[i]
        while True:
            other = 1 - side
            move = NULL
            while at[side] < end[side]:
                move = &self.board.moves[self.listed[at[side]]]
                at[side] += 1
                if fits(racks[side], move.need) and not touches(move, &touched[side]):
                    break
                move = NULL
            if move == NULL:
                if passed:
                    return spread + sign * (left[other] - left[side])
                passed = True
            else:
                passed = False
                spread += sign * move.score
                racks[side] -= move.need
                n_tiles[side] -= move.n_laid
                left[side] -= move.worth
                if not n_tiles[side]:
                    return spread + sign * 2 * left[other]
                add_laid(move, &touched[0])
                add_laid(move, &touched[1])
            side, sign = other, -sign

    # --- positions remembered -------------------------------------------------------------------------------------

    cdef const Entry* remembered(self, uint64_t key) noexcept nogil:
        """The entry of a position, NULL if there is none."""
        cdef const Entry* entry = &self.table[2 * (key & ((1 << TABLE_BITS) - 1))]
        if (entry.tag ^ key) >> 16 == 0 and (entry.tag >> 8 & 255) == self.call:
            return entry
        entry += 1
        if (entry.tag ^ key) >> 16 == 0 and (entry.tag >> 8 & 255) == self.call:
            return entry
        return NULL

    cdef bint answers(self, const Entry* entry, int depth, int alpha, int beta) noexcept nogil:
        """Whether an entry tells all that is asked."""
        cdef int bound = entry.tag & 3
        if not entry.tag & FINAL and <int> (entry.tag >> 3 & 31) < depth:
            return False
        return bound == EXACT or (entry.value >= beta if bound == LOWER else entry.value <= alpha)

    cdef int remember(self, uint64_t key, int value, uint32_t move, int depth, bint final, int bound) noexcept nogil:
        cdef Entry* entry = &self.table[2 * (key & ((1 << TABLE_BITS) - 1))]
        cdef bint is_old = (entry.tag >> 8 & 255) != self.call
        if final:
            depth = DEEPEST
        if not is_old and (entry.tag ^ key) >> 16 and <int> (entry.tag >> 3 & 31) > depth:
            entry += 1
        entry.tag = (key >> 16 << 16) | self.call << 8 | depth << 3 | bound | (FINAL if final else 0)
        entry.value, entry.move = value, move
        return 0

    # --- for Python -----------------------------------------------------------------------------------------------

    def _value(self, side, rack):
        return sum(n * self.worth[tile] for tile, n in enumerate(rack) if tile)

    cdef list _records(self, const Move* line, int end):
        """The line from the root as records of movegen.pyx, None for a pass."""
        cdef Play play
        cdef Step[40] steps
        cdef int ply
        records = []
        for ply in range(ROOT, end):
            if not line[ply].n_laid:
                records.append(None)
                continue
            self.board.write_play(&line[ply], &play)
            records.append(PyBytes_FromStringAndSize(<const char*> &play, sizeof(Play)))
            self.board.lay(&line[ply], &steps[ply])
        return records
