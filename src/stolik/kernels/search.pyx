# cython: language_level=3
"""The best move of a position, without listing the others.

Best means: the highest equity, which is a thousand times the points plus the leave; then the place in the order of
movegen.pyx (points, across before down, row, col, word). So the answer is the first of the best in its full list.

1. lines.pyx gives the intervals, racks.pyx the sub-racks. For every interval a bound is found: its sure points;
   for every restricted square the highest tile of the rack that fits there; the sorted multipliers of the free
   squares times the sorted values that sub-racks of this size can have; the best leave of this size. An
   interval is dropped if a restricted square takes nothing of the rack, or if no sub-rack makes a word with it.
2. The intervals are visited by bound, the highest first (a counting sort by whole points), until no bound left can
   reach the best move found. To reach means: more equity, or as much and then at least as many points, and with
   exactly as many a place that does not come later. Equity and points are joined to one number, the key.
3. A visit chooses the sub-racks whose own bound reaches the best, that have a letter or a blank for every
   restricted square, and that may make a word with the tiles taken in. For none or one such tile the rack's
   tables tell; otherwise the filter of the word map is asked, once for all intervals that take in the same tiles.
4. The classes of the words that are left are looked up, all slots being asked for before the first is read.
   A blank stands for each letter that completes a word; two blanks for each letter and one that completes it,
   which is remembered, as shifted intervals ask for the same.
5. A word fits if its letters at the tiles taken in are those tiles (compared in two 64-bit halves) and its
   letters on restricted squares are in their sets. If it then reaches the best, its letters are compared with
   the tiles of the sub-rack, as tables answer by fingerprint. Letters that the tiles lack are laid as blanks where
   this costs least, in the order's sense on the last of such squares.

A search is the workspace of one thread; the word map, the graph and the leaves are shared. Nothing is allocated
in a search. Bounds: 30 * 105 = 3150 intervals, 7 tiles, 35 sub-racks of one size, as proven in those files.
"""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from stolik.kernels.bits cimport dot, lowest_bit, prefetch
from stolik.kernels.crosschecks cimport BLANK, LETTER
from stolik.kernels.lines cimport (
    ALL_LINES, COLUMNS, MOST_LAID, N, PER_LINE, Change, Interval, Lines, line_start,
)
from stolik.kernels.nodes cimport LETTERS, LONGEST
from stolik.kernels.racks cimport SUBS, Rack, SubRack, highest_values, prepare_rack
from stolik.kernels.wordmap cimport Pairs, Table, completing, fetch, find_pairs, may_be_word, value_of


