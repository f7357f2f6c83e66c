"""What a rack can do, before a board is looked at. See racks.pyx."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from stolik.kernels.bits cimport raise_if
from stolik.kernels.leaves cimport LeaveTable
from stolik.kernels.wordmap cimport WordMap

cdef enum:
    RACK = 7  # tiles on a rack, at most
    BLANKS = 3  # blanks on it, at most
    SUBS = 35  # sub-racks of one size, at most: 3 of 7

cdef struct SubRack:
    int16_t[8] values  # of its tiles, from high to low
    uint64_t hash  # of its letters
    uint64_t kept  # hash of its tiles as a leave
    uint32_t letters
    uint32_t finishing  # without blanks: letters that make a word of it; with one: letters the blank may be
    int32_t leave  # value of the tiles that are left, in thousandths of a point
    uint8_t n_blanks
    uint8_t tiles  # a bit for each tile of the rack
    uint8_t makes_word  # all by itself; for more than one blank: perhaps

cdef struct Rack:
    int n
    int n_blanks
    uint8_t[7] tiles  # by value from high to low
    int16_t[8] values
    uint32_t[8] bits  # of the letters; none for a blank
    uint32_t letters
    int[8] n_subs  # by size, as all that follows
    SubRack[280] subs
    int32_t[8] best_leave
    uint8_t[8] makes_word  # some sub-rack of this size does
    uint32_t[8] joining  # letters of which one, on the board, makes a word with some sub-rack of this size
    uint32_t[8] bound_known  # letters for which bound_with is filled
    int16_t[64] bound_alone  # highest values, place by place, of the sub-racks that make a word; 8 for each size
    int16_t[2048] bound_with  # the same for those that make one with a letter on the board, by size and letter


cdef int prepare_rack(
    Rack* rack, WordMap map, LeaveTable leaves, const uint8_t[::1] counts, const int16_t* values
) except -1 nogil


cdef inline const int16_t* highest_values(Rack* rack, int size, int n_through, uint8_t letter) noexcept nogil:
    """Place by place values that no sub-rack of a size exceeds, if it makes a word with so many tiles taken in."""
    cdef int16_t* bound
    cdef SubRack* sub
    cdef int i
    if n_through == 0:
        return &rack.bound_alone[8 * size]
    if n_through > 1:
        return rack.values
    bound = &rack.bound_with[256 * size + 8 * (letter - 1)]
    if not rack.bound_known[size] >> (letter - 1) & 1:
        rack.bound_known[size] |= <uint32_t> 1 << (letter - 1)
        for i in range(8):
            bound[i] = 0
        for i in range(rack.n_subs[size]):
            sub = &rack.subs[SUBS * size + i]
            raise_if(bound, sub.values, sub.n_blanks > 0 or sub.finishing >> (letter - 1) & 1)
    return bound
