"""Every request before it is looked at: where it comes from, whether it may go on, whether it ever ends."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from functools import partial
from typing import cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPReceiveMessage

from stolik.core.message import Complaint
from stolik.table.calling import Caller, called_by
from stolik.web.accounts.identity import address, language_of
from stolik.web.operations.limits import CallCount, Limits, RequestsUnderWay
from stolik.web.operations.refusals import BodyTooLate, NoHost, UnfinishedBody, refuse, say_failed

#: What the operator's own machines ask for.
_UNCOUNTED = ("/healthz", "/metrics")
#: A page loads many files, which are the same for everybody; only those that are not there count.
_FILES = "/static/"
_HOST = re.compile(rb"[\w.-]+(:\d+)?|\[[\dA-Fa-f:.]+\](:\d+)?", re.ASCII)
_log = logging.getLogger(__name__)


class Requests:
    """Lets requests and sockets through to an application, and answers each whatever becomes of it there."""

    def __init__(self, app: ASGIApp, limits: Limits, calls: CallCount) -> None:
        self._app = app
        self._calls = calls
        self._under_way = RequestsUnderWay(limits)
        self._read_seconds = limits.read_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["language"] = language_of(ASGIConnection(scope))
        place = address(ASGIConnection(scope))
        try:
            _check_host(scope)
            with called_by(Caller(place, partial(self._calls.charge, place))):
                if scope["type"] == ScopeType.WEBSOCKET:
                    await self._app(scope, receive, send)
                else:
                    await self._answer(place, scope, receive, send)
        except Complaint as refusal:
            await refuse(scope, receive, send, refusal)

    async def _answer(self, place: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        answer = _Answer(send, self._read_seconds, is_head=scope["method"] == "HEAD")
        if answer.is_head:
            scope["method"] = "GET"
        body = _Body(receive, self._read_seconds, answer)
        if path in _UNCOUNTED:
            await self._reach(scope, body, answer)
            return
        if path.startswith(_FILES):
            answer.before_failing = partial(self._calls.one_more, place)
        else:
            self._calls.one_more(place)
        with self._under_way.one_more(place):
            await self._reach(scope, body, answer)
        if answer.refusal is not None:
            raise answer.refusal

    async def _reach(self, scope: HTTPScope, body: _Body, answer: _Answer) -> None:
        """Have the application answer; what it does not even say sorry for is told to the log."""
        try:
            await self._app(scope, body, answer)
        except Complaint:
            raise
        except Exception as error:
            if answer.is_given_up:
                return
            _log.error("%s failed past its answer", scope["method"], exc_info=error)
            if not answer.status:
                await say_failed(scope, body, answer, error)


class _Answer:
    """What is sent back, each part within so many seconds; to HEAD the same without its body."""

    def __init__(self, send: Send, seconds: float, *, is_head: bool) -> None:
        self._send = send
        self._seconds = seconds
        self.is_head = is_head
        self._has_ended = False
        #: 0 as long as nothing is sent.
        self.status = 0
        #: Whether the client has not read for too long.
        self.is_given_up = False
        #: What may object to a failure, and with what it did so: nothing is sent then.
        self.before_failing: Callable[[], None] | None = None
        self.refusal: Complaint | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._look_for_failure()
        if self.refusal is not None:
            return
        if self.is_head and message["type"] == "http.response.body":
            if self._has_ended:
                return
            self._has_ended = True
            message = {"type": "http.response.body", "body": b"", "more_body": False}
        try:
            async with asyncio.timeout(self._seconds):
                await self._send(message)
        except TimeoutError:
            self.is_given_up = True
            raise

    def _look_for_failure(self) -> None:
        if self.before_failing is not None and self.status >= 400:
            try:
                self.before_failing()
            except Complaint as refusal:
                self.refusal = refusal


class _Body:
    """What a client has still to send: all of it within so many seconds."""

    def __init__(self, receive: Receive, seconds: float, answer: _Answer) -> None:
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + seconds
        self._answer = answer
        self._is_whole = False

    async def __call__(self) -> HTTPReceiveMessage:
        if self._is_whole:
            return await self._next()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._next()
        except TimeoutError:
            return self._gone(BodyTooLate())
        if message["type"] == "http.disconnect":
            return self._gone(UnfinishedBody())
        self._is_whole = not message.get("more_body", False)
        return message

    async def _next(self) -> HTTPReceiveMessage:
        return cast("HTTPReceiveMessage", await self._receive())

    def _gone(self, why: Complaint) -> HTTPReceiveMessage:
        """Refuse what will not come any more, or end what is being answered already."""
        if not self._answer.status:
            raise why
        return {"type": "http.disconnect"}


def _check_host(scope: Scope) -> None:
    """`NoHost` for a name of this server that links cannot be made of."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) > 1 or not all(map(_is_host, named)):
        # what an answer is made with looks at it too
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"host"]
        raise NoHost


def _is_host(named: bytes) -> bool:
    try:
        return bool(_HOST.fullmatch(named)) and urlsplit(f"//{named.decode()}").port != 0
    except ValueError:
        return False
