"""What a game says of itself, as data: `game.toml` in its folder, and its presets beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import msgspec

#: A text in every language that it is written in; English is always there.
Texts = Mapping[str, str]


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game on the first page: bots at the other seats, what differs from the preset, what to do."""

    lead: Texts
    seats: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is called and how it is offered."""

    title: Texts
    sentence: Texts
    first: First
    #: Whether games follow each other and their points are added up.
    matches: bool = False
    #: What plays may earn, by the tag of a feat: what it is called where those plays are counted.
    tags: dict[str, Texts] = {}


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play a game, as data: for how many, and by which options."""

    id: str
    game: str
    #: The language of its words; None where it is played alike in every language.
    language: str | None = None
    players: tuple[int, int]
    sentence: dict[str, str]
    notation: str = "international"
    #: Actions within which a game of players who play when they can is over.
    bound: int
    #: The place among all ways to play: the smallest is offered first.
    order: int = 100
    options: Any


def in_language(texts: Texts, language: str) -> str:
    """A text in a language, or else in English."""
    return texts.get(language) or texts["en"]


def load_about(package: str) -> About:
    """What the package of a game says of itself."""
    return msgspec.convert(_read(package, "game.toml"), About)


def load_presets(package: str, make_options: Callable[[dict[str, Any]], Any]) -> tuple[Preset, ...]:
    """The presets in the folder of a package by name; `make_options` reads the options of a file."""
    folder = files(package) / "presets"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return tuple(load_preset(package, name.removesuffix(".toml"), make_options) for name in names)


def load_preset(package: str, name: str, make_options: Callable[[dict[str, Any]], Any]) -> Preset:
    """A preset by the name of its file. Options that say for how many they are need no `players`."""
    described = _read(package, f"presets/{name}.toml")
    options = make_options(described.pop("options"))
    players = described.pop("players", None) or (options.min_players, options.max_players)
    preset = {**described, "id": name, "game": package.rpartition(".")[2], "players": players}
    return msgspec.structs.replace(msgspec.convert({**preset, "options": None}, Preset), options=options)


def _read(package: str, path: str) -> dict[str, Any]:
    return tomllib.loads((files(package) / path).read_text(encoding="utf-8"))
