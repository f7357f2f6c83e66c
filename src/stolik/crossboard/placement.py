"""What is wrong with a placement, and which words it forms: geometry only, no word list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from stolik.crossboard.board import Board, Laid, Run, Square
from stolik.crossboard.layout import Layout


class Problem(Enum):
    """Why tiles may not lie as they were laid; each game says which of its clauses that is."""

    NOTHING = "nothing"
    OFF_BOARD = "off board"
    OCCUPIED = "occupied"
    NOT_IN_LINE = "not in line"
    GAP = "gap"
    TOO_SHORT = "too short"
    START_NOT_COVERED = "start not covered"
    NOT_CONNECTED = "not connected"


def problems(board: Board, layout: Layout, laid: Sequence[Laid]) -> Iterator[Problem]:
    """Everything wrong with a placement, the most basic first."""
    squares = [each.square for each in laid]
    if not squares:
        yield Problem.NOTHING
        return
    if not all(layout.has(square) for square in squares):
        yield Problem.OFF_BOARD
    if len(set(squares)) < len(squares) or any(square in board for square in squares):
        yield Problem.OCCUPIED
    in_line = len({square.row for square in squares}) == 1 or len({square.col for square in squares}) == 1
    if not in_line:
        yield Problem.NOT_IN_LINE
    elif not _unbroken(board, squares):
        yield Problem.GAP
    if board:
        if not any(near in board for square in squares for near in _neighbours(square)):
            yield Problem.NOT_CONNECTED
    else:
        if len(squares) < 2:
            yield Problem.TOO_SHORT
        if layout.start is not None and layout.start not in squares:
            yield Problem.START_NOT_COVERED


def words_formed(board: Board, laid: Sequence[Laid]) -> tuple[Run, ...]:
    """The words of a sound placement, the main word first, then the words across it in order.

    The main word runs along the new tiles. One tile alone makes the longer of its two words the main one,
    and the horizontal one when they are equal.
    """
    after = board.with_laid(laid)
    squares = sorted(each.square for each in laid)
    if len(squares) > 1:
        down = squares[0].col == squares[1].col
    else:
        across, upright = (after.run_through(squares[0], way) for way in (False, True))
        down = len(upright.tiles) > len(across.tiles)
    main = after.run_through(squares[0], down)
    crossing = (after.run_through(square, not down) for square in squares)
    return tuple(run for run in (main, *crossing) if len(run.tiles) > 1)


def _unbroken(board: Board, squares: Sequence[Square]) -> bool:
    first, last = min(squares), max(squares)
    down = first.col == last.col
    length = (last.row - first.row) + (last.col - first.col) + 1
    line = (first.step(down, n) for n in range(length))
    return all(square in squares or square in board for square in line)


def _neighbours(square: Square) -> Iterator[Square]:
    for down in (False, True):
        yield square.step(down, -1)
        yield square.step(down)
