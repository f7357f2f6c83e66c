"""The move list: what was laid, and everything else that takes a turn. The figure of a seat is its tiles."""

from __future__ import annotations

from collections.abc import Iterable

from stolik.core.message import Message
from stolik.core.moves import Line, Lines, verbatim
from stolik.core.tiles import Tile
from stolik.games.rummikub.events import (
    Drawn,
    Ended,
    Event,
    Laid,
    Passed,
    Redealt,
    Resigned,
    TableRestored,
)
from stolik.games.rummikub.sets import JOKER
from stolik.games.rummikub.state import State


def listed(lines: Lines, seq: int, event: Event, after: State) -> Lines:
    """The move list after an event."""
    left = after.table.rack_sizes
    match event:
        case Laid():
            detail = Message("opening") if event.opening else None
            numbers = verbatim(_numbers(event.tiles))
            laid = Line(seq, event.seat, numbers, strong=True, detail=detail, total=left[event.seat])
            return (*lines, laid)
        case Redealt():  # the racks are empty now
            return (*lines, Line(seq, event.seat, Message("new deal"), total=len(event.racks[event.seat])))
        case Drawn():
            text = Message("draws")
        case TableRestored():
            text = Message("time is up") if event.cause == "time" else Message("mistake")
        case Passed():
            text = Message("time is up") if event.timed_out else Message("pass")
        case Resigned():
            text = Message("resigns")
        case Ended():
            result = Message("result")
            results = (
                Line(seq, seat, result, points=points, total=left[seat])
                for seat, points in enumerate(event.scores)
            )
            return (*lines, *results)
        case _:
            return lines
    return (*lines, Line(seq, event.seat, text, total=left[event.seat]))


def _numbers(tiles: Iterable[Tile]) -> str:
    return " ".join(JOKER if each.face == JOKER else each.face[1:] for each in tiles)
