# cython: language_level=3
"""Values of leaves: what it is worth to keep some tiles, up to six of them, in thousandths of a point.

A leave is found by a hash, the sum of its tiles' constants, the blank having one as well. The table has open
addressing: the high half of the hash chooses the slot, the low half is the fingerprint; the other half of the cell
is the value with its sign bit turned, so that no cell in use is 0. Every leave is looked up after building, and
other constants are tried if one does not find itself. A leave that the table does not know is worth 0 (one of
2**32 such leaves meets a fingerprint and gets that value; it is the same at every lookup).

The table is one array of 64-bit cells that can be mapped into memory as it is: mark, number of leaves, slots,
number of the attempt, then the slots. Leaves come as rows of 8 bytes: how many tiles, then the tiles in any order.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from stolik.kernels.bits cimport splitmix
from stolik.kernels.nodes cimport LETTERS, zeros

cdef enum:
    HEAD = 4
    SPARE = 64  # cells behind the slots; the last one stays empty
    ATTEMPTS = 64
    MOST_KEPT = 6
    HIGHEST_VALUE = 100000000

cdef uint64_t MARK = 0x31564C4B4C4F5453ULL  # reads STOLKLV1 where bytes stand in the right order


cdef uint64_t _tile_hash(uint64_t attempt, int tile) noexcept nogil:
    return splitmix((attempt + 1000 << 32) + tile * 0x9E3779B97F4A7C15ULL)


def build_leaves(const uint8_t[::1] rows not None, values):
    """The table of these leaves as bytes; one value for each row."""
    cdef Py_ssize_t n = rows.shape[0] // 8
    if rows.shape[0] % 8 or len(values) != n:
        raise ValueError(f"{len(values)} values do not fit {rows.shape[0]} bytes of leaves, 8 bytes each.")
    _check_leaves(rows, values)
    for attempt in range(ATTEMPTS):
        table = _fill(rows, values, attempt)
        if table is not None:
            return table
    raise ValueError("No constants keep these leaves apart; is each of them there once?")


def _check_leaves(const uint8_t[::1] rows, values):
    for at, value in enumerate(values):
        row = bytes(rows[8 * at:8 * at + 8])
        if row[0] > MOST_KEPT or max(row[1:]) > LETTERS:
            raise ValueError(f"Leave {at} is not 0 to 6 tiles, 0 for a blank and 1 to 32 for letters.")
        if not -HIGHEST_VALUE <= value <= HIGHEST_VALUE:
            raise ValueError(f"Leave {at} is worth {value}; a leave is worth less than 100,000 points.")


def _fill(const uint8_t[::1] rows, values, uint64_t attempt):
    """The table with the constants of this attempt, None if two leaves meet."""
    cdef uint64_t n = rows.shape[0] // 8, slots = n + n // 2 + 1, hash, slot
    cdef uint64_t[::1] cells = zeros(HEAD + slots + SPARE, "Q")
    cdef int i
    cells[0], cells[1], cells[2], cells[3] = MARK, n, slots, attempt
    for row, value in enumerate(values):
        hash = 0
        for i in range(rows[8 * row]):
            hash += _tile_hash(attempt, rows[8 * row + 1 + i])
        slot = HEAD + (((hash >> 32) * slots) >> 32)
        while cells[slot]:
            if cells[slot] >> 32 == hash & 0xFFFFFFFFU:
                return None
            slot += 1
        if slot + 1 >= HEAD + slots + SPARE:
            return None
        cells[slot] = hash << 32 | (<uint32_t> <int32_t> value ^ 0x80000000U)
    return memoryview(cells.base).cast("B")


cdef class LeaveTable:
    """The opened table: read only, shared by all threads."""

    def __init__(self, table):
        cdef int tile
        view = memoryview(table).cast("B")
        if len(view) % 8 or len(view) < 8 * HEAD:
            raise ValueError("This is no table of leaves.")
        self.cells = view.cast("Q")
        self.start, self.slots, self.n_leaves = HEAD, self.cells[2], self.cells[1]
        if self.cells[0] != MARK or <uint64_t> self.cells.shape[0] != HEAD + self.slots + SPARE:
            raise ValueError("This is no table of leaves.")
        for tile in range(LETTERS + 1):
            self.tile_hash[tile] = _tile_hash(self.cells[3], tile)

    def __len__(self):
        return self.n_leaves

    def value(self, bytes tiles not None):
        """What keeping these tiles is worth in thousandths of a point; a blank is 0. Nothing is worth 0."""
        cdef uint64_t hash = 0
        if not tiles:
            return 0
        if max(tiles) > LETTERS:
            raise ValueError("Tiles are 0 for a blank and 1 to 32 for letters.")
        for tile in tiles:
            hash += self.tile_hash[<int> tile]
        return leave_value(self, hash)
