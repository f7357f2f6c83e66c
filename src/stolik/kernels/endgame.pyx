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
2. A known move that goes out for enough refutes a position before a tile is laid there. Where the depth is used up
   and more than a few tiles are left, the value is guessed: both sides play on greedily (endgame_lists.pyx).
3. A result is final if no such guess took part in it: the one move that refutes was final, or else all moves were.
   The search is over when the value of the root is final; then it is exact.
4. Positions are remembered by a Zobrist hash of the tiles laid since the root, both racks, the side and whether the
   last turn was a pass; each with a bound of its value, the depth (or that it is final) and the best move. A slot has
   two entries, one for the deepest position and one for the latest. Entries of earlier calls do not count, so that a
   call gives the same answer whatever came before.
5. Moves are tried in this order: the one remembered, then by points and value of the tiles laid with a bonus for
   each tile and for going out (a game that ends soon needs few nodes to prove), the pass last. Of equally good
   moves the first one tried is kept. A side without a move passes, which costs no depth.
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
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from stolik.kernels.bits cimport splitmix
from stolik.kernels.endgame_lists cimport INFINITE, NEVER, PASS, EndgameLists, Stage
from stolik.kernels.endgame_moves cimport PLIES, Move, Squares, Step, add_laid
from stolik.kernels.engine cimport Engine
from stolik.kernels.nodes cimport LETTERS
from stolik.kernels.search cimport Play

cdef enum:
    TABLE_BITS = 18  # pairs of entries
    ROOT = 2  # its ply; the plies before hold the lists of the whole racks
    DEEPEST = 31
    UPPER = 1
    LOWER = 2
    EXACT = 3
    FINAL = 4
    WINDOW = 8
    FEW_TILES = 6  # on both racks: from here on everything is searched to the end

cdef struct Entry:
    uint64_t tag  # 48 high bits of the key, 8 of the call, 5 of depth, 3 for bound and final
    int32_t value
    uint32_t move

Solution = namedtuple("Solution", "value exact line n_nodes depth")


cdef int _value_of(const int[::1] worth, const uint8_t[::1] rack) except -1:
    """What the tiles of a rack count."""
    cdef int tile, value = 0
    for tile in range(1, LETTERS + 1):
        value += rack[tile] * worth[tile]
    return value


@cython.final
cdef class Endgame(EndgameLists):
    """Solves endgames with the list and the layout of an engine; for one thread at a time."""

    cdef const int[::1] worth
    cdef Entry* table
    cdef Move[1600] lines  # by ply: the best line from there on
    cdef int[40] ends  # by ply: where that line ends
    cdef int64_t n_nodes, max_nodes
    cdef int root_value
    cdef uint64_t call
    cdef bint stopped, final

    def __cinit__(self, Engine engine not None):
        self.table = <Entry*> calloc(2 << TABLE_BITS, sizeof(Entry))
        if self.table == NULL:
            raise MemoryError
        self.board.share(engine.search)
        self.worth = engine.search.worth

    def __dealloc__(self):
        free(self.table)

    def solve(
        self, const uint8_t[::1] board not None, const uint8_t[::1] mine not None, const uint8_t[::1] theirs not None,
        *, int64_t max_nodes=200_000, int plies=0,
    ):
        """The value for the side to move and the best line, exact if the nodes and plies allowed for were enough."""
        cdef int depth = 0, reached = 0, value = 0, deepest = plies if plies else DEEPEST, end = ROOT, ply
        cdef Move[40] line
        cdef bint exact = False
        if max_nodes < 10 or not 0 <= plies <= DEEPEST:
            raise ValueError("An endgame needs 10 nodes at least, and has at most 31 plies.")
        self.board.put_position(board, mine, theirs)
        if not sum(mine) or not sum(theirs):
            return Solution(2 * (_value_of(self.worth, theirs) - _value_of(self.worth, mine)), True, [], 0, 0)
        with nogil:
            self.begin()
            self.max_nodes = max_nodes
            while depth < deepest and not exact and not self.stopped:
                depth += 1
                self.ends[ROOT] = ROOT
                exact = self.deepen(depth, value)
                if self.ends[ROOT] > ROOT:
                    value, reached = self.root_value, depth
                    end = self.ends[ROOT]
                    for ply in range(ROOT, end):
                        line[ply] = self.lines[PLIES * ROOT + ply]
        return Solution(value, exact, self._records(line, end), self.n_nodes, reached)

    cdef int begin(self) except -1 nogil:
        """Set up the root and list the moves of the whole racks."""
        cdef Stage* root = &self.stages[ROOT]
        cdef uint16_t[30] hot
        cdef int side, tile, number
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
                root.left[side] += self.board.root_counts[(LETTERS + 1) * side + tile] * self.worth[tile]
        for side in range(2):
            self.stages[side].move = NULL
            memset(&self.stages[side].step, 0, sizeof(Step))
            self.stages[side].racks = root.racks
            self.stages[side].first = 0 if side == 0 else self.stages[0].n_listed
            self.stages[side].n_listed = 0
            self.add_new(side, side, hot)
        if self.board.opening:  # where the first word is free to lie anywhere, the others have to join it
            for number in range(self.board.n_moves):
                memset(self.board.moves[number].zone, 255, sizeof(self.board.moves[number].zone))
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

    cdef int search(self, int ply, int depth, int alpha, int beta) except? NEVER nogil:
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
        value = self.going_out(ply)
        if value >= beta:
            self.final = True
            return value
        if depth <= 0:
            if here.n_tiles[0] + here.n_tiles[1] > FEW_TILES:
                self.final = False
                return self.play_out(ply)
            depth = 1
        here.n_moves = self.board.n_moves
        if arrived != NULL:
            self.board.lay(arrived, &self.stages[ply - 1].step)
        self.list_moves(ply)
        value = self.try_moves(ply, depth, alpha, beta, hint)
        if arrived != NULL:
            self.board.lift(arrived, &self.stages[ply - 1].step)
        self.board.n_moves = here.n_moves
        return value

    cdef int try_moves(self, int ply, int depth, int alpha, int beta, uint32_t hint) except? NEVER nogil:
        """The best of the moves of a position, and of passing."""
        cdef Stage* here = &self.stages[ply]
        cdef const Move* move
        cdef uint64_t* order = &self.order[here.first]
        cdef int i, n = here.n_listed, value, best = -INFINITE, lowest = alpha
        cdef bint all_final = True
        cdef uint32_t best_move = 0, number
        self.rank_moves(ply, hint)
        for i in range(n + 1):
            self.pick(order, i, n + 1)
            number = ~<uint32_t> order[i]
            move = &self.board.moves[self.listed[here.first + number]] if number < <uint32_t> n else NULL
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

    cdef int try_move(self, int ply, const Move* move, int depth, int alpha, int beta, bint first) except? NEVER nogil:
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
