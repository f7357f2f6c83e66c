# cython: language_level=3
"""The nodes of a search over number tiles: those that wait, the first one first, and those that are no use.

1. A node is all sets up to a number, told by the shapes of the four colours' runs (meldsearch.pyx), the jokers used,
   the points laid as far as they matter, and the cost.
2. Nodes wait in a binary heap: the lowest bound comes first, then the highest number, which is nearest to the end,
   then the fewest jokers.
3. A node is no use if another one at the same number costs no more, used no more jokers, has no fewer points and
   the same shapes, or in one colour a better shape: a run of two for a run of one, a run of three for a shorter
   one, or one more of three. For whatever is laid later, the better one can do the same. Where jokers have to be
   used up (`settle_jokers`) only nodes with equally many are compared.
4. To find such others, nodes of equal shapes and number are chained in buckets.

Everything grows by doubling when it is full and is kept for the next search.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

cdef enum:
    FEWEST_BUCKETS = 1 << 6
    FEWEST_NODES = 1 << 10
    MOST_BETTER = 4

cdef uint8_t[480] BETTER  # shape * 4: better shapes, the first DEAD ends them


def numbered_shapes():
    """How many runs have one tile, two, or more, in the order of the shapes' numbers."""
    return [
        (ones, twos, total - ones - twos)
        for total in range(MOST_RUNS + 1) for ones in range(total + 1) for twos in range(total - ones + 1)
    ]


cdef int _fill_better() except -1:
    numbers = {shape: number for number, shape in enumerate(numbered_shapes())}
    for (ones, twos, more), shape in numbers.items():
        better = (
            (ones, twos, more + 1), (ones, twos - 1, more + 1), (ones - 1, twos + 1, more), (ones - 1, twos, more + 1)
        )
        for at, other in enumerate(sorted(numbers.get(other, DEAD) for other in better)):
            BETTER[shape * MOST_BETTER + at] = other
    return 0


_fill_better()


cdef inline uint32_t _bucket(uint32_t place) noexcept nogil:
    cdef uint64_t mixed = <uint64_t> place * 0x9E3779B97F4A7C15ULL
    return <uint32_t> (mixed >> 32)


