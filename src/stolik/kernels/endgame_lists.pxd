"""The lists of moves along a line of play. See endgame_lists.pyx."""

cimport cython
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from stolik.kernels.endgame_moves cimport EndgameBoard, Move, Step

cdef enum:
    MOST_LISTED = 1 << 21
    INFINITE = 1 << 28  # more than any value
    NEVER = 1 << 29  # a value that no search returns
    PASS = 1  # as a remembered move

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


cdef class EndgameLists:
    cdef EndgameBoard board
    cdef uint32_t* listed  # numbers of moves, list after list
    cdef uint64_t* order  # the same moves with their ranks
    cdef Stage[40] stages  # by ply
    cdef bint crowded  # moves were left out for want of room

    @cython.final
    cdef int list_moves(self, int ply) except -1 nogil
    @cython.final
    cdef int add_new(self, int ply, int side, const uint16_t* hot) except -1 nogil
    @cython.final
    cdef int rank_moves(self, int ply, uint32_t hint) except -1 nogil
    @cython.final
    cdef int pick(self, uint64_t* order, int at, int n) except -1 nogil
    @cython.final
    cdef int going_out(self, int ply) noexcept nogil
    @cython.final
    cdef int play_out(self, int ply) except? NEVER nogil
