"""How likely a side wins. See wins.pyx."""

from libc.stdint cimport int32_t, int64_t

cdef enum:
    CERTAIN = 1000000  # a chance of 1


cdef class WinTable:
    cdef const int32_t[::1] chances  # by number of unseen tiles and spread
    cdef readonly int n_unseen
    cdef readonly int reach


cdef inline int32_t chance_of(WinTable table, int64_t spread, int n_unseen) except -1 nogil:
    """The chance of the side to move, in millionths, from its spread in thousandths of a point."""
    cdef int64_t place = spread + 1000 * <int64_t> table.reach, rest
    cdef int width = 2 * table.reach + 1, at
    if n_unseen >= table.n_unseen:
        n_unseen = table.n_unseen - 1
    if place < 0:
        place = 0
    if place >= 2000 * <int64_t> table.reach:
        return table.chances[width * n_unseen + width - 1]
    at, rest = width * n_unseen + <int> (place // 1000), place % 1000
    return table.chances[at] + <int32_t> (rest * (table.chances[at + 1] - table.chances[at]) // 1000)
