# cython: language_level=3
"""The moves of both sides while a search plays and takes back: only what a play changed is looked for again.

In an endgame nothing is drawn: a side's tiles only become fewer, the board only fuller. Hence:

1. A move keeps its words and its score as long as no tile is laid on its zone: the squares it lays tiles on, and
   the empty squares at both ends of every word it makes, or of the word that a neighbour there would make. So the
   moves of a position are those of an earlier position of the same side whose tiles the rack still holds and whose
   zone is untouched, and the moves with a new tile in one of their words.
2. The latter are found by walking the GADDAG as in movegen.pyx, but only from places that are hot: runs of tiles
   with a new tile, and empty squares beside a run, across the line, with a new tile. A word that takes in or covers
   a hot place is found from the leftmost one; to its left it may take in runs that are not hot. With every tile and
   every square beside one hot, all moves are found: so the search begins.
3. A play changes the cross checks at the ends of the runs that hold its tiles. What they were is written into the
   step, so that taking back is copying. The letters that fit between two runs are remembered by these runs, since
   a search asks for the same ones over and over.
4. A rack is packed into 32 bits: four for each of the at most seven different tiles the side began with. A rack
   holds a move's tiles if no count, with the bit above it set, borrows that bit.

Bounds. A rack has 7 tiles, so a count fits three bits. Line and place are 0..29 and 0..14; a step from a square leads
at most onto the wall beside its line. The moves lie in one block of 2**20, used as a stack by the search; if that is
full, moves are left out and `crowded` says so. A score stays below 10**6, as lines.pyx has checked.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from stolik.kernels.bits cimport lowest_bit, splitmix
from stolik.kernels.crosschecks cimport BLANK, LETTER, SEPARATOR, WALL, CrossBoard, arc_of, is_tile
from stolik.kernels.lines cimport MOST_LAID, N, N_LINES, N_SQUARES, line_start
from stolik.kernels.nodes cimport ACCEPTS, CHILD, LAST, LETTER_SHIFT, LETTERS
from stolik.kernels.racks cimport BLANKS, RACK
from stolik.kernels.search cimport Play, Search


@cython.final
cdef class EndgameBoard(CrossBoard):
    """A board of 15 x 15 squares with two racks that are known."""

    def __cinit__(self):
        self.moves = <Move*> malloc(MOST_MOVES * sizeof(Move))  # the system gives memory as it is used
        self.memo_keys = <uint64_t*> calloc(1 << MEMO_BITS, sizeof(uint64_t))
        self.memo_letters = <uint32_t*> calloc(1 << MEMO_BITS, sizeof(uint32_t))
        if self.moves == NULL or self.memo_keys == NULL or self.memo_letters == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.moves)
        free(self.memo_keys)
        free(self.memo_letters)

    cdef int share(self, Search search) except -1:
        """Take over the list and the layout of a search."""
        self.prepare(search.graph, False, N, N, search.worth)
        self.letter_multipliers = search.letter_multipliers
        self.word_multipliers = search.word_multipliers
        self.bonus = search.bonus
        self.start = search.start
        return 0

    cdef int put_position(
        self, const uint8_t[::1] board, const uint8_t[::1] mine, const uint8_t[::1] theirs
    ) except -1:
        """Begin with this board and these racks; ValueError if they cannot be."""
        cdef int i
        if board.shape[0] != N_SQUARES:
            raise ValueError(f"A board of 15 x 15 squares has no {board.shape[0]} bytes.")
        for i in range(N_SQUARES):
            if board[i] and not 1 <= board[i] & ~BLANK <= LETTERS:
                raise ValueError(f"Square {i} holds {board[i]}; a letter is 1 to 32, a blank 64 more.")
        _check_rack(bytes(mine))
        _check_rack(bytes(theirs))
        if mine[0] + theirs[0] > BLANKS:
            raise ValueError(f"The two racks hold {mine[0] + theirs[0]} blanks; 3 are the most.")
        for i in range(LETTERS + 1):
            self.root_counts[i] = mine[i]
            self.root_counts[LETTERS + 1 + i] = theirs[i]
        self.set_board(board)
        self.check_crosses()
        self.n_moves, self.crowded = 0, False
        return 0

    cdef uint32_t packed(self, int side) noexcept nogil:
        """The rack the side begins with, as 32 bits; from now on its racks are packed like that."""
        cdef uint32_t rack = 0
        cdef int tile, shift = 0
        for tile in range(LETTERS + 1):
            self.shifts[(LETTERS + 1) * side + tile] = 28  # never counted
            if self.root_counts[(LETTERS + 1) * side + tile]:
                self.shifts[(LETTERS + 1) * side + tile] = shift
                rack |= <uint32_t> self.root_counts[(LETTERS + 1) * side + tile] << shift
                shift += 4
        return rack

    cdef int mark_all(self, uint16_t* hot) except -1 nogil:
        """Mark every place that a move can join the board at."""
        cdef int line, at
        for line in range(N_LINES):
            hot[line] = 0
            for at in range(N):
                if self.opening:
                    if self.start < 0 or self.start == (at * N + line - N if line >= N else line * N + at):
                        hot[line] |= 1 << at
                elif self.squares[line_start(line) + at] or self.beside[line_start(line) + at] >= 0:
                    hot[line] |= 1 << at
        return 0

    # --- laying and lifting tiles ---------------------------------------------------------------------------------

    cdef int lay(self, const Move* move, Step* step) except -1 nogil:
        """Lay the tiles of a move; the step tells what that changed."""
        cdef uint32_t left = move.empty
        cdef int at, i = 0, line = move.line, other = N if line < N else 0, place = line if line < N else line - N
        memset(step, 0, sizeof(Squares) + sizeof(step.hot))
        step.n_checked = 0
        add_laid(move, &step.laid)
        step.hot[line] = move.empty
        while left:
            at = lowest_bit(left)
            left &= left - 1
            self.squares[line_start(line) + at] = self.squares[line_start(other + at) + place] = move.tiles[i]
            step.hot[other + at] |= 1 << place
            i += 1
        self.opening = False
        self.check_ends(line, lowest_bit(move.empty), step)
        left = move.empty
        while left:
            self.check_ends(other + lowest_bit(left), place, step)
            left &= left - 1
        return 0

    cdef int lift(self, const Move* move, const Step* step) except -1 nogil:
        """Take the tiles of the last move laid off the board."""
        cdef uint32_t left = move.empty
        cdef int at, i, line = move.line, other = N if line < N else 0, place = line if line < N else line - N
        while left:
            at = lowest_bit(left)
            left &= left - 1
            self.squares[line_start(line) + at] = self.squares[line_start(other + at) + place] = 0
        for i in range(step.n_checked - 1, -1, -1):
            self.allowed[step.checked[i]] = step.allowed[i]
            self.beside[step.checked[i]] = step.beside[i]
        return 0

    cdef int check_ends(self, int line, int at, Step* step) except -1 nogil:
        """Find the cross checks again at both ends of the run that holds this square."""
        cdef int base = line_start(line), first = at - 1, last = at + 1
        while is_tile(self.squares[base + first]):
            first -= 1
        while is_tile(self.squares[base + last]):
            last += 1
        if first >= 0:
            self.check_end(line, first, step)
        if last < N:
            self.check_end(line, last, step)
        return 0

    cdef int check_end(self, int line, int at, Step* step) except -1 nogil:
        """Find the letters that fit an empty square between the runs beside it along the line."""
        cdef int gap = line_start(line) + at, first = gap, last = gap, value = 0
        cdef int crossing = at + N if line < N else at, place = line if line < N else line - N
        cdef int i = line_start(crossing) + place
        while is_tile(self.squares[first - 1]):
            first -= 1
            value += self.worth[self.squares[first]]
        while is_tile(self.squares[last + 1]):
            last += 1
            value += self.worth[self.squares[last]]
        assert step.n_checked < CHECKED
        step.checked[step.n_checked] = i
        step.allowed[step.n_checked] = self.allowed[i]
        step.beside[step.n_checked] = self.beside[i]
        step.n_checked += 1
        step.hot[crossing] |= 1 << place
        self.beside[i] = value
        self.allowed[i] = self.letters_between(first, gap, last)
        return 0

    cdef uint32_t letters_between(self, int first, int gap, int last) except? 0 nogil:
        """The letters that make a word of the tiles from first to last around the gap."""
        cdef uint64_t key = 1
        cdef uint32_t slot
        cdef int i
        for i in range(first, last + 1):
            key = key * 0x9E3779B97F4A7C15ULL + (self.squares[i] & LETTER)
        key = splitmix(key) | 1
        slot = key >> (64 - MEMO_BITS)
        if self.memo_keys[slot] != key:
            self.memo_letters[slot] = self.fitting(first, gap, last)
            self.memo_keys[slot] = key
        return self.memo_letters[slot]

    # --- finding moves --------------------------------------------------------------------------------------------

    cdef int list_moves(self, int side, uint32_t rack, const uint16_t* hot) except -1 nogil:
        """Add the moves of a rack with a hot place in one of their words."""
        cdef int line, tile
        self.side, self.n_rack, self.need, self.worth_laid = side, 0, 0, 0
        for tile in range(LETTERS + 1):
            self.rack[tile] = rack >> self.shifts[(LETTERS + 1) * side + tile] & 7
            self.n_rack += self.rack[tile]
        for line in range(N_LINES):
            if hot[line]:
                self.line, self.base = line, line_start(line)
                self.search_line(hot[line])
        return 0

    cdef int search_line(self, uint32_t hot) except -1 nogil:
        """Grow words from each hot place of the line, from left to right."""
        cdef int at = 0, last
        self.limit = 0
        self.zones_known = 0
        while at < N:
            if is_tile(self.squares[self.base + at]):
                last = at
                while is_tile(self.squares[self.base + last + 1]):
                    last += 1
                if hot >> at & ((2 << (last - at)) - 1):
                    self.grow_from_run(at, last)
                    last += 1  # a tile on the square behind takes in the run
                    self.limit = last + 1
                at = last + 1
                continue
            if hot >> at & 1:
                self.turn = at + 1
                self.fill(True, at, at, self.graph[0] & CHILD, Count(0, 0, 1, 0))
                self.limit = at + 1
            at += 1
        return 0

    cdef int grow_from_run(self, int first, int last) except -1 nogil:
        cdef Count count = Count(0, 0, 1, 0)
        cdef int i
        cdef uint32_t arc = self.along(self.graph[0] & CHILD, self.base + last, self.base + first, -1)
        if not arc & CHILD:
            return 0
        for i in range(first, last + 1):
            self.word[i] = self.squares[self.base + i]
            count.sum += self.worth[self.word[i]]
        self.turn = last + 1
        return self.grow_left(first - 1, arc, count)

    cdef int fill(self, bint leftward, int at, int first, uint32_t node, Count count) except -1 nogil:
        """Lay each tile of the rack that fits on the empty square at, then go on from there."""
        cdef uint64_t allowed = self.allowed[self.base + at]  # 64 bits: letters past 32 shift to nothing
        cdef uint32_t arc, letter
        while node:
            arc = self.graph[node]
            letter = arc >> LETTER_SHIFT
            if letter and allowed >> (letter - 1) & 1:
                if self.rack[letter]:
                    self.lay_tile(leftward, at, first, arc, letter, letter, count)
                if self.rack[0]:
                    self.lay_tile(leftward, at, first, arc, letter | BLANK, 0, count)
            node = 0 if arc & LAST else node + 1
        return 0

    cdef int lay_tile(
        self, bint leftward, int at, int first, uint32_t arc, uint8_t tile, int source, Count count
    ) except -1 nogil:
        """Lay one tile taken from rack[source], grow the word on and take the tile back."""
        cdef int i = self.base + at, points = self.worth[tile] * self.letter_multipliers[i]
        cdef uint32_t one = <uint32_t> 1 << self.shifts[(LETTERS + 1) * self.side + source]
        count.n_tiles += 1
        count.sum += points
        count.multiplier *= self.word_multipliers[i]
        if self.beside[i] >= 0:
            count.crossing += (self.beside[i] + points) * self.word_multipliers[i]
        self.word[at] = tile
        self.rack[source] -= 1
        self.need += one
        self.worth_laid += self.worth[tile]
        if leftward:
            self.grow_left(at - 1, arc, count)
        else:
            self.grow_right(at + 1, first, arc, count)
        self.worth_laid -= self.worth[tile]
        self.need -= one
        self.rack[source] += 1
        return 0

    cdef int grow_left(self, int at, uint32_t arc, Count count) except -1 nogil:
        """Go on from a left part that begins on at + 1 and has been read down to this arc."""
        cdef uint32_t node, behind
        cdef uint8_t tile = self.squares[self.base + at]
        while is_tile(tile):
            arc = arc_of(self, arc & CHILD, tile & LETTER)
            if not arc:
                return 0
            self.word[at] = tile
            count.sum += self.worth[tile]
            at -= 1
            tile = self.squares[self.base + at]
        node = arc & CHILD
        tile = self.squares[self.base + self.turn]
        if arc & ACCEPTS and count.n_tiles and not is_tile(tile):
            self.keep(at + 1, self.turn - 1, &count)
        if is_tile(tile):
            behind = arc_of(self, node, SEPARATOR)
            if behind:
                self.grow_right(self.turn, at + 1, behind, count)
        elif tile != WALL and count.n_tiles < self.n_rack:
            self.fill(False, self.turn, at + 1, arc_of(self, node, SEPARATOR) & CHILD, count)
        if at >= self.limit and count.n_tiles < self.n_rack:
            self.fill(True, at, at, node, count)
        return 0

    cdef int grow_right(self, int at, int first, uint32_t arc, Count count) except -1 nogil:
        """Go on from a word that runs from first to at - 1 and has been read up to this arc."""
        cdef uint8_t tile = self.squares[self.base + at]
        while is_tile(tile):
            arc = arc_of(self, arc & CHILD, tile & LETTER)
            if not arc:
                return 0
            self.word[at] = tile
            count.sum += self.worth[tile]
            at += 1
            tile = self.squares[self.base + at]
        if arc & ACCEPTS and count.n_tiles:
            self.keep(first, at - 1, &count)
        if not tile and count.n_tiles < self.n_rack:
            self.fill(False, at, first, arc & CHILD, count)
        return 0

    cdef bint is_double(self, int first, int last) except -1 nogil:
        """Whether the play of one tile in this word is listed as its cross word instead."""
        cdef int at = first, before, behind, length
        while self.squares[self.base + at]:  # the one empty square lies before last + 1
            at += 1
        if self.beside[self.base + at] < 0:
            return False
        before = behind = line_start(at + N if self.line < N else at) + (self.line if self.line < N else self.line - N)
        while is_tile(self.squares[before - 1]):
            before -= 1
        while is_tile(self.squares[behind + 1]):
            behind += 1
        length = behind - before + 1
        return length > last - first + 1 or (length == last - first + 1 and self.line >= N)

    cdef int keep(self, int first, int last, const Count* count) except -1 nogil:
        """Write down the word from first to last."""
        cdef Move* move
        cdef int at, end, number, n = 0
        if last == first or (count.n_tiles == 1 and self.is_double(first, last)):
            return 0
        if self.n_moves == MOST_MOVES:
            self.crowded = True
            return 0
        move = &self.moves[self.n_moves]
        self.n_moves += 1
        memset(move, 0, sizeof(Move))
        move.line, move.first, move.length = self.line, first, last - first + 1
        move.need, move.worth, move.n_laid = self.need, self.worth_laid, count.n_tiles
        move.score = count.sum * count.multiplier + count.crossing + self.bonus[count.n_tiles]
        for at in range(first, last + 1):
            if self.squares[self.base + at]:
                continue
            assert n < MOST_LAID
            move.tiles[n] = self.word[at]
            n += 1
            move.empty |= 1 << at
            number = self.number_of(at)
            move.hash ^= splitmix(<uint64_t> (number << 7 | self.word[at]))
            move.zone[number >> 6] |= <uint64_t> 1 << (number & 63)
            for end in range(2):
                number = self.zone_at(at, end)
                if number >= 0:
                    move.zone[number >> 6] |= <uint64_t> 1 << (number & 63)
        if first > 0:
            number = self.number_of(first - 1)
            move.zone[number >> 6] |= <uint64_t> 1 << (number & 63)
        if last < N - 1:
            number = self.number_of(last + 1)
            move.zone[number >> 6] |= <uint64_t> 1 << (number & 63)
        return 0

    cdef int zone_at(self, int at, int end) except? -2 nogil:
        """The square before (end 0) or behind the cross word of an empty square; -1 where the board ends."""
        cdef int place, start, i
        if not self.zones_known >> at & 1:
            self.zones_known |= 1 << at
            place = self.line if self.line < N else self.line - N
            start = line_start(at + N if self.line < N else at)
            i = place - 1
            while is_tile(self.squares[start + i]):
                i -= 1
            self.zones[2 * at] = (i * 16 + at if self.line < N else at * 16 + i) if i >= 0 else -1
            i = place + 1
            while is_tile(self.squares[start + i]):
                i += 1
            self.zones[2 * at + 1] = (i * 16 + at if self.line < N else at * 16 + i) if i < N else -1
        return self.zones[2 * at + end]

    cdef int number_of(self, int at) noexcept nogil:
        """The number of a square of the line at hand, 16 for each row."""
        return self.line * 16 + at if self.line < N else at * 16 + self.line - N

    cdef int write_play(self, const Move* move, Play* play) except -1 nogil:
        """The move as a record of movegen.pyx, the board being as it was found on."""
        cdef int at, n = 0, base = line_start(move.line)
        memset(play, 0, sizeof(Play))
        for at in range(move.first, move.first + move.length):
            if move.empty >> at & 1:
                play.word[at - move.first] = move.tiles[n]
                n += 1
            else:
                play.word[at - move.first] = self.squares[base + at]
        play.length, play.score = move.length, move.score
        play.placed = move.empty >> move.first
        play.down = move.line >= N
        play.row = move.first if play.down else move.line
        play.col = move.line - N if play.down else move.first
        return 0


def _check_rack(rack):
    if len(rack) != LETTERS + 1 or sum(rack) > RACK:
        raise ValueError("A rack is 33 counts, blanks first, of at most 7 tiles in all.")
