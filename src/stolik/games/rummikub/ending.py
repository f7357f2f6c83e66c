"""When a game is over, what everybody writes then, and what a match adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from stolik.core.clauses import in_force
from stolik.core.outcome import Outcome, rank
from stolik.games.rummikub.events import Ended, EndReason
from stolik.games.rummikub.opening import find_opening
from stolik.games.rummikub.options import MOST_GAMES, MOST_POINTS, Options
from stolik.games.rummikub.sets import rack_value
from stolik.games.rummikub.state import State, Table
from stolik.texts import N_

UNOPENED, UNOPENED_THOUGH_POSSIBLE = 100, 200


def end_reason(table: Table) -> EndReason | None:
    """Why the game is over after the turns so far, or None."""
    if len(table.active()) <= 1 and in_force("R10.2"):
        return N_("resigned")
    if _gone_out(table) and in_force("R8.1"):
        return N_("out")
    if table.closing == () and in_force("R8.2"):
        return N_("bank empty")
    return None


def _gone_out(table: Table) -> tuple[int, ...]:
    return tuple(seat for seat in table.active() if not table.rack_sizes[seat] and seat in table.opened)


def ended(state: State, reason: EndReason) -> Ended:
    """The closing event: racks are shown and everybody writes what they cost or bring."""
    table = state.table
    empty = reason == "bank empty"
    costs = [_cost(state, seat, counts_as_is=empty) for seat in range(table.seats)]
    if empty:
        least = min(costs[seat] for seat in table.active()) if in_force("R8.4") else costs[table.active()[0]]
        winners = tuple(seat for seat in table.active() if costs[seat] == least)
    else:
        winners = _gone_out(table) if reason == "out" else table.active()
    return Ended(reason, state.racks, winners, _scores(costs, winners, empty))


def _scores(costs: Sequence[int], winners: tuple[int, ...], empty: bool) -> tuple[int, ...]:
    """Losers write their costs; winners the sum of these, less their own racks when the bank is empty."""
    scores = [-cost if in_force("R9.1") else 0 for cost in costs]
    lost = sum(cost for seat, cost in enumerate(costs) if seat not in winners)
    for seat in winners:
        own = costs[seat] if empty and in_force("R9.8") else 0
        share = len(winners) if in_force("R9.9") else 1
        scores[seat] = (lost - own) // share if in_force("R9.7") else -own
    return tuple(scores)


def _cost(state: State, seat: int, counts_as_is: bool) -> int:
    """What the rack of a seat costs it; more than its tiles if it has not opened."""
    table = state.table
    tiles = state.racks[seat].tiles
    if counts_as_is and in_force("R9.10"):
        counts_as_is = not table.options.unopened_pay_always
    if seat in table.opened or counts_as_is:
        return rack_value(tiles)
    if _could_have_opened(state, seat) and in_force("R9.4"):
        return UNOPENED_THOUGH_POSSIBLE
    return UNOPENED if in_force("R9.3") else rack_value(tiles)


def _could_have_opened(state: State, seat: int) -> bool:
    """Whether a seat held an opening that it had a turn to lay; the latest tiles may be excused."""
    table, tiles = state.table, state.racks[seat].tiles
    if all(turn.seat != seat or turn.kind == "resigned" for turn in table.turns):
        return False
    said = seat in table.announced or table.options.announce == "automatic" or not in_force("R9.6")
    excused = table.fresh[seat] if said and in_force("R9.5") else 0
    return find_opening(tiles[: len(tiles) - excused], table.options.opening_points) is not None


def outcome(table: Table) -> Outcome | None:
    """The result of an ended game: winners first, seats that left last, the earliest at the very end."""
    if table.ended is None:
        return None
    keys = {}
    for seat, points in enumerate(table.ended.scores):
        left = table.resigned.index(seat) if seat in table.resigned and in_force("R10.3") else table.seats
        keys[seat] = (left, seat in table.ended.winners, points if left == table.seats else 0)
    return Outcome(table.ended.reason, rank(keys), table.ended.scores, table.starter)


def match_totals(options: Options, seats: int, latest: Sequence[int] = ()) -> tuple[int, ...]:
    """What each seat has in the match so far, the latest game included where it is given."""
    rows = [*options.earlier_games, *([tuple(latest)] if latest else [])]
    return tuple(sum(row[seat] for row in rows if seat < len(row)) for seat in range(seats))


def with_latest(rows: tuple[tuple[int, ...], ...], latest: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The games of a match with one more; of very many the first two become one, as only sums are needed."""
    if len(rows) < MOST_GAMES:
        return (*rows, latest)
    first, second, *others = rows
    return (tuple(map(_added, zip_longest(first, second, fillvalue=0))), *others, latest)


def _added(points: tuple[int, int]) -> int:
    return max(-MOST_POINTS, min(MOST_POINTS, sum(points)))
