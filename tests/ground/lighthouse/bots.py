"""Bots: both build what they can; they differ in what they let go."""

from __future__ import annotations

from typing import NamedTuple

from stolik.core.chance import Chance
from stolik.core.tiles import Tile

from .actions import Action, Build, Drop
from .rules import Lighthouse
from .view import View


class Level(NamedTuple):
    """Whether a bot thinks about what will be needed."""

    careful: bool


LEVELS = {"novice": Level(careful=False), "keeper": Level(careful=True)}
STUDIED: dict[str, Level] = {}
THINK_LONG: frozenset[str] = frozenset()


class BotPlayer:
    """Plays from views alone."""

    def __init__(self, game: Lighthouse, level: Level, chance: Chance, seconds: float | None = None) -> None:
        self._level = level
        self._chance = chance

    def choose(self, view: View) -> Action:
        for tile in view.rack:
            if tile.face == str(view.table.wanted):
                return Build(tile)
        if not self._level.careful:
            return Drop(self._chance.draw(view.rack, 1)[0])
        return Drop(max(view.rack, key=lambda tile: _dispensable(view, tile)))


def _dispensable(view: View, tile: Tile) -> tuple[bool, int]:
    """What lies in the tower is needed no more; else it counts how many others of the kind there are."""
    return int(tile.face) < view.table.wanted, view.rack.count(tile) - view.table.sea.count(tile)
