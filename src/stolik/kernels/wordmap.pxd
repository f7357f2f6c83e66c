"""Which words can be made of a multiset of letters: lookups in the tables of wordmap.pyx."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from stolik.kernels.bits cimport prefetch
from stolik.kernels.nodes cimport LETTERS, LONGEST

cdef struct Table:
    uint64_t start  # index of its first cell
    uint64_t slots  # slots a hash can fall into; the cells behind them take what runs over

cdef struct Pairs:  # two letters that make words of a multiset
    uint64_t hash  # of the multiset
    uint64_t length  # of the words
    uint32_t[32] completing  # for each letter the letters that complete it as well


cdef class WordMap:
    cdef const uint64_t[::1] cells  # everything: the header, then the tables and the words
    cdef uint64_t[33] letter_hash  # 0 for the blank
    cdef Table[16] classes  # by length of the words
    cdef Table[16] filters
    cdef Table[16] completions
    cdef int longest_completion
    cdef uint64_t words  # index of the first word's cells
    cdef readonly uint64_t n_words
    cdef readonly uint64_t n_classes

    cdef uint64_t hash_of(self, bytes letters) except? 0


# The high half of a hash chooses the slot, the low half is the fingerprint. Cells are handed on as int64 so that
# -1 is free for an error of the checked build; a value has 32 bits, so that it never is -1.
cdef inline uint64_t slot_of(const Table* table, uint64_t hash) noexcept nogil:
    return table.start + (((hash >> 32) * table.slots) >> 32)


cdef inline long long value_of(WordMap map, const Table* table, uint64_t hash) except -1 nogil:
    """What the table holds for this hash, 0 if nothing."""
    cdef uint64_t slot = slot_of(table, hash)
    cdef uint64_t cell = map.cells[slot]
    while cell:  # a table ends with an empty cell
        if cell >> 32 == hash & 0xFFFFFFFFU:
            return cell & 0xFFFFFFFFU
        slot += 1
        cell = map.cells[slot]
    return 0


cdef inline uint64_t filter_bits(uint64_t hash) noexcept nogil:
    return <uint64_t> 1 << (hash & 63) | <uint64_t> 1 << (hash >> 6 & 63)


cdef inline int may_be_word(WordMap map, int length, uint64_t hash) except -1 nogil:
    """False if no word has exactly these letters; True for all that have one, and for one in a hundred others."""
    cdef uint64_t bits = filter_bits(hash)
    return map.cells[slot_of(&map.filters[length], hash)] & bits == bits


cdef inline long long completing(WordMap map, int length, uint64_t hash) except -1 nogil:
    """The letters that make a word of this length of the multiset, or some more; letter 1 is bit 0."""
    if length <= map.longest_completion:
        return value_of(map, &map.completions[length], hash)
    return completing_by_trial(map, length, hash)


cdef inline long long completing_by_trial(WordMap map, int length, uint64_t hash) except -1 nogil:
    cdef uint32_t found = 0
    cdef int letter
    for letter in range(1, LETTERS + 1):
        if may_be_word(map, length, hash + map.letter_hash[letter]):
            if value_of(map, &map.classes[length], hash + map.letter_hash[letter]):
                found |= <uint32_t> 1 << (letter - 1)
    return found


cdef inline int fetch(WordMap map, const Table* table, uint64_t hash) except -1 nogil:
    """Ask for the slot of a hash, to be read later."""
    prefetch(&map.cells[slot_of(table, hash)])
    return 0


cdef inline int find_pairs(WordMap map, Pairs* pairs, int length, uint64_t hash) except -1 nogil:
    """Fill in the pairs for a multiset unless they are there; it may hold a few more than make words."""
    cdef int i
    if pairs.hash == hash and pairs.length == <uint64_t> length:
        return 0
    if length <= map.longest_completion:
        for i in range(LETTERS):
            fetch(map, &map.completions[length], hash + map.letter_hash[i + 1])
    pairs.hash, pairs.length = hash, length
    for i in range(LETTERS):
        pairs.completing[i] = completing(map, length, hash + map.letter_hash[i + 1])
    return 0
