"""A server of today on a database of an earlier one: everything opens, and what was running goes on.

`tests/storage/databases/0008.sql.xz` is what a server wrote at that migration: two accounts, rated games,
games that are over and reviewed, games under way and a table that waits.
"""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.servers import Person, Server
from tests.web.test_accounts import log_in, me
from tests.web.test_tables import play

WRITTEN = Path(__file__).parents[1] / "storage/databases/0008.sql.xz"


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    home = folder / "data/stolik"
    home.mkdir(parents=True)
    script = lzma.decompress(WRITTEN.read_bytes()).decode()
    key = script.partition("\n")[0].rpartition(" ")[2]
    (home / "stolik.key").write_bytes(bytes.fromhex(key))
    connection = sqlite3.connect(home / "stolik.db")
    connection.executescript(script)
    connection.close()
    running = Server(folder)
    yield running
    running.close()


@pytest.fixture
def anna(server: Server) -> Iterator[Person]:
    person = Person(server, "Anna")
    person.name_requests_from(1000)
    assert log_in(person, "anna-old").status_code == 200
    yield person
    person.close()


def tables(person: Person, status: str) -> list[dict[str, Any]]:
    own = person.http.get("/api/me/tables").json()
    return [each for each in own if each["status"] == status]


def test_everything_opens_and_goes_on(anna: Person) -> None:
    for table in tables(anna, "over"):
        way = f"/api/tables/{table['id']}"
        assert table["result"]
        assert anna.http.get(f"{way}/log").json()["entries"]
        assert anna.http.get(f"/t/{table['id']}/review").status_code == 200
        for ending in anna.http.get(f"{way}/review").json()["files"]:
            assert anna.http.get(f"{way}/files/{ending}").text
    kept = [anna.http.get(f"/api/tables/{table['id']}/review").json() for table in tables(anna, "over")]
    assert sum(review["done"] and bool(review["turns"]) for review in kept) == 3
    assert {table["preset"] for table in tables(anna, "waiting")} == {"pl"}
    running = {table["preset"]: table["id"] for table in tables(anna, "playing")}
    assert set(running) == {"pl", "br", "rummikub"}
    with anna.socket() as socket:
        assert all(socket.watch(table, 0)["status"] == "playing" for table in running.values())
        assert play(anna, socket, running["rummikub"], 0)["result"]
    assert len(tables(anna, "over")) == len(kept) + 1
    assert len(anna.http.get("/api/me/profile").json()["games"]) == len(kept) + 4


def test_ratings_of_games_that_are_the_same_in_every_language_are_those_of_one_pool(anna: Person) -> None:
    ratings = anna.http.get(f"/api/players/{me(anna)['id']}").json()["ratings"]
    assert {each["pool"]: (each["rating"], each["n_games"]) for each in ratings} == {
        "rummikub/any/two": (1662.2, 1),
        "scrabble/pl/two": (1662.2, 1),
    }
