"""The moves of an endgame, carried over from one position to the next. See endgame_moves.pyx."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from stolik.kernels.crosschecks cimport CrossBoard
from stolik.kernels.search cimport Play, Search

cdef enum:
    MOST_MOVES = 1 << 20  # in the lists of all positions from the root to the one at hand
    PLIES = 40  # of a line of play with the lists before it, more than there can be
    CHECKED = 16  # cross checks that one play changes, at most: 2 for each of 7 tiles, and 2
    MEMO_BITS = 14  # cross checks remembered
    NIBBLES = 0x88888888  # one above each count of a packed rack

cdef struct Move:  # 64 bytes
    uint64_t[4] zone  # the squares that must stay empty for the move to stay what it is
    uint64_t hash  # of the tiles laid
    uint32_t need  # the tiles laid, packed as a rack of the side
    int32_t score
    uint16_t worth  # value of the tiles laid
    uint16_t empty  # a bit for each square of the line that is laid on
    uint8_t[7] tiles
    uint8_t n_laid  # 0 for a pass
    uint8_t line
    uint8_t first
    uint8_t length

cdef struct Squares:  # a set of squares, 16 bits for each row
    uint64_t[4] bits

cdef struct Step:  # a play, as it changed the board
    Squares laid
    uint16_t[30] hot  # by line: new tiles, and empty squares beside a run that holds one
    int n_checked
    int[16] checked  # squares whose cross check changed, and what it was
    uint32_t[16] allowed
    int[16] beside

cdef struct Count:  # a word as it grows
    int n_tiles
    int sum
    int multiplier
    int crossing


cdef class EndgameBoard(CrossBoard):
    cdef const uint8_t[::1] letter_multipliers
    cdef const uint8_t[::1] word_multipliers
    cdef int[8] bonus
    cdef int start
    cdef uint8_t[66] shifts  # by side and tile: where a packed rack counts it
    cdef uint8_t[66] root_counts  # by side and tile
    cdef Move* moves
    cdef int n_moves
    cdef bint crowded  # moves were left out for want of room
    cdef uint64_t* memo_keys
    cdef uint32_t* memo_letters
    # the line at hand
    cdef int side
    cdef uint8_t[33] rack
    cdef int n_rack
    cdef uint32_t need
    cdef uint16_t worth_laid
    cdef int line, base, limit, turn
    cdef uint8_t[15] word
    cdef uint16_t zones_known
    cdef int[30] zones  # by place: the first empty squares to both sides of it, across the line; -1 for none

    cdef int share(self, Search search) except -1
    cdef int put_position(self, const uint8_t[::1] board, const uint8_t[::1] mine, const uint8_t[::1] theirs) except -1
    cdef uint32_t packed(self, int side) noexcept nogil
    cdef int mark_all(self, uint16_t* hot) except -1 nogil
    cdef int lay(self, const Move* move, Step* step) except -1 nogil
    cdef int lift(self, const Move* move, const Step* step) except -1 nogil
    @cython.final
    cdef int check_ends(self, int line, int at, Step* step) except -1 nogil
    @cython.final
    cdef int check_end(self, int line, int at, Step* step) except -1 nogil
    @cython.final
    cdef uint32_t letters_between(self, int first, int gap, int last) except? 0 nogil
    cdef int list_moves(self, int side, uint32_t rack, const uint16_t* hot) except -1 nogil
    @cython.final
    cdef int search_line(self, uint32_t hot) except -1 nogil
    @cython.final
    cdef int grow_from_run(self, int first, int last) except -1 nogil
    @cython.final
    cdef int fill(self, bint leftward, int at, int first, uint32_t node, Count count) except -1 nogil
    @cython.final
    cdef int lay_tile(
        self, bint leftward, int at, int first, uint32_t arc, uint8_t tile, int source, Count count
    ) except -1 nogil
    @cython.final
    cdef int grow_left(self, int at, uint32_t arc, Count count) except -1 nogil
    @cython.final
    cdef int grow_right(self, int at, int first, uint32_t arc, Count count) except -1 nogil
    @cython.final
    cdef bint is_double(self, int first, int last) except -1 nogil
    @cython.final
    cdef int keep(self, int first, int last, const Count* count) except -1 nogil
    @cython.final
    cdef int zone_at(self, int at, int end) except? -2 nogil
    @cython.final
    cdef int number_of(self, int at) noexcept nogil
    cdef int write_play(self, const Move* move, Play* play) except -1 nogil


cdef inline bint fits(uint32_t rack, uint32_t need) noexcept nogil:
    """Whether a packed rack holds the tiles."""
    return ((rack | NIBBLES) - need) & NIBBLES == NIBBLES


cdef inline bint touches(const Move* move, const Squares* squares) noexcept nogil:
    """Whether a tile on these squares makes the move another one, or none."""
    return (
        move.zone[0] & squares.bits[0] | move.zone[1] & squares.bits[1]
        | move.zone[2] & squares.bits[2] | move.zone[3] & squares.bits[3]
    ) != 0


cdef inline void add_laid(const Move* move, Squares* squares) noexcept nogil:
    """Add the squares that the move lays tiles on."""
    cdef uint32_t left = move.empty
    cdef int at, col
    if move.line < 15:
        squares.bits[move.line >> 2] |= <uint64_t> left << (16 * (move.line & 3))
        return
    col = move.line - 15
    at = 0
    while left:
        if left & 1:
            squares.bits[at >> 2] |= <uint64_t> 1 << (16 * (at & 3) + col)
        left >>= 1
        at += 1
