"""A game of an engine against itself. See selfplay.pyx."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from stolik.kernels.search cimport Play, Search


cdef class Game:
    cdef Search search
    cdef const uint8_t[::1] counts  # of the set
    cdef const uint8_t[::1] empty_board
    cdef uint8_t[::1] bag
    cdef uint8_t[::1] racks  # 33 counts for either side
    cdef int n_bag
    cdef int[2] n_rack
    cdef int64_t[2] scores
    cdef uint64_t state
    cdef uint64_t checksum
    cdef int n_turns
    cdef bint[2] with_leaves  # which side counts them

    cdef int below(self, int n) noexcept nogil
    cdef int play_one(self, uint64_t state) except -1 nogil
    cdef int begin(self) except -1 nogil
    cdef int shuffle(self) except -1 nogil
    cdef int draw(self, int side, int up_to) except -1 nogil
    cdef int take_turn(self, int side) except -1 nogil
    cdef int give_up(self, int side, const Play* play) except -1 nogil
    cdef int exchange(self, int side) except -1 nogil
    cdef int note(self, bint found) noexcept nogil
    cdef int settle(self) except -1 nogil
    cdef int64_t value_of_rack(self, int side) except -1 nogil
