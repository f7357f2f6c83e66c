# cython: language_level=3
"""Every choice of tiles from a rack, with all that can be told about it before a board is looked at.

1. The tiles are sorted by value, the highest first. A sub-rack is a set of tiles, of equal ones always the first;
   it is made from the sub-rack without its last tile, so that its values stay sorted, and its hash is one sum.
2. Its leave is the value of the tiles that stay behind, found by the rack's hash minus its own. To keep nothing is
   worth 0.
3. Without blanks, the set of letters that would complete it to a word is looked up; and it makes a word itself if
   its last tile is among the letters that complete the sub-rack before it. With one blank, the same lookup tells
   which letters the blank can be. With more, anything is taken to be possible.
4. For every size, place by place, the highest values of the sub-racks that make a word alone, or with a letter on
   the board, bound what any of them can score.

All slots are asked for before the first is read, so that the waits for memory overlap.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from stolik.kernels.bits cimport raise_if
from stolik.kernels.leaves cimport LeaveTable, fetch_leave, leave_value
from stolik.kernels.nodes cimport LETTERS
from stolik.kernels.wordmap cimport WordMap, fetch, value_of

cdef enum:
    NO_LEAVE = -1000000000


cdef int prepare_rack(
    Rack* rack, WordMap map, LeaveTable leaves, const uint8_t[::1] counts, const int16_t* values
) except -1 nogil:
    """Fill in all but bound_with, which is filled where it is asked for."""
    cdef SubRack* by_tiles[128]
    _sort_tiles(rack, counts, values)
    memset(rack.n_subs, 0, sizeof(rack.n_subs))
    memset(rack.makes_word, 0, sizeof(rack.makes_word))
    memset(rack.joining, 0, sizeof(rack.joining))
    memset(rack.bound_known, 0, sizeof(rack.bound_known))
    memset(rack.bound_alone, 0, sizeof(rack.bound_alone))
    _list_subs(rack, map, leaves, values, by_tiles)
    _find_leaves(rack, leaves)
    return _find_words(rack, map, by_tiles)


cdef int _sort_tiles(Rack* rack, const uint8_t[::1] counts, const int16_t* values) except -1 nogil:
    cdef int tile, i, j
    rack.n, rack.letters, rack.n_blanks = 0, 0, counts[0]
    for tile in range(LETTERS + 1):
        if tile and counts[tile]:
            rack.letters |= <uint32_t> 1 << (tile - 1)
        for i in range(counts[tile]):
            assert rack.n < RACK
            j = rack.n
            while j and values[rack.tiles[j - 1]] < values[tile]:
                rack.tiles[j] = rack.tiles[j - 1]
                j -= 1
            rack.tiles[j] = tile
            rack.n += 1
    for i in range(8):
        rack.values[i] = values[rack.tiles[i]] if i < rack.n else 0
        rack.bits[i] = <uint32_t> 1 << (rack.tiles[i] - 1) if i < rack.n and rack.tiles[i] else 0
    return 0


cdef int _list_subs(
    Rack* rack, WordMap map, LeaveTable leaves, const int16_t* values, SubRack** by_tiles
) except -1 nogil:
    """List the sub-racks by size, each after the one without its last tile, and ask for their slots."""
    cdef SubRack none
    cdef SubRack* sub
    cdef int[128] sizes
    cdef int tiles, last = 0, tile, size
    memset(&none, 0, sizeof(SubRack))
    by_tiles[0], sizes[0] = &none, 0
    for tiles in range(1, 1 << rack.n):
        if tiles >> last > 1:
            last += 1
        tile = rack.tiles[last]
        by_tiles[tiles] = NULL
        if last and tile == rack.tiles[last - 1] and not tiles >> (last - 1) & 1:
            continue  # the same as with the equal tile before
        if by_tiles[tiles ^ 1 << last] == NULL:
            continue
        size = sizes[tiles] = sizes[tiles ^ 1 << last] + 1
        assert rack.n_subs[size] < SUBS
        sub = &rack.subs[SUBS * size + rack.n_subs[size]]
        rack.n_subs[size] += 1
        by_tiles[tiles] = sub
        sub[0] = by_tiles[tiles ^ 1 << last][0]
        sub.values[size - 1] = values[tile]
        sub.hash += map.letter_hash[tile]
        sub.tiles = tiles
        if tile:
            sub.letters |= <uint32_t> 1 << (tile - 1)
        else:
            sub.n_blanks += 1
        if leaves is not None:
            sub.kept += leaves.tile_hash[tile]
        if size + 1 - sub.n_blanks > 1 and sub.n_blanks < 2:
            fetch(map, &map.completions[size + 1 - sub.n_blanks], sub.hash)
    return 0


cdef int _find_leaves(Rack* rack, LeaveTable leaves) except -1 nogil:
    """Find the value of what every sub-rack leaves behind, and the best for each size."""
    cdef uint64_t whole
    cdef SubRack* sub
    cdef int size, i
    rack.best_leave[rack.n] = 0
    for size in range(1, rack.n):
        rack.best_leave[size] = 0 if leaves is None else NO_LEAVE
    if leaves is None:
        return 0
    whole = rack.subs[SUBS * rack.n].kept
    for size in range(1, rack.n):
        for i in range(rack.n_subs[size]):
            fetch_leave(leaves, whole - rack.subs[SUBS * size + i].kept)
    for size in range(1, rack.n):
        for i in range(rack.n_subs[size]):
            sub = &rack.subs[SUBS * size + i]
            sub.leave = leave_value(leaves, whole - sub.kept)
            if sub.leave > rack.best_leave[size]:
                rack.best_leave[size] = sub.leave
    return 0


cdef int _find_words(Rack* rack, WordMap map, SubRack** by_tiles) except -1 nogil:
    """Find which sub-racks make a word alone or with one more letter, and bound the values of these."""
    cdef SubRack* sub
    cdef int size, i, last
    for size in range(1, rack.n + 1):
        for i in range(rack.n_subs[size]):
            sub = &rack.subs[SUBS * size + i]
            if sub.n_blanks == 0:
                sub.finishing = value_of(map, &map.completions[size + 1], sub.hash)
                rack.joining[size] |= sub.finishing
                if size > 1:
                    last = _highest_bit(sub.tiles)
                    sub.makes_word = by_tiles[sub.tiles ^ 1 << last].finishing >> (rack.tiles[last] - 1) & 1
            else:
                rack.joining[size] = ~(<uint32_t> 0)
                if sub.n_blanks == 1:
                    sub.finishing = value_of(map, &map.completions[size], sub.hash) if size > 1 else 0
                    sub.makes_word = sub.finishing != 0
                else:
                    sub.makes_word = 1
            rack.makes_word[size] |= sub.makes_word
            raise_if(&rack.bound_alone[8 * size], sub.values, sub.makes_word)
    return 0


cdef int _highest_bit(uint32_t bits) noexcept nogil:
    cdef int n = 0
    while bits > 1:
        bits >>= 1
        n += 1
    return n
