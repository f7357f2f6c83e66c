"""A server whose disk is full: who wants something stored is told so, and nobody has to help afterwards."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from stolik.web.server import server_key
from tests.services import new_folder, remove
from tests.web.disks import Disk, small_disk
from tests.web.players import Party
from tests.web.servers import Person, Server, database_of
from tests.web.test_accounts import new_login, register
from tests.web.test_push import POINT, SECRET
from tests.web.test_ratings import rated_table, rating_after, resign

PASSWORD = "correct horse battery"
#: An address of the world, which needs no looking up.
NEW_BROWSER = {"endpoint": "https://8.8.8.8/send/abc", "p256dh": POINT, "auth": SECRET}


@pytest.fixture(scope="module")
def disk() -> Iterator[Disk]:
    folder = new_folder("disk")
    with small_disk(folder) as made:
        yield made
    remove(folder)


@pytest.fixture(scope="module")
def stuffed(disk: Disk) -> Iterator[Server]:
    """The server on that disk."""
    server = Server(disk.folder)
    yield server
    server.close()


@pytest.fixture
def guest(stuffed: Server) -> Iterator[Person]:
    person = Person(stuffed, "Anna")
    yield person
    person.close()


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def health(server: Server, wanted: int) -> httpx.Response:
    """What the server says of itself, when it says this."""
    with httpx.Client(base_url=server.url) as client:
        wait_for(lambda: client.get("/healthz").status_code == wanted)
        return client.get("/healthz")


def calls_of_guest(table: str, token: str) -> dict[str, Any]:
    """Calls of somebody at a table with free seats, and what they say; each has to store something."""
    return {
        "POST /api/tables": {"preset": "rummikub", "seats": ["beginner"], "name": "Anna"},
        f"POST /api/tables/{table}/seats": {"name": "Beata"},
        f"POST /api/tables/{table}/bots": {"bot": "beginner"},
        f"POST /api/tables/{table}/salt": {"salt": "pepper"},
        f"DELETE /api/tables/{table}/seats": None,
        "POST /api/me": {"name": "Ania"},
        "POST /api/tokens": {"name": "a program"},
        "POST /api/account": {"login": "Beata", "password": PASSWORD},
        "POST /api/login": {"login": "Beata", "password": PASSWORD},
        "POST /api/recovery": {"login": "Beata", "code": "wrong", "password": PASSWORD},
        "POST /api/reports": {"kind": "word", "what": "KOT", "comment": ""},
        "POST /api/alerts": NEW_BROWSER | {"endpoint": "https://8.8.4.4/send/abc"},
        "DELETE /api/alerts": {"endpoint": NEW_BROWSER["endpoint"]},
        f"DELETE /api/tokens/{token}": None,
        "POST /api/logout": None,
        "DELETE /api/me": {},
    }


def calls_of_owner() -> dict[str, Any]:
    """The same of somebody with an account."""
    proof = {"password": PASSWORD}
    return {
        "POST /api/logout/everywhere": None,
        "POST /api/account/password": {"password": PASSWORD, "proof": proof},
        "POST /api/account/codes": {"proof": proof},
        "POST /api/me/sharing": {"page": True, "ratings": False},
        "DELETE /api/me": proof,
    }


def test_call_that_has_to_store_something_is_answered_503(disk: Disk, stuffed: Server, guest: Person) -> None:
    table, owner = guest.table("rummikub", None, None)["id"], Person(stuffed, "Celina")
    made = owner.http.post("/api/account", json={"login": "Celina", "password": PASSWORD})
    assert made.status_code == 201, made.text
    assert guest.http.post("/api/tokens", json={"name": "a program"}).status_code == 201
    assert guest.http.post("/api/alerts", json=NEW_BROWSER).status_code == 201
    [token] = guest.http.get("/api/tokens").json()
    disk.fill(stuffed)
    try:
        health(stuffed, 503)
        for person, calls in ((guest, calls_of_guest(table, token["id"])), (owner, calls_of_owner())):
            for call, body in calls.items():
                method, _, path = call.partition(" ")
                answer = person.http.request(method, path, json=body)
                assert answer.status_code == 503, (call, answer.status_code, answer.text)
                assert answer.json()["message"].endswith("."), call
        for page in ("/", "/api/me", "/api/tables", f"/api/tables/{table}", f"/t/{table}"):
            assert guest.http.get(page).status_code == 200, page
    finally:
        disk.make_room(stuffed)
    health(stuffed, 200)
    assert guest.http.post("/api/me", json={"name": "Ania"}).status_code == 200
    assert owner.http.post("/api/me/sharing", json={"page": True, "ratings": False}).status_code == 200
    assert "Traceback" not in stuffed.output()
    owner.close()


def test_socket_says_why_and_health_tells_it_until_there_is_room(
    disk: Disk, stuffed: Server, guest: Person
) -> None:
    table = guest.table("rummikub", "beginner", clock={"type": "none"})["id"]
    with guest.socket() as socket:
        socket.watch(table, 0)
        assert health(stuffed, 200).text == "ok"
        disk.fill(stuffed)
        try:
            told = health(stuffed, 503)
            assert told.headers["content-type"].startswith("text/plain")
            assert "stored" in told.text
            socket.act(table, 0, None, {"type": "Resign"}, "act")
            socket.send("say", table=table, id="say", text="hm")
            for request in ("act", "say"):
                refused = socket.expect("refused")
                assert (refused["id"], refused["why"]) == (request, "storage")
                assert refused["message"].endswith(".")
        finally:
            disk.make_room(stuffed)
        assert health(stuffed, 200).text == "ok"
        socket.act(table, 0, None, {"type": "Resign"}, "act")
        while socket.expect("table")["status"] != "over":
            pass


def test_bot_moves_by_itself_when_there_is_room_again(disk: Disk, stuffed: Server, guest: Person) -> None:
    seated = guest.table("rummikub", "beginner", options={"starter": 1}, clock={"type": "none"})
    disk.fill(stuffed)
    try:
        health(stuffed, 503)
    finally:
        disk.make_room(stuffed)
    with guest.socket() as socket:
        state = socket.watch(seated["id"], 0)
        while "0" not in state["turns"]:
            state = socket.expect("table")


def test_nothing_acknowledged_is_lost_on_a_disk_that_was_full(disk: Disk, stuffed: Server) -> None:
    party = Party([lambda: stuffed.url, lambda: stuffed.url])
    party.play(lambda: len(party.players[0].acknowledged) > 2)
    disk.fill(stuffed)

    def make_room() -> bool:
        disk.make_room(stuffed)
        return True

    for player in party.players:
        player.on_refusal = make_room
    before = sum(len(player.acknowledged) for player in party.players)
    party.play(lambda: sum(len(player.acknowledged) for player in party.players) > before + 6)
    assert any(player.refusals for player in party.players)
    party.close()
    party.compare(url := database_of(disk.folder), server_key(url))


def test_game_that_could_not_be_rated_is_rated_as_soon_as_it_can_be(disk: Disk, stuffed: Server) -> None:
    anna, bruno = Person(stuffed, "Anna"), Person(stuffed, "Bruno")
    for person in (anna, bruno):
        register(person, new_login())
    table = rated_table(anna, bruno)
    # the journal takes the end of the game, and a moment later nothing is taken
    with closing(sqlite3.connect(database_of(disk.folder).partition("///")[2], timeout=20)) as shut:
        shut.execute("CREATE TRIGGER full BEFORE INSERT ON ratings BEGIN SELECT RAISE(FAIL, 'full'); END")
        shut.commit()
        resign(anna, table, 0)
        wait_for(lambda: "is not settled yet" in stuffed.output())
        shut.execute("DROP TRIGGER full")
        shut.commit()
    assert rating_after(bruno, 1)["n_games"] == 1
    anna.close()
    bruno.close()
