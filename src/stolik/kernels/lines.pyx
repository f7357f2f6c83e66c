# cython: language_level=3
"""Every stretch of squares a word could take, with all that can be told about it before the rack is known.

1. An interval is a first and a last square of a line with no tile just outside, with one to seven empty squares,
   two squares or more, that touches a tile or a square with a cross word (on an empty board: covers the start
   square). Every placement takes exactly one interval. One tile with words both ways takes two; as in movegen.pyx
   the longer one is kept, across where both are equally long.
2. An interval carries the hash of the tiles on the board that it takes in, the points that are sure (these tiles
   times the word multiplier, the tiles of the cross words, the bonus), and for every empty square what a tile
   there counts: its letter multiplier times the word multiplier, once more for its cross word.
3. A square is restricted if it has a cross word or lies beside a run of tiles. Then only some letters fit:
   those of its cross check, and of these only letters that stand in some word right before the whole run; or,
   where the run opens the word, right behind it. Both sets are read off the GADDAG once for every run. The second
   holds only for intervals that begin with the run, hence every square has a second column for this case.
   The other squares are free; only their multipliers are kept, sorted, for the bounds of engine.pyx.
4. Tiles that are laid or lifted change the intervals of their lines, and those of every line through a square
   whose cross check changed: about eleven of thirty. Only these are listed again, when they are next needed.

Bounds. A line has 15 squares, hence less than 105 intervals; line_start(line) + at with -1 <= at <= 15 is a square
or the wall beside it. `open` refuses multipliers and values whose products would not fit the fields: what a tile
counts stays below 2**15, a score below 10**6.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from stolik.kernels.bits cimport LANES, lowest_bit
from stolik.kernels.crosschecks cimport BLANK, LETTER, SEPARATOR, arc_of, is_tile
from stolik.kernels.nodes cimport CHILD, LAST, LETTER_SHIFT, LETTERS, nodes_of, zeros

cdef enum:
    HIGHEST_SCORE = 1000000


cdef class Lines(CrossBoard):
    """A board of 15 x 15 squares with its cross checks and intervals."""

    def __cinit__(self):
        cdef size_t size = sizeof(Interval)
        self.room = calloc(N_LINES * PER_LINE + 1, size)
        if self.room == NULL:
            raise MemoryError
        # an interval fills one line of the processor's cache, if it begins with it
        self.listed = <Interval*> ((<size_t> self.room + size - 1) // size * size)

    def __dealloc__(self):
        free(self.room)

    cdef int open(self, WordMap map, graph, bytes values, bytes letter_multipliers, bytes word_multipliers, int start,
                  bonus) except -1:
        """Take the word list and the layout; ValueError if they do not fit together."""
        cdef int i
        _check_layout(values, letter_multipliers, word_multipliers, start, bonus)
        self.map = map
        self.letter_multipliers = _both_ways(letter_multipliers)
        self.word_multipliers = _both_ways(word_multipliers)
        for i in range(LETTERS + 1):
            self.values[i] = values[i]
        for i in range(MOST_LAID + 1):
            self.bonus[i] = bonus[i]
        self.start = start
        self.prepare(nodes_of(graph), False, N, N, _worths(values))
        return self.put_board(bytes(N_SQUARES))

    cdef int put_board(self, const uint8_t[::1] board) except -1 nogil:
        """Begin with this board."""
        cdef int i
        self.set_board(board)
        self.check_crosses()
        self.n_changes = self.n_tiles = 0
        for i in range(N_SQUARES):
            self.n_tiles += board[i] != 0
        self.dirty = ALL_LINES
        return 0

    cdef int copy_lines(self, Lines other) except -1 nogil:
        """Become a copy of another board with the same layout and list."""
        cdef int line
        self.squares[:] = other.squares
        self.allowed[:] = other.allowed
        self.beside[:] = other.beside
        self.opening, self.n_tiles, self.dirty = other.opening, other.n_tiles, other.dirty
        self.n_intervals, self.fits, self.restricted = other.n_intervals, other.fits, other.restricted
        self.runs = other.runs
        for line in range(N_LINES):
            memcpy(
                &self.listed[line * PER_LINE],
                &other.listed[line * PER_LINE],
                other.n_intervals[line] * sizeof(Interval),
            )
        self.n_changes = other.n_changes
        memcpy(self.changes, other.changes, other.n_changes * sizeof(Change))
        return 0

    # --- laying and lifting tiles ---------------------------------------------------------------------------------

    cdef int lay(self, const Change* change, const uint8_t* tiles) except -1 nogil:
        """Lay the tiles on the empty squares of the change, all in one line of its direction."""
        cdef int i, row, col
        assert 0 < change.n <= MOST_LAID
        assert self.n_changes < N_SQUARES
        for i in range(change.n):
            row, col = change.squares[i] // N, change.squares[i] % N
            assert not self.squares[line_start(row) + col]
            self.squares[line_start(row) + col] = self.squares[line_start(N + col) + row] = tiles[i]
        if self.opening:
            self.dirty = ALL_LINES
        self.opening = False
        self.n_tiles += change.n
        self.changes[self.n_changes] = change[0]
        self.n_changes += 1
        for i in range(change.n):
            row, col = change.squares[i] // N, change.squares[i] % N
            self.check_square(0, row, col)
            self.check_square(1, col, row)
        return self.check_around(change)

    cdef int lift(self) except -1 nogil:
        """Take the tiles of the last change off the board."""
        cdef const Change* change
        cdef int i, row, col
        assert self.n_changes > 0
        self.n_changes -= 1
        change = &self.changes[self.n_changes]
        self.n_tiles -= change.n
        for i in range(change.n):
            row, col = change.squares[i] // N, change.squares[i] % N
            self.squares[line_start(row) + col] = self.squares[line_start(N + col) + row] = 0
        for i in range(change.n):
            row, col = change.squares[i] // N, change.squares[i] % N
            self.check_square(0, row, col)
            self.check_square(1, col, row)
            # what the tile joined lies apart now: look from the tile to both sides, in both directions
            self.check_ends(0, row, col)
            self.check_ends(1, col, row)
        if not self.n_tiles:
            self.opening = True
            self.dirty = ALL_LINES
        return 0

    cdef int check_around(self, const Change* change) except -1 nogil:
        """Find the cross checks again at the ends of every run that holds a tile of the change."""
        cdef int down = change.down, line, at, i
        for i in range(change.n):
            line, at = change.squares[i] // N, change.squares[i] % N
            if down:
                line, at = at, line
            if i == 0:
                self.check_ends(down, line, at)  # the main word is the same for all tiles
            self.check_ends(1 - down, at, line)
        return 0

    cdef int check_ends(self, int down, int line, int at) except -1 nogil:
        """Find the cross checks again on the first empty squares of the line to both sides of a square."""
        cdef int base = line_start(N * down + line), first = at - 1, last = at + 1
        while is_tile(self.squares[base + first]):
            first -= 1
        while is_tile(self.squares[base + last]):
            last += 1
        if first >= 0:
            self.check_square(1 - down, first, line)
        if last < N:
            self.check_square(1 - down, last, line)
        return 0

    cdef int check_square(self, int down, int line, int at) except -1 nogil:
        """Find the cross check of a square again, for words of this direction."""
        self.check_cross(line_start(N * down + line) + at, line_start(N * (1 - down) + at) + line)
        self.dirty |= <uint32_t> 1 << (N * down + line)
        return 0

    # --- listing the intervals of a line --------------------------------------------------------------------------

    cdef int refresh(self) except -1 nogil:
        """Bring the intervals of all lines up to date."""
        cdef uint32_t left = self.dirty
        while left:
            self.list_line(lowest_bit(left))
            left &= left - 1
        self.dirty = 0
        return 0

    cdef int list_line(self, int line) except -1 nogil:
        cdef int first, base = line_start(line)
        assert 0 <= line < N_LINES
        self.n_intervals[line] = 0
        self.restricted[line] = 0
        if not self.is_open(line):
            return 0
        self.find_fits(line)
        for first in range(N - 1):
            if not is_tile(self.squares[base + first - 1]):
                self.list_from(line, first)
        return 0

    cdef bint is_open(self, int line) except -1 nogil:
        """Whether a word could lie in the line."""
        cdef int base = line_start(line), at
        if self.opening:
            return self.start < 0 or (self.start % N + N == line if line >= N else self.start // N == line)
        for at in range(N):
            if self.squares[base + at] or self.beside[base + at] >= 0:
                return True
        return False

    cdef int find_fits(self, int line) except -1 nogil:
        """Find the letters that fit every column of the line, and which columns are restricted."""
        cdef int base = line_start(line), at, first
        cdef uint32_t* fits = &self.fits[line * COLUMNS]
        cdef uint32_t restricted = 0
        cdef Run* run
        for at in range(N):
            fits[at] = fits[FOLLOWING + at] = self.allowed[base + at]
            if self.beside[base + at] >= 0:
                restricted |= <uint32_t> 1 << at
        at = 0
        while at < N:
            if not is_tile(self.squares[base + at]):
                at += 1
                continue
            first = at
            while is_tile(self.squares[base + at]):
                at += 1
            run = &self.runs[line * 16 + first]
            self.find_run(base, first, at - 1, run)
            if first > 0:
                fits[first - 1] &= run.before
                fits[FOLLOWING + first - 1] &= run.before
                restricted |= <uint32_t> 1 << (first - 1)
            if at < N:
                fits[FOLLOWING + at] &= run.behind
                restricted |= <uint32_t> 1 << (FOLLOWING + at)
        self.restricted[line] = restricted
        return 0

    cdef int find_run(self, int base, int first, int last, Run* run) except -1 nogil:
        """Find what may stand beside a run of tiles, unless it is known."""
        cdef uint64_t tiles = 1
        cdef uint32_t node
        cdef int at
        for at in range(first, last + 1):
            tiles = tiles * 0x9E3779B97F4A7C15ULL + (self.squares[base + at] & LETTER)
        if run.tiles == tiles:
            return 0
        node = self.along(self.graph[0] & CHILD, base + last, base + first, -1) & CHILD
        run.tiles = tiles
        run.before = self.letters_at(node)
        run.behind = self.letters_at(arc_of(self, node, SEPARATOR) & CHILD)
        return 0

    cdef long long letters_at(self, uint32_t node) except -1 nogil:
        """The letters of a state's arcs, but for the separator."""
        cdef uint32_t arc, letters = 0
        while node:
            arc = self.graph[node]
            if arc >> LETTER_SHIFT:
                letters |= <uint32_t> 1 << ((arc >> LETTER_SHIFT) - 1)
            node = 0 if arc & LAST else node + 1
        return letters

    cdef int list_from(self, int line, int first) except -1 nogil:
        """List the intervals that begin on a square, the shortest first."""
        cdef Stretch stretch
        cdef int base = line_start(line), at = first, after_run = -1, column
        memset(&stretch, 0, sizeof(Stretch))
        stretch.multiplier = 1
        while at < N:
            if is_tile(self.squares[base + at]):
                while is_tile(self.squares[base + at]):
                    self.take_in(&stretch, base + at)
                    at += 1
                if not stretch.n_laid:
                    after_run = at
                    continue
            else:
                column = FOLLOWING + at if at == after_run else at
                if stretch.n_laid == MOST_LAID or not self.fits[line * COLUMNS + column]:
                    return 0
                self.take_square(&stretch, line, at, column)
                at += 1
                if is_tile(self.squares[base + at]):
                    continue  # the word goes on over these tiles
            if stretch.joined and at - first > 1 and not self.is_double(line, &stretch, at - first):
                self.keep(line, first, at - first, &stretch)
        return 0

    cdef int take_in(self, Stretch* stretch, int i) except -1 nogil:
        """Add a tile on the board."""
        cdef uint8_t letter = self.squares[i] & LETTER
        stretch.through += self.map.letter_hash[letter]
        stretch.fixed += self.worth[self.squares[i]]
        stretch.letter = letter
        stretch.n_through += 1
        stretch.joined = True
        return 0

    cdef int take_square(self, Stretch* stretch, int line, int at, int column) except -1 nogil:
        """Add an empty square."""
        cdef int i = line_start(line) + at, j
        cdef int16_t factor = self.letter_multipliers[i]
        stretch.empty |= 1 << at
        stretch.multiplier *= self.word_multipliers[i]
        stretch.n_laid += 1
        if self.beside[i] >= 0:
            stretch.joined = True
            stretch.crossing += self.beside[i] * self.word_multipliers[i]
        if self.opening and (self.start < 0 or self.start == (at * N + line - N if line >= N else line * N + at)):
            stretch.joined = True
        if self.restricted[line] >> column & 1:
            stretch.columns[stretch.n_restricted] = column
            stretch.restricted |= <uint32_t> 1 << column
            stretch.n_restricted += 1
        else:
            j = stretch.n_free
            while j and stretch.free[j - 1] < factor:
                stretch.free[j] = stretch.free[j - 1]
                j -= 1
            stretch.free[j] = factor
            stretch.n_free += 1
        return 0

    cdef bint is_double(self, int line, const Stretch* stretch, int length) except -1 nogil:
        """Whether the play of one tile in this word is listed as its cross word instead."""
        cdef int at, first, last, crossing
        if stretch.n_laid != 1:
            return False
        at = lowest_bit(stretch.empty)
        if self.beside[line_start(line) + at] < 0:
            return False
        first = last = line_start((N if line < N else 0) + at) + (line if line < N else line - N)
        while is_tile(self.squares[first - 1]):
            first -= 1
        while is_tile(self.squares[last + 1]):
            last += 1
        crossing = last - first + 1
        return crossing > length or (crossing == length and line >= N)

    cdef int keep(self, int line, int first, int length, const Stretch* stretch) except -1 nogil:
        """Write the interval down."""
        cdef Interval* interval = &self.listed[line * PER_LINE + self.n_intervals[line]]
        cdef int i, j, factor
        assert self.n_intervals[line] < PER_LINE
        self.n_intervals[line] += 1
        for i in range(LANES):
            interval.multipliers[i] = stretch.free[i] * stretch.multiplier
        interval.through = stretch.through
        interval.base = stretch.fixed * stretch.multiplier + stretch.crossing + self.bonus[stretch.n_laid]
        interval.restricted = stretch.restricted
        interval.empty = stretch.empty
        interval.line, interval.first, interval.length = line, first, length
        interval.n_laid, interval.n_through, interval.letter = stretch.n_laid, stretch.n_through, stretch.letter
        interval.n_restricted = stretch.n_restricted
        for i in range(stretch.n_restricted):
            interval.columns[i] = stretch.columns[i]
            j = line_start(line) + (stretch.columns[i] & 15)
            factor = stretch.multiplier + (self.word_multipliers[j] if self.beside[j] >= 0 else 0)
            interval.column_multipliers[i] = self.letter_multipliers[j] * factor
        return 0


