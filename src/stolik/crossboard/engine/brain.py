"""Everything the engine knows of one kind of game: board, tiles, words, values of leaves.

A brain is shared by all tables and threads that play this kind of game; what a search works in belongs to one
thread. On boards that the fast search does not take, and until its files are prepared, the plain generator
answers: the same choice, only later, but by points alone until the values of leaves are worked out.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Set
from heapq import merge
from itertools import islice, product
from pathlib import Path
from typing import Final

from stolik.crossboard.board import Board
from stolik.crossboard.engine.position import PASS, Choice, Position
from stolik.crossboard.geometry import Geometry, Play
from stolik.crossboard.moves import MoveFinder
from stolik.crossboard.placement import words_formed
from stolik.kernels.endgame import Endgame
from stolik.kernels.engine import Engine
from stolik.kernels.equity import by_equity
from stolik.kernels.leaves import LeaveTable
from stolik.kernels.movegen import RECORD
from stolik.kernels.simulation import Simulation
from stolik.kernels.wins import WinTable
from stolik.words.expanded import Expanded, Progress
from stolik.words.leaves import LeaveFile, weights_for
from stolik.words.lexicon import Lexicon
from stolik.words.wins import curves_for, make_wins

#: What the fast search takes: squares along an edge, tiles on a rack, blanks in the set.
_SIDE, _RACK, _BLANKS = 15, 7, 3


class _Workspace(threading.local):
    """What a thread works in."""

    def __init__(self) -> None:
        self.engine: Engine | None = None
        self.endgame: Endgame | None = None
        self.simulations: list[Simulation] = []


class Brain:
    """The engine for one board, tile set and word list."""

    def __init__(
        self,
        geometry: Geometry,
        lexicon: Lexicon,
        cache_dir: Path,
        *,
        rack_size: int = _RACK,
        blocked: Set[str] = frozenset(),
    ) -> None:
        self.geometry: Final = geometry
        self.lexicon: Final = lexicon
        self.finder: Final = MoveFinder(geometry, lexicon)
        self.blocked: Final = blocked
        #: Whether the fast search takes this kind of game.
        self.suits_engine: Final = (
            (geometry.n_rows, geometry.n_cols) == (_SIDE, _SIDE)
            and rack_size <= _RACK
            and geometry.counts[0] <= _BLANKS
        )
        weights = weights_for(geometry.alphabet)
        self._leaves: Expanded[LeaveTable] | None = None
        if weights is not None and rack_size <= _RACK:
            file = LeaveFile(weights, geometry.counts, geometry.alphabet, cache_dir)
            self._leaves = Expanded(file.open, lambda _: file.build())
        self._of_thread = _Workspace()

    @property
    def prepared(self) -> bool:
        """Whether nothing has to be built any more."""
        return self.lexicon.prepared and (self._leaves is None or self._leaves.ready)

    @property
    def kept(self) -> bool:
        """Whether what was built could be kept for the next time."""
        return self.lexicon.kept and (self._leaves is None or self._leaves.kept)

    def prepare(self, progress: Progress | None = None) -> None:
        """Build what is not there yet, telling progress."""
        self.lexicon.prepare(progress)
        if self._leaves is not None:
            self._leaves.get()

    def leaves(self) -> LeaveTable | None:
        """The values of leaves; None where none were trained, or until they are worked out."""
        return self._leaves.get() if self._leaves is not None and self._leaves.ready else None

    def engine(self) -> Engine | None:
        """The fast search of this thread; None where it cannot be used, or not yet."""
        if not self.suits_engine or not self.prepared:
            return None
        mine = self._of_thread
        if mine.engine is None:
            mine.engine = self.new_engine(self.leaves())
        return mine.engine

    def endgame(self) -> Endgame | None:
        """The endgame search of this thread; None where there is no engine."""
        engine, mine = self.engine(), self._of_thread
        if engine is not None and mine.endgame is None:
            mine.endgame = Endgame(engine)
        return mine.endgame

    def simulations(self, n: int) -> list[Simulation]:
        """Simulations for so many threads; none where there is no engine."""
        engine, mine = self.engine(), self._of_thread
        if engine is None:
            return []
        while len(mine.simulations) < n:
            mine.simulations.append(Simulation(engine, self.wins()))
        return mine.simulations[:n]

    def wins(self) -> WinTable | None:
        """How likely a lead wins; None where it was not trained."""
        curves = curves_for(self.geometry.alphabet)
        return None if curves is None else make_wins(curves)

    def new_engine(self, leaves: LeaveTable | None) -> Engine:
        """A fast search for one thread that counts these leaves."""
        geometry = self.geometry
        return Engine(
            self.lexicon.wordmap(),
            self.lexicon.gaddag(),
            geometry.values,
            geometry.letter_multipliers,
            geometry.word_multipliers,
            geometry.start,
            geometry.bonus,
            leaves,
        )

    def best(self, position: Position) -> Choice:
        """What static evaluation likes best; the head of `choices`."""
        engine = self.engine()
        if engine is None:
            return self.choices(position, 1)[0]
        engine.set_board(position.board)
        found = engine.best(position.rack, position.bag > 0)
        play = PASS if found is None else _play(*found)
        if not self.allows(position, play):
            return self.choices(position, 1)[0]
        exchange = max(self._exchanges(position, True), key=lambda each: each.equity, default=PASS)
        return _better(play, exchange)

    def choices(self, position: Position, most: int | None = None) -> list[Choice]:
        """Plays and exchanges by equity, the best first; a pass if there is nothing else."""
        return list(islice(self.ranked(position), most)) or [PASS]

    def ranked(self, position: Position, *, with_leaves: bool = True) -> Iterator[Choice]:
        """The same one by one, as checking all of them takes time where words are blocked.

        Equity is points and, while there are tiles to draw, the value of the leave. Without leaves an
        exchange is worth nothing, so that it comes after every play; the fullest one comes first.
        """
        exchanges = sorted(self._exchanges(position, with_leaves), key=_best_first)
        return merge(self._plays(position, with_leaves), exchanges, key=_best_first)

    def _plays(self, position: Position, with_leaves: bool) -> Iterator[Choice]:
        records = self.finder.records(position.board, position.rack)
        leaves = self.leaves() if position.bag and with_leaves else None
        board = self.geometry.board_of(position.board)
        for number, equity in by_equity(records, position.rack, leaves):
            choice = _play(records[RECORD.size * number : RECORD.size * (number + 1)], equity)
            if not self._forbids(board, choice):
                yield choice

    def read(self, record: bytes) -> Choice:
        """A play that a search found, its points being its equity."""
        return _play(record, 1000 * RECORD.unpack(record)[2])

    def allows(self, position: Position, choice: Choice) -> bool:
        """Whether a choice makes no blocked word; searches do not know of them."""
        return not choice.record or not self._forbids(self.geometry.board_of(position.board), choice)

    def play_of(self, choice: Choice) -> Play:
        """The play of a choice that is one."""
        return self.geometry.plays(choice.record)[0]

    def _exchanges(self, position: Position, with_leaves: bool) -> Iterator[Choice]:
        """Every different exchange that is allowed, worth what is kept."""
        leaves = self.leaves() if with_leaves else None
        if position.bag < position.exchange_minimum:
            return
        for given in product(*(range(n, -1, -1) for n in position.rack)):
            if not 0 < sum(given) <= position.bag:
                continue
            kept = bytes(
                tile
                for tile, (n, gone) in enumerate(zip(position.rack, given, strict=True))
                for _ in range(n - gone)
            )
            yield Choice(exchanged=bytes(given), equity=leaves.value(kept) if leaves else 0)

    def _forbids(self, board: Board, choice: Choice) -> bool:
        """Whether a play makes a word of the block list, which the graph holds as well."""
        return bool(self.blocked) and makes_one_of(self.blocked, board, self.play_of(choice))


def makes_one_of(words: Set[str], board: Board, play: Play) -> bool:
    """Whether the play makes one of these words; the words across it are read only where there are some."""
    if play.word.upper() in words:
        return True
    beside = (laid.square.step(not play.down, n) for laid in play.laid for n in (-1, 1))
    return any(square in board for square in beside) and any(
        run.text in words for run in words_formed(board, play.laid)
    )


def _play(record: bytes, equity: int) -> Choice:
    return Choice(record, points=RECORD.unpack(record)[2], equity=equity)


def _best_first(choice: Choice) -> int:
    return -choice.equity


def _better(play: Choice, exchange: Choice) -> Choice:
    """A play wins a tie against an exchange, and anything against a pass."""
    if not play.record:
        return exchange
    return exchange if exchange.exchanged and exchange.equity > play.equity else play
