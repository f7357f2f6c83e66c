"""The value of an endgame the slow way: every play and every pass to the end of the game, all remembered.

No window, no order, no depth: a position is its board, the racks, and whether the last turn was a pass.
The moves come from whoever asks, for instance from the slow generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .slow_movegen import BLANK

Turn = tuple[int, int, bool, bytes, int, int]  # row, col, down, word, placed, score
Generate = Callable[[bytes, bytes], Sequence[Turn]]


class SlowEndgame:
    """Endgames of two on a board with 15 squares along an edge."""

    def __init__(self, generate: Generate, values: bytes) -> None:
        self.generate = generate
        self.values = values
        self._known: dict[tuple[bytes, bytes, bytes, bool], int] = {}
        self._moves: dict[tuple[bytes, bytes], Sequence[Turn]] = {}

    def value(self, board: bytes, mine: bytes, theirs: bytes, passed: bool = False) -> int:
        """The change of the spread for the side to move, if both play as well as can be."""
        position = board, mine, theirs, passed
        if position not in self._known:
            self._known[position] = self._search(*position)
        return self._known[position]

    def after(self, board: bytes, mine: bytes, theirs: bytes, turn: Turn) -> int:
        """The change of the spread for the side to move, if it makes this play."""
        return turn[5] - self.value(laid(board, turn), theirs, without(mine, turn))

    def worth(self, rack: bytes) -> int:
        """What the tiles of a rack count; a blank counts nothing."""
        return sum(n * value for n, value in zip(rack[1:], self.values[1:], strict=True))

    def moves(self, board: bytes, rack: bytes) -> Sequence[Turn]:
        """Every play, remembered."""
        if (board, rack) not in self._moves:
            self._moves[board, rack] = self.generate(board, rack)
        return self._moves[board, rack]

    def _search(self, board: bytes, mine: bytes, theirs: bytes, passed: bool) -> int:
        if not sum(mine) or not sum(theirs):
            return 2 * (self.worth(theirs) - self.worth(mine))
        settled = self.worth(theirs) - self.worth(mine)
        passing = settled if passed else -self.value(board, theirs, mine, True)
        return max([passing, *(self.after(board, mine, theirs, turn) for turn in self.moves(board, mine))])


def laid(board: bytes, turn: Turn) -> bytes:
    """The board after a play."""
    row, col, down, word, _, _ = turn
    squares = bytearray(board)
    for i, tile in enumerate(word):
        squares[(row + i) * 15 + col if down else row * 15 + col + i] = tile
    return bytes(squares)


def without(rack: bytes, turn: Turn) -> bytes:
    """The rack after a play."""
    counts = list(rack)
    for i, tile in enumerate(turn[3]):
        if turn[4] >> i & 1:
            counts[0 if tile & BLANK else tile] -= 1
    return bytes(counts)
