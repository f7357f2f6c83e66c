"""What one colour of number tiles can do alone. See meldcolours.pyx."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t

from stolik.kernels.meldnodes cimport MOST_RUNS, N_NUMBERS, N_SHAPES, MeldNodes, Share

cdef enum:
    N_KINDS = 52  # colour * 13 + number, from 0
    MOST_JOKERS = 4
    MOST_OPTIONS = 64  # of a colour at a number
    NEVER = 1 << 30  # more than any cost

cdef struct Option:  # what one colour may do at a number
    int32_t bound  # the least that this option and all the colour does later cost
    int32_t cost  # of the tiles that stay on the rack
    int32_t rest  # the least that the colour costs later
    Share share

cdef struct Remembered:  # of a colour; in one place, as both are looked up soon one after the other
    uint32_t problem  # that the cost belongs to
    int32_t cost  # the least that the colour costs from here on
    uint32_t listed_for  # the problem that the options belong to
    int32_t first  # option
    int32_t n  # options


# can be continued * 120 + shape: the shape without long runs that cannot, or DEAD
cdef uint8_t[960] USEFUL


cdef class MeldColours(MeldNodes):
    # the problem
    cdef uint8_t[53] on_table
    cdef uint8_t[52] least  # that must lie on the table afterwards
    cdef uint8_t[52] most
    cdef int32_t[53] weights
    cdef int n_jokers, n_table_jokers, least_points
    cdef int32_t keep_cost  # of laying a joker of the rack
    cdef int32_t leave_cost  # of not laying it
    cdef int32_t number_cost  # of each number that a joker stands below 13
    cdef bint every_option
    # what follows from it
    cdef uint8_t[260] most_grouped  # (colour * 13 + number) * 5 + jokers left
    cdef int[14] points_ahead
    cdef uint8_t[52] next_number  # the first one from here on that a colour has or needs tiles of
    cdef Remembered* known  # ((colour * 13 + number) * 5 + jokers) * 120 + shape
    cdef uint32_t problem
    cdef Option* options  # all that were listed
    cdef int n_options, room_for_options

    @cython.final
    cdef int prepare(self) noexcept nogil
    @cython.final
    cdef int leave_what_fits_nowhere(self, const uint32_t* there) noexcept nogil
    @cython.final
    cdef int count_points_ahead(self) noexcept nogil
    @cython.final
    cdef int find_most_grouped(self, int number) noexcept nogil
    @cython.final
    cdef int32_t find_remainder(self, int colour, int number, int shape, int jokers) noexcept nogil
    @cython.final
    cdef int32_t find_plain_remainder(self, int colour, int number, int shape) noexcept nogil
    @cython.final
    cdef int make_room_for_options(self) except -1 nogil
    @cython.final
    cdef int list_options(self, int colour, int number, int shape, int jokers, Option* found) noexcept nogil
    @cython.final
    cdef int list_plain_options(self, int colour, int number, int shape, Option* found) noexcept nogil


cdef inline int state(int colour, int number, int shape, int jokers) noexcept nogil:
    """The place of what is remembered of a colour."""
    return ((colour * N_NUMBERS + number) * (MOST_JOKERS + 1) + jokers) * N_SHAPES + shape


cdef inline int32_t remainder(MeldColours colours, int colour, int number, int shape, int jokers) noexcept nogil:
    """The least that a colour alone costs from a number on, NEVER if its runs cannot be brought to an end."""
    cdef const Remembered* known
    if not jokers and number < N_NUMBERS:
        number = colours.next_number[colour * N_NUMBERS + number]  # no run goes on over a gap
    if number == N_NUMBERS:
        return 0
    known = &colours.known[state(colour, number, shape, jokers)]
    if known.problem == colours.problem:
        return known.cost
    if jokers or colours.every_option:
        return colours.find_remainder(colour, number, shape, jokers)
    return colours.find_plain_remainder(colour, number, shape)


cdef inline int32_t kept_cost(MeldColours colours, int before, int after) noexcept nogil:
    """What it costs to use more jokers: those of the table are free."""
    cdef int table = colours.n_table_jokers
    return colours.keep_cost * (max(after - table, 0) - max(before - table, 0))


cdef inline int useful_shape(int shape, int n) noexcept nogil:
    """A shape without the long runs beyond the first n, as no more can be continued; DEAD if short ones end."""
    return USEFUL[max(min(n, <int> MOST_RUNS), 0) * N_SHAPES + shape]


cdef inline int next_most(MeldColours colours, int kind) noexcept nogil:
    """How many tiles may continue runs after a kind, so few after 13 that jokers cannot either."""
    return colours.most[kind + 1] if kind % N_NUMBERS < N_NUMBERS - 1 else -MOST_RUNS
