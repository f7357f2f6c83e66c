# cython: language_level=3
"""The cheapest way to lay number tiles in groups and runs, exactly.

Given are tiles that must be laid, tiles that may be, and jokers; a tile that stays on the rack costs its weight.

1. Numbers are gone through from 1 to 13. All that matters of the sets up to a number is the shape of each colour's
   runs (meldcolours.pyx), how many jokers were used and, where sets must be worth something, how many points were
   laid.
2. At the next number each colour takes one of its options: so many tiles and jokers for runs, so many tiles for groups.
3. Groups: colour counts and j jokers make G groups exactly if no count is above G and all of them together are
   between 3 G and 4 G. Deal them out colour by colour: no group gets a colour twice and all get equally many.
4. A* search. The bound is the sum over the colours of what each would cost from here on if it were alone. A colour
   alone can do all that it does in company, so the bound is never too high, and a step never lowers it. So the first
   end that is reached is the cheapest.
5. A node makes only those followers whose bound is near its own and waits again with the bound of the next one:
   most of the others would never be looked at. The options of the colours are sorted by their bounds to find
   the near ones without going through all combinations.
   The first time it makes only two: if one of them leads to the end without a detour, the others need not be. The
   second time they are met again and dropped as equal to what is there.
6. Nodes that are no better than another one are dropped (meldnodes.pyx).
7. Jokers left over are usually laid somewhere afterwards (melds.pyx), so that they need not be used up here. Where
   that fails, or matters, the search settles them itself (`settle_jokers`): then using fewer is not better, runs may
   begin with jokers, all options are tried and at the end no joker of the table may be left.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from stolik.kernels.meldcolours cimport (
    MOST_JOKERS, MOST_OPTIONS, NEVER, MeldColours, Option, Remembered,
    kept_cost, next_most, remainder, state, useful_shape
)
from stolik.kernels.meldnodes cimport DEAD, MOST_RUNS, N_COLOURS, N_NUMBERS, NUMBER_AT, SHAPE_BITS, Node, Share, Waiting

cdef enum:
    FIRST_FOLLOWERS = 2
    MOST_FOLLOWERS = 1 << 30

# filled once
cdef uint8_t[1160] GROUPED  # (tiles * 8 + most of a colour) * 5 + jokers: whether they make groups
cdef uint8_t[232] FEWEST_JOKERS  # tiles * 8 + most of a colour


cdef int _fill_groups() except -1:
    for tiles in range(29):
        for most in range(MOST_RUNS + 1):
            FEWEST_JOKERS[tiles * 8 + most] = DEAD
            for jokers in range(MOST_JOKERS, -1, -1):
                good = any(3 * n <= tiles + jokers <= 4 * n for n in range(most, 12))
                GROUPED[(tiles * 8 + most) * 5 + jokers] = good
                if good:
                    FEWEST_JOKERS[tiles * 8 + most] = jokers
    return 0


_fill_groups()


cdef class MeldSearch(MeldColours):
    """One search after the other, each with the problem its owner fills in; for one thread at a time."""

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
            if (
                self.n_at[number] > 1 and not self.nodes[first.node].expanded
                and self.dominated(&self.nodes[first.node], first.node)
            ):
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
        cdef int32_t cost = self.nodes[node].cost, next = NEVER, bound0, bound1, bound2, bound, rest
        cdef int[4] n
        cdef int32_t[5] ahead  # the least of this colour and those behind it
        cdef Option* chosen[4]
        cdef Option* options[4]
        cdef Remembered* known
        cdef int colour, kind, shape, i0, i1, i2, i3, jokers1, jokers2, free_jokers, tiles, most, at
        self.n_wanted = MOST_FOLLOWERS if self.nodes[node].expanded else FIRST_FOLLOWERS
        self.nodes[node].expanded = True
        if self.n_options + N_COLOURS * MOST_OPTIONS > self.room_for_options:
            self.make_room_for_options()
        ahead[4] = 0
        for colour in range(N_COLOURS - 1, -1, -1):
            kind = colour * N_NUMBERS + number
            if not self.most[kind] and not self.least[kind] and not jokers:  # half of all, where little lies there
                rest = remainder(self, colour, number + 1, 0, 0)
                if rest >= NEVER:
                    return NEVER
                self.idle[colour].bound = self.idle[colour].rest = rest
                options[colour], n[colour] = &self.idle[colour], 1
                ahead[colour] = ahead[colour + 1] + rest
                continue
            shape = place >> SHAPE_BITS * colour & 127
            known = &self.known[state(colour, number, shape, jokers)]
            if known.listed_for != self.problem:
                known.listed_for, known.first = self.problem, self.n_options
                if jokers:
                    known.n = self.list_options(colour, number, shape, jokers, &self.options[self.n_options])
                else:
                    known.n = self.list_plain_options(colour, number, shape, &self.options[self.n_options])
                self.n_options += known.n
            if not known.n:
                return NEVER
            options[colour], n[colour] = &self.options[known.first], known.n
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
                jokers1 = chosen[0].share.run_jokers + chosen[1].share.run_jokers
                if jokers1 > jokers:
                    continue
                for i2 in range(n[2]):
                    chosen[2] = &options[2][i2]
                    bound2 = bound1 + chosen[2].bound
                    if bound2 + ahead[3] > limit:
                        next = min(next, bound2 + ahead[3])
                        break
                    jokers2 = jokers1 + chosen[2].share.run_jokers
                    if jokers2 > jokers:
                        continue
                    tiles = chosen[0].share.group_tiles + chosen[1].share.group_tiles + chosen[2].share.group_tiles
                    most = max(chosen[0].share.group_tiles, chosen[1].share.group_tiles)
                    most = max(most, chosen[2].share.group_tiles)
                    for i3 in range(n[3]):
                        chosen[3] = &options[3][i3]
                        bound = bound2 + chosen[3].bound
                        if bound > limit:
                            next = min(next, bound)
                            break
                        # most combinations fail here: their tiles for groups make no groups
                        at = (tiles + chosen[3].share.group_tiles) * 8 + max(most, <int> chosen[3].share.group_tiles)
                        free_jokers = jokers - jokers2 - chosen[3].share.run_jokers
                        if FEWEST_JOKERS[at] <= free_jokers:
                            if self.settle_jokers:
                                next = min(next, self.combine(node, chosen, at, free_jokers, limit))
                            else:
                                next = min(next, self.follow(node, chosen, FEWEST_JOKERS[at], limit))
                            if self.n_wanted <= 0:
                                return limit
        self.nodes[node].tried = limit
        return next

    cdef int32_t combine(self, int node, Option** chosen, int at, int free_jokers, int32_t limit) except -1 nogil:
        """Make the followers with these options for each number of jokers that makes groups of their tiles."""
        cdef int jokers
        cdef int32_t next = NEVER
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
            more += chosen[colour].share.run_jokers
        after.jokers = before.jokers + more
        left = self.n_jokers - after.jokers
        after.cost, after.points = before.cost, 0
        if self.keep_cost:
            after.cost += kept_cost(self, before.jokers, after.jokers)
        if self.settle_jokers and not self.settle(before, &after, chosen, number, group_jokers):
            return NEVER
        after.place = <uint32_t> (number + 1) << NUMBER_AT
        for colour in range(N_COLOURS):
            shape, rest = chosen[colour].share.shape, chosen[colour].rest
            if more > chosen[colour].share.run_jokers:  # others used jokers too
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
                memcpy(&after.choice.shares[colour], &chosen[colour].share, sizeof(Share))  # at once
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
            n_laid += chosen[colour].share.run_tiles + chosen[colour].share.run_jokers
            n_laid += chosen[colour].share.group_tiles
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
