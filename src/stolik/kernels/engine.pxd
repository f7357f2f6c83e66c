"""An engine: the workspace of one thread. See engine.pyx."""

from libc.stdint cimport uint8_t

from stolik.kernels.search cimport Play, Search

cdef class Engine:
    cdef Search search


cdef int check_board(const uint8_t[::1] board) except -1
cdef int check_play(Search search, const Play* play) except -1
