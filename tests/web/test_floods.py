"""Many failing requests: each counts, and the log says how many there were without growing with them."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from stolik.web.operations.limits import Limits
from stolik.web.operations.logs import Summed
from tests.web.raw import ask_often
from tests.web.servers import Server, some_place
from tests.web.test_limits import Clock

_N_FAILURES, _MOST_LOGGED = 400, 60_000
_IN_A_MINUTE = Limits().calls_per_minute


def _break(folder: Path) -> None:
    """Take away what the lobby is read from."""
    with closing(sqlite3.connect(folder / "data/stolik/stolik.db")) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("DROP TABLE tables")
        database.commit()


def test_failures_from_everywhere_are_one_line_of_the_log_and_their_number(
    private: Server, folder: Path
) -> None:
    _break(folder)
    with httpx.Client(base_url=private.url, timeout=20) as client:
        for n in range(_N_FAILURES):
            path = f"/api/tables/t{n}" if n % 2 else "/api/tables"
            answer = client.get(path, headers=some_place())
            assert answer.status_code == 503
            assert answer.json()["message"]
    assert private.stop() == 0
    output = private.output()
    assert len(output) < _MOST_LOGGED
    for path in ("/api/tables", "/api/tables/{table_id}"):
        assert _n_told(output, f"GET {path} was not carried out") == _N_FAILURES // 2


def _n_told(output: str, what: str) -> int:
    """How often something happened, as far as the log tells."""
    told = [line["what"] for line in _lines(output)]
    some = [line for line in told if line.startswith(f"{what}: ")]
    more = [re.search(r" \((\d+) more times\)$", line) for line in some]
    return sum(int(found[1]) if found else 1 for found in more)


def _lines(output: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("path", ["/static/%00", "/nowhere"])
def test_flood_of_requests_for_nothing_ends_in_429_and_logs_nothing(server: Server, path: str) -> None:
    before, eve = len(server.output()), some_place()
    statuses = ask_often(server.port, 2 * _IN_A_MINUTE, path, eve)
    assert len(statuses) == 2 * _IN_A_MINUTE
    assert set(statuses) == {404, 429}
    assert statuses.index(429) >= _IN_A_MINUTE
    assert httpx.get(f"{server.url}/static/verify.js", headers=some_place()).status_code == 200
    assert "Traceback" not in server.output()[before:]


@pytest.mark.parametrize("path", ["/static/verify.js", "/healthz", "/metrics"])
def test_files_that_are_there_and_what_the_operator_asks_for_do_not_count(server: Server, path: str) -> None:
    assert set(ask_often(server.port, _IN_A_MINUTE + 300, path, some_place())) == {200}


# --- the sums themselves ----------------------------------------------------------------------------------


class Kept(logging.Handler):
    """Keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def log(clock: Clock, kept: Kept) -> logging.Logger:
    logger = logging.Logger("stolik.test")
    logger.addHandler(Summed(kept, clock))
    return logger


def test_equal_lines_are_told_once_and_then_how_many_there_were(
    log: logging.Logger, clock: Clock, kept: Kept
) -> None:
    for _ in range(5):
        log.info("a bot moved", extra={"table": "a"})
    log.info("a bot moved", extra={"table": "b"})
    assert kept.told == ["a bot moved"] * 2
    clock.now += 61
    log.info("something else")
    assert kept.told[2:] == ["a bot moved (4 more times)", "something else"]


def test_warnings_that_differ_in_a_name_are_summed_up_when_they_are_many(
    log: logging.Logger, kept: Kept
) -> None:
    for n in range(10_000):
        log.warning("no such table: %d", n)
    assert len(kept.told) < 100
    log.handlers[0].flush()
    assert len(kept.told) < 100
    assert kept.told[-1].endswith(" more times)")


def test_nothing_that_happened_is_kept_back_for_ever(log: logging.Logger, kept: Kept) -> None:
    for n in range(5_000):
        log.info("table %d opened", n)
    assert len(kept.told) == 5_000
    for _ in range(3):
        log.error("the disk is full")
    log.handlers[0].flush()
    assert kept.told[5_000:] == ["the disk is full", "the disk is full (2 more times)"]


def test_errors_of_one_place_are_one_line_and_those_of_another_another(
    log: logging.Logger, kept: Kept
) -> None:
    for number in (1, 2, 1, 2, 0):
        try:
            _ = 1 // (number % 2) if number else int("x")
        except (ZeroDivisionError, ValueError):
            log.exception("it failed")
    assert kept.told == ["it failed"] * 2
