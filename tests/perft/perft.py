"""Perft lines: a position, and what all its moves add up to.

A line is `board rack moves points checksum`. The board is written row by row from the top, with `/` between
rows, a number for so many empty squares, a small letter for a blank; blanks on the rack are `?`. Points are
the sum of all scores; the checksum covers every move: place, direction, word, blanks, score.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.reference.positions import Position, TileSet
from tests.reference.slow_movegen import BLANK, Move

HERE = Path(__file__).parent
FILES = {"pl": HERE / "pl.txt", "pt": HERE / "pt.txt"}


class Sums(NamedTuple):
    """What all moves of a position add up to."""

    n_moves: int
    points: int
    checksum: str


def sums(moves: Iterable[Move]) -> Sums:
    """Add up moves that come in their order."""
    listed = list(moves)
    lines = [f"{m.row} {m.col} {m.down:d} {m.word.hex()} {m.placed} {m.score}" for m in listed]
    checksum = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    return Sums(len(listed), sum(move.score for move in listed), checksum)


def parse_position(tiles: TileSet, board: str, rack: str) -> Position:
    """A board and a rack as arrays."""
    codes = {"?": 0} | {letter: code for code, letter in enumerate(tiles.letters, start=1)}
    codes |= {letter.lower(): code | BLANK for letter, code in codes.items() if letter != "?"}
    plain = re.sub(r"\d+", lambda number: "?" * int(number[0]), board).replace("/", "")
    held = [codes[sign] for sign in rack]
    return bytes(codes[sign] for sign in plain), bytes(held.count(code) for code in range(33))


def format_position(tiles: TileSet, cols: int, position: Position) -> str:
    """A board and a rack as text."""
    board, rack = position
    signs = "".join(_sign(tiles, tile) for tile in board)
    rows = [signs[i : i + cols] for i in range(0, len(signs), cols)]
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    letters = "".join(letter * n for letter, n in zip("?" + tiles.letters, rack, strict=False))
    return f"{text} {letters}"


def _sign(tiles: TileSet, tile: int) -> str:
    letter = tiles.letters[(tile & ~BLANK) - 1] if tile else "."
    return letter.lower() if tile & BLANK else letter


def parse_file(tiles: TileSet, path: Path) -> Iterator[tuple[str, Position, Sums]]:
    """Each line of a perft file: its text, the position and the sums."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            board, rack, n_moves, points, checksum = line.split()
            position = parse_position(tiles, board, rack)
            yield line, position, Sums(int(n_moves), int(points), checksum)
