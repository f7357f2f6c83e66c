"""What a seat or a spectator sees, built up from public facts and the seat's own rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

import msgspec

from stolik.core.outcome import Outcome, Viewer
from stolik.core.tiles import Rack, Tile
from stolik.crossboard.tileset import TileKind
from stolik.games.scrabble.ending import outcome
from stolik.games.scrabble.events import (
    Accepted,
    ChallengeRejected,
    ChallengeUpheld,
    ClockExpired,
    Ended,
    Event,
    Exchanged,
    OvertimeCounted,
    Passed,
    Placed,
    PlayScored,
    Resigned,
    Started,
    StarterChosen,
    StarterDrawn,
    TilesDrawn,
    TurnLost,
)
from stolik.games.scrabble.state import State, Table
from stolik.games.scrabble.tracking import to_act


class View(msgspec.Struct, frozen=True):
    """One seat's knowledge of the game (`viewer` None: a spectator's)."""

    viewer: int | None
    table: Table
    rack: tuple[Tile, ...]
    to_act: tuple[int, ...]
    bag_size: int
    #: Tiles the viewer has not seen: in the bag or on other racks.
    unseen: tuple[TileKind, ...]
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know of a state."""
    table = state.table
    rack = () if viewer is None else state.racks[viewer].tiles
    own: Iterable[Tile] = rack
    if viewer is not None and table.shown[viewer]:
        own = (Counter(rack) - Counter(table.shown[viewer])).elements()
    unseen = table.unseen(own)
    kinds = tuple(
        TileKind(kind.letter, unseen[kind.letter], kind.value)
        for kind in table.options.tiles.kinds
        if unseen[kind.letter]
    )
    return View(viewer, table, rack, to_act(table), table.bag_size, kinds, outcome(table))


def redact(event: Event, viewer: Viewer) -> Event:
    """The event without the tiles that the viewer may not see."""
    match event:
        case TilesDrawn():
            return event if event.seat == viewer else TilesDrawn(event.seat, _face_down(event.rack))
        case Exchanged():
            if event.seat == viewer:
                return event
            return Exchanged(event.seat, _face_down(event.given), _face_down(event.drawn))
        case (
            Started()
            | StarterDrawn()
            | StarterChosen()
            | Placed()
            | Accepted()
            | ChallengeUpheld()
            | ChallengeRejected()
            | PlayScored()
            | Passed()
            | TurnLost()
            | ClockExpired()
            | OvertimeCounted()
            | Resigned()
            | Ended()
        ):
            return event
    assert_never(event)


def _face_down(rack: Rack) -> Rack:
    return Rack((), len(rack))
