"""All placements a rack allows, found by a generator; where asked, those that meet a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import overload

from stolik.core.tiles import Tile
from stolik.crossboard.board import Board
from stolik.crossboard.conditions import Condition
from stolik.crossboard.facts import Judge
from stolik.crossboard.geometry import Geometry, Play
from stolik.crossboard.wide_moves import WideGenerator
from stolik.kernels.movegen import Generator
from stolik.words.lexicon import Lexicon

#: Squares along a side that the compiled generator takes.
_SIDE = 31


class MoveFinder:
    """Finds plays on one kind of board with one tile set and one word list."""

    def __init__(self, geometry: Geometry, lexicon: Lexicon) -> None:
        self.geometry = geometry
        self.judge = Judge(geometry)
        self._lexicon = lexicon
        self._fast: Generator | None = None
        self._slow: Generator | None = None
        self._wide: WideGenerator | None = None
        if max(geometry.n_rows, geometry.n_cols) > _SIDE:
            self._wide = WideGenerator(geometry, lexicon.dawg)

    def find(self, board: Board, rack: Sequence[Tile], where: Condition | None = None) -> Sequence[Play]:
        """Every play, or every one that meets the condition, the highest score first.

        A play is judged when it is looked at, so that the first few are there at once.
        """
        geometry = self.geometry
        plays = geometry.plays(self.records(geometry.board_bytes(board), geometry.rack_bytes(rack)))
        if where is None:
            return plays
        return _Chosen(plays, lambda play: self.judge.meets(where, board, play, rack))

    def records(self, board: bytes, rack: bytes) -> bytes:
        """Every play as a record of the generator, in the same order."""
        return self._generator().moves(board, rack)

    def _generator(self) -> Generator | WideGenerator:
        """The fast generator, or until its graph is there a slower one that gives the same moves."""
        if self._wide is not None:
            return self._wide
        if self._fast is None and self._lexicon.ready:
            self._fast = self._over(self._lexicon.gaddag(), forward=False)
        if self._fast is not None:
            return self._fast
        if self._slow is None:
            self._lexicon.prepare_in_background()
            self._slow = self._over(self._lexicon.dawg.nodes, forward=True)
        return self._slow

    def _over(self, graph: memoryview[int], *, forward: bool) -> Generator:
        geometry = self.geometry
        return Generator(
            graph,
            rows=geometry.n_rows,
            cols=geometry.n_cols,
            values=geometry.values,
            letter_multipliers=geometry.letter_multipliers,
            word_multipliers=geometry.word_multipliers,
            start=geometry.start,
            bonus=geometry.bonus,
            forward=forward,
        )


class _Chosen(Sequence[Play]):
    """Those plays that a test lets pass; each is tested once, when it is needed."""

    def __init__(self, plays: Sequence[Play], test: Callable[[Play], bool]) -> None:
        self._passed: list[Play] = []
        self._coming = filter(test, plays)

    def _look(self, most: int | None = None) -> list[Play]:
        """What has passed, after looking until there are so many."""
        missing = None if most is None else max(0, most - len(self._passed))
        self._passed += islice(self._coming, missing)
        return self._passed

    def __bool__(self) -> bool:
        return bool(self._look(1))

    def __len__(self) -> int:
        return len(self._look())

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        if isinstance(index, int):
            return self._look(index + 1 if index >= 0 else None)[index]
        known = index.stop is not None and min(index.stop, index.start or 0, index.step or 0) >= 0
        return self._look(index.stop if known else None)[index]

    def __iter__(self) -> Iterator[Play]:
        n = 0
        while len(self._look(n + 1)) > n:
            yield self._passed[n]
            n += 1
