"""HEAD is answered wherever GET is: the same, without the body."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.raw import Answer, ask
from tests.web.routes import routes
from tests.web.servers import Person, Server

#: What differs: when an answer was given, a newcomer's cookie, and how a body is sent that is none.
_OF_THE_MOMENT = ("date", "set-cookie", "transfer-encoding")
_AFTER = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def seated(server: Server) -> Iterator[tuple[Person, dict[str, str]]]:
    """Somebody at a table, and what stands for what in the paths that lead to it."""
    person = Person(server, "Anna")
    table = person.table("rummikub", "generic")
    known = {"table_id": table["id"], "player_id": person.http.get("/api/me").json()["id"], "seq": "1"}
    known |= {"game": "rummikub", "preset": "rummikub", "list_name": "pl", "word": "kot", "code": "NONE"}
    known |= {"language": "pl", "players": "two", "ending": "json"}
    yield person, known
    person.close()


def _paths(known: dict[str, str]) -> Iterator[str]:
    """Every path that GET leads to, and some that it does not."""
    for route, methods in routes():
        if "GET" in methods or not methods:
            parts = [part.strip("{}").partition(":") for part in route.split("/")]
            yield "/".join(known.get(name, "1") if kind else name for name, kind, _ in parts)
    table = known["table_id"]
    yield from ("/nowhere", "/api/login", "/static/verify.js", "/static/pages/icon.svg", "/static/nothing.js")
    yield from (f"/api/tables/{table}/actions?seat=0", "/api/words/pl?letters=kot")


def _asked(server: Server, method: str, path: str, person: Person) -> Answer:
    """The answer, and behind it that to another request over the same connection."""
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    place = person.http.headers["X-Forwarded-For"]
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\nX-Forwarded-For: {place}\r\n\r\n"
    return ask(server.port, head.encode() + _AFTER)


def test_head_is_get_without_its_body_on_every_route(
    server: Server, seated: tuple[Person, dict[str, str]]
) -> None:
    person, known = seated
    statuses = set()
    for path in _paths(known):
        got, headed = (_asked(server, method, path, person) for method in ("GET", "HEAD"))
        assert headed.status == got.status, path
        for name in got.headers.keys() | headed.headers.keys():
            if name not in _OF_THE_MOMENT:
                assert headed.headers.get(name) == got.headers.get(name), f"{path}: {name}"
        assert headed.rest.startswith(b"HTTP/1.1 200 "), f"{path}: {headed.rest[:80]!r}"
        statuses.add(got.status)
    assert {200, 302, 404, 405} <= statuses


def test_head_of_a_route_without_get_is_not_allowed(server: Server) -> None:
    assert ask(server.port, b"HEAD /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status == 405
