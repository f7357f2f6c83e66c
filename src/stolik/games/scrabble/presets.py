"""Presets as data: a TOML file names a tile set, a board and what differs from the defaults."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from stolik.core.registry import Preset
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


def load_preset(name: str) -> Preset:
    """A preset by the name of its file."""
    described = _read("presets", name)
    chosen = described["options"]
    resolved = {**chosen, "tiles": load_tiles(chosen["tiles"]), "layout": load_layout(chosen["layout"])}
    players = (chosen.get("min_players", 2), chosen.get("max_players", 4))
    return Preset(
        id=name,
        game="scrabble",
        language=described["language"],
        players=players,
        sentence=described["sentence"],
        notation=described["notation"],
        bound=described["bound"],
        options=msgspec.convert(msgspec.to_builtins(resolved), Options),
    )


def load_presets() -> tuple[Preset, ...]:
    """All presets of the folder by name."""
    names = sorted(entry.name for entry in (_HOME / "presets").iterdir() if entry.name.endswith(".toml"))
    return tuple(load_preset(name.removesuffix(".toml")) for name in names)


def _read(folder: str, name: str) -> dict[str, Any]:
    return tomllib.loads((_HOME / folder / f"{name}.toml").read_text(encoding="utf-8"))
