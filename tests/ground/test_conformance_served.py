"""Every game at a table of a server: played by programs to its end, and all that is told of it then."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from stolik.bots import levels, make_bot
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.facets import facet
from stolik.core.game import AnyGame
from stolik.core.outcome import Outcome
from stolik.core.result import who_won
from stolik.notation.exports import exports_of
from stolik.table.results import seat_names
from stolik.table.showing import SeatShown
from stolik.texts import translator
from tests.cli.person import Home
from tests.ground.ways import WAYS, Way, way_of
from tests.web.servers import Person, Server
from tests.web.test_accounts import me, new_login, register
from tests.web.test_player_pages import share

pytestmark = pytest.mark.usefixtures("added")
T = TypeVar("T")
PATIENCE_S = 30
#: After so many events a long game is left.
_ENOUGH = 30
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def stranger(server: Server) -> Iterator[Person]:
    person = Person(server, "Zofia")
    yield person
    person.close()


class Finished(NamedTuple):
    """A game that a person has played against bots to its end, or left where it would take long."""

    way: Way
    anna: Person
    table: str
    #: The last message to her seat, in version 2 of the protocol.
    last: dict[str, Any]

    def said(self, *own: int) -> str:
        """How it ended, as `core` says it in English to whoever holds these seats."""
        outcome = msgspec.convert(self.last["outcome"], Outcome)
        seats = msgspec.convert(self.last["seats"], list[SeatShown])
        english = translator("en")
        kind = self.way.game.kind(self.way.options, self.way.n_seats)
        return english.sentence(who_won(kind, outcome, seat_names(seats, english), own))


@pytest.fixture(scope="module")
def finished(server: Server) -> Iterator[Callable[[str], Finished]]:
    """A game of each way to play, played once."""
    people: list[Person] = []

    @cache
    def finish(way_id: str) -> Finished:
        anna, way = Person(server, "Anna"), way_of(way_id)
        people.append(anna)
        anna.http.headers.update(ENGLISH)
        register(anna, new_login())
        bots = [levels(way.game.name)[0]] * (way.n_seats - 1)
        table = str(anna.table(way_id, *bots, n_seats=way.n_seats)["id"])
        play(anna, table, 0, way)
        with anna.socket() as socket:
            socket.send("hello", version=2, language="en")
            return Finished(way, anna, table, socket.watch(table, 0))

    yield finish
    for person in people:
        person.close()


def play(person: Person, table: str, seat: int, way: Way, level: str | None = None) -> dict[str, Any]:
    """Play from what the seat is told alone, and leave what would take long; the last message."""
    bot = make_bot(level or levels(way.game.name)[0], way.game, SeededChance(table))
    with person.socket() as socket:
        message = socket.watch(table, seat)
        while message["status"] != "over":
            turn = message["turns"].get(str(seat))
            if turn is None:
                message = socket.expect("table")
                continue
            is_enough = not way.is_new and message["seq"] > _ENOUGH
            action = {"type": "Resign"} if is_enough else chosen(way.game, bot, message["view"])
            request = socket.act(table, seat, turn, action)
            while request not in message["done"]:
                message = socket.expect("table", "refused")
                assert message["type"] == "table", message
    return message


def chosen(game: AnyGame, bot: Any, view: Any) -> Any:
    decoded = game.codec.decode_view(json.dumps(view))
    return json.loads(game.codec.encode(bot.choose(decoded)))


@pytest.mark.parametrize("way_id", WAYS)
def test_table_tells_how_the_game_is_won_how_it_ended_and_its_moves(
    finished: Callable[[str], Finished], way_id: str
) -> None:
    done = finished(way_id)
    last, kind = done.last, done.way.game.kind(done.way.options, done.way.n_seats)
    assert last["kind"] == kind
    assert last["result"] == done.said(0)
    assert ("team" in last["outcome"]) == (kind == "together")
    assert last["lines"]
    assert all(line["text"] for line in last["lines"])
    with done.anna.socket() as socket:
        assert socket.watch(done.table, None)["result"] == done.said()


@pytest.mark.parametrize("way_id", WAYS)
def test_deal_is_verified(
    finished: Callable[[str], Finished], server: Server, home: Home, way_id: str
) -> None:
    checked = home.run("verify", f"{server.url}/t/{finished(way_id).table}")
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.startswith("Yes")


@pytest.mark.parametrize("way_id", WAYS)
def test_link_tells_strangers_how_it_ended(
    finished: Callable[[str], Finished], stranger: Person, way_id: str
) -> None:
    done = finished(way_id)
    page = stranger.http.get(f"/t/{done.table}", headers=ENGLISH).text
    (title,) = re.findall(r'og:title" content="([^"]*)', page)
    assert done.said() in html.unescape(title)
    picture = stranger.http.get(f"/t/{done.table}/preview.png")
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("way_id", WAYS)
def test_game_is_reviewed_and_written_for_other_programs(
    finished: Callable[[str], Finished], way_id: str
) -> None:
    done = finished(way_id)
    address = f"/api/tables/{done.table}/review"
    assert done.anna.http.post(address).status_code == 200
    review = until(lambda: done.anna.http.get(address).json(), lambda found: bool(found["done"]))
    summed = {each["game"] for each in done.anna.http.get("/api/me/review").json()["sums"]}
    assert summed == ({done.way.game.name} if review["unit"] else set())
    name = done.way.game.name
    assert bool(review["turns"]) == (facet(name, "review") is not None)
    assert set(review["files"]) == set(exports_of(name, done.way.n_seats))
    for ending in review["files"]:
        written = done.anna.http.get(f"/api/tables/{done.table}/files/{ending}")
        assert written.status_code == 200
        assert written.text
    assert done.anna.http.get(f"/t/{done.table}/review").status_code == 200


@pytest.mark.parametrize("way_id", WAYS)
def test_profile_adds_it_up_by_how_it_is_won(finished: Callable[[str], Finished], way_id: str) -> None:
    done = finished(way_id)
    profile = done.anna.http.get("/api/me/profile").json()
    listed = next(each for each in profile["games"] if each["id"] == done.table)
    assert listed["result"] == done.said(0)
    (sums,) = [each for each in profile["statistics"] if each["game"] == done.way.game.name]
    outcome = msgspec.convert(done.last["outcome"], Outcome)
    assert sums["kind"] == done.last["kind"]
    assert sums["n_games"] == 1
    assert sums["n_won"] == (sums["kind"] != "solo" and 0 in outcome.winners)
    assert sums["best_score"] == (outcome.scores[0] if sums["kind"] == "solo" else None)


@pytest.mark.parametrize("way_id", WAYS)
def test_best_scores_are_of_those_who_play_alone(finished: Callable[[str], Finished], way_id: str) -> None:
    done = finished(way_id)
    is_solo = done.last["kind"] == "solo"
    wanted = done.last["outcome"]["scores"] if is_solo else []

    def kept() -> list[int]:
        return [each["score"] for each in done.anna.http.get(f"/api/scores/{way_id}").json()]

    until(kept, lambda found: found == wanted)
    title = registry.about(done.way.game.name).title["en"]
    assert (f"<h2>{title}: Best scores" in done.anna.http.get("/leaders").text) == is_solo


@pytest.mark.parametrize("way_id", WAYS)
def test_rematch_is_the_next_game(finished: Callable[[str], Finished], way_id: str) -> None:
    done = finished(way_id)
    with done.anna.socket() as socket:
        message = socket.watch(done.table, 0)
        socket.send("propose", table=done.table, seat=0, id="again", what="rematch")
        while message["followed_by"] is None:
            message = socket.expect("table")
    following = done.anna.http.get(f"/api/tables/{message['followed_by']}").json()
    codec = done.way.game.codec
    played = codec.decode_options(json.dumps(done.last["view"]["table"]["options"]))
    wanted = done.way.game.next_game(played, msgspec.convert(done.last["outcome"], Outcome))
    assert following["settings"]["options"] == json.loads(codec.encode(wanted))
    assert following["status"] == "playing"


@pytest.mark.parametrize("way_id", WAYS)
def test_only_who_plays_against_others_is_rated_or_offers_a_draw(server: Server, way_id: str) -> None:
    way, pair = way_of(way_id), [Person(server, name) for name in ("Anna", "Bruno")]
    is_versus = way.game.kind(way.options, way.n_seats) == "versus"
    for person in pair:
        register(person, new_login())
    anna, bruno = pair
    free = [None] * (way.n_seats - 1)
    wanted = {"preset": way_id, "n_seats": way.n_seats, "seats": free, "rated": True, "name": "Anna"}
    answer = anna.http.post("/api/tables", json=wanted)
    assert answer.status_code == (201 if is_versus else 409)
    if is_versus:
        table = answer.json()["id"]
        bruno.join(table)
        with bruno.socket() as socket:
            socket.act(table, 1, None, {"type": "Resign"})
            while socket.watch(table, 1)["status"] != "over":
                pass
        (rating,) = until(lambda: ratings_of(anna))
        assert rating["pool"].split("/")[0] == way.game.name
        assert rating["rating"] > 1500
        assert anna.http.get(f"/api/leaderboards/{rating['pool']}").status_code == 200
    else:
        table = anna.table(way_id, *["generic"] * len(free), n_seats=way.n_seats)["id"]
        with anna.socket() as socket:
            socket.watch(table, 0)
            socket.send("propose", table=table, seat=0, id="draw", what="draw")
            assert "draw" in socket.expect("refused")["message"]
    for person in pair:
        person.close()


def until(look: Callable[[], T], enough: Callable[[T], bool] = bool) -> T:
    """What is found once it is enough; what follows from the end of a game comes a moment later."""
    end = time.monotonic() + PATIENCE_S
    while not enough(found := look()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


def ratings_of(person: Person) -> list[Any]:
    """How somebody is rated."""
    return list(person.http.get(f"/api/players/{me(person)['id']}").json()["ratings"])


#: By these options bots that think always build the tower, and any stone in the sea is one too many.
SAFE, HOPELESS = {"height": 3, "copies": 4, "hand": 3, "sea": 20}, {"height": 9, "sea": 0}


@pytest.mark.parametrize(
    ("options", "fate", "said"),
    [(SAFE, "won", "You have won together."), (HOPELESS, "lost", "You have lost together.")],
)
def test_team_wins_and_loses_as_one(server: Server, options: dict[str, int], fate: str, said: str) -> None:
    anna, way = Person(server, "Anna"), way_of("lighthouse")
    anna.http.headers.update(ENGLISH)
    table = anna.table("lighthouse", "keeper", "keeper", options=options)["id"]
    last = play(anna, table, 0, way, "keeper")
    assert last["outcome"]["team"] == fate
    (own,) = anna.http.get("/api/me/profile").json()["games"]
    assert own["result"] == said
    (sums,) = anna.http.get("/api/me/profile").json()["statistics"]
    assert sums["n_won"] == (fate == "won")
    anna.close()


@pytest.mark.parametrize("language", ["pl", "pt", "en"])
def test_pages_of_rules_and_players_name_every_game(
    finished: Callable[[str], Finished], stranger: Person, language: str
) -> None:
    told = {"accept-language": language}
    games = {each["name"]: each for each in stranger.http.get("/api/games").json()}
    assert set(games) == set(registry.packages())
    listed = stranger.http.get("/rules", headers=told).text
    for name, game in games.items():
        assert (f'href="/rules/{name}' in listed) == game["rules"]
        rules = stranger.http.get(f"/rules/{name}", headers=told)
        assert rules.status_code == (200 if game["rules"] else 404)
        assert not game["rules"] or game["title"][language] in html.unescape(rules.text)
    shown = stranger.http.get(share(finished("stairs").anna), headers=told).text
    assert html.escape(games["stairs"]["title"][language]) in shown
    assert finished("stairs").table in shown


def test_list_of_plays_is_no_help_where_there_is_nothing_to_find(server: Server) -> None:
    anna, way = Person(server, "Anna"), way_of("stairs")
    register(anna, new_login())
    table = anna.table("stairs")["id"]
    assert anna.actions(table, 0)
    score = play(anna, table, 0, way)["outcome"]["scores"][0]
    kept = until(lambda: anna.http.get("/api/me/profile").json()["scores"])
    assert [each["score"] for each in kept] == [score]
    duel = anna.table("stairs-duel", None, rated=True)["id"]
    bruno = Person(server, "Bruno")
    register(bruno, new_login())
    bruno.join(duel)
    assert anna.actions(duel, 0)
    for person in (anna, bruno):
        person.close()