def _check_layout(values, letter_multipliers, word_multipliers, start, bonus):
    """Raise unless the sizes fit each other and the bounds at the top of this file hold."""
    if len(values) != LETTERS + 1 or values[0]:
        raise ValueError("There are 33 letter values, the blank's first, which is 0.")
    for multipliers in (letter_multipliers, word_multipliers):
        if len(multipliers) != N_SQUARES or not min(multipliers):
            raise ValueError(f"Each of the {N_SQUARES} squares needs a multiplier.")
    if not -1 <= start < N_SQUARES:
        raise ValueError(f"Start square {start} is not on the board; -1 means that play may begin anywhere.")
    if len(bonus) <= MOST_LAID or not all(0 <= points <= HIGHEST_SCORE for points in bonus):
        raise ValueError("The bonus is a list of points by number of tiles laid, from 0 to 7 tiles.")
    word, letter = _highest_product(word_multipliers), max(letter_multipliers)
    count = letter * (word + max(word_multipliers))
    if count >= 2**15:
        raise ValueError("These multipliers are too large for the fast search; use the plain generator.")
    # 14 tiles taken in, 7 laid, 7 cross words with 14 tiles on the board
    counts = 14 * word + 7 * count + 7 * 14 * max(word_multipliers)
    if max(values) * counts + max(bonus) > HIGHEST_SCORE:
        raise ValueError("These values are too large for the fast search; use the plain generator.")


def _highest_product(word_multipliers):
    """The highest multiplier that a word of seven new tiles may have."""
    highest = 1
    lines = [word_multipliers[N * i:N * i + N] for i in range(N)] + [word_multipliers[i::N] for i in range(N)]
    for line in lines:
        product = 1
        for factor in sorted(line)[-MOST_LAID:]:
            product *= factor
        highest = max(highest, product)
    return highest


def _worths(values):
    """What each tile byte is worth."""
    worths = zeros(BLANK + LETTERS + 1, "i")
    for letter in range(1, LETTERS + 1):
        worths[letter] = values[letter]
    return worths


def _both_ways(board):
    """A layout as the squares of a CrossBoard stand: the rows, then the columns, with a square for every wall."""
    rows = b"".join(board[row * N:(row + 1) * N] + b"\0" for row in range(N))
    return b"\0" + rows + b"".join(board[col::N] + b"\0" for col in range(N))
