"""What a viewer is told while the table changes under him: every event once, in order, the newest view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.entry import Entry
from stolik.storage.tables import TableStore
from stolik.table.clocks import TurnClock
from stolik.table.host import Stale
from stolik.table.late import LateTables
from stolik.table.showing import TableShown
from stolik.web.live.watching import DelayedWatching, Watching
from tests.table.conftest import Club
from tests.table.test_host import act, first_turn, play_on

pytestmark = pytest.mark.anyio
T = TypeVar("T")


def as_shown(message: TableShown) -> TableShown:
    """A message before it is written."""
    return message


async def refusing(_n: int, _work: Callable[[], T]) -> T:
    """Too much is in line."""
    raise Complaint("Come again.")


class SlowStore(TableStore):
    """A database that has read what was asked for, and takes its time to hand it over."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.hands_over = asyncio.Event()
        self.has_read = asyncio.Event()

    async def entries(self, table_id: str, from_seq: int = 0) -> list[Entry]:
        found = await super().entries(table_id, from_seq)
        self.has_read.set()
        await self.hands_over.wait()
        return found


async def test_event_stored_while_the_journal_is_read_is_told(club: Club) -> None:
    table = await club.table("rummikub")
    live = await club.host.live(table.id)
    club.host.store = slow = SlowStore(club.store._database)
    watching = Watching(club.host, live, 0, 0, lambda _: None)
    watching.start()
    looking = asyncio.create_task(watching.message(as_shown))
    await slow.has_read.wait()
    record = await club.record(table.id)
    await act(club, record, min(record.waiting_for()), "meanwhile")
    slow.hands_over.set()
    told = [await looking, await watching.message(as_shown)]
    seqs = [one.seq for message in told for one in message.events]
    assert seqs == list(range((await club.record(table.id)).seq))


async def test_viewer_who_was_away_for_long_is_told_every_event_once(club: Club) -> None:
    table = await club.table("rummikub")
    live = await club.host.live(table.id)
    watching = Watching(club.host, live, None, 0, lambda _: None)
    watching.start()
    first = await watching.message(as_shown)
    await play_on(club, table.id)
    second = await watching.message(as_shown)
    assert len(watching._pending) == 0
    seqs = [one.seq for message in (first, second) for one in message.events]
    assert seqs == list(range((await club.record(table.id)).seq))
    assert (second.status, second.seq) == ("over", seqs[-1] + 1)


async def test_spectator_who_is_behind_sees_a_game_taken_back(club: Club) -> None:
    table = await club.table("rummikub", delay_s=1)
    live = await club.host.live(table.id)
    await first_turn(club, table.id)
    before = live.record
    seat = min(before.waiting_for())
    await act(club, before, seat, "to be taken back")
    await club.proposals.propose(table.id, ("anna", "bruno")[seat], seat, "take back")
    await club.proposals.answer(table.id, ("anna", "bruno")[1 - seat], 1 - seat, True)
    assert live.record.state == before.state
    watching = DelayedWatching(club.host, live, 0, lambda _: None, LateTables(club.host))
    club.time.ms -= 1  # everything but the opening is still to be told
    await watching.rewind()
    watching.start()
    while (shown := await watching.message(as_shown)).seq < live.record.seq:
        await asyncio.sleep(0.05)
    watching.stop()
    assert shown.view == before.game.view(before.state, None)


async def test_event_stored_while_a_spectator_goes_behind_is_told(club: Club) -> None:
    table = await club.table("rummikub", delay_s=1)
    live = await club.host.live(table.id)
    club.host.store = slow = SlowStore(club.store._database)
    watching = DelayedWatching(club.host, live, 0, lambda _: None, LateTables(club.host))
    going_behind = asyncio.create_task(watching.rewind())
    await slow.has_read.wait()
    await act(club, live.record, min(live.record.waiting_for()), "meanwhile")
    slow.hands_over.set()
    await going_behind
    watching.start()
    told = [await watching.message(as_shown)]
    async with asyncio.timeout(10):
        while told[-1].seq < live.record.seq:
            await asyncio.sleep(0.05)
            told.append(await watching.message(as_shown))
    watching.stop()
    seqs = [one.seq for message in told for one in message.events]
    assert seqs == list(range(live.record.seq))


async def test_nothing_is_taken_back_that_was_done_while_the_journal_was_read(club: Club) -> None:
    table = await club.table("rummikub")
    live = await club.host.live(table.id)
    await play_on(club, table.id, 4)
    club.host.store = slow = SlowStore(club.store._database)
    asking = asyncio.create_task(club.proposals.propose(table.id, "anna", 0, "take back"))
    await slow.has_read.wait()
    await act(club, live.record, min(live.record.waiting_for()), "meanwhile")
    slow.hands_over.set()
    with pytest.raises(Stale):
        await asking


async def test_who_watches_a_finished_game_again_is_told_what_happens_then(club: Club) -> None:
    table = await club.table("rummikub")
    await play_on(club, table.id)
    live = await club.host.live(table.id)
    first = Watching(club.host, live, 0, 0, lambda _: None)
    first.start()
    first.stop()
    again = Watching(club.host, live, 0, 0, lambda _: None)
    again.start()
    before = await again.message(as_shown)
    await club.proposals.propose(table.id, "bruno", 1, "rematch")
    after = await again.message(as_shown)
    assert after.seq > before.seq
    assert after.asked is not None


async def test_spectator_who_is_behind_sees_the_clocks_as_they_stood(club: Club) -> None:
    table = await club.table("rummikub", clock=TurnClock(60), delay_s=20)
    record = await first_turn(club, table.id)
    club.time.pass_s(30)
    watching = DelayedWatching(
        club.host, await club.host.live(table.id), 0, lambda _: None, LateTables(club.host)
    )
    await watching.rewind()
    watching.start()
    assert (await watching.message(as_shown)).left_ms == {min(record.waiting_for()): 50_000}
    watching.stop()


async def test_message_that_is_refused_is_told_whole_the_next_time(club: Club) -> None:
    table = await club.table("rummikub")
    live = await club.host.live(table.id)
    seat = min(live.record.waiting_for())
    watching = Watching(club.host, live, seat, 0, lambda _: None)
    watching.start()
    with pytest.raises(Complaint):  # before the journal is read
        await watching.message(as_shown, refusing)
    first = await watching.message(as_shown)
    await act(club, live.record, seat, "mine")
    with pytest.raises(Complaint):  # before the message is put together
        await watching.message(as_shown, refusing)
    assert watching.tells("mine")
    second = await watching.message(as_shown)
    assert second.done == ("mine",)
    assert not watching.tells("mine")
    seqs = [one.seq for message in (first, second) for one in message.events]
    assert seqs == list(range(live.record.seq))
    watching.stop()
