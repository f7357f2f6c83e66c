# cython: language_level=3
"""Questions to a DAWG; wordgraph.pyx tells how its nodes are laid out.

The graph is checked once when it is opened: each child is the first arc of a state that stands before its
parent, letters ascend within a state, no way is longer than a word may be. So every walk ends, stays inside
the array and needs no further test. The same pass counts the words behind each arc, which gives ranks.

Anagrams and patterns are depth-first walks. A pattern is followed as a set of places it may have reached, one
bit each, so that each word is met once however many runs the pattern has.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from stolik.kernels.nodes cimport (
    ACCEPTS, CHILD, LAST, LETTER_SHIFT, LETTERS, LONGEST, ROW, SHORTEST, nodes_of, zeros,
)

cdef enum:
    ONE = 33  # pattern token: any one letter
    RUN = 34  # pattern token: any run of letters, also none
    LONGEST_PATTERN = 63  # places in a pattern are bits of a uint64

#: More rows than any list has words.
cdef Py_ssize_t ALL = 1 << 40
ANY_ONE = ONE
ANY_RUN = RUN
DAMAGED = "This word graph is damaged: its nodes do not form a list of words. Build it again."


def check_graph(const uint32_t[::1] nodes not None, uint32_t lowest_letter, int longest_key):
    """How many keys each arc and its later siblings lead to; ValueError unless every walk ends inside."""
    cdef uint32_t n = <uint32_t> nodes.shape[0]
    cdef uint32_t i, node, child, letter, start = 1
    cdef int64_t sibling
    cdef uint64_t below
    cdef int height = 0
    cdef uint32_t[::1] counts = zeros(n, "I")
    cdef uint8_t[::1] heights = zeros(n, "B")  # longest way on from a finished state, at its first arc
    if nodes[0] >= n or (n > 1 and not nodes[n - 1] & LAST):
        raise ValueError(DAMAGED)
    for i in range(1, n):
        node = nodes[i]
        child, letter = node & CHILD, node >> LETTER_SHIFT
        if letter > LETTERS or letter < lowest_letter:
            raise ValueError(DAMAGED)
        if i > start and nodes[i - 1] >> LETTER_SHIFT >= letter:
            raise ValueError(DAMAGED)
        if child and (child >= start or not heights[child]):  # children stand before parents: no circles
            raise ValueError(DAMAGED)
        height = max(height, 1 + (heights[child] if child else 0))
        if not node & LAST:
            continue
        if height > longest_key:
            raise ValueError(DAMAGED)
        heights[start], height, below = height, 0, 0
        for sibling in range(i, start - 1, -1):
            child = nodes[sibling] & CHILD
            below += (nodes[sibling] & ACCEPTS != 0) + (counts[child] if child else 0)
            counts[sibling] = <uint32_t> below
        start = i + 1
        if below > 0xFFFFFFFFULL:
            raise ValueError(DAMAGED)
    if nodes[0] and not heights[nodes[0]]:
        raise ValueError(DAMAGED)
    return counts.base


cdef class _Rows:
    """Rows of 16 bytes, as many as come, or so many at most."""

    cdef uint8_t[::1] cells
    cdef Py_ssize_t used
    cdef Py_ssize_t most  # bytes

    def __cinit__(self, Py_ssize_t most):
        self.cells = zeros(64 * ROW, "B")
        self.most = most * ROW

    cdef bint is_full(self) noexcept nogil:
        return self.used >= self.most

    cdef int add(self, uint8_t[::1] word, int n) except -1 nogil:
        cdef int i
        if self.used == self.cells.shape[0]:
            with gil:
                self.grow()
        for i in range(n):
            self.cells[self.used + i] = word[i]
        self.used += ROW
        return 0

    cdef int grow(self) except -1:
        cdef uint8_t[::1] old = self.cells
        self.cells = zeros(2 * old.shape[0], "B")
        self.cells[:self.used] = old
        return 0

    cdef bytes rows(self):
        return bytes(self.cells[:self.used])


cdef class Dawg:
    """A word list as a DAWG: membership, ranks in alphabet order, anagrams, patterns, hooks."""

    cdef const uint32_t[::1] arcs
    cdef uint32_t[::1] counts
    cdef readonly object nodes
    cdef readonly uint32_t n_words

    def __init__(self, graph):
        self.nodes = nodes_of(graph)
        self.arcs = self.nodes
        self.counts = check_graph(self.arcs, 1, LONGEST)
        self.n_words = self.counts[self.arcs[0]] if self.arcs[0] else 0

    def __len__(self):
        return self.n_words

    def __contains__(self, bytes letters):
        return self.find(letters) >= 0

    def contains(self, bytes letters):
        """Whether the letter codes are a word."""
        return self.find(letters) >= 0

    def index(self, bytes letters):
        """The word's rank in alphabet order, -1 for what is not a word."""
        return self.find(letters)

    cdef long long find(self, bytes letters) except -2:
        cdef long long rank = 0
        cdef uint32_t node, i = self.arcs[0]
        cdef Py_ssize_t d, n = len(letters)
        cdef const uint8_t* codes = letters  # read below n only
        for d in range(n):
            if not i:
                return -1
            node = self.arcs[i]
            while node >> LETTER_SHIFT != codes[d]:
                if node & LAST:
                    return -1
                rank += self.counts[i] - self.counts[i + 1]
                i += 1
                node = self.arcs[i]
            if d == n - 1:
                return rank if node & ACCEPTS else -1
            rank += node & ACCEPTS != 0
            i = node & CHILD
        return -1

    def word_at(self, long long rank):
        """The letter codes of the word with this rank; IndexError if there is none."""
        cdef uint32_t node, after, i = self.arcs[0]
        word = bytearray()
        if rank < 0 or rank >= self.n_words:
            raise IndexError(f"There is no word number {rank}; the list has {self.n_words}.")
        while True:
            node = self.arcs[i]
            after = 0 if node & LAST else self.counts[i + 1]
            if rank >= self.counts[i] - after:
                rank -= self.counts[i] - after
                i += 1
                continue
            word.append(node >> LETTER_SHIFT)
            if node & ACCEPTS:
                if rank == 0:
                    return bytes(word)
                rank -= 1
            i = node & CHILD

    def anagrams(
        self, bytes rack, int blanks=0, int min_length=SHORTEST, int max_length=LONGEST, Py_ssize_t most=ALL
    ):
        """Rows of the words that can be laid with these letters and blanks, the first in alphabet order."""
        cdef _Anagrams search = _Anagrams(self.arcs, blanks, min_length, max_length, most)
        for letter in rack:
            if not 1 <= letter <= LETTERS:
                raise ValueError(f"Letters are 1 to 32, not {letter}; give the number of blanks apart.")
            search.left[letter] += 1
        with nogil:
            search.walk(self.arcs[0], 0)
        return search.found.rows()

    def match(self, bytes pattern, int min_length=SHORTEST, int max_length=LONGEST, Py_ssize_t most=ALL):
        """Rows of the words of this pattern (letters, ANY_ONE, ANY_RUN), the first in alphabet order."""
        if len(pattern) > LONGEST_PATTERN:
            raise ValueError(f"A pattern has at most 63 signs, not {len(pattern)}.")
        for token in pattern:
            if not 1 <= token <= RUN:
                raise ValueError(f"A pattern is made of 1 to 32, ANY_ONE and ANY_RUN, not {token}.")
        cdef _Matches search = _Matches(self.arcs, pattern, min_length, max_length, most)
        with nogil:
            search.walk(self.arcs[0], search.closure(1), 0)
        return search.found.rows()

    def hooks(self, bytes letters):
        """The letters that make a word when put before these, and those put after, each in alphabet order."""
        front = bytes([c for c in range(1, LETTERS + 1) if self.find(bytes([c]) + letters) >= 0])
        back = bytes([c for c in range(1, LETTERS + 1) if self.find(letters + bytes([c])) >= 0])
        return front, back


