"""The word board in a terminal: squares, tiles and rack as lines of text.

Every square has its own background, so the board looks the same on light and on dark terminals. What colours
say is also said by signs: premium squares carry labels, a blank stands in lower case, and without colours new
tiles stand in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.text import Text

from stolik.core.tiles import BLANK, Tile
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.layout import Layout
from stolik.notation.coordinates import Notation, format_square
from stolik.terminal.person import Colours
from stolik.terminal.settings import Speaker
from stolik.texts import N_

CELL = 3
_LABELS = {"d": N_("2L"), "t": N_("3L"), "D": N_("2W"), "T": N_("3W"), "*": N_("★")}


class Palette(NamedTuple):
    """Styles of squares by their sign in the layout, and of tiles: a letter's and a blank's."""

    squares: dict[str, str]
    tile: tuple[str, str]
    last: tuple[str, str]
    draft: tuple[str, str]


_ALL = Palette(
    {
        ".": "#5f8f7f on #24473d",
        "d": "bold #10374e on #a5cbdc",
        "t": "bold #ffffff on #215b8c",
        "D": "bold #571a10 on #e6a693",
        "T": "bold #ffffff on #a8392b",
        "*": "bold #571a10 on #e6a693",
    },
    ("bold #22170c on #f5e6c4", "bold italic #b3261e on #f5e6c4"),
    ("bold underline #22170c on #ffc94d", "bold italic underline #b3261e on #ffc94d"),
    ("bold #08241a on #7fd6b2", "bold italic #9c1710 on #7fd6b2"),
)
# The nearest of the 256 fixed colours would make ivory pink and red brown.
_FIXED = Palette(
    {
        ".": "color(65) on color(22)",
        "d": "bold color(17) on color(153)",
        "t": "bold color(231) on color(25)",
        "D": "bold color(52) on color(217)",
        "T": "bold color(231) on color(124)",
        "*": "bold color(52) on color(217)",
    },
    ("bold color(16) on color(230)", "bold italic color(124) on color(230)"),
    ("bold underline color(16) on color(221)", "bold italic underline color(124) on color(221)"),
    ("bold color(16) on color(115)", "bold italic color(124) on color(115)"),
)
# Only pairs that can be read whatever a terminal takes the basic colours for.
_FEW = Palette(
    {
        ".": "",
        "d": "black on cyan",
        "t": "bright_white on blue",
        "D": "black on magenta",
        "T": "bright_white on red",
        "*": "black on magenta",
    },
    ("black on white", "red on white"),
    ("underline black on yellow", "underline red on yellow"),
    ("black on green", "red on green"),
)
_NONE = Palette(dict.fromkeys("dtDT*.", ""), ("", ""), ("", ""), ("", ""))
_PALETTES = {"none": _NONE, "few": _FEW, "256": _FIXED, "all": _ALL}
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class BoardPainter:
    """Draws boards and racks of one game."""

    def __init__(
        self, layout: Layout, values: dict[str, int], notation: Notation, colours: Colours, say: Speaker
    ) -> None:
        self._layout = layout
        self._values = values
        self._coloured = colours != "none"
        self._palette = _PALETTES[colours]
        self._say = say
        self.rows = [_labels(row, 0, notation)[0] for row in range(layout.n_rows)]
        self.cols = [_labels(0, col, notation)[1] for col in range(layout.n_cols)]
        self._margin = max(map(len, self.rows)) + 1

    @property
    def width(self) -> int:
        return 2 * self._margin + CELL * self._layout.n_cols

    def lines(self, board: Board, last: Collection[Square] = (), draft: Sequence[Laid] = ()) -> list[Text]:
        """The board with coordinates on all four sides; the last play and a draft are marked."""
        header = Text(" " * self._margin + "".join(f"{label:^{CELL}}" for label in self.cols), style="bold")
        header.pad_right(self.width - header.cell_len)
        laid = {each.square: each.tile for each in draft}
        return [header, *(self._row(row, board, last, laid) for row in range(self._layout.n_rows)), header]

    def _row(self, row: int, board: Board, last: Collection[Square], draft: dict[Square, Tile]) -> Text:
        label = self.rows[row]
        line = Text.assemble((f"{label:>{self._margin - 1}} ", "bold"))
        for col in range(self._layout.n_cols):
            square = Square(row, col)
            if square in draft:
                line.append_text(self._tile(draft[square], self._palette.draft, "<>"))
            elif (tile := board.get(square)) is None:
                line.append_text(self._empty(square))
            elif square in last:
                line.append_text(self._tile(tile, self._palette.last, "[]"))
            else:
                line.append_text(self._tile(tile, self._palette.tile, "  "))
        line.append(f" {label:<{self._margin - 1}}", "bold")
        return line

    def _empty(self, square: Square) -> Text:
        sign = self._layout.rows[square.row][square.col]
        label = _fit(self._say(_LABELS[sign])) if sign in _LABELS else " · "
        return Text(label, style=self._palette.squares[sign])

    def _tile(self, tile: Tile, styles: tuple[str, str], brackets: str) -> Text:
        if not self._coloured:
            return Text(f"{brackets[0]}{tile}{brackets[1]}")
        if tile.is_blank:
            return Text(f" {tile} ", style=styles[1])
        return Text(f"{tile}{self._value(tile)}".rjust(CELL), style=styles[0])

    def _value(self, tile: Tile) -> str:
        return str(self._values.get(tile.face, 0)).translate(_SUBSCRIPT)

    def rack(self, tiles: Sequence[Tile | None]) -> Text:
        """Tiles with their values; a tile that lies on the board as a draft leaves a gap."""
        line = Text()
        for tile in tiles:
            if tile is None:
                line.append("  · ")
            elif tile.face == BLANK:
                line.append_text(Text(" ?₀ ", style=self._palette.tile[1]))
            else:
                line.append_text(Text(f" {tile}{self._value(tile):<2}", style=self._palette.tile[0]))
            line.append(" ")
        return line

    def legend(self) -> Text:
        """What the signs on the board mean."""
        say = self._say
        meanings = (
            ("d", say("letter × 2")),
            ("t", say("letter × 3")),
            ("D", say("word × 2")),
            ("T", say("word × 3")),
            ("*", say("start")),
        )
        line = Text()
        for sign, meaning in meanings:
            line.append(_fit(say(_LABELS[sign])), self._palette.squares[sign])
            line.append(f" {meaning}  ")
        return line


def _fit(label: str) -> str:
    """A label as wide as a square, where letters of tiles stand."""
    return f" {label} " if len(label) == 1 else f"{label[:CELL]:>{CELL}}"


def _labels(row: int, col: int, notation: Notation) -> list[str]:
    """The labels of a row and of a column."""
    return re.findall(r"[0-9]+|[A-Z]+", format_square(row, col, notation))
