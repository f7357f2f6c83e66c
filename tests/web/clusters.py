"""Three nodes with their PostgreSQL and Redis, any of which may be killed and started again."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable

from stolik.web.server import free_port
from tests.services import Postgres, Redis, new_folder, remove
from tests.web.players import Party
from tests.web.servers import Server

_KEY = "a key that all nodes share"


class Cluster:
    """What `make cluster` starts, without the balancer: the tests choose who goes where."""

    def __init__(self) -> None:
        self.folder = new_folder("cluster")
        self.postgres = Postgres(self.folder / "pg")
        # below the ports that connections are given: one of them might be there when Redis comes back
        self.redis = Redis(self.folder, free_port("127.0.0.1", 12_000 + os.getpid() % 4_500))
        self._database = self.postgres.database("stolik")
        self.arguments = ("--database", self._database, "--redis", self.redis.url)
        self.nodes = [self._node(number) for number in range(3)]

    def _node(self, number: int) -> Server:
        folder = self.folder / f"node{number}"
        folder.mkdir()
        return Server(folder, *self.arguments, STOLIK_KEY=_KEY)

    def at(self, number: int) -> Callable[[], str]:
        """The address of one node."""
        return lambda: self.nodes[number].url

    def anywhere(self, first: int = 0) -> Callable[[], str]:
        """One node after another, as a balancer gives them."""
        turns = itertools.count(first)
        return lambda: self.nodes[next(turns) % len(self.nodes)].url

    def mend(self) -> None:
        """Start again what is not running."""
        self.postgres.start()
        for node in self.nodes:
            if node.process.poll() is not None:
                node.start()

    def compare(self, party: Party) -> None:
        party.compare(self._database, hashlib.sha256(_KEY.encode()).digest())

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        self.redis.close()
        self.postgres.close()
        remove(self.folder)
