"""Best scores of a game played alone: who stands there, who sees it, and which games count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.ground.added_games import installed, leave_plays_to_be_found
from tests.ground.test_conformance_served import play, until
from tests.ground.ways import way_of
from tests.services import new_folder, remove
from tests.web.servers import Person, Server
from tests.web.test_accounts import me, new_login, register

TITLE = "Best scores"


@pytest.fixture(scope="module")
def alone_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows a game for one, in which finding plays is up to the player, and one for a team."""
    with installed(tmp_path_factory.mktemp("games"), "stairs", "lighthouse") as games:
        leave_plays_to_be_found(games)
        folder = new_folder("scores")
        running = Server(folder)
        yield running
        running.close()
        remove(folder)


@pytest.fixture
def people(alone_server: Server) -> Iterator[tuple[Person, Person]]:
    pair = Person(alone_server, "Anna"), Person(alone_server, "Bruno")
    for person in pair:
        person.http.headers["accept-language"] = "en"
    yield pair
    for person in pair:
        person.close()


def table_of(person: Person, preset: str = "stairs") -> str:
    others = ["generic"] * (way_of(preset).n_seats - 1)
    return str(person.table(preset, *others, n_seats=1 + len(others))["id"])


def finished(person: Person, table: str, preset: str = "stairs") -> int:
    """Play a game to its end; the score."""
    play(person, table, 0, way_of(preset))
    with person.socket() as socket:
        return int(socket.watch(table, 0)["outcome"]["scores"][0])


def scores(person: Person) -> list[dict[str, Any]]:
    return list(person.http.get("/api/scores/stairs").json())


def own_scores(person: Person) -> list[dict[str, Any]]:
    return list(person.http.get("/api/me/profile").json()["scores"])


def share(person: Person, page: bool) -> None:
    person.http.post("/api/me/sharing", json={"page": page, "ratings": False}).raise_for_status()


def content_of(person: Person, page: str) -> str:
    """What stands on a page, without the texts that its scripts bring along."""
    text = person.http.get(page).text
    return re.sub("<[^>]*>", " ", re.sub("<script.*?</script>", "", text, flags=re.DOTALL))


def test_scores_are_shown_of_those_who_want_a_page(people: tuple[Person, Person]) -> None:
    anna, bruno = people
    register(anna, new_login())
    own = me(anna)["id"]
    table = table_of(anna)
    reached = finished(anna, table)
    (kept,) = until(lambda: own_scores(anna))
    assert (kept["preset"], kept["score"], kept["table"]) == ("stairs", reached, table)
    assert [each["score"] for each in scores(anna) if each["player"] == own] == [reached]
    assert own not in {each["player"] for each in scores(bruno)}
    name = me(anna)["name"]
    assert name not in bruno.http.get("/leaders").text
    share(anna, page=True)
    (shown,) = [each for each in scores(bruno) if each["player"] == own]
    assert (shown["name"], shown["score"]) == (name, reached)
    page = bruno.http.get("/leaders").text
    assert re.search(f'<h2>[^<]*: {TITLE}</h2>.*href="{shown["page"]}">{name}<', page, re.DOTALL)
    about = content_of(bruno, shown["page"])
    assert re.search(rf"Games played\s+1\s+Best score\s+{reached}\s+Points a game\s+{reached}", about)
    assert not re.search(r"\bWon\b", about)


def test_scores_of_a_guest_are_his_own_until_he_has_an_account(people: tuple[Person, Person]) -> None:
    anna, bruno = people
    table = table_of(anna)
    finished(anna, table)
    assert [each["table"] for each in until(lambda: own_scores(anna))] == [table]
    assert scores(bruno) == scores(anna)
    register(anna, new_login())
    assert me(anna)["id"] in {each["player"] for each in scores(anna)}
    exported = anna.http.get("/api/me/export").json()
    assert [each["table_id"] for each in exported["scores"]] == [table]


@pytest.mark.parametrize("asked", ["actions", "choices"])
def test_game_in_which_plays_were_listed_does_not_stand(people: tuple[Person, Person], asked: str) -> None:
    anna, _ = people
    helped = table_of(anna)
    listed = anna.http.get(f"/api/tables/{helped}/{asked}", params={"seat": 0})
    assert listed.status_code == 200
    assert listed.json()
    finished(anna, helped)
    unaided = table_of(anna)
    finished(anna, unaided)
    # games are settled one after another: what was to come of the first has come
    assert [each["table"] for each in until(lambda: own_scores(anna))] == [unaided]
    log = anna.http.get(f"/api/tables/{helped}/log").json()
    events = [each["event"]["type"] for entry in log["entries"] for each in entry["events"]]
    assert events.count("PlaysListed") == 1


