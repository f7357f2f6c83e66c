"""Ratings: the formulas, and that every rated game changes them once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from stolik.core.actions import Resign
from stolik.core.message import Complaint
from stolik.storage.database import Database, open_database
from stolik.storage.ratings import Kept, Rating, RatingStore
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.lobby import Guest
from stolik.table.rater import Rater
from stolik.table.ratings import LADDERS, MANY, TWO, Encounter, glicko2, pool_of, rated_after
from stolik.table.record import OVER, Record
from tests.table.conftest import ANNA, BRUNO, CELIA, Club, Time, club_at

pytestmark = pytest.mark.anyio
SEATED = (ANNA, BRUNO, CELIA)
NEW, NEW_OF_MANY = LADDERS[TWO].start, LADDERS[MANY].start
DAY_MS = 24 * 3600 * 1000


def kept(rating: Rating, n_games: int = 10, changed_ms: int = 0) -> Kept:
    return Kept(rating, n_games, changed_ms)


# --- formulas -----------------------------------------------------------------------------------------------


def test_worked_example_of_the_paper() -> None:
    results = [
        Encounter(Rating(1400, 30, 0.06), 1),
        Encounter(Rating(1550, 100, 0.06), 0),
        Encounter(Rating(1700, 300, 0.06), 0),
    ]
    after = glicko2(Rating(1500, 200, 0.06), results)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_winner_gains_what_an_equal_loser_loses() -> None:
    won, lost = rated_after([kept(NEW), kept(NEW)], [1, 2], 0)
    assert won.value - 1500 == pytest.approx(1500 - lost.value)
    assert won.value > 1600
    assert won.deviation == pytest.approx(lost.deviation)
    assert won.deviation < NEW.deviation


def test_draw_helps_the_weaker() -> None:
    weak, strong = rated_after([kept(Rating(1400, 80, 0.06)), kept(Rating(1700, 80, 0.06))], [1, 1], 0)
    assert weak.value > 1400
    assert strong.value < 1700


def test_great_surprise_raises_volatility() -> None:
    sure, strong = Rating(1000, 40, 0.06), Rating(2800, 40, 0.06)
    won, _ = rated_after([kept(sure), kept(strong)], [1, 2], 0)
    assert won.volatility > 0.06


def test_time_without_games_makes_a_rating_less_sure() -> None:
    before = [kept(Rating(1500, 50, 0.06)), kept(Rating(1500, 50, 0.06))]
    soon, _ = rated_after(before, [1, 2], DAY_MS)
    late, _ = rated_after(before, [1, 2], 2000 * DAY_MS)
    assert soon.deviation < late.deviation <= 350
    assert late.value > soon.value


def test_places_of_more_than_two_count_in_order() -> None:
    first, shared, also, last = rated_after([kept(NEW_OF_MANY)] * 4, [1, 2, 2, 3], 0)
    assert first.value > shared.value == also.value > last.value
    assert all(each.deviation < NEW_OF_MANY.deviation for each in (first, shared, also, last))


def test_ratings_of_more_than_two_are_shown_with_caution() -> None:
    assert LADDERS[MANY].shown(NEW_OF_MANY) == 0
    assert LADDERS[TWO].shown(NEW) == 1500
    assert not LADDERS[TWO].is_sure(NEW)


@pytest.mark.parametrize(
    ("preset", "seats", "pool"),
    [("pl", 2, "scrabble/pl/two"), ("pl-tournament", 2, "scrabble/pl/two"), ("br", 3, "scrabble/pt/many")],
)
def test_pool_is_game_language_and_whether_two_play(preset: str, seats: int, pool: str) -> None:
    assert pool_of(preset, seats) == pool


# --- games --------------------------------------------------------------------------------------------------


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = await open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def store(club: Club, database: Database) -> RatingStore:
    return RatingStore(database)


@pytest.fixture
async def rater(club: Club, store: RatingStore) -> AsyncIterator[Rater]:
    made = Rater(club.host, store)
    club.host.after.append(made)
    yield made
    await made.close()


async def resign(club: Club, record: Record, seat: int) -> Record:
    action = record.game.codec.encode(Resign())
    await club.host.act(record.id, SEATED[seat].id, seat, action, turn=None, request=None)
    return await club.record(record.id)


async def lost_by_bruno(club: Club, preset: str = "pl") -> Record:
    return await resign(club, await club.table(preset, rated=True), 1)


async def values(store: RatingStore, pool: str) -> dict[str, Rating]:
    found = {guest.id: (await store.of_player(guest.id)).get(pool) for guest in SEATED}
    return {player: each.rating for player, each in found.items() if each is not None}


async def test_rated_game_changes_both_ratings(club: Club, store: RatingStore, rater: Rater) -> None:
    await lost_by_bruno(club)
    await rater.close()
    anna, bruno = rated_after([kept(NEW, 0), kept(NEW, 0)], [1, 2], 0)
    assert await values(store, "scrabble/pl/two") == {
        "anna": pytest.approx(anna),
        "bruno": pytest.approx(bruno),
    }
    assert (await store.of_player("anna"))["scrabble/pl/two"].n_games == 1
    assert await store.n_games("anna") == 1


async def test_three_players_are_rated_together(club: Club, store: RatingStore, rater: Rater) -> None:
    record = await club.table("pl", 3, rated=True)
    record = await resign(club, await resign(club, record, 2), 1)
    assert record.status == OVER
    await rater.close()
    found = await values(store, "scrabble/pl/many")
    assert found["anna"].value > found["bruno"].value >= found["celia"].value


async def test_agreed_draw_is_a_draw(club: Club, store: RatingStore, rater: Rater) -> None:
    record = await club.table("rummikub", rated=True)
    await club.proposals.propose(record.id, "anna", 0, "draw")
    await club.proposals.answer(record.id, "bruno", 1, True)
    await rater.close()
    found = await values(store, "rummikub/any/two")
    assert found["anna"] == found["bruno"]
    assert found["anna"].value == pytest.approx(1500)


async def test_aborted_and_unrated_games_change_nothing(club: Club, store: RatingStore, rater: Rater) -> None:
    record = await club.table("rummikub", rated=True)
    await club.proposals.propose(record.id, "anna", 0, "abort")
    await club.proposals.answer(record.id, "bruno", 1, True)
    unrated = await club.table("rummikub")
    await resign(club, unrated, 0)
    await rater.repair()
    await rater.close()
    assert await values(store, "rummikub/any/two") == {}


async def test_game_is_rated_once_however_often_it_is_tried(
    club: Club, store: RatingStore, rater: Rater
) -> None:
    record = await lost_by_bruno(club)
    await rater.close()
    once = await values(store, "scrabble/pl/two")
    assert not await rater.settle(record)
    await rater.repair()
    assert await values(store, "scrabble/pl/two") == once


async def test_two_machines_rate_a_game_once(database_url: str, games: Games, time: Time) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        databases = [await open_database(database_url) for _ in range(2)]
        stores = [RatingStore(each) for each in databases]
        raters = [Rater(club.host, each) for club, each in zip((one, two), stores, strict=True)]
        record = await lost_by_bruno(one)
        seen = [record, await two.record(record.id)]
        done = await asyncio.gather(
            *(rater.settle(each) for rater, each in zip(raters * 3, seen * 3, strict=True))
        )
        assert sorted(done) == [False] * 5 + [True]
        assert (await stores[0].of_player("anna"))["scrabble/pl/two"].n_games == 1
        for each in databases:
            await each.close()


async def test_no_game_is_lost_when_many_end_at_once(database_url: str, games: Games, time: Time) -> None:
    async with club_at(database_url, games, time) as one, club_at(database_url, games, time) as two:
        databases = [await open_database(database_url) for _ in range(2)]
        raters = [
            Rater(club.host, RatingStore(each)) for club, each in zip((one, two), databases, strict=True)
        ]
        records = [await lost_by_bruno(one) for _ in range(8)]
        done = await asyncio.gather(*(raters[n % 2].settle(each) for n, each in enumerate(records)))
        assert all(done)
        after = (await RatingStore(databases[0]).of_player("anna"))["scrabble/pl/two"]
        assert after.n_games == 8
        expected = [kept(NEW, 0, time.ms), kept(NEW, 0, time.ms)]
        for _ in records:
            expected = [kept(each, 1, time.ms) for each in rated_after(expected, [1, 2], time.ms)]
        assert after.rating == pytest.approx(expected[0].rating)
        for each in databases:
            await each.close()


async def test_game_that_ended_while_its_machine_died_is_rated_at_the_next_start(
    club: Club, store: RatingStore
) -> None:
    record = await lost_by_bruno(club)  # nobody listens for the end
    await club.store.heartbeat("a machine", club.time())
    assert await values(store, "scrabble/pl/two") == {}
    club.time.pass_s(90 * 24 * 3600)
    fresh = Rater(Host(club.store, club.host.games, club.host.key, club.time), store)
    await fresh.repair()
    await fresh.repair()
    assert (await store.of_player("anna"))["scrabble/pl/two"].n_games == 1
    assert not await fresh.settle(record)


async def test_leaderboard_shows_those_whose_rating_is_sure(
    club: Club, store: RatingStore, rater: Rater
) -> None:
    ladder = LADDERS[TWO]
    await lost_by_bruno(club)
    await rater.close()
    assert await store.leaders("scrabble/pl/two", widest=ladder.widest, doubts=ladder.doubts) == []
    for _ in range(25):
        await lost_by_bruno(club)
        await rater.close()
        await resign(club, await club.table("pl", rated=True), 0)
        await rater.close()
    leaders = await store.leaders("scrabble/pl/two", widest=ladder.widest, doubts=ladder.doubts)
    assert {each.name for each in leaders} == {"Anna", "Bruno"}
    assert [each.kept.rating.value for each in leaders] == sorted(
        (each.kept.rating.value for each in leaders), reverse=True
    )


# --- who may play rated games -------------------------------------------------------------------------------


async def test_bots_and_guests_do_not_play_rated_games(club: Club) -> None:
    record = await club.table("pl", 1 + 1, rated=True)
    settings = record.settings
    with pytest.raises(Complaint, match="with bots is not rated"):
        await club.lobby.create(settings, ANNA, seats=["generic"])
    with pytest.raises(Complaint, match="players with an account"):
        await club.lobby.create(settings, Guest("anna", "Anna"))
    waiting = await club.lobby.create(settings, ANNA)
    with pytest.raises(Complaint, match="players with an account"):
        await club.lobby.join(waiting.id, Guest("bruno", "Bruno"))
    with pytest.raises(Complaint, match="everybody has one seat"):
        await club.lobby.join(waiting.id, ANNA, another=True)
    with pytest.raises(Complaint, match="with bots is not rated"):
        await club.lobby.add_bot(waiting.id, ANNA, "generic")
    assert await club.lobby.join(waiting.id, BRUNO) == 1
