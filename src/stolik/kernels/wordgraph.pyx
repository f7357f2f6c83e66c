# cython: language_level=3
"""The word graph: a word list as a flat array of uint32 nodes.

A node is an arc: letter (6 bits) << 26 | accepts << 25 | last sibling << 24 | child (24 bits). The arcs of
one state stand side by side in letter order, the last one marked; child is the index of the first arc of the
next state, 0 where there is none. Index 0 holds the root's child. Letters are 1..32; 0 is the separator of a
GADDAG.

A list is turned into its minimal DAWG by adding the sorted words one after another: whatever the next word no
longer shares with the last is finished, and a finished state is either one we know already (open addressing
over the states in the output) or is appended to the output. Hence a child always stands before its parent.

A GADDAG holds, for every word and every way to cut it, REV(prefix) SEPARATOR suffix, and the whole reversed
word without a separator. What may follow REV(p) SEPARATOR is exactly what may follow p in the DAWG. So the
DAWG is copied to the front of the output, and only the distinct prefixes (5.5 million in Polish, where there
are 38 million rotations) are collected, sorted by their reversal and added the same way, each bringing a
finished separator arc.

Words enter and leave as rows of 16 bytes: letter codes, zero padded, sorted, each once, 2 to 15 letters.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport qsort

from stolik.kernels.nodes cimport (
    ACCEPTS, CHILD, LAST, LETTER_SHIFT, LETTERS, LONGEST, ROW, SHORTEST, nodes_of, row_length, zeros,
)

from stolik.kernels.dawg import ANY_ONE, ANY_RUN, Dawg, check_graph

cdef enum:
    STRIDE = 40  # room for the arcs of one unfinished state: 32 letters and the separator

MAX_NODES = 1 << 24

cdef uint64_t MIX = 0xFF51AFD7ED558CCDULL


def check_rows(const uint8_t[::1] rows not None, bint in_order=True):
    """Raise unless the rows are zero padded, of 2..15 letters 1..32 and, if asked for, sorted and unique."""
    cdef Py_ssize_t start
    cdef int i, n
    if rows.shape[0] % ROW:
        raise ValueError(f"Words come in rows of 16 bytes; {rows.shape[0]} bytes are not whole rows.")
    for start in range(0, rows.shape[0], 16):
        n = row_length(rows, start)
        if n < SHORTEST or n > LONGEST:
            raise ValueError(f"Row {start // ROW} has {n} letters; a word has 2 to 15.")
        for i in range(ROW):
            if rows[start + i] > LETTERS or (i >= n and rows[start + i]):
                raise ValueError(f"Row {start // ROW} holds {rows[start + i]}: letters are 1 to 32, then zeros.")
        if in_order and start and not _ascending(rows, start):
            raise ValueError(f"Row {start // ROW} does not follow the one before; sort the words, each once.")


cdef bint _ascending(const uint8_t[::1] rows, Py_ssize_t start) noexcept nogil:
    cdef int i
    for i in range(ROW):
        if rows[start + i] != rows[start - ROW + i]:
            return rows[start + i] > rows[start - ROW + i]
    return False


cdef class _Builder:
    """Adds sorted keys; finished states go straight into the output."""

    cdef uint32_t[::1] nodes
    cdef uint32_t used
    cdef uint32_t max_nodes
    cdef uint32_t[::1] slots  # where a known state begins, 0 = free; a power of two long
    cdef uint32_t known
    cdef uint32_t[::1] path  # the unfinished states along the last key, STRIDE arcs each
    cdef uint32_t[::1] width  # how many arcs each of them has
    cdef uint8_t[::1] key
    cdef int length

    def __cinit__(self, uint32_t max_nodes):
        self.max_nodes = max_nodes
        self.nodes = zeros(1 << 12, "I")
        self.used = 1
        self.slots = zeros(1 << 12, "I")
        self.path = zeros((LONGEST + 1) * STRIDE, "I")
        self.width = zeros(LONGEST + 1, "I")
        self.key = zeros(ROW, "B")

    cdef int take_over(self, const uint32_t[::1] graph) except -1:
        """Begin with a whole graph, each node at the index it has there."""
        cdef uint32_t i, start = 1
        cdef uint32_t n = <uint32_t> graph.shape[0]
        self.reserve(n)
        for i in range(1, n):
            self.nodes[i] = graph[i]
        self.used = n
        for i in range(1, n):
            if graph[i] & LAST:
                self.register(start)
                start = i + 1
        return 0

    cdef int reserve(self, uint32_t n) except -1 nogil:
        """Make room for n more nodes."""
        cdef uint32_t i
        cdef uint32_t[::1] old
        if self.used + n > self.max_nodes:
            with gil:
                raise ValueError(
                    f"This word list is too large: its graph needs more than {self.max_nodes} nodes. "
                    "Use fewer words."
                )
        if self.used + n > <uint32_t> self.nodes.shape[0]:
            with gil:
                old = self.nodes
                self.nodes = zeros(2 * max(old.shape[0], <Py_ssize_t> self.used + n), "I")
            for i in range(self.used):
                self.nodes[i] = old[i]
        return 0

    cdef uint32_t slot_of(self, uint32_t start) noexcept nogil:
        """The first slot to try for the state beginning at this node."""
        cdef uint64_t h = 0
        while True:
            h = (h ^ self.nodes[start]) * MIX
            h ^= h >> 32
            if self.nodes[start] & LAST:
                return <uint32_t> h & <uint32_t> (self.slots.shape[0] - 1)
            start += 1

    cdef int register(self, uint32_t start) except -1 nogil:
        """Enter a state that is in the output into the table, growing the table at half load."""
        cdef uint32_t i, slot
        cdef uint32_t mask = <uint32_t> (self.slots.shape[0] - 1)
        cdef uint32_t[::1] old
        if self.known * 2 > mask:
            with gil:
                old = self.slots
                self.slots = zeros(2 * old.shape[0], "I")
            self.known = 0
            for i in range(<uint32_t> old.shape[0]):
                if old[i]:
                    self.register(old[i])
            mask = <uint32_t> (self.slots.shape[0] - 1)
        slot = self.slot_of(start)
        while self.slots[slot]:
            slot = (slot + 1) & mask
        self.slots[slot] = start
        self.known += 1
        return 0

    cdef int finish_state(self, int depth, uint32_t* start) except -1 nogil:
        """Find the unfinished state of this depth in the output or append it; tell where it begins."""
        cdef uint32_t i, slot, found
        cdef uint32_t n = self.width[depth]
        cdef uint32_t mask = <uint32_t> (self.slots.shape[0] - 1)
        self.reserve(n)
        # Written behind the output first, so that it is hashed and compared like a finished state.
        for i in range(n):
            self.nodes[self.used + i] = self.path[depth * STRIDE + i]
        self.nodes[self.used + n - 1] |= LAST
        self.width[depth] = 0
        slot = self.slot_of(self.used)
        while self.slots[slot]:
            found = self.slots[slot]
            i = 0
            while i < n and self.nodes[found + i] == self.nodes[self.used + i]:
                i += 1
            # found < used and only the last of the n arcs is marked: equal arcs mean an equal, whole state
            if i == n:
                start[0] = found
                return 0
            slot = (slot + 1) & mask
        start[0] = self.used
        self.used += n
        self.register(start[0])
        return 0

    cdef int finish_below(self, int depth) except -1 nogil:
        """Finish every state of the last key deeper than depth."""
        cdef int d
        cdef uint32_t start = 0
        for d in range(self.length, depth, -1):
            if self.width[d]:
                self.finish_state(d, &start)
                self.path[(d - 1) * STRIDE + self.width[d - 1] - 1] |= start
        return 0

    cdef int push(self, int depth, uint32_t arc) except -1 nogil:
        # keys ascend, so a state gets at most the separator and 32 letters: 33 < STRIDE arcs
        self.path[depth * STRIDE + self.width[depth]] = arc
        self.width[depth] += 1
        return 0

    cdef int add(self, const uint8_t[::1] key, int n, bint accepts, uint32_t after_separator) except -1 nogil:
        """Add a key greater than the last; after_separator is the state behind a separator arc, 0 = none."""
        cdef int d, shared = 0
        while shared < n and shared < self.length and key[shared] == self.key[shared]:
            shared += 1
        self.finish_below(shared)
        for d in range(shared, n):
            self.push(d, <uint32_t> key[d] << LETTER_SHIFT)
            self.key[d] = key[d]
        self.length = n
        if accepts:
            self.path[(n - 1) * STRIDE + self.width[n - 1] - 1] |= ACCEPTS
        if after_separator:
            self.push(n, after_separator)
        return 0

    cdef bytes graph(self):
        """Finish what is left and give out the nodes."""
        cdef uint32_t root = 0
        self.finish_below(0)
        if self.width[0]:
            self.finish_state(0, &root)
        self.nodes[0] = root
        return bytes(self.nodes[:self.used])


def build_dawg(rows, *, uint32_t max_nodes=MAX_NODES):
    """The minimal DAWG of the words; ValueError if the rows are malformed or need more than max_nodes."""
    cdef const uint8_t[::1] cells = memoryview(rows).cast("B")
    cdef Py_ssize_t start
    cdef _Builder builder = _Builder(max_nodes)
    check_rows(cells)
    with nogil:
        for start in range(0, cells.shape[0], 16):
            builder.add(cells[start:start + ROW], row_length(cells, start), True, 0)
    return builder.graph()


cdef int _compare_keys(const void* a, const void* b) noexcept nogil:
    cdef const uint64_t* x = <const uint64_t*> a
    cdef const uint64_t* y = <const uint64_t*> b
    if x[0] != y[0]:
        return 1 if x[0] > y[0] else -1
    return (x[1] > y[1]) - (x[1] < y[1])


cdef class _Prefixes:
    """The distinct prefixes of a DAWG, those with one last letter at a time, in order of their reversal.

    A reversed prefix and what stands behind it are 16 bytes: ten letters of 6 bits in the high end of the
    first word, five in the second, and in its low 25 bits accepts << 24 | child. Integer order is then letter
    order.
    """

    cdef const uint32_t[::1] dawg
    cdef uint64_t[::1] counts  # prefixes by last letter
    cdef uint64_t[::1] keys
    cdef uint64_t used

    def __cinit__(self, const uint32_t[::1] dawg):
        self.dawg = dawg
        self.counts = zeros(LETTERS + 1, "Q")
        self.count(dawg[0])
        self.keys = zeros(2 * max(list(self.counts)), "Q")

    cdef int count(self, uint32_t i) except -1 nogil:
        cdef uint32_t node
        while i:
            node = self.dawg[i]
            self.counts[node >> LETTER_SHIFT] += 1
            self.count(node & CHILD)
            i = 0 if node & LAST else i + 1
        return 0

    cdef int collect(self, uint32_t letter, uint32_t i, uint64_t high, uint64_t low) except -1 nogil:
        """Store the prefixes that go on from (high, low) with the arcs at i and have this last letter."""
        cdef uint32_t node
        cdef uint64_t longer_high
        # a letter goes in front of the reversal: the tenth letter moves over into the second word
        cdef uint64_t longer_low = (high >> 4 & 63) << 58 | low >> 6
        high = high >> 10 << 4
        while i:
            node = self.dawg[i]
            longer_high = <uint64_t> (node >> LETTER_SHIFT) << 58 | high
            if node >> LETTER_SHIFT == letter:
                self.keys[self.used] = longer_high
                self.keys[self.used + 1] = longer_low | (node & CHILD) | (node & ACCEPTS) >> 1
                self.used += 2
            self.collect(letter, node & CHILD, longer_high, longer_low)
            i = 0 if node & LAST else i + 1
        return 0

    cdef int add_to(self, _Builder builder, uint32_t letter, uint8_t[::1] key) except -1 nogil:
        """Add the prefixes with this last letter to the builder."""
        cdef uint64_t k
        cdef int n
        self.used = 0
        self.collect(letter, self.dawg[0], 0, 0)
        if not self.used:
            return 0
        qsort(&self.keys[0], self.used // 2, 16, _compare_keys)
        for k in range(0, self.used, 2):
            n = 0
            while n < LONGEST:
                key[n] = self.keys[k + n // 10] >> (58 - 6 * (n % 10)) & 63
                if not key[n]:
                    break
                n += 1
            builder.add(key, n, self.keys[k + 1] >> 24 & 1, <uint32_t> (self.keys[k + 1] & CHILD))
        return 0


def build_gaddag(dawg, progress=None, *, uint32_t max_nodes=MAX_NODES):
    """The GADDAG of a DAWG's words; calls progress(done, total) between letters, else without the GIL."""
    cdef const uint32_t[::1] nodes = Dawg(dawg).nodes  # checked: every walk below ends and stays inside
    cdef _Builder builder = _Builder(max_nodes)
    cdef _Prefixes prefixes = _Prefixes(nodes)
    cdef uint8_t[::1] key = zeros(ROW, "B")
    cdef uint32_t letter
    cdef uint64_t done = 0
    total = sum(list(prefixes.counts))
    builder.take_over(nodes)
    for letter in range(1, LETTERS + 1):
        with nogil:
            prefixes.add_to(builder, letter, key)
        done += prefixes.counts[letter]
        if progress is not None:
            progress(done, total)
    return builder.graph()


