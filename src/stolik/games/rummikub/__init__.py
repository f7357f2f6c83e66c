"""The number-tile game: groups and runs on a table that everybody may rebuild; standard and XP."""

from typing import Any

from stolik.core.registry import Preset
from stolik.games.rummikub.presets import load_presets
from stolik.games.rummikub.rules import Rummikub

__all__ = ["Rummikub", "create", "presets"]


def create(_words: Any) -> Rummikub:
    """The game; every game is offered the word lists, and this one needs none."""
    return Rummikub()


def presets() -> tuple[Preset, ...]:
    """The presets of this game."""
    return load_presets()
