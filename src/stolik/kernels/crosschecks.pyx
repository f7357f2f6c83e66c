# cython: language_level=3
"""Which letters may stand on each empty square, so that the word across the line is a word.

The board is held twice, as rows and as columns, so that one piece of code serves both directions. A line is a
stretch of bytes with a wall at either end: no step along a line needs a test for the edge. Square i of a line of
direction d (0 across, 1 down) has the index origin[d] + line * stride[d] + i; a wall is shared by two lines.

For every empty square and each direction, the letters that may stand there are those that make a word of the
tiles above and below (of the tiles beside it, for the other direction): a 32-bit set found by walking the graph
over these tiles. Their value is kept too. A square without such neighbours takes every letter. On a GADDAG the
tiles before the gap are read backwards, then the letter and what follows behind the separator; where no tile
comes before the gap, the tiles behind it are read backwards and the letter last. On a DAWG all is read forwards.
Only a square at the end of a run has such neighbours, so the runs are looked for and all other squares filled in
alike. Every walk begins at the root, which has the most arcs: these are kept by letter. Most neighbours are one
single tile: what fits before or behind it depends on nothing else and is remembered.

Bounds. A side has at most 31 squares of at most 255 points, so a sum of values is small. A step from a square
leads at most onto the wall before or behind its line, which is inside the array.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from stolik.kernels.nodes cimport ACCEPTS, CHILD, LAST, LETTER_SHIFT, zeros


cdef class CrossBoard:
    """A board with its cross checks; prepare it, then set a board and call check_crosses."""

    cdef int prepare(self, const uint32_t[::1] graph, bint forward, int rows, int cols, const int[::1] worth) except -1:
        """Make room for boards of this size."""
        cdef size_t size = 1 + rows * (cols + 1) + cols * (rows + 1)
        cdef uint32_t node = graph[0] & CHILD
        cdef int i
        self.graph = graph
        self.forward = forward
        self.worth = worth
        self.origin = [1, 1 + rows * (cols + 1)]
        self.stride = [cols + 1, rows + 1]
        self.n_lines = [rows, cols]
        self.squares = zeros(size, "B")
        self.squares[:] = WALL
        self.allowed = zeros(size, "I")
        self.beside = zeros(size, "i")
        for i in range(2 * (LETTER + 1)):
            self.pairs[i] = -1
        while node:
            self.roots[graph[node] >> LETTER_SHIFT] = graph[node]
            node = 0 if graph[node] & LAST else node + 1
        return 0

    cdef int set_board(self, const uint8_t[::1] board) except -1 nogil:
        """Copy the board, row by row, into both directions."""
        cdef int row, col, i = 0
        self.opening = True
        for row in range(self.n_lines[0]):
            for col in range(self.n_lines[1]):
                if board[i]:
                    self.opening = False
                self.squares[self.origin[0] + row * self.stride[0] + col] = board[i]
                self.squares[self.origin[1] + col * self.stride[1] + row] = board[i]
                i += 1
        return 0

    cdef int64_t along(self, uint32_t arc, int first, int last, int step) except -1 nogil:
        """The arc reached from this one over the tiles from index first to last; 0 if the graph has none."""
        cdef int i = first
        if arc & CHILD == self.graph[0] & CHILD:
            arc = self.roots[self.squares[i] & LETTER]
            if i == last:
                return arc
            i += step
        while arc:
            arc = arc_of(self, arc & CHILD, self.squares[i] & LETTER)
            if i == last:
                return arc
            i += step
        return 0

    cdef int check_crosses(self) except -1 nogil:
        """Find allowed and beside for every empty square in both directions."""
        cdef int down, line, i, base
        for down in range(2):
            for line in range(self.n_lines[down]):
                base = self.origin[down] + line * self.stride[down]
                for i in range(base, base + self.n_lines[1 - down]):
                    self.allowed[i] = 0 if self.squares[i] else ~(<uint32_t> 0)
                    self.beside[i] = -1
        for down in range(2):
            for line in range(self.n_lines[down]):
                self.check_ends_of_runs(down, line)
        return 0

    cdef int check_ends_of_runs(self, int down, int line) except -1 nogil:
        """Find allowed and beside, for words across the line, beside every run of tiles in it."""
        cdef int base = self.origin[down] + line * self.stride[down]
        cdef int across = self.origin[1 - down] + line, step = self.stride[1 - down]
        cdef int at = 0, n = self.n_lines[1 - down], checked = -1
        while at < n:
            if not is_tile(self.squares[base + at]):
                at += 1
                continue
            if at - 1 > checked:  # else it is the square behind the run before
                self.check_cross(across + (at - 1) * step, base + at - 1)
            while is_tile(self.squares[base + at]):
                at += 1
            if at < n:
                self.check_cross(across + at * step, base + at)
            checked = at
        return 0

    cdef int check_cross(self, int at, int crossing) except -1 nogil:
        """Find allowed and beside at a square; crossing is the same square's index in the other direction."""
        cdef int first = crossing, last = crossing, i
        cdef int value = 0
        self.allowed[at] = 0
        self.beside[at] = -1
        if self.squares[at]:
            return 0
        while is_tile(self.squares[first - 1]):
            first -= 1
            value += self.worth[self.squares[first]]
        while is_tile(self.squares[last + 1]):
            last += 1
            value += self.worth[self.squares[last]]
        if first == last:
            self.allowed[at] = ~(<uint32_t> 0)
            return 0
        self.beside[at] = value
        if last - first > 1:
            self.allowed[at] = self.fitting(first, crossing, last)
            return 0
        i = 2 * (self.squares[first + last - crossing] & LETTER) + (first < crossing)
        if self.pairs[i] < 0:
            self.pairs[i] = self.fitting(first, crossing, last)
        self.allowed[at] = self.pairs[i]
        return 0

    cdef int64_t fitting(self, int first, int gap, int last) except -1 nogil:
        """The letters that make a word of the tiles from first to last around the gap."""
        cdef uint32_t arc = self.graph[0] & CHILD
        cdef uint32_t node, found = 0
        cdef bint more = gap < last  # whether tiles come after the letter, as the graph is read
        if self.forward:
            if first < gap:
                arc = self.along(arc, first, gap - 1, 1)
            node = arc & CHILD
        elif first == gap:  # the letter comes first: read last what is read backwards
            arc = self.along(arc, last, gap + 1, -1)
            node = arc & CHILD
            more = False
        else:
            arc = self.along(arc, gap - 1, first, -1)
            node = arc_of(self, arc & CHILD, SEPARATOR) & CHILD
        while node:
            arc = self.graph[node]
            node = 0 if arc & LAST else node + 1
            if not arc >> LETTER_SHIFT:
                continue
            if (self.along(arc, gap + 1, last, 1) if more else arc) & ACCEPTS:
                found |= <uint32_t> 1 << ((arc >> LETTER_SHIFT) - 1)
        return found
