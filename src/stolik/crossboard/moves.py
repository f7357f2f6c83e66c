"""All placements a rack allows, found by the compiled generator."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.core.tiles import Tile
from stolik.crossboard.board import Board
from stolik.crossboard.geometry import Geometry, Play
from stolik.kernels.movegen import Generator
from stolik.words.lexicon import Lexicon


class MoveFinder:
    """Finds plays on one kind of board with one tile set and one word list."""

    def __init__(self, geometry: Geometry, lexicon: Lexicon) -> None:
        self.geometry = geometry
        self._lexicon = lexicon
        self._fast: Generator | None = None
        self._slow: Generator | None = None

    def find(self, board: Board, rack: Sequence[Tile]) -> Sequence[Play]:
        """Every play, the highest score first."""
        geometry = self.geometry
        return geometry.plays(self.records(geometry.board_bytes(board), geometry.rack_bytes(rack)))

    def records(self, board: bytes, rack: bytes) -> bytes:
        """Every play as a record of the generator, in the same order."""
        return self._generator().moves(board, rack)

    def _generator(self) -> Generator:
        """The fast generator, or until its graph is there a slower one that gives the same moves."""
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
