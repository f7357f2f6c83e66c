"""A server that has much to tell, for `bench/server.py dearest`, and a look at its event loop."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import json as encoding

from bench.load.dear_game import PRESET, WIDE_BOTS, WIDE_OPTIONS, WIDE_PRESET
from stolik.storage.database import open_database
from stolik.storage.tables import TableStore
from stolik.table.games import Games
from stolik.table.host import MOST_EVENTS, Host
from stolik.web.accounts.identity import COOKIE, Session, Signer
from stolik.words.store import Lexicons
from tests.web.long_games import ANNA, stored_long
from tests.web.servers import Person
from tests.web.test_puzzles import idle_game
from tests.web.test_reviews import review_of

#: How long a call may hold the loop; how often each is tried, and how often one that seems to do so.
HELD_MS, TRIES, MOST_TRIES = 10.0, 4, 20
#: How many tables are open, and how many finished games one person has.
OPEN, FINISHED = 100, 100
_PASSWORD = "a password that is long enough"


class Probe:
    """Asks the server's process what its event loop did since the last time."""

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / "probe")

    def ask(self) -> tuple[float, float]:
        """How much the loop worked at a time since the last question, and how long it was held, in ms."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(self._path)
            work_ms, held_ms = map(float, asking.makefile().readline().split())
            return work_ms, held_ms


class Seen(NamedTuple):
    """What a call did at its worst."""

    work_ms: float
    held_ms: float
    took_ms: float
    status: str
    size: int


class Long(msgspec.Struct):
    """Games as long as there may be, and the cookie of whoever played both sides."""

    cookie: str
    running: str
    over: str
    #: Spectators of one see all of it, those of the other nothing for an hour.
    behind: str
    hidden: str


async def make_long_games(database_url: str, key: bytes, file: Path) -> None:
    """Play long games before the server starts."""
    ways: list[dict[str, Any]] = [{}, {}, {"delay_s": 1}, {"delay_s": 3600}]
    tables = await stored_long(database_url, key, MOST_EVENTS, *ways)
    database = await open_database(database_url, durable=False)
    store = TableStore(database)
    host = Host(store, Games(Lexicons()), key)
    await host.act(tables[1], ANNA.id, 0, b'{"type":"Resign"}', turn=None, request="end")
    await store.close()
    await database.close()
    file.write_bytes(encoding.encode(Long(Signer(key).sign(Session(ANNA.id)), *tables)))


class World:
    """Somebody who has much, and others beside."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.probe = url, Probe(folder)
        self.anna, self.bruno = Person(url, "Anna"), Person(url, "Bruno")
        long = encoding.decode((folder / "long.json").read_bytes(), type=Long)
        self.anna.http.cookies.set(COOKIE, long.cookie, "127.0.0.1", "/")
        self.running, self.over = long.running, long.over
        self.behind, self.hidden = long.behind, long.hidden
        self.login = f"anna{time.time_ns()}"
        self.anna.table(PRESET, "beginner")
        account = {"login": self.login, "password": _PASSWORD}
        self.anna.http.post("/api/account", json=account).raise_for_status()
        self.played = self.anna.table("pl", "beginner")["id"]
        self.wide = self._wide_table()
        self.reviewed = self._reviewed()
        for _ in range(FINISHED):
            self.resign(self.anna.table(PRESET, "beginner")["id"])
        for n in range(OPEN):
            person = Person(url, f"Guest {n}")
            person.table(PRESET, None, open=True)
            person.close()

    def _wide_table(self) -> str:
        """A game with the largest box, in which nobody is asked anything before it begins."""
        return str(self.anna.table(WIDE_PRESET, *["beginner"] * WIDE_BOTS, options=WIDE_OPTIONS)["id"])

    def _reviewed(self) -> str:
        table = idle_game(self.anna, PRESET, 3)
        review_of(self.anna, f"/api/tables/{table}/review")
        return table

    def resign(self, table: str) -> None:
        with self.anna.socket() as socket:
            seen = socket.watch(table, 0)
            socket.act(table, 0, None, {"type": "Resign"})
            while seen["status"] != "over":
                seen = socket.expect("table")

    def worst(self, sizes: tuple[int, ...], call: Callable[[int], str]) -> Seen:
        """The size at which a call keeps the loop longest."""
        print(".", end="", file=sys.stderr, flush=True)
        return max((self._least(size, call) for size in sizes), key=lambda seen: seen.held_ms)

    def _least(self, size: int, call: Callable[[int], str]) -> Seen:
        """What a call does when nothing else comes in between; who seems to hold the loop is tried again."""
        found = [self._once(size, call) for _ in range(TRIES)]
        while min(seen.held_ms for seen in found) > HELD_MS and len(found) < MOST_TRIES:
            found.append(self._once(size, call))
        return Seen(
            min(seen.work_ms for seen in found),
            min(seen.held_ms for seen in found),
            min(seen.took_ms for seen in found),
            found[0].status,
            size,
        )

    def _once(self, size: int, call: Callable[[int], str]) -> Seen:
        self.probe.ask()
        begun = time.perf_counter()
        status = call(size)
        took_ms = 1000 * (time.perf_counter() - begun)
        return Seen(*self.probe.ask(), took_ms, status, size)
