"""Faults with real processes: a server killed at any point, and what must be true afterwards."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.web.server import server_key
from tests.services import new_folder, remove
from tests.web.players import Party
from tests.web.quick import QuickServer


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder("fault")
    yield made
    remove(made)


@pytest.fixture
def fragile(folder: Path) -> Iterator[QuickServer]:
    """A server that may be killed."""
    server = QuickServer(folder)
    yield server
    server.close()


def database_of(folder: Path) -> str:
    return f"sqlite:///{folder}/data/stolik/stolik.db"


def _kill_at_random(server: QuickServer, folder: Path, n_kills: int, seed: int) -> None:
    """Two parties play on while the server is killed and started again; then everything is compared."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    finished: list[Party] = []
    enough = threading.Event()
    failures: list[BaseException] = []

    def play() -> None:
        try:
            while not enough.is_set():
                party = Party([lambda: server.url, lambda: server.url])
                finished.append(party)
                party.play(enough.is_set)
        except BaseException as error:  # it is raised again below
            failures.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(n_kills):
        time.sleep(chance.uniform(0.05, 0.5))
        server.kill()
        server.start()
        if failures:
            break
    enough.set()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    url = database_of(folder)
    for party in finished:
        party.close()
        party.compare(url, server_key(url))
    n_acknowledged = sum(len(player.acknowledged) for party in finished for player in party.players)
    n_connections = sum(player.n_connections for party in finished for player in party.players)
    print(
        f"{n_kills} kills, {len(finished)} games, {n_acknowledged} acknowledged, {n_connections} connections"
    )
    assert n_acknowledged > 2 * n_kills
    assert n_connections > n_kills


def test_server_killed_at_random_points_loses_nothing(fragile: QuickServer, folder: Path) -> None:
    _kill_at_random(fragile, folder, 10, seed=1)


@pytest.mark.soak
def test_server_killed_a_hundred_times_loses_nothing(fragile: QuickServer, folder: Path) -> None:
    _kill_at_random(fragile, folder, 100, seed=time.time_ns())
