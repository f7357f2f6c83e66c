"""The only way a state changes: one event at a time, without rules and chance."""

from __future__ import annotations

from typing import assert_never

import msgspec

from stolik.core.tiles import Rack
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
from stolik.games.rummikub.state import State, Table, Turn, replaced


def evolve(state: State | None, event: Event) -> State:  # noqa: PLR0912
    """The state after an event."""
    if isinstance(event, Started):
        return _start(event)
    if state is None:
        raise ValueError("the first event of a game is Started")
    table = state.table
    match event:
        case StarterDrawn():
            return state
        case StarterChosen():
            return state.with_table(starter=event.seat, turn=event.seat)
        case Dealt():
            return _take(state, event.seat, event.rack)
        case RedealOffered():
            return state.with_table(asked=table.active())
        case ReadySaid():
            return state.with_table(asked=tuple(seat for seat in table.asked if seat != event.seat))
        case Redealt():
            sizes = (0,) * table.seats
            empty = (Rack(),) * table.seats
            return State(msgspec.structs.replace(table, rack_sizes=sizes, asked=()), empty)
        case Drawn():
            turn = Turn(event.seat, "draw", drawn=len(event.rack))
            return _finish_turn(_take(state, event.seat, event.rack), turn)
        case Laid():
            return _lay(state, event)
        case TableRestored():
            turn = Turn(event.seat, event.cause, drawn=len(event.rack))
            return _finish_turn(_take(state, event.seat, event.rack), turn)
        case Passed():
            return _finish_turn(state, Turn(event.seat, "time" if event.timed_out else "pass"))
        case OpeningAnnounced():
            return state.with_table(announced=(*table.announced, event.seat))
        case BankEmptied():
            return state.with_table(closing=table.round_after(event.seat))
        case Resigned():
            return _resign(state, event)
        case Ended():
            return State(msgspec.structs.replace(table, asked=(), ended=event), event.racks)
    assert_never(event)


def _start(event: Started) -> State:
    none = (0,) * event.seats
    table = Table(options=event.options, seats=event.seats, rack_sizes=none, fresh=none)
    return State(table, (Rack(),) * event.seats)


def _take(state: State, seat: int, rack: Rack) -> State:
    return state.with_rack(seat, state.racks[seat].with_tiles(rack.tiles, rack.unknown))


def _lay(state: State, event: Laid) -> State:
    table = state.table
    rack = state.racks[event.seat].without_tiles(event.tiles)
    opened = tuple(sorted({*table.opened, event.seat}))
    laid = state.with_rack(event.seat, rack, melds=event.table, opened=opened)
    return _finish_turn(laid, Turn(event.seat, "opening" if event.opening else "lay", event.tiles))


def _resign(state: State, event: Resigned) -> State:
    table = state.table
    left = state.with_table(
        resigned=(*table.resigned, event.seat),
        asked=tuple(seat for seat in table.asked if seat != event.seat),
        closing=_without(table.closing, event.seat),
        turns=(*table.turns, Turn(event.seat, "resigned")),
    )
    return left.with_table(turn=left.table.next_turn(event.seat)) if table.turn == event.seat else left


def _without(seats: tuple[int, ...] | None, gone: int) -> tuple[int, ...] | None:
    return None if seats is None else tuple(seat for seat in seats if seat != gone)


def _finish_turn(state: State, turn: Turn) -> State:
    table = state.table
    return state.with_table(
        turns=(*table.turns, turn),
        turn=table.next_turn(turn.seat),
        fresh=replaced(table.fresh, turn.seat, turn.drawn),
        announced=tuple(seat for seat in table.announced if seat != turn.seat),
        closing=_without(table.closing, turn.seat),
    )
