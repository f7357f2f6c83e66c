"""The move list of a game: one line for whatever took a turn or changed a figure, as everybody may see it."""

from __future__ import annotations

import msgspec

from stolik.core.message import Message
from stolik.core.outcome import Seat


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the move list.

    `text` is what was done ("exchange 2") or, where `strong`, what lies on the table now ("PUNKT").
    """

    #: The number of the event that it stands for.
    seq: int
    seat: Seat
    text: Message
    strong: bool = False
    #: Something about it in a word or two.
    detail: Message | None = None
    #: On a board, the row and column of the square on which it begins, and whether it runs down.
    at: tuple[int, int, bool] | None = None
    #: What it brought, and the seat's figure after it: points, or tiles left.
    points: int | None = None
    total: int | None = None


Lines = tuple[Line, ...]


def verbatim(text: str) -> Message:
    """What is the same in every language: a word or numbers from the table."""
    return Message("{laid}", {"laid": text})
