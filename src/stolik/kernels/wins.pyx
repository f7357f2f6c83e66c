# cython: language_level=3
"""How likely the side to move is to win, by its spread and by how many tiles it does not see.

The spread is what it is ahead in points, plus what its tiles kept after its last move are worth, minus the same of
the other side, in thousandths of a point. Unseen are the tiles of the bag and of the other racks. The table has a
row for every number of unseen tiles from 0 on, and in it a chance in millionths for every whole point from -reach
to reach; between two points it is read off the straight line. What lies outside is taken for the edge.

What a table is made from are games of an engine against itself: at every turn the spread, rounded to points, and the
number of unseen tiles are noted for the side to move, and when the game is over whether it won.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from stolik.kernels.bits cimport splitmix
from stolik.kernels.search cimport POINT
from stolik.kernels.selfplay cimport Game

cdef enum:
    REACH = 600  # points of spread that are told apart
    WIDTH = 2 * REACH + 1
    ROWS = 256  # numbers of unseen tiles
    TURNS = 1024  # of a game: at most 255 tiles are laid, and a fourth turn running without a play ends it


cdef class WinTable:
    """The opened table: read only, shared by all threads."""

    def __init__(self, const int32_t[::1] chances not None, int reach):
        cdef Py_ssize_t width = 2 * reach + 1, i
        if not 1 <= reach <= 100000 or not chances.shape[0] or chances.shape[0] % width:
            raise ValueError(f"{chances.shape[0]} chances are no rows of {width}, from -{reach} to {reach} points.")
        for i in range(chances.shape[0]):
            if not 0 <= chances[i] <= CERTAIN or (i % width and chances[i] < chances[i - 1]):
                raise ValueError("A chance is 0 to 1,000,000 and never falls with the spread.")
        self.chances, self.reach, self.n_unseen = chances, reach, chances.shape[0] // width

    def chance(self, int64_t spread, int n_unseen):
        """The chance of the side to move, in millionths; the spread is in thousandths of a point."""
        if n_unseen < 0:
            raise ValueError(f"There cannot be {n_unseen} unseen tiles.")
        return chance_of(self, spread, n_unseen)


cdef class WinLessons(Game):
    """Plays games and counts how often a spread with so many tiles unseen was won."""

    cdef int64_t[::1] seen  # by number of unseen tiles and spread, as won
    cdef int64_t[::1] won  # twice for a win, once for a draw
    cdef int[::1] places  # of the turns of this game in these arrays
    cdef int32_t[2] kept  # what either side kept after its last move
    cdef int n_noted

    def __init__(self, engine, counts):
        self.seen = memoryview(bytearray(8 * ROWS * WIDTH)).cast("q")
        self.won = memoryview(bytearray(8 * ROWS * WIDTH)).cast("q")
        self.places = memoryview(bytearray(4 * TURNS)).cast("i")

    def play(self, uint64_t seed, int n_games, uint64_t first=0):
        """Learn from games first to first + n_games - 1 of a seed."""
        cdef uint64_t i
        for i in range(first, first + <uint64_t> n_games):
            with nogil:
                self.n_noted = self.kept[0] = self.kept[1] = 0
                self.play_one(splitmix(splitmix(seed) + i))
                self.learn()

    cdef int take_turn(self, int side) except -1 nogil:
        cdef int64_t spread = POINT * (self.scores[side] - self.scores[1 - side])
        cdef int64_t place = (spread + self.kept[side] - self.kept[1 - side] + POINT * REACH + POINT // 2) // POINT
        cdef int laid
        place = 0 if place < 0 else WIDTH - 1 if place >= WIDTH else place
        self.places[self.n_noted] = WIDTH * (self.n_bag + self.n_rack[1 - side]) + <int> place
        self.n_noted += 1
        laid = Game.take_turn(self, side)
        self.kept[side] = self.search.best_equity - POINT * <int32_t> self.search.best_play.score if laid else 0
        return laid

    cdef int learn(self) except -1 nogil:
        """Count the turns of a game that is over; the first side had every other one, from the first on."""
        cdef int i
        cdef int64_t lead
        for i in range(self.n_noted):
            lead = self.scores[i % 2] - self.scores[1 - i % 2]
            self.seen[self.places[i]] += 1
            self.won[self.places[i]] += 2 if lead > 0 else 1 if lead == 0 else 0
        return 0

    def samples(self):
        """What was counted: number of unseen tiles, spread in points, how often, twice the wins and once the draws."""
        cdef int i
        return [
            (i // WIDTH, i % WIDTH - REACH, self.seen[i], self.won[i]) for i in range(ROWS * WIDTH) if self.seen[i]
        ]

    def add(self, samples):
        """Count what was counted before."""
        for n_unseen, spread, n, won in samples:
            if not (0 <= n_unseen < ROWS and -REACH <= spread <= REACH and 0 <= won <= 2 * n):
                raise ValueError("These are no counts of won games.")
            self.seen[WIDTH * n_unseen + spread + REACH] += n
            self.won[WIDTH * n_unseen + spread + REACH] += won
