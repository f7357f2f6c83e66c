# cython: language_level=3
"""Every legal placement on a crossword board, found by walking a GADDAG.

1. The board and its cross checks are those of crosschecks.pyx: both directions alike, walls at the ends of the
   lines, for each empty square the letters that fit its cross word and the value of the tiles in it.
2. A placement must join the tiles on the board, so along its line it holds an anchor: a whole run of tiles, or an
   empty square with a neighbour across the line only. On an empty board the start square is the one anchor of
   its row and of its column; where there is no start square, every square is an anchor.
3. From an anchor the word grows to the left first, the graph being read backwards; at each length the separator
   arc turns to the right end of the anchor, where it grows on, taking in the tiles that it meets. The left part
   never reaches the anchor before, so a placement is found from its leftmost anchor and only from there.
4. A word on its way is a part: its tiles, the state of the graph, the tiles left on the rack, and its score so far
   as the sum of the main word, its multiplier, and the cross words finished. The parts of a line stand in two
   lists, those that grow to the left and those that grow to the right, and each is worked through from its
   beginning while new parts are added at its end. So the arcs of a part can be asked for when it is added, and in a
   graph of many megabytes the memory has mostly brought them by the time they are read.
5. A part is added only if a tile of its rack fits a square it will grow to; where no tile could follow, of all arcs
   only those that end a word are looked at.
6. The tiles of a rack are bits of one number, so that every part has a rack of its own (see `playable`).
7. One tile with words both ways is met twice and kept as the longer word, across where they are equally long.
8. The moves are sorted by movelist.pyx.
9. A DAWG will do as well (`forward`): cross words are then read from their first tile, and words are grown to the
   right from every square they could begin on. It explores much that joins nothing and takes two to three times as
   long, but needs no graph to be built first; the moves are the same.

Bounds. A side of the board is 31 squares at most: those of a line are bits of 32, and the index of a square fits in
16. The graph holds words of 15 letters at most; a longer run of tiles on the board is in no word, hence nothing is
laid beside it, and the tiles of a word have different indices modulo 16. A part gives rise to two others for each
of 32 letters and to one that turns, at most. A rack has 31 tiles at most, of which 30 are further copies. A letter
value is at most 255 and a multiplier at most 9: 15 tiles make 15 * 255 * 9 * 9**15 < 7.1e18,
which with the cross words (15 * 9 * (9 + 14) * 255) and a bonus of 31 bits stays below 2**63 = 9.2e18.
The graph is trusted, as `stolik.words` checks it before use: each child lies inside and each state ends.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from stolik.kernels.bits cimport lowest_bit, prefetch
from stolik.kernels.crosschecks cimport BLANK, LETTER, arc_of, is_tile
from stolik.kernels.movelist cimport Record
from stolik.kernels.nodes cimport ACCEPTS, CHILD, LAST, LETTER_SHIFT, LETTERS, LONGEST, zeros

cdef enum:
    BLANK_BIT = 31  # of a rack; letter L has the bit L places above
    NEW_PARTS = 2 * LETTERS + 1  # from one part, at most
    KEPT = 1 << 14  # how many parts a search keeps room for between calls
    MOST = 1 << 23  # 470 MB of parts


# The first blank of a rack is bit 31, the first tile of letter L bit 31 + L, and any further copies have bits of
# their own below these. So the lowest bit of a letter that is set is a tile to take, and the last to go is bit 31 + L.

cdef inline uint32_t playable(uint64_t rack) noexcept nogil:
    """The letters that a rack can lay, letter 1 in bit 0: all if there is a blank."""
    return <uint32_t> (rack >> (BLANK_BIT + 1)) | (~(<uint32_t> (rack >> BLANK_BIT) & 1) + 1)


cdef inline uint64_t without(uint64_t rack, uint64_t copies) noexcept nogil:
    """The rack without one of the copies of a tile."""
    copies &= rack
    return rack ^ (copies & (~copies + 1))


cdef inline int arcs_with(
    Placements self, uint32_t node, uint32_t letters, bint any_arc, uint32_t* found
) except -1 nogil:
    """Gather the arcs of a state with one of these letters, any of them or those that accept; how many there are."""
    cdef const uint32_t* arcs = &self.graph[node]
    cdef uint64_t wanted = <uint64_t> letters << 1  # as the separator is 0
    cdef uint32_t arc = 0, or_any = ACCEPTS if any_arc else 0
    cdef int n = 0
    if node == self.graph[0] & CHILD:
        while letters:
            found[n] = self.roots[lowest_bit(letters) + 1]
            n += found[n] != 0
            letters &= letters - 1
        return n
    while not arc & LAST:
        arc = arcs[0]
        found[n] = arc
        # no branch here: half of all guesses would be wrong
        n += wanted >> (arc >> LETTER_SHIFT) & (arc | or_any) // ACCEPTS & 1
        arcs += 1
    assert n <= LETTERS
    return n


cdef inline int lay(
    Placements self, Part* child, const Part* part, uint32_t arc, uint32_t source, const Spot* spot
) except -1 nogil:
    """Make the child of a part by laying the letter of this arc, or a blank if the source is 0."""
    cdef uint8_t tile = arc >> LETTER_SHIFT if source else arc >> LETTER_SHIFT | BLANK
    cdef int points = self.worth[tile] * spot.letter_multiplier
    child[0] = part[0]
    child.rack = without(part.rack, self.copies[source])
    child.multiplier = part.multiplier * spot.word_multiplier
    child.sum = part.sum + points
    child.cross = part.cross + spot.crossing + points * spot.cross_multiplier
    child.node = arc & CHILD
    child.n_tiles = part.n_tiles + 1
    child.word[part.at & 15] = tile
    prefetch(&self.graph[child.node])
    return 0


cdef int make_room(Parts* list) except -1 nogil:
    """Room for twice as many parts."""
    cdef size_t room = 2 * list.room if list.room else 1024
    cdef void* parts = realloc(list.parts, room * sizeof(Part)) if room <= MOST else NULL
    if parts == NULL:
        with gil:
            raise MemoryError("This position has too many moves to list; use a rack with fewer blanks.")
    list.parts = <Part*> parts
    list.room = room
    return 0


cdef int give_back(Parts* list) noexcept nogil:
    """Free the room that only a search with very many moves needs."""
    if list.room > KEPT:
        free(list.parts)
        list.parts, list.room = NULL, 0
    return 0


@cython.final
cdef class Placements(CrossBoard):
    """The placements on boards of one layout: prepare and open it, set a board and a rack, then find."""

    def __dealloc__(self):
        free(self.leftward.parts)
        free(self.rightward.parts)

    cdef int open(
        self, const uint8_t[::1] letter_multipliers, const uint8_t[::1] word_multipliers, const int[::1] bonus,
        int start
    ) except -1:
        """Take the tables of the layout, those of squares as the board itself is held."""
        cdef int down, line, i
        self.letter_multipliers = letter_multipliers
        self.word_multipliers = word_multipliers
        self.bonus = bonus
        self.start = start
        self.moves = MoveList()
        self.line_of = zeros(self.squares.shape[0], "B")
        for down in range(2):
            for line in range(self.n_lines[down]):
                for i in range(self.stride[down] - 1):
                    self.line_of[self.origin[down] + line * self.stride[down] + i] = line
        return 0

    cdef int set_rack(self, const uint8_t[::1] rack) except -1 nogil:
        """Take the counts of 31 tiles at most."""
        cdef int letter, i, n_further = 0
        self.n_rack = 0
        self.rack = 0
        for letter in range(LETTERS + 1):
            self.copies[letter] = 0
            for i in range(rack[letter]):
                self.copies[letter] |= <uint64_t> 1 << (n_further if i else BLANK_BIT + letter)
                n_further += i > 0
            assert n_further < BLANK_BIT
            self.n_rack += rack[letter]
            self.rack |= self.copies[letter]
        return 0

    cdef int find(self) except -1 nogil:
        """Fill moves with every placement."""
        cdef int down, line
        self.moves.n = self.leftward.n = self.rightward.n = 0
        if not self.n_rack:
            return 0
        self.check_crosses()
        for down in range(2):
            for line in range(self.n_lines[down]):
                self.see_line(down, line)
                if self.forward:
                    self.begin_forward(down, line)
                else:
                    self.begin(down, line)
                self.grow_left()
                self.grow_right()
                self.leftward.n = self.rightward.n = 0
        give_back(&self.leftward)
        give_back(&self.rightward)
        return 0

    cdef int see_line(self, int down, int line) except -1 nogil:
        """Note which squares of a line are empty and which join a word to the board."""
        cdef int base = self.origin[down] + line * self.stride[down], at
        cdef uint32_t empty = 0, joining = 0
        for at in range(self.n_lines[1 - down]):
            empty |= <uint32_t> (not self.squares[base + at]) << at
            joining |= <uint32_t> self.joins(down, line, at) << at
        self.empty[down * SIDE + line] = empty
        self.joining[down * SIDE + line] = joining
        return 0

    cdef bint joins(self, int down, int line, int at) except -1 nogil:
        """Whether a word through this square is joined to the board there, or covers the start square."""
        cdef int i = self.origin[down] + line * self.stride[down] + at
        if self.opening:
            return self.start < 0 or self.start == (
                at * self.n_lines[1] + line if down else line * self.n_lines[1] + at
            )
        return is_tile(self.squares[i]) or self.beside[i] >= 0

    # --- where words begin ----------------------------------------------------------------------------------------

    cdef int begin(self, int down, int line) except -1 nogil:
        """Note a part to grow from each anchor of a line, from left to right."""
        cdef int base = self.origin[down] + line * self.stride[down]
        cdef int at = base, limit = base, first
        while at < base + self.n_lines[1 - down]:
            if is_tile(self.squares[at]):
                first = at
                while is_tile(self.squares[at]):
                    at += 1
                self.begin_with_run(first, at - 1, limit)
                limit = at + 1  # a tile on the square between would take in the run
            # beside a run of tiles the run is the anchor
            elif self.joining[down * SIDE + line] >> (at - base) & 1 and not is_tile(self.squares[at + 1]):
                self.begin_at(&self.leftward, at, self.graph[0] & CHILD, limit, at + 1)
                limit = at + 1
            at += 1  # behind a run: past the square beside it
        return 0

    cdef int begin_with_run(self, int first, int last, int limit) except -1 nogil:
        cdef uint32_t arc = self.along(self.graph[0] & CHILD, last, first, -1)
        cdef Part* part
        cdef int at
        if not arc & CHILD:
            return 0
        part = self.begin_at(&self.leftward, first - 1, arc & CHILD, limit, last + 1)
        for at in range(first, last + 1):
            part.word[at & 15] = self.squares[at]
            part.sum += self.worth[self.squares[at]]
        return 0

    cdef int begin_forward(self, int down, int line) except -1 nogil:
        """Note a part to grow from each square of a line that a word could begin on."""
        cdef int base = self.origin[down] + line * self.stride[down], first
        cdef uint64_t within = (<uint64_t> 1 << self.n_rack) - 1
        cdef uint64_t joining = self.joining[down * SIDE + line], tiles = joining & ~self.empty[down * SIDE + line]
        for first in range(self.n_lines[1 - down]):
            # the rack reaches that far, or a run of tiles that lies one square further
            if not is_tile(self.squares[base + first - 1]) and (
                joining >> first & within or tiles >> first >> self.n_rack & 1
            ):
                self.begin_at(&self.rightward, base + first, self.graph[0] & CHILD, 0, 0)
        return 0

    cdef Part* begin_at(self, Parts* list, int at, uint32_t node, int limit, int turn) except NULL nogil:
        """Note a part without a tile."""
        cdef Part* part
        if list.room - list.n < NEW_PARTS:
            make_room(list)
        part = &list.parts[list.n]
        list.n += 1
        memset(part, 0, sizeof(Part))
        part.rack = self.rack
        part.multiplier = 1
        part.node = node
        part.at = part.first = at
        part.limit = limit
        part.turn = turn
        prefetch(&self.graph[node])
        return part

    # --- growing --------------------------------------------------------------------------------------------------

    cdef int grow_left(self) except -1 nogil:
        """Work through the parts that grow to the left; note a part that grows to the right where one may turn."""
        cdef const uint32_t* allowed = &self.allowed[0]
        cdef uint32_t[LETTERS + 1] found
        cdef uint32_t letters, arc, beyond, source
        cdef const Part* part
        cdef Part* child
        cdef Spot spot
        cdef size_t i = 0
        cdef int n, j
        while i < self.leftward.n:
            if self.leftward.room - self.leftward.n < NEW_PARTS:
                make_room(&self.leftward)
            if self.rightward.room - self.rightward.n < NEW_PARTS:
                make_room(&self.rightward)
            part = &self.leftward.parts[i]
            i += 1
            assert 0 <= part.at < part.turn < self.squares.shape[0]
            letters = playable(part.rack)
            arc = self.graph[part.node]
            # right of an anchor stands an empty square or a wall, where nothing is allowed
            if not arc >> LETTER_SHIFT and allowed[part.turn] & letters:
                self.turn(part, arc)
            if part.at < part.limit or not allowed[part.at] & letters:
                continue
            beyond = allowed[part.turn] | (allowed[part.at - 1] if part.at > part.limit else 0)
            if part.n_tiles + 1 == self.n_rack:
                beyond = 0
            n = arcs_with(self, part.node, allowed[part.at] & letters, beyond & letters != 0, found)
            if n:
                self.look_at(part.at, &spot)
            for j in range(2 * n):
                arc = found[j // 2]
                source = 0 if j & 1 else arc >> LETTER_SHIFT
                if not part.rack >> (BLANK_BIT + source) & 1:
                    continue
                child = &self.leftward.parts[self.leftward.n]
                lay(self, child, part, arc, source, &spot)
                child.at -= 1
                # the square before is empty or a wall, as the run before it ends two squares before limit
                if arc & ACCEPTS:
                    self.keep(child, part.at, part.turn - 1)
                self.leftward.n += (child.node != 0) & (beyond & playable(child.rack) != 0)
        return 0

    cdef int turn(self, const Part* part, uint32_t arc) except -1 nogil:
        """Note the part that grows to the right behind the separator."""
        cdef Part* turned = &self.rightward.parts[self.rightward.n]
        turned[0] = part[0]
        turned.node = arc & CHILD
        turned.first = part.at + 1
        turned.at = part.turn
        self.rightward.n += 1
        prefetch(&self.graph[turned.node])
        return 0

    cdef int grow_right(self) except -1 nogil:
        """Work through the parts that grow to the right."""
        cdef const uint32_t* allowed = &self.allowed[0]
        cdef uint32_t[LETTERS + 1] found
        cdef uint32_t letters, arc, source
        cdef const Part* part
        cdef Part* child
        cdef Spot spot
        cdef bint goes_on
        cdef size_t i = 0
        cdef int n, j
        while i < self.rightward.n:
            if self.rightward.room - self.rightward.n < NEW_PARTS:
                make_room(&self.rightward)
            part = &self.rightward.parts[i]
            i += 1
            assert 0 < part.first <= part.at < self.squares.shape[0]
            if is_tile(self.squares[part.at]):
                self.take_in(part)
                continue
            letters = playable(part.rack)
            goes_on = is_tile(self.squares[part.at + 1]) or (
                allowed[part.at + 1] & letters and part.n_tiles + 1 < self.n_rack
            )
            n = arcs_with(self, part.node, allowed[part.at] & letters, goes_on, found)
            if n:
                self.look_at(part.at, &spot)
            for j in range(2 * n):
                arc = found[j // 2]
                source = 0 if j & 1 else arc >> LETTER_SHIFT
                if part.rack >> (BLANK_BIT + source) & 1:
                    child = &self.rightward.parts[self.rightward.n]
                    lay(self, child, part, arc, source, &spot)
                    child.at += 1
                    self.settle(child, arc)
        return 0

    cdef int take_in(self, const Part* part) except -1 nogil:
        """Take in the tile on the board that a part has come to."""
        cdef Part* child = &self.rightward.parts[self.rightward.n]
        cdef uint8_t tile = self.squares[part.at]
        cdef uint32_t arc = arc_of(self, part.node, tile & LETTER)
        if not arc:
            return 0
        child[0] = part[0]
        child.word[part.at & 15] = tile
        child.sum += self.worth[tile]
        child.node = arc & CHILD
        child.at += 1
        prefetch(&self.graph[child.node])
        return self.settle(child, arc)

    cdef int settle(self, Part* child, uint32_t arc) except -1 nogil:
        """Keep the word of a part that has grown to the right, and note the part if it may grow on."""
        cdef bint grows = is_tile(self.squares[child.at])
        if not grows:
            if arc & ACCEPTS and child.n_tiles:
                self.keep(child, child.first, child.at - 1)
            grows = (self.allowed[child.at] & playable(child.rack) != 0) & (child.n_tiles < self.n_rack)
        self.rightward.n += grows & (child.node != 0)
        return 0

    cdef int look_at(self, int at, Spot* spot) except -1 nogil:
        """See what a tile on a square counts."""
        spot.letter_multiplier = self.letter_multipliers[at]
        spot.word_multiplier = self.word_multipliers[at]
        spot.cross_multiplier = spot.word_multiplier if self.beside[at] >= 0 else 0
        spot.crossing = self.beside[at] * spot.cross_multiplier
        return 0

    # --- keeping --------------------------------------------------------------------------------------------------

    cdef int keep(self, const Part* part, int first, int last) except -1 nogil:
        """Write down the word from first to last if it joins the board."""
        cdef int down = first >= self.origin[1], line = self.line_of[first], length = last - first + 1
        cdef int at = first - self.origin[down] - line * self.stride[down]
        cdef uint32_t covered = (<uint32_t> 1 << length) - 1
        cdef uint8_t[32] word
        cdef Record* record
        if length < 2 or length > LONGEST or not self.joining[down * SIDE + line] >> at & covered:
            return 0
        if part.n_tiles == 1 and self.is_double(down, first, last):
            return 0
        if self.moves.n == self.moves.room:
            self.moves.make_room()
        assert self.moves.n < self.moves.room
        record = &self.moves.records[self.moves.n]
        self.moves.n += 1
        memcpy(word, part.word, 16)
        memcpy(&word[16], part.word, 16)
        memcpy(record.word, &word[first & 15], LONGEST)
        record.length = length
        record.score = part.sum * part.multiplier + part.cross + self.bonus[part.n_tiles]
        record.placed = self.empty[down * SIDE + line] >> at & covered
        record.row = at if down else line
        record.col = line if down else at
        record.down = down
        memset(record.padding, 0, sizeof(record.padding))
        return 0

    cdef bint is_double(self, int down, int first, int last) except -1 nogil:
        """Whether the play of one tile in this word is listed as its cross word instead."""
        cdef int at = first, i, line = self.line_of[first], length = 1
        while self.squares[at]:  # the one empty square lies before last + 1
            at += 1
        if self.beside[at] < 0:
            return False
        at -= self.origin[down] + line * self.stride[down]
        i = self.origin[1 - down] + at * self.stride[1 - down] + line
        while is_tile(self.squares[i - length]):
            length += 1
        i -= length  # the square before the cross word
        while is_tile(self.squares[i + length + 1]):
            length += 1
        return length > last - first + 1 or (length == last - first + 1 and down)
