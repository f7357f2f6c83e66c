"""Seats that go over to an account, and names that are forgotten, on both databases."""

from __future__ import annotations

import pytest

from stolik.core.log import Seated
from stolik.storage.belongings import BelongingStore
from stolik.storage.chat import ChatStore
from stolik.storage.players import PlayerStore
from stolik.table.games import Games
from stolik.table.handover import Handover
from stolik.table.lobby import Guest
from stolik.table.record import OVER, PLAYING, WAITING, Record, new_record
from tests.table.conftest import ANNA, BRUNO, CELIA, Club, Time, club_at

pytestmark = pytest.mark.anyio


def handover(club: Club) -> Handover:
    return Handover(club.host, club.lobby, BelongingStore(club.store._database))


async def journal_of(club: Club, table_id: str) -> bytes:
    return b"".join(entry.events for entry in await club.store.entries(table_id))


async def newcomer(club: Club, guest: Guest) -> None:
    await PlayerStore(club.store._database).add_guest(guest.id, guest.name, "pl", 0)


async def replayed(club: Club, record: Record) -> Record:
    """The table as another machine reads it."""
    fresh = new_record(record.id, record.settings, record.game, club.host.key)
    return fresh.folded(await club.store.entries(record.id))


async def test_seat_in_a_running_game_goes_over_and_can_be_played(club: Club) -> None:
    record = await club.table("rummikub")
    dora = Guest("dora", "Dora")
    await newcomer(club, dora)
    before = (await club.record(record.id)).opened
    await handover(club).move(ANNA.id, dora)
    after = await club.record(record.id)
    assert after.seats_of("dora") == [0]
    assert after.seats_of(ANNA.id) == []
    assert after.opened == before
    assert [row.id for row in await club.store.of_player("dora")] == [record.id]
    assert await PlayerStore(club.store._database).find(ANNA.id) is None
    assert b'"anna"' not in await journal_of(club, record.id)
    assert (await replayed(club, record)).holders == after.holders
    seat = next(iter(after.opened))
    action = next(iter(after.game.actions(after.game.view(after.state, seat))))
    player = after.holders[seat]
    assert player is not None
    await club.host.act(
        record.id,
        player.player,
        seat,
        after.game.codec.encode(action),
        turn=after.opened[seat],
        request="r",
    )


async def test_account_that_sits_at_the_same_table_holds_both_seats(club: Club) -> None:
    record = await club.table("rummikub")
    await handover(club).move(ANNA.id, BRUNO)
    after = await club.record(record.id)
    assert after.seats_of(BRUNO.id) == [0, 1]
    assert [row.id for row in await club.store.of_player(BRUNO.id)] == [record.id]


async def test_lines_that_guest_and_account_called_the_same_go_over_both(club: Club) -> None:
    record = await club.table("rummikub")
    chat = ChatStore(club.store._database)
    for guest in (ANNA, BRUNO):
        await chat.keep(record.id, guest.id, guest.name, 0, f"I am {guest.name}", "first")
    await handover(club).move(ANNA.id, BRUNO)
    told = await chat.lines(record.id)
    assert [(line.player_id, line.text) for line in told] == [
        (BRUNO.id, "I am Anna"),
        (BRUNO.id, "I am Bruno"),
    ]


async def test_several_people_on_one_device_keep_their_names(club: Club) -> None:
    record = await club.table("rummikub", people=3)
    waiting = (await club.lobby.create(record.settings, ANNA)).id
    await club.lobby.join(waiting, Guest(ANNA.id, "Ola"), another=True)
    await handover(club).move(ANNA.id, BRUNO)
    names = [holder and holder.name for holder in (await club.record(waiting)).holders]
    assert names == ["Anna", "Ola", None]


async def test_other_machine_sees_the_seat_go_over(
    database_url: str, games: Games, time: Time, club: Club
) -> None:
    record = await club.table("rummikub")
    async with club_at(database_url, games, time) as other:
        await other.record(record.id)
        await handover(club).move(ANNA.id, BRUNO)
        await other.host.refresh(record.id)
        assert (await other.record(record.id)).seats_of(BRUNO.id) == [0, 1]


async def test_machine_that_has_missed_somebody_sitting_down_moves_him_too(
    database_url: str, games: Games, time: Time, club: Club
) -> None:
    async with club_at(database_url, games, time) as other:
        table = await other.table("rummikub", people=2)
        waiting = await other.lobby.create(table.settings, ANNA)
        await club.record(waiting.id)
        await other.lobby.join(waiting.id, CELIA)
        await handover(club).move(CELIA.id, BRUNO)
        assert (await club.record(waiting.id)).seats_of(BRUNO.id) == [1]


async def test_forgotten_player_resigns_and_leaves_no_name(club: Club) -> None:
    record = await club.table("pl")
    await handover(club).forget(ANNA.id)
    after = await club.record(record.id)
    assert after.status == OVER
    assert after.outcome is not None
    assert after.holders[0] == ("", None, None)
    assert after.people() == {1}
    stored = await journal_of(club, record.id)
    assert b"Anna" not in stored
    assert b"anna" not in stored
    assert b"Bruno" in stored
    assert (await replayed(club, record)).holders == after.holders


async def test_game_of_three_goes_on_without_the_forgotten_one(club: Club) -> None:
    record = await club.table("rummikub", people=3)
    await handover(club).forget(CELIA.id)
    after = await club.record(record.id)
    assert after.status == PLAYING
    assert 2 not in after.waiting_for()
    await club.proposals.propose(record.id, ANNA.id, 0, "abort")
    await club.proposals.answer(record.id, BRUNO.id, 1, True)
    assert (await club.record(record.id)).status == OVER


async def test_rematch_leaves_the_seat_of_the_forgotten_one_free(club: Club) -> None:
    record = await club.table("pl")
    await handover(club).forget(ANNA.id)
    await club.proposals.propose(record.id, BRUNO.id, 1, "rematch")
    followed = (await club.record(record.id)).followed_by
    assert followed is not None
    fresh = await club.record(followed)
    assert fresh.status == WAITING
    assert fresh.holders[0] is None


async def test_name_is_forgotten_where_somebody_only_came_and_went(club: Club) -> None:
    table = await club.table("pl")
    waiting = await club.lobby.create(table.settings, BRUNO)
    await club.lobby.leave(waiting.id, BRUNO)
    assert b"Bruno" in await journal_of(club, waiting.id)
    await handover(club).forget(BRUNO.id)
    assert b"Bruno" not in await journal_of(club, waiting.id)
    assert b"bruno" not in await journal_of(club, waiting.id)


async def test_account_forgets_also_what_it_was_called_as_a_guest(club: Club) -> None:
    record = await club.table("pl")
    await handover(club).move(ANNA.id, CELIA)
    assert b"Anna" in await journal_of(club, record.id)
    await handover(club).forget(CELIA.id)
    stored = await journal_of(club, record.id)
    assert not any(name in stored for name in (b"Anna", b"anna", "Célia".encode(), b"celia"))


async def test_names_of_others_and_all_events_of_the_game_stay_as_they_were(club: Club) -> None:
    record = await club.table("pl")
    before = [one for entry in await club.store.entries(record.id) for one in record.decode(entry)]
    await handover(club).forget(ANNA.id)
    after = [one for entry in await club.store.entries(record.id) for one in record.decode(entry)]
    for one, other in zip(before, after, strict=False):
        if isinstance(one.event, Seated) and one.event.player == ANNA.id:
            assert other.event == Seated(one.event.seat, "")
        else:
            assert other == one
