"""Pages for people without a program: the list of tables, and one page that plays every game."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

from stolik.storage.players import Player
from stolik.texts import LANGUAGES
from stolik.web.identity import Session, new_player_id
from stolik.web.page_texts import catalogue
from stolik.web.site import Site

_HOME = Path(__file__).parent / "pages"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
AnyRequest = Request[Any, Any, Any]


class File(NamedTuple):
    """A file that pages load."""

    content: bytes
    media_type: str
    mark: str


@cache
def page_files() -> dict[str, File]:
    """Every file that pages load, by name: read once, so that no name leads elsewhere."""
    paths = [path for path in _HOME.iterdir() if path.suffix in _TYPES]
    contents = {path: path.read_bytes() for path in paths}
    return {
        path.name: File(content, _TYPES[path.suffix], f'"{hashlib.sha256(content).hexdigest()[:20]}"')
        for path, content in contents.items()
    }


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


@get("/static/pages/{name:str}", include_in_schema=False, sync_to_thread=False)
def page_file(request: AnyRequest, name: str) -> Response[bytes]:
    """A script, a style or a picture; browsers ask each time whether it has changed."""
    found = page_files().get(name)
    if found is None:
        raise NotFoundException
    headers = {"cache-control": "no-cache", "etag": found.mark}
    if request.headers.get("if-none-match") == found.mark:
        return Response(b"", status_code=304, headers=headers)
    return Response(found.content, media_type=found.media_type, headers=headers)


@get("/static/texts/{name:str}", include_in_schema=False, sync_to_thread=False)
def page_texts(site: Site, name: str) -> Response[dict[str, str]]:
    """What pages say, in one language: `pl.json`."""
    language, _, ending = name.partition(".")
    if language not in LANGUAGES or ending != "json":
        raise NotFoundException
    return Response(catalogue(site.host.games, language), headers={"cache-control": "no-cache"})


PAGES: list[Any] = [home, table, page_file, page_texts]
