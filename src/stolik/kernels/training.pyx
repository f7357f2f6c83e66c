# cython: language_level=3
"""Learns from games of an engine against itself what leaves are worth, and works the values out for all leaves.

1. A leave is worth the sum of its tiles' weights, of a weight for each pair of its tiles (two equal tiles are a pair
   as well) and of a weight for its balance: how many tiles it has and how many of them are vowels.
2. A sample is a leave that was kept with enough tiles in the bag to fill the rack, and the equity of the move that
   the same side found on its next turn, while there were tiles in the bag. Without a move it is 0.
3. The weights are those with the least squared error over all samples, each weight pulled towards 0 as if it had
   been seen that many times more with no effect: so a pair that hardly ever occurred is worth its tiles. How full
   the bag was has weights of its own, which belong to no leave.
4. The sums over the samples are the equations of these weights, solved by going round them until they stand still.
   All is done in one order, so the same games give the same weights.
"""

from array import array

from libc.stdint cimport int32_t, uint8_t, uint64_t

from stolik.kernels.bits cimport splitmix
from stolik.kernels.engine cimport Engine
from stolik.kernels.nodes cimport zeros
from stolik.kernels.racks cimport RACK
from stolik.kernels.search cimport POINT, Play
from stolik.kernels.selfplay cimport Game

cdef enum:
    KINDS = 33
    PAIRS_FROM = 33  # the weights of pairs
    BALANCE_FROM = 594  # 33 + 33 * 34 / 2
    LEAVE_WEIGHTS = 643  # and 7 * 7 for the balance
    WEIGHTS = 675  # and 32 for the bag
    KEPT = 6
    FEATURES = 23  # of a sample, at most: 6 tiles, 15 pairs, balance, bag
    ROUNDS = 400


cdef object _numbers(size_t n):
    return memoryview(bytearray(8 * n)).cast("d")


cdef int _features(const uint8_t* tiles, int n, const uint8_t[::1] vowels, int* found) except -1 nogil:
    """Which weights a leave has, its tiles being in order of their codes; how many they are."""
    cdef int i, j, n_found = 0, n_vowels = 0
    for i in range(n):
        assert tiles[i] < KINDS
        found[n_found] = tiles[i]
        n_found += 1
        n_vowels += vowels[tiles[i]]
        for j in range(i):
            found[n_found] = PAIRS_FROM + tiles[i] * (tiles[i] + 1) // 2 + tiles[j]
            n_found += 1
    found[n_found] = BALANCE_FROM + 7 * n + n_vowels
    return n_found + 1


cdef int _check(const uint8_t[::1] vowels) except -1:
    if vowels.shape[0] != KINDS or max(vowels) > 1:
        raise ValueError("Vowels are 33 bytes, 1 for each tile that is one.")
    return 0


