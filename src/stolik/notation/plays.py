"""Plays as people write them: where the word begins, then the whole word with tiles already there included.

`8D GRATO`: in mixed case a lower-case letter is a blank (`8D GRaTO`). In one case throughout, blanks are used
where the rack lacks the letter. `.` stands for a tile that lies there already.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from stolik.core.message import Complaint
from stolik.core.tiles import BLANK, Tile, blank_as, letter_tile
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.layout import Layout
from stolik.crossboard.placement import words_formed
from stolik.notation.coordinates import Notation, format_start, parse_start


class PlayError(Complaint):
    """A play that cannot be read, or that does not fit the tiles on the board."""


def parse_play(
    text: str, board: Board, layout: Layout, rack: Sequence[Tile], notation: Notation
) -> tuple[Laid, ...]:
    """The new tiles of a written play; whether they may lie there is for the rules to say."""
    parts = unicodedata.normalize("NFC", text).split()
    if len(parts) != 2:
        example = format_start(7, 7, False, notation)
        raise PlayError("Write where the word begins and the word, like “{at} WORD”.", at=example)
    start = parse_start(parts[0], notation, layout.n_rows, layout.n_cols)
    first = Square(start.row, start.col)
    if first.step(start.down, -1) in board:
        raise PlayError("A tile lies right before that square: write the word from its first letter.")
    return tuple(_tiles(parts[1], first, start.down, board, rack))


def _tiles(word: str, first: Square, down: bool, board: Board, rack: Sequence[Tile]) -> Iterator[Laid]:
    mixed = word != word.upper() and word != word.lower()
    left = [str(tile) for tile in rack]
    for n, sign in enumerate(word):
        square = first.step(down, n)
        there = board.get(square)
        if there is not None:
            if sign not in (".", there.face, there.face.lower()):
                raise PlayError("“{there}” lies where the word has “{sign}”.", there=there.face, sign=sign)
            continue
        if sign == ".":
            raise PlayError("“.” stands for a tile on the board, and there is none.")
        letter = sign.upper()
        named_blank = mixed and sign != letter
        if not named_blank and (letter in left or BLANK not in left):
            if letter in left:
                left.remove(letter)
            yield Laid(*square, letter_tile(letter))
            continue
        if BLANK in left:
            left.remove(BLANK)
        yield Laid(*square, blank_as(letter))
    if first.step(down, len(word)) in board:
        raise PlayError("A tile lies right behind the word: write the word to its last letter.")


def format_play(laid: Sequence[Laid], board: Board, notation: Notation) -> str:
    """A play on the board before it, written with the whole main word; blanks in lower case."""
    start, down, word = main_word(laid, board)
    return f"{format_start(start.row, start.col, down, notation)} {word}"


def main_word(laid: Sequence[Laid], board: Board) -> tuple[Square, bool, str]:
    """Where the main word of a play begins, its direction and its letters, blanks in lower case."""
    run = words_formed(board, laid)[0]
    return run.start, run.down, "".join(map(str, run.tiles))
