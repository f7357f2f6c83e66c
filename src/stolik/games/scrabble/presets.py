"""Options as the files of presets have them: tile set and board by name, and what is not the default."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileKind, TileSet
from stolik.games.scrabble.options import Options

_HOME = files("stolik.games.scrabble")


def load_tiles(name: str) -> TileSet:
    """A tile set by the name of its file."""
    table = _read("tilesets", name)["tiles"]
    return TileSet(tuple(TileKind(letter, count, value) for letter, (count, value) in table.items()))


def load_layout(name: str) -> Layout:
    """A board by the name of its file."""
    return Layout(tuple(_read("boards", name)["rows"]))


def make_options(chosen: dict[str, Any]) -> Options:
    """The options that a file describes."""
    resolved = {**chosen, "tiles": load_tiles(chosen["tiles"]), "layout": load_layout(chosen["layout"])}
    return msgspec.convert(msgspec.to_builtins(resolved), Options)


def _read(folder: str, name: str) -> dict[str, Any]:
    return tomllib.loads((_HOME / folder / f"{name}.toml").read_text(encoding="utf-8"))
