"""The board in a table's page until the client is there: a picture at the first paint, in the same place.

1. It is drawn from the game's sketch, for games whose board lies in the client just as it does there (`rim`).
2. Colours are names of the design. The picture brings those lines of `tokens.css` that it needs, so that it
   looks as the visitor or the visitor's system wants it, as the page does.
3. Where it stands is said by the game's own style in the client (`placeholder.css`).
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from stolik.core.sketch import Block, Sketch, sketch

_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+);")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_EMPTY = re.compile(r"[^{};]+\{\}")
_AS_IT_IS = " ='/:;,()[]{}!*@$+"
_LETTERS = "text{font:600 .62px system-ui,sans-serif;text-anchor:middle}"


def board_placeholder(game: str, view: Any, n_seats: int, tokens: str, theme: str | None) -> str:
    """The picture as it stands in a page; nothing where the client lays the table out by itself."""
    found = sketch(game, view)
    if found is None or found.rim is None:
        return ""
    address = "data:image/svg+xml," + quote(_drawn(found, tokens, theme), safe=_AS_IT_IS)
    return f'<img class="board-placeholder" data-seats="{n_seats}" alt="" src="{address}">'


def _drawn(found: Sketch, tokens: str, theme: str | None) -> str:
    rim = found.rim or 0.0
    area = f"{rim:g} {rim:g} {found.width - 2 * rim:g} {found.height - 2 * rim:g}"
    look = f" data-theme='{theme}'" if theme else ""
    names = frozenset(name for block in found.blocks for name in (block.colour, block.ink))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{area}'{look}>"
        f"<style>{_needed(tokens, names)}{_LETTERS}</style>"
        f"{''.join(map(_block, found.blocks))}</svg>"
    )


def _block(block: Block) -> str:
    x, y, width, height = block.x, block.y, block.width, block.height
    drawn = (
        f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}'"
        f" rx='{block.roundness * width:.3g}' fill='var(--{block.colour})'/>"
    )
    if not block.sign:
        return drawn
    return (
        f"{drawn}<text x='{x + width / 2:g}' y='{y + height / 2 + 0.22:g}' fill='var(--{block.ink})'>"
        f"{html.escape(block.sign)}</text>"
    )


@lru_cache(maxsize=16)
def _needed(tokens: str, names: frozenset[str]) -> str:
    """The lines of a style sheet that say what these names stand for."""

    def kept(declaration: re.Match[str]) -> str:
        name, value = declaration.groups()
        return f"{name}:{value};" if name.removeprefix("--") in names else ""

    needed = " ".join(_DECLARATION.sub(kept, _COMMENT.sub("", tokens)).split())
    shortened = re.sub(r"\s*([{};])\s*", r"\1", needed)
    return _EMPTY.sub("", shortened)
