"""What people at a table ask each other, and what becomes of a question that is overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from stolik.core.actions import Resign
from stolik.core.log import Proposal, Revealed
from stolik.core.message import Complaint
from stolik.table.games import Games
from stolik.table.host import NotYourSeat, RequestUsed, Stale
from stolik.table.lobby import Lobby
from stolik.table.record import OVER, PLAYING, Record
from tests.table.conftest import ANNA, BRUNO, CELIA, Club, Time, club_at
from tests.table.test_host import play_on

pytestmark = pytest.mark.anyio


async def _resign(club: Club, table_id: str) -> None:
    record = await club.record(table_id)
    action = record.game.codec.encode(Resign())
    await club.host.act(table_id, BRUNO.id, 1, action, turn=None, request=None)


@pytest.mark.parametrize("what", ["draw", "abort", "take back"])
async def test_end_of_the_game_settles_what_was_asked(club: Club, what: Proposal) -> None:
    table = await club.table("rummikub")
    answering = min(table.waiting_for())
    ready = table.game.codec.encode(next(iter(table.game.actions(table.game.view(table.state, answering)))))
    who = (ANNA, BRUNO)[answering]
    await club.host.act(table.id, who.id, answering, ready, turn=None, request=None)
    await club.proposals.propose(table.id, who.id, answering, what)
    await _resign(club, table.id)
    over = await club.record(table.id)
    assert over.status == OVER
    assert over.asked is None
    for seat, guest in enumerate((ANNA, BRUNO)):
        with pytest.raises(Complaint, match="Nothing was asked"):
            await club.proposals.answer(table.id, guest.id, seat, True)
    after = await club.record(table.id)
    assert (after.status, after.seq, after.outcome) == (OVER, over.seq, over.outcome)
    assert after.ended_by is None
    told = [one.event for entry in await club.store.entries(table.id) for one in over.decode(entry)]
    assert isinstance(told[-1], Revealed)


@pytest.mark.parametrize("is_another_machine", [False, True])
async def test_name_of_a_request_stands_for_one_question_or_answer(
    club: Club, is_another_machine: bool
) -> None:
    table = await club.table("pl", 3)
    asked = await club.proposals.propose(table.id, ANNA.id, 0, "draw", "once")
    agreed = await club.proposals.propose(table.id, BRUNO.id, 1, "draw", "once")
    before = await club.record(table.id)
    at = Club(club.store, club.host.games, club.time) if is_another_machine else club
    assert await at.proposals.propose(table.id, ANNA.id, 0, "draw", "once") == asked
    # who proposes the same as another agrees to it, and may have said so
    assert await at.proposals.propose(table.id, BRUNO.id, 1, "draw", "once") == agreed
    assert await at.proposals.answer(table.id, BRUNO.id, 1, True, "once", to=asked) == agreed
    for what in ("abort", "take back"):
        for seat, guest in enumerate((ANNA, BRUNO)):
            with pytest.raises(RequestUsed):
                await at.proposals.propose(table.id, guest.id, seat, what, "once")
    for agrees, to in ((False, asked), (False, None), (True, asked + 1)):
        with pytest.raises(RequestUsed):
            await at.proposals.answer(table.id, BRUNO.id, 1, agrees, "once", to=to)
    with pytest.raises(RequestUsed):
        await at.proposals.answer(table.id, ANNA.id, 0, True, "once")
    assert (await at.record(table.id)).seq == before.seq


async def test_rematch_can_be_asked_for_where_another_question_was_open(club: Club) -> None:
    table = await club.table()
    await club.proposals.propose(table.id, ANNA.id, 0, "draw")
    await _resign(club, table.id)
    await club.proposals.propose(table.id, ANNA.id, 0, "rematch")
    await club.proposals.answer(table.id, BRUNO.id, 1, True)
    assert (await club.record(table.id)).followed_by is not None


async def test_yes_counts_for_the_question_it_was_given_to(club: Club) -> None:
    table = await club.table()
    await club.proposals.propose(table.id, ANNA.id, 0, "draw")
    asked = (await club.record(table.id)).asked
    assert asked is not None
    await club.proposals.propose(table.id, ANNA.id, 0, "abort")
    with pytest.raises(Stale):
        await club.proposals.answer(table.id, BRUNO.id, 1, True, to=asked.seq)
    newest = await club.record(table.id)
    assert newest.status != OVER
    assert newest.asked is not None
    await club.proposals.answer(table.id, BRUNO.id, 1, True, to=newest.asked.seq)
    assert (await club.record(table.id)).status == OVER


@pytest.mark.parametrize("dies", [False, True])
async def test_rematch_that_is_agreed_on_twice_at_once_is_one_game(
    database_url: str, games: Games, time: Time, dies: bool
) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        table = await one.table()
        await _resign(one, table.id)
        await one.proposals.propose(table.id, ANNA.id, 0, "rematch")
        if dies:  # a machine that has set up the table, and then nothing more
            with pytest.raises(_Died):
                await _Dying(one.host).follow(await one.host.live(table.id))
        clubs = (one, two, one, two)
        answers = (club.proposals.answer(table.id, BRUNO.id, 1, True) for club in clubs)
        told = await asyncio.gather(*answers, return_exceptions=True)
        assert any(isinstance(each, int) for each in told)
        assert all(isinstance(each, int | Complaint) for each in told)  # who is late hears that it is settled
        following = {(await club.record(table.id)).followed_by for club in clubs}
        tables = {row.id: row.status for row in await one.store.of_player(ANNA.id)}
        assert len(following) == 1
        assert tables == {table.id: OVER, following.pop(): PLAYING}


class _Died(Exception):
    """The machine is no more."""


class _Dying(Lobby):
    """A machine that dies when it has stored a table."""

    async def _store(self, record: Record, events: Sequence[Any], is_open: bool = False) -> None:
        await super()._store(record, events, is_open)
        raise _Died


MOST_ASKED = 10


async def _ask_in_vain(club: Club, table_id: str, seat: int, what: Proposal = "draw") -> None:
    guests = (ANNA, BRUNO)
    await club.proposals.propose(table_id, guests[seat].id, seat, what)
    await club.proposals.answer(table_id, guests[1 - seat].id, 1 - seat, False)


async def test_who_has_asked_often_waits_for_the_next_move(club: Club) -> None:
    table = await club.table()
    for _ in range(MOST_ASKED):
        await _ask_in_vain(club, table.id, 0)
    before = (await club.record(table.id)).seq
    with pytest.raises(Complaint, match="You have asked often enough; wait for the next move"):
        await club.proposals.propose(table.id, ANNA.id, 0, "abort")
    assert (await club.record(table.id)).seq == before
    another_machine = Club(club.store, club.host.games, club.time)
    with pytest.raises(Complaint, match="You have asked often enough"):
        await another_machine.proposals.propose(table.id, ANNA.id, 0, "draw")
    await _ask_in_vain(club, table.id, 1)
    await play_on(club, table.id, 1)
    await _ask_in_vain(club, table.id, 0)


async def test_who_has_asked_often_still_agrees(club: Club) -> None:
    table = await club.table()
    for _ in range(MOST_ASKED):
        await _ask_in_vain(club, table.id, 0)
    await club.proposals.propose(table.id, BRUNO.id, 1, "draw")
    await club.proposals.propose(table.id, ANNA.id, 0, "draw")
    assert (await club.record(table.id)).status == OVER


async def test_end_of_a_game_lets_everybody_ask_for_another_one_but_not_for_ever(club: Club) -> None:
    table = await club.table()
    for _ in range(MOST_ASKED):
        await _ask_in_vain(club, table.id, 0)
    await club.proposals.propose(table.id, BRUNO.id, 1, "draw")
    await club.proposals.answer(table.id, ANNA.id, 0, True)
    for _ in range(MOST_ASKED):
        await _ask_in_vain(club, table.id, 0, "rematch")
    with pytest.raises(Complaint, match="You have asked often enough"):
        await club.proposals.propose(table.id, ANNA.id, 0, "rematch")


async def test_game_is_read_only_for_who_may_take_a_move_back(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rated = await club.table("pl"), await club.table("pl", rated=True)
    await play_on(club, table.id, 3)
    read, entries = list[str](), club.store.entries

    async def counted(table_id: str, *more: Any) -> Any:
        read.append(table_id)
        return await entries(table_id, *more)

    monkeypatch.setattr(club.store, "entries", counted)
    with pytest.raises(NotYourSeat):
        await club.proposals.propose(table.id, BRUNO.id, 0, "take back")
    with pytest.raises(NotYourSeat):
        await club.proposals.propose(table.id, CELIA.id, 0, "take back")
    with pytest.raises(Complaint, match="rated"):
        await club.proposals.propose(rated.id, ANNA.id, 0, "take back")
    assert read == []
    asked = await club.proposals.propose(table.id, ANNA.id, 0, "take back", "once")
    assert read == [table.id]
    assert await club.proposals.propose(table.id, ANNA.id, 0, "take back", "once") == asked
    assert read == [table.id]
