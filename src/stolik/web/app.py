"""The web application of one site: who speaks is found out once, and nothing leaves without its guards."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import Message, Scope

from stolik.core.message import Complaint
from stolik.web.accounts import passkeys, personal_data, profile, ratings, registration, scores, sharing
from stolik.web.accounts.identity import check_same_origin, identified, is_secure, language_of
from stolik.web.description import openapi_config
from stolik.web.live.protocol import MOST_BYTES
from stolik.web.live.sockets import serve_socket
from stolik.web.operations.limits import USUAL_LIMITS, CallCount, Limits, OpenSockets
from stolik.web.operations.refusals import Call, complain, failed, stores_nothing
from stolik.web.operations.requests import Requests
from stolik.web.pages import leaders, link_previews, players, pwa, words
from stolik.web.pages.play import PAGES
from stolik.web.push import subscriptions
from stolik.web.site import Site
from stolik.web.study import puzzles, reviews, teaching, word_search
from stolik.web.tables import api, choices, fair_dealing, history, offers

_FILES = "/static/"
_SAFE = ("GET", "HEAD", "OPTIONS")
_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_log = logging.getLogger(__name__)


def make_app(site: Site, limits: Limits = USUAL_LIMITS) -> Litestar:
    """The application."""
    calls, sockets = CallCount(limits), OpenSockets(limits)

    async def find_out(request: Request[Any, Any, Any]) -> None:
        # files are the same for everybody
        if request.scope["path"].startswith(_FILES):
            return
        request.state.calls = calls
        visit = await identified(request, site.signer, site.players, site.host.now_ms())
        request.state.player, request.state.session = visit.player, visit.session
        request.state.language = language_of(request, visit.player)
        if request.method not in _SAFE:
            check_same_origin(request)

    async def guard(message: Message, scope: Scope) -> None:
        """Give every answer its headers, and a newcomer his cookie."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        state = scope.get("state", {})
        if "language" in state and headers.get("content-type", "").startswith("text/html"):
            # the worker shows its own page in the language of the last one
            headers.setdefault("content-language", state["language"])
        session = state.get("new_session")
        if session is not None:
            cookie = site.signer.cookie(session, is_secure(ASGIConnection(scope)), site.host.now_ms())
            headers.add("set-cookie", cookie.to_header(header=""))

    @websocket("/ws")
    async def socket(socket: WebSocket[Any, Any, Any]) -> None:
        await serve_socket(socket, site, calls, sockets)

    @get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
    async def healthz() -> Response[str]:
        if await site.health.can_store():
            return Response("ok")
        return Response("nothing can be stored just now", status_code=503)

    @get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
    def metrics() -> bytes:
        return site.metrics.text()

    app = Litestar(
        [
            *api.HANDLERS,
            *offers.HANDLERS,
            *choices.HANDLERS,
            *registration.HANDLERS,
            *passkeys.HANDLERS,
            *personal_data.HANDLERS,
            *fair_dealing.HANDLERS,
            *history.HANDLERS,
            *players.HANDLERS,
            *leaders.HANDLERS,
            *link_previews.HANDLERS,
            *profile.HANDLERS,
            *puzzles.HANDLERS,
            *ratings.HANDLERS,
            *reviews.HANDLERS,
            *scores.HANDLERS,
            *sharing.HANDLERS,
            *word_search.HANDLERS,
            *words.HANDLERS,
            *pwa.HANDLERS,
            *teaching.HANDLERS,
            *subscriptions.HANDLERS,
            *PAGES,
            socket,
            healthz,
            metrics,
        ],
        dependencies={"site": Provide(lambda: site, sync_to_thread=False)},
        request_class=Call,
        before_request=find_out,
        before_send=[guard],
        exception_handlers={Complaint: complain, HTTPException: _http, Exception: _failure},
        openapi_config=openapi_config(site.host.games),
        request_max_body_size=MOST_BYTES,
        logging_config=None,
    )
    app.asgi_handler = Requests(app.asgi_handler, limits, calls)
    return app


def _http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    """What the framework refuses: said as it says it, with what was wrong."""
    told: dict[str, Any] = {"message": error.detail}
    if isinstance(error.extra, list):
        told["problems"] = error.extra
    return Response(told, status_code=error.status_code, headers=error.headers)


def _failure(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, str]]:
    """A disk that takes nothing, or a mistake of ours: told to the log by the kind of call."""
    called = request.scope.get("path_template", "")
    if stores_nothing(error):
        why = " ".join(str(error).split())  # with the statement, and nothing of what goes into it
        _log.warning("%s %s was not carried out: %s", request.method, called, why)
    else:
        _log.error("%s %s failed", request.method, called, exc_info=error)
    return failed(request, error)
