"""Spectators who are behind the play: one late table for all, told entry by entry in its time."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import TypeVar

import pytest

from stolik.core.message import Complaint
from stolik.storage.entry import Entry
from stolik.table.folding import folding
from stolik.table.games import Games
from stolik.table.host import Live
from stolik.table.late import LateTables
from stolik.table.record import OVER, Record
from stolik.table.showing import TableShown
from stolik.web.live.watching import DelayedWatching
from tests.table.conftest import Club, Time, club_at
from tests.table.test_host import SEATED, act, first_turn, play_on
from tests.table.test_watching import SlowStore, as_shown, refusing

pytestmark = pytest.mark.anyio
HOUR_S = 3600
T = TypeVar("T")


class Spectator:
    """Somebody who is behind the play, and all that he is told."""

    def __init__(self, club: Club, live: Live, late: LateTables, since: int = 0) -> None:
        self._woken = asyncio.Event()
        self.watching = DelayedWatching(club.host, live, since, lambda _: self._woken.set(), late)
        self.told: list[TableShown] = []

    async def come(self) -> TableShown:
        """Begin to watch; what is told first."""
        await self.watching.rewind()
        self.watching.start()
        return await self.next()

    async def next(self) -> TableShown:
        await self._woken.wait()
        self._woken.clear()
        self.told.append(await self.watching.message(as_shown))
        return self.told[-1]

    async def see(self, seq: int) -> TableShown:
        """What is told when the table has come so far."""
        async with asyncio.timeout(60):
            while self.told[-1].seq < seq:
                await self.next()
        return self.told[-1]

    @property
    def seqs(self) -> list[int]:
        """The numbers of all events that were told."""
        return [one.seq for message in self.told for one in message.events]


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each fold from the beginning was of."""
    done: list[int] = []
    refold = Record.refolded

    def noted(self: Record, entries: list[Entry]) -> Record:
        done.append(len(entries))
        return refold(self, entries)

    monkeypatch.setattr(Record, "refolded", noted)
    return done


def records_of(table_id: str) -> int:
    """How many records of a table are in memory."""
    gc.collect()
    return sum(isinstance(each, Record) and each.id == table_id for each in gc.get_objects())


async def test_spectators_of_a_table_share_one_fold_and_one_record(club: Club, folds: list[int]) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    await play_on(club, table.id, 30)
    live, late = await club.host.live(table.id), LateTables(club.host)
    del table
    before = records_of(live.record.id)
    crowd = [Spectator(club, live, late) for _ in range(5)]
    seen = await asyncio.gather(*(each.come() for each in crowd))
    assert folds == [1]  # the opening of the table
    assert records_of(live.record.id) <= before + 1
    assert {each.seq for each in seen} == {len(crowd[0].seqs)}
    assert seen[0].seq < live.record.seq
    assert len(late) == len(live.listeners) == 1
    for each in crowd:
        each.watching.stop()
    assert len(late) == len(live.listeners) == 0


async def test_nothing_is_told_or_kept_for_a_spectator_before_it_is_due(club: Club) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    await play_on(club, table.id, 3)
    live, late = await club.host.live(table.id), LateTables(club.host)
    spectator = Spectator(club, live, late)
    first = await spectator.come()
    await play_on(club, table.id, 3)
    again = await spectator.watching.message(as_shown)
    assert (again.seq, again.view, again.events) == (first.seq, first.view, ())
    assert spectator.watching._pending == {}
    later = await Spectator(club, live, late).come()
    assert (later.seq, later.view) == (first.seq, first.view)
    club.time.pass_s(HOUR_S)
    anew = await Spectator(club, live, LateTables(club.host)).come()
    assert (anew.seq, anew.view) == (live.record.seq, live.record.game.view(live.record.state, None))


async def test_next_one_folds_where_the_first_is_refused(club: Club, folds: list[int]) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    live, late = await club.host.live(table.id), LateTables(club.host)
    refused, other = Spectator(club, live, late), Spectator(club, live, late)
    answers = await asyncio.gather(refused.watching.rewind(refusing), other.come(), return_exceptions=True)
    assert isinstance(answers[0], Complaint)
    assert isinstance(answers[1], TableShown)
    assert folds == [1]
    other.watching.stop()
    assert len(late) == len(live.listeners) == 0
    with pytest.raises(Complaint):
        await refused.watching.rewind(refusing)
    assert len(late) == len(live.listeners) == 0


