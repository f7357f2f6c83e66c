"""Games in which nobody plays against anybody: what may be set up and asked for, and what comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from stolik.core.actions import Resign
from stolik.core.log import TakenBack
from stolik.core.message import Complaint
from stolik.storage.belongings import BelongingStore
from stolik.storage.database import Database, open_database
from stolik.storage.ratings import RatingStore
from stolik.storage.schema import players
from stolik.storage.scores import Score, ScoreStore
from stolik.table.games import Games
from stolik.table.handover import Handover
from stolik.table.host import Host
from stolik.table.rater import Rater
from stolik.table.record import OVER, Record
from stolik.table.results import result_said
from stolik.table.scoring import Scorer, note_plays_listed
from stolik.table.showing import shown
from stolik.texts import translator
from stolik.web.pages import link_previews
from tests.ground.draw_out import Draw
from tests.table.conftest import ANNA, BRUNO, Club
from tests.table.kinds_of_games import kinds_installed

pytestmark = pytest.mark.anyio
EVERYTHING = sum(range(1, 7))


@pytest.fixture(autouse=True)
def _kinds() -> Iterator[None]:
    with kinds_installed():
        yield


@pytest.fixture
def games() -> Games:
    return Games(None)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = await open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def store(club: Club, database: Database) -> ScoreStore:
    return ScoreStore(database)


@pytest.fixture
async def scorer(club: Club, store: ScoreStore) -> AsyncIterator[Scorer]:
    made = Scorer(club.host, store)
    club.host.after.append(made)
    yield made
    await made.close()


async def act(club: Club, record: Record, action: Any) -> Record:
    """Whoever is to act does this."""
    (seat,) = record.waiting_for()
    player = record.holders[seat]
    assert player is not None
    encoded = record.game.codec.encode(action)
    await club.host.act(record.id, player.player, seat, encoded, turn=None, request=None)
    return await club.record(record.id)


async def played_out(club: Club, record: Record) -> Record:
    while record.status != OVER:
        record = await act(club, record, Draw())
    return record


async def alone(club: Club, **more: Any) -> Record:
    return await club.table("kinds", 1, **more)


async def test_who_plays_alone_is_told_a_score(club: Club) -> None:
    record = await played_out(club, await alone(club))
    assert shown(record, 0, (), 0).result == f"Your result: {EVERYTHING}."
    assert shown(record, None, (), 0, say=translator("pl")).result == f"Anna: wynik {EVERYTHING}."
    assert shown(record, 0, (), 0).kind == "solo"


async def test_team_is_told_its_fate_in_the_language_of_each(club: Club) -> None:
    record = await club.table("kinds", 2)
    assert shown(record, 0, (), 0).result is None
    won = await played_out(club, record)
    assert shown(won, 1, (), 0, say=translator("pl")).result == "Wygrywacie razem."
    assert result_said(won, translator("en")) == "They have won together."
    lost = await act(club, await club.table("kinds", 2), Resign())
    assert shown(lost, 0, (), 0, say=translator("pt")).result == "Vocês perderam juntos."


async def test_link_tells_the_end_and_points_where_they_are_somebodys_own(club: Club) -> None:
    say = translator("en")
    told = {}
    for people in (1, 2, 3):
        over = await played_out(club, await club.table("kinds", people))
        points = [each for _, each in link_previews._lines(over, say)]
        told[over.kind] = (link_previews._title(over, say), link_previews._result(over, say), points)
    assert told["solo"] == (f"Anna: result {EVERYTHING}.", "", [str(EVERYTHING)])
    assert told["together"] == ("They have won together.", "", ["", ""])
    title, result, points = told["versus"]
    assert "wins" in title or "draw" in title
    assert sum(map(int, points)) == EVERYTHING
    assert result.count(" : ") == 2


@pytest.mark.parametrize("people", [1, 2])
async def test_nobody_offers_a_draw_where_nobody_plays_against_anybody(club: Club, people: int) -> None:
    record = await club.table("kinds", people)
    with pytest.raises(Complaint, match="no draw to offer"):
        await club.proposals.propose(record.id, ANNA.id, 0, "draw")
    assert (await club.record(record.id)).seq == record.seq


async def test_draw_is_offered_by_those_who_play_against_each_other(club: Club) -> None:
    record = await club.table("kinds", 3)
    await club.proposals.propose(record.id, ANNA.id, 0, "draw")
    asked = (await club.record(record.id)).asked
    assert asked is not None
    assert asked.proposal.what == "draw"


@pytest.mark.parametrize(("people", "why"), [(1, "plays alone"), (2, "against each other")])
async def test_only_games_against_each_other_are_rated(club: Club, people: int, why: str) -> None:
    with pytest.raises(Complaint, match=why):
        await club.table("kinds", people, rated=True)
    assert (await club.table("kinds", 3, rated=True)).settings.rated


async def test_team_mates_that_a_database_calls_rated_are_not_rated(club: Club, database: Database) -> None:
    """As another version of the rules might have let them be."""
    record = await club.table("kinds", 2)
    settings = replace(record.settings, rated=True)
    over = await played_out(club, record)
    over = replace(over, ground=replace(over.ground, settings=settings))
    rater = Rater(club.host, RatingStore(database))
    assert not await rater.settle(over)
    assert await RatingStore(database).of_player(ANNA.id) == {}


async def test_table_for_one_is_not_open_to_anybody(club: Club) -> None:
    settings = (await alone(club)).settings
    with pytest.raises(Complaint, match="no seat for anyone else"):
        await club.lobby.create(settings, ANNA, is_open=True)


@pytest.mark.parametrize("people", [1, 2])
async def test_same_people_play_again(club: Club, people: int) -> None:
    over = await played_out(club, await club.table("kinds", people))
    for seat, player in enumerate((ANNA, BRUNO)[:people]):
        await club.proposals.propose(over.id, player.id, seat, "rematch")
    followed = (await club.record(over.id)).followed_by
    assert followed is not None
    record = await club.record(followed)
    assert (record.kind, record.settings.n_seats) == (over.kind, people)
    assert record.waiting_for()


# --- scores -------------------------------------------------------------------------------------------------


async def test_score_of_a_game_played_alone_is_kept_once(
    club: Club, store: ScoreStore, scorer: Scorer
) -> None:
    over = await played_out(club, await alone(club))
    await scorer.close()
    kept = Score(over.id, "kinds", ANNA.id, EVERYTHING, over.changed_ms)
    assert await store.best_of(ANNA.id) == [kept]
    assert not await scorer.settle(over)
    assert await store.best_of(ANNA.id) == [kept]


async def test_team_and_opponents_have_no_score(club: Club, store: ScoreStore, scorer: Scorer) -> None:
    for people in (2, 3):
        await played_out(club, await club.table("kinds", people))
    await scorer.close()
    await scorer.repair()
    assert await store.best_of(ANNA.id) == []


async def test_score_is_kept_later_if_a_machine_died(
    club: Club, store: ScoreStore, database: Database, games: Games
) -> None:
    over = await played_out(club, await alone(club))
    assert await store.best_of(ANNA.id) == []
    later = Scorer(Host(club.store, games, club.host.key, club.time), store)
    await later.repair()
    assert [each.table_id for each in await store.best_of(ANNA.id)] == [over.id]
    await later.repair()
    assert len(await store.best_of(ANNA.id)) == 1


async def test_several_machines_keep_a_score_once(club: Club, store: ScoreStore, games: Games) -> None:
    over = await played_out(club, await alone(club))
    scorers = [Scorer(club.host, store) for _ in range(3)]
    done = await asyncio.gather(*(each.settle(over) for each in scorers * 3))
    assert sorted(done) == [False] * 8 + [True]


async def test_game_with_a_move_taken_back_does_not_stand(
    club: Club, store: ScoreStore, scorer: Scorer
) -> None:
    record = await act(club, await alone(club), Draw())
    await club.proposals.propose(record.id, ANNA.id, 0, "take back")
    entries = await club.store.entries(record.id)
    assert any(isinstance(one.event, TakenBack) for one in record.decode(entries[-1]))
    await played_out(club, await club.record(record.id))
    await scorer.close()
    await scorer.repair()
    assert await store.best_of(ANNA.id) == []


async def test_game_in_which_plays_were_listed_does_not_stand(
    club: Club, store: ScoreStore, scorer: Scorer, games: Games
) -> None:
    record = await alone(club)
    opened = record.opened
    await note_plays_listed(club.host, record, 0)
    noted = await club.record(record.id)
    assert noted.seq == record.seq + 1
    assert noted.opened == opened  # a move made meanwhile is for the same turn
    await note_plays_listed(club.host, noted, 0)
    assert (await club.record(record.id)).seq == noted.seq
    await played_out(club, noted)
    await scorer.close()
    assert await store.best_of(ANNA.id) == []
    # and whoever reads the journal knows it too
    await Scorer(Host(club.store, games, club.host.key, club.time), store).repair()
    assert await store.best_of(ANNA.id) == []


async def test_list_of_plays_is_noted_of_games_for_a_score_alone(club: Club) -> None:
    record = await club.table("kinds", 3)
    await note_plays_listed(club.host, record, 0)
    assert (await club.record(record.id)).seq == record.seq


async def test_game_by_other_options_does_not_stand(club: Club, store: ScoreStore, scorer: Scorer) -> None:
    await played_out(club, await alone(club, options={"tiles": 9}))
    await scorer.close()
    assert await store.best_of(ANNA.id) == []


async def test_game_that_was_ended_has_no_score(club: Club, store: ScoreStore, scorer: Scorer) -> None:
    record = await alone(club)
    await club.proposals.propose(record.id, ANNA.id, 0, "abort")
    assert (await club.record(record.id)).status == OVER
    await scorer.close()
    assert await store.best_of(ANNA.id) == []


async def test_everybody_with_an_account_is_listed_once(
    club: Club, store: ScoreStore, database: Database
) -> None:
    tables = [(await alone(club)).id for _ in range(4)]
    async with database.writing() as connection:
        for name in ("anna", "bruno"):
            named = players.update().where(players.c.id == name).values(login=name)
            await connection.execute(named)
    told = [("anna", 10, 5), ("bruno", 12, 6), ("anna", 12, 7), ("celia", 99, 8)]
    for table, (player, score, at_ms) in zip(tables, told, strict=True):
        assert await store.keep(Score(table, "kinds", player, score, at_ms))
    best = [(each.name, each.score.score, each.score.at_ms) for each in await store.best("kinds", 10)]
    assert best == [("Bruno", 12, 6), ("Anna", 12, 7)]
    assert len(await store.best("kinds", 1)) == 1
    assert await store.best("other", 10) == []


async def test_scores_go_with_their_player(club: Club, store: ScoreStore, database: Database) -> None:
    over = await played_out(club, await alone(club))
    await Scorer(club.host, store).settle(over)
    belongings = BelongingStore(database)
    assert [each["score"] for each in (await belongings.rows(ANNA.id))["scores"]] == [EVERYTHING]
    handover = Handover(club.host, club.lobby, belongings)
    await handover.move(ANNA.id, BRUNO)
    assert [each.table_id for each in await store.best_of(BRUNO.id)] == [over.id]
    await handover.forget(BRUNO.id)
    assert await store.best_of(BRUNO.id) == []
    assert not await store.keep(Score(over.id, "kinds", BRUNO.id, 1, 1))
