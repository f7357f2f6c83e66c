# cython: language_level=3
"""The word map: from a multiset of letters straight to the words made of exactly these letters.

1. Every letter has a random 64-bit constant; the hash of a multiset is the sum of its letters' constants. Hence
   joining multisets is adding, taking letters out is subtracting, and a blank counts 0.
2. The words stand in rows of 16 bytes, sorted by length and hash, so that anagrams are neighbours: a class. Byte
   15 of a row, which no word reaches, is 1 at the last word of its class.
3. For each length there is a table of classes with open addressing. A cell has 64 bits: the low half of the hash
   as fingerprint, and the number of the first word plus one. The high half of the hash chooses the slot.
4. Two multisets of one fingerprint may meet. If both are classes, a lookup could answer with the wrong one; so
   every class is looked up after building, and if one does not find itself other constants are tried. If only one
   is a class, the lookup of the other answers with words that do not fit: who asks must compare the letters.
5. For each length a filter of 64-bit words tells nearly all other multisets apart with one access: a class sets
   two bits of one word; there are 16 bits to a class.
6. For each length up to `longest_completion` a table of the same kind gives, for what is left of a class when one
   letter is taken out, the set of letters that complete it. Here a meeting of fingerprints unites two sets, which
   makes them too large, never too small. For longer words the set is found by trying all letters.

All of it is one array of 64-bit cells, so that it can be written to a file and mapped into memory as it is:
a header (HEAD cells: mark, number of words, number of classes, longest completion, size, then the constants of
the letters, then start and slots of the three tables of every length), the tables, the words.

The same rows give the same bytes: the constants come from splitmix64, seeded with the number of the attempt.
The table is trusted when it is opened, as `stolik.words` proves it before use; only its header is looked at.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from stolik.kernels.bits cimport splitmix
from stolik.kernels.nodes cimport LETTERS, LONGEST, ROW, SHORTEST, row_length, zeros
from stolik.kernels.wordgraph import check_rows

cdef enum:
    HEAD = 144  # cells of the header
    CONSTANTS = 8  # where in the header the letters' constants stand
    TABLES = 44  # where the tables' starts and slots stand
    CELLS_PER_WORD = ROW // 8
    SPARE = 64  # cells behind the slots of a table; the last one stays empty
    ATTEMPTS = 64
    COMPLETIONS_TO = 10  # seven tiles and three on the board; longer ones are rare and the table grows

cdef uint64_t MARK = 0x31504D4B4C4F5453ULL  # reads STOLKMP1 where bytes stand in the right order
MARKED_WRONG = "This is no word map of this version and machine. Build it again."

cdef struct Keyed:
    uint64_t hash
    uint32_t row
    uint32_t length


cdef int _by_hash(const void* a, const void* b) noexcept nogil:
    cdef const Keyed* x = <const Keyed*> a
    cdef const Keyed* y = <const Keyed*> b
    if x.length != y.length:
        return -1 if x.length < y.length else 1
    if x.hash != y.hash:
        return -1 if x.hash < y.hash else 1
    return -1 if x.row < y.row else 1


cdef class _Builder:
    """Lays out and fills the tables for one choice of constants."""

    cdef const uint8_t[::1] rows
    cdef uint64_t[::1] cells
    cdef uint64_t[33] letter_hash
    cdef uint64_t[::1] keyed  # the sorted words as Keyed, two cells each
    cdef const Keyed* order
    cdef size_t n_words
    cdef size_t[17] first  # number of the first word of each length
    cdef Table[16] classes
    cdef Table[16] filters
    cdef Table[16] completions
    cdef uint64_t words
    cdef size_t n_classes
    cdef int longest_completion

    def __cinit__(self, const uint8_t[::1] rows, int longest_completion):
        self.rows = rows
        self.n_words = rows.shape[0] // ROW
        self.longest_completion = longest_completion

    cdef int choose_constants(self, uint64_t attempt) except -1:
        """Give every letter its constant and sort the words by length and hash."""
        cdef uint64_t state = attempt << 32
        cdef int letter
        for letter in range(1, LETTERS + 1):
            self.letter_hash[letter] = splitmix(state + letter * 0x9E3779B97F4A7C15ULL)
        self.keyed = zeros(2 * self.n_words + 2, "Q")
        self.order = <const Keyed*> &self.keyed[0]
        with nogil:
            self.sort_words()
        return 0

    cdef int sort_words(self) except -1 nogil:
        cdef Keyed* keyed = <Keyed*> &self.keyed[0]
        cdef size_t i
        cdef uint32_t d, length
        for i in range(self.n_words):
            keyed[i].row = <uint32_t> i
            keyed[i].length = row_length(self.rows, i * ROW)
            for d in range(keyed[i].length):
                keyed[i].hash += self.letter_hash[self.rows[i * ROW + d]]
        qsort(keyed, self.n_words, sizeof(Keyed), _by_hash)
        i = 0
        for length in range(<uint32_t> LONGEST + 2):
            while i < self.n_words and keyed[i].length < length:
                i += 1
            self.first[length] = i
        return 0

    cdef bint opens_class(self, size_t i) noexcept nogil:
        """Whether the word is the first of its class, as every first word of a length is."""
        return i == self.first[self.order[i].length] or self.order[i].hash != self.order[i - 1].hash

    cdef size_t count_classes(self, int length) noexcept nogil:
        cdef size_t i, n = 0
        for i in range(self.first[length], self.first[length + 1]):
            n += self.opens_class(i)
        return n

    cdef int lay_out(self) except -1:
        """Decide where every table stands and make the room."""
        cdef uint64_t at = HEAD
        cdef size_t n
        cdef int length
        self.n_classes = 0
        for length in range(LONGEST + 1):
            n = self.count_classes(length)
            self.n_classes += n
            self.classes[length] = Table(at, n + n // 2 + 1)
            at += self.classes[length].slots + SPARE
            self.filters[length] = Table(at, n // 4 + 1)
            at += self.filters[length].slots
            n = self.count_completions(length)
            self.completions[length] = Table(at, n + n // 2 + 1)
            at += self.completions[length].slots + SPARE
        self.words = at + at % 2
        self.cells = zeros(self.words + CELLS_PER_WORD * self.n_words, "Q")
        return 0

    cdef size_t count_completions(self, int length) except? 0:
        """How many cells the completions of a length take: they are put into a table of passing room."""
        cdef Table table
        cdef size_t n = self.count_classes(length) if length <= self.longest_completion else 0
        if n == 0:
            return 0
        table = Table(0, n * length + n * length // 2 + 1)
        self.cells = zeros(table.slots + SPARE, "Q")
        with nogil:
            n = self.add_completions(length, &table)
        return n

    cdef size_t add_completions(self, int length, const Table* table) except? 0 nogil:
        """Note every letter of every class of this length as completing the others; how many cells it took."""
        cdef size_t i, taken = 0
        cdef uint8_t letter
        cdef int d
        for i in range(self.first[length], self.first[length + 1]):
            if self.opens_class(i):
                for d in range(length):
                    letter = self.rows[<size_t> self.order[i].row * ROW + d]
                    taken += self.unite(table, self.order[i].hash - self.letter_hash[letter], letter)
        return taken

    cdef int unite(self, const Table* table, uint64_t hash, uint8_t letter) except -1 nogil:
        """Add a letter to the set kept for a hash; 1 if that took a new cell."""
        cdef uint64_t slot = slot_of(table, hash), fingerprint = hash & 0xFFFFFFFFU
        cdef uint64_t bit = <uint64_t> 1 << (letter - 1)
        while self.cells[slot]:
            if self.cells[slot] >> 32 == fingerprint:
                self.cells[slot] |= bit
                return 0
            slot += 1
        if slot + 1 >= table.start + table.slots + SPARE:
            raise OverflowError
        self.cells[slot] = fingerprint << 32 | bit
        return 1

    cdef bint fill(self, int length) except -1 nogil:
        """Fill the tables of one length; False if a class was not found again, or a table ran over."""
        cdef size_t i
        for i in range(self.first[length], self.first[length + 1]):
            self.copy_word(i)
            if self.opens_class(i) and not self.add_class(length, i):
                return False
        if length <= self.longest_completion:
            self.add_completions(length, &self.completions[length])
        return True

    cdef int copy_word(self, size_t i) except -1 nogil:
        cdef uint8_t* word = <uint8_t*> &self.cells[self.words + CELLS_PER_WORD * i]
        memcpy(word, &self.rows[<size_t> self.order[i].row * ROW], ROW)
        word[ROW - 1] = i + 1 == self.first[self.order[i].length + 1] or self.opens_class(i + 1)
        return 0

    cdef bint add_class(self, int length, size_t i) except -1 nogil:
        cdef const Table* table = &self.classes[length]
        cdef uint64_t hash = self.order[i].hash, slot = slot_of(table, hash)
        while self.cells[slot]:
            if self.cells[slot] >> 32 == hash & 0xFFFFFFFFU:
                return False  # a lookup would stop here
            slot += 1
        if slot + 1 >= table.start + table.slots + SPARE:
            return False
        self.cells[slot] = hash << 32 | (i + 1)
        self.cells[slot_of(&self.filters[length], hash)] |= filter_bits(hash)
        return True

    cdef int write_header(self) except -1:
        cdef int letter, length, at = TABLES
        for at, value in enumerate((MARK, self.n_words, self.n_classes, self.longest_completion, len(self.cells))):
            self.cells[at] = value
        for letter in range(LETTERS + 1):
            self.cells[CONSTANTS + letter] = self.letter_hash[letter]
        at = TABLES
        for length in range(LONGEST + 1):
            for table in (self.classes[length], self.filters[length], self.completions[length]):
                self.cells[at] = table.start
                self.cells[at + 1] = table.slots
                at += 2
        return 0


def build_wordmap(const uint8_t[::1] rows not None, progress=None, *, int longest_completion=COMPLETIONS_TO):
    """The word map of these words as bytes; calls progress(done, total) now and then, else without the GIL."""
    cdef _Builder builder = _Builder(rows, longest_completion)
    check_rows(rows, in_order=False)
    for attempt in range(ATTEMPTS):
        builder.choose_constants(attempt)
        try:
            builder.lay_out()
            whole = _fill_all(builder, progress)
        except OverflowError:
            whole = False
        if whole:
            builder.write_header()
            _prove(builder)
            return memoryview(builder.cells.base).cast("B")
    raise ValueError(f"No constants among {ATTEMPTS} keep these words apart; is each of them there once?")


cdef bint _fill_all(_Builder builder, progress) except -1:
    cdef int length
    cdef bint whole
    for length in range(SHORTEST, LONGEST + 1):
        with nogil:
            whole = builder.fill(length)
        if not whole:
            return False
        if progress is not None:
            progress(builder.first[length + 1], builder.n_words)
    return True


cdef int _prove(_Builder builder) except -1:
    """Look up every class: each must answer with its own first word and pass its filter."""
    cdef WordMap map = WordMap(builder.cells)
    cdef size_t i
    cdef int length
    cdef uint64_t hash
    with nogil:
        for i in range(builder.n_words):
            length, hash = builder.order[i].length, builder.order[i].hash
            if builder.opens_class(i):
                if <size_t> value_of(map, &map.classes[length], hash) != i + 1 or not may_be_word(map, length, hash):
                    raise AssertionError("the word map does not find a class that was put into it")
    return 0


cdef class WordMap:
    """The opened tables: read only, shared by all threads."""

    def __init__(self, table):
        view = memoryview(table).cast("B")
        if len(view) % 8 or len(view) < 8 * HEAD:
            raise ValueError(MARKED_WRONG)
        self.cells = view.cast("Q")
        if self.cells[0] != MARK or self.cells[4] != <uint64_t> self.cells.shape[0]:
            raise ValueError(MARKED_WRONG)
        self.n_words, self.n_classes = self.cells[1], self.cells[2]
        self.longest_completion = <int> self.cells[3]
        self._read_header()

    def _read_header(self):
        cdef int letter, length, at = TABLES
        cdef uint64_t n_cells = self.cells.shape[0]
        for letter in range(LETTERS + 1):
            self.letter_hash[letter] = self.cells[CONSTANTS + letter]
        for length in range(LONGEST + 1):
            self.classes[length] = Table(self.cells[at], self.cells[at + 1])
            self.filters[length] = Table(self.cells[at + 2], self.cells[at + 3])
            self.completions[length] = Table(self.cells[at + 4], self.cells[at + 5])
            at += 6
            for table in (self.classes[length], self.filters[length], self.completions[length]):
                if not (table.start < n_cells and table.slots <= n_cells - table.start):
                    raise ValueError(MARKED_WRONG)
        if CELLS_PER_WORD * self.n_words > n_cells:
            raise ValueError(MARKED_WRONG)
        self.words = n_cells - CELLS_PER_WORD * self.n_words

    def __len__(self):
        return self.n_words

    cdef uint64_t hash_of(self, bytes letters) except? 0:
        cdef uint64_t hash = 0
        if not letters or not 1 <= max(letters) <= LETTERS or min(letters) < 1 or len(letters) > LONGEST:
            raise ValueError("Letters are 1 to 32, at most 15 of them.")
        for letter in letters:
            hash += self.letter_hash[<int> letter]
        return hash

    def words_of(self, bytes letters not None):
        """The words made of exactly these letters, in alphabet order."""
        cdef uint64_t number, at
        cdef int i, length = <int> len(letters)
        number = value_of(self, &self.classes[length], self.hash_of(letters))
        found, last = [], not number
        while not last:
            at = self.words + CELLS_PER_WORD * (number - 1)
            row = bytes((<const uint8_t*> &self.cells[at])[:ROW])
            last = row[ROW - 1]
            found.append(row[:length])
            number += 1
        return [word for word in found if sorted(word) == sorted(letters)]

    def has_class(self, bytes letters not None):
        """Whether the filter lets these letters pass: always if they make a word, seldom otherwise."""
        return may_be_word(self, <int> len(letters), self.hash_of(letters)) == 1

    def completing(self, bytes letters not None):
        """The letters one of which makes a word of these ones, as a set of bits; it may hold a few more."""
        if len(letters) >= LONGEST:
            return 0
        return completing(self, <int> len(letters) + 1, self.hash_of(letters))
