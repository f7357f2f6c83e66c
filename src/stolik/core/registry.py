"""Games are found, not listed: every package in `stolik.games` and every entry point `stolik.games`."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Protocol, cast

import msgspec

from stolik.core.game import AnyGame
from stolik.core.message import Complaint


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play a game, as data: who, in which language, by which options."""

    id: str
    game: str
    language: str
    players: tuple[int, int]
    sentence: dict[str, str]
    notation: str = "international"
    bound: int
    options: Any


class GamePackage(Protocol):
    """What a game's package offers: a maker that takes the word lists, and its presets."""

    __name__: str

    def create(self, words: Any) -> AnyGame:
        """The game, made with its resources."""

    def presets(self) -> tuple[Preset, ...]:
        """The presets of this game."""


class UnknownPreset(Complaint):
    """No preset has this name; the message names the nearest ones."""

    def __init__(self, name: str, known: list[str]) -> None:
        near = difflib.get_close_matches(name, known, n=3) or known
        super().__init__(
            "There is no preset “{name}”. Try one of: {known}.", name=name, known=", ".join(near)
        )


@cache
def packages() -> dict[str, GamePackage]:
    """Every game package by name."""
    home = importlib.import_module("stolik.games")
    found = {
        module.name: cast(GamePackage, importlib.import_module(f"{home.__name__}.{module.name}"))
        for module in pkgutil.iter_modules(home.__path__)
        if module.ispkg
    }
    for point in entry_points(group="stolik.games"):
        found[point.name] = cast(GamePackage, point.load())
    return dict(sorted(found.items()))


def module(game: str, name: str) -> Any:
    """A module that the package of a game may bring; None where it, or such a game, is not there."""
    package = packages().get(game)
    path = f"{package.__name__}.{name}" if package else ""
    return importlib.import_module(path) if package and find_spec(path) else None


def plainest_first(language: str | None) -> list[Preset]:
    """Every preset, those in a language first: the plainest way to play a game has the shortest name."""
    return sorted(presets().values(), key=lambda each: (each.language != language, len(each.id)))


@cache
def presets() -> dict[str, Preset]:
    """Every preset of every game by id."""
    return {preset.id: preset for package in packages().values() for preset in package.presets()}


def find_preset(name: str) -> Preset:
    """The preset with this id, or `UnknownPreset`."""
    known = presets()
    if name not in known:
        raise UnknownPreset(name, list(known))
    return known[name]


def create(game: str, words: Any) -> AnyGame:
    """A game by name, made with the word lists."""
    return packages()[game].create(words)
