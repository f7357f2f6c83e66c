"""Pages for people without a program: the list of tables, and one page that plays every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get

from stolik.storage.players import Player
from stolik.web.identity import Session, new_player_id

_HOME = Path(__file__).parent / "pages"
AnyRequest = Request[Any, Any, Any]


def _page(request: AnyRequest, name: str) -> Response[bytes]:
    player: Player | None = request.state.player
    if player is None:
        request.state.new_session = Session(new_player_id())
    return Response((_HOME / name).read_bytes(), media_type=MediaType.HTML)


@get("/", include_in_schema=False, sync_to_thread=False)
def home(request: AnyRequest) -> Response[bytes]:
    return _page(request, "home.html")


@get(["/t/{table_id:str}", "/join/{code:str}"], include_in_schema=False, sync_to_thread=False)
def table(request: AnyRequest) -> Response[bytes]:
    return _page(request, "table.html")


PAGES: list[Any] = [home, table]