def test_best_score_of_the_profile_is_of_games_that_stand(people: tuple[Person, Person]) -> None:
    anna, _ = people

    def sums() -> tuple[int, int | None]:
        (found,) = anna.http.get("/api/me/profile").json()["statistics"]
        return found["n_games"], found["best_score"]

    helped = table_of(anna)
    anna.http.get(f"/api/tables/{helped}/choices", params={"seat": 0}).raise_for_status()
    finished(anna, helped)
    assert sums() == (1, None)
    finished(anna, str(anna.table("stairs", n_seats=1, options={"highest": 30})["id"]))
    assert sums() == (2, None)
    reached = finished(anna, table_of(anna))
    assert sums() == (3, reached)


def test_table_says_whether_a_list_of_plays_costs_the_score(people: tuple[Person, Person]) -> None:
    anna, _ = people

    def costs(table: str) -> bool:
        return bool(anna.http.get(f"/api/tables/{table}").json()["listing_costs_score"])

    table = table_of(anna)
    assert costs(table)
    anna.http.get(f"/api/tables/{table}/choices", params={"seat": 0}).raise_for_status()
    assert not costs(table)
    assert not costs(table_of(anna, "stairs-duel"))
    by_other_rules = anna.table("stairs", n_seats=1, options={"highest": 30})["id"]
    assert not costs(str(by_other_rules))


def test_list_of_plays_says_nothing_in_games_of_several(people: tuple[Person, Person]) -> None:
    anna, _ = people
    table = table_of(anna, "lighthouse")
    with anna.socket() as socket:
        before = socket.watch(table, 0)
        while "0" not in before["turns"]:
            before = socket.expect("table")
        assert anna.http.get(f"/api/tables/{table}/actions", params={"seat": 0}).json()
        assert socket.watch(table, 0)["seq"] == before["seq"]


def test_team_that_lost_is_no_winner_on_the_page_of_a_player(people: tuple[Person, Person]) -> None:
    anna, bruno = people
    register(anna, new_login())
    share(anna, page=True)
    table = table_of(anna, "lighthouse")
    with anna.socket() as socket:
        socket.watch(table, 0)
        socket.act(table, 0, None, {"type": "Resign"})
        while socket.watch(table, 0)["status"] != "over":
            pass
    told = anna.http.get("/api/me/profile").json()
    (sums,) = told["statistics"]
    assert (sums["kind"], sums["n_games"], sums["n_won"]) == ("together", 1, 0)
    assert told["games"][0]["result"] == "You have lost together."
    page = anna.http.get("/api/me/sharing").json()["address"]
    about = content_of(bruno, page)
    assert "They have lost together." in about
    assert re.search(r"Won\s+0 \(0%\)", about)
    assert "Points a game" not in about


def test_link_to_a_game_of_a_team_tells_its_fate_without_points(people: tuple[Person, Person]) -> None:
    anna, bruno = people
    table = table_of(anna, "lighthouse")
    finished(anna, table, "lighthouse")
    head = bruno.http.get(f"/t/{table}").text
    assert re.search('og:title" content="They have (won|lost) together."', head)
    (sentence,) = re.findall('og:description" content="([^"]*)"', head)
    assert sentence == "A tower of five stones, built together."
    assert bruno.http.get(f"/t/{table}/preview.png").status_code == 200


def test_presets_tell_how_they_are_won_before_there_is_a_table(people: tuple[Person, Person]) -> None:
    anna, _ = people
    kinds = {each["id"]: each["kinds"] for each in anna.http.get("/api/presets").json()}
    assert kinds["stairs"] == {"1": "solo"}
    assert kinds["stairs-duel"] == {"2": "versus"}
    assert kinds["lighthouse"] == {"2": "together", "3": "together", "4": "together"}
    assert kinds["pl"] == {"2": "versus", "3": "versus", "4": "versus"}


def test_table_for_one_is_open_to_nobody(people: tuple[Person, Person]) -> None:
    anna, _ = people
    refused = anna.http.post("/api/tables", json={"preset": "stairs", "open": True, "name": "Anna"})
    assert refused.status_code == 409
    assert "no seat for anyone else" in refused.text
