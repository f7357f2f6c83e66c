"""Pages about players: only of those who want one, and no way to find out who else has an account."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx
import pytest

from tests.web.servers import Person, Server
from tests.web.test_accounts import me, new_login, register
from tests.web.test_ratings import rated_table, rating_after, resign


def share(person: Person, *, page: bool = True, ratings: bool = False) -> str:
    told = person.http.post("/api/me/sharing", json={"page": page, "ratings": ratings})
    assert told.status_code == 200, told.text
    return str(told.json()["address"])


def look(server: Server, address: str, language: str = "en") -> httpx.Response:
    """What a stranger sees."""
    return httpx.get(server.url + address, headers={"accept-language": language})


@pytest.fixture
def login(anna: Person) -> str:
    name = new_login()
    anna.http.post("/api/me", json={"name": "Anna"})
    register(anna, name)
    return name


def lost_game(person: Person, **more: object) -> str:
    table = str(person.table("pl", "beginner", **more)["id"])
    resign(person, table, 0)
    return table


@pytest.mark.usefixtures("login")
def test_page_is_private_until_it_is_wanted_and_shows_public_games_alone(
    server: Server, anna: Person
) -> None:
    shown, hidden = lost_game(anna), lost_game(anna, spectators=False)
    going = anna.table("pl", "beginner")["id"]
    told = anna.http.get("/api/me/sharing").json()
    assert (told["page"], told["ratings"]) == (False, False)
    assert look(server, told["address"]).status_code == 404
    address = share(anna)
    page = look(server, address)
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert f'href="/t/{shown}/review"' in page.text
    assert hidden not in page.text
    assert going not in page.text
    assert re.search(r"<dt>Games played</dt><dd>1</dd>", page.text)
    assert "<h1>Anna</h1>" in page.text
    share(anna, page=False)
    assert look(server, address).status_code == 404


def test_private_page_and_unknown_name_get_the_same_answer(server: Server, anna: Person, login: str) -> None:
    private = look(server, f"/p/{quote(login, safe='')}")
    unknown = look(server, "/p/nobody%20at%20all")
    assert private.status_code == unknown.status_code == 404
    assert private.text == unknown.text
    assert {*private.headers} == {*unknown.headers}
    impossible = [look(server, f"/p/{name}") for name in ("%00", "a%2F..%2Fb", "x" * 150)]
    assert {each.text for each in impossible} == {unknown.text}
    assert me(anna)["id"] not in private.text


def test_name_is_found_however_it_is_written(server: Server, anna: Person) -> None:
    name = f"Żółw // {new_login()} ? 5%"
    register(anna, name)
    assert share(anna) == f"/p/{quote(name.casefold(), safe='')}"
    for each in (name, name.upper(), name.casefold()):
        assert look(server, f"/p/{quote(each, safe='')}").status_code == 200


def test_guest_has_no_page(anna: Person) -> None:
    answer = anna.http.post("/api/me/sharing", json={"page": True, "ratings": True})
    assert answer.status_code == 409
    assert "no account" in answer.json()["message"]


def test_ratings_stand_there_if_that_is_wanted_and_others_are_named_if_they_have_a_page(
    server: Server, anna: Person, bruno: Person
) -> None:
    for person in (anna, bruno):
        register(person, new_login())
    table = rated_table(anna, bruno)
    resign(bruno, table, 1)
    rating_after(anna, 1)
    address = share(anna)
    before = look(server, address).text
    assert "Rating</dt>" not in before
    assert "another player" in before
    name = me(bruno)["name"]
    assert name not in before
    theirs = share(bruno)
    share(anna, ratings=True)
    after = look(server, address).text
    assert "Rating</dt>" in after
    assert f'<a href="{theirs}">{name}</a>' in after
    assert anna.http.get(f"/api/players/{me(bruno)['id']}").json()["page"] == theirs
    assert "Ranking</dt>" in look(server, address, "pl").text


def test_name_cannot_bring_markup_along(server: Server, anna: Person) -> None:
    anna.http.post("/api/me", json={"name": "<b>Anna</b>"})
    register(anna, new_login())
    page = look(server, share(anna))
    assert page.status_code == 200
    assert "<b>Anna" not in page.text
