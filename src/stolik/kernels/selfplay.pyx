# cython: language_level=3
"""Whole games of an engine against itself, without Python between the turns.

Chance is a splitmix64 generator: the state grows by 0x9E3779B97F4A7C15 and is mixed to give a number x; a number
below n is the high half of x times n, shifted down by 32. Game i of a seed begins with the state splitmix(seed) + i
mixed once more, so that a range of games can be split between threads.

1. The bag is the set in order of tile codes, blanks first; it is shuffled by exchanging each place from the last
   down to the second with one at or before it. Tiles are drawn from its end: seven for either side, the first side
   first.
2. The side to move plays the best move: highest equity, leaves being counted while the bag holds tiles. Then it
   draws up to seven.
3. Without a move and with seven tiles or more in the bag, it exchanges all its tiles: it draws as many, puts its
   old tiles to the end of the bag in order of their codes, and the bag is shuffled as before. Otherwise it passes.
4. The game ends when a side has no tile left: it gains the value of the other side's tiles, and the other side
   loses it. Or when four turns in a row brought no move: then each side loses the value of its own tiles.

The checksum of a game is FNV-1a over all turns: the 32 bytes of the record of a move, one byte 0 for no move.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from stolik.kernels.bits cimport splitmix
from stolik.kernels.engine cimport Engine
from stolik.kernels.lines cimport N_SQUARES
from stolik.kernels.nodes cimport LETTERS, zeros
from stolik.kernels.racks cimport BLANKS, RACK
from stolik.kernels.search cimport Play, Search

cdef enum:
    TILES = 255  # in a set, at most
    IDLE_TURNS = 4  # in a row end a game


cdef class Game:
    """One game after the other on one board."""

    def __cinit__(self, Engine engine not None, const uint8_t[::1] counts not None, *args):
        if counts.shape[0] != LETTERS + 1 or counts[0] > BLANKS:
            raise ValueError("A set is 33 counts of tiles, blanks first, of which there are 3 at most.")
        if not 2 * RACK <= sum(counts) <= TILES:
            raise ValueError(f"A set of {sum(counts)} tiles is not possible; it has 14 to 255.")
        self.search = engine.search
        self.counts = counts
        self.empty_board = bytes(N_SQUARES)
        self.bag = zeros(TILES, "B")
        self.racks = zeros(2 * (LETTERS + 1), "B")
        self.with_leaves[0] = self.with_leaves[1] = engine.search.leaves is not None

    cdef int below(self, int n) noexcept nogil:
        """A random number below n."""
        self.state += 0x9E3779B97F4A7C15ULL
        return <int> (((splitmix(self.state) >> 32) * <uint64_t> n) >> 32)

    cdef int play_one(self, uint64_t state) except -1 nogil:
        """Play a whole game."""
        cdef int side = 0, n_idle = 0
        self.state = state
        self.begin()
        while n_idle < IDLE_TURNS and self.n_rack[0] and self.n_rack[1]:
            n_idle = 0 if self.take_turn(side) else n_idle + 1
            side = 1 - side
        self.settle()
        return 0

    cdef int begin(self) except -1 nogil:
        cdef int tile, i
        self.search.put_board(self.empty_board)
        self.n_bag = self.n_turns = 0
        self.scores[0] = self.scores[1] = 0
        self.checksum = 0xCBF29CE484222325ULL
        for tile in range(LETTERS + 1):
            for i in range(self.counts[tile]):
                self.bag[self.n_bag] = tile
                self.n_bag += 1
        self.shuffle()
        self.racks[:] = 0
        self.n_rack[0] = self.n_rack[1] = 0
        self.draw(0, RACK)
        self.draw(1, RACK)
        return 0

    cdef int shuffle(self) except -1 nogil:
        cdef int i, j
        for i in range(self.n_bag - 1, 0, -1):
            j = self.below(i + 1)
            self.bag[i], self.bag[j] = self.bag[j], self.bag[i]
        return 0

    cdef int draw(self, int side, int up_to) except -1 nogil:
        """Fill a rack from the end of the bag."""
        while self.n_rack[side] < up_to and self.n_bag:
            self.n_bag -= 1
            self.racks[(LETTERS + 1) * side + self.bag[self.n_bag]] += 1
            self.n_rack[side] += 1
        return 0

    cdef int take_turn(self, int side) except -1 nogil:
        """Play the best move, exchange or pass; how many tiles were laid."""
        cdef int n_before = self.n_rack[side], first = (LETTERS + 1) * side
        self.n_turns += 1
        self.search.counts[:] = self.racks[first:first + LETTERS + 1]
        self.search.search(self.with_leaves[side] and self.n_bag > 0)
        self.note(self.search.found)
        if not self.search.found:
            if self.n_bag >= RACK:
                self.exchange(side)
            return 0
        self.scores[side] += self.search.best_play.score
        self.give_up(side, &self.search.best_play)
        n_before -= self.n_rack[side]
        self.search.lay_best()
        self.draw(side, RACK)
        return n_before

    cdef int give_up(self, int side, const Play* play) except -1 nogil:
        """Take the tiles of a move off the rack."""
        cdef int i
        for i in range(play.length):
            if play.placed >> i & 1:
                self.racks[(LETTERS + 1) * side + (0 if play.word[i] > LETTERS else play.word[i])] -= 1
                self.n_rack[side] -= 1
        return 0

    cdef int exchange(self, int side) except -1 nogil:
        cdef uint8_t[33] old
        cdef int tile, i, n = self.n_rack[side]
        for tile in range(LETTERS + 1):
            old[tile] = self.racks[(LETTERS + 1) * side + tile]
            self.racks[(LETTERS + 1) * side + tile] = 0
        self.n_rack[side] = 0
        self.draw(side, n)
        for tile in range(LETTERS + 1):
            for i in range(old[tile]):
                self.bag[self.n_bag] = tile
                self.n_bag += 1
        return self.shuffle()

    cdef int note(self, bint found) noexcept nogil:
        """Add the turn to the checksum."""
        cdef const uint8_t* record = <const uint8_t*> &self.search.best_play
        cdef size_t i
        for i in range(sizeof(Play) if found else 1):
            self.checksum = (self.checksum ^ (record[i] if found else 0)) * 0x100000001B3ULL
        return 0

    cdef int settle(self) except -1 nogil:
        """Count the tiles that are left."""
        cdef int side
        cdef int64_t[2] left
        for side in range(2):
            left[side] = self.value_of_rack(side)
            self.scores[side] -= left[side]
        for side in range(2):
            if not self.n_rack[side]:
                self.scores[side] += left[1 - side]
        return 0

    cdef int64_t value_of_rack(self, int side) except -1 nogil:
        cdef int tile
        cdef int64_t value = 0
        for tile in range(LETTERS + 1):
            value += self.racks[(LETTERS + 1) * side + tile] * self.search.values[tile]
        return value


def selfplay(
    Engine engine not None, const uint8_t[::1] counts not None, uint64_t seed, int n_games, uint64_t first=0,
    with_leaves=(True, True),
):
    """Games first to first + n_games - 1 of a seed: for each the scores, the number of turns and the checksum.

    A side without leaves looks at points only; with the sides swapped the same draws are played again.
    """
    cdef Game game = Game(engine, counts)
    cdef uint64_t i
    cdef int side
    for side in range(2):
        game.with_leaves[side] = game.with_leaves[side] and with_leaves[side]
    played = []
    for i in range(first, first + <uint64_t> n_games):
        with nogil:
            game.play_one(splitmix(splitmix(seed) + i))
        played.append((game.scores[0], game.scores[1], game.n_turns, game.checksum))
    return played
