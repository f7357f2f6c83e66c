"""The nodes of a search over number tiles. See meldnodes.pyx."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef enum:
    N_COLOURS = 4
    N_NUMBERS = 13
    MOST_RUNS = 7  # of one colour that can cover a number: copies and jokers together
    N_SHAPES = 120
    DEAD = 255  # no shape
    SHAPE_BITS = 7
    NUMBER_AT = 28  # in a place

cdef struct Share:  # what one colour lays at a number
    uint8_t run_tiles
    uint8_t run_jokers
    uint8_t group_tiles
    uint8_t shape  # of its runs after it

cdef struct Choice:  # what is laid at a number
    Share[4] shares  # by colour
    uint8_t group_jokers

cdef struct Node:  # all sets up to a number
    uint32_t place  # four shapes, and the number above them
    int32_t cost
    int32_t tried  # followers up to this cost have been made
    int32_t parent
    int32_t neighbour  # in its bucket
    uint8_t jokers  # used
    uint8_t points  # as far as they matter
    bint expanded  # some followers have been made
    Choice choice

cdef struct Waiting:
    uint64_t rank
    uint32_t node


cdef class MeldNodes:
    cdef Node* nodes
    cdef int n_nodes, room_for_nodes
    cdef int[14] n_at  # nodes by number
    cdef Waiting* heap
    cdef int n_waiting, room_for_waiting
    cdef int32_t* buckets
    cdef uint32_t bucket_mask, room_for_buckets
    cdef int32_t upper  # dearer ones are of no use
    cdef bint settle_jokers

    @cython.final
    cdef int forget_nodes(self) except -1 nogil
    @cython.final
    cdef int add(self, const Node* node, int32_t bound) except -1 nogil
    @cython.final
    cdef bint dominated(self, const Node* node, int itself) noexcept nogil
    @cython.final
    cdef bint outdone(self, uint32_t place, const Node* node, int itself) noexcept nogil
    @cython.final
    cdef int push(self, int32_t bound, int node) except -1 nogil
    @cython.final
    cdef Waiting pop(self) noexcept nogil
    @cython.final
    cdef int widen_buckets(self, uint32_t n) except -1 nogil
