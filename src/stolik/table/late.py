"""Tables as spectators see them who are some time behind the play, one for all who watch it here.

What is late is kept as entries of the journal and folded when it is due: a record for each would hold the
whole past once for each event. When the game is over, nobody is behind any more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from stolik.core.log import Envelope
from stolik.storage.entry import Entry
from stolik.table.calling import called_by
from stolik.table.folding import FEW_ENTRIES, Beside, decoded_entries, folding
from stolik.table.host import Host, Listener, Live
from stolik.table.record import OVER, Record, Told, any_goes_back


class LateTables:
    """The tables that somebody watches through this machine some time behind the play."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._tables: dict[str, LateTable] = {}

    def __len__(self) -> int:
        return len(self._tables)

    async def join(self, live: Live, listener: Listener, beside: Beside = folding) -> Record:
        """Tell somebody from now on of what is due; the table as it stood then.

        Who comes first has it folded, and pays for it; where he is refused, so will the next one try.
        """
        table_id = live.record.id
        table = self._tables.get(table_id)
        if table is None:
            table = self._tables[table_id] = LateTable(self._host, live)
        table.n_coming += 1
        try:
            async with table.beginning:
                if not table.has_begun:
                    await table.begin(beside)
            table.listeners.add(listener)
            return table.record
        finally:
            table.n_coming -= 1
            self._let_go_if_idle(table_id)

    def leave(self, table_id: str, listener: Listener) -> None:
        """Somebody has gone; what nobody watches is not kept."""
        table = self._tables.get(table_id)
        if table is not None:
            table.listeners.discard(listener)
            self._let_go_if_idle(table_id)

    def _let_go_if_idle(self, table_id: str) -> None:
        if self._tables[table_id].is_idle:
            self._tables.pop(table_id).stop()


class Due(NamedTuple):
    """An entry, and when it may be told by the clock of the event loop."""

    at_s: float
    entry: Entry


class LateTable:
    """One table, as it stood some time ago."""

    def __init__(self, host: Host, live: Live) -> None:
        self._host = host
        self._live = live
        self.record = live.record
        self.listeners: set[Listener] = set()
        #: How many wait until it has begun, to listen then.
        self.n_coming = 0
        self.beginning = asyncio.Lock()
        self.has_begun = False
        #: What the record is folded from: a game that goes back is folded from its beginning.
        self._told: list[Entry] = []
        self._waiting: deque[Due] = deque()
        #: The number of the latest entry that is known here, told or not.
        self._known = -1
        self._following: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        return not (self.listeners or self.n_coming)

    async def begin(self, beside: Beside) -> None:
        """Fold what is due already; what has happened since is told in its time."""
        # before reading: what is stored meanwhile is told as well
        self._live = self._host.listen(self._live, self)
        try:
            entries = await self._host.store.entries(self.record.id)
            with self._host.reading(self.record.id):
                self._read(entries)
            self.record = await beside(len(self._told), self._folded)
        except BaseException:
            self.stop()
            raise
        self.has_begun = True
        if self._live.record.status == OVER:
            self._catch_up(self._live.record)
        self._follow()

    def _folded(self) -> Record:
        with self._host.reading(self.record.id):
            return self._live.record.refolded(self._told)

    def stop(self) -> None:
        """Listen no more."""
        self._host.stop_listening(self.record.id, self)
        self._waiting.clear()
        if self._following is not None:
            self._following.cancel()

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        if record.status == OVER:
            self._catch_up(record)
            self._tell(record, ((entry, envelopes),))
        else:
            self._wait(asyncio.get_running_loop().time() + self._delay_s, entry)
            self._follow()

    @property
    def _delay_s(self) -> int:
        return self.record.settings.delay_s

    def _read(self, entries: Sequence[Entry]) -> None:
        """What is told already and what has to wait, by the clock by which it was stored."""
        until_ms = self._host.now_ms() - 1000 * self._delay_s
        now_s = asyncio.get_running_loop().time()
        # that there is a table is no secret
        self._told = [*entries[:1], *takewhile(lambda entry: entry.at_ms <= until_ms, entries[1:])]
        heard, self._waiting = self._waiting, deque()
        self._known = self._told[-1].seq
        for entry in entries[len(self._told) :]:
            self._wait(now_s + (entry.at_ms - until_ms) / 1000, entry)
        for due in heard:
            self._wait(*due)

    def _wait(self, at_s: float, entry: Entry) -> None:
        """Tell an entry at a time, and not before those before it; once, however often it is learned of."""
        if entry.seq > self._known:
            self._known = entry.seq
            latest_s = self._waiting[-1].at_s if self._waiting else at_s
            self._waiting.append(Due(max(at_s, latest_s), entry))

    def _follow(self) -> None:
        is_following = self._following is not None and not self._following.done()
        if self.has_begun and self._waiting and not is_following:
            with called_by(None):  # it goes on for as long as anybody watches
                self._following = asyncio.create_task(self._tell_in_time())

    async def _tell_in_time(self) -> None:
        while self._waiting:
            now_s = asyncio.get_running_loop().time()
            if self._waiting[0].at_s > now_s:
                await asyncio.sleep(self._waiting[0].at_s - now_s)
            else:
                await self._go_on(self._due_at(now_s))

    def _due_at(self, now_s: float) -> list[Entry]:
        return [each.entry for each in takewhile(lambda each: each.at_s <= now_s, self._waiting)]

    async def _go_on(self, due: Sequence[Entry]) -> None:
        told = await folding(len(due), partial(decoded_entries, self.record, due))
        if any_goes_back(told):
            whole = [*self._told, *due]
            past = await folding(len(whole), partial(self.record.refolded, whole))
        else:
            past = await folding(len(due), partial(self.record.after_all, told))
        # not sooner: where the game ends meanwhile, all that waits is told at once
        for entry in due:
            self._waiting.popleft()
            self._told.append(entry)
        self.record = past
        self._tell(past, told)

    def _catch_up(self, record: Record) -> None:
        """The game is over: what has waited is told; where that is much, it can be read in the journal."""
        waiting = [due.entry for due in self._waiting]
        self._told, self._waiting, self.record = [], deque(), record
        if self._following is not None:
            self._following.cancel()
        if len(waiting) <= FEW_ENTRIES:
            self._tell(record, decoded_entries(record, waiting))

    def _tell(self, record: Record, told: Told) -> None:
        for entry, envelopes in told:
            for listener in tuple(self.listeners):
                listener.changed(record, entry, envelopes)
