"""How a table looked earlier: for looking back move by move, whatever the game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import Parameter

from stolik.core.log import States, append_state
from stolik.core.message import Complaint
from stolik.storage.entry import Entry
from stolik.table.record import OVER, Record
from stolik.web.site import Site
from stolik.web.tables.api import HIGHEST_SEQ, TablePath, check_may_see, own_table, told_until

AnyRequest = Request[Any, Any, Any]


class EarlierView(msgspec.Struct):
    """The game as a viewer saw it when the next event was number `seq`; null before it began."""

    seq: int
    view: Any


@get("/api/tables/{table_id:str}/past", tags=["tables"])
async def get_past(
    request: AnyRequest,
    site: Site,
    table_id: TablePath,
    seq: Annotated[int, Parameter(ge=0, le=HIGHEST_SEQ)],
    seat: Annotated[int, Parameter(ge=0, le=11)] | None = None,
) -> EarlierView:
    """The game as your seat (without one: as spectators) saw it before event `seq`.

    When the game is over, as any seat saw it.
    """
    record = (await site.host.live(table_id)).record
    if seat is None or (record.status == OVER and seat < record.settings.n_seats):
        check_may_see(request, record)
        until = told_until(request, site, record)
    else:
        record, until = await own_table(request, site, table_id, seat), float("inf")
    entries = [each for each in await site.host.store.entries(table_id) if each.at_ms <= until]
    return await site.off_loop.do(request, lambda: _earlier_view(record, entries, seq, seat))


def _earlier_view(record: Record, entries: list[Entry], seq: int, seat: int | None) -> EarlierView:
    state = state_before(record, entries, seq)
    return EarlierView(seq, None if state is None else record.game.view(state, seat))


def state_before(record: Record, entries: list[Entry], seq: int) -> Any:
    """The state in which event `seq` would be the next."""
    envelopes = [each for entry in entries for each in record.decode(entry)]
    states: States[Any] = States(envelopes)
    for envelope in envelopes:
        if len(states) == seq:
            break
        append_state(record.game, states, envelope)
    if len(states) < seq:
        raise Complaint("The game has not come so far.")
    return states[-1] if len(states) else None


HANDLERS = [get_past]
