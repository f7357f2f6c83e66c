"""One socket: reads what a client wants, tells what happens, and never waits for a slow reader."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from stolik.core.codec import CodecError
from stolik.core.game import IllegalAction
from stolik.core.message import Complaint
from stolik.storage.chat import ChatLine
from stolik.storage.entry import NotStored
from stolik.storage.players import Player
from stolik.table.calling import caller
from stolik.table.host import NoTable, NotYourSeat, RequestUsed, Stale
from stolik.table.record import OVER
from stolik.texts import LANGUAGES, translator
from stolik.web.accounts.names import sayable
from stolik.web.live.protocol import (
    LEAN_FROM,
    MOST_BYTES,
    VERSION,
    Act,
    Answer,
    Done,
    FromClient,
    Gone,
    Hello,
    Mute,
    Ping,
    Pong,
    Propose,
    Refused,
    Said,
    Say,
    Unwatch,
    Watch,
    Welcome,
    read_message,
    write_message,
)
from stolik.web.live.watching import DelayedWatching, Lean, Watching
from stolik.web.operations.limits import SaidTooMuch, TooBusy, TooManyCalls, TooManyTables
from stolik.web.site import Site

_MOST_WATCHED = 50
_MOST_WAITING = 500
_MOST_REMEMBERED = 1000
_RETRY_AFTER_S = 0.5
#: More entries or events than this are read and written beside the event loop.
_FEW = 50
_WHY: dict[type[Complaint], str] = {
    Stale: "stale",
    RequestUsed: "used",
    NotYourSeat: "seat",
    NoTable: "table",
    NotStored: "storage",
    IllegalAction: "illegal",
    SaidTooMuch: "busy",
    TooBusy: "busy",
    TooManyCalls: "busy",
    TooManyTables: "busy",
}
_log = logging.getLogger(__name__)

T = TypeVar("T")
Send = Callable[[bytes], Awaitable[None]]


class TooMuch(Exception):
    """A client sends more than anybody could play, or reads nothing."""


class Connection:
    """What one socket watches and has still to be told."""

    def __init__(self, site: Site, player: Player, send: Send) -> None:
        self._site = site
        self._chat_rooms = site.chat_rooms
        self._player = player
        self._send = send
        self._language = player.language or "en"
        self._version = 1
        self._watching: dict[tuple[str, int | None], Watching] = {}
        self._ready = asyncio.Event()
        self._due: dict[Watching, None] = {}
        self._replies: list[bytes] = []
        self._muted: set[str] = set()
        #: The latest lines, which may be learned of in several ways.
        self._heard: dict[int, None] = {}

    # --- telling ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Greet the client."""
        self._muted = await self._site.chat.muted(self._player.id)
        self._reply(Welcome(VERSION, self._player.id, self._player.name, tuple(sorted(self._muted))))

    async def write(self) -> None:
        """Send what is to be sent, for as long as the socket is open."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._replies or self._due:
                # who is told that he came too late has been told before what was faster
                replies, self._replies = self._replies, []
                due, self._due = self._due, {}
                for watching in due:
                    await self._show(watching)
                for reply in replies:
                    await self._send(reply)

    async def _show(self, watching: Watching) -> None:
        try:
            text = await watching.message(write_message, self._beside, translator(self._language))
        except (SQLAlchemyError, OSError, TooBusy, TooManyCalls) as error:
            if not isinstance(error, Complaint):
                _log.warning("a table cannot be shown just now: %s", type(error).__name__)
            asyncio.get_running_loop().call_later(_RETRY_AFTER_S, self._wake_if_watched, watching)
            return
        await self._send(text)

    async def _beside(self, n: int, work: Callable[[], T]) -> T:
        """What work on so many entries or events comes to; where they are many it counts as more messages."""
        if n <= _FEW:
            return work()
        who = caller()  # the place counts: a newcomer is another player in every socket
        place, pay = (who.place, who.pay) if who else (self._player.id, self._charge)
        return await self._site.off_loop.do_for(place, pay, work)

    def _charge(self, took_s: float) -> None:
        self._site.messages.charge(self._player.id, took_s)

    def _wake_if_watched(self, watching: Watching) -> None:
        if watching in self._watching.values():
            self._wake(watching)

    def _reply(self, message: Any) -> None:
        if len(self._replies) > _MOST_WAITING:
            raise TooMuch
        self._replies.append(write_message(message))
        self._ready.set()

    def _wake(self, watching: Watching) -> None:
        self._due[watching] = None
        self._ready.set()

    def hear(self, line: ChatLine) -> None:
        """Somebody said something at a table that is watched here."""
        if line.player_id in self._muted or line.id in self._heard:
            return
        behind = [
            each.behind_ms for (table_id, _), each in self._watching.items() if table_id == line.table_id
        ]
        early_ms = line.at_ms + min(behind, default=0) - self._site.host.now_ms()
        if any(behind) and early_ms > 0:  # the play it is about has not been seen yet
            asyncio.get_running_loop().call_later(early_ms / 1000, self._hear_if_watched, line)
        elif len(self._replies) < _MOST_WAITING:
            self._heard[line.id] = None
            if len(self._heard) > _MOST_REMEMBERED:
                del self._heard[next(iter(self._heard))]
            self._reply(Said(line.table_id, line.id, line.at_ms, line.player_id, line.name, line.text))

    def _hear_if_watched(self, line: ChatLine) -> None:
        if any(table_id == line.table_id for table_id, _ in self._watching):
            self.hear(line)

    def close(self) -> None:
        """The socket is gone."""
        for watching in self._watching.values():
            watching.stop()
        for table_id, _ in self._watching:
            self._chat_rooms.leave(table_id, self)
        self._watching.clear()

    # --- hearing ------------------------------------------------------------------------------------------

    async def receive(self, text: bytes | str) -> None:
        """Carry out one message of the client; whatever is wrong with it becomes a sentence."""
        if self._site.messages.one_more(self._player.id) or len(text) > MOST_BYTES:
            raise TooMuch
        try:
            message = read_message(text)
        except CodecError as error:
            self._refuse(None, Complaint("This message cannot be read: {why}", why=str(error)), "message")
            return
        request = getattr(message, "id", None)
        try:
            await self._carry_out(message)
        except Complaint as complaint:
            self._refuse(request, complaint, _WHY.get(type(complaint), "illegal"))
        except (SQLAlchemyError, OSError) as error:
            _log.warning("a message could not be carried out: %s", type(error).__name__)
            busy = Complaint("The server cannot reach its database just now. Please try again in a moment.")
            self._refuse(request, busy, "storage")

    def _refuse(self, request: str | None, complaint: Complaint, why: str) -> None:
        self._site.metrics.refused.labels(why).inc()
        clause = getattr(complaint, "clause", None)
        self._reply(Refused(request, translator(self._language).sentence(complaint.message), clause, why))

    async def _carry_out(self, message: FromClient) -> None:
        match message:
            case Act():
                await self._act(message)
            case Watch():
                await self._watch(message)
            case Unwatch():
                self._unwatch(message.table, message.seat)
            case Propose():
                await self._propose(message)
            case Answer():
                seq = await self._site.proposals.answer(
                    message.table,
                    self._player.id,
                    message.seat,
                    message.agrees,
                    message.id,
                    to=message.to,
                )
                self._reply(Done(message.id, seq))
            case Say():
                await self._speak(message)
            case Mute():
                await self._site.chat.mute(self._player.id, message.player, message.on)
                (self._muted.add if message.on else self._muted.discard)(message.player)
                if message.id is not None:
                    self._reply(Done(message.id, 0))
            case Hello():
                self._greeted(message)
            case Ping():
                self._reply(Pong(message.n))

    def _greeted(self, message: Hello) -> None:
        if message.language in LANGUAGES:
            self._language = message.language
        if message.version > VERSION:
            raise Complaint(
                "This server speaks version {ours} of the protocol, not {theirs}.",
                ours=VERSION,
                theirs=message.version,
            )
        self._version = message.version

    async def _act(self, message: Act) -> None:
        seq = await self._site.host.act(
            message.table,
            self._player.id,
            message.seat,
            bytes(message.action),
            turn=message.turn,
            request=message.id,
        )
        watching = self._watching.get((message.table, message.seat))
        if watching is None or not watching.tells(message.id):
            self._reply(Done(message.id, seq))

    async def _propose(self, message: Propose) -> None:
        if message.what == "rematch":
            self._site.new_tables.one_more(self._player.id)
        seq = await self._site.proposals.propose(
            message.table, self._player.id, message.seat, message.what, message.id
        )
        self._reply(Done(message.id, seq))

    async def _watch(self, message: Watch) -> None:
        host = self._site.host
        if len(self._watching) >= _MOST_WATCHED:
            raise Complaint("You watch too many tables at once. Close some of them.")
        await host.refresh(message.table)
        live = await host.live(message.table)
        # a machine may have died between the last seat taken and the first tiles drawn
        await self._site.lobby.begin_if_full(live)
        settings = live.record.settings
        if message.seat is not None and message.seat not in live.record.seats_of(self._player.id):
            raise NotYourSeat
        if message.seat is None and not (settings.spectators or live.record.seats_of(self._player.id)):
            raise NoTable
        self._unwatch(message.table, message.seat, silently=True)
        lean = Lean() if self._version >= LEAN_FROM else None
        if message.seat is None and settings.delay_s and live.record.status != OVER:
            delayed = DelayedWatching(host, live, message.since, self._wake, self._site.late, lean)
            await self._rewind(delayed)
            watching: Watching = delayed
        else:
            watching = Watching(host, live, message.seat, message.since, self._wake, lean)
        self._watching[message.table, message.seat] = watching
        watching.start()
        self._chat_rooms.join(message.table, self)
        for line in await self._site.chat.lines(message.table):
            self.hear(line)

    async def _rewind(self, delayed: DelayedWatching) -> None:
        """Go behind the play; who has too much in line is not heard further until there is room."""
        while True:
            try:
                return await delayed.rewind(self._beside)
            except (TooBusy, TooManyCalls):
                await asyncio.sleep(_RETRY_AFTER_S)

    def _unwatch(self, table_id: str, seat: int | None, silently: bool = False) -> None:
        watching = self._watching.pop((table_id, seat), None)
        if watching is None:
            return
        watching.stop()
        self._due.pop(watching, None)
        if not any(watched == table_id for watched, _ in self._watching):
            self._chat_rooms.leave(table_id, self)
        if not silently:
            self._reply(Gone(table_id, seat))

    async def _speak(self, message: Say) -> None:
        live = await self._site.host.live(message.table)
        record = live.record
        if not record.seats_of(self._player.id):
            if not record.settings.spectators:
                raise NoTable
            if record.status != OVER:
                raise Complaint("Spectators may talk when the game is over.")
            if await self._site.players.find(self._player.id) is None:
                raise Complaint("Say first who you are: give yourself a name.")
        text = sayable(message.text)
        if not text:
            raise Complaint("There is nothing to say in this message.")
        phrases = record.settings.phrases(record.game)
        if phrases is not None and text not in phrases:
            raise Complaint("At this table only the phrases on offer may be said.")
        line = await self._kept(message, text)
        self._chat_rooms.tell(line)
        self._reply(Done(message.id, line.id))

    async def _kept(self, message: Say, text: str) -> ChatLine:
        """The line as it is stored; what was said already is not counted again."""
        chat, player = self._site.chat, self._player
        try:
            self._site.chat_limit.one_more(player.id, message.table)
        except SaidTooMuch:
            before = await chat.said(message.table, player.id, message.id)
            if before is None:
                raise
            return before
        return await chat.keep(
            message.table, player.id, player.name, self._site.host.now_ms(), text, message.id
        )


async def run(connection: Connection, receive: Callable[[], Awaitable[bytes | str | None]]) -> None:
    """Serve a socket until it is closed; `receive` gives None then."""
    await connection.start()
    writing = asyncio.create_task(connection.write())
    reader = asyncio.current_task()
    is_waiting = False

    def stop_waiting(_written: asyncio.Task[None]) -> None:
        """Whoever can be told nothing more shall not wait for it; what is being done is done first."""
        if is_waiting and reader is not None:
            reader.cancel()

    writing.add_done_callback(stop_waiting)
    try:
        while not writing.done():
            is_waiting = True
            text = await receive()
            is_waiting = False
            if text is None:
                break
            await connection.receive(text)
    except asyncio.CancelledError:
        if not (is_waiting and writing.done()):
            raise
        if reader is not None:
            reader.uncancel()
    finally:
        is_waiting = False
        connection.close()
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await _ended(writing)


async def _ended(writing: asyncio.Task[None]) -> None:
    try:
        await writing
    except Exception as error:  # most often the socket was closed while something was sent
        _log.debug("writing to a socket ended: %s", type(error).__name__)
