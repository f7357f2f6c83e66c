"""Fair dealing over HTTP: salt before the game, and after it every draw for whoever checks them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, get, post

from stolik.core.message import Complaint
from stolik.study.dealing import Dealer, Draw
from stolik.table.logs import log_of
from stolik.table.record import OVER
from stolik.web.pages.files import ASK_AGAIN, File, answer_with, read_files
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest, Salt, TablePath, check_may_see, guest, known_player, written

_STATIC = Path(__file__).parent.parent / "static"


class NewSalt(msgspec.Struct):
    """What a player mixes into the draws, once the hash of the seed is known."""

    salt: Salt


@post("/api/tables/{table_id:str}/salt", tags=["tables"], status_code=204)
async def add_salt(request: AnyRequest, site: Site, table_id: TablePath, data: NewSalt) -> None:
    """Mix something into the draws before the game begins."""
    player = await known_player(request, site)
    await site.lobby.salt(table_id, guest(player), data.salt)


@get("/api/tables/{table_id:str}/draws", tags=["tables"])
async def list_draws(request: AnyRequest, site: Site, table_id: TablePath) -> list[Draw]:
    """Every draw of a finished game, what was offered and where the log tells it: for /static/verify.js."""
    record = (await site.host.live(table_id)).record
    check_may_see(request, record)
    if record.status != OVER:
        raise Complaint("The draws are told when the game is over.")
    entries, words = await site.host.store.entries(table_id), site.host.games.words
    return await written(request, site, lambda: Dealer(log_of(record, entries), words).draws())


@cache
def _files() -> dict[str, File]:
    return read_files(_STATIC)


@get("/static/{name:str}", include_in_schema=False, sync_to_thread=False)
def static_file(request: AnyRequest, name: str) -> Response[bytes]:
    """What checks a deal in the browser; whoever wants to can read it there."""
    return answer_with(request, _files().get(name), ASK_AGAIN)


HANDLERS: list[Any] = [add_salt, list_draws, static_file]
