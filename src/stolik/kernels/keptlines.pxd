"""Lines of a board with their intervals, to be put back after play went on. See keptlines.pyx."""

from libc.stdint cimport uint8_t, uint32_t

from stolik.kernels.lines cimport Interval, Lines, Run

cdef struct KeptLine:  # the intervals follow in memory
    uint8_t[16] squares
    uint32_t[16] allowed
    int[16] beside
    uint32_t[32] fits
    Run[16] runs
    uint32_t restricted
    int n_intervals

cdef struct KeptBoard:
    KeptLine* lines[30]  # NULL for a line that is not kept
    uint32_t kept  # a bit for each line that is
    int n_tiles
    bint opening


cdef int keep_lines(KeptBoard* board, Lines lines, uint32_t which) except -1
cdef int forget_lines(KeptBoard* board) noexcept
cdef int put_back(Lines lines, const KeptBoard* board, const KeptBoard* base, uint32_t which) except -1 nogil
