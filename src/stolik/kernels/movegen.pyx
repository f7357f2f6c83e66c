# cython: language_level=3
"""The moves of a position, from bytes to bytes.

A board is a byte for each square, row by row, a rack the count of each tile; the moves come as records of 32 bytes
in the order of movelist.pyx. How they are found is told in placements.pyx. A search needs room of its own; the
searches of a generator are kept for the next call, one for each thread that asked at the same time.
"""

from struct import Struct

from libc.stdint cimport uint8_t, uint32_t

from stolik.kernels.crosschecks cimport BLANK, SIDE
from stolik.kernels.nodes cimport LETTERS, LONGEST, nodes_of, zeros
from stolik.kernels.placements cimport MOST_TILES, Placements

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
        cdef Placements search
        cdef int i, n_tiles = 0
        if rack.shape[0] != LETTERS + 1:
            raise ValueError(f"A rack is 33 counts, blanks first, not {rack.shape[0]}.")
        for i in range(LETTERS + 1):
            n_tiles += rack[i]
        if n_tiles > MOST_TILES:
            raise ValueError(f"A rack holds {MOST_TILES} tiles at most, not {n_tiles}.")
        search = self.search_on(board)
        search.set_rack(rack)
        with nogil:
            search.find()
        found = search.moves.hand_over()
        self.idle.append(search)
        return found

    def cross_checks(self, const uint8_t[::1] board not None):
        """For across and for down, the set of letters that fit each square's cross word; 0 where a tile lies."""
        cdef Placements search = self.search_on(board)
        search.check_crosses()
        across = [search.allowed[search.origin[0] + row * search.stride[0] + col]
                  for row in range(self.n_rows) for col in range(self.n_cols)]
        down = [search.allowed[search.origin[1] + col * search.stride[1] + row]
                for row in range(self.n_rows) for col in range(self.n_cols)]
        self.idle.append(search)
        return across, down

    cdef Placements search_on(self, const uint8_t[::1] board):
        """An idle search with this board set up."""
        cdef Placements search
        cdef int i
        if board.shape[0] != self.n_rows * self.n_cols:
            raise ValueError(f"A board of {self.n_rows} x {self.n_cols} squares has no {board.shape[0]} bytes.")
        for i in range(board.shape[0]):
            if board[i] and not 1 <= board[i] & ~BLANK <= LETTERS:
                raise ValueError(f"Square {i} holds {board[i]}; a letter is 1 to 32, a blank 64 more.")
        try:
            search = self.idle.pop()
        except IndexError:
            search = Placements()
            search.prepare(self.graph, self.forward, self.n_rows, self.n_cols, self.worth)
            search.open(self.letter_multipliers, self.word_multipliers, self.bonus, self.start)
        search.set_board(board)
        return search


def _check_layout(rows, cols, values, letter_multipliers, word_multipliers, start):
    """Raise unless the sizes fit each other and the bounds told in placements.pyx hold."""
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
