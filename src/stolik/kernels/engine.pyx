# cython: language_level=3
"""The door to the search of the best move: boards and racks as bytes in, records of movegen.pyx out.

search.pyx explains the search, lines.pyx the board, racks.pyx the rack, wordmap.pyx the words.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from stolik.kernels.crosschecks cimport BLANK
from stolik.kernels.leaves cimport LeaveTable
from stolik.kernels.lines cimport COLUMNS, MOST_LAID, N, N_LINES, N_SQUARES, PER_LINE, Change, Interval, line_start
from stolik.kernels.nodes cimport LETTERS, zeros
from stolik.kernels.racks cimport BLANKS, RACK
from stolik.kernels.search cimport Play, Search, read_play
from stolik.kernels.wordmap cimport WordMap


@cython.final
cdef class Engine:
    """A board of 15 x 15 squares on which the best move is found; for one thread at a time."""

    def __init__(
        self, WordMap map not None, graph, bytes values not None, bytes letter_multipliers not None,
        bytes word_multipliers not None, int start, bonus, LeaveTable leaves=None,
    ):
        cdef Search search = Search()
        if map.longest_completion < RACK + 1:
            raise ValueError(f"This word map completes words of {map.longest_completion} letters only; build it again.")
        search.counts = zeros(LETTERS + 1, "B")
        search.leaves = leaves
        search.open(map, graph, values, letter_multipliers, word_multipliers, start, _bonuses(bonus))
        self.search = search

    @property
    def leaves(self):
        """The values of leaves that `best` adds."""
        return self.search.leaves

    def set_board(self, const uint8_t[::1] board not None):
        """Begin with this board: 225 bytes row by row, 0 for empty, a letter, 64 more for a blank."""
        check_board(board)
        with nogil:
            self.search.put_board(board)

    def board(self):
        """The board as set_board takes it."""
        return bytes([self.search.squares[line_start(i // N) + i % N] for i in range(N_SQUARES)])

    def best(self, const uint8_t[::1] rack not None, bint with_leaves=True):
        """The best move as a record of movegen.pyx and its equity, or None if there is no move."""
        cdef Search search = self.search
        cdef int i, n = 0
        if rack.shape[0] != LETTERS + 1:
            raise ValueError(f"A rack is 33 counts, blanks first, not {rack.shape[0]}.")
        for i in range(LETTERS + 1):
            n += rack[i]
        if n > RACK or rack[0] > BLANKS:
            raise ValueError(
                f"A rack of {n} tiles with {rack[0]} blanks is too much for the fast search, "
                "which takes 7 tiles with 3 blanks; use the plain generator."
            )
        search.counts[:] = rack
        with nogil:
            search.search(with_leaves)
        if not search.found:
            return None
        return PyBytes_FromStringAndSize(<const char*> &search.best_play, sizeof(Play)), search.best_equity

    def play(self, const uint8_t[::1] record not None):
        """Lay the tiles of a move given as a record of movegen.pyx."""
        cdef Play play
        cdef Change change
        cdef uint8_t[7] tiles
        if record.shape[0] != sizeof(Play):
            raise ValueError(f"The record of a move has {sizeof(Play)} bytes, not {record.shape[0]}.")
        memcpy(&play, &record[0], sizeof(Play))
        check_play(self.search, &play)
        read_play(&play, &change, tiles)
        self.search.lay(&change, tiles)

    def take_back(self):
        """Take back the last move played since set_board."""
        if not self.search.n_changes:
            raise ValueError("No move has been played that could be taken back.")
        self.search.lift()

    def copy_from(self, Engine other not None):
        """Take over the board of an engine made for the same list and layout, with its moves."""
        cdef Search mine = self.search, theirs = other.search
        if mine.map is not theirs.map or _layout_of(mine) != _layout_of(theirs):
            raise ValueError("The other engine has another word map or another board.")
        mine.copy_lines(theirs)

    def cross_checks(self):
        """For across and for down, the set of letters that fit each square's cross word; 0 where a tile lies."""
        across = [self.search.allowed[line_start(row) + col] for row in range(N) for col in range(N)]
        down = [self.search.allowed[line_start(N + col) + row] for row in range(N) for col in range(N)]
        return across, down

    def intervals(self):
        """For every line with intervals its letters by column, and its intervals as bytes that can be compared."""
        cdef Search search = self.search
        search.refresh()
        lines = []
        for line in range(N_LINES):
            n = search.n_intervals[line]
            fits = [search.fits[line * COLUMNS + column] for column in range(COLUMNS) if column % 16 < N]
            lines.append((fits if n else [], [_bytes_of(search.listed[line * PER_LINE + i]) for i in range(n)]))
        return lines


cdef bytes _bytes_of(Interval interval):
    """The interval, zeros where it does not use its fields."""
    cdef int i
    for i in range(interval.n_restricted, MOST_LAID):
        interval.columns[i] = 0
        interval.column_multipliers[i] = 0
    return PyBytes_FromStringAndSize(<const char*> &interval, sizeof(Interval))


def _bonuses(bonus):
    """Points by number of tiles laid, from a mapping or from a sequence that may be shorter."""
    points = [0] * (MOST_LAID + 1)
    for n_tiles, worth in bonus.items() if hasattr(bonus, "items") else enumerate(bonus):
        if 0 <= n_tiles <= MOST_LAID:
            points[n_tiles] = worth
    return points


cdef object _layout_of(Search search):
    multipliers = bytes(search.letter_multipliers) + bytes(search.word_multipliers)
    return multipliers, search.start, list(search.bonus), list(search.values)


cdef int check_board(const uint8_t[::1] board) except -1:
    """Raise unless these are the bytes of a board."""
    cdef int i
    if board.shape[0] != N_SQUARES:
        raise ValueError(f"A board of 15 x 15 squares has no {board.shape[0]} bytes.")
    for i in range(N_SQUARES):
        if board[i] and not 1 <= board[i] & ~BLANK <= LETTERS:
            raise ValueError(f"Square {i} holds {board[i]}; a letter is 1 to 32, a blank 64 more.")
    return 0


cdef int check_play(Search search, const Play* play) except -1:
    """Raise unless the tiles of a move can be laid on the board and its other letters stand there."""
    cdef int line = N + play.col if play.down else play.row, start = play.row if play.down else play.col
    cdef int i, n_laid = 0
    if play.row >= N or play.col >= N or play.length < 2 or start + play.length > N or play.placed >> play.length:
        raise ValueError("This move does not lie on the board.")
    for i in range(play.length):
        if not 1 <= play.word[i] & ~BLANK <= LETTERS:
            raise ValueError(f"The move holds {play.word[i]}; a letter is 1 to 32, a blank 64 more.")
        if search.squares[line_start(line) + start + i] != (0 if play.placed >> i & 1 else play.word[i]):
            raise ValueError("This move does not fit the tiles on the board.")
        n_laid += play.placed >> i & 1
    if not 1 <= n_laid <= MOST_LAID:
        raise ValueError("A move lays 1 to 7 tiles.")
    return 0
