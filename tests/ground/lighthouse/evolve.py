"""One event, one new state: no rules, no chance."""

from __future__ import annotations

from msgspec.structs import replace

from stolik.core.tiles import Rack

from .events import Built, Drawn, Dropped, Ended, Event, Started
from .state import State, Table


def evolve(state: State | None, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, Started):
        return State(Table(event.options, event.seats, (0,) * event.seats), (Rack(),) * event.seats)
    assert state is not None
    table = state.table
    match event:
        case Drawn(seat, rack):
            return _holding(state, seat, state.racks[seat].with_tiles(rack.tiles, rack.unknown))
        case Built(seat, tile):
            after = _holding(state, seat, state.racks[seat].without_tiles([tile]))
            return replace(after, table=replace(after.table, tower=(*table.tower, tile), last=seat))
        case Dropped(seat, tile):
            after = _holding(state, seat, state.racks[seat].without_tiles([tile]))
            return replace(after, table=replace(after.table, sea=(*table.sea, tile), last=seat))
        case Ended():
            return State(replace(table, ended=event), event.racks)
    return state


def _holding(state: State, seat: int, rack: Rack) -> State:
    racks = (*state.racks[:seat], rack, *state.racks[seat + 1 :])
    return State(replace(state.table, sizes=tuple(map(len, racks))), racks)
