"""The only way a state changes: one event at a time, without rules, chance or word list."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from stolik.core.tiles import Rack, Tile, unnamed
from stolik.crossboard.board import Laid
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
from stolik.games.scrabble.state import PendingPlay, QuietTurn, State, Table, Turn


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
        case TilesDrawn():
            rack = state.racks[event.seat].with_tiles(event.rack.tiles, event.rack.unknown)
            return state.with_rack(event.seat, rack)
        case Placed():
            return _place(state, event)
        case Accepted():
            return _accept(state, event)
        case ChallengeUpheld():
            return _withdraw(state, event)
        case ChallengeRejected():
            return _reject(state, event)
        case PlayScored():
            return _score(state, event)
        case Exchanged():
            return _exchange(state, event)
        case Passed():
            turn = Turn(event.seat, "time" if event.timed_out else "pass")
            return _finish_turn(state, turn, "P")
        case TurnLost():
            losing = list(table.losing_turn)
            losing.remove(event.seat)
            lost = state.with_table(losing_turn=tuple(losing))
            return _finish_turn(lost, Turn(event.seat, "lost"), "L")
        case ClockExpired():
            stopped = state.with_table(out_of_time=(*table.out_of_time, event.seat))
            return _finish_turn(stopped, Turn(event.seat, "time"))
        case OvertimeCounted():
            scores = tuple(
                score - event.points if seat == event.seat else score
                for seat, score in enumerate(table.scores)
            )
            return state.with_table(scores=scores)
        case Resigned():
            return _resign(state, event)
        case Ended():
            return _end(state, event)
    assert_never(event)


def _start(event: Started) -> State:
    none: tuple[tuple[Tile, ...], ...] = ((),) * event.seats
    table = Table(
        options=event.options,
        seats=event.seats,
        lexicon_hash=event.lexicon_hash,
        scores=(0,) * event.seats,
        rack_sizes=(0,) * event.seats,
        shown=none,
    )
    return State(table, (Rack(),) * event.seats)


def _place(state: State, event: Placed) -> State:
    table = state.table
    played = [unnamed(each.tile) for each in event.tiles]
    rack = state.racks[event.seat].without_tiles(played)
    pending = PendingPlay(event.seat, event.tiles, event.words, event.bonus, event.points)
    return state.with_rack(
        event.seat,
        rack,
        laid=tuple(sorted((*table.laid, *event.tiles))),
        shown=_still_shown(table.shown, event.seat, played),
        pending=pending,
    )


def _still_shown(
    shown: tuple[tuple[Tile, ...], ...], seat: int, gone: list[Tile]
) -> tuple[tuple[Tile, ...], ...]:
    left = list(shown[seat])
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return (*shown[:seat], tuple(left), *shown[seat + 1 :])


def _accept(state: State, event: Accepted) -> State:
    pending = state.table.pending
    if pending is None:
        return state
    accepted = tuple(sorted((*pending.accepted, event.seat)))
    return state.with_table(pending=msgspec.structs.replace(pending, accepted=accepted))


def _withdraw(state: State, event: ChallengeUpheld) -> State:
    table = state.table
    pending = table.pending
    taken: tuple[Laid, ...] = pending.tiles if pending else ()
    shown = tuple(sorted((*table.shown[event.seat], *event.tiles)))
    back = state.with_rack(
        event.seat,
        state.racks[event.seat].with_tiles(event.tiles),
        laid=tuple(each for each in table.laid if each not in taken),
        shown=(*table.shown[: event.seat], shown, *table.shown[event.seat + 1 :]),
        pending=None,
    )
    words = pending.words if pending else ()
    return _finish_turn(back, Turn(event.seat, "withdrawn", taken, words), "L")


def _reject(state: State, event: ChallengeRejected) -> State:
    table = state.table
    scores = list(table.scores)
    scores[event.challenger] += event.challenger_points
    scores[event.seat] += event.mover_points
    losing = (*table.losing_turn, event.challenger) if event.turn_lost else table.losing_turn
    return state.with_table(scores=tuple(scores), losing_turn=losing)


def _score(state: State, event: PlayScored) -> State:
    table = state.table
    scores = list(table.scores)
    scores[event.seat] += event.points
    pending = table.pending
    turn = Turn(event.seat, "play", points=event.points)
    if pending is not None:
        turn = Turn(event.seat, "play", pending.tiles, pending.words, event.points)
    return _finish_turn(state.with_table(scores=tuple(scores), pending=None), turn)


def _exchange(state: State, event: Exchanged) -> State:
    rack = state.racks[event.seat]
    if event.given.unknown:
        left = rack.without_any(len(event.given))
    else:
        left = rack.without_tiles(event.given.tiles)
    shown = (*state.table.shown[: event.seat], (), *state.table.shown[event.seat + 1 :])
    swapped = state.with_rack(
        event.seat, left.with_tiles(event.drawn.tiles, event.drawn.unknown), shown=shown
    )
    turn = Turn(event.seat, "exchange", exchanged=len(event.given))
    return _finish_turn(swapped, turn, "X")


def _resign(state: State, event: Resigned) -> State:
    table = state.table
    left = state.with_table(
        resigned=(*table.resigned, event.seat),
        losing_turn=tuple(seat for seat in table.losing_turn if seat != event.seat),
        turns=(*table.turns, Turn(event.seat, "resigned")),
    )
    if table.pending is None and table.turn == event.seat:
        return left.with_table(turn=left.table.next_turn(event.seat))
    return left


def _end(state: State, event: Ended) -> State:
    scores = tuple(
        score + change for score, change in zip(state.table.scores, event.adjustments, strict=True)
    )
    shown = tuple(tuple(sorted(rack.tiles)) for rack in event.racks)
    return State(
        msgspec.structs.replace(state.table, scores=scores, shown=shown, ended=event), tuple(event.racks)
    )


def _finish_turn(state: State, turn: Turn, quiet: Literal["P", "L", "X"] | None = None) -> State:
    """The turn goes on; a quiet one lengthens the row of turns without a play, any other breaks it."""
    table = state.table
    scoreless = (*table.scoreless, QuietTurn(turn.seat, quiet)) if quiet else ()
    return state.with_table(turns=(*table.turns, turn), scoreless=scoreless, turn=table.next_turn(turn.seat))
