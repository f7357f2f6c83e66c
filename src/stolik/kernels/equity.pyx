# cython: language_level=3
"""Plays in order of equity: a thousand times the points, plus the value of the tiles that stay on the rack.

The records of movegen.pyx come in an order over all moves. Of two plays with the same equity the one that comes
first there comes first here, so that the head of this list is what search.pyx calls the best move.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, qsort

from stolik.kernels.crosschecks cimport BLANK
from stolik.kernels.leaves cimport LeaveTable, leave_value
from stolik.kernels.nodes cimport LETTERS
from stolik.kernels.search cimport POINT, Play

cdef struct Rated:
    int64_t equity
    int64_t number


cdef int _best_first(const void* a, const void* b) noexcept nogil:
    cdef const Rated* x = <const Rated*> a
    cdef const Rated* y = <const Rated*> b
    if x.equity != y.equity:
        return 1 if x.equity < y.equity else -1
    return 1 if x.number > y.number else -1


def by_equity(
    const uint8_t[::1] records not None, const uint8_t[::1] rack not None, LeaveTable leaves=None, most=None
):
    """Number and equity of the best plays among the records of this rack, the best first."""
    cdef Py_ssize_t n = records.shape[0] // sizeof(Play), i
    cdef uint64_t whole = 0
    cdef int n_rack = 0, tile
    cdef Rated* rated
    if records.shape[0] % sizeof(Play):
        raise ValueError(f"{records.shape[0]} bytes are no records of moves, {sizeof(Play)} bytes each.")
    if rack.shape[0] != LETTERS + 1:
        raise ValueError(f"A rack is 33 counts, blanks first, not {rack.shape[0]}.")
    for tile in range(LETTERS + 1):
        n_rack += rack[tile]
        if leaves is not None:
            whole += rack[tile] * leaves.tile_hash[tile]
    rated = <Rated*> malloc(max(n, 1) * sizeof(Rated))
    if rated == NULL:
        raise MemoryError(f"There is no room for {n} moves.")
    try:
        for i in range(n):
            rated[i] = Rated(_equity(<const Play*> &records[i * sizeof(Play)], n_rack, whole, leaves), i)
        with nogil:
            qsort(rated, n, sizeof(Rated), _best_first)
        return [(rated[i].number, rated[i].equity) for i in range(n if most is None else min(n, most))]
    finally:
        free(rated)


cdef int64_t _equity(const Play* play, int n_rack, uint64_t whole, LeaveTable leaves) except? -1:
    cdef int i
    cdef uint8_t tile
    for i in range(play.length):
        if play.placed >> i & 1:
            tile = play.word[i]
            n_rack -= 1
            if leaves is not None:
                whole -= leaves.tile_hash[0 if tile & BLANK else tile]
    if n_rack < 0:
        raise ValueError("A move lays more tiles than the rack has.")
    return play.score * POINT + (leave_value(leaves, whole) if leaves is not None and n_rack else 0)
