"""What lies openly on a table, as blocks of colour with a sign on them: for small pictures of any game.

A game may bring a module that is found as the game is found:

    sketch.py    sketch(view) -> Sketch, and COLOURS, if it has some of its own

It is asked with the view of a spectator alone. Its colours are those of its `tokens.css` in the light theme,
by name and as six digits: a picture that is sent cannot ask a style sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from stolik.core import registry


class Block(NamedTuple):
    """A block in a colour of the design, with a sign on it; corners are round by a part of its width."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    roundness: float = 0.0
    sign: str = ""
    ink: str = "tile-ink"


class Sketch(NamedTuple):
    """Blocks, later ones upon earlier ones, in an area of this size.

    A board that lies at the table just as it is drawn here says how wide its rim is.
    """

    width: float
    height: float
    blocks: tuple[Block, ...]
    rim: float | None = None


def colours(game: str) -> Mapping[str, str]:
    """The colours that a game has of its own."""
    module = registry.module(game, "sketch")
    found: Mapping[str, str] = getattr(module, "COLOURS", {})
    return found


def sketch(game: str, view: Any) -> Sketch | None:
    """What a spectator sees lie on the table; None where the game does not say it."""
    module = registry.module(game, "sketch")
    found: Sketch | None = module.sketch(view) if module else None
    return found
