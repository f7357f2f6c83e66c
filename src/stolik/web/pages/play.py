"""Pages on which the client plays: the first page, and tables, whatever is played there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.response import Redirect

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.outcome import Viewer
from stolik.storage.players import Player
from stolik.table.games import Games
from stolik.table.host import NoTable
from stolik.table.record import OVER, PLAYING, Record
from stolik.table.showing import TableShown, WrittenLines, shown
from stolik.texts import translator
from stolik.web.accounts.identity import Session, new_player_id
from stolik.web.pages.board_placeholder import board_placeholder
from stolik.web.pages.client import Client, Wishes, client
from stolik.web.pages.files import ASK_AGAIN, FOR_EVER, File, answer_page, answer_with, read_files
from stolik.web.pages.frames import nav
from stolik.web.pages.link_previews import preview
from stolik.web.site import Site
from stolik.web.tables.api import TablePath, TableSummary, summary
from stolik.web.tables.offers import preset_shown

_ASSETS = Path(__file__).parent.parent / "assets"
_UNBUILT = _ASSETS / "unbuilt.html"
AnyRequest = Request[Any, Any, Any]


@cache
def page_files() -> dict[str, File]:
    """The icons of the pages, by name."""
    return read_files(_ASSETS)


def _page(request: AnyRequest, content: str) -> Response[bytes]:
    player: Player | None = request.state.player
    if player is None:
        request.state.new_session = Session(new_player_id())
    return answer_page(request, content)


@get("/", include_in_schema=False, sync_to_thread=False)
def home(request: AnyRequest, site: Site) -> Response[bytes]:
    built, preset = client(), registry.in_order(request.state.language)[0]
    if built is None:
        return _unbuilt()
    places = nav(translator(request.state.language), "/")
    return _page(request, built.home_page(site.host.games, preset, Wishes.of(request), places))


def _unbuilt() -> Response[bytes]:
    """What stands where the client would: for whoever runs the server."""
    return Response(_UNBUILT.read_bytes(), media_type=MediaType.HTML, status_code=503)


class _Here(NamedTuple):
    """A table, and the client that shows it."""

    built: Client
    preset: Preset
    table: TableSummary

    def brings(self, games: Games, seen: TableShown | None) -> dict[str, Any]:
        """What the client would ask for first."""
        return {"table": self.table, "preset": preset_shown(self.preset, games), "seen": seen}


async def _here(request: AnyRequest, site: Site, built: Client, table_id: str) -> _Here | None:
    """A table, if there is one."""
    try:
        table = await summary(request, site, table_id)
    except NoTable:
        return None
    return _Here(built, registry.find_preset(table.preset), table)


@get("/t/{table_id:str}", include_in_schema=False)
async def table_page(request: AnyRequest, site: Site, table_id: TablePath) -> Response[bytes]:
    """The page of a table; the client says if there is none."""
    built = client()
    if built is None:
        return _unbuilt()
    here = await _here(request, site, built, table_id)
    if here is None:
        return _page(request, built.no_table_page(site.host.games, Wishes.of(request)))
    seats = here.table.your_seats
    games, game = site.host.games, here.preset.game
    seen = await _seen(request, site, table_id, seats[0]) if seats else _nothing_seen
    head = await preview(request, site, table_id)
    wishes, record = Wishes.of(request), (await site.host.live(table_id)).record

    def made() -> str:
        placeholder = _placeholder(record, here, wishes) if len(seats) == 1 else ""
        return here.built.table_page(games, game, wishes, here.brings(games, seen()), head, placeholder)

    return await site.off_loop.do(request, lambda: _page(request, made()))


def _placeholder(record: Record, here: _Here, wishes: Wishes) -> str:
    """The board of a running game for one who sits at it: without what only some may see."""
    if record.status != PLAYING:
        return ""
    view = record.game.view(record.state, None)
    n_seats = record.settings.n_seats
    return board_placeholder(here.preset.game, view, n_seats, here.built.tokens, wishes.theme)


@get("/t/{table_id:str}/review", include_in_schema=False)
async def review_page(request: AnyRequest, site: Site, table_id: TablePath) -> Response[Any]:
    """The page that looks back at a finished game; the table's own one where there is nothing to look at."""
    built = client()
    here = await _here(request, site, built, table_id) if built is not None else None
    if here is None or here.table.status != OVER:
        return Redirect(f"/t/{table_id}")
    seats = here.table.your_seats
    games, game = site.host.games, here.preset.game
    seen = await _seen(request, site, table_id, seats[0] if seats else None)
    head, wishes = await preview(request, site, table_id), Wishes.of(request)

    def made() -> str:
        return here.built.review_page(games, game, wishes, here.brings(games, seen()), head)

    return await site.off_loop.do(request, lambda: _page(request, made()))


@get("/me/review", include_in_schema=False, sync_to_thread=False)
def own_reviews_page(request: AnyRequest, site: Site) -> Response[Any]:
    """The page that looks back at all one's finished games."""
    built = client()
    if built is None:
        return Redirect("/")
    return _page(request, built.own_reviews_page(site.host.games, Wishes.of(request)))


async def _seen(request: AnyRequest, site: Site, table_id: str, viewer: Viewer) -> Callable[[], TableShown]:
    """What the socket would tell first to a viewer, to be made later: a page that has it need not wait."""
    record = (await site.host.live(table_id)).record
    entries, now_ms = await site.host.store.entries(table_id), site.host.now_ms()

    def seen() -> TableShown:
        envelopes = [each for entry in entries for each in record.decode(entry) if each.seq < record.seq]
        say = translator(request.state.language)
        return shown(record, viewer, envelopes, now_ms, say=say, lines=WrittenLines())

    return seen


def _nothing_seen() -> None:
    """A page that brings nothing along."""


@get("/join/{code:str}", include_in_schema=False)
async def join(request: AnyRequest, site: Site, code: TablePath) -> Response[Any]:
    """To the table that a code leads to; the client says if there is none."""
    built, row = client(), await site.host.store.find_code(code.strip().upper())
    if row is not None:
        return Redirect(f"/t/{row.id}")
    return _page(request, built.no_table_page(site.host.games, Wishes.of(request))) if built else _unbuilt()


@get("/static/pages/{name:str}", include_in_schema=False, sync_to_thread=False)
def page_file(request: AnyRequest, name: str) -> Response[bytes]:
    """An icon; browsers ask each time whether it has changed."""
    return answer_with(request, page_files().get(name), ASK_AGAIN)


@get("/static/built/{name:path}", include_in_schema=False, sync_to_thread=False)
def built_file(request: AnyRequest, name: str) -> Response[bytes]:
    """A file of the client."""
    built = client()
    return answer_with(request, built.files.get(name.lstrip("/")) if built else None, FOR_EVER)


PAGES: list[Any] = [home, table_page, review_page, own_reviews_page, join, page_file, built_file]
