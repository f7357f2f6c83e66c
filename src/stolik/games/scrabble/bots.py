"""Bots for the crossword-tile game: one player whose levels differ in vocabulary and depth of thought."""

from __future__ import annotations

from typing import NamedTuple

from stolik.bots.alarm import alarm
from stolik.core.chance import Chance
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.inference import infer
from stolik.crossboard.engine.position import PASS, Choice, Guesses, Position
from stolik.crossboard.engine.preendgame import STAGES
from stolik.crossboard.engine.think import STATIC, Depth, think
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble.actions import Accept, Action, Challenge, Exchange, Pass, Place
from stolik.games.scrabble.enumerate import may_move
from stolik.games.scrabble.position import last_play_of, position_of
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.view import View
from stolik.texts import N_

_SEEDS = 1 << 32


class Level(NamedTuple):
    """What a player knows and how far it thinks."""

    #: Words at least this common: 3 common, 2 known, 1 seen in texts, 0 the whole list.
    tier: int = 0
    longest: int = 15
    #: Whether it thinks of the tiles it keeps.
    leaves: bool = True
    #: How far it thinks ahead.
    depth: Depth = STATIC
    #: Whether it is sure enough of words to challenge: a small vocabulary is not.
    doubts: bool = True


LEVELS = {
    N_("beginner"): Level(tier=3, longest=5, leaves=False, doubts=False),
    N_("casual"): Level(tier=2, longest=7, leaves=False, doubts=False),
    N_("club"): Level(tier=1),
    N_("expert"): Level(depth=Depth(nodes=50_000)),
    N_("champion"): Level(depth=Depth(plies=2, iterations=4_000, stages=STAGES, nodes=200_000)),
}

#: The levels whose moves may take seconds.
THINK_LONG = frozenset(name for name, level in LEVELS.items() if level.depth != STATIC)

#: Players that show what one way of thinking is worth; nobody meets them at a table.
STUDIED = {
    "static": Level(),
    "simulating": Level(depth=Depth(plies=2, iterations=1_500)),
}


class BotPlayer:
    """Plays from views alone."""

    def __init__(self, game: Scrabble, level: Level, chance: Chance, seconds: float | None = None) -> None:
        self._referee = game.referee
        self._level = level
        self._chance = chance
        self._seconds = seconds

    def choose(self, view: View) -> Action:
        pending = view.table.pending
        if pending is not None:
            words = [word.text for word in pending.words]
            if self._level.doubts and self._is_wrong(view, words):
                return Challenge()
            if not may_move(view):
                return Accept()
        return self._move(view)

    def _is_wrong(self, view: View, words: list[str]) -> bool:
        return any(self._referee.unknown(view.table, words)) or any(self._referee.excluded(view.table, words))

    def _move(self, view: View) -> Action:
        brain = self._referee.brain(view.table.options, view.table.lexicon_hash)
        position = position_of(view, brain.geometry)
        choice = self._think(view, brain, position)
        if choice.record:
            return Place(brain.play_of(choice).laid)
        if choice.exchanged and not _is_stuck(view):
            return Exchange(brain.geometry.tiles_of(choice.exchanged))
        return Pass()

    def _think(self, view: View, brain: Brain, position: Position) -> Choice:
        if self._level.tier or not self._level.leaves:
            return self._best_known(view, brain, position)
        depth = self._level.depth
        if self._seconds is not None:
            depth = depth.within(self._seconds)
        return think(
            brain,
            position,
            depth,
            guess=lambda seed: self._guess(view, brain, position, seed),
            seed=self._chance.below(_SEEDS) if depth.iterations else 0,
            out_of_time=None if self._seconds is None else alarm(self._seconds),
        )

    def _guess(self, view: View, brain: Brain, position: Position, seed: int) -> Guesses | None:
        """What the next player has probably kept."""
        play = last_play_of(view, brain.geometry)
        return None if play is None else infer(brain, play, position.unseen, seed)

    def _best_known(self, view: View, brain: Brain, position: Position) -> Choice:
        """The best choice whose words it knows."""
        for choice in brain.ranked(position, with_leaves=self._level.leaves):
            if not choice.record or self._knows(view, brain, choice):
                return choice
        return PASS

    def _knows(self, view: View, brain: Brain, choice: Choice) -> bool:
        play = brain.play_of(choice)
        if len(play.word) > self._level.longest:
            return False
        words = (run.text for run in words_formed(view.table.board, play.laid))
        return all(brain.lexicon.tier(word) >= self._level.tier for word in words)


def _is_stuck(view: View) -> bool:
    """Whether nobody has played for two rounds: fresh tiles do not help, so the game may as well end."""
    return len(view.table.scoreless) >= 2 * len(view.table.movers())