cdef class _Rotations:
    """Everything a GADDAG holds, counted and summed by how long the part before the separator is."""

    cdef const uint32_t[::1] nodes
    cdef uint8_t[::1] before
    cdef uint8_t[::1] word
    cdef uint64_t[::1] counts
    cdef uint64_t[::1] sums
    cdef uint8_t[::1] rows  # the words, from the keys cut after one letter: these stand in the words' order
    cdef Py_ssize_t used

    def __cinit__(self, const uint32_t[::1] nodes):
        self.nodes = nodes
        self.before = zeros(ROW, "B")
        self.word = zeros(ROW, "B")
        self.counts = zeros(ROW, "Q")
        self.sums = zeros(ROW, "Q")
        self.rows = zeros(ROW * self.count_words(check_graph(nodes, 0, LONGEST + 1)), "B")

    cdef size_t count_words(self, const uint32_t[::1] keys_behind) except? 0:
        """The number of keys whose second sign is the separator."""
        cdef uint32_t first, second, i = self.nodes[0]
        cdef size_t n = 0
        while i:
            first = self.nodes[i]
            second = self.nodes[first & CHILD] if first & CHILD else LAST
            if second >> LETTER_SHIFT == 0 and second & CHILD:
                n += keys_behind[second & CHILD]
            i = 0 if first & LAST else i + 1
        return n

    cdef int walk_back(self, uint32_t i, int n) except -1 nogil:
        """Follow every reversed prefix from the arcs at i, n letters having been read."""
        cdef uint32_t node, letter
        while i:
            node = self.nodes[i]
            letter = node >> LETTER_SHIFT
            if not letter:
                self.turn(n)
                self.walk_on(node & CHILD, n, n)
            if n == LONGEST or (not letter and (n == 0 or node & ACCEPTS)):
                with gil:
                    raise ValueError("This GADDAG is damaged: a separator is out of place or a key too long.")
            if letter:
                self.before[n] = letter
                if node & ACCEPTS:
                    self.turn(n + 1)
                    self.note(n + 1, n + 1)
                self.walk_back(node & CHILD, n + 1)
            i = 0 if node & LAST else i + 1
        return 0

    cdef int turn(self, int n) except -1 nogil:
        """Write the letters read so far as the beginning of the word."""
        cdef int d
        for d in range(n):
            self.word[d] = self.before[n - 1 - d]
        return 0

    cdef int walk_on(self, uint32_t i, int cut, int n) except -1 nogil:
        """Follow every suffix from the arcs at i, behind a separator after cut letters."""
        cdef uint32_t node
        while i:
            node = self.nodes[i]
            if n == LONGEST or not node >> LETTER_SHIFT:
                with gil:
                    raise ValueError("This GADDAG is damaged: a key is too long or has two separators.")
            self.word[n] = node >> LETTER_SHIFT
            if node & ACCEPTS:
                self.note(cut, n + 1)
            self.walk_on(node & CHILD, cut, n + 1)
            i = 0 if node & LAST else i + 1
        return 0

    cdef int note(self, int cut, int n) except -1 nogil:
        cdef int d
        self.counts[cut] += 1
        self.sums[cut] += _fingerprint(self.word, 0, n)
        if cut == 1 and n > 1:
            for d in range(n):
                self.rows[self.used + d] = self.word[d]
            self.used += ROW
        return 0


