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
4. The score is carried along: sum of the main word, its multiplier, and the cross words finished so far.
5. One tile with words both ways is met twice and kept as the longer word, across where they are equally long.
6. The moves are sorted by movelist.pyx.
7. A DAWG will do as well (`forward`): cross words are then read from their first tile, and words are grown to the
   right from every square they could begin on. It explores much that joins nothing and is an order of magnitude
   slower, but needs no graph to be built first; the moves are the same.

Bounds. A side of the board is 31 squares at most, so a line fits in 31 bytes of `word`, and a walk is at most 31
squares to each side, which bounds the recursion whatever the graph says. The graph holds words of 15 letters at
most; a longer run of tiles on the board is in no word, hence nothing is laid beside it. A letter value is at most
255 and a multiplier at most 9: 15 tiles make 15 * 255 * 9 * 9**15 < 7.1e18, which with the cross words
(15 * 9 * (9 + 14) * 255) and a bonus of 31 bits stays below 2**63 = 9.2e18.
The graph is trusted, as `stolik.words` checks it before use: each child lies inside and each state ends.
"""

from struct import Struct

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from stolik.kernels.crosschecks cimport BLANK, LETTER, SEPARATOR, SIDE, CrossBoard, arc_of, is_tile
from stolik.kernels.movelist cimport MoveList, Record
from stolik.kernels.nodes cimport ACCEPTS, CHILD, LAST, LETTER_SHIFT, LETTERS, LONGEST, nodes_of, zeros

cdef struct Tally:
    int n_tiles  # laid so far
    int64_t sum  # of the main word, before its multiplier
    int64_t multiplier
    int64_t cross  # points of the finished cross words

RECORD = Struct("=15sBqHBBB3x")


def unpack(records):
    """The moves as tuples (row, col, down, word, placed, score).

    Row and col are where the word begins; the word is whole, a byte for each tile, 64 more where it is a blank;
    bit i of placed is set when tile i is newly laid.
    """
    return [
        (row, col, down == 1, word[:length], placed, score)
        for word, length, score, placed, row, col, down in RECORD.iter_unpack(records)
    ]


@cython.final
cdef class _Search(CrossBoard):
    """The room one search works in; the tables of its generator are shared."""

    cdef const uint8_t[::1] letter_multipliers
    cdef const uint8_t[::1] word_multipliers
    cdef const int[::1] bonus  # by number of tiles laid
    cdef uint8_t[::1] rack
    cdef uint8_t[::1] word  # the main word as it grows, by place in the line
    cdef int start
    cdef int n_rack
    cdef int down, line, base  # the line at hand
    cdef int limit, turn  # the leftmost square the left part may take; the square right of the anchor
    cdef MoveList found

    def __cinit__(self, Generator generator):
        self.prepare(generator.graph, generator.forward, generator.n_rows, generator.n_cols, generator.worth)
        self.letter_multipliers = generator.letter_multipliers
        self.word_multipliers = generator.word_multipliers
        self.bonus = generator.bonus
        self.start = generator.start
        self.rack = zeros(LETTERS + 1, "B")
        self.word = zeros(SIDE, "B")
        self.found = MoveList()

    cdef int set_rack(self, const uint8_t[::1] rack) except -1 nogil:
        cdef int letter, n = 0
        for letter in range(LETTERS + 1):
            self.rack[letter] = rack[letter]
            n += rack[letter]
        self.n_rack = n
        return 0

    cdef int find(self) except -1 nogil:
        """Fill found with every placement."""
        cdef int down, line
        self.found.n = 0
        self.check_crosses()
        for down in range(2):
            for line in range(self.n_lines[down]):
                self.down = down
                self.line = line
                self.base = self.origin[down] + line * self.stride[down]
                if self.forward:
                    self.search_line_forward()
                else:
                    self.search_line()
        return 0

    cdef int search_line(self) except -1 nogil:
        """Grow words from each anchor of the line, from left to right."""
        cdef int at = 0, last
        self.limit = 0
        while at < self.n_lines[1 - self.down]:
            if is_tile(self.squares[self.base + at]):
                last = at
                while is_tile(self.squares[self.base + last + 1]):
                    last += 1
                self.grow_from_run(at, last)
                at = last
                self.limit = last + 2  # a tile on the square between would take in the run
            elif self.is_anchor(at):
                self.turn = at + 1
                self.fill(True, at, at, self.graph[0] & CHILD, Tally(0, 0, 1, 0))
                self.limit = at + 1
            at += 1
        return 0

    cdef int search_line_forward(self) except -1 nogil:
        """Grow words from each square of the line that one could begin on."""
        cdef int first
        for first in range(self.n_lines[1 - self.down]):
            if not is_tile(self.squares[self.base + first - 1]) and self.can_join_from(first):
                self.grow_right(first, first, self.graph[0] & CHILD, Tally(0, 0, 1, 0))
        return 0

    cdef bint can_join_from(self, int first) except -1 nogil:
        """Whether the rack reaches from this square to one that joins the board."""
        cdef int at = first
        while at < self.n_lines[1 - self.down] and at - first < self.n_rack:
            if self.joins(at):
                return True
            at += 1
        # one tile for each empty square before it, so a run of tiles may lie one square further
        return at < self.n_lines[1 - self.down] and is_tile(self.squares[self.base + at])

    cdef bint joins(self, int at) except -1 nogil:
        """Whether a word through this square is joined to the board there, or covers the start square."""
        if self.opening:
            return self.start < 0 or self.start == self.square_number(at)
        return is_tile(self.squares[self.base + at]) or self.beside[self.base + at] >= 0

    cdef bint is_joined(self, int first, int last) except -1 nogil:
        """Whether a word from first to last is joined to the board."""
        cdef int at
        for at in range(first, last + 1):
            if self.joins(at):
                return True
        return False

    cdef bint is_anchor(self, int at) except -1 nogil:
        """Whether words must be grown from this empty square."""
        if self.opening:
            return self.start < 0 or self.start == self.square_number(at)
        # beside a run of tiles the run is the anchor
        return (
            self.beside[self.base + at] >= 0
            and not is_tile(self.squares[self.base + at - 1])
            and not is_tile(self.squares[self.base + at + 1])
        )

    cdef int square_number(self, int at) noexcept nogil:
        """The square's place in the caller's board."""
        return at * self.n_lines[1] + self.line if self.down else self.line * self.n_lines[1] + at

    cdef int grow_from_run(self, int first, int last) except -1 nogil:
        cdef Tally tally = Tally(0, 0, 1, 0)
        cdef int i
        cdef uint32_t arc = self.along(self.graph[0] & CHILD, self.base + last, self.base + first, -1)
        if not arc & CHILD:
            return 0
        for i in range(first, last + 1):
            self.word[i] = self.squares[self.base + i]
            tally.sum += self.worth[self.word[i]]
        self.turn = last + 1
        return self.grow_left(first - 1, arc, tally)

    cdef int fill(self, bint leftward, int at, int first, uint32_t node, Tally tally) except -1 nogil:
        """Lay each tile of the rack that fits on the empty square at, then go on from there."""
        cdef uint64_t allowed = self.allowed[self.base + at]  # 64 bits: letters past 32 shift to nothing
        cdef uint32_t arc, letter
        while node:
            arc = self.graph[node]
            letter = arc >> LETTER_SHIFT
            if letter and allowed >> (letter - 1) & 1:
                if self.rack[letter]:
                    self.lay(leftward, at, first, arc, letter, letter, tally)
                if self.rack[0]:
                    self.lay(leftward, at, first, arc, letter | BLANK, 0, tally)
            node = 0 if arc & LAST else node + 1
        return 0

    cdef int lay(
        self, bint leftward, int at, int first, uint32_t arc, uint8_t tile, uint32_t source, Tally tally
    ) except -1 nogil:
        """Lay one tile taken from rack[source], grow the word on and take the tile back."""
        cdef int i = self.base + at
        cdef int64_t points = self.worth[tile] * self.letter_multipliers[i]
        tally.n_tiles += 1
        tally.sum += points
        tally.multiplier *= self.word_multipliers[i]
        if self.beside[i] >= 0:
            tally.cross += (self.beside[i] + points) * self.word_multipliers[i]
        self.word[at] = tile
        self.rack[source] -= 1
        if leftward:
            self.grow_left(at - 1, arc, tally)
        else:
            self.grow_right(at + 1, first, arc, tally)
        self.rack[source] += 1
        return 0

    cdef int grow_left(self, int at, uint32_t arc, Tally tally) except -1 nogil:
        """Go on from a left part that begins on at + 1 and has been read down to this arc."""
        cdef uint32_t node = arc & CHILD
        # at + 1 >= limit: the square at is empty or a wall, as the run before it ends two squares before limit
        if arc & ACCEPTS and tally.n_tiles:
            self.keep(at + 1, self.turn - 1, tally)
        if tally.n_tiles == self.n_rack:
            return 0
        # right of an anchor stands an empty square or a wall
        if not self.squares[self.base + self.turn]:
            self.fill(False, self.turn, at + 1, arc_of(self, node, SEPARATOR) & CHILD, tally)
        if at >= self.limit:
            self.fill(True, at, at, node, tally)
        return 0

    cdef int grow_right(self, int at, int first, uint32_t arc, Tally tally) except -1 nogil:
        """Go on from a word that runs from first to at - 1 and has been read up to this arc."""
        cdef uint8_t tile = self.squares[self.base + at]
        while is_tile(tile):
            arc = arc_of(self, arc & CHILD, tile & LETTER)
            if not arc:
                return 0
            self.word[at] = tile
            tally.sum += self.worth[tile]
            at += 1
            tile = self.squares[self.base + at]
        if arc & ACCEPTS and tally.n_tiles and (not self.forward or self.is_joined(first, at - 1)):
            self.keep(first, at - 1, tally)
        if not tile and tally.n_tiles < self.n_rack:
            self.fill(False, at, first, arc & CHILD, tally)
        return 0

    cdef bint is_double(self, int first, int last) except -1 nogil:
        """Whether the play of one tile in this word is listed as its cross word instead."""
        cdef int at = first, i, length = 1
        while self.squares[self.base + at]:  # the one empty square lies before last + 1
            at += 1
        if self.beside[self.base + at] < 0:
            return False
        i = self.origin[1 - self.down] + at * self.stride[1 - self.down] + self.line
        while is_tile(self.squares[i - length]):
            length += 1
        i -= length  # the square before the cross word
        while is_tile(self.squares[i + length + 1]):
            length += 1
        return length > last - first + 1 or (length == last - first + 1 and self.down)

    cdef int keep(self, int first, int last, Tally tally) except -1 nogil:
        """Write down the word from first to last."""
        cdef int length = last - first + 1, i
        cdef Record* record
        if length < 2 or length > LONGEST or (tally.n_tiles == 1 and self.is_double(first, last)):
            return 0
        if self.found.n == self.found.room:
            self.found.make_room()
        assert self.found.n < self.found.room
        record = &self.found.records[self.found.n]
        memset(record, 0, sizeof(Record))
        record.length = length
        record.down = self.down
        for i in range(length):
            record.word[i] = self.word[first + i]
            if not self.squares[self.base + first + i]:
                record.placed |= 1 << i
        record.row = first if self.down else self.line
        record.col = self.line if self.down else first
        record.score = tally.sum * tally.multiplier + tally.cross + self.bonus[tally.n_tiles]
        self.found.n += 1
        return 0


cdef class Generator:
    """Finds every legal placement on boards of one layout; may be used by several threads at once."""

    cdef const uint32_t[::1] graph
    cdef readonly bint forward
    cdef readonly int n_rows
    cdef readonly int n_cols
    cdef readonly int start
    cdef const int[::1] worth
    cdef const uint8_t[::1] letter_multipliers
    cdef const uint8_t[::1] word_multipliers
    cdef const int[::1] bonus
    cdef list idle  # searches that no call is using

    def __cinit__(
        self, graph, int rows, int cols, bytes values, bytes letter_multipliers, bytes word_multipliers, int start, bonus,
        bint forward=False
    ):
        _check_layout(rows, cols, values, letter_multipliers, word_multipliers, start)
        self.graph = nodes_of(graph)
        self.forward = forward
        self.n_rows, self.n_cols, self.start = rows, cols, start
        self.worth = _worths(values)
        self.letter_multipliers = _both_ways(rows, cols, letter_multipliers)
        self.word_multipliers = _both_ways(rows, cols, word_multipliers)
        self.bonus = _bonuses(bonus)
        self.idle = []

    def moves(self, const uint8_t[::1] board not None, const uint8_t[::1] rack not None):
        """Every legal placement once, as sorted records that `unpack` reads; RECORD is the layout of one."""
        cdef _Search search
        if rack.shape[0] != LETTERS + 1:
            raise ValueError(f"A rack is 33 counts, blanks first, not {rack.shape[0]}.")
        search = self.search_on(board)
        search.set_rack(rack)
        with nogil:
            search.find()
        found = search.found.hand_over()
        self.idle.append(search)
        return found

    def cross_checks(self, const uint8_t[::1] board not None):
        """For across and for down, the set of letters that fit each square's cross word; 0 where a tile lies."""
        cdef _Search search = self.search_on(board)
        search.check_crosses()
        across = [search.allowed[search.origin[0] + row * search.stride[0] + col]
                  for row in range(self.n_rows) for col in range(self.n_cols)]
        down = [search.allowed[search.origin[1] + col * search.stride[1] + row]
                for row in range(self.n_rows) for col in range(self.n_cols)]
        self.idle.append(search)
        return across, down

    cdef _Search search_on(self, const uint8_t[::1] board):
        """An idle search with this board set up."""
        cdef _Search search
        cdef int i
        if board.shape[0] != self.n_rows * self.n_cols:
            raise ValueError(f"A board of {self.n_rows} x {self.n_cols} squares has no {board.shape[0]} bytes.")
        for i in range(board.shape[0]):
            if board[i] and not 1 <= board[i] & ~BLANK <= LETTERS:
                raise ValueError(f"Square {i} holds {board[i]}; a letter is 1 to 32, a blank 64 more.")
        try:
            search = self.idle.pop()
        except IndexError:
            search = _Search(self)
        search.set_board(board)
        return search


