"""An engine: the workspace of one thread. See engine.pyx."""

from stolik.kernels.search cimport Search

cdef class Engine:
    cdef Search search
