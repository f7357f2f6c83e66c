"""The example of the guide plays to the end, whatever happens to the server and to its requests."""

from __future__ import annotations

import importlib.util
import itertools
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.web.servers import Server

BOT = Path(__file__).parents[2] / "examples/bot.py"
_PATIENCE_S = 60


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that will be."""
    end = time.monotonic() + _PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


def n_refused(server: Server, why: str) -> float:
    """How many messages the server has refused for a reason."""
    metrics = httpx.get(f"{server.url}/metrics").text
    found = re.search(rf'(?m)^stolik_refused_total{{why="{why}"}} (\S+)', metrics)
    return float(found[1]) if found else 0


class Journal:
    """The database of a server, as somebody else on the machine sees it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "data/stolik/stolik.db"

    def run(self, statement: str) -> list[Any]:
        with closing(sqlite3.connect(self._file, timeout=20)) as database, database:
            return database.execute(statement).fetchall()

    def n_entries(self) -> int:
        return int(self.run("SELECT count(*) FROM journal WHERE request IS NOT NULL")[0][0])


@contextmanager
def playing(server: Server) -> Iterator[None]:
    """The example plays; at the end it must have come to a result."""
    command = [sys.executable, BOT, server.url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        try:
            yield
            told, complaint = bot.communicate(timeout=_PATIENCE_S)
        finally:
            bot.kill()
    assert bot.returncode == 0, complaint
    assert "Result:" in told


def test_example_bot_plays_a_whole_game(server: Server) -> None:
    with playing(server):
        pass
    assert len(BOT.read_text().splitlines()) < 100


def test_example_bot_goes_on_after_the_server_was_killed(private: Server, folder: Path) -> None:
    journal = Journal(folder)
    with playing(private):
        until(lambda: journal.n_entries() >= 2)
        private.kill()
        private.start()
    names = [row[0] for row in journal.run("SELECT request FROM journal WHERE request IS NOT NULL")]
    assert len(names) == len(set(names)) > 3


@pytest.fixture
def bot() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Sitting:
    """A table at which the example plays against a bot, in this process."""

    def __init__(self, server: Server, bot: Any) -> None:
        self._place = server.url.replace("http", "ws", 1) + "/ws"
        self.http = httpx.Client(base_url=server.url, timeout=20)
        token = self.http.post("/api/tokens", json={"name": "x"}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        wanted = {"preset": "rummikub", "seats": ["generic"], "name": "x"}
        self.table = str(self.http.post("/api/tables", json=wanted).json()["id"])
        self._bot = bot
        self._call = bot.call
        #: Done before the program gets the actions that it asked for, now and then.
        self.meanwhile: Callable[[int, list[Any]], object] = lambda _n, _actions: None
        self._numbers = itertools.count()

    def connection(self) -> ClientConnection:
        return connect(self._place, additional_headers={"Authorization": self.http.headers["Authorization"]})

    def _actions(self, *asked: Any, **more: Any) -> Any:
        actions = self._call(*asked, **more)
        if (n := next(self._numbers)) % 2:
            self.meanwhile(n, actions)
        return actions

    def play(self) -> None:
        """Play to the end; there must be a result."""
        self._bot.call = self._actions
        player = self._bot.Player(self.http, self.table, 0)
        with closing(self.http), self.connection() as socket:
            player.play(socket)
        assert player.result["scores"]


def test_example_bot_looks_again_when_another_was_faster(private: Server, bot: Any) -> None:
    sitting = Sitting(private, bot)
    with sitting.connection() as own:

        def be_faster(n: int, actions: list[Any]) -> None:
            request = {"table": sitting.table, "seat": 0, "id": f"faster {n}", "action": actions[0]}
            own.send(json.dumps({"type": "act", **request}))
            while json.loads(own.recv(20))["type"] != "done":
                pass

        sitting.meanwhile = be_faster
        sitting.play()
    assert n_refused(private, "stale") > 0


def test_example_bot_says_again_what_could_not_be_stored(private: Server, bot: Any, folder: Path) -> None:
    sitting, journal = Sitting(private, bot), Journal(folder)
    sitting.meanwhile = lambda n, _: n == 3 and journal.run("ALTER TABLE journal RENAME TO away")
    bot.time = SimpleNamespace(sleep=lambda _: journal.run("ALTER TABLE away RENAME TO journal"))
    sitting.play()
    assert n_refused(private, "storage") == 1


def test_example_bot_waits_as_long_as_it_is_told_to(private: Server, bot: Any) -> None:
    waited: list[int] = []

    def wait(seconds: int) -> None:
        waited.append(seconds)
        time.sleep(seconds)

    bot.time = SimpleNamespace(sleep=wait)
    with httpx.Client(base_url=private.url) as http:
        while not waited:
            while http.get("/api/me").status_code != 429:
                pass
            assert bot.call(http, "GET", "/api/me")["guest"]
    assert all(seconds > 0 for seconds in waited)
