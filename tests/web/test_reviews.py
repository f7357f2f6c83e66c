"""Reviews of finished games: made once, for everybody who may see the game, never of a running one."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.judging import Taken, Verdict
from stolik.core.log import Envelope, replay
from stolik.storage.reviews import KeptReview
from stolik.storage.tables import TableStore
from stolik.study.kept_reviews import VERSION
from stolik.study.review import TurnReview, reviewed, turns_of
from stolik.study.reviewing import NotOver, read_turns
from stolik.table.calling import Caller, called_by
from stolik.table.lobby import Guest
from stolik.table.record import OVER
from stolik.table.settings import settings_for
from stolik.web.operations.limits import _REVIEW_S, ReviewCount, TooManyReviews
from stolik.web.site import Site, open_site
from stolik.words.store import Lexicons
from tests.web.servers import Person
from tests.web.test_tables import play


def finish(person: Person, preset: str, moves: int, **more: Any) -> str:
    """The table of a game that ended by resignation after some moves."""
    table = str(person.table(preset, "generic", **more)["id"])
    with person.socket() as socket:
        play(person, socket, table, 0, moves)
        socket.act(table, 0, None, {"type": "Resign"})
        while socket.watch(table, 0)["status"] != "over":
            pass
    return table


def review_of(person: Person, address: str) -> Any:
    """The review once it is whole."""
    assert person.http.post(address).status_code == 200
    for _ in range(600):
        found = person.http.get(address).json()
        if found["done"] if "done" in found else found["n_reviewed"] == found["n_games"]:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def judged_directly(person: Person, table: str, words: Lexicons) -> list[Any]:
    """The verdicts of the engine on the turns that the log of a game tells."""
    log = person.http.get(f"/api/tables/{table}/log").json()
    game = registry.create(log["game"], words)
    envelope: Any = Envelope
    line: Any = list[envelope[game.codec.event_type]]
    entries = [(each, msgspec.convert(each["events"], line)) for each in log["entries"]]
    envelopes = [one for _, some in entries for one in some]
    states = replay(game, envelopes)
    found = []
    for each, some in entries:
        if each["action"] is not None:
            action = game.codec.decode_action(msgspec.json.encode(each["action"]))
            since = tuple(one.event for one in envelopes[each["seq"] :])
            taken = Taken(each["seq"], some[-1].seq, each["seat"], states[each["seq"] - 1], action, since)
            found.append(reviewed(game, taken))
    return [msgspec.json.decode(msgspec.json.encode(turn)) for turn in found if turn is not None]


@pytest.mark.parametrize(("preset", "unit"), [("pl", "points"), ("rummikub", "tiles")])
def test_review_is_what_the_engine_says_and_everybody_may_see_it(
    anna: Person, bruno: Person, words: Lexicons, preset: str, unit: str
) -> None:
    table = finish(anna, preset, 3)  # with number tiles the first one only says that all is ready
    review = review_of(anna, f"/api/tables/{table}/review")
    assert review["unit"] == unit
    assert review["n_done"] == review["n_turns"]
    assert review["turns"] == judged_directly(anna, table, words)
    assert {turn["seat"] for turn in review["turns"]} == {0, 1}
    assert bruno.http.get(f"/api/tables/{table}/review").json() == review
    assert anna.http.post(f"/api/tables/{table}/review").json() == review


def test_nothing_is_told_of_a_running_game(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    with anna.socket() as socket:
        seq = play(anna, socket, table, 0, 2)["seq"]
    for person in (anna, bruno):
        for ask in (person.http.get, person.http.post):
            answer = ask(f"/api/tables/{table}/review")
            assert answer.status_code == 409
            assert set(answer.json()) == {"message"}
        other = {"seq": seq, "seat": 1}
        assert person.http.get(f"/api/tables/{table}/past", params=other).status_code == 409


def test_private_game_is_reviewed_for_those_who_played_it(anna: Person, bruno: Person) -> None:
    table = finish(anna, "pl", 0, spectators=False)
    assert anna.http.post(f"/api/tables/{table}/review").status_code == 200
    for ask in (bruno.http.get, bruno.http.post):
        assert ask(f"/api/tables/{table}/review").status_code == 404
    assert bruno.http.get(f"/api/tables/{table}/past", params={"seq": 9, "seat": 0}).status_code == 404


def test_everybody_looks_back_through_all_eyes_when_a_game_is_over(anna: Person, bruno: Person) -> None:
    table = finish(anna, "pl", 1)
    entries = bruno.http.get(f"/api/tables/{table}/log").json()["entries"]
    seq = next(each["seq"] for each in entries if each["action"] is not None)  # a move, so racks are dealt
    for seat in (0, 1):
        view = bruno.http.get(f"/api/tables/{table}/past", params={"seq": seq, "seat": seat}).json()["view"]
        assert view["viewer"] == seat
        assert view["rack"]
    assert bruno.http.get(f"/api/tables/{table}/past", params={"seq": seq, "seat": 5}).status_code == 409


def test_finished_game_is_written_for_other_programs(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    assert anna.http.get(f"/api/tables/{table}/files/gcg").status_code == 409
    table = finish(anna, "pl", 2)
    assert bruno.http.get(f"/api/tables/{table}/review").json()["files"] == ["gcg"]
    answer = bruno.http.get(f"/api/tables/{table}/files/gcg")
    assert answer.text.startswith("#character-encoding UTF-8\n#player1 Anna Anna\n")
    assert f"stolik-{table}.gcg" in answer.headers["content-disposition"]
    assert bruno.http.get(f"/api/tables/{table}/files/sgf").status_code == 409


def test_reviews_of_all_own_games_are_summed_up(anna: Person, bruno: Person) -> None:
    tables = [finish(anna, "rummikub", 3), finish(anna, "rummikub", 5)]
    own = review_of(anna, "/api/me/review")
    assert own["n_games"] == own["n_reviewed"] == 2
    turns = [
        turn["verdict"]["loss"]
        for table in tables
        for turn in anna.http.get(f"/api/tables/{table}/review").json()["turns"]
        if turn["seat"] == 0
    ]
    (found,) = own["sums"]
    assert (found["game"], found["n_games"], found["n_turns"]) == ("rummikub", 2, len(turns))
    assert found["loss"] == round(sum(turns) / len(turns), 2)
    assert bruno.http.get("/api/me/review").json()["n_games"] == 0


async def _table(site: Site, preset: str) -> str:
    """A table at which two people have begun to play."""
    chosen = registry.find_preset(preset)
    settings = settings_for(chosen, site.host.games.of_preset(preset), n_seats=2)
    record = await site.lobby.create(settings, Guest("anna", "Anna"))
    await site.lobby.join(record.id, Guest("bruno", "Bruno"))
    return record.id


async def _act(site: Site, table_id: str, action: bytes) -> None:
    record = (await site.host.live(table_id)).record
    seat = min(record.waiting_for())
    turn, player = record.opened[seat], ("anna", "bruno")[seat]
    await site.host.act(table_id, player, seat, action, turn=turn, request=f"r{record.seq}")


MARKED = Verdict(77.0, exact=True, missed=("bonus",), doubtful=("KZO",))
#: The same as version 1 wrote it.
FIRST = {
    "loss": 77.0,
    "exact": True,
    "better": None,
    "bonus": "missed",
    "wrong": ["KZO"],
    "stood": True,
    "win": None,
}


@pytest.mark.anyio
@pytest.mark.parametrize(("version", "verdict"), [(VERSION, MARKED), (1, FIRST)])
async def test_review_goes_on_where_it_was_left(
    tmp_path: Path, version: int, verdict: Verdict | dict[str, Any]
) -> None:
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:
        for player in ("anna", "bruno"):
            await site.players.add_guest(player, player, "pl", 0)
        table_id = await _table(site, "pl")
        for _ in range(3):
            await _act(site, table_id, b'{"type":"Pass"}')
        with pytest.raises(NotOver):
            await site.reviews.review(table_id)
        await _act(site, table_id, b'{"type":"Resign"}')
        assert (await site.host.live(table_id)).record.status == OVER
        record = (await site.host.live(table_id)).record
        first = turns_of(record, await site.host.store.entries(table_id))[0]
        marked = TurnReview(first.seq, first.last, first.seat, MARKED)
        written = msgspec.json.encode([{**msgspec.structs.asdict(marked), "verdict": verdict}])
        begun = KeptReview(table_id, version, 4, 2, written, 0)
        await site.reviews.store.keep(begun)
        assert read_turns((await site.reviews.found([table_id]))[table_id]) == [marked]
        await asyncio.gather(site.reviews.review(table_id), site.reviews.review(table_id))
        kept = (await site.reviews.found([table_id]))[table_id]
        turns = read_turns(kept)
        assert kept.is_done
        assert turns[0] == marked
        assert len(turns) == 2  # the third pass; whoever resigns chooses nothing
        await site.reviews.store.keep(begun._replace(version=VERSION))
        assert (await site.reviews.found([table_id]))[table_id] == kept


@pytest.mark.anyio
async def test_reviews_of_one_address_do_not_keep_another_waiting_and_are_counted(tmp_path: Path) -> None:
    begun, order = Event(), list[str]()
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:

        def wanted_at(place: str) -> asyncio.Task[None]:
            with called_by(Caller(place, print)):
                return asyncio.create_task(
                    site.reviews.in_pool(lambda: (begun.wait(), order.append(place))[1])
                )

        waiting = [wanted_at("10.0.0.1") for _ in range(5)]
        await asyncio.sleep(0)
        waiting.append(wanted_at("10.0.0.2"))
        await asyncio.sleep(0)
        begun.set()
        await asyncio.gather(*waiting)
        assert order.index("10.0.0.2") <= 2
        assert sorted(order) == ["10.0.0.1"] * 5 + ["10.0.0.2"]


def test_address_has_so_much_reviewed_and_gets_it_back_in_time() -> None:
    count = ReviewCount()
    count.check("anna")
    count.charge("anna", _REVIEW_S)
    with pytest.raises(TooManyReviews, match="Please wait"):
        count.check("anna")
    count.check("bruno")


@pytest.mark.anyio
async def test_who_had_much_reviewed_may_ask_how_it_stands_and_begin_nothing(tmp_path: Path) -> None:
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:
        with called_by(Caller("10.0.0.1", print)):
            site.reviews._count.charge("10.0.0.1", _REVIEW_S)
            site.reviews.begin([])
            with pytest.raises(TooManyReviews):
                site.reviews.begin(["any"])
        assert not site.reviews.is_under_way("any", None)


@pytest.mark.anyio
async def test_review_that_another_machine_makes_is_under_way_before_anything_is_seen_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sent(_question: Any) -> bool:
        return True

    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:
        monkeypatch.setattr(TableStore, "is_for_one_machine", False)
        site.reviews.elsewhere = sent
        site.reviews.begin(["any"])
        await asyncio.gather(*site.reviews._under_way.values())
        assert site.reviews._under_way == {}
        assert site.reviews.is_under_way("any", None)
        assert not site.reviews.is_under_way("another", None)