cdef class Lessons(Game):
    """Plays games and gathers what their leaves brought."""

    cdef const uint8_t[::1] vowels
    cdef double[::1] products  # sums over the samples of weights that met
    cdef double[::1] results
    cdef int[46] kept  # the features of the last leave of either side
    cdef int[2] n_kept  # 0: there is none to learn from
    cdef readonly uint64_t n_samples

    def __init__(self, engine, counts, const uint8_t[::1] vowels not None):
        _check(vowels)
        self.vowels = vowels
        self.products = _numbers(WEIGHTS * WEIGHTS)
        self.results = _numbers(WEIGHTS)

    def play(self, uint64_t seed, int n_games, uint64_t first=0):
        """Learn from games first to first + n_games - 1 of a seed."""
        cdef uint64_t i
        for i in range(first, first + <uint64_t> n_games):
            self.n_kept[0] = self.n_kept[1] = 0
            with nogil:
                self.play_one(splitmix(splitmix(seed) + i))

    cdef int take_turn(self, int side) except -1 nogil:
        cdef int laid = Game.take_turn(self, side)
        if not laid:
            self.learn(side, 0)
            self.n_kept[side] = 0
        return laid

    cdef int give_up(self, int side, const Play* play) except -1 nogil:
        """The move is found and its tiles are taken: learn from the last leave, and look at this one."""
        if self.n_bag:  # without a bag leaves are not counted
            self.learn(side, <double> self.search.best_equity / POINT)
        Game.give_up(self, side, play)
        return self.look(side)

    cdef int look(self, int side) except -1 nogil:
        """Remember the leave on the rack."""
        cdef uint8_t[7] tiles
        cdef int tile, i, n = 0
        self.n_kept[side] = 0
        if self.n_bag <= RACK - self.n_rack[side]:
            return 0
        for tile in range(KINDS):
            for i in range(self.racks[KINDS * side + tile]):
                tiles[n] = tile
                n += 1
        n = _features(tiles, n, self.vowels, &self.kept[FEATURES * side])
        self.kept[FEATURES * side + n] = LEAVE_WEIGHTS + self.n_bag // 8
        self.n_kept[side] = n + 1
        return 0

    cdef int learn(self, int side, double result) except -1 nogil:
        cdef const int* kept = &self.kept[FEATURES * side]
        cdef int i, j, n = self.n_kept[side]
        for i in range(n):
            self.results[kept[i]] += result
            for j in range(n):
                self.products[WEIGHTS * kept[i] + kept[j]] += 1
        self.n_samples += n > 0
        return 0

    def weights(self, double pull, double pull_of_pairs):
        """The weights of leaves in thousandths of a point, as whole numbers."""
        cdef double[::1] weights = _numbers(WEIGHTS)
        cdef double rest
        cdef int i, j, _
        for _ in range(ROUNDS):
            for i in range(WEIGHTS):
                rest = self.results[i]
                for j in range(WEIGHTS):
                    rest -= self.products[WEIGHTS * i + j] * weights[j]
                rest += self.products[WEIGHTS * i + i] * weights[i]
                weights[i] = rest / (
                    self.products[WEIGHTS * i + i]
                    + (1 if i >= LEAVE_WEIGHTS else pull_of_pairs if PAIRS_FROM <= i < BALANCE_FROM else pull)
                )
        return [round(POINT * weights[i]) for i in range(LEAVE_WEIGHTS)]


cdef class _Leaves:
    """All leaves of a set, counted first and then written."""

    cdef const uint8_t[::1] counts
    cdef const uint8_t[::1] vowels
    cdef int32_t[::1] weights
    cdef uint8_t[::1] rows
    cdef int32_t[::1] values
    cdef uint64_t n
    cdef bint writing

    cdef int visit(self, uint8_t* tiles, int n_kept, int first, int n_same) except -1 nogil:
        """This leave, and all that have more tiles, of codes from `first` on, of which it has n_same."""
        cdef int tile
        if n_kept:
            self.take(tiles, n_kept)
        if n_kept == KEPT:
            return 0
        for tile in range(first, KINDS):
            if self.counts[tile] > (n_same if tile == first else 0):
                tiles[n_kept] = tile
                self.visit(tiles, n_kept + 1, tile, n_same + 1 if tile == first else 1)
        return 0

    cdef int take(self, const uint8_t* tiles, int n_kept) except -1 nogil:
        cdef int[FEATURES] found
        cdef int i
        cdef int32_t value = -self.weights[BALANCE_FROM]  # to keep nothing is worth 0
        if self.writing:
            for i in range(_features(tiles, n_kept, self.vowels, found)):
                value += self.weights[found[i]]
            self.values[self.n] = value
            self.rows[8 * self.n] = n_kept
            for i in range(n_kept):
                self.rows[8 * self.n + 1 + i] = tiles[i]
        self.n += 1
        return 0


def expand_leaves(weights, const uint8_t[::1] counts not None, const uint8_t[::1] vowels not None):
    """All leaves of one to six tiles of a set, as build_leaves takes them: their rows and values."""
    cdef _Leaves leaves = _Leaves()
    cdef uint8_t[KEPT] tiles
    _check(vowels)
    if len(weights) != LEAVE_WEIGHTS or counts.shape[0] != KINDS:
        raise ValueError(f"Leaves have {LEAVE_WEIGHTS} weights, not {len(weights)}; a set has 33 counts.")
    leaves.counts, leaves.vowels, leaves.weights = counts, vowels, array("i", weights)
    leaves.visit(tiles, 0, 0, 0)
    leaves.rows, leaves.values = zeros(8 * leaves.n, "B"), zeros(leaves.n, "i")
    leaves.n, leaves.writing = 0, True
    leaves.visit(tiles, 0, 0, 0)
    return leaves.rows.base, leaves.values.base
