"""Sessions at a real server: a cookie counts until its browser logs out, a token until it is revoked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stolik.web.accounts.identity import COOKIE, Session, Signer
from stolik.web.live.protocol import LOGGED_OUT
from stolik.web.server import server_key
from tests.web import described
from tests.web.servers import Person, Server, Socket, database_of
from tests.web.test_accounts import PASSWORD, delete, log_in, me, new_login, register


@contextmanager
def copy_of(person: Person, server: Server) -> Iterator[Person]:
    """Somebody who has got hold of a cookie."""
    thief = Person(server, "Thief")
    thief.http.cookies.update(person.http.cookies)
    assert me(thief)["id"] == me(person)["id"] != ""
    yield thief
    thief.close()


def cookie_for(server: Server, session: Session) -> str:
    """A cookie as this server signs it."""
    return Signer(server_key(database_of(Path(server.environment["HOME"])))).sign(session)


@contextmanager
def program(server: Server, token: str) -> Iterator[Socket]:
    """The socket of a program that is welcome."""
    address = server.url.replace("http", "ws", 1) + "/ws"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as connection:
        socket = Socket(connection, iter(()), described.messages(server.url))
        socket.expect("welcome")
        yield socket


def new_token(person: Person) -> str:
    return str(person.http.post("/api/tokens", json={"name": "my bot"}).json()["token"])


def is_open(socket: Socket) -> bool:
    """Whether the server answers through it; what was closed before the ping is found closed."""
    socket.send("ping", n=1)
    return bool(socket.expect("pong")["n"] == 1)


def check_closed(socket: Socket) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        socket.expect("said")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == LOGGED_OUT


def test_copied_cookie_counts_no_more_after_logging_out_whatever_is_started_again(private: Server) -> None:
    anna, elsewhere = Person(private, "Anna"), Person(private, "Anna")
    login = new_login()
    register(anna, login)
    player = me(anna)["id"]
    log_in(elsewhere, login)
    with copy_of(anna, private) as thief:
        assert anna.http.post("/api/logout").status_code == 200
        assert me(thief)["id"] == ""
        assert thief.http.get("/api/account").json()["login"] is None
        private.kill()
        private.start()
        assert me(thief)["id"] == ""
        assert me(anna)["id"] not in ("", player)
        assert me(elsewhere)["id"] == player
        assert log_in(thief, login).status_code == 200
    for person in (anna, elsewhere):
        person.close()


def test_guest_who_logs_out_leaves_no_cookie_behind(anna: Person, server: Server) -> None:
    table = anna.table("rummikub", None)["id"]
    with copy_of(anna, server) as thief:
        anna.http.post("/api/logout")
        assert thief.http.get(f"/api/tables/{table}").json()["your_seats"] == []
        assert me(thief)["id"] == ""


def test_newcomer_of_whom_nothing_is_stored_can_log_out_too(anna: Person, server: Server) -> None:
    anna.http.get("/")
    with copy_of(anna, server) as thief:
        anna.http.post("/api/logout")
        assert me(thief)["id"] == ""


def test_who_deletes_himself_leaves_no_cookie_behind(anna: Person, server: Server) -> None:
    anna.table("rummikub", None)
    with copy_of(anna, server) as thief:
        assert delete(anna, "/api/me").status_code == 204
        assert me(thief)["id"] == ""


def test_logging_out_closes_the_sockets_of_this_browser_alone(
    anna: Person, bruno: Person, server: Server
) -> None:
    login = new_login()
    register(anna, login)
    log_in(bruno, login)
    with anna.socket() as hers, bruno.socket() as elsewhere, program(server, new_token(anna)) as bot:
        hers.expect("welcome")
        anna.http.post("/api/logout")
        check_closed(hers)
        assert is_open(elsewhere)
        assert is_open(bot)


def test_cookie_of_an_earlier_version_counts_until_it_is_logged_out(anna: Person, server: Server) -> None:
    register(anna, new_login())
    player = me(anna)["id"]
    earlier = Person(server, "Anna")
    earlier.http.cookies.set(COOKIE, cookie_for(server, Session(player, 1)))
    with copy_of(earlier, server) as thief, earlier.socket() as socket:
        socket.expect("welcome")
        assert earlier.http.post("/api/logout").status_code == 200
        check_closed(socket)
        assert me(thief)["id"] == ""
    assert me(anna)["id"] == player
    earlier.close()


def test_cookie_counts_for_a_year(anna: Person, server: Server) -> None:
    anna.table("rummikub", None)
    player = me(anna)["id"]
    for until_s, found in ((1_000_000_000, ""), (9_000_000_000, player)):
        anna.http.cookies.clear()
        anna.http.cookies.set(COOKIE, cookie_for(server, Session(player, 0, "one", until_s)))
        assert me(anna)["id"] == found


def test_revoking_a_token_closes_what_it_opened_and_nothing_else(anna: Person, server: Server) -> None:
    register(anna, new_login())
    revoked, other = new_token(anna), new_token(anna)
    first = anna.http.get("/api/tokens").json()[0]["id"]
    with anna.socket() as hers, program(server, revoked) as bot, program(server, other) as another:
        assert delete(anna, f"/api/tokens/{first}").status_code == 204
        closed, stays = (bot, another) if _is_refused(server, revoked) else (another, bot)
        check_closed(closed)
        assert is_open(stays)
        assert is_open(hers)


def _is_refused(server: Server, token: str) -> bool:
    answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code == 401


@pytest.mark.parametrize("revoke", [False, True])
@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/account/password", {"password": "another horse", "proof": {"password": PASSWORD}}),
        ("/api/logout/everywhere", {}),
    ],
)
def test_tokens_outlive_other_ends_of_sessions_unless_they_are_revoked_too(
    anna: Person, server: Server, path: str, more: dict[str, Any], revoke: bool
) -> None:
    register(anna, new_login())
    token = new_token(anna)
    with anna.socket() as hers, program(server, token) as bot:
        hers.expect("welcome")
        answer = anna.http.post(path, json={**more, "revoke_tokens": revoke})
        assert (answer.status_code, answer.json()) == (200, {"tokens_left": 0 if revoke else 1})
        check_closed(hers)
        if revoke:
            check_closed(bot)
        else:
            assert is_open(bot)
    assert _is_refused(server, token) is revoke
