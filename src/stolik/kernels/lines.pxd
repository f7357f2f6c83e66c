"""The stretches of squares a word could take on a board, kept up to date line by line. See lines.pyx."""

cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from stolik.kernels.crosschecks cimport CrossBoard
from stolik.kernels.wordmap cimport WordMap

cdef enum:
    N = 15  # squares along an edge
    N_SQUARES = N * N
    N_LINES = 2 * N  # across, then down
    ALL_LINES = (1 << N_LINES) - 1
    PER_LINE = 105  # pairs of a first and a later last square, more than a line can have intervals
    COLUMNS = 32  # per line: its squares, then the same squares as followers of a run that opens the word
    FOLLOWING = 16  # added to the column of such a follower
    MOST_LAID = 7

cdef struct Interval:  # 64 bytes, nothing in them depends on the rack
    int16_t[8] multipliers  # what a tile counts on each free square, from high to low
    uint64_t through  # hash of the tiles on the board that the word takes in
    int32_t base  # points of these tiles, of the tiles in the cross words, and the bonus
    uint32_t restricted  # a bit for each restricted column
    uint16_t empty  # a bit for each empty square of the line
    uint8_t line
    uint8_t first
    uint8_t length
    uint8_t n_laid
    uint8_t n_through
    uint8_t letter  # the last of the tiles taken in: the one, where there is one
    uint8_t n_restricted
    uint8_t[7] columns  # of the restricted squares
    int16_t[7] column_multipliers  # what a tile counts on each of them

cdef struct Run:  # of tiles on the board
    uint64_t tiles
    uint32_t before  # letters that may stand left of it
    uint32_t behind  # letters that may stand right of it where it opens the word

cdef struct Stretch:  # an interval as it grows to the right
    uint64_t through
    int fixed  # value of the tiles taken in
    int multiplier  # of the word
    int crossing  # points of the tiles in the cross words
    int n_laid
    int n_through
    int n_free
    int n_restricted
    bint joined
    uint32_t restricted
    uint16_t empty
    uint8_t letter
    uint8_t[7] columns
    int16_t[8] free  # letter multipliers of the free squares, from high to low

cdef struct Change:  # tiles that were laid together
    uint8_t down
    uint8_t n
    uint8_t[7] squares


cdef class Lines(CrossBoard):
    cdef WordMap map
    cdef const uint8_t[::1] letter_multipliers
    cdef const uint8_t[::1] word_multipliers
    cdef int[8] bonus
    cdef int16_t[33] values
    cdef int start
    cdef int n_tiles  # on the board
    cdef uint32_t dirty  # lines whose intervals are out of date
    cdef int[30] n_intervals
    cdef void* room
    cdef Interval* listed  # the intervals by line and number
    cdef uint32_t[960] fits  # letters by line and column
    cdef uint32_t[30] restricted  # columns by line
    cdef Run[480] runs  # by line and first square
    cdef int n_changes
    cdef Change[225] changes

    cdef int open(self, WordMap map, graph, bytes values, bytes letter_multipliers, bytes word_multipliers, int start,
                  bonus) except -1
    cdef int put_board(self, const uint8_t[::1] board) except -1 nogil
    cdef int copy_lines(self, Lines other) except -1 nogil
    cdef int lay(self, const Change* change, const uint8_t* tiles) except -1 nogil
    cdef int lift(self) except -1 nogil
    cdef int check_around(self, const Change* change) except -1 nogil
    cdef int check_ends(self, int down, int line, int at) except -1 nogil
    @cython.final
    cdef int check_square(self, int down, int line, int at) except -1 nogil
    cdef int refresh(self) except -1 nogil
    cdef int list_line(self, int line) except -1 nogil
    @cython.final
    cdef bint is_open(self, int line) except -1 nogil
    @cython.final
    cdef int find_fits(self, int line) except -1 nogil
    @cython.final
    cdef int find_run(self, int base, int first, int last, Run* run) except -1 nogil
    @cython.final
    cdef long long letters_at(self, uint32_t node) except -1 nogil
    @cython.final
    cdef int list_from(self, int line, int first) except -1 nogil
    @cython.final
    cdef int take_in(self, Stretch* stretch, int i) except -1 nogil
    @cython.final
    cdef int take_square(self, Stretch* stretch, int line, int at, int column) except -1 nogil
    @cython.final
    cdef bint is_double(self, int line, const Stretch* stretch, int length) except -1 nogil
    @cython.final
    cdef int keep(self, int line, int first, int length, const Stretch* stretch) except -1 nogil


cdef inline int line_start(int line) noexcept nogil:
    """The index of a line's first square, as origin and stride of a board with 15 squares along an edge say."""
    return 1 + 16 * line
