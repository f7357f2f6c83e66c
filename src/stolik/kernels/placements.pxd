"""Every legal placement on a board. See placements.pyx."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from stolik.kernels.crosschecks cimport SIDE, CrossBoard
from stolik.kernels.movelist cimport MoveList
from stolik.kernels.nodes cimport LETTERS

cdef enum:
    MOST_TILES = 31  # on a rack

cdef struct Part:
    uint8_t word[16]  # the tiles of the main word, each at its index modulo 16; 0 elsewhere
    uint64_t rack  # the tiles left, as bits of `copies`
    int64_t multiplier
    int32_t sum  # of the main word, before its multiplier
    int32_t cross  # points of the finished cross words
    uint32_t node
    int16_t n_tiles  # laid so far
    int16_t at  # the square it will grow to
    int16_t first  # where a part that grows to the right begins
    int16_t limit  # the leftmost square that a part that grows to the left may take
    int16_t turn  # the square right of its anchor

cdef struct Parts:
    Part* parts
    size_t n, room

cdef struct Spot:  # an empty square and what a tile there counts
    int letter_multiplier
    int word_multiplier
    int crossing  # points of the tiles in its cross word
    int cross_multiplier  # 0 where there is no cross word


cdef class Placements(CrossBoard):
    cdef const uint8_t[::1] letter_multipliers
    cdef const uint8_t[::1] word_multipliers
    cdef const int[::1] bonus  # by number of tiles laid
    cdef int start
    cdef uint64_t[LETTERS + 1] copies  # the bits of each tile in a rack
    cdef uint64_t rack
    cdef int n_rack
    cdef uint8_t[::1] line_of  # by square
    cdef uint32_t[2 * SIDE] empty  # by line, first those across: its squares without a tile
    cdef uint32_t[2 * SIDE] joining  # its squares that join a word to the board
    cdef Parts leftward, rightward
    cdef MoveList moves

    cdef int open(
        self, const uint8_t[::1] letter_multipliers, const uint8_t[::1] word_multipliers, const int[::1] bonus,
        int start
    ) except -1
    cdef int set_rack(self, const uint8_t[::1] rack) except -1 nogil
    cdef int find(self) except -1 nogil
    cdef int see_line(self, int down, int line) except -1 nogil
    cdef bint joins(self, int down, int line, int at) except -1 nogil
    cdef int begin(self, int down, int line) except -1 nogil
    cdef int begin_with_run(self, int first, int last, int limit) except -1 nogil
    cdef int begin_forward(self, int down, int line) except -1 nogil
    cdef Part* begin_at(self, Parts* list, int at, uint32_t node, int limit, int turn) except NULL nogil
    cdef int grow_left(self) except -1 nogil
    cdef int turn(self, const Part* part, uint32_t arc) except -1 nogil
    cdef int grow_right(self) except -1 nogil
    cdef int take_in(self, const Part* part) except -1 nogil
    cdef int settle(self, Part* child, uint32_t arc) except -1 nogil
    cdef int look_at(self, int at, Spot* spot) except -1 nogil
    cdef int keep(self, const Part* part, int first, int last) except -1 nogil
    cdef bint is_double(self, int down, int first, int last) except -1 nogil
