# cython: language_level=3
"""The moves of every position along a line of play, sorted, and what can be told from them without a search.

1. The list of a position is what is left of the list two plies before, when the same side was to move, and the
   moves with new tiles in their words (endgame_moves.pyx). Lists hold numbers of moves, the most points with the
   value of the tiles laid and a bonus for each tile first. The new moves are sorted and merged in.
2. In the search, moves are picked one by one in the order of their ranks, as most positions need only few; after
   some the others are sorted.
3. A known move that still goes and takes the whole rack tells what going out brings at least, before any tile is
   laid.
4. A guess where the search ends: both sides play on greedily, each the first move of its list that its rack still
   holds and whose zone is untouched. As racks only shrink and zones only fill, what has been passed over never
   comes back: one walk along either list is enough.

Bounds. The lists lie one behind the other in one block of 2**21 numbers, each with a place more for the rank of the
pass; if that is full, moves are left out and `crowded` says so.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort

from stolik.kernels.endgame_moves cimport EndgameBoard, Move, Squares, add_laid, fits, touches
from stolik.kernels.lines cimport N_LINES

cdef enum:
    SELECTED = 12  # moves picked one by one before the others are sorted
    # points that put a move ahead; found by counting the nodes that forty endgames took
    LISTED_BONUS = 5  # for each tile, in the lists
    TRIED_BONUS = 10  # for each tile, in the order to try
    OUT_BONUS = 20  # for going out


cdef int _from_high_to_low(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*> a)[0], y = (<const uint64_t*> b)[0]
    return (x < y) - (x > y)


cdef inline uint64_t _ranked(int rank, uint32_t number) noexcept nogil:
    """A rank and a number as one number; of equal ranks the lower number ranks higher."""
    return <uint64_t> (rank + INFINITE) << 32 | ~number


cdef inline int _worth(const Move* move) noexcept nogil:
    """What a list is sorted by."""
    return move.score + move.worth + LISTED_BONUS * move.n_laid


cdef class EndgameLists:
    """A line of play with the lists of its positions."""

    def __cinit__(self, *args):
        self.listed = <uint32_t*> malloc(MOST_LISTED * sizeof(uint32_t))  # the system gives memory as it is used
        self.order = <uint64_t*> malloc(MOST_LISTED * sizeof(uint64_t))
        if self.listed == NULL or self.order == NULL:
            raise MemoryError
        self.board = EndgameBoard()

    def __dealloc__(self):
        free(self.listed)
        free(self.order)

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
            here.first, here.n_listed = MOST_LISTED - 1, 0
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
            if <uint32_t> move.hash == hint:
                rank = INFINITE - 1
            elif move.n_laid == here.n_tiles[side]:
                rank = move.score + 2 * here.left[1 - side] + OUT_BONUS
            else:
                rank = move.score + move.worth + TRIED_BONUS * move.n_laid
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

    cdef int going_out(self, int ply) noexcept nogil:
        """The most that a known move brings which goes out."""
        cdef const Stage* here = &self.stages[ply]
        cdef const Stage* before = &self.stages[ply - 1]
        cdef const Stage* earlier = &self.stages[ply - 2]
        cdef const Move* move
        cdef uint32_t rack = here.racks[ply & 1]
        cdef int i
        for i in range(earlier.n_listed):
            move = &self.board.moves[self.listed[earlier.first + i]]
            if move.need == rack and not touches(move, &earlier.step.laid) and not touches(move, &before.step.laid):
                return move.score + 2 * here.left[1 - (ply & 1)]
        return -INFINITE

    cdef int play_out(self, int ply) except? NEVER nogil:
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
        for i in range(2):
            racks[i], n_tiles[i], left[i] = here.racks[i], here.n_tiles[i], here.left[i]
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
