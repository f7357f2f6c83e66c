"""The layout of a word graph and of rows of words, and the arrays the kernels work in."""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    ROW = 16
    SHORTEST = 2
    LONGEST = 15
    LETTERS = 32
    LETTER_SHIFT = 26
    ACCEPTS = 1 << 25
    LAST = 1 << 24
    CHILD = (1 << 24) - 1


cdef inline object zeros(size_t n, str code):
    """A writable block of n zeroed items."""
    size = {"B": 1, "i": 4, "I": 4, "Q": 8}[code]
    return memoryview(bytearray(n * size)).cast(code)


cdef inline object nodes_of(object graph):
    """The graph's bytes seen as uint32 nodes."""
    view = memoryview(graph).cast("B")
    if len(view) < 4 or len(view) % 4:
        raise ValueError(f"A word graph is a whole number of 4-byte nodes, not {len(view)} bytes.")
    return view.cast("I")


cdef inline int row_length(const uint8_t[::1] rows, Py_ssize_t start) noexcept nogil:
    cdef int n = 0
    while n < ROW and rows[start + n]:
        n += 1
    return n
