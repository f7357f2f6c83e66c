"""The move list: plays with their place, and everything else that changes points or takes a turn."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stolik.core.message import Message
from stolik.core.moves import Line, Lines, verbatim
from stolik.crossboard.board import Laid
from stolik.games.scrabble.events import (
    ChallengeRejected,
    ChallengeUpheld,
    ClockExpired,
    Ended,
    Event,
    Exchanged,
    OvertimeCounted,
    Passed,
    Placed,
    Resigned,
    TurnLost,
)
from stolik.games.scrabble.state import State, Table


def listed(lines: Lines, seq: int, event: Event, after: State) -> Lines:
    """The move list after an event."""
    table = after.table
    match event:
        case Placed():
            return (*lines, _play(seq, event, table))
        case ChallengeUpheld():
            return _with_latest_play(lines, table, withdrawn=True)
        case ChallengeRejected():
            judged = _with_latest_play(lines, table, event.mover_points) if event.mover_points else lines
            if not event.challenger_points:
                return judged
            wrong, points = Message("wrong challenge"), event.challenger_points
            return (*judged, _line(seq, event.challenger, wrong, table, points))
        case Exchanged():
            text = Message("exchange {n}", {"n": len(event.given)})
        case Passed():
            text = Message("time is up") if event.timed_out else Message("pass")
        case TurnLost():
            text = Message("turn lost")
        case ClockExpired():
            text = Message("time is up")
        case Resigned():
            text = Message("resigns")
        case OvertimeCounted():
            return (*lines, _line(seq, event.seat, Message("overtime"), table, -event.points))
        case Ended():
            left = Message("tiles left")
            changes = [(seat, points) for seat, points in enumerate(event.adjustments) if points]
            return (*lines, *(_line(seq, seat, left, table, points) for seat, points in changes))
        case _:
            return lines
    return (*lines, _line(seq, event.seat, text, table))


def _line(seq: int, seat: int, text: Message, table: Table, points: int | None = None) -> Line:
    return Line(seq, seat, text, points=points, total=_total(table, seat))


def _total(table: Table, seat: int) -> int:
    """The points of a seat, with those of a play that may still be challenged."""
    pending = table.pending
    return table.scores[seat] + (pending.points if pending is not None and pending.seat == seat else 0)


def _play(seq: int, event: Placed, table: Table) -> Line:
    word = event.words[0].text if event.words else ""
    at = _beginning(table.laid, event.tiles)
    total = _total(table, event.seat)
    return Line(seq, event.seat, verbatim(word), strong=True, at=at, points=event.points, total=total)


def _with_latest_play(lines: Lines, table: Table, points: int = 0, withdrawn: bool = False) -> Lines:
    """The list with more points for the latest play, or with it withdrawn."""
    place = next((n for n in reversed(range(len(lines))) if lines[n].strong), None)
    if place is None:
        return lines
    play = lines[place]
    total = _total(table, play.seat)
    if withdrawn:
        text = Message("withdrawn: {word}", {"word": str(play.text)})
        changed = replace(play, text=text, strong=False, points=0, total=total)
    else:
        changed = replace(play, points=(play.points or 0) + points, total=total)
    return (*lines[:place], changed, *lines[place + 1 :])


def _beginning(laid: Sequence[Laid], tiles: Sequence[Laid]) -> tuple[int, int, bool] | None:
    """Where the word that a play is called after begins, and whether it runs down: of two the longer one."""
    first = tiles[0] if tiles else None
    if first is None:
        return None
    runs = []
    if all(each.row == first.row for each in tiles):
        begin, length = _run({each.col for each in laid if each.row == first.row}, first.col)
        runs.append((length, (first.row, begin, False)))
    if all(each.col == first.col for each in tiles):
        begin, length = _run({each.row for each in laid if each.col == first.col}, first.row)
        runs.append((length, (begin, first.col, True)))
    return max(runs, key=lambda run: run[0])[1] if runs else None


def _run(covered: set[int], place: int) -> tuple[int, int]:
    """Where the unbroken run through a place of a line begins, and how long it is."""
    begin = end = place
    while begin - 1 in covered:
        begin -= 1
    while end + 1 in covered:
        end += 1
    return begin, end - begin + 1
