"""What conditions may ask of a play: its facts, read off the board, the layout and the tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from stolik.core.tiles import Tile
from stolik.crossboard.board import Board, Run, Square
from stolik.crossboard.conditions import Condition, LetterClasses, MoveFacts, WordFacts
from stolik.crossboard.geometry import Geometry, Play


class Judge:
    """Says what plays on one kind of board are like, and whether they meet a condition."""

    def __init__(self, geometry: Geometry) -> None:
        self._layout = geometry.layout
        self._values = geometry.letter_values
        self._classes = LetterClasses(geometry.alphabet.vowels, geometry.alphabet.marks)

    def meets(self, condition: Condition, board: Board, play: Play, rack: Sequence[Tile] = ()) -> bool:
        """Whether the play meets a condition, in one of its readings."""
        return any(condition.holds(facts, self._classes) for facts in self.readings(board, play, rack))

    def readings(self, board: Board, play: Play, rack: Sequence[Tile] = ()) -> Iterator[MoveFacts]:
        """The facts of a play; twice where the player may say which of two words is the main one.

        That is the case for one tile with words of equal length both ways. The rack is the one played from;
        without it nothing is known to be left over.
        """
        main = _main_run(board, play)
        crossing = _crossing_runs(board, play)
        yield self._facts(board, play, (main, *crossing), rack)
        if len(play.laid) == 1 and crossing and len(crossing[0].tiles) == len(main.tiles):
            yield self._facts(board, play, (*crossing, main), rack)

    def _facts(self, board: Board, play: Play, runs: Sequence[Run], rack: Sequence[Tile]) -> MoveFacts:
        """The facts of a play that forms these words, the main one first."""
        squares = [each.square for each in play.laid]
        main_groups = _old_groups(board, runs[0])
        values = self._values_of(rack)
        placed = self._values_of([each.tile for each in play.laid])
        return MoveFacts(
            words=tuple(map(self._word, runs)),
            main=0,
            placed=placed,
            across=not runs[0].down,
            through=sum(main_groups),
            groups=len(main_groups),
            extends=any(size > 1 for run in runs for size in _old_groups(board, run)),
            edge=sum(map(self._is_on_edge, squares)),
            corner=sum(map(self._is_corner, squares)),
            axis=sum(map(self._is_on_axis, squares)),
            covers=Counter(colour for colour in map(self._layout.colour, squares) if colour),
            score=play.points,
            leftover=max(0, len(rack) - len(squares)),
            leftover_points=max(0, sum(values) - sum(placed)),
        )

    def _word(self, run: Run) -> WordFacts:
        return WordFacts(run.text, self._values_of(run.tiles), sum(tile.is_blank for tile in run.tiles))

    def _values_of(self, tiles: Sequence[Tile]) -> tuple[int, ...]:
        return tuple([0 if tile.is_blank else self._values.get(tile.face, 0) for tile in tiles])

    def _is_on_edge(self, square: Square) -> bool:
        return square.row in (0, self._layout.n_rows - 1) or square.col in (0, self._layout.n_cols - 1)

    def _is_corner(self, square: Square) -> bool:
        return square.row in (0, self._layout.n_rows - 1) and square.col in (0, self._layout.n_cols - 1)

    def _is_on_axis(self, square: Square) -> bool:
        """Whether it lies in the middle row or column; an even number of them has no middle."""
        return 2 * square.row + 1 == self._layout.n_rows or 2 * square.col + 1 == self._layout.n_cols


def _main_run(board: Board, play: Play) -> Run:
    fresh = {each.square: each.tile for each in play.laid}
    squares = (play.start.step(play.down, n) for n in range(len(play.word)))
    tiles = (fresh.get(square) or board.get(square) for square in squares)
    return Run(play.start, play.down, tuple([tile for tile in tiles if tile is not None]))


def _crossing_runs(board: Board, play: Play) -> list[Run]:
    """The words across the main one, in order."""
    # only around the new tile, for a copy of the board for each of some thousand plays takes long
    down = not play.down
    runs = []
    for each in play.laid:
        before = _neighbours_of(board, each.square, down, -1)
        after = _neighbours_of(board, each.square, down, 1)
        if before or after:
            start = each.square.step(down, -len(before))
            runs.append(Run(start, down, (*reversed(before), each.tile, *after)))
    return runs


def _neighbours_of(board: Board, square: Square, down: bool, step: int) -> list[Tile]:
    """The unbroken tiles from next to a square on, one way."""
    tiles = []
    while (tile := board.get(square := square.step(down, step))) is not None:
        tiles.append(tile)
    return tiles


def _old_groups(board: Board, run: Run) -> list[int]:
    """How many tiles each group in a word has that lay there before."""
    groups = [0]
    for square in run.squares():
        if square in board:
            groups[-1] += 1
        elif groups[-1]:
            groups.append(0)
    return [size for size in groups if size]
