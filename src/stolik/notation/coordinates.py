"""Squares and starts of words, in the two notations players use.

International: rows are numbers, columns letters.  Polish: rows are letters, columns numbers.
In both, the label of the line the word runs along comes first, so the same text means different plays:

    text   international                  Polish
    8H     row 8, from column H, across   column 8, from row H, down
    H8     column H, from row 8, down     row H, from column 8, across

That is why no function here has a default notation.  A plain square is written row first.
Letters go A..Z, then AA..AE; case and full-width forms (NFKC) do not matter.
"""

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from stolik.core.message import Complaint
from stolik.crossboard.board import Square
from stolik.texts import N_

MAX_LINES = 31


class Notation(Enum):
    INTERNATIONAL = "international"
    POLISH = "polish"


class Start(NamedTuple):
    """The first square of a word, counted from zero, and its direction."""

    row: int
    col: int
    down: bool


class CoordinateError(Complaint):
    """A coordinate that cannot be read; the message says why and shows a right one."""


# Whole texts for each notation, because its name is inflected in other languages.
_NOT_A_PAIR = {
    Notation.INTERNATIONAL: N_(
        "International coordinate '{found}' cannot be read: it is not one number and one letter side by side."
        " Example: {across} is row {row}, column {col}, for a word across; {down} the same down."
    ),
    Notation.POLISH: N_(
        "Polish coordinate '{found}' cannot be read: it is not one number and one letter side by side. "
        "Example: {across} is row {row}, column {col}, for a word across; {down} the same down."
    ),
}
_NO_ROW = {
    Notation.INTERNATIONAL: N_(
        "International coordinate '{found}' cannot be read: there is no row {label}, rows run from {first} "
        "to {last}. Example: {across} is row {row}, column {col}, for a word across; {down} the same down."
    ),
    Notation.POLISH: N_(
        "Polish coordinate '{found}' cannot be read: there is no row {label}, rows run from {first} "
        "to {last}. Example: {across} is row {row}, column {col}, for a word across; {down} the same down."
    ),
}
_NO_COLUMN = {
    Notation.INTERNATIONAL: N_(
        "International coordinate '{found}' cannot be read: there is no column {label}, columns run from "
        "{first} to {last}. Example: {across} is row {row}, column {col}, for a word across; "
        "{down} the same down."
    ),
    Notation.POLISH: N_(
        "Polish coordinate '{found}' cannot be read: there is no column {label}, columns run from "
        "{first} to {last}. Example: {across} is row {row}, column {col}, for a word across; "
        "{down} the same down."
    ),
}
_ROW_FIRST = {
    Notation.INTERNATIONAL: N_(
        "International coordinate '{found}' cannot be read: the row of a square comes first. "
        "Example: {across} is row {row}, column {col}."
    ),
    Notation.POLISH: N_(
        "Polish coordinate '{found}' cannot be read: the row of a square comes first. "
        "Example: {across} is row {row}, column {col}."
    ),
}


def parse_start(text: str, notation: Notation, rows: int = 15, cols: int = 15) -> Start:
    """Read where a word starts and which way it runs."""
    square, row_first = _read(text, _Board(notation, rows, cols))
    return Start(square.row, square.col, down=not row_first)


def format_start(row: int, col: int, down: bool, notation: Notation) -> str:
    """Write where a word starts; the inverse of parse_start."""
    row_label, col_label = _labels(row, col, notation)
    return col_label + row_label if down else row_label + col_label


def parse_square(text: str, notation: Notation, rows: int = 15, cols: int = 15) -> Square:
    """Read a plain square, row first."""
    board = _Board(notation, rows, cols)
    square, row_first = _read(text, board)
    if not row_first:
        raise board.refusal(text, _ROW_FIRST)
    return square


def format_square(row: int, col: int, notation: Notation) -> str:
    """Write a plain square, row first; the inverse of parse_square."""
    return "".join(_labels(row, col, notation))


# Plain ASCII only: other letters may change under upper() (dotless i would become I).
_TWO_LABELS = re.compile(r"([0-9]+)([A-Za-z]+)|([A-Za-z]+)([0-9]+)")


class _Board:
    """The labels of one board in one notation."""

    def __init__(self, notation: Notation, rows: int, cols: int) -> None:
        if not (1 <= rows <= MAX_LINES and 1 <= cols <= MAX_LINES):
            raise ValueError(f"A board has 1 to {MAX_LINES} rows and columns, not {rows} by {cols}.")
        self.notation = notation
        self.rows = [_labels(row, 0, notation)[0] for row in range(rows)]
        self.cols = [_labels(0, col, notation)[1] for col in range(cols)]

    def refusal(self, found: str, reason: Mapping[Notation, str], **values: str) -> CoordinateError:
        """Say why a coordinate cannot be read, with a right example on this board."""
        row, col = self.rows[len(self.rows) // 2], self.cols[min(1, len(self.cols) - 1)]
        return CoordinateError(
            reason[self.notation],
            found=_shorten(found),
            row=row,
            col=col,
            across=row + col,
            down=col + row,
            **values,
        )


def _read(text: str, board: _Board) -> tuple[Square, bool]:
    """The square, and whether its row was written first."""
    match = _TWO_LABELS.fullmatch(unicodedata.normalize("NFKC", text).strip())
    if match is None:
        raise board.refusal(text, _NOT_A_PAIR)
    first, second = (label.upper() for label in match.groups() if label)
    row_first = first.isdigit() == board.rows[0].isdigit()
    row, col = (first, second) if row_first else (second, first)
    for reason, label, labels in ((_NO_ROW, row, board.rows), (_NO_COLUMN, col, board.cols)):
        if label not in labels:
            raise board.refusal(text, reason, label=_shorten(label), first=labels[0], last=labels[-1])
    return Square(board.rows.index(row), board.cols.index(col)), row_first


def _labels(row: int, col: int, notation: Notation) -> tuple[str, str]:
    """The labels of a row and of a column."""
    if not (0 <= row < MAX_LINES and 0 <= col < MAX_LINES):
        raise ValueError(f"Rows and columns count from 0 to {MAX_LINES - 1}, not row {row}, column {col}.")
    if notation is Notation.INTERNATIONAL:
        return str(row + 1), _letter(col)
    return _letter(row), str(col + 1)


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else "A" + chr(ord("A") + index - 26)


def _shorten(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"
