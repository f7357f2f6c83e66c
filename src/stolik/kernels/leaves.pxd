"""What the tiles kept on a rack are worth. See leaves.pyx."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from stolik.kernels.bits cimport prefetch

cdef class LeaveTable:
    cdef const uint64_t[::1] cells
    cdef uint64_t[33] tile_hash  # of the blank first
    cdef uint64_t start  # index of the first slot
    cdef uint64_t slots
    cdef readonly uint64_t n_leaves


cdef inline uint64_t leave_slot(LeaveTable table, uint64_t hash) noexcept nogil:
    return table.start + (((hash >> 32) * table.slots) >> 32)


cdef inline int fetch_leave(LeaveTable table, uint64_t hash) except -1 nogil:
    """Ask for a leave, to be read later."""
    prefetch(&table.cells[leave_slot(table, hash)])
    return 0


cdef inline int32_t leave_value(LeaveTable table, uint64_t hash) except? -1 nogil:
    """The value of a leave in thousandths of a point, 0 if the table does not know it."""
    cdef uint64_t slot = leave_slot(table, hash)
    cdef uint64_t cell = table.cells[slot]
    while cell:  # the table ends with an empty cell
        if cell >> 32 == hash & 0xFFFFFFFFU:
            return <int32_t> (<uint32_t> (cell & 0xFFFFFFFFU) ^ 0x80000000U)
        slot += 1
        cell = table.cells[slot]
    return 0
