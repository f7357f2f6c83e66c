"""One event, one new state: no rules, no chance."""

from __future__ import annotations

from msgspec.structs import replace

from stolik.core.tiles import Rack

from .events import Drawn, Ended, Event, Resigned, Started, StepPut, Thrown, TurnLost
from .options import Options
from .state import State, Table


def evolve(state: State | None, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, Started):
        return _begun(event.options, event.seats)
    assert state is not None
    table = state.table
    match event:
        case Drawn(seat, rack):
            return _holding(state, seat, state.racks[seat].with_tiles(rack.tiles, rack.unknown))
        case StepPut(seat, tile, stair, points):
            own = table.stairs[seat]
            own = (*own[:stair], (*own[stair], tile), *own[stair + 1 :])
            table = replace(
                _turned(table, seat),
                stairs=(*table.stairs[:seat], own, *table.stairs[seat + 1 :]),
                scores=_added(table.scores, seat, points),
            )
            return _holding(State(table, state.racks), seat, state.racks[seat].without_tiles([tile]))
        case Thrown(seat, tile):
            table = replace(_turned(table, seat), thrown=(*table.thrown, tile))
            return _holding(State(table, state.racks), seat, state.racks[seat].without_tiles([tile]))
        case TurnLost(seat):
            return State(_turned(table, seat), state.racks)
        case Resigned(seat):
            return State(replace(table, resigned=seat), state.racks)
        case Ended():
            return State(replace(table, ended=event), event.racks)


def _begun(options: Options, seats: int) -> State:
    zeros, stairs = (0,) * seats, ((),) * options.stairs
    return State(Table(options, seats, (stairs,) * seats, zeros, zeros, zeros), (Rack(),) * seats)


def _turned(table: Table, seat: int) -> Table:
    return replace(table, n_turns=_added(table.n_turns, seat, 1))


def _added(numbers: tuple[int, ...], seat: int, n: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + n, *numbers[seat + 1 :])


def _holding(state: State, seat: int, rack: Rack) -> State:
    racks = (*state.racks[:seat], rack, *state.racks[seat + 1 :])
    return State(replace(state.table, sizes=tuple(map(len, racks))), racks)
