"""Faults with real processes: a server killed at any point, and what must be true afterwards."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.web.server import server_key
from tests.web.players import Crowd
from tests.web.servers import Server, database_of


@pytest.fixture
def fragile(folder: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(folder)
    yield server
    server.close()


def _kill_at_random(server: Server, folder: Path, n_kills: int, seed: int) -> None:
    """Two parties play on while the server is killed and started again; then everything is compared."""
    chance = random.Random(seed)
    with Crowd(lambda: server.url, lambda: server.url) as crowd:
        for _ in range(n_kills):
            crowd.wait_for(chance.randint(1, 12))
            time.sleep(chance.uniform(0, 0.03))
            server.kill()
            server.start()
        crowd.wait_for(2)
        n_resumed = crowd.n_resumed
    url = database_of(folder)
    for party in crowd.parties:
        party.compare(url, server_key(url))
    print(f"seed {seed}: {crowd.n_acknowledged} acknowledged, resumed {n_resumed} times")
    assert n_resumed >= n_kills


def test_server_killed_at_random_points_loses_nothing(fragile: Server, folder: Path) -> None:
    _kill_at_random(fragile, folder, 10, seed=1)


@pytest.mark.soak
def test_server_killed_a_hundred_times_loses_nothing(fragile: Server, folder: Path) -> None:
    _kill_at_random(fragile, folder, 100, seed=time.time_ns())
