"""Accounts on two machines that share PostgreSQL and Redis."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stolik.web.server import free_port
from tests.services import Postgres, Redis, new_folder, remove
from tests.web.authenticator import Authenticator
from tests.web.servers import Person, Server

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def machines(postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    folder = new_folder("two")
    redis = Redis(folder, free_port("127.0.0.1", 17_000 + os.getpid() % 500))
    url = postgres.database(f"stolik_{secrets.token_hex(6)}")
    given = ("--database", url, "--redis", redis.url)
    servers = [Server(folder, *given, STOLIK_KEY="one for both") for _ in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        server.close()
    redis.close()
    remove(folder)


@pytest.fixture
def people(machines: tuple[Server, Server]) -> Iterator[tuple[Person, Person]]:
    """The same person at two machines, by a name that passkeys can be used at."""
    one, other = (Person(each.url.replace("127.0.0.1", "localhost"), "Anna") for each in machines)
    yield one, other
    one.close()
    other.close()


def _me(person: Person) -> str:
    return str(person.http.get("/api/me").json()["id"])


def test_logging_out_everywhere_closes_sockets_of_the_other_machine(people: tuple[Person, Person]) -> None:
    here, there = people
    login = secrets.token_hex(6)
    here.http.post("/api/account", json={"login": login, "password": PASSWORD})
    assert there.http.post("/api/login", json={"login": login, "password": PASSWORD}).status_code == 200
    assert _me(here) == _me(there)
    with there.socket() as open_there:
        open_there.expect("welcome")
        assert here.http.post("/api/logout/everywhere").status_code == 200
        with pytest.raises(ConnectionClosed):
            open_there.expect("said")
    assert _me(there) == ""


def test_copied_cookie_counts_on_no_machine_after_logging_out_on_one(people: tuple[Person, Person]) -> None:
    here, there = people
    login = {"login": secrets.token_hex(6), "password": PASSWORD}
    here.http.post("/api/account", json=login)
    player, other = _me(here), Person(str(there.http.base_url).rstrip("/"), "Anna")
    other.http.post("/api/login", json=login)
    there.http.cookies.update(here.http.cookies)
    assert _me(there) == _me(other) == player
    with there.socket() as copied, other.socket() as elsewhere:
        copied.expect("welcome")
        assert here.http.post("/api/logout").status_code == 200
        with pytest.raises(ConnectionClosed):
            copied.expect("said")
        assert _me(there) == ""
        elsewhere.send("ping", n=1)
        assert elsewhere.expect("pong")
    assert _me(other) == player
    other.close()


def test_token_that_is_revoked_on_one_machine_closes_its_socket_on_the_other(
    people: tuple[Person, Person],
) -> None:
    here, there = people
    token = here.http.post("/api/tokens", json={"name": "my bot"}).json()["token"]
    there.http.cookies.update(here.http.cookies)
    address = str(there.http.base_url).rstrip("/").replace("http", "ws", 1) + "/ws"
    known = {"Authorization": f"Bearer {token}"}
    with there.socket() as hers, connect(address, additional_headers=known) as bot:
        bot.recv(20)
        (named,) = here.http.get("/api/tokens").json()
        assert here.http.delete(f"/api/tokens/{named['id']}").status_code == 204
        with pytest.raises(ConnectionClosed):
            bot.recv(20)
        hers.send("ping", n=1)
        assert hers.expect("pong")


def test_challenge_of_one_machine_is_answered_at_the_other(people: tuple[Person, Person]) -> None:
    here, there = people
    login = {"login": secrets.token_hex(6)}
    key = Authenticator(str(here.http.base_url))
    options = here.http.post("/api/passkeys/options", json=login).json()
    wanted = {"credential": key.create(options), "name": "telephone", **login}
    assert here.http.post("/api/passkeys", json=wanted).status_code == 201
    answer = {"credential": key.get(here.http.post("/api/passkeys/challenge").json())}
    # one address for both, as behind a balancer
    address = {"Host": here.http.base_url.netloc.decode()}
    entered = there.http.post("/api/passkeys/login", json=answer, headers=address)
    assert entered.json()["id"] == _me(here)
    assert here.http.post("/api/passkeys/login", json=answer).status_code == 401


def test_guesses_at_both_machines_count_together(people: tuple[Person, Person]) -> None:
    here, there = people
    there.http.headers["X-Forwarded-For"] = here.http.headers["X-Forwarded-For"]
    guess = {"login": secrets.token_hex(6), "password": "wrong"}
    answers = [person.http.post("/api/login", json=guess).status_code for _ in range(6) for person in people]
    assert answers == [401] * 10 + [429] * 2


def test_seat_of_a_guest_goes_over_for_both_machines(people: tuple[Person, Person]) -> None:
    here, there = people
    login = {"login": secrets.token_hex(6), "password": PASSWORD}
    here.http.post("/api/account", json=login)
    table = there.table("rummikub", None)["id"]
    assert here.http.get(f"/api/tables/{table}").json()["your_seats"] == []
    assert there.http.post("/api/login", json=login).status_code == 200
    with here.socket() as socket_here:
        assert socket_here.watch(table, 0)["seats"][0]["player"] == _me(here)
