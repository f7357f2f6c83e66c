"""Threads for bots: who gets the next one, and what becomes of those that hang."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from stolik.core import registry
from stolik.core.actions import TimedOut
from stolik.table.botseats import BotSeats
from stolik.table.calling import Caller, called_by
from stolik.table.lobby import Guest
from stolik.table.record import Record
from stolik.table.settings import settings_for
from stolik.table.thinking import Lane
from tests.table.conftest import ANNA, BRUNO, CELIA, Club
from tests.table.test_clocks import settled

pytestmark = pytest.mark.anyio


async def served(tables: Sequence[str]) -> list[str]:
    """In which order the tables of these people get the one thread; all have come while it was taken."""
    lane, order = Lane(1), list[str]()

    async def wait(people: str) -> None:
        async with lane.place(people):
            order.append(people)

    async with lane.place("x"):
        waiting = [asyncio.create_task(wait(people)) for people in tables]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return order


@pytest.mark.parametrize(
    ("tables", "order"),
    [
        (["e", "e", "e", "a", "b"], ["e", "a", "b", "e", "e"]),
        (["e", "e", "e", "a", "a"], ["e", "a", "e", "a", "e"]),
        (["e", "e", "e", "ea"], ["e", "ea", "e", "e"]),
        (["", "", "a"], ["", "a", ""]),
    ],
    ids=["one each", "in turn", "who waits least counts", "tables of nobody"],
)
async def test_threads_are_handed_out_in_rounds(tables: list[str], order: list[str]) -> None:
    assert await served(tables) == order


async def test_who_comes_later_does_not_overtake_for_ever() -> None:
    lane, order = Lane(1), list[str]()

    async def wait(people: str, then: Sequence[str]) -> None:
        async with lane.place(people):
            order.append(people)
            coming.extend(asyncio.create_task(wait(each, ())) for each in then)
            await asyncio.sleep(0)

    coming: list[asyncio.Task[None]] = []
    async with lane.place("x"):
        coming += [asyncio.create_task(wait(*each)) for each in [("e", "abc"), ("e", ""), ("e", "")]]
        await asyncio.sleep(0)
    while len(order) < 6:
        await asyncio.sleep(0)
    await asyncio.gather(*coming)
    assert order == ["e", "e", "a", "b", "c", "e"]


async def test_who_leaves_the_queue_takes_no_thread_along() -> None:
    lane = Lane(1)
    async with lane.place("a"):
        waiting = [asyncio.create_task(_think(lane, people, str)) for people in "bcd"]
        await asyncio.sleep(0)
        waiting[0].cancel()
    waiting[1].cancel()  # the thread has just been given to it
    told = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in told] == [asyncio.CancelledError, asyncio.CancelledError, str]
    assert await _think(lane, "e", str) == ""


async def _think(lane: Lane, people: str, work: Any, patience_s: float = 20) -> Any:
    async with lane.place(people):
        return await lane.think(work, patience_s)


async def test_work_that_hangs_is_left_alone_and_the_next_has_a_thread() -> None:
    lane, stuck = Lane(1), threading.Event()
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await _think(lane, "a", stuck.wait, 0.01)
    assert await _think(lane, "a", threading.current_thread) is not threading.current_thread()
    stuck.set()


async def test_thread_is_kept_for_the_next_work() -> None:
    lane = Lane(1)
    assert await _think(lane, "a", threading.get_ident) == await _think(lane, "b", threading.get_ident)


@pytest.mark.parametrize("kind", [ValueError, StopIteration])
async def test_work_that_fails_tells_its_error(kind: type[Exception]) -> None:
    def fail() -> None:
        raise kind("of the work")

    with pytest.raises((kind, RuntimeError)):
        await _think(Lane(1), "a", fail)


async def bot_to_move(club: Club, guest: Guest, level: str) -> Record:
    """A table at which a bot begins."""
    settings = settings_for(
        registry.find_preset("pl"), club.host.games.of_preset("pl"), n_seats=2, options={"starter": 1}
    )
    return await club.lobby.create(settings, guest, seats=[level])


def held_up(club: Club) -> tuple[BotSeats, list[str], threading.Event]:
    """Bots that do not begin before they are let; the tables they have thought about."""
    bots, thought, may_go_on = BotSeats(club.host), list[str](), threading.Event()
    real = bots.think

    def think(record: Record, seat: int) -> Any:
        may_go_on.wait(20)
        thought.append(record.id)
        return real(record, seat)

    bots.think = think
    club.host.after.append(bots)
    return bots, thought, may_go_on


async def test_bot_that_waits_for_a_thread_is_not_given_up(club: Club) -> None:
    bots = BotSeats(club.host, patience_s=1)
    real = bots.think

    def slowly(record: Record, seat: int) -> Any:
        threading.Event().wait(0.15)
        return real(record, seat)

    bots.think = slowly
    club.host.after.append(bots)
    tables = [await bot_to_move(club, ANNA, "generic") for _ in range(20)]
    timed_out = tables[0].game.codec.encode(TimedOut())
    for table in tables:
        await settled(club, table.id)
        assert timed_out not in [entry.action for entry in await club.store.entries(table.id)]
    await bots.close()


async def test_quick_bot_does_not_wait_behind_one_that_thinks_long(club: Club) -> None:
    bots, stuck = BotSeats(club.host), threading.Event()
    real = bots.think

    def think(record: Record, seat: int) -> Any:
        holder = record.holders[seat]
        if holder is not None and holder.bot == "champion":
            stuck.wait(20)
        return real(record, seat)

    bots.think = think
    club.host.after.append(bots)
    slow = await bot_to_move(club, ANNA, "champion")
    quick = await bot_to_move(club, ANNA, "beginner")
    await settled(club, quick.id)
    assert 1 in (await club.record(slow.id)).waiting_for()
    stuck.set()
    await bots.close()


@pytest.mark.parametrize(
    ("many", "place"),
    [([ANNA] * 6, None), ([ANNA, ANNA, CELIA, CELIA], "10.0.0.1")],
    ids=["player", "address"],
)
async def test_many_tables_of_one_do_not_delay_another(
    club: Club, many: Sequence[Guest], place: str | None
) -> None:
    bots, thought, may_go_on = held_up(club)
    with called_by(place and Caller(place, print)):
        theirs = [await bot_to_move(club, guest, "generic") for guest in many]
    with called_by(place and Caller("10.0.0.2", print)):
        one = await bot_to_move(club, BRUNO, "generic")
    await asyncio.sleep(0)
    may_go_on.set()
    for table in (*theirs, one):
        await settled(club, table.id)
    await bots.close()
    assert thought.index(one.id) <= 2
    assert sorted(thought) == sorted(table.id for table in (*theirs, one))


async def test_turn_is_thought_about_once_however_often_it_is_due(club: Club) -> None:
    bots, thought, may_go_on = held_up(club)
    tables = [await bot_to_move(club, ANNA, "generic") for _ in range(2)]
    for table in tables:
        bots.wake(await club.record(table.id))
    also = asyncio.create_task(bots.move(tables[1], 1))
    await asyncio.sleep(0)
    may_go_on.set()
    for table in tables:
        await settled(club, table.id)
    await also
    await bots.close()
    assert thought == [table.id for table in tables]


async def test_turn_that_another_machine_has_played_is_not_thought_about(club: Club) -> None:
    bots, thought, may_go_on = held_up(club)
    first, second = [await bot_to_move(club, ANNA, "generic") for _ in range(2)]
    other = BotSeats(elsewhere := Club(club.store, club.host.games, club.time).host)
    await other.move((await elsewhere.live(second.id)).record, 1)
    may_go_on.set()
    await bots.move(second, 1)
    await settled(club, first.id)
    await other.close()
    await bots.close()
    assert thought == [first.id]
