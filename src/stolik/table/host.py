"""The authority over live tables: decide, store, and only then show.

Any machine may take any action of any table. The journal decides who comes first: who loses decides again on
what the winner has stored. Nothing is kept here that the journal does not have.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

from stolik.core.actions import Resign, TimedOut
from stolik.core.codec import CodecError
from stolik.core.counting import check_fits
from stolik.core.game import AnyGame
from stolik.core.log import Aborted, Envelope, Revealed
from stolik.core.message import Complaint
from stolik.storage.entry import Entry, Marks, NotStored, Unreadable
from stolik.storage.tables import TableStore
from stolik.table.calling import beside
from stolik.table.folding import decoded_entries, folding
from stolik.table.games import Games
from stolik.table.record import (
    OVER,
    PLAYING,
    Record,
    Told,
    any_goes_back,
    goes_back,
    new_record,
    read_settings,
)

#: How often an action is decided again because another machine was first.
_ATTEMPTS = 50
_MOST_KEPT = 2_000
#: No game that people play has so many events; who only wants to fill the journal is stopped there.
MOST_EVENTS = 3_000
#: How long a machine has for what it has taken on before another one may: a little more than a bot is given.
CLAIM_MS = 25_000
_log = logging.getLogger(__name__)


class Request(NamedTuple):
    """What is asked of a table: for which seat, by whom, under which name, and what is meant."""

    seat: int | None = None
    #: A person, who must hold the seat; bots and clocks need not.
    player: str | None = None
    id: str | None = None
    action: bytes | None = None
    #: Where it is no action: what the same request must want again.
    wanted: Any = None


#: What the server does of itself.
OF_ITSELF = Request()


class NoTable(Complaint):
    """There is no such table, or not for this person."""

    def __init__(self) -> None:
        super().__init__("There is no such table. The link may be mistyped, or the game was deleted.")


class NotYourSeat(Complaint):
    """Somebody acts for a seat he does not hold."""

    def __init__(self) -> None:
        super().__init__("This is not your seat.")


class Stale(Complaint):
    """The turn or window an action was meant for is closed."""

    def __init__(self) -> None:
        super().__init__("This came too late: the game has gone on. Look at it again.")


class RequestUsed(Complaint):
    """The name of a request was used for another one at this seat."""

    def __init__(self) -> None:
        super().__init__(
            "A request of this name asked for something else before. Give every request its own."
        )


class Listener(Protocol):
    """Somebody who is told what has happened at a table, once it is stored."""

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        """An entry was stored and the record is after it."""


class Live:
    """A table in memory: its record, whoever listens, and the lock under which it changes."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        #: Whether the journal may have more than the record.
        self.is_doubtful = False

    @property
    def is_idle(self) -> bool:
        return not self.listeners and not self.lock.locked()

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is changing it and what is known of it is certain."""
        return not self.lock.locked() and not self.is_doubtful


class Host:
    """All tables of this machine."""

    def __init__(
        self, store: TableStore, games: Games, key: bytes, now_ms: Callable[[], int] | None = None
    ) -> None:
        self.store = store
        self.games = games
        self.key = key
        self._own_ms = now_ms or (lambda: time.time_ns() // 1_000_000)
        self._shares_time = now_ms is None and not store.is_for_one_machine
        self._behind_ms = 0
        #: What is stored and cannot be read.
        self.aside = store.aside
        #: Told of every entry that this machine has stored: other machines, bots, ratings.
        self.after: list[Listener] = []
        #: What has to be done before anybody acts, such as giving back time that was nobody's.
        self.before: Callable[[], Awaitable[None]] = _nothing
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        #: The presets that were dealt here, whose word lists are therefore open.
        self._dealt: set[str] = set()

    # --- time ---------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """The time by which everything is stored and due."""
        return self._own_ms() + self._behind_ms

    async def put_time_right(self) -> None:
        """Go by the clock of the database where machines share one: their own may differ, or jump."""
        if self._shares_time:
            before_ms = self._own_ms()
            shared_ms = await self.store.time_ms()
            self._behind_ms = shared_ms - (before_ms + self._own_ms()) // 2

    # --- tables in memory ---------------------------------------------------------------------------------

    async def live(self, table_id: str) -> Live:
        """A table, from memory or from the journal; `NoTable` if there is none."""
        found = self._live.get(table_id)
        if found is not None:
            self._live.move_to_end(table_id)
            if not found.listeners:  # what other machines store is looked for only where somebody listens
                with suppress(Exception):  # a database that is away has nothing newer
                    await self.refresh_all([table_id])
            return found
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(partial(self._loaded, table_id))
        return await asyncio.shield(loading)

    def _loaded(self, table_id: str, loading: asyncio.Task[Live]) -> None:
        self._loading.pop(table_id, None)
        if not loading.cancelled():
            loading.exception()  # told to nobody where whoever asked has gone meanwhile

    async def _load(self, table_id: str) -> Live:
        row = await self.store.find(table_id)
        if row is None:
            raise NoTable
        entries = await self.store.entries(table_id)
        with self.reading(table_id):
            record = await folding(len(entries), lambda: self.read(table_id, row.settings, entries))
            if record.settings.preset not in self._dealt:
                with suppress(Complaint):  # what is missing is told to whoever needs it
                    await self.deal_for_trial(record)
        if not record.has_its_seed:
            _log.error(
                "the key of the server is not the one this table was opened with", extra={"table": table_id}
            )
        return self.keep(record)

    def read(self, table_id: str, settings: bytes, entries: Sequence[Entry]) -> Record:
        """A table from what is stored of it; also what is about to be stored is read like this first."""
        chosen = read_settings(settings)
        record = new_record(table_id, chosen, self.games.of_preset(chosen.preset), self.key)
        return record.folded(entries)

    async def deal_for_trial(self, record: Record) -> None:
        """Deal as at the beginning; a `Complaint` says what is missing, such as a word list.

        The first deal of a preset opens its list, which takes a tenth of a second: beside the event loop.
        """
        n_seats, chance = record.settings.n_seats, record.chance()
        await beside(lambda: record.game.setup(record.options, n_seats, chance))
        self._dealt.add(record.settings.preset)

    @contextmanager
    def reading(self, table_id: str) -> Iterator[None]:
        """What is stored of one table and cannot be folded must not stop those who look after all of them."""
        try:
            yield
        except Exception as error:
            self.aside.put("table", table_id, error)
            raise Unreadable from error

    def keep(self, record: Record) -> Live:
        """Keep a table in memory, unless it is kept already, and let go of those nobody asks for."""
        live = self._live.setdefault(record.id, Live(record))
        if len(self._live) > _MOST_KEPT:
            idle = [table_id for table_id, each in self._live.items() if each.is_idle]
            for table_id in idle[: _MOST_KEPT // 8]:
                del self._live[table_id]
        return live

    def kept(self, table_id: str) -> Live | None:
        """A table if it is in memory."""
        return self._live.get(table_id)

    @property
    def n_kept(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def listened_to(self) -> list[str]:
        """The tables that somebody watches through this machine."""
        return [table_id for table_id, live in self._live.items() if live.listeners]

    def listen(self, live: Live, listener: Listener) -> Live:
        """Tell somebody of all that happens from now on; the table as it is kept, which may be read anew."""
        kept = self._live.setdefault(live.record.id, live)
        kept.listeners.add(listener)
        return kept

    def stop_listening(self, table_id: str, listener: Listener) -> None:
        """Somebody has gone; a finished game that nobody watches need not be kept."""
        live = self._live.get(table_id)
        if live is not None:
            live.listeners.discard(listener)
            if live.record.status == OVER and live.is_idle:
                del self._live[table_id]

    # --- changing a table ---------------------------------------------------------------------------------

    async def act(
        self,
        table_id: str,
        player: str | None,
        seat: int,
        action: bytes,
        *,
        turn: int | None,
        request: str | None,
    ) -> int:
        """Carry out an action of a person; the number of its first event. A refusal changes nothing.

        It names the event that opened the turn or window it is meant for, or None if it is meant for none.
        """
        if player is None:
            raise NotYourSeat
        await self.before()
        live = await self.live(table_id)
        decoded = decoded_action(live.record.game, action, live.record.box)
        # what is stored and compared is what was meant, not how it was written
        meant = live.record.game.codec.encode(decoded)

        def decide(record: Record) -> Sequence[Any]:
            if turn is not None and record.opened.get(seat) != turn:
                raise Stale
            if record.seq >= MOST_EVENTS and not isinstance(decoded, Resign):
                raise Complaint("This game has gone on for too long. Resign, or agree to end it.")
            return self._decided(record, seat, decoded)

        return await self.change(live, decide, Request(seat, player, request, meant))

    async def act_for(self, table_id: str, seat: int, action: Any, *, turn: int) -> int:
        """Carry out an action of a bot or of the clock, unless that turn is over."""
        live = await self.live(table_id)
        encoded = live.record.game.codec.encode(action)

        def decide(record: Record) -> Sequence[Any]:
            if record.opened.get(seat) != turn:
                raise Stale
            return self._decided(record, seat, action)

        return await self.change(live, decide, Request(seat, action=encoded))

    def _decided(self, record: Record, seat: int, action: Any) -> Sequence[Any]:
        if record.status == OVER:
            raise Complaint("The game is over.")
        if record.status != PLAYING:
            raise Complaint("The game has not begun.")
        if isinstance(action, Resign) and not record.has_its_seed:
            return (Aborted("the key is lost"),)  # nothing can be drawn or proven any more: it ends for all
        return record.game.decide(record.state, seat, action, record.chance())

    async def change(
        self,
        live: Live,
        decide: Callable[[Record], Sequence[Any]],
        asked: Request = OF_ITSELF,
        *,
        seated: Callable[[Record], tuple[tuple[int, str | None], ...]] = lambda _: (),
    ) -> int:
        """Append what `decide` makes of the newest record; the number of the first event, or what it raises.

        A request that was carried out already is not carried out again; it must ask for the same as then. A
        player must hold the seat.
        """
        async with live.lock:
            for _ in range(_ATTEMPTS):
                if live.is_doubtful:
                    await self._catch_up(live)
                record = live.record
                if asked.player is not None and asked.seat not in record.seats_of(asked.player):
                    raise NotYourSeat
                done = record.answered(asked.seat, asked.id)
                if done is not None:
                    if hash(asked.wanted if asked.action is None else asked.action) not in done.wanted:
                        raise RequestUsed
                    return done.seq
                events = decide(record)
                if not events:
                    return record.seq
                stored = await self._append(live, events, asked, seated(record))
                if stored is not None:
                    return stored
                await self._catch_up(live)
        raise NotStored("Others were faster every time. Please try again.")

    async def _append(
        self,
        live: Live,
        events: Sequence[Any],
        asked: Request,
        seated: tuple[tuple[int, str | None], ...],
    ) -> int | None:
        entry, envelopes, after = await self._next(live.record, events, asked)
        if after.status == OVER and live.record.status != OVER and after.has_its_seed:
            revealed = (*events, Revealed(after.secret.hex()))
            entry, envelopes, after = await self._next(live.record, revealed, asked)
        try:
            won = await self.store.append(entry, self._marks(after, seated))
        except NotStored:
            # whether it is stored is not known when a connection breaks: the journal will tell
            live.is_doubtful = True
            raise
        if not won:
            return None
        if after.status == OVER and live.record.status != OVER:
            _log.info("game over", extra={"table": after.id, "preset": after.settings.preset})
        live.record = after
        for listener in (*live.listeners, *self.after):
            listener.changed(after, entry, envelopes)
        return entry.seq

    async def _next(
        self,
        record: Record,
        events: Sequence[Any],
        asked: Request,
    ) -> tuple[Entry, list[Envelope[Any]], Record]:
        """The next entry and the record after it: what cannot be read and folded is never stored."""
        stored = record.encode(events)[1]
        entry = Entry(record.id, record.seq, self.now_ms(), asked.seat, asked.id, asked.action, stored)
        try:
            envelopes = record.decode(entry)
        except CodecError as error:
            raise NotStored("It cannot be stored, so nothing has changed. Please report this.") from error
        if goes_back(envelopes):
            entries = [*await self.store.entries(record.id), entry]
            return entry, envelopes, await folding(len(entries), lambda: record.refolded(entries))
        return entry, envelopes, record.after(entry, envelopes)

    def _marks(self, record: Record, seated: tuple[tuple[int, str | None], ...]) -> Marks:
        if record.waiting_for() & record.bots():
            now = self.now_ms()
            return Marks(record.seq, record.status, now, now + CLAIM_MS, seated)
        return Marks(record.seq, record.status, record.clocks.due_ms(), 0, seated)

    # --- what other machines have stored ------------------------------------------------------------------

    async def refresh(self, table_id: str) -> None:
        """Read what another machine may have stored of a table that is kept here."""
        live = self._live.get(table_id)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)

    async def refresh_all(self, table_ids: Iterable[str]) -> None:
        """Read what other machines have stored of some tables, in one question where nothing else goes on."""
        behind = {each: live for each in table_ids if (live := self._live.get(each)) is not None}
        asked = [live.record for live in behind.values() if live.is_quiet]
        found = await self.store.entries_of([(record.id, record.seq) for record in asked]) if asked else []
        for record, entries in zip(asked, found, strict=True):
            live = behind[record.id]
            if live.record is not record or not live.is_quiet:
                continue
            with suppress(Unreadable):
                with self.reading(record.id):
                    told = decoded_entries(record, entries)
                    if any_goes_back(told):
                        continue
                    live.record = record.after_all(told)
                _tell(live, told)
                del behind[record.id]
        for refreshed in await asyncio.gather(*map(self.refresh, behind), return_exceptions=True):
            if isinstance(refreshed, BaseException) and not isinstance(refreshed, Unreadable):
                raise refreshed

    async def _catch_up(self, live: Live) -> None:
        live.is_doubtful = True
        entries = await self.store.entries(live.record.id, live.record.seq)
        record = live.record
        with self.reading(record.id):
            told = await folding(len(entries), lambda: decoded_entries(record, entries))
        returns = any_goes_back(told)
        whole = await self.store.entries(record.id) if returns else entries
        with self.reading(record.id):
            live.record = await folding(
                len(whole), lambda: record.refolded(whole) if returns else record.after_all(told)
            )
        _tell(live, told)
        live.is_doubtful = False


async def _nothing() -> None:
    """Nothing has to be done before somebody acts."""


def _tell(live: Live, told: Told) -> None:
    for entry, envelopes in told:
        for listener in tuple(live.listeners):
            listener.changed(live.record, entry, envelopes)


def decoded_action(game: AnyGame, action: bytes, box: Counter[str] | None) -> Any:
    """An action as a person may send it, or a `Complaint`; what names more than the box is not weighed.

    Every action that comes from outside comes in here. A game that has not begun has no box.
    """
    try:
        decoded = game.codec.decode_action(action)
    except CodecError as error:
        raise Complaint("This is no action of this game: {why}", why=str(error)) from error
    if isinstance(decoded, TimedOut):
        raise Complaint("Only the clock can say that time is up.")
    if box is not None:
        check_fits(decoded, box, game.box_clause)
    return decoded
