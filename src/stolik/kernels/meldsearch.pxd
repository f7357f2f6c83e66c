"""The search for the cheapest way to lay number tiles in sets. See meldsearch.pyx."""

cimport cython
from libc.stdint cimport int32_t

from stolik.kernels.meldcolours cimport MeldColours, Option
from stolik.kernels.meldnodes cimport Node


cdef class MeldSearch(MeldColours):
    cdef int n_wanted  # followers of the node at hand
    cdef Option[4] idle  # of colours with nothing at a number

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
