# cython: language_level=3
"""The best play with number tiles, and the sets it ends with.

A kind is colour * 13 + number - 1; a tile is told by its kind, a joker by 52, a joker that stands for a kind by
64 + kind. The search (meldsearch.pyx) tells what each colour does at each number; here its problem is set up, in up to
three stages, and the sets are built.

1. First without any joker, then with all of them and the cost so far as limit, unless nothing can be better. Fewer
   jokers in the sets make the search far smaller, and its result is often the best already.
2. The jokers that these sets do not use are laid at either end of a run or in a group of three. Those of the table
   must be; those of the rack are if they have a positive weight. As they found a place, the cost is the least one.
3. If not all find a place, the search is done again so that it settles all jokers itself. So it is from the beginning
   where sets must be worth so many points, or where a joker counts as what it stands for.
4. Building: the runs of a colour are continued in the order of the search, first those of one or two tiles, then
   the others; groups are dealt out colour by colour, then jokers into the smallest ones.
5. Of the tiles of a kind so many may be `fixed`: they are jokers that have to go on standing for it.

Bounds. 7 tiles or jokers for each of 52 kinds at most would make 121 sets of three or more; no set has more than 13.
"""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from stolik.kernels.meldcolours cimport MOST_JOKERS, N_KINDS, NEVER
from stolik.kernels.meldnodes cimport MOST_RUNS, N_COLOURS, N_NUMBERS, Choice
from stolik.kernels.meldsearch cimport MeldSearch

cdef enum:
    JOKER = 52
    STANDS_FOR = 64  # added to the kind
    END_OF_SET = 255
    MOST_SETS = 128
    LONGEST = 13
    MOST_POINTS = 250
    MOST_POINT = 1 << 16


@cython.final
@cython.freelist(8)
cdef class Arrangement:
    """The sets of a play, what was laid for them and what that is worth."""

    cdef readonly int64_t gain
    cdef readonly int points
    cdef readonly bytes sets
    cdef readonly bytes placed
    cdef readonly int n_nodes  # searched

    def __eq__(self, other):
        return isinstance(other, Arrangement) and self._fields() == (<Arrangement> other)._fields()

    def __hash__(self):
        return hash(self._fields())

    def __repr__(self):
        return "Arrangement(gain={}, points={}, sets={!r}, placed={!r}, n_nodes={})".format(*self._fields())

    cdef tuple _fields(self):
        return self.gain, self.points, self.sets, self.placed, self.n_nodes

    def with_jokers(self, int n, int weight):
        """The same sets where so many of the jokers that were fixed in them come from the rack."""
        cdef Arrangement other = Arrangement.__new__(Arrangement)
        other.gain, other.points, other.n_nodes = self.gain + n * weight, self.points, self.n_nodes
        other.sets, other.placed = self.sets, self.placed + bytes([JOKER]) * n
        return other


cdef struct Set:
    uint8_t[13] tiles
    uint8_t n
    uint8_t first  # kind of the lowest tile of a run
    bint is_run


cdef int copy_bytes(object source, void* target, Py_ssize_t n) except -1:
    """Copy a buffer of just so many bytes; a view on it would take longer than a small search."""
    cdef Py_buffer buffer
    cdef bint fits
    PyObject_GetBuffer(source, &buffer, PyBUF_SIMPLE)
    fits = buffer.len == n
    if fits:
        memcpy(target, buffer.buf, n)
    PyBuffer_Release(&buffer)
    if not fits:
        raise ValueError("Tiles and weights are told by 53 numbers each.")
    return 0


