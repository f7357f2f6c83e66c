"""Telling the other machines that something is new: through Redis if there is one, and by looking.

Redis carries only hints; what happened is read from the journal. A hint that is lost costs some seconds. A
server without Redis looks too: another one may have been started on the same file.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from litestar.channels.backends.base import ChannelsBackend
from sqlalchemy.exc import SQLAlchemyError

from stolik.core.log import Envelope
from stolik.core.message import Complaint
from stolik.storage.chat import ChatLine, ChatStore
from stolik.storage.entry import Entry
from stolik.table.host import Host
from stolik.table.record import Record
from stolik.web.accounts.membership import Membership
from stolik.web.live.chat import ChatRooms

_CHANNEL = "stolik"
_LOOK_EVERY_S = 2.0
_LOOK_AT_SESSIONS_EVERY_S = 30.0
_AGAIN_AFTER_S = 0.5
#: Hints are so far apart where many moves are made: one of them tells of all that happened meanwhile.
_TOGETHER_S = 0.025
#: A Redis that does not answer for so long is as good as gone.
_PATIENCE_S = 3.0
_LINES_ON_THEIR_WAY = 50
_log = logging.getLogger(__name__)


class _News(msgspec.Struct):
    """What the others shall look at: how far tables are, what was said, what opens no socket any more."""

    tables: dict[str, int] = {}
    lines: list[ChatLine] = []
    logged_out: list[str] = []


_read = msgspec.json.Decoder(tuple[str, _News]).decode


class Fanout:
    """One machine among others."""

    def __init__(
        self,
        host: Host,
        chat_rooms: ChatRooms,
        chat: ChatStore,
        members: Membership,
        backend: ChannelsBackend | None,
    ) -> None:
        self._host = host
        self._chat_rooms = chat_rooms
        self._chat = chat
        self._members = members
        self._backend = backend
        self._lines_from = 0
        self._node = secrets.token_hex(8)
        self._news = _News()
        self._has_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Listen to the others, and tell them what is stored and said here."""
        # now: what is said until the first look would otherwise count as old, and nobody would hear it
        self._lines_from = await self._chat.newest()
        self._tasks = [asyncio.create_task(each()) for each in (self._look, self._look_at_sessions)]
        if self._backend is not None:
            self._host.after.append(self)
            self._chat_rooms.after.append(self._said)
            self._members.presence.after.append(self._logged_out)
            self._tasks.append(asyncio.create_task(self._hear(self._backend)))
            self._tasks.append(asyncio.create_task(self._publish(self._backend)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._backend is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._backend.on_shutdown(), _PATIENCE_S)

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        self._news.tables[record.id] = record.seq
        self._has_news.set()

    def _said(self, line: ChatLine) -> None:
        self._news.lines.append(line)
        self._has_news.set()

    def _logged_out(self, ground: str) -> None:
        self._news.logged_out.append(ground)
        self._has_news.set()

    async def _publish(self, backend: ChannelsBackend) -> None:
        """Send what has come together since the last time; what cannot be sent the others find by looking."""
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            news, self._news = self._news, _News()
            hint = msgspec.json.encode((self._node, news))
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    await backend.publish(hint, [_CHANNEL])
                await asyncio.sleep(_TOGETHER_S)
            except Exception as error:
                _log.warning("the other machines cannot be told: %s", type(error).__name__)
                await asyncio.sleep(_AGAIN_AFTER_S)

    async def _hear(self, backend: ChannelsBackend) -> None:
        while True:
            try:
                await backend.on_startup()
                await backend.subscribe([_CHANNEL])
                async for _, hint in backend.stream_events():
                    await self._heard(*_read(hint))
            except Exception as error:
                _log.warning("the other machines cannot be heard: %s", type(error).__name__)
            await asyncio.sleep(_AGAIN_AFTER_S)

    async def _heard(self, node: str, news: _News) -> None:
        if node == self._node:
            return
        for line in news.lines:
            self._chat_rooms.pass_on(line)
        for ground in news.logged_out:
            self._members.presence.dismiss_here(ground)
        # a database that is away is looked at again by itself
        with suppress(Complaint, SQLAlchemyError, OSError):
            await self._host.refresh_all(self._behind(news.tables))

    def _behind(self, newest: Mapping[str, int]) -> list[str]:
        """The tables of which others know more than is known here."""
        return [
            table_id
            for table_id, seq in newest.items()
            if (live := self._host.kept(table_id)) and (live.record.seq < seq or live.is_doubtful)
        ]

    async def _look(self) -> None:
        """Find what no hint told of."""
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            try:
                await self._look_for_moves()
                await self._look_for_lines()
            except Exception as error:  # whatever it is, the next look may go well
                _log.warning("looking for news failed: %s", type(error).__name__)

    async def _look_for_moves(self) -> None:
        newest = await self._host.store.next_seqs(self._host.listened_to())
        await self._host.refresh_all(self._behind(newest))

    async def _look_for_lines(self) -> None:
        """Pass on what was said lately; whoever has heard it already does not hear it again.

        Numbers are given before lines are stored: some below the newest may come after it.
        """
        newest = await self._chat.newest()
        for line in await self._chat.since(self._lines_from):
            with self._host.aside.each("line", str(line.id)):
                self._chat_rooms.pass_on(line)
        self._lines_from = max(self._lines_from, newest - _LINES_ON_THEIR_WAY)

    async def _look_at_sessions(self) -> None:
        """Close the sockets of those who were logged out without a hint."""
        while True:
            await asyncio.sleep(_LOOK_AT_SESSIONS_EVERY_S)
            try:
                await self._members.close_ended_sessions()
            except Exception as error:
                _log.warning("looking for sessions failed: %s", type(error).__name__)
