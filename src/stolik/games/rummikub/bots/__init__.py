"""Bots for the number-tile game: one player whose levels differ in how they use the table and in patience."""

from __future__ import annotations

import math
from typing import NamedTuple

from stolik.bots.alarm import alarm
from stolik.core.chance import Chance
from stolik.games.rummikub.actions import Action, Draw, Lay, Pass, Ready, Redeal
from stolik.games.rummikub.bots.belief import worlds_of
from stolik.games.rummikub.bots.patience import patient_play
from stolik.games.rummikub.closing import closing_play
from stolik.games.rummikub.position import Position, melds_of, position_of
from stolik.games.rummikub.rules import Rummikub
from stolik.games.rummikub.sets import doublets
from stolik.games.rummikub.solver import AIMS, Play
from stolik.games.rummikub.view import View
from stolik.texts import N_

#: With so many equal pairs two players of one strength win two games of five: better to be dealt anew.
_TOO_MANY_DOUBLETS = 3
_LARGE_RACK = 20
#: How many racks of the others are imagined in the last move of a game, and how often a play is tried in one.
_WORLDS = 10
_CLOSING_TRIES = 100
#: Larger racks help the next player to lay everything whatever is kept back, and allow too many plays.
_LARGEST_WEIGHED = 20
#: How many tries it is worth to leave sets of the table as they are.
_CARE = 40


class Level(NamedTuple):
    """What a player does with the table, and what it keeps for later."""

    #: How many sets of the table it touches in a turn: 0 adds tiles to any but takes none apart; None: all.
    touches: int | None = None
    #: Whether jokers stay on the rack until the last turn.
    keeps_jokers: bool = False
    #: Whether it lays nothing before it can lay everything.
    waits: bool = False


LEVELS = {
    N_("beginner"): Level(touches=0),
    N_("casual"): Level(touches=1),
    N_("club"): Level(touches=2),
    N_("expert"): Level(keeps_jokers=True),
    N_("champion"): Level(waits=True),
}

STUDIED = {"greedy": Level()}
THINK_LONG: frozenset[str] = frozenset()


class BotPlayer:
    """Plays from views alone."""

    def __init__(self, game: Rummikub, level: Level, chance: Chance, seconds: float | None = None) -> None:
        self._level = level
        self._chance = chance
        self._seconds = seconds

    def choose(self, view: View) -> Action:
        if view.viewer in view.table.asked:
            return Redeal() if _wants_new_deal(view) else Ready()
        position = position_of(view)
        play = self._play(view, position)
        if not play.count:
            return Draw() if view.bank_size else Pass()
        if self._level.touches is None and position.opened:
            play = position.least_disturbing(play, _CARE)
        return Lay(melds_of(play))

    def _play(self, view: View, position: Position) -> Play:
        if self._level.waits:
            return self._patient(view, position)
        if view.table.closing is not None:
            return self._best(position, "value")
        if not self._level.keeps_jokers:
            return self._best(position, "tiles")
        whole = self._best(position, "tiles")
        if whole.count == len(position.rack):
            return whole
        return self._best(position.without_jokers(), "tiles")

    def _patient(self, view: View, position: Position) -> Play:
        if view.table.closing is None:
            return patient_play(view, position)
        worlds = worlds_of(view, position, self._chance, _WORLDS)
        n_plays = _CLOSING_TRIES // len(worlds) if len(position.rack) <= _LARGEST_WEIGHED else 1
        return closing_play(
            position, worlds, n_plays, alarm(math.inf if self._seconds is None else self._seconds)
        )

    def _best(self, position: Position, objective: str) -> Play:
        touches, aim = self._level.touches, AIMS[objective]
        if touches is None:
            return position.best(aim)
        return position.best_touching(touches, aim) if touches else position.best_adding(aim)


def _wants_new_deal(view: View) -> bool:
    options = view.table.options
    least = options.redeal_doublets
    # of a large rack every deal has many doublets, and a new one is asked for in vain, for ever
    if least is None or options.rack_size > _LARGE_RACK:
        return False
    return doublets(view.rack) >= max(least, _TOO_MANY_DOUBLETS)
