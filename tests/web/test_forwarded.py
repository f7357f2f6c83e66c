"""What a proxy says of the client counts where there is one, and nowhere else."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.servers import Person, Server

_GUESSES = 10
Headers = list[tuple[str, str]]


@pytest.fixture
def alone(folder: Path) -> Iterator[Server]:
    """A server that people reach directly."""
    server = Server(folder, STOLIK_BEHIND_PROXY="")
    yield server
    server.close()


def guess(server: Server, headers: Headers, login: str) -> int:
    """The status of a wrong password."""
    wrong = {"login": login, "password": "wrong"}
    return httpx.post(f"{server.url}/api/login", json=wrong, headers=headers).status_code


def test_without_a_proxy_nobody_chooses_his_address(alone: Server) -> None:
    login = secrets.token_hex(6)
    statuses = [guess(alone, [("X-Forwarded-For", f"10.0.0.{n}")], login) for n in range(_GUESSES + 1)]
    assert statuses == [401] * _GUESSES + [429]
    assert alone.output().count("--behind-proxy") == 1


def test_without_a_proxy_nobody_says_that_he_speaks_https(alone: Server) -> None:
    answer = httpx.get(f"{alone.url}/", headers={"X-Forwarded-Proto": "https"})
    assert "secure" not in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("n_own_lines", [0, 1])
def test_only_what_the_proxy_itself_has_written_counts(server: Server, n_own_lines: int) -> None:
    login, place = secrets.token_hex(6), f"192.0.2.{secrets.randbelow(256)}"
    statuses = [
        guess(
            server,
            [("X-Forwarded-For", f"10.0.0.{n}")] * n_own_lines
            + [("X-Forwarded-For", f"10.1.0.{n}, {place}")],
            login,
        )
        for n in range(_GUESSES + 1)
    ]
    assert statuses == [401] * _GUESSES + [429]
    assert guess(server, [("X-Forwarded-For", "198.51.100.7")], login) == 401


def test_one_network_of_the_sixth_version_is_one_place_but_not_the_mapped_ones(server: Server) -> None:
    login, network = secrets.token_hex(6), f"2001:db8:{secrets.randbelow(60_000):x}:1"
    statuses = [guess(server, [("X-Forwarded-For", f"{network}::{n:x}")], login) for n in range(_GUESSES + 1)]
    assert statuses == [401] * _GUESSES + [429]
    login = secrets.token_hex(6)
    mapped = [guess(server, [("X-Forwarded-For", f"::ffff:10.2.0.{n}")], login) for n in range(_GUESSES + 1)]
    assert mapped == [401] * (_GUESSES + 1)


def test_server_is_told_of_its_proxy_by_an_option(folder: Path) -> None:
    server = Server(folder, "--behind-proxy", STOLIK_BEHIND_PROXY="")
    try:
        answer = httpx.get(f"{server.url}/", headers={"X-Forwarded-Proto": "https"})
        assert "secure" in answer.headers["set-cookie"].lower()
    finally:
        server.close()


def test_links_begin_as_the_visitor_s_own(server: Server, anna: Person) -> None:
    table = anna.table("pl", None)["id"]
    for scheme in ("https", "http"):
        told = {"X-Forwarded-Proto": scheme, "Host": "play.example"}
        link = f"{scheme}://play.example/t/{table}"
        assert anna.http.get(f"/api/tables/{table}", headers=told).json()["url"] == link
        assert f'property="og:url" content="{link}"' in anna.http.get(f"/t/{table}", headers=told).text