cdef uint64_t _fingerprint(const uint8_t[::1] rows, Py_ssize_t start, int n) noexcept nogil:
    cdef uint64_t h = n
    cdef int i
    for i in range(n):
        h = (h ^ rows[start + i]) * MIX
        h ^= h >> 32
    return h


def enumerate_gaddag(graph):
    """The words of a GADDAG in order, every key read back; ValueError unless each word has all its rotations.

    The keys of a graph differ, so the keys cut after k letters are k-cuts of different words. They are all
    the words of k letters and more exactly if their number and the sum of their 64-bit fingerprints are those
    of these words; that is compared for each k.
    """
    cdef _Rotations rotations = _Rotations(nodes_of(graph))
    cdef uint64_t[::1] counts = zeros(ROW, "Q")
    cdef uint64_t[::1] sums = zeros(ROW, "Q")
    cdef Py_ssize_t start
    cdef uint64_t h
    cdef int n, k
    with nogil:
        rotations.walk_back(rotations.nodes[0], 0)
        for start in range(0, rotations.used, 16):
            n = row_length(rotations.rows, start)
            h = _fingerprint(rotations.rows, start, n)
            for k in range(1, n + 1):
                counts[k] += 1
                sums[k] += h
    for k in range(1, ROW):
        if counts[k] != rotations.counts[k] or sums[k] != rotations.sums[k]:
            raise ValueError(
                f"This GADDAG is damaged: {rotations.counts[k]} keys are cut after {k} letters, "
                f"but {counts[k]} of its words have so many."
            )
    return bytes(rotations.rows)


def enumerate_words(graph):
    """Rows of all words of a DAWG, in alphabet order."""
    return Dawg(graph).match(bytes([ANY_RUN]))
