# cython: language_level=3
"""What one colour of number tiles can do alone: how cheaply it comes to its end, and its options at a number.

1. All that matters of a colour's runs up to a number is how many of those that reach it have one tile, two, or three
   and more: a shape, one of 120.
2. At the next number a colour chooses how many tiles and jokers continue or begin runs, and how many tiles go into
   groups. Which runs are continued needs no choice: those of one and two tiles have to be, then longer ones, and what
   is left begins new ones; for a run of three or more may end, or be continued just as a shorter one. Long runs beyond
   what the next number can continue are forgotten.
3. A joker may stand for a tile that is there twice already, hence as many runs of a colour as copies and jokers.
4. The remainder is what the colour costs from a number on if it were alone, with all the jokers left for itself and
   partners for groups wherever there are tiles of other colours. It is found by recursion and remembered.
5. Of two ways to have the same runs and to give the same to groups, the one with more tiles and fewer jokers is better,
   unless a tile has a negative weight (`every_option`).
6. No run begins with a joker, unless with the number 11: from a longer run it can be left out, from one of three it
   can go to the other end. So no more runs begin than there are tiles for runs; and those that begin are what is more
   than reached the number before. Where jokers have to be used up (`settle_jokers`), any run may.
7. Options are sorted by their bounds and remembered: many nodes of a search have a colour in common.
8. Without jokers a tile of the rack that is in no run of three kinds and in no group of three colours stays there
   whatever else is done. It is left aside at once: all costs go down by the same.
9. Where no joker is left, which is so most of the time, there is one way to lay so many tiles: the same questions
   have shorter answers there (`find_plain_remainder`, `list_plain_options`).

What is remembered belongs to a problem by its number, so that nothing needs to be cleared for the next one. The list
of options grows by doubling when it is full and is kept.

Bounds. Copies of a tile and jokers together are at most MOST_RUNS = 7 (the caller sees to that). So a colour has at
most 63 options at a number: with a copies and 7 - a jokers, (a + 1)(a + 2) / 2 ways to split some of them among runs,
groups and the rack times 8 - a ways for the jokers, at most 63 (a = 5). All costs together are below NEVER.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from stolik.kernels.meldnodes cimport DEAD, MOST_RUNS, N_COLOURS, N_NUMBERS, N_SHAPES, MeldNodes, Share
from stolik.kernels.meldnodes import numbered_shapes

cdef enum:
    RUNS = MOST_RUNS + 1
    ELEVEN = 10  # counted from 0
    N_STATES = N_KINDS * (MOST_JOKERS + 1) * N_SHAPES

# The shapes, and what becomes of them; filled once.
cdef uint8_t[120] OPEN  # all runs
cdef uint8_t[120] SHORT  # runs of one and two tiles
cdef uint8_t[960] CONTINUED  # shape * 8 + tiles and jokers: the shape at the next number


cdef int _fill_shapes() except -1:
    """Number the shapes (runs of one, of two, of more tiles) and find what becomes of them."""
    numbers = {shape: number for number, shape in enumerate(numbered_shapes())}
    for (ones, twos, more), shape in numbers.items():
        OPEN[shape], SHORT[shape] = ones + twos + more, ones + twos
        for n in range(RUNS):
            going_on = min(max(n - ones - twos, 0), more)
            after = (n - ones - twos - going_on, ones, twos + going_on)
            CONTINUED[shape * RUNS + n] = numbers[after] if n >= ones + twos else DEAD
            useful = (ones, twos, min(more, n - ones - twos))
            USEFUL[n * N_SHAPES + shape] = numbers[useful] if n >= ones + twos else DEAD
    return 0


_fill_shapes()


cdef class MeldColours(MeldNodes):
    """The four colours of one problem after the other, which its owner fills in; for one thread at a time."""

    def __cinit__(self):
        self.known = <Remembered*> calloc(N_STATES, sizeof(Remembered))
        self.room_for_options = 2 * N_COLOURS * MOST_OPTIONS
        self.options = <Option*> malloc(self.room_for_options * sizeof(Option))
        if self.known == NULL or self.options == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.known)
        free(self.options)

    cdef int prepare(self) noexcept nogil:
        """Find what follows from a new problem; remainders of the one before do not count any more."""
        cdef int colour, number, kind, n_colours
        cdef uint32_t[4] there  # a bit for each number
        self.problem += 1
        if not self.problem:
            memset(self.known, 0, N_STATES * sizeof(Remembered))
            self.problem = 1
        self.n_options = 0
        for colour in range(N_COLOURS):
            there[colour] = 0
            for number in range(N_NUMBERS):
                there[colour] |= <uint32_t> (self.most[colour * N_NUMBERS + number] > 0) << number
        if not self.n_jokers:
            self.leave_what_fits_nowhere(there)
        memset(self.most_grouped, 0, sizeof(self.most_grouped))
        for number in range(N_NUMBERS - 1, -1, -1):
            n_colours = 0
            for colour in range(N_COLOURS):
                kind = colour * N_NUMBERS + number
                n_colours += self.most[kind] > 0
                if self.most[kind] or self.least[kind]:
                    self.next_number[kind] = number
                else:
                    self.next_number[kind] = self.next_number[kind + 1] if number < N_NUMBERS - 1 else N_NUMBERS
            if n_colours + self.n_jokers >= 3:
                self.find_most_grouped(number)
        if self.settle_jokers:
            self.count_points_ahead()
        return 0

    cdef int count_points_ahead(self) noexcept nogil:
        """What all the tiles from a number on are worth."""
        cdef int number, colour
        self.points_ahead[N_NUMBERS] = 0
        for number in range(N_NUMBERS - 1, -1, -1):
            self.points_ahead[number] = self.points_ahead[number + 1]
            for colour in range(N_COLOURS):
                self.points_ahead[number] += (number + 1) * self.most[colour * N_NUMBERS + number]
        return 0

    cdef int find_most_grouped(self, int number) noexcept nogil:
        """How many tiles of each colour groups of a number can take.

        So many groups need two partners for each tile, a colour once in a group: n if all the colours together,
        each with n at most, and the jokers make 3 n.
        """
        cdef int[4] most
        cdef int colour, jokers, n, there, highest = 0
        for colour in range(N_COLOURS):
            most[colour] = self.most[colour * N_NUMBERS + number]
            highest = max(highest, most[colour])
        for n in range(1, highest + 1):
            there = 0
            for colour in range(N_COLOURS):
                there += min(n, most[colour])
            for jokers in range(max(3 * n - there, 0), self.n_jokers + 1):
                for colour in range(N_COLOURS):
                    if most[colour] >= n:
                        self.most_grouped[(colour * N_NUMBERS + number) * 5 + jokers] = n
        return 0

    cdef int leave_what_fits_nowhere(self, const uint32_t* there) noexcept nogil:
        """Leave tiles of the rack aside that are in no set without a joker: what they cost is the same for all."""
        cdef uint32_t grouped, triples, idle
        cdef int colour, kind
        # three of four colours
        grouped = (there[0] & there[1] & (there[2] | there[3])) | (there[2] & there[3] & (there[0] | there[1]))
        for colour in range(N_COLOURS):
            triples = there[colour] & there[colour] >> 1 & there[colour] >> 2
            idle = there[colour] & ~(grouped | triples | triples << 1 | triples << 2)
            kind = colour * N_NUMBERS
            while idle:
                if idle & 1 and not self.least[kind]:
                    self.most[kind] = 0
                idle >>= 1
                kind += 1
        return 0

    cdef int32_t find_remainder(self, int colour, int number, int shape, int jokers) noexcept nogil:
        """Find and remember the least that a colour alone costs from a number on."""
        cdef int kind = colour * N_NUMBERS + number, most = self.most[kind]
        cdef int can_go_on = next_most(self, kind) + jokers, most_grouped = self.most_grouped[kind * 5 + jokers]
        cdef int in_runs, tiles, most_tiles, grouped, more, after
        cdef int32_t least = NEVER, cost, rest
        cdef Remembered* known
        for in_runs in range(SHORT[shape], min(most + jokers, MOST_RUNS) + 1):
            most_tiles = min(in_runs, most)
            # what goes into groups changes nothing later: all that they may take is best, or what they must
            for tiles in range(max(in_runs - jokers, 0), most_tiles + 1):
                if in_runs - OPEN[shape] > tiles and number != ELEVEN and not self.settle_jokers:
                    continue
                grouped = min(most - tiles, most_grouped)
                if tiles + grouped < self.least[kind]:
                    continue
                if self.weights[kind] < 0:
                    grouped = max(self.least[kind] - tiles, 0)
                more = in_runs - tiles
                cost = tiles_cost(self, kind, tiles + grouped)
                if more and self.keep_cost:
                    cost += kept_cost(self, self.n_jokers - jokers, self.n_jokers - jokers + more)
                if cost >= least:
                    continue
                after = useful_shape(CONTINUED[shape * RUNS + in_runs], can_go_on - more)
                if after == DEAD:
                    continue
                rest = remainder(self, colour, number + 1, after, jokers - more)
                if rest + cost < least:
                    least = rest + cost
        known = &self.known[state(colour, number, shape, jokers)]
        known.cost, known.problem = least, self.problem
        return least

    cdef int32_t find_plain_remainder(self, int colour, int number, int shape) noexcept nogil:
        """The same without jokers and negative weights: most of all that is asked."""
        cdef int kind = colour * N_NUMBERS + number, most = self.most[kind], least = self.least[kind]
        cdef int most_grouped = self.most_grouped[kind * 5], tiles, laid, after
        cdef int32_t weight = self.weights[kind], lowest = NEVER, cost
        cdef const uint8_t* continued = &CONTINUED[shape * RUNS]
        cdef const uint8_t* useful = &USEFUL[max(next_most(self, kind), 0) * N_SHAPES]
        cdef Remembered* known
        for tiles in range(SHORT[shape], most + 1):
            laid = min(tiles + most_grouped, most)
            if laid < least:
                continue
            cost = weight * (most - laid)
            if cost >= lowest:
                continue
            after = useful[continued[tiles]]
            if after != DEAD:
                lowest = min(lowest, cost + remainder(self, colour, number + 1, after, 0))
        known = &self.known[state(colour, number, shape, 0)]
        known.cost, known.problem = lowest, self.problem
        return lowest

    cdef int make_room_for_options(self) except -1 nogil:
        """Let the options of another node fit in."""
        cdef void* wider
        wider = realloc(self.options, 2 * self.room_for_options * sizeof(Option))
        if wider == NULL:
            with gil:
                raise MemoryError
        self.options = <Option*> wider
        self.room_for_options *= 2
        return 0

    cdef int list_options(self, int colour, int number, int shape, int jokers, Option* found) noexcept nogil:
        """What a colour may do at a number so that its runs can be brought to an end, the lowest bound first."""
        cdef int kind = colour * N_NUMBERS + number, most = self.most[kind], least = self.least[kind]
        cdef int used = self.n_jokers - jokers, n = 0, grouped, in_runs, tiles, most_tiles, more, after
        cdef int can_go_on = next_most(self, kind) + jokers
        cdef int32_t rest, cost, kept
        for grouped in range(self.most_grouped[kind * 5 + jokers] + 1):
            for in_runs in range(SHORT[shape], min(most - grouped + jokers, MOST_RUNS) + 1):
                most_tiles = min(in_runs, most - grouped)
                for tiles in range(max(in_runs - jokers, 0) if self.every_option else most_tiles, most_tiles + 1):
                    if tiles + grouped < least:
                        continue
                    if in_runs - OPEN[shape] > tiles and number != ELEVEN and not self.settle_jokers:
                        continue
                    more = in_runs - tiles
                    after = useful_shape(CONTINUED[shape * RUNS + in_runs], can_go_on - more)
                    if after == DEAD:
                        continue
                    rest = remainder(self, colour, number + 1, after, jokers - more)
                    if rest >= NEVER:
                        continue
                    cost = tiles_cost(self, kind, tiles + grouped)
                    # the colours' costs for jokers add up to no more than what all the jokers together cost
                    kept = kept_cost(self, used, used + more) if more and self.keep_cost else 0
                    assert n < MOST_OPTIONS
                    _insert(found, n, Option(cost + rest + kept, cost, rest, Share(tiles, more, grouped, after)))
                    n += 1
        return n

    cdef int list_plain_options(self, int colour, int number, int shape, Option* found) noexcept nogil:
        """The same without jokers."""
        cdef int kind = colour * N_NUMBERS + number, most = self.most[kind], least = self.least[kind]
        cdef int short = SHORT[shape], most_grouped = self.most_grouped[kind * 5], n = 0, grouped, tiles, after
        cdef int32_t rest, cost
        cdef const uint8_t* continued = &CONTINUED[shape * RUNS]
        cdef const uint8_t* useful = &USEFUL[max(next_most(self, kind), 0) * N_SHAPES]
        for grouped in range(most_grouped + 1):
            for tiles in range(max(short, least - grouped), most - grouped + 1):
                after = useful[continued[tiles]]
                if after == DEAD:
                    continue
                rest = remainder(self, colour, number + 1, after, 0)
                if rest >= NEVER:
                    continue
                cost = tiles_cost(self, kind, tiles + grouped)
                assert n < MOST_OPTIONS
                _insert(found, n, Option(cost + rest, cost, rest, Share(tiles, 0, grouped, after)))
                n += 1
        return n


cdef inline int32_t tiles_cost(MeldColours colours, int kind, int n_laid) noexcept nogil:
    """What it costs to lay so many of a kind and not what would be best."""
    cdef int32_t weight = colours.weights[kind]
    if weight >= 0:
        return weight * (colours.most[kind] - n_laid)
    return -weight * (n_laid - colours.on_table[kind])


cdef inline void _insert(Option* options, int n, Option option) noexcept nogil:
    """Put an option behind those of n whose bounds are no higher."""
    while n and options[n - 1].bound > option.bound:
        options[n] = options[n - 1]
        n -= 1
    options[n] = option
