# cython: language_level=3
"""How likely the side to move is to win, by its spread and by how many tiles it does not see.

The spread is what it is ahead in points, plus what its tiles kept after its last move are worth, minus the same of
the other side, in thousandths of a point. Unseen are the tiles of the bag and of the other racks. The table has a
row for every number of unseen tiles from 0 on, and in it a chance in millionths for every whole point from -reach
to reach; between two points it is read off the straight line. What lies outside is taken for the edge.
"""

from libc.stdint cimport int32_t, int64_t


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
