"""Alerts over HTTP: a browser asks to be told when it is somebody's turn, or asks for it no more."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post

from stolik.storage.players import Player
from stolik.web.accounts.identity import Session
from stolik.web.site import Site
from stolik.web.tables.api import known_player

Endpoint = Annotated[str, msgspec.Meta(max_length=1000)]
AnyRequest = Request[Any, Any, Any]


class AlertsShown(msgspec.Struct):
    """What a browser needs to subscribe, and how many of your browsers have done it."""

    key: str
    n_browsers: int


class NewSubscription(msgspec.Struct):
    """What a browser says when it has subscribed."""

    endpoint: Endpoint
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class EndedSubscription(msgspec.Struct):
    """A browser that wants to be told nothing any more."""

    endpoint: Endpoint


@get("/api/alerts", tags=["players"])
async def get_alerts(request: AnyRequest, site: Site) -> AlertsShown:
    """Whether you are told when it is your turn, and what a browser needs to ask for it."""
    player: Player | None = request.state.player
    n_browsers = await site.alerts.store.count(player.id) if player else 0
    return AlertsShown(site.alerts.sender.public_key, n_browsers)


@post("/api/alerts", tags=["players"])
async def begin_alerts(request: AnyRequest, site: Site, data: NewSubscription) -> AlertsShown:
    """Tell this browser when it is your turn and no page is open."""
    origin = request.headers.get("origin") or str(request.base_url).rstrip("/")
    wanted = site.alerts.sender.checked(data.endpoint, data.p256dh, data.auth, origin[:300])
    await site.alerts.sender.check_place(wanted)
    player = await known_player(request, site)
    session: Session | None = request.state.session
    digest = None if session is None else session.digest
    await site.alerts.store.add(player, wanted, site.host.now_ms(), digest)
    return AlertsShown(site.alerts.sender.public_key, await site.alerts.store.count(player.id))


@delete("/api/alerts", tags=["players"])
async def end_alerts(request: AnyRequest, site: Site, data: EndedSubscription) -> None:
    """Tell this browser nothing any more."""
    player: Player | None = request.state.player
    if player is not None:
        await site.alerts.store.remove(data.endpoint, player.id)


HANDLERS = [get_alerts, begin_alerts, end_alerts]
