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
from websockets.sync.client import connect

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


def test_example_bot_says_again_what_could_not_be_stored(private: Server, folder: Path) -> None:
    journal = Journal(folder)
    with playing(private):
        until(lambda: journal.n_entries() >= 2)
        journal.run("ALTER TABLE journal RENAME TO away")
        until(lambda: n_refused(private, "storage") >= 1)
        journal.run("ALTER TABLE away RENAME TO journal")


@pytest.fixture
def bot() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_example_bot_looks_again_when_another_was_faster(private: Server, bot: Any) -> None:
    with httpx.Client(base_url=private.url) as http:
        said = {"Authorization": f"Bearer {http.post('/api/tokens', json={'name': 'x'}).json()['token']}"}
        http.headers.update(said)
        wanted = {"preset": "rummikub", "seats": ["generic"], "name": "x"}
        table = http.post("/api/tables", json=wanted).json()["id"]
        place, call, numbers = private.url.replace("http", "ws", 1) + "/ws", bot.call, itertools.count()
        with (
            connect(place, additional_headers=said) as own,
            connect(place, additional_headers=said) as socket,
        ):

            def call_and_be_slow(*asked: Any, **more: Any) -> Any:
                """Somebody acts for the seat while the program still thinks."""
                actions = call(*asked, **more)
                if (n := next(numbers)) % 2:
                    request = {"table": table, "seat": 0, "id": f"faster {n}", "action": actions[0]}
                    own.send(json.dumps({"type": "act", **request}))
                    while json.loads(own.recv(20))["type"] != "done":
                        pass
                return actions

            bot.call = call_and_be_slow
            player = bot.Player(http, table, 0)
            player.play(socket)
    assert player.result["scores"]
    assert n_refused(private, "stale") > 0


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
