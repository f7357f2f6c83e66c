"""The number-tile game: groups and runs on a table that everybody may rebuild; standard and XP."""

from typing import Any

import msgspec

from stolik.core.about import About, Preset, load_about, load_presets
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.rules import Rummikub

__all__ = ["Rummikub", "about", "create", "presets"]


def create(_words: Any) -> Rummikub:
    """The game; every game is offered the word lists, and this one needs none."""
    return Rummikub()


def about() -> About:
    """What the game says of itself."""
    return load_about(__name__)


def presets() -> tuple[Preset, ...]:
    """The presets of this game."""
    return load_presets(__name__, lambda chosen: msgspec.convert(chosen, Options))
