"""A game played on from a position with tiles dealt at random. See rollout.pyx."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from stolik.kernels.keptlines cimport KeptBoard
from stolik.kernels.racks cimport Rack
from stolik.kernels.search cimport Play, Search
from stolik.kernels.wins cimport WinTable

cdef enum:
    PLAYERS = 4
    KINDS = 33
    TILES = 255  # out of sight, at most
    RACKS = 32  # prepared and remembered
    ANSWERS = 4
    TURNS = 8  # that are told apart in the totals

cdef struct Prepared:  # a rack and what it can do
    uint8_t[33] counts
    uint8_t with_leaves
    bint is_set
    Rack rack

cdef struct Answer:  # the best move of the next player on the board before the candidate
    Play play
    int64_t key
    int32_t equity
    int place
    bint found

cdef struct Turn:  # what a turn brought
    int32_t points
    bint played
    bint bonus


cdef class Rollout:
    cdef Search search  # the board in play
    cdef Search before  # the board before the candidate
    cdef KeptBoard base  # the same, kept
    cdef const KeptBoard* shown  # what search was put back to
    cdef uint32_t touched  # lines of search that changed since
    cdef WinTable wins
    cdef Prepared* prepared
    cdef const uint8_t[::1] mine
    cdef const uint8_t[::1] unseen
    cdef uint8_t[::1] known  # 33 counts for each player
    cdef int n_players
    cdef int[4] sizes  # of the racks
    cdef int64_t[4] start_scores
    cdef int start_scoreless, scoreless_limit, exchange_minimum
    cdef uint64_t seed
    cdef uint8_t[::1] guesses  # 33 counts each
    cdef uint64_t[::1] weights  # of the guesses, each with those before it
    cdef int n_guesses
    cdef int percent
    # what was dealt in this iteration
    cdef uint8_t[::1] dealt_racks
    cdef uint8_t[::1] dealt_bag
    cdef int n_dealt
    cdef uint64_t dealt_state
    cdef int n_answers
    cdef Answer[4] answers
    cdef bint answering  # whether answers are remembered
    # the game that is played on
    cdef uint8_t[::1] racks
    cdef uint8_t[::1] bag
    cdef int n_bag
    cdef int[4] n_rack
    cdef int64_t[4] scores
    cdef int32_t[4] leaves  # what each player kept after the last move
    cdef int n_scoreless
    cdef uint64_t state

    cdef int below(self, int n) noexcept nogil
    cdef int shuffle(self, uint8_t[::1] tiles, int n) except -1 nogil
    cdef int deal(self, uint64_t iteration) except -1 nogil
    cdef int choose_guess(self) except -2 nogil
    cdef int begin(self, const KeptBoard* board) except -1 nogil
    cdef int draw(self, int side, int up_to) except -1 nogil
    cdef int give_up(self, int side, const Play* play) except -1 nogil
    cdef int exchange(self, int side, const uint8_t* given, int n) except -1 nogil
    cdef int take_turn(self, int side, bint first, bint last, Turn* turn) except -1 nogil
    cdef Rack* rack_of(self, int side, bint with_leaves) except NULL nogil
    cdef int find_best(self, int side, bint with_leaves, bint first) except -1 nogil
    cdef int start_from_answer(self, uint32_t changed) except -1 nogil
    cdef bint is_over(self) noexcept nogil
    cdef int settle(self) except -1 nogil
    cdef int64_t spread(self, bint over) noexcept nogil
    cdef int64_t win_chance(self, int64_t spread, int to_move, bint over) except -1 nogil
