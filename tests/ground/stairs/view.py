"""What a seat or a spectator sees, built up from the table and its own steps."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from stolik.core.chance import Chance
from stolik.core.outcome import Seat, Viewer
from stolik.core.tiles import Rack, Tile

from .events import Drawn, Event
from .state import State, Table


class View(msgspec.Struct, frozen=True):
    """The table, and the steps of the viewer."""

    viewer: Viewer
    table: Table
    rack: tuple[Tile, ...]


def view_of(state: State, viewer: Viewer) -> View:
    """What a viewer sees."""
    return View(viewer, state.table, () if viewer is None else state.racks[viewer].tiles)


def redacted(event: Event, viewer: Viewer) -> Event:
    """The event as a viewer may see it."""
    if isinstance(event, Drawn) and event.seat != viewer:
        return Drawn(event.seat, Rack((), len(event.rack)))
    return event


def sampled(view: View, chance: Chance, holding: Mapping[Seat, tuple[Tile, ...]]) -> State:
    """A whole state that looks the same to the viewer, with the given steps in the given hands."""
    table = view.table
    if table.ended is not None:
        return State(table, table.ended.racks)
    known = dict(holding) if view.viewer is None else {**holding, view.viewer: view.rack}
    state = State(table, tuple(Rack(known.get(seat, ())) for seat in range(table.seats)))
    for seat, rack in enumerate(state.racks):
        more = chance.draw(state.bag(), table.sizes[seat] - len(rack))
        racks = (*state.racks[:seat], rack.with_tiles(more), *state.racks[seat + 1 :])
        state = State(table, racks)
    return state
