"""One table watched through one socket: what the viewer has not been told yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from stolik.core.log import Envelope
from stolik.core.outcome import Viewer
from stolik.storage.entry import Entry
from stolik.table.folding import Beside, folding
from stolik.table.host import Host, Live
from stolik.table.late import LateTables
from stolik.table.record import OVER, Record
from stolik.table.showing import TableChanged, TableShown, WrittenLines, changed, shown
from stolik.texts import Translator, translator

#: More events than this are not kept for a viewer who is slow; they are read again from the journal.
_MOST_PENDING = 100
_ENGLISH = translator("en")
T = TypeVar("T")


class Lean:
    """What a viewer has been told, who wants to be told no more than what has changed since."""

    def __init__(self) -> None:
        self.lines = WrittenLines()
        self._last: TableShown | None = None

    def worded(self, newest: TableShown) -> TableShown | TableChanged:
        """The newest word of the table as it is to be told."""
        return newest if self._last is None else changed(self._last, newest)

    def has_told(self, newest: TableShown) -> None:
        """This is what the viewer has now."""
        self._last = newest


class Watching:
    """Gathers what happens; when the socket is ready it gets one view and all events since the last.

    A slow reader therefore costs no memory: it is told less often, and of the newest state. It is whole, or
    what has changed where the viewer wants to be told no more than that.
    """

    def __init__(
        self,
        host: Host,
        live: Live,
        viewer: Viewer,
        since: int,
        wake: Callable[[Watching], None],
        lean: Lean | None = None,
    ):
        self._host = host
        self._record = live.record
        self._live = live
        self.table_id = live.record.id
        self.viewer = viewer
        self._told = since
        self._lean = lean
        #: By number: what is read from the journal may be told by the host as well, before or after.
        self._pending: dict[int, Envelope[Any]] = {}
        self._must_read = True
        self._done: list[str] = []
        self._wake = wake

    def start(self) -> None:
        """Listen, and be told of the table as it stands."""
        self._live = self._host.listen(self._live, self)
        self._record = self._live.record
        self._wake(self)

    def stop(self) -> None:
        """Listen no more."""
        self._host.stop_listening(self.table_id, self)

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        self._record = record
        if not self._must_read:
            self._pending |= {one.seq: one for one in envelopes}
            if len(self._pending) > _MOST_PENDING:
                self._pending, self._must_read = {}, True
        if entry.request is not None and entry.seat is not None and entry.seat == self.viewer:
            self._done.append(entry.request)
        self._wake(self)

    def tells(self, request: str) -> bool:
        """Whether the next message says that this request was carried out."""
        return request in self._done

    async def message(
        self,
        write: Callable[[TableShown | TableChanged], T],
        beside: Beside = folding,
        say: Translator = _ENGLISH,
    ) -> T:
        """What is to be told now, as `write` puts it; beside the event loop where that is much.

        Where it fails, nothing counts as told: the next message has all of it.
        """
        while self._must_read:
            await self._read(beside)
        record, done = self._record, tuple(self._done)
        due = [one for seq, one in sorted(self._pending.items()) if self._told <= seq < record.seq]
        now_ms = self._host.now_ms() - self.behind_ms
        lean = self._lean

        def told() -> tuple[TableShown, T]:
            if lean is None:
                newest = shown(record, self.viewer, due, now_ms, done, say)
                return newest, write(newest)
            newest = shown(record, self.viewer, due, now_ms, done, say, lean.lines)
            return newest, write(lean.worded(newest))

        newest, written = await beside(len(due), told)
        if lean is not None:
            lean.has_told(newest)
        # what came meanwhile comes with the next message
        self._pending = {seq: one for seq, one in self._pending.items() if seq >= record.seq}
        self._done = self._done[len(done) :]
        self._told = record.seq
        return written

    async def _read(self, beside: Beside) -> None:
        """Read in the journal what the viewer has not been told; what he may not know yet is not kept."""
        self._must_read = False
        try:
            entries = await self._host.store.entries(self.table_id)
            record = self._record  # who tells of what comes after this one tells of all of it
            known = [entry for entry in entries if entry.seq < record.seq]
            self._pending |= await beside(len(known), partial(self._untold, record, known))
        except BaseException:
            self._must_read = True
            raise

    def _untold(self, record: Record, entries: Sequence[Entry]) -> dict[int, Envelope[Any]]:
        decoded = (one for entry in entries for one in record.decode(entry))
        return {one.seq: one for one in decoded if one.seq >= self._told}

    @property
    def behind_ms(self) -> int:
        """How far the viewer is behind the play."""
        return 0


class DelayedWatching(Watching):
    """A spectator who is some time behind the play, until the game is over."""

    def __init__(
        self,
        host: Host,
        live: Live,
        since: int,
        wake: Callable[[Watching], None],
        late: LateTables,
        lean: Lean | None = None,
    ) -> None:
        super().__init__(host, live, None, since, wake, lean)
        self._late = late

    async def rewind(self, beside: Beside = folding) -> None:
        """Begin with the table as it stood then; what has happened since is told in its time."""
        self._record = await self._late.join(self._live, self, beside)

    def start(self) -> None:
        self._wake(self)

    @property
    def behind_ms(self) -> int:
        return 0 if self._record.status == OVER else 1000 * self._record.settings.delay_s

    def stop(self) -> None:
        self._late.leave(self.table_id, self)

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        if envelopes[0].seq > self._record.seq:  # the game is over, and much came before
            self._pending, self._must_read = {}, True
        super().changed(record, entry, envelopes)
