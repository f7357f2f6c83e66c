"""Ratings over HTTP: whom they are refused to, and what everybody may see."""

from __future__ import annotations

from tests.web.servers import Person
from tests.web.test_tables import play


def test_guest_is_told_that_rated_games_need_an_account(anna: Person) -> None:
    wanted = {"preset": "pl", "n_seats": 2, "seats": [None], "rated": True, "name": "Anna"}
    answer = anna.http.post("/api/tables", json=wanted)
    assert answer.status_code == 409
    assert "account" in answer.json()["message"]
    answer = anna.http.post("/api/tables", json=wanted | {"seats": ["generic"]})
    assert "with bots is not rated" in answer.json()["message"]


def test_profile_tells_name_and_number_of_games(anna: Person) -> None:
    table = anna.table("rummikub", "generic")
    with anna.socket() as socket:
        play(anna, socket, table["id"], 0)
    own = anna.http.get("/api/me").json()["id"]
    shown = anna.http.get(f"/api/players/{own}").json()
    assert shown == {"id": own, "name": "Anna", "guest": True, "n_games": 1, "ratings": []}
    assert anna.http.get("/api/players/nobody").status_code == 404


def test_leaderboard_of_a_pool_that_nobody_has_played_is_empty(anna: Person) -> None:
    assert anna.http.get("/api/leaderboards/scrabble/pl/two").json() == []
    assert anna.http.get("/api/leaderboards/scrabble/pl/many").json() == []
    missing = anna.http.get("/api/leaderboards/scrabble/pl/three", headers={"accept-language": "pl"})
    assert missing.status_code == 404
    assert missing.json()["message"].startswith("Nie ma takiego rankingu")
