"""Several machines on one database: who is first, and who is behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.storage.entry import Unreadable
from stolik.table.games import Games
from stolik.table.host import Stale
from stolik.table.record import OVER, PLAYING, WAITING, Record
from stolik.table.settings import settings_for
from tests.table.conftest import ANNA, BRUNO, Club, Time, club_at
from tests.table.test_host import SEATED, act, move, play_on

pytestmark = pytest.mark.anyio


class _Nobody:
    """Somebody who listens and does nothing."""

    def changed(self, record: Record, entry: Any, envelopes: Any) -> None:
        """Do nothing."""


async def test_machine_at_which_nobody_watches_knows_the_newest_all_the_same(
    database_url: str, games: Games, time: Time
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        settings = settings_for(registry.find_preset("pl"), games.of_preset("pl"), spectators=False)
        waiting = await one.lobby.create(settings, ANNA)
        assert (await two.record(waiting.id)).status == WAITING
        await one.lobby.join(waiting.id, BRUNO)
        assert (await two.record(waiting.id)).status == PLAYING
        await play_on(one, waiting.id)
        assert (await two.record(waiting.id)).status == OVER


async def test_table_whose_journal_is_damaged_is_a_sentence_and_stops_no_other(
    database_url: str, games: Games, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        damaged, whole = [await one.table("rummikub") for _ in range(2)]
        for table in (damaged, whole):
            (await two.host.live(table.id)).listeners.add(_Nobody())
            await act(one, table, min(table.waiting_for()), "next")
        async with one.store._database.writing() as connection:
            await connection.exec_driver_sql(
                f"UPDATE journal SET events = 'no events' WHERE table_id = '{damaged.id}' AND seq > 0"
                if one.store.is_for_one_machine
                else f"UPDATE journal SET events = '\\x00' WHERE table_id = '{damaged.id}' AND seq > 0"
            )
        await two.host.refresh_all([damaged.id, whole.id])
        assert (await two.record(whole.id)).seq == (await one.record(whole.id)).seq
        assert (await two.record(damaged.id)).seq == damaged.seq
        fresh = Club(two.store, games, time)
        with pytest.raises(Unreadable):
            await fresh.host.live(damaged.id)
        told = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
        assert told == [f"put aside, cannot be read: table {damaged.id}: CodecError"]
        assert two.store.aside.counted() == {"table": 1}


async def test_two_machines_deciding_at_once_store_one_action(
    database_url: str, games: Games, time: Time
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        table = await one.table("pl")
        seat = min(table.waiting_for())
        await two.record(table.id)

        async def submit(club: Club, request: str) -> Any:
            try:
                return await club.host.act(
                    table.id,
                    SEATED[seat].id,
                    seat,
                    move(table, seat),
                    turn=table.opened[seat],
                    request=request,
                )
            except Complaint as error:
                return error

        answers = await asyncio.gather(submit(one, "one"), submit(two, "two"))
        assert sum(isinstance(answer, int) for answer in answers) == 1
        assert sum(isinstance(answer, Stale) for answer in answers) == 1
        assert (await one.store.entries(table.id)) == (await two.store.entries(table.id))
        await two.host.refresh(table.id)
        await one.host.refresh(table.id)
        assert (await two.record(table.id)).state == (await one.record(table.id)).state


async def test_tables_are_caught_up_with_together_and_none_waits_for_a_busy_one(
    database_url: str, games: Games, time: Time
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        tables = [await one.table("pl") for _ in range(4)]
        lives = _, busy, doubtful, returning = [await two.host.live(table.id) for table in tables]
        for table in tables:
            await play_on(one, table.id, 3)
        doubtful.is_doubtful = True
        seat = min((await one.record(returning.record.id)).waiting_for())
        await one.proposals.propose(returning.record.id, SEATED[1 - seat].id, 1 - seat, "take back")
        await one.proposals.answer(returning.record.id, SEATED[seat].id, seat, True)
        newest = {table.id: await one.record(table.id) for table in tables}
        async with busy.lock:
            refreshing = asyncio.create_task(two.host.refresh_all([*newest, "nowhere"]))
            async with asyncio.timeout(20):
                while any(live.record.seq < newest[live.record.id].seq for live in lives if live != busy):
                    await asyncio.sleep(0.01)
            assert busy.record.seq == tables[1].seq
        await refreshing
        for live in lives:
            record = newest[live.record.id]
            assert (live.record.seq, live.record.state) == (record.seq, record.state)
            assert live.is_quiet
