"""Coming to tables: those that wait for anybody, and those that are closed."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.table.clocks import Clock, Correspondence
from stolik.table.lobby import Guest
from stolik.table.record import OVER, Record
from stolik.table.settings import settings_for
from tests.table.conftest import ANNA, BRUNO, CELIA, Club

pytestmark = pytest.mark.anyio

MOST_OPEN = 5
A_DAY_S = 24 * 3600


async def opened(club: Club, maker: Guest, clock: Clock | None = None) -> Record:
    """An open table that waits for somebody."""
    preset = registry.find_preset("rummikub")
    settings = settings_for(preset, club.host.games.of_preset("rummikub"), n_seats=2, clock=clock)
    return await club.lobby.create(settings, maker, seats=[None], is_open=True)


async def shown(club: Club) -> list[str]:
    return [row.id for row in await club.lobby.open_tables()]


async def test_one_player_cannot_hide_the_open_tables_of_others(club: Club) -> None:
    own = [await opened(club, ANNA) for _ in range(MOST_OPEN)]
    with pytest.raises(Complaint, match="You wait at 5 open tables already"):
        await opened(club, ANNA)
    other = await opened(club, BRUNO)
    assert set(await shown(club)) == {table.id for table in (*own, other)}
    await club.lobby.leave(own[0].id, ANNA)
    assert (await opened(club, ANNA)).id in await shown(club)


@pytest.mark.parametrize("comes", ["with a new table", "with the tables of before"])
async def test_word_list_is_opened_beside_the_event_loop(
    club: Club, monkeypatch: pytest.MonkeyPatch, comes: str
) -> None:
    if comes == "with the tables of before":
        before = await club.table("pl")
        club = Club(club.store, club.host.games, club.time)
    games, lexicons = set[threading.Thread](), club.host.games.words
    find = lexicons.open

    def open_and_tell(*which: str) -> Any:
        games.add(threading.current_thread())
        return find(*which)

    monkeypatch.setattr(lexicons, "open", open_and_tell)
    if comes == "with the tables of before":
        await club.record(before.id)
    else:
        with monkeypatch.context() as only:  # as far as the table is stored: what comes then finds it open
            only.setattr(club.store, "create", _Stored.fail)
            with pytest.raises(_Stored):
                await club.table("pl")
    assert games
    assert threading.main_thread() not in games


class _Stored(Exception):
    """A table would be in the database now."""

    @staticmethod
    async def fail(*_: object, **__: object) -> None:
        raise _Stored


async def test_many_open_tables_wanted_at_once_are_no_more(club: Club) -> None:
    wanted = await asyncio.gather(*(opened(club, ANNA) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(each, Record) for each in wanted) == MOST_OPEN
    assert len(await shown(club)) == MOST_OPEN


async def test_tables_that_are_not_open_are_not_counted(club: Club) -> None:
    for _ in range(MOST_OPEN):
        await opened(club, ANNA)
    await club.lobby.join((await opened(club, BRUNO)).id, ANNA)
    await club.table("rummikub")
    assert len(await shown(club)) == MOST_OPEN


async def test_open_table_is_shown_for_as_long_as_somebody_may_be_there(club: Club) -> None:
    for _ in range(MOST_OPEN):
        at_once = await opened(club, ANNA)
    by_letter = await opened(club, BRUNO, Correspondence(3))
    club.time.pass_s(A_DAY_S - 1)
    assert {at_once.id, by_letter.id} <= set(await shown(club))
    club.time.pass_s(2)
    assert await shown(club) == [by_letter.id]
    again = await opened(club, ANNA)
    assert set(await shown(club)) == {again.id, by_letter.id}
    club.time.pass_s(7 * A_DAY_S)
    assert await shown(club) == []
    assert await club.lobby.join(by_letter.id, CELIA) == 1


async def test_who_comes_to_a_table_that_everybody_left_hears_that_it_is_closed(club: Club) -> None:
    table = await opened(club, ANNA)
    await club.lobby.leave(table.id, ANNA)
    assert (await club.record(table.id)).status == OVER
    with pytest.raises(Complaint, match="This table is closed"):
        await club.lobby.join(table.id, BRUNO)


@pytest.mark.parametrize("spectators", [True, False])
async def test_who_comes_to_a_game_that_has_begun_hears_so(club: Club, spectators: bool) -> None:
    table = await club.table("rummikub", spectators=spectators)
    with pytest.raises(Complaint, match="The game has begun without you") as told:
        await club.lobby.join(table.id, CELIA)
    assert ("You may watch it" in str(told.value)) is spectators
