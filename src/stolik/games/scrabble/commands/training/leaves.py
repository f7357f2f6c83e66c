"""Training of leave values by games of the engine against itself, and their measure in paired games.

A generation plays with the values of the one before, the first without any, and learns from its games alone.
Every finished generation leaves a file, so that a training that was interrupted goes on after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from stolik.core.about import Preset
from stolik.core.message import Complaint
from stolik.core.pairs import Pair
from stolik.games.scrabble.commands.training.files import refuse_other_training, write_training
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.words import brain_for
from stolik.kernels.engine import Engine
from stolik.kernels.leaves import LeaveTable
from stolik.kernels.selfplay import selfplay
from stolik.kernels.training import Lessons
from stolik.words.leaves import (
    LeaveFile,
    LeaveWeights,
    format_weights,
    make_leaves,
    parse_weights,
    shipped_weights,
    vowels_of,
)
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons

#: A weight is pulled towards 0 as by this many samples without effect; a pair, of which many are rare, more.
_PULL, _PULL_OF_PAIRS = 20.0, 200.0
_AT_ONCE = 100  # games between two signs of progress

#: Takes how many games are done and how many there will be.
Progress = Callable[[int, int], None]


class Ground:
    """The board, tiles and words of a preset, for the engine."""

    def __init__(self, preset: Preset, words: Lexicons) -> None:
        options = preset.options
        if not isinstance(options, Options):
            raise Complaint("{preset} is not a game with a word board.", preset=preset.id)
        self.preset = preset
        self.brain = brain_for(options, words, words.open(options.lexicon))
        if not self.brain.suits_engine:
            raise Complaint(
                "The engine cannot play {preset}: it needs 15 x 15 squares and racks of seven tiles.",
                preset=preset.id,
            )
        self.lexicon: Lexicon = self.brain.lexicon
        self.letters = self.lexicon.alphabet
        self.counts = self.brain.geometry.counts
        self._cache_dir = words.cache_dir

    def engine(self, weights: LeaveWeights | None) -> Engine:
        """An engine that counts these leaves; none without weights."""
        return self.brain.new_engine(None if weights is None else self.table(weights))

    def table(self, weights: LeaveWeights) -> LeaveTable:
        """The value of every leave of these tiles; only those that come with the program are kept on disk."""
        if weights == shipped_weights(self.preset.id):
            file = LeaveFile(weights, self.counts, self.letters, self._cache_dir)
            return file.open() or file.build()
        return LeaveTable(make_leaves(weights, self.counts, self.letters))


class Training:
    """A training on disk: FILE is the result, FILE.1, FILE.2 ... are its generations."""

    def __init__(self, ground: Ground, games: int, seed: int, out: Path) -> None:
        self._ground = ground
        self._plan = LeaveWeights(
            preset=ground.preset.id,
            list_hash=ground.lexicon.hash,
            games=games,
            seed=seed,
            generation=0,
            weights=(),
        )
        self._out = out

    def run(self, generations: int, progress: Progress | None = None) -> LeaveWeights:
        """Train what is not there yet, and write the result."""
        weights: LeaveWeights | None = None
        for generation in range(1, generations + 1):
            weights = self._finished(generation) or self._train(generation, weights, generations, progress)
        if weights is None:
            raise Complaint("Give a number of generations from 1 on.")
        write_training(self._out, format_weights(weights))
        return weights

    def _file(self, generation: int) -> Path:
        return self._out.with_name(f"{self._out.name}.{generation}")

    def _finished(self, generation: int) -> LeaveWeights | None:
        """What an earlier run has left of this generation; complains if it is of another training."""
        path = self._file(generation)
        if not path.exists():
            return None
        found = parse_weights(path.read_bytes())
        if msgspec.structs.replace(found, generation=0, weights=()) != self._plan:
            raise refuse_other_training(path, found.preset, found.games, found.seed)
        return found

    def _train(
        self, generation: int, before: LeaveWeights | None, generations: int, progress: Progress | None
    ) -> LeaveWeights:
        games = self._plan.games
        lessons = Lessons(self._ground.engine(before), self._ground.counts, vowels_of(self._ground.letters))
        for first in range(0, games, _AT_ONCE):
            n_games = min(_AT_ONCE, games - first)
            # other games in each generation
            lessons.play(self._plan.seed, n_games, (generation - 1) * games + first)
            if progress is not None:
                progress((generation - 1) * games + first + n_games, generations * games)
        learnt = tuple(lessons.weights(_PULL, _PULL_OF_PAIRS))
        weights = msgspec.structs.replace(self._plan, generation=generation, weights=learnt)
        write_training(self._file(generation), format_weights(weights))
        return weights


def measure_leaves(ground: Ground, weights: LeaveWeights, seed: int, pairs: int) -> Iterator[Pair]:
    """Paired games of the engine with these leaves against itself without; the first score is theirs."""
    engine = ground.engine(weights)
    for first in range(0, pairs, _AT_ONCE):
        n_games = min(_AT_ONCE, pairs - first)
        ahead = selfplay(engine, ground.counts, seed, n_games, first, (True, False))
        behind = selfplay(engine, ground.counts, seed, n_games, first, (False, True))
        for number, (one, two) in enumerate(zip(ahead, behind, strict=True), start=first):
            yield Pair(number, ((one[0], one[1]), (two[1], two[0])), f"{one[3]:016x}{two[3]:016x}")
