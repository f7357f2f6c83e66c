"""What a proxy says of the client: believed only where the server was told that there is a proxy."""

from __future__ import annotations

import logging
from contextlib import suppress
from ipaddress import ip_address

from litestar.types import ASGIApp, Receive, Scope, Send

_FOR, _PROTO = b"x-forwarded-for", b"x-forwarded-proto"
_SCHEMES = {"http": {b"http": "http", b"https": "https"}, "websocket": {b"http": "ws", b"https": "wss"}}
_log = logging.getLogger(__name__)


class Forwarded:
    """Gives an application the address and the scheme of the client.

    Behind a proxy they stand in headers, of which the proxy has written the last: whatever comes before it
    was sent by the client. Without a proxy all of them are the client's own words.
    """

    def __init__(self, app: ASGIApp, *, behind_proxy: bool) -> None:
        self._app = app
        self._behind_proxy = behind_proxy
        self._has_warned = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in _SCHEMES:
            if self._behind_proxy:
                _believe(scope)
            elif not self._has_warned and _last(scope, _FOR):
                self._has_warned = True
                _log.warning("X-Forwarded-For is not believed; behind a proxy start with --behind-proxy")
        await self._app(scope, receive, send)


def _believe(scope: Scope) -> None:
    with suppress(ValueError):  # a proxy that says nothing, or nothing that can be read, is the client
        scope["client"] = (str(ip_address(_last(scope, _FOR).decode("latin-1"))), 0)
    said = _SCHEMES[scope["type"]].get(_last(scope, _PROTO).lower())
    if said is not None:
        scope["scheme"] = said


def _last(scope: Scope, wanted: bytes) -> bytes:
    """The last value of a header, be it in one line or in several."""
    values = [value for name, value in scope["headers"] if name == wanted]
    return values[-1].rpartition(b",")[2].strip() if values else b""
