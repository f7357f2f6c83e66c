"""The page of the leaderboards: a sentence while nobody stands there, then everybody in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from tests.web.servers import Person, Server
from tests.web.test_accounts import new_login, register
from tests.web.test_player_pages import look, share
from tests.web.test_ratings import rating_after, resign


@pytest.fixture
def quiet_server(tmp_path: Path) -> Iterator[Server]:
    """A server on which nobody has played yet."""
    running = Server(tmp_path)
    yield running
    running.close()


def rated_game_of_three(people: list[Person]) -> None:
    """A game that the first wins, then the third: who resigns first is last."""
    for person in people:
        register(person, new_login())
    table = str(people[0].table("rummikub", None, None, rated=True)["id"])
    assert [person.join(table) for person in people[1:]] == [1, 2]
    with people[1].socket() as socket:
        socket.watch(table, 1)
        socket.act(table, 1, None, {"type": "Resign"})
        socket.expect("table")
    resign(people[2], table, 2)
    for person in people:
        rating_after(person, 1)


def rows(page: httpx.Response) -> list[str]:
    """The rows of the boards, as text."""
    found = re.findall(r"<tr.*?</tr>", page.text.partition("<tbody>")[2])
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in found]


def test_page_says_that_nobody_stands_there_until_somebody_does(quiet_server: Server) -> None:
    empty = look(quiet_server, "/leaders")
    assert "Nobody stands here yet" in empty.text
    assert "<table" not in empty.text
    with ExitStack() as stack:
        people = [stack.enter_context(closing(Person(quiet_server, name))) for name in ("Anna", "Ben", "Cyd")]
        rated_game_of_three(people)
        names = [str(person.http.get("/api/me").json()["name"]) for person in people]
        address = share(people[0])
        page = look(quiet_server, "/leaders", "pl")
        assert "Kostki z liczbami, więcej osób" in re.sub("<[^>]*>", "", page.text)
        told = rows(page)
        assert [row.split()[0] for row in told] == ["1", "2", "3"]
        for row, name in zip(told, [names[0], names[2], names[1]], strict=True):
            assert name in row
            assert row.endswith(" 1")
        assert f'<a href="{address}">{names[0]}</a>' in page.text
        assert page.text.count('href="/p/') == 1
        assert 'class="own"' not in page.text
        assert f'<tr class="own"><td class="figures place">2</td><td class="who">{names[2]}' in (
            people[2].http.get("/leaders").text
        )