@cython.final
cdef class Search(Lines):
    """A board of 15 x 15 squares on which the best move is found."""

    def __cinit__(self):
        self.rack = &self.own_rack

    cdef int search(self, bint with_leaves) except -1 nogil:
        """Find the best move with the tiles of counts."""
        self.refresh()
        if with_leaves:
            prepare_rack(self.rack, self.map, self.leaves, self.counts, self.values)
        else:
            prepare_rack(self.rack, self.map, None, self.counts, self.values)
        self.forget()
        return self.search_lines(ALL_LINES)

    cdef int forget(self) noexcept nogil:
        """Know no best move."""
        self.found = False
        self.best_key = -(<int64_t> 1 << 62)
        return 0

    cdef int search_lines(self, uint32_t lines) except -1 nogil:
        """Find the best move of these lines with the rack, unless the best one known comes before it."""
        cdef int line, i, place, next = 0
        cdef const Bid* bid
        self.n_bids = 0
        memset(self.memo_keys, 0, sizeof(self.memo_keys))
        while lines:
            line = lowest_bit(lines)
            lines &= lines - 1
            if self.n_intervals[line]:
                self.rate_columns(line)
                self.bid_line(line)
        self.sort_bids()
        self.visits[0].interval = self.visits[1].interval = NULL
        for i in range(self.n_bids):
            bid = &self.bids[self.order[i]]
            place = place_of(&self.listed[bid.interval])
            if key_of(bid.equity, bid.points) >= self.needed(place):
                # its slots are on their way from memory while the interval before is looked at
                self.make_ready(&self.visits[next], bid, place)
                next = 1 - next
                self.visit(&self.visits[next])
            elif bucket_of(bid.equity) < bucket_of(self.best_equity):
                break
        return self.visit(&self.visits[1 - next])

    cdef int lay_best(self) except -1 nogil:
        """Play the move found."""
        cdef Change change
        cdef uint8_t[7] tiles
        read_play(&self.best_play, &change, tiles)
        return self.lay(&change, tiles)

    cdef int rate_columns(self, int line) except -1 nogil:
        """Find for every restricted column the highest tile that fits it, and the columns where none does."""
        cdef int column, i
        cdef uint32_t left = self.restricted[line], fits
        self.hopeless[line] = 0
        while left:
            column = lowest_bit(left)
            left &= left - 1
            fits = self.fits[line * COLUMNS + column]
            self.highest[line * COLUMNS + column] = 0
            if not fits & self.rack.letters:
                if not fits or not self.rack.n_blanks:
                    self.hopeless[line] |= <uint32_t> 1 << column
                continue
            i = 0
            while not fits & self.rack.bits[i]:
                i += 1
            self.highest[line * COLUMNS + column] = self.rack.values[i]
        return 0

    cdef int bid_line(self, int line) except -1 nogil:
        """Bound every interval of a line that can hold a word."""
        cdef Rack* rack = self.rack
        cdef const Interval* interval
        cdef const int16_t* highest = &self.highest[line * COLUMNS]
        cdef uint32_t hopeless = self.hopeless[line]
        cdef Bid* bid
        cdef int n, i, size, points
        for n in range(self.n_intervals[line]):
            interval = &self.listed[line * PER_LINE + n]
            size = interval.n_laid
            if size > rack.n or interval.restricted & hopeless:
                continue
            if interval.n_through == 0:
                if not rack.makes_word[size]:
                    continue
            elif interval.n_through == 1 and not rack.joining[size] >> (interval.letter - 1) & 1:
                continue
            points = 0
            for i in range(interval.n_restricted):
                points += interval.column_multipliers[i] * highest[interval.columns[i]]
            bid = &self.bids[self.n_bids]
            self.n_bids += 1
            bid.restricted_points = points
            points += dot(interval.multipliers, highest_values(rack, size, interval.n_through, interval.letter))
            bid.points = points + interval.base
            bid.equity = bid.points * POINT + rack.best_leave[size]
            bid.interval = line * PER_LINE + n
        return 0

    cdef int sort_bids(self) except -1 nogil:
        """Order the bids by whole points, the highest first."""
        cdef int i, bucket, n, before = 0
        memset(self.buckets, 0, sizeof(self.buckets))
        for i in range(self.n_bids):
            self.buckets[bucket_of(self.bids[i].equity)] += 1
        for bucket in range(BUCKETS - 1, -1, -1):
            n = self.buckets[bucket]
            self.buckets[bucket] = before
            before += n
        for i in range(self.n_bids):
            bucket = bucket_of(self.bids[i].equity)
            self.order[self.buckets[bucket]] = i
            self.buckets[bucket] += 1
        return 0

    cdef int64_t needed(self, int place) noexcept nogil:
        """The key that a move at a place must have to reach the best move."""
        return self.best_key + (place > self.best_place)

    cdef int make_ready(self, Visit* visit, const Bid* bid, int place) except -1 nogil:
        """Choose what may win on an interval and ask for the slots that tell whether it makes a word."""
        cdef const Interval* interval = &self.listed[bid.interval]
        cdef int i
        visit.interval, visit.place, visit.key = interval, place, key_of(bid.equity, bid.points)
        for i in range(interval.n_restricted):
            visit.sets[i] = self.fits[interval.line * COLUMNS + interval.columns[i]]
        self.choose_subs(visit, bid.restricted_points)
        return self.fetch_slots(visit)

    cdef int choose_subs(self, Visit* visit, int restricted_points) except -1 nogil:
        """Choose the sub-racks that may win on the interval."""
        cdef const Interval* interval = visit.interval
        cdef const SubRack* sub = &self.rack.subs[SUBS * interval.n_laid]
        cdef int i, j, n = 0, missing, points
        cdef int64_t needed = self.needed(visit.place)
        cdef bint fits
        for i in range(self.rack.n_subs[interval.n_laid]):
            points = interval.base + restricted_points + dot(interval.multipliers, sub.values)
            missing = 0
            for j in range(interval.n_restricted):
                missing += not visit.sets[j] & sub.letters
            visit.keys[n] = key_of(points * POINT + sub.leave, points)
            fits = (visit.keys[n] >= needed) & (missing <= sub.n_blanks)
            if interval.n_through == 0:
                fits &= sub.makes_word
            elif interval.n_through == 1 and not sub.n_blanks:
                fits &= sub.finishing >> (interval.letter - 1) & 1
            visit.chosen[n] = i
            n += fits
            sub += 1
        visit.n_chosen = n
        return 0

    cdef int fetch_slots(self, const Visit* visit) except -1 nogil:
        """Ask for what a visit will read first."""
        cdef const Interval* interval = visit.interval
        cdef const SubRack* sub
        cdef const Table* table
        cdef int j
        for j in range(visit.n_chosen):
            sub = &self.rack.subs[SUBS * interval.n_laid + visit.chosen[j]]
            if sub.n_blanks == 0:
                table = &self.map.filters[interval.length] if interval.n_through > 1 else &self.map.classes[interval.length]
                fetch(self.map, table, sub.hash + interval.through)
            elif sub.n_blanks == 1 and interval.n_through:
                fetch(self.map, &self.map.completions[interval.length], sub.hash + interval.through)
        return 0

    cdef int visit(self, const Visit* visit) except -1 nogil:
        """Try every word that may win on an interval, if it still may."""
        cdef int i, n
        if visit.interval == NULL or visit.n_chosen == 0 or visit.key < self.needed(visit.place):
            return 0
        self.here, self.place = visit.interval, visit.place
        memcpy(self.sets, visit.sets, sizeof(self.sets))
        n = self.probe(visit)
        if n:
            self.set_up()
        for i in range(n):
            if self.keys[i] >= self.needed(self.place):
                self.gather(self.chosen[i], self.letters[i])
        return self.try_candidates()

    cdef Memo* memo_of(self, const Interval* interval) noexcept nogil:
        """What has been found out about sub-racks of this size with the tiles taken in."""
        cdef uint64_t key = (
            interval.through ^ <uint64_t> interval.n_laid << 60 ^ <uint64_t> interval.length << 56 ^ 1
        )
        cdef int slot = (interval.through >> 17 ^ interval.n_laid * 37) & (MEMOS - 1)
        if self.memo_keys[slot] != key:
            self.memo_keys[slot], self.memos[slot].known, self.memos[slot].hits = key, 0, 0
        return &self.memos[slot]

    cdef int probe(self, const Visit* visit) except -1 nogil:
        """Keep those of the chosen sub-racks that may make a word with the tiles taken in; how many."""
        cdef const Interval* here = visit.interval
        cdef const SubRack* subs = &self.rack.subs[SUBS * here.n_laid]
        cdef Memo* memo
        cdef int i, j, n = 0
        if here.n_through + (self.rack.n_blanks > 0) < 2:  # they do, or the blank's letters are known
            for j in range(visit.n_chosen):
                self.chosen[j] = visit.chosen[j]
                self.keys[j] = visit.keys[j]
                self.letters[j] = subs[visit.chosen[j]].finishing
            return visit.n_chosen
        memo = self.memo_of(here)
        for j in range(visit.n_chosen):
            i = visit.chosen[j]
            if not memo.known >> i & 1:
                if subs[i].n_blanks == 1:
                    memo.letters[i] = completing(self.map, here.length, subs[i].hash + here.through)
                elif subs[i].n_blanks or here.n_through < 2:
                    memo.letters[i] = 1  # two blanks: perhaps; one tile taken in: it was chosen for it
                else:
                    memo.letters[i] = may_be_word(self.map, here.length, subs[i].hash + here.through)
                memo.known |= <uint64_t> 1 << i
                memo.hits |= <uint64_t> (memo.letters[i] != 0) << i
            self.chosen[n] = i
            self.keys[n] = visit.keys[j]
            self.letters[n] = memo.letters[i]
            n += memo.hits >> i & 1
        return n

    cdef int set_up(self) except -1 nogil:
        """Note where tiles are laid, how they count, and the letters that stand."""
        cdef const Interval* here = self.here
        cdef int base = line_start(here.line) + here.first, i, n = 0, multiplier = 1
        cdef uint8_t* mask = <uint8_t*> self.fixed_mask
        cdef uint8_t* letters = <uint8_t*> self.fixed_letters
        memset(self.fixed_mask, 0, sizeof(self.fixed_mask))
        memset(self.fixed_letters, 0, sizeof(self.fixed_letters))
        for i in range(here.length):
            if self.squares[base + i]:
                mask[i] = 255
                letters[i] = self.squares[base + i] & LETTER
            else:
                multiplier *= self.word_multipliers[base + i]
                self.spots[n] = i
                n += 1
        for n in range(here.n_laid):
            i = base + self.spots[n]
            self.counting[n] = self.letter_multipliers[i] * (
                multiplier + (self.word_multipliers[i] if self.beside[i] >= 0 else 0)
            )
        return 0

    cdef int gather(self, int sub_number, uint32_t finishing) except -1 nogil:
        """Note the classes that a sub-rack makes with the tiles taken in."""
        cdef const SubRack* sub = &self.rack.subs[SUBS * self.here.n_laid + sub_number]
        cdef uint64_t hash = sub.hash + self.here.through
        if sub.n_blanks == 0:
            return self.add(hash, sub_number)
        if sub.n_blanks == 1:
            return self.add_each(hash, sub_number, finishing & self.for_blanks(sub.letters, 1))
        self.spread(hash, sub_number, sub.letters, sub.n_blanks, ~(<uint32_t> 0))
        return self.try_candidates()  # a better move found now spares the next sub-rack much

    cdef uint32_t for_blanks(self, uint32_t letters, int n_blanks) noexcept nogil:
        """The letters that these blanks may be, together with letters that are laid."""
        cdef uint32_t wanted = 0
        cdef int j, n_missing = 0
        for j in range(self.here.n_restricted):
            if not self.sets[j] & letters:
                n_missing += 1
                wanted |= self.sets[j]
        if n_missing < n_blanks:
            return ~(<uint32_t> 0)
        return wanted if n_missing == n_blanks else 0  # every blank must lie on a square that nothing else fits

    cdef int spread(self, uint64_t hash, int sub_number, uint32_t letters, int n_blanks, uint32_t left) except -1 nogil:
        """Note the classes made with two blanks or more, which stand for letters of left, in rising order."""
        cdef Pairs* pairs = &self.pairs[hash >> 40 & (PAIRS - 1)]
        cdef uint32_t bit, second
        cdef uint64_t with_letter
        if n_blanks == 2:
            find_pairs(self.map, pairs, self.here.length, hash)
        left &= self.for_blanks(letters, n_blanks)
        while left:
            bit = left & (~left + 1)
            with_letter = hash + self.map.letter_hash[lowest_bit(bit) + 1]
            if n_blanks > 2:
                self.spread(with_letter, sub_number, letters | bit, n_blanks - 1, ~(bit - 1))
            else:
                second = pairs.completing[lowest_bit(bit)] & ~(bit - 1)
                if second:
                    self.add_each(with_letter, sub_number, second & self.for_blanks(letters | bit, 1))
            left ^= bit
        return 0

    cdef int add_each(self, uint64_t hash, int sub_number, uint32_t letters) except -1 nogil:
        """Note the classes made with one of these letters."""
        while letters:
            self.add(hash + self.map.letter_hash[lowest_bit(letters) + 1], sub_number)
            letters &= letters - 1
        return 0

    cdef int add(self, uint64_t hash, int sub_number) except -1 nogil:
        """Note one class and ask for its slot."""
        if self.n_candidates == CANDIDATES:
            self.try_candidates()
        assert self.n_candidates < CANDIDATES
        fetch(self.map, &self.map.classes[self.here.length], hash)
        self.candidates[self.n_candidates].hash = hash
        self.candidates[self.n_candidates].sub = sub_number
        self.n_candidates += 1
        return 0

    cdef int try_candidates(self) except -1 nogil:
        """Try the words of all classes noted."""
        cdef int i
        cdef uint32_t word
        cdef const SubRack* subs = &self.rack.subs[SUBS * self.here.n_laid]
        for i in range(self.n_candidates):
            word = value_of(self.map, &self.map.classes[self.here.length], self.candidates[i].hash)
            self.candidates[i].word = word
            if word:
                prefetch(&self.map.cells[self.map.words + 2 * <uint64_t> (word - 1)])
        for i in range(self.n_candidates):
            if self.candidates[i].word:
                self.try_class(self.candidates[i].word - 1, &subs[self.candidates[i].sub])
        self.n_candidates = 0
        return 0

    cdef int try_class(self, uint32_t number, const SubRack* sub) except -1 nogil:
        """Try the words of a class; number is that of its first word."""
        cdef const uint64_t* row
        cdef const uint8_t* word
        cdef int i, points
        cdef bint fits
        while True:
            assert number < self.map.n_words
            row = &self.map.cells[self.map.words + 2 * <uint64_t> number]
            word = <const uint8_t*> row
            fits = ((row[0] ^ self.fixed_letters[0]) & self.fixed_mask[0]
                    | (row[1] ^ self.fixed_letters[1]) & self.fixed_mask[1]) == 0
            for i in range(self.here.n_restricted if fits else 0):
                if not self.sets[i] >> (word[(self.here.columns[i] & 15) - self.here.first] - 1) & 1:
                    fits = False
                    break
            if fits:
                points = self.here.base
                for i in range(self.here.n_laid):
                    points += self.values[word[self.spots[i]]] * self.counting[i]
                if key_of(points * POINT + sub.leave, points) >= self.needed(self.place):
                    self.consider(word, sub, points)
            if word[LONGEST]:
                return 0
            number += 1

    cdef int consider(self, const uint8_t* word, const SubRack* sub, int points) except -1 nogil:
        """Keep a word that fits the board if the sub-rack has its tiles and it is the best; points without blanks."""
        cdef uint8_t[33] left
        cdef uint8_t[7] lacking
        cdef uint8_t[16] tiles
        cdef int i, j, n_lacking = 0, cost, cheapest, spot
        memset(left, 0, sizeof(left))
        for i in range(self.rack.n):
            left[self.rack.tiles[i]] += sub.tiles >> i & 1
        memcpy(tiles, word, 16)
        for i in range(self.here.n_laid):
            if left[word[self.spots[i]]]:
                left[word[self.spots[i]]] -= 1
            else:
                lacking[n_lacking] = word[self.spots[i]]
                n_lacking += 1
        if n_lacking != sub.n_blanks:
            return 0  # other letters with the same fingerprint
        for j in range(n_lacking):
            cheapest, spot = 0, -1
            for i in range(self.here.n_laid):
                if tiles[self.spots[i]] == lacking[j]:
                    cost = self.values[lacking[j]] * self.counting[i]
                    if spot < 0 or cost <= cheapest:
                        cheapest, spot = cost, self.spots[i]
            assert spot >= 0
            tiles[spot] |= BLANK
            points -= cheapest
        return self.keep_best(tiles, points, points * POINT + sub.leave)

    cdef int keep_best(self, const uint8_t* tiles, int points, int32_t equity) except -1 nogil:
        """Write the move down if it comes before the best one."""
        cdef const Interval* here = self.here
        cdef int base = line_start(here.line) + here.first, i
        cdef int64_t key = key_of(equity, points)
        cdef Play play
        if key < self.needed(self.place):
            return 0
        memset(&play, 0, sizeof(Play))
        for i in range(here.length):
            play.word[i] = self.squares[base + i] if self.squares[base + i] else tiles[i]
        if key == self.best_key and self.place == self.best_place and memcmp(play.word, self.best_play.word, 15) > 0:
            return 0
        play.length, play.score = here.length, points
        play.placed = here.empty >> here.first
        play.down = here.line >= N
        play.row = here.first if play.down else here.line
        play.col = here.line - N if play.down else here.first
        self.best_play, self.best_equity, self.best_key, self.best_place = play, equity, key, self.place
        self.found = True
        return 0


cdef int read_play(const Play* play, Change* change, uint8_t* tiles) except -1 nogil:
    """Which squares a move covers with which tiles."""
    cdef int i
    change.down, change.n = play.down, 0
    for i in range(play.length):
        if play.placed >> i & 1:
            assert change.n < MOST_LAID
            change.squares[change.n] = (play.row + i) * N + play.col if play.down else play.row * N + play.col + i
            tiles[change.n] = play.word[i]
            change.n += 1
    return 0
