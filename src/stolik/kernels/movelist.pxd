"""The moves that a search finds, in a list that sorts itself. See movelist.pyx."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

cdef struct Record:
    uint8_t word[15]  # letters with BLANK added for blanks, zero padded
    uint8_t length
    int64_t score
    uint16_t placed  # bit i is set when letter i is newly laid
    uint8_t row
    uint8_t col
    uint8_t down
    uint8_t padding[3]


cdef class MoveList:
    cdef Record* records
    cdef uint32_t* order  # room for as many numbers of records
    cdef size_t n, room

    cdef int make_room(self) except -1 nogil
    cdef bytes hand_over(self)
    cdef int sort_into(self, Record* target) noexcept nogil
    cdef int order_by_place(self) noexcept nogil
    cdef int deal_by_score(self, Record* target, int64_t highest, int n_scores) noexcept nogil
