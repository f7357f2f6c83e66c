# cython: language_level=3
"""The moves of a position in their order.

The order is: score from high to low, across before down, row, col, then the word byte by byte. It is an order over
all moves of a position, so that a list does not depend on the way its moves were found.

1. There are few places that a word may begin on and few scores, so nothing is compared at first: the numbers of
   the moves are dealt out by place, then in that order the moves themselves by score. Dealing out is to count how
   many moves have each key, to sum the counts up to where the moves of a key begin, and to put each move there.
2. What has the same place and score stands side by side now and is sorted by word, by comparing.
3. If scores are SCORES apart or more, which only strange layouts give, the whole list is sorted by comparing.

Bounds. A side has at most 31 squares, hence a place is 1 + 5 + 5 bits.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from stolik.kernels.bits cimport big_endian

cdef enum:
    KEPT = 1 << 14  # how many records a list keeps room for
    MOST = 1 << 24  # 512 MB of records
    PLACES = 1 << 11
    SCORES = 1 << 12
    FEW = 12  # so many moves are sorted by insertion at a time


cdef inline uint32_t place_of(const Record* move) noexcept nogil:
    return move.down << 10 | move.row << 5 | move.col


cdef inline bint comes_before(const Record* a, const Record* b) noexcept nogil:
    """The order of all moves."""
    if a.score != b.score:
        return a.score > b.score
    if place_of(a) != place_of(b):
        return place_of(a) < place_of(b)
    if big_endian(a.word) != big_endian(b.word):
        return big_endian(a.word) < big_endian(b.word)
    return big_endian(&a.word[7]) < big_endian(&b.word[7])


cdef int sort(Record* moves, size_t n, Record* spare) noexcept nogil:
    """Sort moves by comparing, halves first if there are many; spare is room for half as many."""
    cdef size_t half = n // 2, i = 0, j = half, k = 0
    if n <= FEW:
        return insert(moves, n)
    sort(moves, half, spare)
    sort(&moves[half], n - half, spare)
    memcpy(spare, moves, half * sizeof(Record))
    while i < half:  # what is left of the second half then stands where it should
        if j < n and comes_before(&moves[j], &spare[i]):
            moves[k] = moves[j]
            j += 1
        else:
            moves[k] = spare[i]
            i += 1
        k += 1
    return 0


cdef int insert(Record* moves, int n) noexcept nogil:
    """Sort a few moves."""
    cdef Record move
    cdef int i, j
    for i in range(1, n):
        if comes_before(&moves[i], &moves[i - 1]):
            move = moves[i]
            j = i
            while j and comes_before(&move, &moves[j - 1]):
                moves[j] = moves[j - 1]
                j -= 1
            moves[j] = move
    return 0


cdef inline int _sum_up(uint32_t* counts, int n) noexcept nogil:
    """Turn the number of moves with each key into the place of the first of them."""
    cdef uint32_t before = 0, count
    cdef int key
    for key in range(n):
        count = counts[key]
        counts[key] = before
        before += count
    return 0


cdef class MoveList:
    """Write a move at records[n], where there is room, and raise n; then hand the list over."""

    def __dealloc__(self):
        free(self.records)
        free(self.order)

    cdef int make_room(self) except -1 nogil:
        """Room for twice as many records."""
        cdef size_t room = 2 * self.room if self.room else 1024
        cdef void* records = realloc(self.records, room * sizeof(Record)) if room <= MOST else NULL
        if records != NULL:
            self.records = <Record*> records
            order = realloc(self.order, room * sizeof(uint32_t))
            if order != NULL:
                self.order = <uint32_t*> order
                self.room = room
                return 0
        with gil:
            raise MemoryError(f"This position has more than {self.n} moves; use a rack with fewer blanks.")

    cdef bytes hand_over(self):
        """The sorted moves as bytes; the list is empty then and much room is given back."""
        found = PyBytes_FromStringAndSize(NULL, self.n * sizeof(Record))
        cdef Record* target = <Record*> PyBytes_AS_STRING(found)
        if self.n:
            with nogil:
                self.sort_into(target)
        self.n = 0
        if self.room > KEPT:
            free(self.records)
            free(self.order)
            self.records, self.order, self.room = NULL, NULL, 0
        return found

    cdef int sort_into(self, Record* target) noexcept nogil:
        """Write the moves in order."""
        cdef int64_t lowest = self.records[0].score, highest = lowest
        cdef size_t i, first = 0
        cdef bint alike
        for i in range(1, self.n):
            lowest = min(lowest, self.records[i].score)
            highest = max(highest, self.records[i].score)
        if highest - lowest >= SCORES:
            memcpy(target, self.records, self.n * sizeof(Record))
            return sort(target, self.n, self.records)
        self.order_by_place()
        self.deal_by_score(target, highest, highest - lowest + 1)
        for i in range(1, self.n + 1):
            alike = i < self.n and target[i].score == target[first].score
            if not alike or place_of(&target[i]) != place_of(&target[first]):
                if i - first > 1:
                    sort(&target[first], i - first, self.records)
                first = i
        return 0

    cdef int order_by_place(self) noexcept nogil:
        """Put the numbers of the records in the order of their places."""
        cdef uint32_t[PLACES] begins
        cdef uint32_t place
        cdef size_t i
        memset(begins, 0, sizeof(begins))
        for i in range(self.n):
            begins[place_of(&self.records[i])] += 1
        _sum_up(begins, PLACES)
        for i in range(self.n):
            place = place_of(&self.records[i])
            self.order[begins[place]] = i
            begins[place] += 1
        return 0

    cdef int deal_by_score(self, Record* target, int64_t highest, int n_scores) noexcept nogil:
        """Write the records as they are ordered, but by score first."""
        cdef uint32_t[SCORES] begins
        cdef const Record* move
        cdef size_t i
        memset(begins, 0, n_scores * sizeof(uint32_t))
        for i in range(self.n):
            begins[highest - self.records[i].score] += 1
        _sum_up(begins, n_scores)
        for i in range(self.n):
            move = &self.records[self.order[i]]
            target[begins[highest - move.score]] = move[0]
            begins[highest - move.score] += 1
        return 0
