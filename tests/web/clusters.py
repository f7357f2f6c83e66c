"""Three nodes with their PostgreSQL and Redis, any of which may be killed and started again."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from stolik.web.server import free_port
from tests.services import Postgres, Redis, new_folder, remove
from tests.web.players import Party
from tests.web.servers import Server
from tools.cluster import Balancer

_KEY = "a key that all nodes share"


class Cluster:
    """What `make cluster` starts, without the balancer: the tests choose who goes where."""

    def __init__(self) -> None:
        self.folder = new_folder("cluster")
        self.postgres = Postgres(self.folder / "pg")
        # below the ports that connections are given: one of them might be there when Redis comes back
        self._redis_port = free_port("127.0.0.1", 12_000 + os.getpid() % 4_500)
        self.redis = Redis(self.folder, self._redis_port)
        self._database = self.postgres.database("stolik")
        self._numbers = itertools.count()
        self.nodes = [self._node(Server, self.redis.url) for _ in range(3)]

    def _node(self, kind: type[Server], redis: str, **environment: str) -> Server:
        folder = self.folder / f"node{next(self._numbers)}"
        folder.mkdir()
        return kind(folder, "--database", self._database, "--redis", redis, STOLIK_KEY=_KEY, **environment)

    @contextmanager
    def another(self, kind: type[Server] = Server, **environment: str) -> Iterator[tuple[Server, Cable]]:
        """One node more for a while, and its own way to Redis."""
        cable = Cable(self._redis_port)
        node = self._node(kind, f"redis://127.0.0.1:{cable.port}/0", **environment)
        try:
            yield node, cable
        finally:
            node.close()
            cable.close()

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


class Cable:
    """A way to a port of this machine that can be cut: then nothing comes through, and nothing is closed."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._whole = threading.Event()
        self._whole.set()
        self._balancer = Balancer([("127.0.0.1", port)])
        self.port = self._loop.run_until_complete(self._balancer.start(0))
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Carry nothing more."""
        self._whole.clear()
        self._loop.call_soon_threadsafe(self._whole.wait)

    def mend(self) -> None:
        """Carry everything again, also what was sent meanwhile."""
        self._whole.set()

    def close(self) -> None:
        self.mend()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        await self._balancer.close()
        # whoever used it is gone, so that what it carried ends by itself
        carrying = asyncio.all_tasks() - {asyncio.current_task()}
        if carrying:
            await asyncio.wait(carrying, timeout=10)
