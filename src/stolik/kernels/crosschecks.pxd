"""A board in the layout of the kernels, and the walk along a word graph. See crosschecks.pyx."""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from stolik.kernels.nodes cimport LAST, LETTER_SHIFT

cdef enum:
    SIDE = 31  # squares along an edge, at most
    SEPARATOR = 0
    LETTER = 63  # the letter of a tile byte
    BLANK = 64  # added to the letter where the tile is a blank
    WALL = 128


cdef inline bint is_tile(uint8_t square) noexcept nogil:
    return square & LETTER != 0


cdef class CrossBoard:
    cdef const uint32_t[::1] graph
    cdef uint32_t[LETTER + 1] roots  # the root's arcs by letter, 0 where there is none
    cdef int64_t[2 * (LETTER + 1)] pairs  # the letters that fit before and behind each letter, -1 where not yet known
    cdef bint forward  # the graph is a DAWG
    cdef const int[::1] worth  # by tile byte
    cdef uint8_t[::1] squares  # by index, as all arrays of squares
    cdef uint32_t[::1] allowed  # letters that fit the cross word, letter 1 in bit 0
    cdef int[::1] beside  # value of the cross word's tiles on the board, -1 where there is no cross word
    cdef int[2] origin
    cdef int[2] stride
    cdef int[2] n_lines
    cdef bint opening  # no tile on the board

    cdef int prepare(self, const uint32_t[::1] graph, bint forward, int rows, int cols, const int[::1] worth) except -1
    cdef int set_board(self, const uint8_t[::1] board) except -1 nogil
    cdef int64_t along(self, uint32_t arc, int first, int last, int step) except -1 nogil
    cdef int check_crosses(self) except -1 nogil
    cdef int check_ends_of_runs(self, int down, int line) except -1 nogil
    cdef int check_cross(self, int at, int crossing) except -1 nogil
    cdef int64_t fitting(self, int first, int gap, int last) except -1 nogil


# A node is the index of a state's first arc, 0 where there is none; arc 0 means no such arc: a real arc is never
# 0, as a letter's arc has the letter and a separator's arc has a child. Arcs are handed on as int64 so that -1 is
# free for an error of the checked build.
cdef inline int64_t arc_of(CrossBoard board, uint32_t node, uint32_t letter) except -1 nogil:
    """The arc of this letter, 0 if the state has none."""
    cdef uint32_t arc
    while node:
        arc = board.graph[node]
        if arc >> LETTER_SHIFT >= letter:
            return arc if arc >> LETTER_SHIFT == letter else 0
        node = 0 if arc & LAST else node + 1
    return 0