@cython.final
cdef class MeldSolver(MeldSearch):
    """Solves one problem after the other; for one thread at a time."""

    cdef Choice[13] choices  # by number
    cdef Set[128] sets
    cdef int n_sets
    cdef uint8_t[53] n_fixed
    cdef int n_used  # jokers
    cdef int n_searched  # nodes

    def solve(
        self, table not None, rack not None, weights not None,
        *, fixed=None, needed=None, int least_points=0, int joker_point=0,
    ):
        """The sets of all the tiles of the table and the best ones of the rack, None if there are none.

        table, rack -- how many of each kind, then jokers: 53 numbers, as in all that follows
        weights     -- what it is worth to lay one from the rack, by kind, and a joker
        fixed       -- how many of the tiles of the table are jokers that have to stand for this kind
        needed      -- how many of each kind must lie in the sets at the end
        joker_point -- what each number is worth that a joker stands for
        The sets are bytes with 255 behind each set; a joker is 64 and what it stands for.
        """
        cdef int32_t cost, weight
        self._take(table, rack, weights, fixed, needed)
        weight = self.weights[JOKER]
        if not 0 <= least_points <= MOST_POINTS or not 0 <= joker_point <= MOST_POINT:
            raise ValueError("Points asked for are 250 at most, and a joker's number is worth 0 to 65,536.")
        self.least_points, self.number_cost = least_points, joker_point
        self.leave_cost = max(weight, 0) + N_NUMBERS * joker_point
        self.keep_cost = max(-weight, 0)
        if self.n_jokers:
            with nogil:
                cost = self.arrange(weight > 0)
        else:  # to let other threads go on takes longer
            cost = self.arrange(weight > 0)
        if cost >= NEVER:
            return None
        return self._arrangement()

    cdef int _take(self, object table, object rack, object weights, object fixed, object needed) except -1:
        """Take over the tiles and weights of a problem that keeps within the bounds."""
        cdef uint8_t[53] on_rack
        cdef uint8_t[53] wanted
        cdef int kind
        cdef uint8_t highest = 0
        cdef int64_t total = 0, weight
        copy_bytes(table, self.on_table, sizeof(self.on_table))
        copy_bytes(rack, on_rack, sizeof(on_rack))
        copy_bytes(weights, self.weights, sizeof(self.weights))
        if fixed is None:
            memset(self.n_fixed, 0, sizeof(self.n_fixed))
        else:
            copy_bytes(fixed, self.n_fixed, sizeof(self.n_fixed))
        if needed is None:
            memset(wanted, 0, sizeof(wanted))
        else:
            copy_bytes(needed, wanted, sizeof(wanted))
        self.n_table_jokers, self.n_jokers = self.on_table[JOKER], self.on_table[JOKER] + on_rack[JOKER]
        # without a way out of the loop: so it is done for many kinds at once
        for kind in range(N_KINDS):
            self.most[kind] = self.on_table[kind] + on_rack[kind]
            self.least[kind] = max(self.on_table[kind], wanted[kind])
            highest = max(highest, max(self.on_table[kind], max(on_rack[kind], self.most[kind])))
        if highest + self.n_jokers > MOST_RUNS or self.n_jokers > MOST_JOKERS:
            raise ValueError("There are more than four jokers, or seven tiles of a kind and jokers.")
        self.every_option = False
        for kind in range(N_KINDS):
            weight = self.weights[kind]
            if weight < 0:
                self.every_option = True
                weight = -weight
            total += weight * self.most[kind]
        weight = self.weights[JOKER]
        if total + MOST_JOKERS * (weight if weight > 0 else -weight) >= NEVER // 4:
            raise ValueError("The weights are too large.")
        return 0

    # --- the stages -----------------------------------------------------------------------------------------------

    cdef int32_t arrange(self, bint lay_jokers) except -1 nogil:
        """Build the best sets; what they cost, NEVER if there are none."""
        cdef int n_jokers = self.n_jokers
        cdef int32_t cost = NEVER
        self.n_searched = 0
        self.settle_jokers = self.least_points > 0 or self.number_cost > 0
        self.prepare()
        if not self.settle_jokers:
            self.n_jokers = 0
            cost = self.search(NEVER)
            self.n_jokers = n_jokers
            if cost and n_jokers:
                cost = self.search(cost)
            if cost >= NEVER or self.find_places(n_jokers if lay_jokers else self.n_table_jokers):
                return cost
        self.settle_jokers = self.every_option = True
        self.prepare()
        return self.search(NEVER)

    cdef int32_t search(self, int32_t upper) except -1 nogil:
        """Search below a cost and build the sets if there are any; the lower of the two costs."""
        cdef int node, at
        self.upper = upper
        node = self.cheapest()
        self.n_searched += self.n_nodes
        if node < 0:
            return upper
        upper = self.nodes[node].cost
        for at in range(N_NUMBERS - 1, -1, -1):
            self.choices[at] = self.nodes[node].choice
            node = self.nodes[node].parent
        self.build()
        return upper

    # --- building -------------------------------------------------------------------------------------------------

    cdef int build(self) except -1 nogil:
        """The sets that the choices lead to."""
        cdef int number, colour
        cdef int[28] open_runs  # by colour
        cdef int[4] n_open
        memset(n_open, 0, sizeof(n_open))
        self.n_sets = self.n_used = 0
        for number in range(N_NUMBERS):
            for colour in range(N_COLOURS):
                if not self.choices[number].shares[colour].run_tiles + self.choices[number].shares[colour].run_jokers:
                    n_open[colour] = 0
                    continue
                n_open[colour] = self.continue_runs(
                    colour * N_NUMBERS + number, self.choices[number].shares[colour].run_tiles,
                    self.choices[number].shares[colour].run_jokers, &open_runs[MOST_RUNS * colour], n_open[colour]
                )
            self.deal_groups(number)
        return 0

    cdef int continue_runs(self, int kind, int tiles, int jokers, int* open_runs, int n_open) except -1 nogil:
        """Lay tiles and jokers at runs, short ones first, or begin new ones; how many are open then."""
        cdef int[7] kept
        cdef const Set* run
        cdef int n = 0, i, is_long, left = tiles + jokers
        self.n_used += jokers
        for is_long in range(2):
            for i in range(n_open):
                run = &self.sets[open_runs[i]]
                # what was laid just now does not make a run a long one
                if left and is_long == (run.n >= 3) and run.first + run.n == kind:
                    self.lay(open_runs[i], kind if left > jokers else kind + STANDS_FOR)
                    kept[n] = open_runs[i]
                    n += 1
                    left -= 1
        while left:
            kept[n] = self.begin_set(True, kind)
            self.lay(kept[n], kind if left > jokers else kind + STANDS_FOR)
            n += 1
            left -= 1
        assert n <= MOST_RUNS
        for i in range(n):
            open_runs[i] = kept[i]
        return n

    cdef int deal_groups(self, int number) except -1 nogil:
        """Make the groups of a number."""
        cdef const Choice* choice = &self.choices[number]
        cdef int tiles = 0, most = 1, colour, i, n = 0, n_groups, first = self.n_sets, smallest
        for colour in range(N_COLOURS):
            tiles += choice.shares[colour].group_tiles
            most = max(most, <int> choice.shares[colour].group_tiles)
        if tiles + choice.group_jokers == 0:
            return 0
        n_groups = most
        while 4 * n_groups < tiles + choice.group_jokers:
            n_groups += 1
        for i in range(n_groups):
            self.begin_set(False, number)
        for colour in range(N_COLOURS):
            for i in range(choice.shares[colour].group_tiles):
                self.lay(first + n % n_groups, colour * N_NUMBERS + number)
                n += 1
        for i in range(choice.group_jokers):
            smallest = first
            for n in range(first, self.n_sets):
                if self.sets[n].n < self.sets[smallest].n:
                    smallest = n
            self.lay(smallest, self.missing(smallest) + STANDS_FOR)
        self.n_used += choice.group_jokers
        return 0

    cdef int missing(self, int group) noexcept nogil:
        """A kind that a group has not, -1 if it has all."""
        cdef int colour, i, seen = 0
        for i in range(self.sets[group].n):
            seen |= 1 << (self.sets[group].tiles[i] & 63) // N_NUMBERS
        for colour in range(N_COLOURS):
            if not seen >> colour & 1:
                return colour * N_NUMBERS + self.sets[group].first
        return -1

    cdef int begin_set(self, bint is_run, int first) except -1 nogil:
        assert self.n_sets < MOST_SETS
        self.sets[self.n_sets].n, self.sets[self.n_sets].first = 0, first
        self.sets[self.n_sets].is_run = is_run
        self.n_sets += 1
        return self.n_sets - 1

    cdef int lay(self, int number, int tile) except -1 nogil:
        cdef Set* target = &self.sets[number]
        assert target.n < LONGEST
        target.tiles[target.n] = tile
        target.n += 1
        return 0

    cdef bint find_places(self, int n_laid) except -1 nogil:
        """Lay so many jokers in all where the sets have room; whether there was enough."""
        cdef int i, kind, at
        cdef Set* target
        for i in range(self.n_sets):
            target = &self.sets[i]
            while self.n_used < n_laid:
                if not target.is_run:
                    kind = self.missing(i)
                    if kind < 0:
                        break
                    self.lay(i, kind + STANDS_FOR)
                elif target.first % N_NUMBERS + target.n < N_NUMBERS:
                    self.lay(i, target.first + target.n + STANDS_FOR)
                elif target.first % N_NUMBERS:
                    for at in range(target.n, 0, -1):
                        target.tiles[at] = target.tiles[at - 1]
                    target.first -= 1
                    target.tiles[0] = target.first + STANDS_FOR
                    target.n += 1
                else:
                    break
                self.n_used += 1
        return self.n_used >= n_laid

    # --- for Python -----------------------------------------------------------------------------------------------

    cdef Arrangement _arrangement(self):
        """The sets as bytes, with what was laid from the rack and what that is worth."""
        cdef Arrangement arrangement
        cdef uint8_t[1792] text
        cdef uint8_t[512] laid
        cdef int[52] counts
        cdef int n = 0, n_laid = 0, points = 0, i, j, kind, tile, more = self.n_used - self.n_table_jokers
        cdef int64_t gain = 0
        memset(counts, 0, sizeof(counts))
        for i in range(self.n_sets):
            for j in range(self.sets[i].n):
                tile = self.sets[i].tiles[j]
                kind = tile & 63
                points += kind % N_NUMBERS + 1
                if tile < STANDS_FOR:
                    counts[kind] += 1
                    if self.n_fixed[kind]:
                        self.n_fixed[kind] -= 1
                        tile += STANDS_FOR
                else:
                    gain += self.number_cost * (kind % N_NUMBERS + 1)
                text[n] = tile
                n += 1
            text[n] = END_OF_SET
            n += 1
        for kind in range(N_KINDS):
            if counts[kind] == self.on_table[kind] == self.least[kind]:  # all but a few
                continue
            assert self.least[kind] <= counts[kind] <= self.most[kind]
            gain += <int64_t> self.weights[kind] * (counts[kind] - self.on_table[kind])
            for i in range(counts[kind] - self.on_table[kind]):
                laid[n_laid] = kind
                n_laid += 1
        assert 0 <= more <= self.n_jokers - self.n_table_jokers
        gain += <int64_t> self.weights[JOKER] * more
        for i in range(more):
            laid[n_laid] = JOKER
            n_laid += 1
        arrangement = Arrangement.__new__(Arrangement)
        arrangement.gain, arrangement.points, arrangement.n_nodes = gain, points, self.n_searched
        arrangement.sets = PyBytes_FromStringAndSize(<const char*> text, n)
        arrangement.placed = PyBytes_FromStringAndSize(<const char*> laid, n_laid)
        return arrangement
