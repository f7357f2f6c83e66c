"""What a seat or a spectator sees, built up from public facts and the seat's own rack."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import assert_never

import msgspec

from stolik.core.outcome import Outcome, Viewer
from stolik.core.tiles import Rack, Tile
from stolik.games.rummikub.ending import match_totals, outcome
from stolik.games.rummikub.events import (
    BankEmptied,
    Dealt,
    Drawn,
    Ended,
    Event,
    Laid,
    OpeningAnnounced,
    Passed,
    ReadySaid,
    RedealOffered,
    Redealt,
    Resigned,
    Started,
    StarterChosen,
    StarterDrawn,
    TableRestored,
)
from stolik.games.rummikub.state import State, Table


class View(msgspec.Struct, frozen=True):
    """One seat's knowledge of the game (`viewer` None: a spectator's)."""

    viewer: int | None
    table: Table
    rack: tuple[Tile, ...]
    to_act: tuple[int, ...]
    bank_size: int
    #: How many of each tile the viewer has not seen: they are in the bank or on other racks.
    unseen: dict[str, int]
    #: The points of the match so far, this game included once it is over.
    totals: tuple[int, ...]
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know of a state."""
    table = state.table
    rack = () if viewer is None else state.racks[viewer].tiles
    shown: Iterable[Tile] = rack
    latest: tuple[int, ...] = ()
    if table.ended is not None:
        shown = chain.from_iterable(each.tiles for each in table.ended.racks)
        latest = table.ended.scores
    return View(
        viewer,
        table,
        rack,
        table.to_act(),
        table.bank_size,
        dict(table.unseen(shown)),
        match_totals(table.options, table.seats, latest),
        outcome(table),
    )


def redact(event: Event, viewer: Viewer) -> Event:
    """The event without the tiles that the viewer may not see."""
    match event:
        case Dealt():
            return event if event.seat == viewer else Dealt(event.seat, _face_down(event.rack))
        case Drawn():
            return event if event.seat == viewer else Drawn(event.seat, _face_down(event.rack))
        case TableRestored():
            if event.seat == viewer:
                return event
            return TableRestored(event.seat, event.cause, _face_down(event.rack), event.clause)
        case Redealt():
            racks = tuple(
                rack if seat == viewer else _face_down(rack) for seat, rack in enumerate(event.racks)
            )
            return Redealt(event.seat, racks)
        case (
            Started()
            | StarterDrawn()
            | StarterChosen()
            | RedealOffered()
            | ReadySaid()
            | Laid()
            | Passed()
            | OpeningAnnounced()
            | BankEmptied()
            | Resigned()
            | Ended()
        ):
            return event
    assert_never(event)


def _face_down(rack: Rack) -> Rack:
    return Rack((), len(rack))
