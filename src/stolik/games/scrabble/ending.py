"""When a game is over and what the racks still cost."""

from __future__ import annotations

from stolik.core.clauses import in_force
from stolik.core.outcome import Outcome, rank
from stolik.core.tiles import Rack
from stolik.games.scrabble.events import Ended, EndReason
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import State, Table
from stolik.texts import N_


def end_reason(table: Table) -> EndReason | None:
    """Why the game is over after the turns so far, or None."""
    if table.pending is not None:
        return None
    if len(table.active()) <= 1 and in_force("S9.4"):
        return N_("resigned")
    if not table.movers() and in_force("S9.3"):
        return N_("time")
    if went_out(table) is not None and in_force("S8.1"):
        return N_("out")
    return _quiet_end(table)


def went_out(table: Table) -> int | None:
    """The seat that has laid its last tile with the bag empty."""
    if table.bag_size:
        return None
    return next((seat for seat in table.active() if not table.rack_sizes[seat]), None)


def _quiet_end(table: Table) -> EndReason | None:
    options = table.options
    who_moves = table.movers()
    movers = len(who_moves)
    # Turns of seats that move no more are in nobody's row.
    row = "".join(quiet.kind for quiet in table.scoreless if quiet.seat in who_moves)
    passes = _trailing(row, "P")
    if passes >= options.pass_rounds * movers and in_force("S8.2"):
        return N_("passes")
    alone = movers == 1 and bool(table.out_of_time)
    limit = options.quiet_limit_alone if alone else options.quiet_limit
    clause = "S9.2" if alone else "S8.3"
    if limit is not None and _trailing(row, "PL") >= limit and in_force(clause):
        return N_("quiet")
    limit = options.scoreless_limit
    if limit is not None and len(table.scoreless) >= limit and in_force("S8.4"):
        return N_("scoreless")
    return None


def _trailing(row: str, kinds: str) -> int:
    return len(row) - len(row.rstrip(kinds))


def ended(state: State, reason: EndReason) -> Ended:
    """The closing event: racks shown, their values taken off, and given to a seat that went out."""
    table = state.table
    if reason == "resigned":
        return Ended(reason, state.racks, (0,) * table.seats)
    costs = [
        rack_value(table.options, rack) if seat in table.active() and in_force("S8.5") else 0
        for seat, rack in enumerate(state.racks)
    ]
    adjustments = [-cost for cost in costs]
    out = went_out(table)
    if out is not None and in_force("S8.6"):
        adjustments[out] += sum(costs)
    return Ended(reason, state.racks, tuple(adjustments))


def rack_value(options: Options, rack: Rack) -> int:
    """The points printed on the known tiles of a rack."""
    values = options.tiles.values()
    return sum(0 if tile.is_blank else values[tile.face] for tile in rack.tiles)


def outcome(table: Table) -> Outcome | None:
    """The result of an ended game: seats that left come last, the earliest at the very end."""
    if table.ended is None:
        return None
    keys = {}
    for seat in range(table.seats):
        left = table.resigned.index(seat) if seat in table.resigned and in_force("S9.5") else table.seats
        points = table.scores[seat] if in_force("S8.7") else 0
        keys[seat] = (left, points if left == table.seats else 0)
    return Outcome(table.ended.reason, rank(keys), table.scores, table.starter)
