"""Heavy moves made by workers on the same PostgreSQL, and what a machine tells of itself."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from stolik.cli import main
from stolik.web.operations.heavy import KINDS
from tests.services import Postgres
from tests.web.servers import Person, Server

KEY = "a key that all machines of the test share"
PATIENCE_S = 60


@pytest.fixture
def shared(postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    url = postgres.database(f"workers_{secrets.token_hex(6)}")
    server = Server(tmp_path, "--database", url, STOLIK_KEY=KEY)
    yield server
    server.close()


def first_bot_move(server: Server) -> int:
    """How many events there are after an expert has moved once."""
    anna = Person(server, "Anna")
    table = anna.table("pl", "expert", options={"challenge": "off", "starter": 0})["id"]
    with anna.socket() as socket:
        state = socket.watch(table, 0)
        request = socket.act(table, 0, state["turns"]["0"], {"type": "Pass"})
        while request not in state["done"]:
            state = socket.expect("table")
        while "0" not in state["turns"]:
            state = socket.expect("table")
    anna.close()
    return int(state["seq"])


def reviewed_turns(server: Server) -> int:
    """How many turns the review of a short game has."""
    anna = Person(server, "Anna")
    table = anna.table("rummikub", "generic", options={"redeal_doublets": None, "starter": 0})["id"]
    with anna.socket() as socket:
        turn = socket.watch(table, 0)["turns"]["0"]
        socket.act(table, 0, turn, {"type": "Draw"})
        socket.act(table, 0, None, {"type": "Resign"})
        while socket.watch(table, 0)["status"] != "over":
            pass
    anna.http.post(f"/api/tables/{table}/review")
    while not (review := anna.http.get(f"/api/tables/{table}/review").json())["done"]:
        time.sleep(0.05)
    anna.close()
    return sum(each["seat"] == 0 for each in review["turns"])


def test_server_without_workers_thinks_by_itself(shared: Server) -> None:
    assert first_bot_move(shared) > 0


def test_worker_makes_the_moves_of_strong_bots(shared: Server, tmp_path: Path) -> None:
    url, told = shared.arguments[1], tmp_path / "worker.txt"
    command = [sys.executable, "-m", "stolik", "worker", "--database", url, "--logs", "json"]
    told_by_worker = told.read_text
    with told.open("w+b") as output:
        worker = subprocess.Popen(command, env=shared.environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            # the server looks for workers every few seconds, and thinks by itself until it finds one
            end = time.monotonic() + PATIENCE_S
            while '"bot moved"' not in told_by_worker() and time.monotonic() < end:
                assert first_bot_move(shared) > 0
            assert '"bot moved"' in told_by_worker()
            assert reviewed_turns(shared) == 1
        finally:
            worker.terminate()
            worker.wait(20)
    assert '"game reviewed"' in told_by_worker()


def test_server_makes_a_move_that_the_queue_does_not_take(shared: Server) -> None:
    with psycopg.connect(shared.arguments[1]) as connection:
        connection.execute("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now())")
        connection.execute("ALTER TABLE procrastinate_jobs RENAME TO gone")
    assert first_bot_move(shared) > 0
    assert "done here" in shared.output()


def test_kinds_of_heavy_work_differ_in_name_and_question() -> None:
    assert len({kind.name for kind in KINDS}) == len({kind.question for kind in KINDS}) == len(KINDS)


def test_worker_needs_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker", "--database", f"sqlite:///{tmp_path}/x.db"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err


def counted(server: Server, name: str) -> float:
    """What a counter of the server has come to, over all games."""
    text = httpx.get(f"{server.url}/metrics").text
    found = [line for line in text.splitlines() if line.startswith(f"{name}_total")]
    return sum(float(line.rsplit(" ", 1)[1]) for line in found)


@pytest.mark.parametrize(
    ("command", "what", "package"),
    [
        ("serve", "PostgreSQL", "psycopg"),
        ("serve", "Redis", "redis"),
        ("worker", "PostgreSQL", "procrastinate"),
    ],
)
def test_package_that_a_cluster_needs_is_named_where_it_is_missing(
    postgres: Postgres, tmp_path: Path, command: str, what: str, package: str
) -> None:
    url = postgres.database(f"packages_{secrets.token_hex(6)}")
    program = f"import sys; sys.modules[{package!r}] = None; from stolik.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", program, command, "--database", url, "--redis", "redis://127.0.0.1:1"],
        env={**os.environ, "STOLIK_KEY": KEY, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 2
    assert f"{what} needs the package {package}: install stolik[cluster] with pip." in ended.stderr
    assert "Traceback" not in ended.stderr


def test_metrics_count_what_was_stored(server: Server, anna: Person) -> None:
    before = counted(server, "stolik_entries")
    anna.table("pl", "generic")
    assert counted(server, "stolik_entries") > before


def test_game_is_counted_once_whatever_is_said_after_its_end(shared: Server) -> None:
    anna, bruno = Person(shared, "Anna"), Person(shared, "Bruno")
    table = anna.table("pl", None)["id"]
    bruno.join(table)
    with anna.socket() as socket:
        state = socket.watch(table, 0)
        socket.act(table, 0, None, {"type": "Resign"})
        while state["status"] != "over":
            state = socket.expect("table")
        assert counted(shared, "stolik_games_over") == 1
        socket.send("propose", table=table, seat=0, id="again", what="rematch")
        socket.expect("done")
    assert counted(shared, "stolik_games_over") == 1
    anna.close()
    bruno.close()


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
    known = {"at", "level", "from", "what", "table", "preset", "seat", "bot"}
    assert all(set(line) <= known for line in lines)