async def test_who_leaves_while_a_table_is_folded_leaves_nothing_behind(club: Club) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    live, late = await club.host.live(table.id), LateTables(club.host)
    club.host.store = slow = SlowStore(club.store._database)
    coming = asyncio.create_task(Spectator(club, live, late).come())
    await slow.has_read.wait()
    coming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await coming
    assert len(late) == len(live.listeners) == 0


async def test_each_event_is_told_once_when_it_is_due_and_all_others_at_the_end(club: Club) -> None:
    table = await club.table("rummikub", delay_s=1)
    live, late = await club.host.live(table.id), LateTables(club.host)
    spectator = Spectator(club, live, late)
    await spectator.come()
    seq = (await play_on(club, table.id, 5)).seq
    await spectator.see(seq)
    assert [message.status for message in spectator.told][-1] != OVER
    await play_on(club, table.id)
    last = await spectator.see(live.record.seq)
    assert last.status == OVER
    assert last.view == live.record.game.view(live.record.state, None)
    assert spectator.seqs == list(range(live.record.seq))
    spectator.watching.stop()


@pytest.mark.parametrize("n_actions", [5, 10_000])
async def test_end_of_a_game_tells_all_that_was_late(club: Club, n_actions: int) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    live, late = await club.host.live(table.id), LateTables(club.host)
    spectator = Spectator(club, live, late)
    await spectator.come()
    await play_on(club, table.id, n_actions)
    if live.record.status != OVER:
        await club.host.act(table.id, "anna", 0, b'{"type":"Resign"}', turn=None, request="end")
    assert (await spectator.next()).status == OVER
    assert spectator.seqs == list(range(live.record.seq))
    await club.proposals.propose(table.id, "bruno", 1, "rematch")
    assert (await spectator.next()).asked is not None
    spectator.watching.stop()


async def test_end_of_a_game_that_comes_while_it_is_folded_is_told(club: Club) -> None:
    table = await club.table("rummikub", delay_s=HOUR_S)
    live, late = await club.host.live(table.id), LateTables(club.host)
    spectator, may_fold = Spectator(club, live, late), asyncio.Event()

    async def slowly(n: int, work: Callable[[], T]) -> T:
        done = await folding(n, work)
        await may_fold.wait()
        return done

    coming = asyncio.create_task(spectator.watching.rewind(slowly))
    while not live.listeners:
        await asyncio.sleep(0)
    await club.host.act(table.id, "anna", 0, b'{"type":"Resign"}', turn=None, request="end")
    may_fold.set()
    await coming
    spectator.watching.start()
    assert (await spectator.next()).status == OVER
    assert spectator.seqs == list(range(live.record.seq))
    spectator.watching.stop()


async def test_what_is_taken_back_later_is_taken_back_for_spectators_later(club: Club) -> None:
    table = await club.table("rummikub", delay_s=1)
    live, late = await club.host.live(table.id), LateTables(club.host)
    before = await first_turn(club, table.id)
    spectator = Spectator(club, live, late)
    await spectator.come()
    await spectator.see(before.seq)
    seat = min(before.waiting_for())
    await act(club, before, seat, "to be taken back")
    moved = live.record
    await spectator.see(moved.seq)
    await club.proposals.propose(table.id, SEATED[seat].id, seat, "take back")
    await club.proposals.answer(table.id, SEATED[1 - seat].id, 1 - seat, True)
    assert spectator.told[-1].view == moved.game.view(moved.state, None)
    last = await spectator.see(live.record.seq)
    assert last.view == before.game.view(before.state, None)
    assert spectator.seqs == list(range(live.record.seq))
    spectator.watching.stop()


async def test_what_another_machine_has_stored_is_told_event_by_event(
    database_url: str, games: Games, time: Time
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        table = await one.table("rummikub", delay_s=1)
        live, late = await two.host.live(table.id), LateTables(two.host)
        spectator = Spectator(two, live, late)
        await spectator.come()
        newest = await play_on(one, table.id, 6)
        await two.host.refresh(table.id)
        assert spectator.told[-1].seq < newest.seq
        last = await spectator.see(newest.seq)
        assert last.view == newest.game.view(newest.state, None)
        assert spectator.seqs == list(range(newest.seq))
        spectator.watching.stop()
