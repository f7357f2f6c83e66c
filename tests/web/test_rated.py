"""The rules of rated play over HTTP: nobody is told what to play, and nobody looks words up meanwhile."""

from __future__ import annotations

import pytest

from tests.web.servers import Person
from tests.web.test_accounts import new_login, register
from tests.web.test_ratings import resign
from tests.web.test_words import text_of

#: Where words are looked up: by themselves, by letters, by a pattern.
LOOKED_UP = ("/tok", "?letters=tok", "?pattern=t*k")


@pytest.fixture
def accounts(anna: Person, bruno: Person) -> tuple[Person, Person]:
    for person in (anna, bruno):
        register(person, new_login())
    return anna, bruno


def game(maker: Person, comer: Person, preset: str, *, rated: bool) -> str:
    table = str(maker.table(preset, None, rated=rated)["id"])
    comer.join(table)
    return table


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_nobody_is_told_what_can_be_played_in_a_rated_game(
    accounts: tuple[Person, Person], preset: str
) -> None:
    anna, bruno = accounts
    table = game(anna, bruno, preset, rated=True)
    for person, seat in ((anna, 0), (bruno, 1)):
        for call in ("actions", "choices"):
            answer = person.http.get(f"/api/tables/{table}/{call}", params={"seat": seat})
            assert answer.status_code == 409
            assert answer.json()["message"].startswith("In a rated game possible plays are not listed")
        # what is under one's hands is judged as everywhere
        tried = person.http.post(
            f"/api/tables/{table}/preview", json={"seat": seat, "action": {"type": "Pass"}}
        )
        assert tried.status_code == 200
    resign(anna, table, 0)
    assert anna.actions(table, 0) == []
    unrated = game(anna, bruno, preset, rated=False)
    assert any(anna.actions(unrated, 0) or bruno.actions(unrated, 1))


def test_who_plays_a_rated_game_with_words_looks_nothing_up(accounts: tuple[Person, Person]) -> None:
    anna, bruno = accounts
    table = game(anna, bruno, "pl", rated=True)
    for list_name in ("pl", "pt"):
        for asked in LOOKED_UP:
            answer = anna.http.get(f"/api/words/{list_name}{asked}")
            assert answer.status_code == 409
            assert answer.json()["message"].startswith("You are playing a rated word game")
    for asked in LOOKED_UP:
        page = anna.http.get(f"/words/pl{asked}", headers={"accept-language": "en"})
        assert page.status_code == 200
        assert "You are playing a rated word game" in text_of(page.text)
        assert 'class="verdict"' not in page.text
        assert 'class="found"' not in page.text
    token = anna.http.post("/api/tokens", json={"name": "my program"}).json()["token"]
    program = Person(str(anna.http.base_url), "program")
    program.http.headers["Authorization"] = f"Bearer {token}"
    assert program.http.get("/api/words/pl?letters=tok").status_code == 409
    program.close()
    resign(bruno, table, 1)
    for person in accounts:
        assert all(person.http.get(f"/api/words/pl{asked}").status_code == 200 for asked in LOOKED_UP)


def test_words_are_looked_up_beside_every_other_game(accounts: tuple[Person, Person]) -> None:
    anna, bruno = accounts
    game(anna, bruno, "rummikub", rated=True)
    game(anna, bruno, "pl", rated=False)
    anna.table("pl", None, rated=True)  # nobody has come yet
    for asked in LOOKED_UP:
        assert anna.http.get(f"/api/words/pl{asked}").status_code == 200
