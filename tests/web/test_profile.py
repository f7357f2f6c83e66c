"""Oneself: own games with their results, and what finished games add up to."""

from __future__ import annotations

from typing import Any

import httpx

from stolik.core.game import Feat
from stolik.core.outcome import Outcome
from stolik.crossboard.scoring import WordFormed
from stolik.games.scrabble.events import ChallengeUpheld, Placed, PlayScored
from stolik.games.scrabble.tracking import feats
from stolik.web.accounts.profile import BestPlay, Earned, Own, Result, Statistic, statistics
from tests.web.servers import Person, Server
from tests.web.test_tables import play

#: A small box, so that a game is short.
LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
SHORT = {"challenge": "off", "tiles": {"kinds": [["?", 2, 0], *([letter, 1, 1] for letter in LETTERS)]}}


def profile(person: Person) -> dict[str, Any]:
    told: dict[str, Any] = person.http.get("/api/me/profile").json()
    return told


def result(preset: str, scores: tuple[int, ...], *best: Feat) -> Result:
    ranking = tuple((seat,) for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]))
    earned = {feat.seat: dict.fromkeys(feat.tags, 1) for feat in best}
    return Result(preset, Outcome("out", ranking, scores), {feat.seat: feat for feat in best}, earned)


def test_games_add_up_by_game_and_language() -> None:
    played = [
        Own("one", 0, result("pl", (300, 200), Feat(0, "KOT", 20), Feat(1, "PIES", 90, ("bonus",)))),
        Own("two", 1, result("pl-tournament", (300, 201), Feat(1, "ŻÓŁW", 60, ("bonus",)))),
        Own("three", 0, result("br", (10, 5), Feat(0, "CASA", 10))),
        Own("four", 1, result("rummikub", (50, -50))),
    ]
    assert statistics(played, "pl") == (
        Statistic(
            "scrabble", "pl", 2, 1, 250.5, BestPlay("ŻÓŁW", 60, "two"), (Earned("bonus", "Premie", 1),)
        ),
        Statistic(
            "scrabble", "pt", 1, 1, 10.0, BestPlay("CASA", 10, "three"), (Earned("bonus", "Premie", 0),)
        ),
        Statistic("rummikub", None, 1, 0, -50.0, None, ()),
    )


def test_best_score_is_of_games_that_stand_in_one_way_to_play() -> None:
    def best(*played: tuple[str, int, bool]) -> int | None:
        owns = [
            Own("one", 0, result(preset, (score,))._replace(kind="solo", stands=stands))
            for preset, score, stands in played
        ]
        (sums,) = statistics(owns, "en")
        return sums.best_score

    assert best(("rummikub", 30, True), ("rummikub", 50, True), ("rummikub", 90, False)) == 50
    assert best(("rummikub", 90, False)) is None
    assert best(("pl", 30, True), ("pl-tournament", 50, True)) is None


def test_play_that_was_withdrawn_is_no_feat() -> None:
    wrong = Placed(0, (), (WordFormed("KZO", 10),), 0, 10)
    good = Placed(1, (), (WordFormed("KOTAMI", 10), WordFormed("OK", 4)), 50, 64)
    events = [wrong, ChallengeUpheld(0, 1, ("KZO",), ()), good, PlayScored(1, 64)]
    assert list(feats(events)) == [Feat(1, "KOTAMI", 64, ("bonus",))]


def test_finished_game_is_listed_with_its_result_and_counted(anna: Person) -> None:
    table = anna.table("pl", "beginner", options=SHORT)["id"]
    with anna.socket() as socket:
        ended = play(anna, socket, table, 0)
    going = anna.table("pl", None)["id"]
    told = profile(anna)
    assert [game["id"] for game in told["games"]] == [going, table]
    assert told["games"][1]["outcome"] == ended["outcome"]
    assert told["games"][1]["your_seats"] == [0]
    assert not told["games"][1]["your_turn"]
    (counted,) = told["statistics"]
    assert (counted["game"], counted["language"], counted["n_games"]) == ("scrabble", "pl", 1)
    assert counted["points"] == ended["outcome"]["scores"][0]
    plays = [
        (each["event"]["points"], each["event"]["words"][0]["text"])
        for entry in anna.http.get(f"/api/tables/{table}/log").json()["entries"]
        for each in entry["events"]
        if each["event"]["type"] == "Placed" and each["event"]["seat"] == 0
    ]
    assert counted["best"]["points"] == max(plays)[0]
    assert (counted["best"]["points"], counted["best"]["text"]) in plays


def test_game_says_whose_turn_it_is(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", None)["id"]
    people = [anna, bruno]
    assert bruno.join(table) == 1
    with anna.socket() as socket:
        (mover,) = map(int, socket.watch(table, 0)["turns"])
    assert profile(people[mover])["games"][0]["your_turn"]
    assert not profile(people[1 - mover])["games"][0]["your_turn"]


def test_whoever_plays_against_himself_is_not_counted(anna: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    anna.join(table, another=True, name="Marek")
    with anna.socket() as socket:
        turn = socket.watch(table, 0)["turns"]
        mover = int(next(iter(turn))) if turn else 0
        socket.act(table, mover, None, {"type": "Resign"})
        while socket.expect("table")["status"] != "over":
            pass
    told = profile(anna)
    assert told["games"][0]["status"] == "over"
    assert told["statistics"] == []


def test_newcomer_has_an_empty_profile_and_a_page(server: Server) -> None:
    empty = {"games": [], "statistics": [], "n_counted": 0, "scores": []}
    assert httpx.get(f"{server.url}/api/me/profile").json() == empty
    assert '<div id="me">' in httpx.get(f"{server.url}/me").text


def test_pages_lead_to_each_other(server: Server) -> None:
    places = ["/", "/words", "/me"]
    for place in places:
        page = httpx.get(server.url + place, follow_redirects=True).text
        assert [f'<a href="{each}"' in page for each in places] == [True] * 3, place
