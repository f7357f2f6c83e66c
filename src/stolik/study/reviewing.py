"""Makes reviews of finished games: turn by turn in a bounded pool, or on another machine, kept as they come.

A review that was begun and not finished goes on where it was when somebody asks again. The turns of people
come first, as bots do not read reviews.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from stolik.core.judging import Taken
from stolik.core.message import Complaint
from stolik.storage.entry import Unreadable
from stolik.storage.reviews import KeptReview, ReviewStore
from stolik.study.kept_reviews import READABLE, VERSION, read_review
from stolik.study.review import TurnReview, reviewed, reviewer_of, turns_of
from stolik.table.calling import caller, timed
from stolik.table.host import Host
from stolik.table.record import OVER, Record
from stolik.table.thinking import Lane

#: How often progress is kept, and after what silence somebody else's work is taken to be lost.
_KEEP_EVERY_S, _LOST_AFTER_MS = 0.7, 30_000
#: How many games are reviewed in turns and how many may wait; what a review counts that is made elsewhere.
_AT_ONCE, _MOST_WAITING, _SENT_AWAY_S = 4, 1000, 5.0
#: Games with more events are not reviewed: every turn needs the whole game up to it and after it.
_MOST_EVENTS = 1_500
T = TypeVar("T")
_log = logging.getLogger(__name__)


def can_be_reviewed(record: Record) -> bool:
    """Whether somebody can judge a game, and in a reasonable time."""
    return reviewer_of(record.game.name) is not None and record.seq <= _MOST_EVENTS


class NotOver(Complaint):
    """A review would tell what seats of a running game hold."""

    def __init__(self) -> None:
        super().__init__("The game is looked back at when it is over.")


class Review(msgspec.Struct, frozen=True):
    """Which game is to be reviewed."""

    table: str


class Allowance(Protocol):
    """What reviews may cost whoever wants them, by address."""

    def check(self, place: str) -> None:
        """Raises `Complaint` for an address that has had too much."""

    def charge(self, place: str, took_s: float) -> None:
        """A review that an address wants has taken so much more."""


class Reviews:
    """Begins reviews, each once at a time, and knows how far they are."""

    def __init__(self, host: Host, store: ReviewStore, allowance: Allowance) -> None:
        self._host = host
        self.store = store
        self._lane = Lane(1, "review")
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._count = allowance
        #: By address, and whether they are many: games wait for each other, and nobody else's for them.
        self._lines: WeakValueDictionary[tuple[str, bool], asyncio.Lock] = WeakValueDictionary()
        #: Each of them is in memory with all its states.
        self._few = asyncio.Semaphore(_AT_ONCE)
        #: When reviews were sent to another machine, of which nothing may be seen yet.
        self._sent_ms: dict[str, int] = {}
        #: Whether another machine does it; then nothing is done here.
        self.elsewhere: Callable[[msgspec.Struct], Awaitable[bool]] | None = None

    async def found(self, table_ids: Iterable[str]) -> dict[str, KeptReview]:
        """What there is of the reviews of some games; one that cannot be read is made anew."""
        found = {}
        for table_id, kept in (await self.store.find(list(table_ids), READABLE)).items():
            with self._host.aside.each("review", table_id):
                read_review(kept)
                found[table_id] = kept
        return found

    def is_under_way(self, table_id: str, kept: KeptReview | None) -> bool:
        """Whether somebody works on it, as far as one can tell."""
        if table_id in self._under_way:
            return True
        if self._host.store.is_for_one_machine or (kept is not None and kept.is_done):
            return False
        latest_ms = max(self._sent_ms.get(table_id, 0), 0 if kept is None else kept.changed_ms)
        return self._host.now_ms() - latest_ms < _LOST_AFTER_MS

    def begin(self, table_ids: Iterable[str], *, in_turn: bool = False) -> None:
        """Have games reviewed, one after another; those of `in_turn` keep no other game waiting."""
        for table_id in table_ids:
            if len(self._under_way) >= _MOST_WAITING:
                raise Complaint("Too many games are being looked at just now. Please ask again in a while.")
            if table_id not in self._under_way:
                self._count.check(_place())
                task = asyncio.create_task(self._try(table_id, in_turn))
                self._under_way[table_id] = task
                task.add_done_callback(partial(self._forget, table_id))

    def _forget(self, table_id: str, _done: asyncio.Task[None]) -> None:
        self._under_way.pop(table_id, None)

    async def _try(self, table_id: str, in_turn: bool) -> None:
        try:
            if self.elsewhere is not None and await self.elsewhere(Review(table_id)):
                self._note_sent(table_id)
                return
            async with self._lines.setdefault((_place(), in_turn), asyncio.Lock()), self._few:
                await self.review(table_id)
        except (SQLAlchemyError, OSError) as error:
            _log.warning("a review has stopped and goes on when asked for: %s", type(error).__name__)
        except Unreadable as error:
            self._host.aside.put("table", table_id, error)
        except Complaint as refusal:
            _log.warning("a game cannot be reviewed: %s", refusal, extra={"table": table_id})
        except Exception:
            _log.exception("a review failed", extra={"table": table_id})

    def _note_sent(self, table_id: str) -> None:
        self._count.charge(_place(), _SENT_AWAY_S)
        now_ms = self._host.now_ms()
        self._sent_ms = {
            each: at_ms for each, at_ms in self._sent_ms.items() if now_ms - at_ms < _LOST_AFTER_MS
        }
        self._sent_ms[table_id] = now_ms

    async def review(self, table_id: str) -> None:
        """Review here what is not reviewed yet."""
        record = (await self._host.live(table_id)).record
        if record.status != OVER:
            raise NotOver
        kept = (await self.found([table_id])).get(table_id)
        if (kept is not None and kept.is_done) or not can_be_reviewed(record):
            return
        await self._go_on(record, await self._turns(record), kept)

    async def _turns(self, record: Record) -> list[Taken]:
        """The turns of a game, or `Unreadable`: nobody has looked at stored actions since they were done."""
        entries = await self._host.store.entries(record.id)
        try:
            return await self.in_pool(lambda: people_first(record, turns_of(record, entries)))
        except (Complaint, OSError, MemoryError):
            raise
        except Exception as error:
            raise Unreadable from error

    async def _go_on(self, record: Record, turns: list[Taken], kept: KeptReview | None) -> None:
        """Review the turns that are left; all of them where what there is does not fit the game."""
        done: list[TurnReview] = []
        n_done, kept_at = 0, 0.0
        with self._host.aside.each("review", record.id):
            check_fits(read_turns(kept), turns)
            done, n_done = (done, 0) if kept is None else (read_review(kept), kept.n_done)
        for n, taken in enumerate(turns[n_done:], n_done + 1):
            found = await self.in_pool(partial(reviewed, record.game, taken))
            done += [] if found is None else [found]
            if n == len(turns) or time.monotonic() - kept_at > _KEEP_EVERY_S:
                kept_at = time.monotonic()
                await self._keep(record.id, turns, n, done)
        if not turns:
            await self._keep(record.id, turns, 0, done)
        _log.info("game reviewed", extra={"table": record.id})

    async def _keep(self, table_id: str, turns: list[Taken], n_done: int, done: list[TurnReview]) -> None:
        """Store what was found, once it was read back as whoever looks at it will read it."""
        content, now_ms = msgspec.json.encode(done), self._host.now_ms()
        kept = KeptReview(table_id, VERSION, len(turns), n_done, content, now_ms)
        check_fits(read_turns(kept), turns)
        await self.store.keep(kept)

    async def in_pool(self, work: Callable[[], T]) -> T:
        """Do what takes long where reviews are made, in turn with what others want there."""
        place = _place()
        async with self._lane.place((place,)):
            found: T = await self._lane.think(timed(work, partial(self._count.charge, place)), None)
            return found

    async def close(self) -> None:
        """Stop; what is kept stays."""
        for task in list(self._under_way.values()):
            task.cancel()
        self._lane.close()


def _place() -> str:
    """Where whoever wants this review is; a worker does not know."""
    who = caller()
    return "" if who is None else who.place


def people_first(record: Record, turns: list[Taken]) -> list[Taken]:
    """The turns in the order in which they are reviewed."""
    return sorted(turns, key=lambda taken: taken.seat in record.bots())


def check_fits(judged: Iterable[TurnReview], turns: Iterable[Taken]) -> None:
    """`Unreadable` where a verdict is about no turn of the game."""
    known = {(taken.seq, taken.last, taken.seat) for taken in turns}
    if not known.issuperset((each.seq, each.last, each.seat) for each in judged):
        raise Unreadable


def turn_at(turns: Sequence[Taken], judged: TurnReview) -> Taken:
    """The turn of a game that a verdict is about, or `Unreadable`."""
    check_fits([judged], turns)
    return next(taken for taken in turns if taken.seq == judged.seq)


def read_turns(kept: KeptReview | None) -> list[TurnReview]:
    """What a review has found so far, in the order of the game."""
    return [] if kept is None else sorted(read_review(kept), key=lambda turn: turn.seq)
