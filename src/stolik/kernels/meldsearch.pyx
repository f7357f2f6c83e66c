# cython: language_level=3
"""The cheapest way to lay number tiles in groups and runs, exactly.

Given are tiles that must be laid, tiles that may be, and jokers; a tile that stays on the rack costs its weight.

1. Numbers are gone through from 1 to 13. All that matters of the sets up to a number is, for each colour, how many
   runs that reach this number have one tile, two, or three and more: a shape, one of 120. Besides it counts how
   many jokers were used and, where sets must be worth something, how many points were laid.
2. At the next number each colour chooses how many tiles and jokers continue or begin runs, and how many tiles go
   into groups. Which runs are continued needs no choice: those of one and two tiles have to be, then longer ones,
   and what is left begins new ones; for a run of three or more may end, or be continued just as a shorter one.
   Long runs beyond what the next number can continue are forgotten.
3. Groups: colour counts and j jokers make G groups exactly if no count is above G and all of them together are
   between 3 G and 4 G. Deal them out colour by colour: no group gets a colour twice and all get equally many.
4. A joker may stand for a tile that is there twice already, hence as many runs of a colour as copies and jokers.
5. A* search. The bound is the sum over the colours of what each would cost from here on if it were alone, with all
   the jokers left for itself and partners for groups wherever there are tiles of other colours; these remainders
   are found by recursion and remembered. A colour alone can do all that it does in company, so the bound is never
   too high, and a step never lowers it. So the first end that is reached is the cheapest.
6. A node makes only those followers whose bound is near its own and waits again with the bound of the next one:
   most of the others would never be looked at. The options of the colours are sorted by their bounds to find
   the near ones without going through all combinations, and remembered, as many nodes have a colour in common.
   The first time it makes only two: if one of them leads to the end without a detour, the others need not be. The
   second time they are met again and dropped as equal to what is there.
7. Nodes that are no better than another one are dropped (meldnodes.pyx).
8. Of two ways for a colour to have the same runs and to give the same to groups, the one with more tiles and fewer
   jokers is better, unless a tile has a negative weight (`every_option`).
9. No run begins with a joker, unless with the number 11: from a longer run it can be left out, from one of three it
   can go to the other end. So no more runs begin than there are tiles for runs; and those that begin are what is more
   than reached the number before.
10. Jokers left over are usually laid somewhere afterwards (melds.pyx), so that they need not be used up here. Where
    that fails, or matters, the search settles them itself (`settle_jokers`): then using fewer is not better, runs may
    begin with jokers, all options are tried and at the end no joker of the table may be left.

Bounds. Copies of a tile and jokers together are at most MOST_RUNS = 7 (the caller sees to that). So a colour has at
most 63 options at a number: with a copies and 7 - a jokers, (a + 1)(a + 2) / 2 ways to split some of them among runs,
groups and the rack times 8 - a ways for the jokers, at most 63 (a = 5). All costs together are below NEVER.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from stolik.kernels.meldnodes cimport (
    DEAD, MOST_RUNS, N_COLOURS, N_NUMBERS, N_SHAPES, NUMBER_AT, SHAPE_BITS, MeldNodes, Node, Waiting
)
from stolik.kernels.meldnodes import numbered_shapes

cdef enum:
    RUNS = MOST_RUNS + 1
    MOST_OPTIONS = 64
    ELEVEN = 10  # counted from 0
    FIRST_FOLLOWERS = 2
    MOST_FOLLOWERS = 1 << 30
    N_STATES = N_KINDS * (MOST_JOKERS + 1) * N_SHAPES

# The shapes, and what becomes of them; filled once.
cdef uint8_t[120] OPEN  # all runs
cdef uint8_t[120] SHORT  # runs of one and two tiles
cdef uint8_t[960] CONTINUED  # shape * 8 + tiles and jokers: the shape at the next number
cdef uint8_t[960] USEFUL  # can be continued * 120 + shape: the shape without long runs that cannot, or DEAD
cdef uint8_t[1160] GROUPED  # (tiles * 8 + most of a colour) * 5 + jokers: whether they make groups
cdef uint8_t[232] FEWEST_JOKERS  # tiles * 8 + most of a colour


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


cdef int _fill_groups() except -1:
    for tiles in range(29):
        for most in range(RUNS):
            FEWEST_JOKERS[tiles * 8 + most] = DEAD
            for jokers in range(MOST_JOKERS, -1, -1):
                good = any(3 * n <= tiles + jokers <= 4 * n for n in range(most, 12))
                GROUPED[(tiles * 8 + most) * 5 + jokers] = good
                if good:
                    FEWEST_JOKERS[tiles * 8 + most] = jokers
    return 0


_fill_shapes()
_fill_groups()


cdef class MeldSearch(MeldNodes):
    """One search after the other, each with the problem its owner fills in; for one thread at a time."""

    def __cinit__(self):
        self.known = <Remainder*> calloc(N_STATES, sizeof(Remainder))
        self.listed = <Listed*> calloc(N_STATES, sizeof(Listed))
        self.room_for_options = 2 * N_COLOURS * MOST_OPTIONS
        self.options = <Option*> malloc(self.room_for_options * sizeof(Option))
        if self.known == NULL or self.listed == NULL or self.options == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.known)
        free(self.listed)
        free(self.options)

    # --- the problem ----------------------------------------------------------------------------------------------

    cdef int prepare(self) noexcept nogil:
        """Find what follows from a new problem; remainders of the one before do not count any more."""
        cdef int colour, other, number, jokers, n, partners
        self.problem += 1
        if not self.problem:
            memset(self.known, 0, N_STATES * sizeof(Remainder))
            memset(self.listed, 0, N_STATES * sizeof(Listed))
            self.problem = 1
        self.n_options = 0
        self.points_ahead[N_NUMBERS] = 0
        for number in range(N_NUMBERS - 1, -1, -1):
            self.points_ahead[number] = self.points_ahead[number + 1]
            for colour in range(N_COLOURS):
                self.points_ahead[number] += (number + 1) * self.most[colour * N_NUMBERS + number]
                for jokers in range(self.n_jokers + 1):
                    # so many groups need two partners each, a colour once in a group
                    n = self.most[colour * N_NUMBERS + number]
                    while n:
                        partners = jokers
                        for other in range(N_COLOURS):
                            if other != colour:
                                partners += min(n, <int> self.most[other * N_NUMBERS + number])
                        if partners >= 2 * n:
                            break
                        n -= 1
                    self.most_grouped[(colour * N_NUMBERS + number) * 5 + jokers] = n
        return 0

    # --- one colour alone -----------------------------------------------------------------------------------------

    cdef int32_t find_remainder(self, int colour, int number, int shape, int jokers) noexcept nogil:
        """Find and remember the least that a colour alone costs from a number on."""
        cdef int kind = colour * N_NUMBERS + number, most = self.most[kind]
        cdef int can_go_on = next_most(self, kind) + jokers, most_grouped = self.most_grouped[kind * 5 + jokers]
        cdef int in_runs, tiles, most_tiles, grouped, more, after
        cdef int32_t least = NEVER, cost, rest
        cdef Remainder* known
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

    cdef int make_room_for_options(self) except -1 nogil:
        """Let the options of another node fit in."""
        cdef void* wider
        if self.n_options + N_COLOURS * MOST_OPTIONS > self.room_for_options:
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
        cdef int32_t rest
        cdef Option* option
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
                    assert n < MOST_OPTIONS
                    option = &found[n]
                    option.rest = rest
                    option.cost = tiles_cost(self, kind, tiles + grouped)
                    option.bound = option.cost + rest
                    if more and self.keep_cost:
                        # the colours' costs for jokers add up to no more than what all the jokers together cost
                        option.bound += kept_cost(self, used, used + more)
                    option.run_tiles, option.run_jokers = tiles, more
                    option.group_tiles, option.shape = grouped, after
                    n += 1
        _sort(found, n)
        return n

    cdef int32_t lower_bound(self) noexcept nogil:
        """The bound before anything is laid."""
        cdef int colour
        cdef int32_t rest, bound = 0
        for colour in range(N_COLOURS):
            rest = remainder(self, colour, 0, 0, self.n_jokers)
            if rest >= NEVER:
                return NEVER
            bound += rest
        return bound

    # --- all colours ----------------------------------------------------------------------------------------------

    cdef int cheapest(self) except -2 nogil:
        """The node of the cheapest end below `upper`, -1 if there is none."""
        cdef Node root
        cdef Waiting first
        cdef int32_t bound = self.lower_bound(), next
        cdef int number
        self.forget_nodes()
        if bound >= self.upper:
            return -1
        memset(&root, 0, sizeof(Node))
        root.parent = root.tried = -1
        self.add(&root, bound)
        while self.n_waiting:
            first = self.pop()
            number = self.nodes[first.node].place >> NUMBER_AT
            if number == N_NUMBERS:
                return first.node
            if not self.nodes[first.node].expanded and self.dominated(&self.nodes[first.node], first.node):
                continue
            bound = <int32_t> (first.rank >> 16)
            next = self.expand(number, first.node, bound)
            if next < self.upper:
                self.push(next, first.node)
        return -1

    cdef int32_t expand(self, int number, int node, int32_t limit) except -1 nogil:
        """Make the followers with bounds up to a limit that were not made before; the least bound above it."""
        cdef uint32_t place = self.nodes[node].place
        cdef int jokers = self.n_jokers - self.nodes[node].jokers
        cdef int32_t cost = self.nodes[node].cost, next = NEVER, bound0, bound1, bound2, bound
        cdef int[4] n
        cdef int32_t[5] ahead  # the least of this colour and those behind it
        cdef Option* chosen[4]
        cdef Option* options[4]
        cdef Listed* listed
        cdef int colour, shape, i0, i1, i2, i3, jokers1, jokers2, free_jokers, tiles, most, at
        self.n_wanted = MOST_FOLLOWERS if self.nodes[node].expanded else FIRST_FOLLOWERS
        self.nodes[node].expanded = True
        self.make_room_for_options()
        ahead[4] = 0
        for colour in range(N_COLOURS - 1, -1, -1):
            shape = place >> SHAPE_BITS * colour & 127
            listed = &self.listed[state(colour, number, shape, jokers)]
            if listed.problem != self.problem:
                listed.problem, listed.first = self.problem, self.n_options
                listed.n = self.list_options(colour, number, shape, jokers, &self.options[self.n_options])
                self.n_options += listed.n
            if not listed.n:
                return NEVER
            options[colour], n[colour] = &self.options[listed.first], listed.n
            ahead[colour] = ahead[colour + 1] + options[colour][0].bound
        for i0 in range(n[0]):
            chosen[0] = &options[0][i0]
            bound0 = cost + chosen[0].bound
            if bound0 + ahead[1] > limit:
                next = min(next, bound0 + ahead[1])
                break
            for i1 in range(n[1]):
                chosen[1] = &options[1][i1]
                bound1 = bound0 + chosen[1].bound
                if bound1 + ahead[2] > limit:
                    next = min(next, bound1 + ahead[2])
                    break
                jokers1 = chosen[0].run_jokers + chosen[1].run_jokers
                if jokers1 > jokers:
                    continue
                for i2 in range(n[2]):
                    chosen[2] = &options[2][i2]
                    bound2 = bound1 + chosen[2].bound
                    if bound2 + ahead[3] > limit:
                        next = min(next, bound2 + ahead[3])
                        break
                    jokers2 = jokers1 + chosen[2].run_jokers
                    if jokers2 > jokers:
                        continue
                    tiles = chosen[0].group_tiles + chosen[1].group_tiles + chosen[2].group_tiles
                    most = max(max(chosen[0].group_tiles, chosen[1].group_tiles), chosen[2].group_tiles)
                    for i3 in range(n[3]):
                        chosen[3] = &options[3][i3]
                        bound = bound2 + chosen[3].bound
                        if bound > limit:
                            next = min(next, bound)
                            break
                        # most combinations fail here: their tiles for groups make no groups
                        at = (tiles + chosen[3].group_tiles) * 8 + max(most, <int> chosen[3].group_tiles)
                        free_jokers = jokers - jokers2 - chosen[3].run_jokers
                        if FEWEST_JOKERS[at] <= free_jokers:
                            next = min(next, self.combine(node, chosen, at, free_jokers, limit))
                            if self.n_wanted <= 0:
                                return limit
        self.nodes[node].tried = limit
        return next

    cdef int32_t combine(self, int node, Option** chosen, int at, int free_jokers, int32_t limit) except -1 nogil:
        """Make the followers with these options for each number of jokers that makes groups of their tiles."""
        cdef int jokers
        cdef int32_t next = NEVER
        if not self.settle_jokers:
            return self.follow(node, chosen, FEWEST_JOKERS[at], limit)
        for jokers in range(free_jokers + 1):
            if GROUPED[at * 5 + jokers]:
                next = min(next, self.follow(node, chosen, jokers, limit))
        return next

    cdef int32_t follow(self, int node, Option** chosen, int group_jokers, int32_t limit) except -1 nogil:
        """Make one follower if its bound is within the limit and above the last one; else tell its bound."""
        cdef const Node* before = &self.nodes[node]
        cdef Node after
        cdef int number = before.place >> NUMBER_AT, more = group_jokers, colour, shape, left
        cdef int32_t bound = 0, rest
        for colour in range(N_COLOURS):
            more += chosen[colour].run_jokers
        after.jokers = before.jokers + more
        left = self.n_jokers - after.jokers
        after.cost, after.points = before.cost, 0
        if self.keep_cost:
            after.cost += kept_cost(self, before.jokers, after.jokers)
        if self.settle_jokers and not self.settle(before, &after, chosen, number, group_jokers):
            return NEVER
        after.place = <uint32_t> (number + 1) << NUMBER_AT
        for colour in range(N_COLOURS):
            shape, rest = chosen[colour].shape, chosen[colour].rest
            if more > chosen[colour].run_jokers:  # others used jokers too
                shape = useful_shape(shape, next_most(self, colour * N_NUMBERS + number) + left)
                rest = NEVER if shape == DEAD else remainder(self, colour, number + 1, shape, left)
                if rest >= NEVER:
                    return NEVER
            after.place |= <uint32_t> shape << SHAPE_BITS * colour
            after.cost += chosen[colour].cost
            bound += rest
        bound += after.cost
        if bound > limit:
            return bound
        if bound > before.tried:
            for colour in range(N_COLOURS):
                after.choice.run_tiles[colour] = chosen[colour].run_tiles
                after.choice.run_jokers[colour] = chosen[colour].run_jokers
                after.choice.group_tiles[colour] = chosen[colour].group_tiles
            after.choice.group_jokers = group_jokers
            after.parent, after.tried, after.expanded = node, -1, False
            self.n_wanted -= self.add(&after, bound)
        return NEVER

    cdef bint settle(
        self, const Node* before, Node* after, Option** chosen, int number, int group_jokers
    ) noexcept nogil:
        """Reckon with points and with jokers left over; whether the follower can still lead to a good end."""
        cdef int n_laid = group_jokers, left = self.n_jokers - after.jokers, colour, ahead
        for colour in range(N_COLOURS):
            n_laid += chosen[colour].run_tiles + chosen[colour].run_jokers + chosen[colour].group_tiles
        after.points = min(before.points + (number + 1) * n_laid, self.least_points)
        ahead = self.points_ahead[number + 1] + (N_NUMBERS * left if number < N_NUMBERS - 1 else 0)
        if after.points + ahead < self.least_points:
            return False
        after.cost += self.number_cost * (N_NUMBERS - 1 - number) * (after.jokers - before.jokers)
        if number == N_NUMBERS - 1:
            if after.jokers < self.n_table_jokers:
                return False
            after.cost += self.leave_cost * left
        return True


cdef inline int state(int colour, int number, int shape, int jokers) noexcept nogil:
    """The place of what is remembered of a colour."""
    return ((colour * N_NUMBERS + number) * (MOST_JOKERS + 1) + jokers) * N_SHAPES + shape


cdef inline int32_t remainder(MeldSearch search, int colour, int number, int shape, int jokers) noexcept nogil:
    """The least that a colour alone costs from a number on, NEVER if its runs cannot be brought to an end."""
    cdef const Remainder* known
    if number == N_NUMBERS:
        return 0
    known = &search.known[state(colour, number, shape, jokers)]
    return known.cost if known.problem == search.problem else search.find_remainder(colour, number, shape, jokers)


cdef inline int32_t tiles_cost(MeldSearch search, int kind, int n_laid) noexcept nogil:
    """What it costs to lay so many of a kind and not what would be best."""
    cdef int32_t weight = search.weights[kind]
    if weight >= 0:
        return weight * (search.most[kind] - n_laid)
    return -weight * (n_laid - search.on_table[kind])


cdef inline int32_t kept_cost(MeldSearch search, int before, int after) noexcept nogil:
    """What it costs to use more jokers: those of the table are free."""
    cdef int table = search.n_table_jokers
    return search.keep_cost * (max(after - table, 0) - max(before - table, 0))


cdef inline int useful_shape(int shape, int n) noexcept nogil:
    """A shape without the long runs beyond the first n, as no more can be continued; DEAD if short ones end."""
    return USEFUL[max(min(n, <int> MOST_RUNS), 0) * N_SHAPES + shape]


cdef inline int next_most(MeldSearch search, int kind) noexcept nogil:
    """How many tiles may continue runs after a kind, so few after 13 that jokers cannot either."""
    return search.most[kind + 1] if kind % N_NUMBERS < N_NUMBERS - 1 else -MOST_RUNS


cdef void _sort(Option* options, int n) noexcept nogil:
    """The options with the lowest bounds first."""
    cdef Option option
    cdef int i, at
    for i in range(1, n):
        option = options[i]
        at = i
        while at and options[at - 1].bound > option.bound:
            options[at] = options[at - 1]
            at -= 1
        options[at] = option
