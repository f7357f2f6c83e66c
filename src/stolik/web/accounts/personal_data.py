"""What belongs to a person, over HTTP: all of it to take along, all of it to delete, and tokens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import groupby
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get
from litestar.params import Parameter
from litestar.response import Stream

from stolik.core.message import Complaint
from stolik.storage.attempts import Limit
from stolik.storage.entry import Entry
from stolik.storage.players import Player
from stolik.storage.tables import TableRow
from stolik.table.logs import as_stored
from stolik.table.record import OVER, Record
from stolik.table.showing import redacted
from stolik.web.accounts.login import AnyRequest, Proof, check_is_person, leave, own_account, prove
from stolik.web.site import Site
from stolik.web.tables.api import array_of

_EXPORTS = 10


class TokenShown(msgspec.Struct):
    """A token without its secret."""

    id: str
    name: str
    created_ms: int


class Farewell(Proof):
    """Whoever wants to be deleted proves that it is really them; a guest need not.

    The proof may stand here itself, as it had to once.
    """

    proof: Proof | None = None


@get("/api/tokens", tags=["players"])
async def list_tokens(request: AnyRequest, site: Site) -> list[TokenShown]:
    """The tokens of your programs."""
    check_is_person(request)
    player: Player | None = request.state.player
    held = await site.members.accounts.tokens(player.id) if player else []
    return [TokenShown(*each) for each in held]


@delete("/api/tokens/{token_id:str}", tags=["players"])
async def revoke_token(
    request: AnyRequest, site: Site, token_id: Annotated[str, Parameter(max_length=64)]
) -> None:
    """Let a token count no more; what was opened by it is closed, and nothing else."""
    check_is_person(request)
    player: Player | None = request.state.player
    digest = await site.members.accounts.revoke_token(player.id, token_id) if player else None
    if digest is None:
        raise Complaint("You have no such token.")
    site.members.presence.dismiss(digest)


@get("/api/me/export", tags=["players"], media_type="application/json")
async def export(request: AnyRequest, site: Site) -> Response[Any]:
    """Everything that is stored of you, as one JSON file; of running games what you may see of them."""
    player = _stored(request)
    limit = Limit(f"export {player.id}", _EXPORTS)
    await site.members.count([limit], site.host.now_ms())
    return Stream(
        _exported(request, site, player.id),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="stolik.json"', "cache-control": "no-store"},
    )


@delete("/api/me", tags=["players"])
async def delete_me(request: AnyRequest, site: Site, data: Farewell) -> None:
    """Delete yourself: finished games stay, without your name. A guest needs no proof."""
    player = _stored(request)
    if player.login is not None:
        await prove(request, site, await own_account(request, site), data.proof or data)
    await site.members.handover.forget(player.id)
    site.members.presence.dismiss(player.id)
    await leave(request, site)


def _stored(request: AnyRequest) -> Player:
    check_is_person(request)
    player: Player | None = request.state.player
    if player is None or not player.language:
        raise Complaint("Nothing is stored of you.")
    return player


async def _exported(request: AnyRequest, site: Site, player_id: str) -> AsyncIterator[bytes]:
    """The file piece by piece: somebody may have played for years.

    Who hangs up ends it between two pieces: a connection to the database is not broken in the middle.
    """
    yield (await asyncio.shield(_about(site, player_id)))[:-1] + b',"games":['
    seats = await asyncio.shield(site.members.belongings.seats(player_id))
    for n, (table_id, group) in enumerate(groupby(seats, key=lambda each: each[0])):
        own = [seat for _, seat in group]
        game = msgspec.json.encode({"table": table_id})
        with site.host.aside.each("table", table_id):
            game = await asyncio.shield(_game(request, site, table_id, own))
        yield (b"," if n else b"") + game
    yield b"]}"


async def _about(site: Site, player_id: str) -> bytes:
    """Everything but the games, as JSON."""
    members = site.members
    profile = await members.belongings.profile(player_id)
    settings = profile["settings"] or b"{}"
    profile["settings"] = site.host.aside.read(
        "player", player_id, lambda: msgspec.json.decode(settings), None
    )
    held = await members.passkeys.of_player(player_id)
    kept = {
        "profile": profile,
        **await members.belongings.rows(player_id),
        "passkeys": [{"name": each.name, "created_ms": each.created_ms} for each in held],
    }
    return msgspec.json.encode(kept)


async def _game(request: AnyRequest, site: Site, table_id: str, seats: list[int]) -> bytes:
    """One game as JSON: the whole log if it is over, else as each of one's seats sees it."""
    row = await site.host.store.find(table_id)
    if row is None:
        return msgspec.json.encode({"table": table_id})
    entries = await site.host.store.entries(table_id)
    record = (await site.host.live(table_id)).record
    return await site.off_loop.do(
        request, lambda: msgspec.json.encode(_shown(table_id, row, record, entries, seats))
    )


def _shown(
    table_id: str, row: TableRow, record: Record, entries: list[Entry], seats: list[int]
) -> dict[str, Any]:
    shown: dict[str, Any] = {"table": table_id, "status": row.status, "your_seats": seats}
    shown["settings"] = as_stored(row.settings)
    if row.status == OVER:
        told = (_entry(entry, as_stored(entry.events), True) for entry in entries)
        shown["log"] = msgspec.Raw(array_of(told))
    else:
        shown["seen"] = {
            seat: msgspec.Raw(array_of(_seen(record, entry, seat) for entry in entries)) for seat in seats
        }
    return shown


def _seen(record: Record, entry: Entry, seat: int) -> dict[str, Any]:
    events = [redacted(record, envelope, seat) for envelope in record.decode(entry)]
    return _entry(entry, events, entry.seat == seat)


def _entry(entry: Entry, events: Any, with_action: bool) -> dict[str, Any]:
    action = as_stored(entry.action) if with_action and entry.action else None
    return {"seq": entry.seq, "at_ms": entry.at_ms, "seat": entry.seat, "action": action, "events": events}


HANDLERS = [list_tokens, revoke_token, export, delete_me]