def _check_layout(rows, cols, values, letter_multipliers, word_multipliers, start):
    """Raise unless the sizes fit each other and the bounds at the top of this file hold."""
    if not (1 <= rows <= SIDE and 1 <= cols <= SIDE and rows * cols > 1):
        raise ValueError(f"A board of {rows} x {cols} squares is not possible; a side has 1 to 31, at least two in all.")
    if len(values) != LETTERS + 1:
        raise ValueError(f"There are 33 letter values, the blank's first, not {len(values)}.")
    for multipliers in (letter_multipliers, word_multipliers):
        if len(multipliers) != rows * cols or not all(1 <= factor <= 9 for factor in multipliers):
            raise ValueError(f"Each of the {rows * cols} squares needs a multiplier from 1 to 9.")
    if not -1 <= start < rows * cols:
        raise ValueError(f"Start square {start} is not on the board; -1 means that play may begin anywhere.")


cdef object _worths(bytes values):
    """What each tile byte is worth."""
    worths = zeros(BLANK + LETTERS + 1, "i")
    for letter in range(1, LETTERS + 1):
        worths[letter] = values[letter]
        worths[letter | BLANK] = values[0]
    return worths


cdef object _both_ways(int rows, int cols, bytes board):
    """A board in the layout of a search: the rows, then the columns, a square between them for the walls."""
    padded = b"".join(board[row * cols:(row + 1) * cols] + b"\0" for row in range(rows))
    return b"\0" + padded + b"".join(board[col::cols] + b"\0" for col in range(cols))


cdef object _bonuses(object bonus):
    """Points by number of tiles laid, from a mapping or from a sequence that may be shorter."""
    points = zeros(LONGEST + 1, "i")
    for n_tiles, worth in bonus.items() if hasattr(bonus, "items") else enumerate(bonus):
        if not -(2**31) < worth < 2**31 or n_tiles < 0:
            raise ValueError(f"A bonus of {worth} for {n_tiles} tiles is not possible.")
        if n_tiles <= LONGEST:
            points[n_tiles] = worth
    return points
