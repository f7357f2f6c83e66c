"""A bot for any game: it takes one of the listed actions."""

from __future__ import annotations

from itertools import islice
from typing import Any

from stolik.core.actions import Resign
from stolik.core.chance import Chance
from stolik.core.game import AnyGame

#: Looking further down a long list would only cost time.
_LOOKED_AT = 50


class Wanderer:
    """Picks at random among the first actions listed, and does not leave the game."""

    def __init__(self, game: AnyGame, chance: Chance) -> None:
        self._game = game
        self._chance = chance

    def choose(self, view: Any) -> Any:
        listed = islice(self._game.actions(view), _LOOKED_AT)
        actions = [action for action in listed if not isinstance(action, Resign)]
        return actions[self._chance.below(len(actions))]
