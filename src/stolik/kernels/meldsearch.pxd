"""The search for the cheapest way to lay number tiles in sets. See meldsearch.pyx."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t

from stolik.kernels.meldnodes cimport MeldNodes, Node

cdef enum:
    N_KINDS = 52  # colour * 13 + number, from 0
    MOST_JOKERS = 4
    NEVER = 1 << 30  # more than any cost

cdef struct Option:  # what one colour may do at a number
    int32_t bound  # the least that this option and all the colour does later cost
    int32_t cost  # of the tiles that stay on the rack
    int32_t rest  # the least that the colour costs later
    uint8_t run_tiles
    uint8_t run_jokers
    uint8_t group_tiles
    uint8_t shape  # of the runs after it

cdef struct Remainder:  # of a colour
    int32_t cost
    uint32_t problem  # that it belongs to

cdef struct Listed:  # the options of a colour
    uint32_t problem  # that they belong to
    int32_t first
    int32_t n


cdef class MeldSearch(MeldNodes):
    # the problem
    cdef uint8_t[52] on_table
    cdef uint8_t[52] least  # that must lie on the table afterwards
    cdef uint8_t[52] most
    cdef int32_t[52] weights
    cdef int n_jokers, n_table_jokers, least_points
    cdef int32_t keep_cost  # of laying a joker of the rack
    cdef int32_t leave_cost  # of not laying it
    cdef int32_t number_cost  # of each number that a joker stands below 13
    cdef bint every_option
    # what follows from it
    cdef uint8_t[260] most_grouped  # (colour * 13 + number) * 5 + jokers left
    cdef int[14] points_ahead
    cdef Remainder* known  # ((colour * 13 + number) * 5 + jokers) * 120 + shape
    cdef uint32_t problem
    cdef Listed* listed  # as known
    cdef Option* options  # all that were listed
    cdef int n_options, room_for_options
    cdef int n_wanted  # followers of it

    @cython.final
    cdef int prepare(self) noexcept nogil
    @cython.final
    cdef int32_t find_remainder(self, int colour, int number, int shape, int jokers) noexcept nogil
    @cython.final
    cdef int make_room_for_options(self) except -1 nogil
    @cython.final
    cdef int list_options(self, int colour, int number, int shape, int jokers, Option* found) noexcept nogil
    @cython.final
    cdef int32_t lower_bound(self) noexcept nogil
    @cython.final
    cdef int cheapest(self) except -2 nogil
    @cython.final
    cdef int32_t expand(self, int number, int node, int32_t limit) except -1 nogil
    @cython.final
    cdef int32_t combine(self, int node, Option** chosen, int at, int free_jokers, int32_t limit) except -1 nogil
    @cython.final
    cdef int32_t follow(self, int node, Option** chosen, int group_jokers, int32_t limit) except -1 nogil
    @cython.final
    cdef bint settle(
        self, const Node* before, Node* after, Option** chosen, int number, int group_jokers
    ) noexcept nogil
