"""The printed board as data: its size, its premium squares and where play begins."""

from __future__ import annotations

from typing import Annotated

import msgspec

from stolik.crossboard.board import Square

#: Letter cards are laid on a table without an edge. Each card reaches one square further at most, so that
#: this side has room for 112 cards in a row any way from the middle; a deck has 100 letters.
#: A row or a column still fits into a byte of a generator's record.
LONGEST_SIDE = 225
Row = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_SIDE)]
_LETTER = {"d": 2, "t": 3}
_WORD = {"D": 2, "T": 3, "*": 2}
_COLOUR = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}


class Layout(msgspec.Struct, frozen=True):
    """Rows of signs: `.` plain, `d` and `t` double and triple letter, `D` and `T` double and triple word,
    `*` the start square, which doubles the word; `r`, `b`, `y` and `g` are coloured and multiply nothing."""

    rows: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1, max_length=LONGEST_SIDE)]

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or not 0 < widths.pop() <= LONGEST_SIDE or len(self.rows) > LONGEST_SIDE:
            raise ValueError(f"a board has 1 to {LONGEST_SIDE} rows of one length from 1 to {LONGEST_SIDE}")
        if self.n_rows * self.n_cols < 2:
            raise ValueError("a board has at least two squares")
        strange = set("".join(self.rows)) - {".", *_LETTER, *_WORD, *_COLOUR}
        if strange:
            raise ValueError(f"unknown signs on the board: {' '.join(sorted(strange))}")

    @property
    def n_rows(self) -> int:
        return len(self.rows)

    @property
    def n_cols(self) -> int:
        return len(self.rows[0])

    @property
    def start(self) -> Square | None:
        """The square the first word must cover."""
        for row, signs in enumerate(self.rows):
            if "*" in signs:
                return Square(row, signs.index("*"))
        return None

    def has(self, square: Square) -> bool:
        return 0 <= square.row < self.n_rows and 0 <= square.col < self.n_cols

    def letter_multiplier(self, square: Square) -> int:
        return _LETTER.get(self.rows[square.row][square.col], 1)

    def word_multiplier(self, square: Square) -> int:
        return _WORD.get(self.rows[square.row][square.col], 1)

    def colour(self, square: Square) -> str | None:
        """The colour that goals name; None for squares that have none, premium squares among them."""
        return _COLOUR.get(self.rows[square.row][square.col])