cdef class MeldNodes:
    """The nodes of one search after the other; for one thread at a time."""

    def __cinit__(self):
        self.room_for_nodes = self.room_for_waiting = FEWEST_NODES
        self.room_for_buckets = FEWEST_BUCKETS
        self.nodes = <Node*> malloc(self.room_for_nodes * sizeof(Node))
        self.heap = <Waiting*> malloc(self.room_for_waiting * sizeof(Waiting))
        self.buckets = <int32_t*> malloc(self.room_for_buckets * sizeof(int32_t))
        if self.nodes == NULL or self.heap == NULL or self.buckets == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.nodes)
        free(self.heap)
        free(self.buckets)

    cdef int forget_nodes(self) except -1 nogil:
        """Begin a new search."""
        self.n_nodes = self.n_waiting = 0
        memset(self.n_at, 0, sizeof(self.n_at))
        return self.widen_buckets(FEWEST_BUCKETS)

    cdef int add(self, const Node* node, int32_t bound) except -1 nogil:
        """Let a node wait unless there is one that is no worse; how many more nodes there are."""
        cdef uint32_t bucket
        cdef int number = node.place >> NUMBER_AT
        cdef void* wider
        if bound >= self.upper or self.n_at[number] and self.outdone(node.place, node, -1):
            return 0
        if self.n_nodes == self.room_for_nodes:
            wider = realloc(self.nodes, 2 * self.room_for_nodes * sizeof(Node))
            if wider == NULL:
                with gil:
                    raise MemoryError
            self.nodes = <Node*> wider
            self.room_for_nodes *= 2
        if <uint32_t> self.n_nodes > self.bucket_mask:
            self.widen_buckets(4 * (self.bucket_mask + 1))
        bucket = _bucket(node.place) & self.bucket_mask
        self.nodes[self.n_nodes] = node[0]
        self.nodes[self.n_nodes].neighbour = self.buckets[bucket]
        self.buckets[bucket] = self.n_nodes
        self.n_nodes += 1
        self.n_at[number] += 1
        self.push(bound, self.n_nodes - 1)
        return 1

    cdef bint outdone(self, uint32_t place, const Node* node, int itself) noexcept nogil:
        """Whether another node at a place is no worse in jokers, points and cost."""
        cdef int other = self.buckets[_bucket(place) & self.bucket_mask]
        cdef const Node* met
        while other >= 0:
            met = &self.nodes[other]
            if (
                met.place == place and met.cost <= node.cost and met.points >= node.points and other != itself
                and (met.jokers == node.jokers if self.settle_jokers else met.jokers <= node.jokers)
            ):
                return True
            other = met.neighbour
        return False

    cdef bint dominated(self, const Node* node, int itself) noexcept nogil:
        """Whether another node with the same shapes or a better one is no worse."""
        cdef int colour, i, shape, at
        if self.outdone(node.place, node, itself):
            return True
        for colour in range(N_COLOURS):
            at = SHAPE_BITS * colour
            shape = node.place >> at & 127
            for i in range(MOST_BETTER):
                if BETTER[shape * MOST_BETTER + i] == DEAD:
                    break
                if self.outdone(
                    (node.place & ~(<uint32_t> 127 << at)) | <uint32_t> BETTER[shape * MOST_BETTER + i] << at,
                    node, itself
                ):
                    return True
        return False

    cdef int widen_buckets(self, uint32_t n) except -1 nogil:
        """Sort all nodes into so many buckets, a power of two."""
        cdef uint32_t bucket
        cdef void* wider
        cdef int i
        if n > self.room_for_buckets:
            wider = realloc(self.buckets, n * sizeof(int32_t))
            if wider == NULL:
                with gil:
                    raise MemoryError
            self.buckets = <int32_t*> wider
            self.room_for_buckets = n
        self.bucket_mask = n - 1
        memset(self.buckets, 255, n * sizeof(int32_t))
        for i in range(self.n_nodes):
            bucket = _bucket(self.nodes[i].place) & self.bucket_mask
            self.nodes[i].neighbour = self.buckets[bucket]
            self.buckets[bucket] = i
        return 0

    cdef int push(self, int32_t bound, int node) except -1 nogil:
        """Let a node wait: the lowest bound comes first, then the highest number, then the fewest jokers."""
        cdef uint64_t rank
        cdef void* wider
        cdef int at = self.n_waiting, above
        if at == self.room_for_waiting:
            wider = realloc(self.heap, 2 * at * sizeof(Waiting))
            if wider == NULL:
                with gil:
                    raise MemoryError
            self.heap = <Waiting*> wider
            self.room_for_waiting *= 2
        rank = <uint64_t> bound << 16 | (15 - (self.nodes[node].place >> NUMBER_AT)) << 8 | self.nodes[node].jokers
        self.n_waiting += 1
        while at:
            above = (at - 1) >> 1
            if self.heap[above].rank <= rank:
                break
            self.heap[at] = self.heap[above]
            at = above
        self.heap[at].rank, self.heap[at].node = rank, node
        return 0

    cdef Waiting pop(self) noexcept nogil:
        """Take the first of those that wait."""
        cdef Waiting first = self.heap[0], last
        cdef int at = 0, below
        self.n_waiting -= 1
        last = self.heap[self.n_waiting]
        while True:
            below = 2 * at + 1
            if below >= self.n_waiting:
                break
            if below + 1 < self.n_waiting and self.heap[below + 1].rank < self.heap[below].rank:
                below += 1
            if self.heap[below].rank >= last.rank:
                break
            self.heap[at] = self.heap[below]
            at = below
        self.heap[at] = last
        return first
