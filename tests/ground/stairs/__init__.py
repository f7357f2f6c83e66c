"""Stairs of rising numbers: alone for points, or one against one."""

from __future__ import annotations

from typing import Any

import msgspec

from stolik.core.about import About, Preset, load_about, load_presets

from .options import Options
from .rules import Stairs

__all__ = ["Stairs", "about", "create", "presets"]


def create(_words: Any) -> Stairs:
    """The game; every game is offered the word lists, and this one needs none."""
    return Stairs()


def about() -> About:
    """What the game says of itself."""
    return load_about(__name__)


def presets() -> tuple[Preset, ...]:
    """The ways to play it."""
    return load_presets(__name__, lambda chosen: msgspec.convert(chosen, Options))
