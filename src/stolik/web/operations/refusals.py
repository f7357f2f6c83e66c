"""What is not done, as an answer: a status for programs and a sentence in the language of whoever asked."""

from __future__ import annotations

import errno
from typing import Any

from litestar import Request, Response, WebSocket
from litestar.enums import ScopeType
from litestar.serialization import encode_json
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from stolik.core.message import Complaint
from stolik.storage.entry import NotStored
from stolik.table.host import NoTable
from stolik.texts import N_, translator
from stolik.web.accounts.authenticators import NotProven
from stolik.web.accounts.identity import FromAnotherPage, UnknownToken, language_of
from stolik.web.accounts.login import WrongLogin
from stolik.web.accounts.membership import TriedTooOften
from stolik.web.operations.limits import (
    TooBusy,
    TooManyCalls,
    TooManyRequests,
    TooManyReviews,
    TooManySockets,
    TooManyTables,
)

POLICY_VIOLATION = 1008
#: What the system says of a disk that takes nothing more.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


class TooDeep(Complaint):
    """A call whose lists lie in lists in lists, further than anything that is played needs."""

    def __init__(self) -> None:
        super().__init__("What was sent cannot be read: it is nested too deeply.")


class NoHost(Complaint):
    """A request for a server whose name is none."""

    def __init__(self) -> None:
        super().__init__("The header Host does not name a server.")


class UnfinishedBody(Complaint):
    """A call whose client is gone before all of it was sent."""

    def __init__(self) -> None:
        super().__init__("What was sent cannot be read: its end is missing.")


class BodyTooLate(Complaint):
    """A call that was begun and does not come to its end."""

    def __init__(self) -> None:
        super().__init__("The rest of what was to be sent did not come in time. Please send it again.")


class Call(Request[Any, Any, Any]):
    """A request whose body may be anything."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise TooDeep from None


_STATUSES: dict[type[Complaint], int] = {
    TooDeep: 400,
    NoHost: 400,
    UnfinishedBody: 400,
    WrongLogin: 401,
    NotProven: 401,
    UnknownToken: 401,
    FromAnotherPage: 403,
    NoTable: 404,
    BodyTooLate: 408,
    TriedTooOften: 429,
    TooManyCalls: 429,
    TooManySockets: 429,
    TooManyTables: 429,
    TooManyReviews: 429,
    TooBusy: 503,
    TooManyRequests: 429,
    NotStored: 503,
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


async def refuse(scope: Scope, receive: Receive, send: Send, error: Complaint) -> None:
    """The answer to a request, or to who wanted a socket, that is not let through to the application."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await shut_out(WebSocket(scope, receive, send), error)
    else:
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        await complain(request, error).to_asgi_response(None, request)(scope, receive, send)


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, str]]:
    """A mistake of ours: the client is told only that it happened."""
    text = N_("Something went wrong here. Nothing was changed; please try again in a moment.")
    sentence = translator(getattr(request.state, "language", "en"))(text)
    return Response({"message": sentence}, status_code=503 if stores_nothing(error) else 500)


def stores_nothing(error: Exception) -> bool:
    """Whether the database or its disk is to blame."""
    return isinstance(error, SQLAlchemyError) or getattr(error, "errno", None) in _NO_ROOM


async def say_failed(scope: Scope, receive: Receive, send: Send, error: Exception) -> None:
    """The same where nothing else answers any more."""
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    await failed(request, error).to_asgi_response(None, request)(scope, receive, send)


def _status(error: Complaint) -> int:
    return next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), _OTHERWISE)


def _said(error: Complaint, language: str) -> dict[str, str]:
    said = {"message": translator(language).sentence(error.message)}
    clause: str | None = getattr(error, "clause", None)
    return said if clause is None else said | {"clause": clause}


def _headers(error: Complaint) -> dict[str, str]:
    if isinstance(error, TooManyCalls):
        return {"Retry-After": str(error.wait_s)}
    return {"Connection": "close"} if isinstance(error, BodyTooLate) else {}
