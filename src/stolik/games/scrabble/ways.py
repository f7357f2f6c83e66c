"""The five ways to make words (S4.9), told apart by where the tiles lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from stolik.crossboard.board import Board, Laid, Run, Square
from stolik.crossboard.placement import words_formed


class Way(Enum):
    """What a play does with the words that lie on the board."""

    FIRST = "first"
    EXTEND = "extend"
    CROSS = "cross"
    ALONGSIDE = "alongside"
    HOOK = "hook"
    BRIDGE = "bridge"


def ways(board: Board, laid: Sequence[Laid]) -> frozenset[Way]:
    """All ways that a sound placement is an example of."""
    return frozenset(_ways(board, laid))


def _ways(board: Board, laid: Sequence[Laid]) -> Iterator[Way]:
    if not board:
        yield Way.FIRST
        return
    main, *across = words_formed(board, laid)
    parts = list(_old_parts(board, main))
    if any(len(part) > 1 for part in parts) and not across:
        yield Way.EXTEND
    if any(_is_in_word(board, square, not main.down) for part in parts for square in part):
        yield Way.CROSS
    if len(parts) > 1:
        yield Way.BRIDGE
    if not parts and len(across) > 1:
        yield Way.ALONGSIDE
    if not parts and any(_old_length(board, run) > 1 for run in across):
        yield Way.HOOK


def _old_parts(board: Board, run: Run) -> Iterator[list[Square]]:
    """The stretches of a word that lay on the board before."""
    part: list[Square] = []
    for square in run.squares():
        if square in board:
            part.append(square)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _old_length(board: Board, run: Run) -> int:
    return sum(square in board for square in run.squares())


def _is_in_word(board: Board, square: Square, down: bool) -> bool:
    return len(board.run_through(square, down).tiles) > 1