cdef class _Anagrams:
    """A walk that spends the letters of a rack."""

    cdef const uint32_t[::1] arcs
    cdef int[::1] left  # by letter; 0 = blanks
    cdef int min_length
    cdef int max_length
    cdef uint8_t[::1] word
    cdef _Rows found

    def __cinit__(
        self, const uint32_t[::1] arcs, int blanks, int min_length, int max_length, Py_ssize_t most
    ):
        self.arcs = arcs
        self.left = zeros(LETTERS + 1, "i")
        self.left[0] = blanks
        self.min_length = min_length
        self.max_length = max_length
        self.word = zeros(ROW, "B")
        self.found = _Rows(most)

    cdef int walk(self, uint32_t i, int n) except -1 nogil:
        cdef uint32_t node, letter, spent
        if n >= self.max_length:
            return 0
        while i and not self.found.is_full():
            node = self.arcs[i]
            letter = node >> LETTER_SHIFT
            spent = letter if self.left[letter] > 0 else 0
            if self.left[spent] > 0:
                self.left[spent] -= 1
                self.word[n] = letter
                if node & ACCEPTS and n + 1 >= self.min_length:
                    self.found.add(self.word, n + 1)
                self.walk(node & CHILD, n + 1)
                self.left[spent] += 1
            i = 0 if node & LAST else i + 1
        return 0


cdef class _Matches:
    """A walk that carries the set of places in the pattern it may have reached, a bit each."""

    cdef const uint32_t[::1] arcs
    cdef const uint8_t[::1] pattern
    cdef int min_length
    cdef int max_length
    cdef uint8_t[::1] word
    cdef _Rows found

    def __cinit__(
        self, const uint32_t[::1] arcs, bytes pattern, int min_length, int max_length, Py_ssize_t most
    ):
        self.arcs = arcs
        self.pattern = pattern
        self.min_length = min_length
        self.max_length = max_length
        self.word = zeros(ROW, "B")
        self.found = _Rows(most)

    cdef uint64_t closure(self, uint64_t places) noexcept nogil:
        """The places together with those behind runs that may be empty."""
        cdef int d
        for d in range(self.pattern.shape[0]):
            if places >> d & 1 and self.pattern[d] == RUN:
                places |= <uint64_t> 1 << (d + 1)
        return places

    cdef uint64_t step(self, uint64_t places, uint32_t letter) noexcept nogil:
        cdef uint64_t reached = 0
        cdef int d
        for d in range(self.pattern.shape[0]):
            if not places >> d & 1:
                continue
            if self.pattern[d] == RUN:
                reached |= <uint64_t> 1 << d
            elif self.pattern[d] == ONE or self.pattern[d] == letter:
                reached |= <uint64_t> 1 << (d + 1)
        return self.closure(reached)

    cdef int walk(self, uint32_t i, uint64_t places, int n) except -1 nogil:
        cdef uint32_t node
        cdef uint64_t reached
        if n >= self.max_length:
            return 0
        while i and not self.found.is_full():
            node = self.arcs[i]
            reached = self.step(places, node >> LETTER_SHIFT)
            if reached:
                self.word[n] = node >> LETTER_SHIFT
                if node & ACCEPTS and n + 1 >= self.min_length and reached >> self.pattern.shape[0] & 1:
                    self.found.add(self.word, n + 1)
                self.walk(node & CHILD, reached, n + 1)
            i = 0 if node & LAST else i + 1
        return 0
