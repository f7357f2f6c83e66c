"""Number tiles in a terminal: sets by number, and a rack by colour or number.

A tile shows what one types for it, `r5`, so that its colour is a letter too. New and changed tiles have
another background, or stand in brackets where a terminal has few colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from rich.text import Text

from stolik.core.tiles import Tile
from stolik.games.rummikub.building import Places
from stolik.games.rummikub.sets import COLOURS, HIGHEST, JOKER, number_of, tile
from stolik.games.rummikub.tiletext import format_tile
from stolik.terminal.person import Colours
from stolik.terminal.settings import Speaker
from stolik.texts import N_

Order = Literal["colour", "number"]
Mark = Literal["plain", "draft", "last"]

_LABEL = 4
_COLUMN = 26
_BRACKETS: dict[Mark, tuple[str, str]] = {"plain": (" ", " "), "draft": ("<", ">"), "last": ("[", "]")}
_MEANINGS = {
    "k": N_("black"),
    "b": N_("blue"),
    "r": N_("red"),
    "o": N_("orange"),
    JOKER: N_("joker: any tile"),
}


class Palette(NamedTuple):
    """What letters are painted with by colour of the tile, and backgrounds by mark; none: with brackets."""

    inks: dict[str, str]
    grounds: dict[Mark, str] | None


_ALL = Palette(
    {"k": "#1a1a1a", "b": "#0b4fc4", "r": "#c01010", "o": "#a85400", JOKER: "#7a1fa2"},
    {"plain": "#f5e6c4", "draft": "#9fe0c4", "last": "#ffd76a"},
)
_FIXED = Palette(
    {"k": "color(16)", "b": "color(20)", "r": "color(160)", "o": "color(130)", JOKER: "color(90)"},
    {"plain": "color(230)", "draft": "color(158)", "last": "color(221)"},
)
# Only pairs that can be read whatever a terminal takes the basic colours for.
_FEW = Palette(
    {
        "k": "black on white",
        "b": "blue on white",
        "r": "red on white",
        "o": "black on yellow",
        JOKER: "magenta on white",
    },
    None,
)
_NONE = Palette(dict.fromkeys((*COLOURS, JOKER), ""), None)
_PALETTES = {"none": _NONE, "few": _FEW, "256": _FIXED, "all": _ALL}


class ShownTable(NamedTuple):
    """Sets by number, the tiles among them that are marked, and the numbers of those that are none."""

    places: Places
    marked: Sequence[Counter[str]]
    mark: Mark
    wrong: Collection[int] = ()


class TilePainter:
    """Draws tiles, tables and racks."""

    def __init__(self, colours: Colours, say: Speaker) -> None:
        self._palette = _PALETTES[colours]
        self._say = say

    def tile(self, each: Tile, mark: Mark = "plain") -> Text:
        """One tile as one types it."""
        ink = self._palette.inks[each.origin[0]]
        if self._palette.grounds is None:
            left, right = _BRACKETS[mark]
            return Text(f"{left}{format_tile(each)}{right}", style=ink)
        return Text(f" {format_tile(each)} ", style=f"bold {ink} on {self._palette.grounds[mark]}")

    def table(self, shown: ShownTable, width: int) -> list[Text]:
        """The sets with their numbers, side by side where they fit."""
        cells = []
        for number, meld in enumerate(shown.places, 1):
            left = Counter(shown.marked[number - 1])
            tiles = [self.tile(each, shown.mark if _used_up(left, each) else "plain") for each in meld]
            if tiles:
                cells.append(_labelled(number, number in shown.wrong, wrap(tiles, width - _LABEL)))
        return _side_by_side(cells, width)

    def rack(
        self, tiles: Sequence[Tile], laid: Counter[str], fresh: Counter[str], order: Order, width: int
    ) -> list[Text]:
        """The rack in order; tiles that lie on the table leave a gap, and those just drawn are marked."""
        gone, new = Counter(laid), Counter(fresh)
        groups: list[Text] = []
        for group in in_groups(tiles, order):
            drawn = [self.tile(each, "last" if _used_up(new, each) else "plain") for each in group]
            gaps = [_used_up(gone, each) for each in group]
            slots = (
                Text(" " * text.cell_len) if gap else text for text, gap in zip(drawn, gaps, strict=True)
            )
            groups += wrap(slots, width)
        return wrap(groups, width, between=" ")

    def legend(self, width: int) -> list[Text]:
        """What the letters mean."""
        meanings = _MEANINGS.items()
        return wrap(
            (self.tile(tile(letter)) + f" {self._say(text)}" for letter, text in meanings), width, "  "
        )


def in_groups(tiles: Iterable[Tile], order: Order) -> list[list[Tile]]:
    """Tiles by colour or by number, jokers last."""

    def key(each: Tile) -> tuple[int, int]:
        colour, number = f"{COLOURS}{JOKER}".index(each.origin[0]), number_of(each.origin)
        return (colour, number) if order == "colour" else (number or HIGHEST + 1, colour)

    ranked = sorted(tiles, key=key)
    return [list(group) for _, group in groupby(ranked, key=lambda each: key(each)[0])]


def wrap(pieces: Iterable[Text], width: int, between: str = "") -> list[Text]:
    """Pieces one after the other, in lines of at most this width."""
    lines = [Text()]
    for piece in pieces:
        if lines[-1] and lines[-1].cell_len + len(between) + piece.cell_len > width:
            lines.append(Text())
        elif lines[-1]:
            lines[-1].append(between)
        lines[-1].append_text(piece)
    return lines


def _labelled(number: int, wrong: bool, rows: list[Text]) -> list[Text]:
    label = Text(f"{number:>2}{'✗' if wrong else ' '} ", style="bold red" if wrong else "bold")
    return [label.append_text(rows[0]), *(Text(" " * _LABEL).append_text(row) for row in rows[1:])]


def _side_by_side(cells: list[list[Text]], width: int) -> list[Text]:
    """Cells in columns; a wide one takes several, one of several rows has them for itself."""
    n_columns = max(width // _COLUMN, 1)
    column = width // n_columns
    lines: list[Text] = []
    used = n_columns
    for cell in cells:
        wanted = min(-(-(cell[0].cell_len + 1) // column), n_columns) if len(cell) == 1 else n_columns
        if used + wanted > n_columns:
            lines.append(Text())
            used = 0
        lines[-1].pad_right(used * column - lines[-1].cell_len)
        lines[-1].append_text(cell[0])
        lines += cell[1:]
        used += wanted
    return lines


def _used_up(left: Counter[str], each: Tile) -> bool:
    """Whether such a tile is still among those left, which it then is no more."""
    left[each.origin] -= 1
    return left[each.origin] >= 0
