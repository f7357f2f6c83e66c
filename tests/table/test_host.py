"""Actions at live tables: decided, stored, told, and never twice."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from stolik.bots import make_bot
from stolik.core import registry
from stolik.core.actions import Resign
from stolik.core.chance import SeededChance, commitment
from stolik.core.log import Aborted, Opened, Revealed
from stolik.core.message import Complaint
from stolik.core.outcome import Outcome
from stolik.games.rummikub.actions import Draw, Ready, Redeal
from stolik.storage.entry import Entry, Marks, NotStored
from stolik.table.games import Games
from stolik.table.host import Host, NoTable, NotYourSeat, RequestUsed, Stale
from stolik.table.record import OVER, PLAYING, WAITING, Record, SeedLost, new_record
from stolik.table.settings import settings_for
from tests.table.conftest import ANNA, BRUNO, CELIA, Club

pytestmark = pytest.mark.anyio
SEATED = (ANNA, BRUNO, CELIA)


def move(record: Record, seat: int) -> bytes:
    """Something that this seat may do."""
    bot = make_bot("generic", record.game, SeededChance(f"{record.seq}/{seat}"))
    return record.game.codec.encode(bot.choose(record.game.view(record.state, seat)))


async def act(club: Club, record: Record, seat: int, request: str) -> int:
    action, turn = move(record, seat), record.opened[seat]
    return await club.host.act(record.id, SEATED[seat].id, seat, action, turn=turn, request=request)


async def play_on(club: Club, table_id: str, n_actions: int = 10_000) -> Record:
    record = await club.record(table_id)
    for _ in range(n_actions):
        if not record.waiting_for():
            break
        seat = min(record.waiting_for())
        club.time.pass_s(1)
        await act(club, record, seat, f"request {record.seq}")
        record = await club.record(table_id)
    return record


async def first_turn(club: Club, table_id: str) -> Record:
    """The table when all have said that they play with their tiles: some ask for others first."""
    record = await club.record(table_id)
    while record.game.answering(record.state):
        record = await play_on(club, table_id, 1)
    return record


async def test_answer_to_a_deal_is_none_to_the_deal_after_it(club: Club) -> None:
    table = await club.table("rummikub")
    while not any(_may_deal_again(table, seat) for seat in (0, 1)):
        table = await club.table("rummikub")
    seat = 0 if _may_deal_again(table, 0) else 1
    encode, turns = table.game.codec.encode, table.opened
    await club.host.act(
        table.id, SEATED[seat].id, seat, encode(Redeal()), turn=turns[seat], request="another"
    )
    other, ready = SEATED[1 - seat], encode(Ready())
    with pytest.raises(Stale):
        await club.host.act(table.id, other.id, 1 - seat, ready, turn=turns[1 - seat], request="meant before")
    assert (await club.record(table.id)).waiting_for() == {0, 1}


def _may_deal_again(record: Record, seat: int) -> bool:
    return Redeal() in record.game.actions(record.game.view(record.state, seat))


async def test_game_begins_when_all_seats_are_taken(club: Club) -> None:
    record = await club.table("pl", 3)
    assert record.status == PLAYING
    assert [holder.name for holder in record.holders if holder] == ["Anna", "Bruno", "Célia"]


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
async def test_whole_game_is_the_same_when_it_is_read_again(club: Club, preset: str) -> None:
    table = await club.table(preset)
    record = await play_on(club, table.id)
    assert record.status == OVER
    assert isinstance(record.outcome, Outcome)
    other = Club(club.store, club.host.games, club.time)
    again = await other.record(table.id)
    assert again.state == record.state
    assert (again.seq, again.opened, again.outcome) == (record.seq, record.opened, record.outcome)


async def test_seed_is_promised_first_and_told_last(club: Club) -> None:
    table = await club.table("pl")
    record = await play_on(club, table.id)
    entries = await club.store.entries(table.id)
    first = record.decode(entries[0])[0].event
    last = record.decode(entries[-1])[-1].event
    assert isinstance(first, Opened)
    assert isinstance(last, Revealed)
    assert first.commitment == commitment(bytes.fromhex(last.secret))
    before_end = b"".join(entry.events for entry in entries)[: -len(entries[-1].events)]
    assert last.secret.encode() not in before_end


async def test_game_whose_key_is_lost_waits_for_it(club: Club, games: Games) -> None:
    table = await club.table("rummikub")
    seat = min(table.waiting_for())
    other = Host(club.store, games, bytes(32), club.time)
    found = (await other.live(table.id)).record
    assert found.commitment == table.commitment
    with pytest.raises(SeedLost):
        await other.act(table.id, SEATED[seat].id, seat, move(table, seat), turn=None, request=None)
    assert (await other.live(table.id)).record.seq == table.seq
    assert await act(club, table, seat, "1") == table.seq


async def test_end_of_a_game_whose_key_is_lost_tells_no_false_seed(club: Club, games: Games) -> None:
    table = await club.table("rummikub")
    other = Host(club.store, games, bytes(32), club.time)
    await other.change(await other.live(table.id), lambda _: (Aborted("agreed"),))
    entries = await club.store.entries(table.id)
    assert not any(isinstance(each.event, Revealed) for each in table.decode(entries[-1]))


async def test_same_request_is_carried_out_once(club: Club) -> None:
    table = await club.table("pl")
    turn = table.opened[seat := min(table.waiting_for())]
    action = move(table, seat)

    async def submit() -> int:
        return await club.host.act(table.id, SEATED[seat].id, seat, action, turn=turn, request="once")

    first = await asyncio.gather(submit(), submit(), submit())
    assert len(set(first)) == 1
    assert await submit() == first[0]
    entries = await club.store.entries(table.id)
    assert [entry.request for entry in entries].count("once") == 1
    other = Club(club.store, club.host.games, club.time)
    again = await other.host.act(table.id, SEATED[seat].id, seat, action, turn=turn, request="once")
    assert again == first[0]


async def test_name_of_a_request_stands_for_one_action_of_one_seat(club: Club) -> None:
    table = await club.table("rummikub")
    seat = min(table.waiting_for())
    own = SEATED[seat].id
    await act(club, table, seat, "once")
    before = await club.record(table.id)
    resign = table.game.codec.encode(Resign())
    with pytest.raises(RequestUsed):
        await club.host.act(table.id, own, seat, resign, turn=None, request="once")
    with pytest.raises(RequestUsed):
        await club.proposals.propose(table.id, own, seat, "draw", "once")
    stranger = SEATED[2].id
    with pytest.raises(NotYourSeat):
        await club.host.act(table.id, stranger, seat, move(table, seat), turn=None, request="once")
    with pytest.raises(NotYourSeat):
        await club.proposals.propose(table.id, stranger, seat, "draw", "once")
    assert (await club.record(table.id)).seq == before.seq
    # another seat may call its own request the same
    await club.host.act(table.id, SEATED[1 - seat].id, 1 - seat, resign, turn=None, request="once")
    assert (await club.record(table.id)).status == OVER


def otherwise_written(action: bytes) -> bytes:
    """The same action in other bytes."""
    fields = dict(reversed(json.loads(action).items()))
    return json.dumps({"ignored": 1} | fields, indent=2).encode()


async def test_same_action_written_otherwise_is_the_same_request(club: Club) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    own, action = SEATED[seat].id, move(table, seat)
    told = await club.host.act(table.id, own, seat, otherwise_written(action), turn=None, request="once")
    [kept] = [entry.action for entry in await club.store.entries(table.id) if entry.request == "once"]
    assert kept == action
    for written in (action, otherwise_written(action)):
        assert await club.host.act(table.id, own, seat, written, turn=None, request="once") == told
    assert (await club.record(table.id)).seq > told


async def test_action_that_was_stored_as_it_was_written_is_known_again(club: Club) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    own, action = SEATED[seat].id, move(table, seat)
    record = (await club.host.live(table.id)).record
    events = record.game.decide(record.state, seat, record.game.codec.decode_action(action), record.chance())
    written = otherwise_written(action)
    stored = Entry(table.id, record.seq, club.time(), seat, "once", written, record.encode(events)[1])
    assert await club.store.append(stored, Marks(record.seq + len(events), PLAYING))
    machine = Club(club.store, club.host.games, club.time).host
    for again in (action, written):
        assert await machine.act(table.id, own, seat, again, turn=None, request="once") == stored.seq
    with pytest.raises(RequestUsed):
        await machine.act(table.id, own, seat, b'{"type": "Resign"}', turn=None, request="once")


async def test_late_action_is_stale_and_changes_nothing(club: Club) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    action, turn = move(table, seat), table.opened[seat]
    await play_on(club, table.id, 4)
    before = await club.store.entries(table.id)
    with pytest.raises(Stale):
        await club.host.act(table.id, SEATED[seat].id, seat, action, turn=turn, request="late")
    assert await club.store.entries(table.id) == before


async def test_nobody_acts_for_another(club: Club) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    for stranger in (SEATED[1 - seat].id, "celia", None):
        with pytest.raises(NotYourSeat):
            await club.host.act(
                table.id, stranger, seat, move(table, seat), turn=table.opened[seat], request=None
            )


@pytest.mark.parametrize(
    "text", [b"", b"{}", b'{"type":"TimedOut"}', b'{"type":"Fly"}', b"\xff", b"[" * 5000]
)
async def test_what_is_no_action_is_refused_with_a_sentence(club: Club, text: bytes) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    with pytest.raises(Complaint):
        await club.host.act(table.id, SEATED[seat].id, seat, text, turn=table.opened[seat], request=None)
    assert (await club.record(table.id)).seq == table.seq


async def test_unknown_table_is_a_sentence(club: Club) -> None:
    with pytest.raises(NoTable):
        await club.host.live("nowhere")


async def test_no_two_tables_have_the_same_code(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["SAME22", "SAME22", "OTHER2"])
    monkeypatch.setattr("stolik.table.lobby._new_code", lambda: next(codes))
    settings = settings_for(registry.find_preset("pl"), club.host.games.of_preset("pl"))
    tables = [await club.lobby.create(settings, ANNA) for _ in range(2)]
    rows = [await club.store.find(table.id) for table in tables]
    assert [row and row.code for row in rows] == ["SAME22", "OTHER2"]


async def test_everybody_leaves_before_the_game(club: Club) -> None:
    settings = settings_for(registry.find_preset("pl"), club.host.games.of_preset("pl"))
    record = await club.lobby.create(settings, ANNA)
    assert record.status == WAITING
    await club.lobby.leave(record.id, ANNA)
    assert (await club.record(record.id)).status == OVER
    with pytest.raises(Complaint):
        await club.lobby.join(record.id, BRUNO)


async def test_third_person_finds_no_seat(club: Club) -> None:
    table = await club.table("pl", 2)
    with pytest.raises(Complaint):
        await club.lobby.join(table.id, CELIA)


async def test_who_comes_back_has_the_same_seat(club: Club) -> None:
    table = await club.table("pl", 2)
    assert await club.lobby.join(table.id, BRUNO) == 1


async def test_one_person_may_hold_several_seats(club: Club) -> None:
    settings = settings_for(registry.find_preset("pl"), club.host.games.of_preset("pl"), n_seats=3)
    record = await club.lobby.create(settings, ANNA)
    await club.lobby.join(record.id, ANNA, another=True)
    await club.lobby.join(record.id, ANNA, another=True)
    record = await club.record(record.id)
    assert record.status == PLAYING
    assert record.seats_of(ANNA.id) == [0, 1, 2]


async def test_action_is_lost_with_a_sentence_when_the_disk_refuses(club: Club) -> None:
    table = await club.table("pl")
    seat = min(table.waiting_for())
    database = club.store._database  # the file is taken away under the server
    async with database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE journal RENAME TO gone")
    with pytest.raises(NotStored):
        await act(club, table, seat, "x")
    async with database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE gone RENAME TO journal")
    record = await club.record(table.id)
    assert record.seq == table.seq
    await club.host.act(
        table.id, SEATED[seat].id, seat, move(table, seat), turn=table.opened[seat], request="x"
    )
    assert (await club.record(table.id)).seq > table.seq


async def test_taking_back_needs_everybody_and_draws_afresh(club: Club) -> None:
    table = await club.table("rummikub")
    await first_turn(club, table.id)
    record = await play_on(club, table.id, 6)
    seat = min(record.waiting_for())
    before = record.state
    after = await play_on(club, table.id, 1)
    assert after.state != before
    await club.proposals.propose(table.id, SEATED[seat].id, seat, "take back")
    assert (await club.record(table.id)).state == after.state
    await club.proposals.answer(table.id, SEATED[1 - seat].id, 1 - seat, True)
    taken = await club.record(table.id)
    assert taken.state == before
    assert taken.waiting_for() == {seat}
    again = Club(club.store, club.host.games, club.time)
    assert (await again.record(table.id)).state == before
    assert (await play_on(club, table.id)).status == OVER


async def test_taking_back_again_goes_to_the_move_before(club: Club) -> None:
    table = await club.table("rummikub")
    await first_turn(club, table.id)
    record = await play_on(club, table.id, 4)
    seat = min(record.waiting_for())
    earlier = record.state
    before = (await play_on(club, table.id, 2)).state
    await play_on(club, table.id, 1)
    for state in (before, earlier):
        await club.proposals.propose(table.id, SEATED[seat].id, seat, "take back")
        await club.proposals.propose(table.id, SEATED[1 - seat].id, 1 - seat, "take back")
        assert (await club.record(table.id)).state == state


async def test_nothing_is_taken_back_in_a_rated_game(club: Club) -> None:
    table = await club.table("rummikub", rated=True)
    record = await play_on(club, table.id, 4)
    with pytest.raises(Complaint):
        await club.proposals.propose(table.id, "anna", 0, "take back")
    assert (await club.record(table.id)).seq == record.seq


@pytest.mark.parametrize(("what", "ended"), [("draw", "DrawAgreed"), ("abort", "Aborted")])
async def test_agreed_end(club: Club, what: Any, ended: str) -> None:
    table = await club.table("pl", 3)
    await club.proposals.propose(table.id, "anna", 0, what)
    await club.proposals.answer(table.id, "bruno", 1, True)
    assert (await club.record(table.id)).status == PLAYING
    await club.proposals.answer(table.id, "celia", 2, True)
    record = await club.record(table.id)
    assert record.status == OVER
    assert type(record.ended_by).__name__ == ended


async def test_one_no_settles_a_proposal(club: Club) -> None:
    table = await club.table("pl", 3)
    await club.proposals.propose(table.id, "anna", 0, "draw")
    await club.proposals.answer(table.id, "bruno", 1, False)
    with pytest.raises(Complaint):
        await club.proposals.answer(table.id, "celia", 2, True)
    assert (await club.record(table.id)).status == PLAYING


async def test_rematch_leads_all_to_one_new_table(club: Club) -> None:
    table = await club.table("rummikub")
    await play_on(club, table.id)
    await club.proposals.propose(table.id, "anna", 0, "rematch")
    await club.proposals.propose(table.id, "bruno", 1, "rematch")
    record = await club.record(table.id)
    assert record.followed_by is not None
    following = await club.record(record.followed_by)
    assert following.status == PLAYING
    assert [holder.name for holder in following.holders if holder] == ["Anna", "Bruno"]
    assert following.options.earlier_games != ()


async def test_full_table_whose_machine_died_before_the_first_draw_begins_when_looked_at(club: Club) -> None:
    from stolik.core.log import Seated
    from stolik.table.record import opening

    game = club.host.games.of_preset("pl")
    record = new_record("full", settings_for(registry.find_preset("pl"), game), game, club.host.key)
    people = [Seated(seat, guest.name, player=guest.id) for seat, guest in enumerate((ANNA, BRUNO))]
    await club.lobby._store(record, [opening(record), *people])
    live = await club.host.live("full")
    assert live.record.status == WAITING
    await club.lobby.begin_if_full(live)
    await club.lobby.begin_if_full(live)
    assert live.record.status == PLAYING
    assert len(await club.store.entries("full")) == 2


async def test_game_that_goes_on_for_ever_can_only_be_resigned(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.table("rummikub")
    record = await play_on(club, table.id, 4)
    monkeypatch.setattr("stolik.table.host.MOST_EVENTS", record.seq)
    (seat,) = record.waiting_for()
    draw, resign = (record.game.codec.encode(action) for action in (Draw(), Resign()))
    with pytest.raises(Complaint, match="too long"):
        await club.host.act(table.id, SEATED[seat].id, seat, draw, turn=None, request="more")
    await club.host.act(table.id, SEATED[seat].id, seat, resign, turn=None, request="end")
    assert (await club.record(table.id)).status == OVER


async def test_many_entries_lead_to_the_same_record_as_one_after_another(club: Club) -> None:
    table = await club.table("rummikub")
    newest = await play_on(club, table.id)
    entries = [each for each in await club.store.entries(table.id) if each.seq >= table.seq]
    told = [(entry, table.decode(entry)) for entry in entries]
    seq, one_by_one = table.seq, table
    for entry, envelopes in told:
        one_by_one = one_by_one.after(entry, envelopes)
    at_once = table.after_all(told)
    for record in (one_by_one, at_once, newest):
        assert (record.seq, record.state, record.opened) == (newest.seq, newest.state, newest.opened)
        assert record.requests == newest.requests
    assert table.seq == seq
