"""Faults with real processes: a server killed at any point, and what must be true afterwards."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
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


class Crowd:
    """Parties that play one game after another, each in a thread of its own, until it is enough."""

    def __init__(self, *addresses: Callable[[], str]) -> None:
        self.parties: list[Party] = []
        self._enough = threading.Event()
        self._failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(addresses,)) for _ in range(2)]

    def _play(self, addresses: tuple[Callable[[], str], ...]) -> None:
        try:
            while not self._enough.is_set():
                party = Party(addresses)
                self.parties.append(party)
                party.play(self._enough.is_set)
        except BaseException as error:  # it is raised again at the end
            self._failures.append(error)

    @property
    def n_acknowledged(self) -> int:
        return sum(len(player.acknowledged) for party in self.parties for player in party.players)

    @property
    def n_connections(self) -> int:
        return sum(player.n_connections for party in self.parties for player in party.players)

    def wait_for(self, n_more: int) -> None:
        """Wait until so many more requests are acknowledged."""
        enough = self.n_acknowledged + n_more
        while self.n_acknowledged < enough and not self._failures:
            time.sleep(0.002)

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()
        for party in self.parties:
            party.close()
        if self._failures:
            raise self._failures[0]


def _kill_at_random(server: QuickServer, folder: Path, n_kills: int, seed: int) -> None:
    """Two parties play on while the server is killed and started again; then everything is compared."""
    chance = random.Random(seed)
    with Crowd(lambda: server.url, lambda: server.url) as crowd:
        for _ in range(n_kills):
            crowd.wait_for(chance.randint(1, 12))
            time.sleep(chance.uniform(0, 0.03))
            server.kill()
            server.start()
    url = database_of(folder)
    for party in crowd.parties:
        party.compare(url, server_key(url))
    print(f"seed {seed}: {crowd.n_acknowledged} acknowledged over {crowd.n_connections} connections")
    assert crowd.n_connections > n_kills


def test_server_killed_at_random_points_loses_nothing(fragile: QuickServer, folder: Path) -> None:
    _kill_at_random(fragile, folder, 10, seed=1)


@pytest.mark.soak
def test_server_killed_a_hundred_times_loses_nothing(fragile: QuickServer, folder: Path) -> None:
    _kill_at_random(fragile, folder, 100, seed=time.time_ns())
