"""What is not done, as an answer: a status for programs and a sentence in the language of whoever asked."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, WebSocket
from litestar.serialization import encode_json

from stolik.core.message import Complaint
from stolik.table.host import NoTable
from stolik.texts import translator
from stolik.web.authenticators import NotProven
from stolik.web.entrance import WrongLogin
from stolik.web.identity import FromAnotherPage, UnknownToken, language_of
from stolik.web.limits import TooBusy, TooManyCalls, TooManySockets, TooManyTables
from stolik.web.membership import TriedTooOften

POLICY_VIOLATION = 1008


class TooDeep(Complaint):
    """A call whose lists lie in lists in lists, further than anything that is played needs."""

    def __init__(self) -> None:
        super().__init__("What was sent cannot be read: it is nested too deeply.")


class Call(Request[Any, Any, Any]):
    """A request whose body may be anything."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise TooDeep from None


_STATUSES: dict[type[Complaint], int] = {
    TooDeep: 400,
    WrongLogin: 401,
    NotProven: 401,
    UnknownToken: 401,
    FromAnotherPage: 403,
    NoTable: 404,
    TriedTooOften: 429,
    TooManyCalls: 429,
    TooManySockets: 429,
    TooManyTables: 429,
    TooBusy: 503,
}
_OTHERWISE = 409


def complain(request: Request[Any, Any, Any], error: Complaint) -> Response[dict[str, str]]:
    """The answer to a call."""
    said = _said(error, getattr(request.state, "language", "en"))
    return Response(said, status_code=_status(error), headers=_headers(error))


async def shut_out(socket: WebSocket[Any, Any, Any], error: Complaint) -> None:
    """The answer to somebody who wanted a socket, which is none then."""
    if "websocket.http.response" not in (socket.scope.get("extensions") or {}):
        await socket.close(POLICY_VIOLATION)
        return
    headers = {"content-type": "application/json", **_headers(error)}
    start: Any = {
        "type": "websocket.http.response.start",
        "status": _status(error),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    body: Any = {
        "type": "websocket.http.response.body",
        "body": encode_json(_said(error, language_of(socket))),
        "more_body": False,
    }
    await socket.send(start)
    await socket.send(body)


def _status(error: Complaint) -> int:
    return next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), _OTHERWISE)


def _said(error: Complaint, language: str) -> dict[str, str]:
    said = {"message": translator(language).sentence(error.message)}
    clause: str | None = getattr(error, "clause", None)
    return said if clause is None else said | {"clause": clause}


def _headers(error: Complaint) -> dict[str, str]:
    return {"Retry-After": str(error.wait_s)} if isinstance(error, TooManyCalls) else {}
