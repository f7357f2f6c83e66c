"""Time at live tables: limits, windows, restarts, and bots that hang."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from stolik.core.message import Complaint
from stolik.core.outcome import Outcome
from stolik.table.botseats import BotSeats
from stolik.table.calling import Caller, called_by, caller
from stolik.table.clocks import Clock, Correspondence, GameClock, NoClock, TurnClock, clocks_for
from stolik.table.deadlines import Deadlines
from stolik.table.record import OVER, Record
from tests.table.conftest import ANNA, Club
from tests.table.test_host import act, first_turn, play_on

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def awake(club: Club) -> AsyncIterator[Deadlines]:
    bots = BotSeats(club.host)
    club.host.after.append(bots)
    deadlines = Deadlines(club.host, bots)
    yield deadlines
    await bots.close()


def test_game_clock_runs_only_while_one_is_waited_for() -> None:
    clocks = clocks_for(GameClock(60), 2, 20)
    clocks = clocks.gone_on(0, {0}, False, {0})
    clocks = clocks.gone_on(10_000, {1}, False, {1})
    assert clocks.bank_ms(15_000) == [50_000, 55_000]
    clocks = clocks.gone_on(15_000, {0}, False, {0})
    assert clocks.bank_ms(16_000) == [49_000, 55_000]
    assert clocks.due_ms() == 65_000


def test_clocks_stand_still_while_a_question_is_open() -> None:
    clocks = clocks_for(GameClock(60), 2, 20)
    clocks = clocks.gone_on(0, {0}, False, {0})
    clocks = clocks.gone_on(10_000, {1}, True, {1})
    assert clocks.left_ms(15_000) == {1: 15_000}
    assert clocks.bank_ms(15_000) == [50_000, 60_000]
    clocks = clocks.gone_on(25_000, {1}, False, {1})
    assert clocks.bank_ms(26_000) == [50_000, 59_000]


def test_machine_whose_clock_jumps_back_takes_nobodys_time() -> None:
    clocks = clocks_for(TurnClock(60), 2, 20)
    clocks = clocks.gone_on(100_000, {0}, False, {0})
    clocks = clocks.gone_on(40_000, {0}, False, ())
    assert clocks.left_ms(40_000) == {0: 60_000}


@pytest.mark.parametrize(
    ("clock", "due_ms"),
    [(NoClock(), None), (TurnClock(30), 30_000), (Correspondence(2), 2 * 24 * 3600 * 1000)],
)
def test_turn_limits(clock: Clock, due_ms: int | None) -> None:
    clocks = clocks_for(clock, 2, 20)
    clocks = clocks.gone_on(0, {1}, False, {1})
    assert clocks.due_ms() == due_ms


async def test_turn_of_the_number_tiles_ends_by_the_clock(club: Club) -> None:
    table = await club.table("rummikub")
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    async with awake(club) as deadlines:
        club.time.pass_s(59)
        await deadlines.look()
        assert (await club.record(table.id)).seq == record.seq
        club.time.pass_s(2)
        await deadlines.look()
    after = await club.record(table.id)
    assert after.seq > record.seq
    assert after.waiting_for() == {1 - seat}


async def test_window_closes_by_itself(club: Club) -> None:
    table = await club.table("pl", 3)
    record = table
    while not record.game.answering(record.state):
        record = await play_on(club, table.id, 1)
    async with awake(club) as deadlines:
        club.time.pass_s(21)
        await deadlines.look()
    record = await club.record(table.id)
    assert not record.game.answering(record.state)


async def test_who_has_no_time_in_a_tournament_moves_no_more(club: Club) -> None:
    table = await club.table("pl-tournament", clock=GameClock(60))
    seat = min(table.waiting_for())
    async with awake(club) as deadlines:
        club.time.pass_s(61)
        await deadlines.look()
        record = await club.record(table.id)
        assert record.waiting_for() == {1 - seat}
        club.time.pass_s(61)
        await deadlines.look()
    record = await club.record(table.id)
    assert record.status == OVER
    assert isinstance(record.outcome, Outcome)


async def run_and_stop(club: Club) -> None:
    """A machine that is alive ten seconds after what was done last, and then no more."""
    async with awake(club) as deadlines:
        club.time.pass_s(10)
        await deadlines.start()
        await deadlines.close()


async def test_time_without_any_machine_is_nobodys(club: Club) -> None:
    table = await club.table("rummikub", clock=TurnClock(60))
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    await run_and_stop(club)
    club.time.pass_s(3600)
    after_restart = Club(club.store, club.host.games, club.time)
    async with awake(after_restart) as deadlines:
        await deadlines.start()
        await deadlines.look()
        record = await after_restart.record(table.id)
        assert record.clocks.left_ms(club.time()) == {seat: 50_000}
        club.time.pass_s(49)
        await deadlines.look()
        assert seat in (await after_restart.record(table.id)).waiting_for()
        club.time.pass_s(2)
        await deadlines.look()
        assert seat not in (await after_restart.record(table.id)).waiting_for()
        await deadlines.close()


async def test_short_stop_takes_time_only_where_another_machine_may_have_been_alive(club: Club) -> None:
    table = await club.table("rummikub", clock=TurnClock(60))
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    await run_and_stop(club)
    club.time.pass_s(8)
    after_restart = Club(club.store, club.host.games, club.time)
    async with awake(after_restart) as deadlines:
        await deadlines.start()
        record = await after_restart.record(table.id)
        left = 50_000 if club.store.is_for_one_machine else 42_000
        assert record.clocks.left_ms(club.time()) == {seat: left}
        await deadlines.close()


async def test_time_in_which_the_machine_slept_is_nobodys(club: Club) -> None:
    table = await club.table("rummikub", clock=TurnClock(60))
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    async with awake(club) as deadlines:
        club.time.pass_s(10)
        await deadlines.start()
        club.time.pass_s(3600)
        await deadlines.heartbeat()
        await deadlines.look()
        record = await club.record(table.id)
        assert record.clocks.left_ms(club.time()) == {seat: 50_000}
        await deadlines.close()


async def test_who_moves_first_after_a_gap_gets_his_time_back_too(club: Club) -> None:
    table = await club.table("rummikub", clock=GameClock(600))
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    async with awake(club) as deadlines:
        await deadlines.start()
        club.time.pass_s(5)
        await deadlines.heartbeat()
        club.time.pass_s(3600)  # it slept, or its database was away
        await act(club, record, seat, "first")
        moved = await club.record(table.id)
        bank = moved.clocks.bank_ms(club.time())
        assert bank is not None
        assert bank[seat] == 595_000
        await deadlines.close()


async def test_damaged_table_does_not_stop_the_clocks_of_others(club: Club) -> None:
    damaged, whole = [await club.table("rummikub", clock=TurnClock(60)) for _ in range(2)]
    for table in (damaged, whole):
        await first_turn(club, table.id)
    waiting = (await club.record(whole.id)).waiting_for()
    async with awake(club) as deadlines:
        await deadlines.start()
        await deadlines.close()
    nonsense = "'no events'" if club.store.is_for_one_machine else "'\\x00'"
    async with club.store._database.writing() as connection:
        await connection.exec_driver_sql(
            f"UPDATE journal SET events = {nonsense} WHERE table_id = '{damaged.id}' AND seq > 0"
        )
    club.time.pass_s(3600)
    after_restart = Club(club.store, club.host.games, club.time)
    async with awake(after_restart) as deadlines:
        await deadlines.start()
        club.time.pass_s(61)
        await deadlines.look()
        assert (await after_restart.record(whole.id)).waiting_for() != waiting
        await deadlines.close()


async def test_proposal_neither_stops_nor_winds_a_clock(club: Club) -> None:
    table = await club.table("rummikub", clock=TurnClock(60))
    record = await first_turn(club, table.id)
    seat = min(record.waiting_for())
    club.time.pass_s(20)
    await club.proposals.propose(table.id, "anna", 0, "draw")
    record = await club.record(table.id)
    assert record.clocks.left_ms(club.time()) == {seat: 40_000}
    await act(club, record, seat, "still the same turn")


async def with_bots(club: Club, levels: list[str | None]) -> Record:
    from stolik.core import registry
    from stolik.table.settings import settings_for

    settings = settings_for(
        registry.find_preset("pl"), club.host.games.of_preset("pl"), n_seats=1 + len(levels)
    )
    return await club.lobby.create(settings, ANNA, seats=levels)


async def settled(club: Club, table_id: str) -> Record:
    """The table when it waits for people again."""
    for _ in range(2000):
        record = await club.record(table_id)
        if not record.waiting_for() & record.bots():
            return record
        await asyncio.sleep(0.01)
    raise AssertionError("the bots do not move")


async def test_bots_move_by_themselves(club: Club) -> None:
    bots = BotSeats(club.host)
    club.host.after.append(bots)
    table = await with_bots(club, ["beginner", "generic"])
    for _ in range(4):
        record = await settled(club, table.id)
        seat = 0
        assert record.waiting_for() == {seat}
        await act(club, record, seat, f"mine {record.seq}")
    await settled(club, table.id)
    await bots.close()


async def test_bots_of_a_machine_that_died_are_taken_over(club: Club) -> None:
    table = await with_bots(club, ["generic"])
    if not table.waiting_for() & table.bots():
        await act(club, table, 0, "mine")
    record = await club.record(table.id)
    assert record.waiting_for() & record.bots()
    other = Club(club.store, club.host.games, club.time)
    async with awake(other) as deadlines:
        await deadlines.look()
        assert (await other.record(table.id)).seq == record.seq
        club.time.pass_s(61)
        await deadlines.look()
        await settled(other, table.id)


async def test_bot_that_hangs_loses_its_turn_and_not_the_server(club: Club) -> None:
    stuck = threading.Event()
    bots = BotSeats(club.host, patience_s=0.05)
    real = bots.think
    bots.think = lambda *_: stuck.wait(20)
    club.host.after.append(bots)
    table = await with_bots(club, ["generic"])
    if not table.waiting_for() & table.bots():
        await act(club, table, 0, "mine")
    record = await settled(club, table.id)
    bots.think = real
    await act(club, record, 0, "after it")
    await settled(club, table.id)
    stuck.set()
    await bots.close()


async def test_bot_that_fails_loses_its_turn_and_the_log_tells_where(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(record: Record, seat: int) -> None:
        raise RuntimeError(f"a bug with {record.game.view(record.state, seat).rack}")

    bots = BotSeats(club.host)
    bots.think = fail
    club.host.after.append(bots)
    table = await with_bots(club, ["generic"])
    if not table.waiting_for() & table.bots():
        await act(club, table, 0, "mine")
    await settled(club, table.id)
    await bots.close()
    failed = next(line for line in caplog.records if line.levelname == "ERROR")
    where = failed.__dict__
    assert (where["table"], where["seat"], where["bot"]) == (table.id, 1, "generic")
    assert "RuntimeError" in failed.getMessage()
    assert "test_clocks.fail:" in failed.getMessage()
    assert "a bug with" not in caplog.text


async def test_bot_whose_move_cannot_be_stored_tries_again(club: Club) -> None:
    may_go_on, thinks = threading.Event(), threading.Event()
    bots = BotSeats(club.host)
    real = bots.think

    def think_long(record: Record, seat: int) -> Any:
        thinks.set()
        may_go_on.wait(20)
        return real(record, seat)

    bots.think = think_long
    club.host.after.append(bots)
    table = await with_bots(club, ["generic"])
    if not table.waiting_for() & table.bots():
        await act(club, table, 0, "mine")
    await asyncio.to_thread(thinks.wait)
    database = club.store._database  # it is taken away under the server
    async with database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE journal RENAME TO gone")
    may_go_on.set()
    while not (await club.host.live(table.id)).is_doubtful:
        await asyncio.sleep(0.01)
    async with database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE gone RENAME TO journal")
    await settled(club, table.id)
    await bots.close()


async def test_claims_of_a_process_that_has_ended_are_free(club: Club) -> None:
    table = await with_bots(club, ["generic"])
    if not table.waiting_for() & table.bots():
        await act(club, table, 0, "mine")
    record = await club.record(table.id)
    restarted = Club(club.store, club.host.games, club.time)
    await club.store.release_claims()
    async with awake(restarted) as deadlines:
        await deadlines.look()
        await settled(restarted, table.id)
    assert (await restarted.record(table.id)).seq > record.seq


def test_minutes_beyond_the_time_are_given_one_by_one() -> None:
    clocks = clocks_for(GameClock(60, overtime_s=90), 2, 20)
    clocks = clocks.gone_on(0, {0}, False, {0})
    assert clocks.expired(60_000) == [0]
    left = []
    now = 60_000
    while clocks.has_overtime(0):
        clocks = clocks.gone_on(now, {0}, False, {0})
        clocks = clocks.with_minute(0)
        left.append(clocks.left_ms(now)[0])
        now += left[-1]
    assert left == [60_000, 30_000]
    assert clocks.expired(now) == [0]
    assert clocks.has_overtime(1)


async def test_overtime_costs_points_until_it_is_used_up(club: Club) -> None:
    table = await club.table(
        "pl-tournament", clock=GameClock(60, overtime_s=120), options={"overtime_points": 10}
    )
    seat = min(table.waiting_for())
    async with awake(club) as deadlines:
        club.time.pass_s(61)
        await deadlines.look()
        await deadlines.look()
        record = await club.record(table.id)
        assert record.waiting_for() == {seat}
        assert record.state.table.scores[seat] == -10
        assert record.clocks.left_ms(club.time()) == {seat: 60_000}
        again = Club(club.store, club.host.games, club.time)
        assert (await again.record(table.id)).clocks.due_ms() == record.clocks.due_ms()
        for _ in range(2):
            club.time.pass_s(61)
            await deadlines.look()
    record = await club.record(table.id)
    assert record.state.table.scores[seat] == -20
    assert record.waiting_for() == {1 - seat}


async def test_overtime_needs_rules_that_price_it(club: Club) -> None:
    with pytest.raises(Complaint, match="has no overtime"):
        await club.table("rummikub", clock=GameClock(60, overtime_s=60))


async def test_time_is_given_back_at_nobodys_cost(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    paying: list[Caller | None] = []
    heartbeat = club.store.heartbeat

    async def noted(node: str, now_ms: int) -> None:
        paying.append(caller())
        await heartbeat(node, now_ms)

    monkeypatch.setattr(club.store, "heartbeat", noted)
    async with awake(club) as deadlines:
        club.time.pass_s(60)
        with called_by(Caller("10.0.0.1", print)):
            await deadlines._heartbeat_if_late()
    assert paying == [None]
