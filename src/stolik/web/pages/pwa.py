"""The client as an app: its manifest, the worker that answers without a network, and the page it shows then.

The worker keeps the files of the client, whose names change with them, and the page for times without a
network. It never keeps an answer of the API.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.message import Complaint
from stolik.table.games import Games
from stolik.table.local import LocalTable
from stolik.texts import LANGUAGES, translator
from stolik.web.pages.client import Wishes, built_client, in_page
from stolik.web.site import Site
from stolik.web.tables.offers import PresetShown, preset_shown

_OFFLINE = "src/offline/main.ts"
#: How many deals somebody gets who plays around without a network.
_DEALS = 6
#: The colour of the table; style sheets do not reach a manifest.
_TABLE = "#e6d8be"
_ICONS = [
    {"src": "/static/pages/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/static/pages/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/pages/icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/static/pages/icon-mask.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]

AnyRequest = Request[Any, Any, Any]


class Practice(msgspec.Struct):
    """Deals of a game that can be laid out without a server: what one seat sees of each."""

    preset: PresetShown
    views: tuple[Any, ...]


@get("/app.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: AnyRequest) -> Response[bytes]:
    """What a device needs to know to install the client."""
    say = translator(request.state.language)
    told = {
        "id": "/",
        "name": say("Stolik, games at a little table"),
        "short_name": "Stolik",
        "description": say("Word and number tiles against bots, friends and anybody."),
        "lang": request.state.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _TABLE,
        "theme_color": _TABLE,
        "categories": ["games"],
        "icons": _ICONS,
    }
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(msgspec.json.encode(told), media_type="application/manifest+json", headers=headers)


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def worker() -> Response[str]:
    """The service worker; it stands at the root because it answers for every page."""
    headers = {"cache-control": "no-cache"}
    return Response(built_client().worker, media_type="text/javascript", headers=headers)


@get(["/offline", "/offline/{language:str}"], include_in_schema=False)
async def offline(request: AnyRequest, site: Site, language: str | None = None) -> Response[str]:
    """What is shown when the server cannot be reached, in this language; nothing on it is anybody's own."""
    language = language or str(request.state.language)
    if language not in LANGUAGES:
        raise NotFoundException
    wishes = Wishes.of(request)._replace(language=language)
    deals = await site.off_loop.do(request, lambda: in_page(practice(site.host.games, language)))
    content = f'<div id="offline"></div>\n<script type="application/json" id="practice">{deals}</script>'
    title = translator(language)("No connection to the server")
    page = built_client().page(site.host.games, (_OFFLINE,), wishes, content, title)
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie", "content-language": language}
    return Response(page, media_type="text/html", headers=headers)


@cache
def practice(games: Games, language: str) -> list[Practice]:
    """Some deals of every game that the client can draw, in the visitor's language where there is one."""
    found: dict[str, Practice] = {}
    for preset in registry.in_order(language):
        if preset.game not in found and built_client().has(preset.game):
            try:
                views = tuple(_dealt(games, preset, n) for n in range(_DEALS))
            except Complaint:
                continue  # the words of that language are not installed
            found[preset.game] = Practice(preset_shown(preset, games), views)
    return list(found.values())


def _dealt(games: Games, preset: Preset, number: int) -> Any:
    chance = SeededChance(f"practice {preset.id} {number}")
    table = LocalTable(games.of_preset(preset.id), lambda _: chance)
    table.start(preset.options, preset.players[0])
    return table.view(table.turn)


HANDLERS: list[Any] = [manifest, worker, offline]
