"""Heavy moves made by workers on the same PostgreSQL, and what a machine tells of itself."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.services import Postgres
from tests.web.servers import Person, Server

KEY = "a key that all machines of the test share"


@pytest.fixture
def shared(postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    url = postgres.database(f"workers_{secrets.token_hex(6)}")
    server = Server(tmp_path, "--database", url, STOLIK_KEY=KEY)
    yield server
    server.close()


def first_bot_move(server: Server) -> int:
    """How many events there are after an expert has moved once."""
    anna = Person(server, "Anna")
    table = anna.table("pl", "expert")
    with anna.socket() as socket:
        state = socket.watch(table["id"], 0)
        moved = "0" not in state["turns"]
        while not (moved and "0" in state["turns"]):
            if "0" in state["turns"]:
                socket.act(table["id"], 0, state["turns"]["0"], {"type": "Pass"})
                moved = True
            state = socket.expect("table")
    anna.close()
    return int(state["seq"])


def test_server_without_workers_thinks_by_itself(shared: Server) -> None:
    assert first_bot_move(shared) > 0


def test_worker_makes_the_moves_of_strong_bots(shared: Server, tmp_path: Path) -> None:
    url = shared.arguments[1]
    with (tmp_path / "worker.txt").open("w+b") as output:
        worker = subprocess.Popen(
            [sys.executable, "-m", "stolik", "worker", "--database", url, "--logs", "json"],
            env=shared.environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            shared.wait_for_workers()
            assert first_bot_move(shared) > 0
        finally:
            worker.terminate()
            worker.wait(20)
        told = (tmp_path / "worker.txt").read_text()
    assert '"bot moved"' in told


def test_worker_needs_postgresql(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "stolik", "worker", "--database", f"sqlite:///{tmp_path}/x.db"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "PostgreSQL" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_metrics_count_what_was_stored(server: Server, anna: Person) -> None:
    def entries() -> float:
        text = httpx.get(f"{server.url}/metrics").text
        found = [line for line in text.splitlines() if line.startswith("stolik_entries_total")]
        return sum(float(line.rsplit(" ", 1)[1]) for line in found)

    before = entries()
    anna.table("pl", "generic")
    assert entries() > before


def test_log_lines_are_json_and_tell_no_tiles(shared: Server) -> None:
    anna = Person(shared, "Anna")
    table = anna.table("pl", "generic")
    with anna.socket() as socket:
        state = socket.watch(table["id"], 0)
        socket.act(table["id"], 0, None, {"type": "Resign"})
        while state["status"] != "over":
            state = socket.expect("table")
    anna.close()
    lines = [json.loads(line) for line in shared.output().splitlines() if line.startswith("{")]
    assert {"table opened", "game over"} <= {line["what"] for line in lines}
    assert all(set(line) <= {"at", "level", "from", "what", "table", "preset", "seat"} for line in lines)
