"""Simulation of candidate moves. See simulation.pyx."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from stolik.kernels.keptlines cimport KeptBoard
from stolik.kernels.rollout cimport Rollout
from stolik.kernels.search cimport Play

cdef struct Totals:
    int64_t n
    int64_t spread  # in thousandths
    int64_t spread_squares  # in thousandths of square points
    int64_t win  # in millionths, as the squares
    int64_t win_squares
    int64_t worth  # in millionths
    int64_t[8] turns  # how often each turn was reached; by turn after the candidate, as what follows
    int64_t[8] points
    int64_t[8] bonuses

cdef struct Option:  # a candidate
    KeptBoard board  # after it
    int32_t points
    int32_t leave
    bint is_play
    uint8_t[33] given  # tiles laid or exchanged
    int n_given
    Totals totals


cdef class Simulation(Rollout):
    cdef Option* options
    cdef int n_options
    cdef int64_t[::1] gaps  # sums of squared differences of worth, by two candidates
    cdef int[::1] chosen  # candidates of this run
    cdef int n_chosen
    cdef int64_t[::1] worths  # of each of them in this iteration

    cdef int need_position(self) except -1
    cdef int forget_candidates(self) noexcept
    cdef int set_candidate(self, Option* option, bytes move) except -1
    cdef int set_play(self, Option* option, bytes record) except -1
    cdef int set_exchange(self, Option* option, bytes given) except -1
    cdef int iterate(self, uint64_t first, uint64_t n, int plies) except -1 nogil
    cdef int64_t play_on(self, Option* option, int plies) except? -1 nogil
    cdef int make_move(self, Option* option) except -1 nogil
    cdef int64_t add(self, Totals* totals, int64_t spread, int64_t win) noexcept nogil
    cdef int compare(self) except -1 nogil
