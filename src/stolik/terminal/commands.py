"""What the facet `commands` of a game gets: its `register(desk)` adds the commands of the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import cyclopts

from stolik.core.about import Preset
from stolik.core.game import AnyGame
from stolik.words.store import Lexicons


class Unfinished(NamedTuple):
    """A game that the person of this machine has not finished, as that person sees it."""

    file: Path
    preset: Preset
    game: AnyGame
    view: Any


class Desk(NamedTuple):
    """Where commands are added, and what they may ask."""

    app: cyclopts.App
    #: The group of commands that measure.
    bench: cyclopts.App
    #: The newest game on this machine that waits for the person.
    unfinished: Callable[[Lexicons], Unfinished | None]
