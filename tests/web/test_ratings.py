"""Ratings over HTTP: whom they are refused to, and what everybody may see."""

from __future__ import annotations

import time
from typing import Any

from tests.web.servers import Person
from tests.web.test_accounts import me, new_login, register
from tests.web.test_tables import play

PATIENCE_S = 20
#: How many games of two players make a rating sure enough for the leaderboard, and some more.
MANY_GAMES = 40


def test_guest_is_told_that_rated_games_need_an_account(anna: Person) -> None:
    wanted = {"preset": "pl", "n_seats": 2, "seats": [None], "rated": True, "name": "Anna"}
    answer = anna.http.post("/api/tables", json=wanted)
    assert answer.status_code == 409
    assert "account" in answer.json()["message"]
    answer = anna.http.post("/api/tables", json=wanted | {"seats": ["generic"]})
    assert "with bots is not rated" in answer.json()["message"]


def rated_table(maker: Person, comer: Person) -> str:
    table = str(maker.table("rummikub", None, rated=True)["id"])
    assert comer.join(table) == 1
    return table


def test_nobody_sits_at_a_rated_table_under_the_name_of_another(anna: Person, bruno: Person) -> None:
    for person in (anna, bruno):
        register(person, new_login())
    for more in ({}, {"another": True}):
        table = anna.table("rummikub", None, rated=True)["id"]
        bruno.join(table, name="Anna", **more)
        seats = anna.http.get(f"/api/tables/{table}").json()["seats"]
        assert seats[1]["name"] == me(bruno)["name"] != "Anna"


def test_account_sits_under_its_own_name_unless_another_person_comes(anna: Person, bruno: Person) -> None:
    register(bruno, new_login())
    table = anna.table("rummikub", None, None)["id"]
    bruno.join(table, name="Anna")
    bruno.join(table, name="Cezary", another=True)
    seats = anna.http.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", me(bruno)["name"], "Cezary"]


def resign(person: Person, table: str, seat: int) -> None:
    with person.socket() as socket:
        state = socket.watch(table, seat)
        socket.act(table, seat, None, {"type": "Resign"})
        while state["status"] != "over":
            state = socket.expect("table")


def rating_after(person: Person, n_games: int) -> dict[str, Any]:
    """The only rating of somebody once so many games have counted, which is a moment after their end."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        ratings = person.http.get(f"/api/players/{me(person)['id']}").json()["ratings"]
        if ratings and ratings[0]["n_games"] == n_games:
            assert len(ratings) == 1
            return dict(ratings[0])
        time.sleep(0.02)
    raise AssertionError(f"{n_games} games are not rated: {ratings}")


def test_rated_game_of_two_accounts_changes_both_ratings(anna: Person, bruno: Person) -> None:
    for person in (anna, bruno):
        register(person, new_login())
    table = rated_table(anna, bruno)
    with anna.socket() as hers:
        # nobody is told what could be played; everybody is asked whether the deal is good
        request = hers.act(table, 0, hers.watch(table, 0)["turns"]["0"], {"type": "Ready"})
        while request not in hers.expect("table")["done"]:
            pass
        hers.send("propose", table=table, seat=0, id="p", what="take back")
        assert "nothing is taken back" in hers.expect("refused")["message"]
    resign(bruno, table, 1)
    won, lost = rating_after(anna, 1), rating_after(bruno, 1)
    assert won["rating"] > 1500 > lost["rating"]
    assert won["pool"] == lost["pool"]
    assert won["pool"].startswith("rummikub/")


def test_leaderboard_shows_who_has_played_enough_rated_games(anna: Person, bruno: Person) -> None:
    for person in (anna, bruno):
        register(person, new_login())
    ids = [me(person)["id"] for person in (anna, bruno)]

    def leaders(pool: str) -> list[str]:
        told = anna.http.get(f"/api/leaderboards/{pool}").json()
        return [each["player"] for each in told if each["player"] in ids]

    for n in range(1, MANY_GAMES):
        # every third game Anna gives up, so that each result still says something
        loser, seat = (anna, 0) if n % 3 == 0 else (bruno, 1)
        resign(loser, rated_table(anna, bruno), seat)
        hers, his = rating_after(anna, n), rating_after(bruno, n)
        sure = {player for player, rating in zip(ids, (hers, his), strict=True) if rating["sure"]}
        assert set(leaders(hers["pool"])) == sure
        if len(sure) == 2:
            break
    assert hers["rating"] > his["rating"]
    assert leaders(hers["pool"]) == ids


def test_profile_tells_name_and_number_of_games(anna: Person) -> None:
    table = anna.table("rummikub", "generic")
    with anna.socket() as socket:
        play(anna, socket, table["id"], 0)
    own = anna.http.get("/api/me").json()["id"]
    shown = anna.http.get(f"/api/players/{own}").json()
    assert shown == {"id": own, "name": "Anna", "guest": True, "n_games": 1, "ratings": [], "page": None}
    assert anna.http.get("/api/players/nobody").status_code == 404


def test_leaderboard_of_a_pool_that_nobody_has_played_is_empty(anna: Person) -> None:
    assert anna.http.get("/api/leaderboards/scrabble/pl/two").json() == []
    assert anna.http.get("/api/leaderboards/scrabble/pl/many").json() == []
    missing = anna.http.get("/api/leaderboards/scrabble/pl/three", headers={"accept-language": "pl"})
    assert missing.status_code == 404
    assert missing.json()["message"].startswith("Nie ma takiego rankingu")
