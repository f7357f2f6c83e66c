"""Presets as data: a TOML file says what differs from the defaults."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

from stolik.core.registry import Preset
from stolik.games.rummikub.options import Options

_HOME = files("stolik.games.rummikub") / "presets"


def load_preset(name: str) -> Preset:
    """A preset by the name of its file."""
    described = tomllib.loads((_HOME / f"{name}.toml").read_text(encoding="utf-8"))
    options = msgspec.convert(described["options"], Options)
    return Preset(
        id=name,
        game="rummikub",
        language=described["language"],
        players=(options.min_players, options.max_players),
        sentence=described["sentence"],
        bound=described["bound"],
        options=options,
    )


def load_presets() -> tuple[Preset, ...]:
    """All presets of the folder by name."""
    names = sorted(entry.name for entry in _HOME.iterdir() if entry.name.endswith(".toml"))
    return tuple(load_preset(name.removesuffix(".toml")) for name in names)
