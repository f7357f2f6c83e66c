"""Games are found, not listed: every package in `stolik.games` and every entry point `stolik.games`."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Protocol, cast

from stolik.core.about import About, Preset
from stolik.core.game import AnyGame
from stolik.core.message import Complaint


class GamePackage(Protocol):
    """What a game's package offers: what it is, its presets, and a maker that takes the word lists.

    A game that is played by a word list also has `lexicon(options)`, the name of the list, and may have
    `letter_values(options)`, what its tiles are worth.
    """

    __name__: str

    def about(self) -> About:
        """What the game says of itself."""

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


def in_order(language: str | None) -> list[Preset]:
    """Every preset as it is offered: first those in a language, and those that are the same in every one."""
    return sorted(presets().values(), key=lambda each: each.language not in (language, None))


@cache
def about(game: str) -> About:
    """What a game says of itself."""
    return packages()[game].about()


def lexicon_of(preset: Preset) -> str | None:
    """The word list that a preset is played by; None without words."""
    return lexicon(preset.game, preset.options)


def lexicon(game: str, options: Any) -> str | None:
    """The word list that a game with these options is played by; None without words."""
    named: Callable[[Any], str] | None = getattr(packages()[game], "lexicon", None)
    return named(options) if named else None


def letter_values(preset: Preset) -> Mapping[str, int]:
    """What letters are worth where a preset is played; nothing where they have no worth."""
    told: Callable[[Any], Mapping[str, int]] | None = getattr(packages()[preset.game], "letter_values", None)
    return told(preset.options) if told else {}


@cache
def presets() -> dict[str, Preset]:
    """Every preset of every game by id, in the order in which they are offered."""
    found = [preset for package in packages().values() for preset in package.presets()]
    return {preset.id: preset for preset in sorted(found, key=lambda each: each.order)}


def find_preset(name: str) -> Preset:
    """The preset with this id, or `UnknownPreset`."""
    known = presets()
    if name not in known:
        raise UnknownPreset(name, list(known))
    return known[name]


def create(game: str, words: Any) -> AnyGame:
    """A game by name, made with the word lists."""
    return packages()[game].create(words)
