"""Three machines on this one: nodes with PostgreSQL and Redis, behind a small load balancer.

    make cluster                    # prints one address; Ctrl+C ends everything
    make cluster ARGS="--folder DIR --port 8000 --nodes 3"

The balancer forwards bytes to one node after another and passes over those that do not answer. It is for
trying; docs/deployment.md tells what stands there in earnest.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.services import Postgres, Redis

_CHUNK = 1 << 16
_STARTS_WITHIN_S = 60
Address = tuple[str, int]


class Balancer:
    """Gives every connection to the next node that answers."""

    def __init__(self, nodes: list[Address]) -> None:
        self._nodes = nodes
        self._turns = itertools.count()
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> int:
        """Listen; the port that was taken."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        taken: int = self._server.sockets[0].getsockname()[1]
        return taken

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self._nodes:
            host, port = self._nodes[next(self._turns) % len(self._nodes)]
            try:
                there = await asyncio.open_connection(host, port)
            except OSError:
                continue
            await asyncio.gather(_forward(reader, there[1]), _forward(there[0], writer))
            return
        writer.close()


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes from one side to the other until one of them is gone."""
    with suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.close()


class Node:
    """One `stolik serve` of the cluster."""

    def __init__(self, folder: Path, port: int, arguments: tuple[str, ...], key: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / "log.txt"
        with self._log.open("ab") as output:
            self._begun_at = output.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "stolik", "serve", "--port", str(port), *arguments],
                env=os.environ | {"STOLIK_KEY": key, "XDG_DATA_HOME": str(folder)},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl+C is for this program, which ends the nodes in order
            )

    def port(self) -> int:
        """Where it listens, once it does."""
        end = time.monotonic() + _STARTS_WITHIN_S
        while time.monotonic() < end and self.process.poll() is None:
            said = self._log.read_bytes()[self._begun_at :].decode(errors="replace")
            if found := re.search(r"http://[^/]*:(\d+)/", said):
                return int(found[1])
            time.sleep(0.05)
        raise SystemExit(f"A node did not start; {self._log} tells why.")

    def close(self) -> None:
        """End it cleanly."""
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()


@contextmanager
def services(folder: Path, redis_port: int) -> Iterator[tuple[str, str]]:
    """PostgreSQL and Redis in a folder; the addresses of a database and of Redis."""
    with ExitStack() as stack:
        postgres = Postgres(folder / "postgres")
        stack.callback(postgres.close)
        redis = Redis(folder, redis_port)
        stack.callback(redis.close)
        yield postgres.database("stolik", or_existing=True), redis.url


def lasting_key(folder: Path) -> str:
    """The key of the cluster, kept beside its data."""
    file = folder / "key"
    if not file.exists():
        file.touch(0o600)
        file.write_text(secrets.token_hex(32))
    return file.read_text()


async def _balance(nodes: list[Address], port: int) -> None:
    taken = await Balancer(nodes).start(port)
    for host, number in nodes:
        print(f"Node: http://{host}:{number}/")
    print(f"The cluster is at http://127.0.0.1:{taken}/ and Ctrl+C ends it.", flush=True)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()


def run(folder: Path, port: int, n_nodes: int) -> None:
    """Start everything, wait, end everything."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        database, redis = stack.enter_context(services(folder, port + 1000))
        arguments = ("--database", database, "--redis", redis)
        nodes = []
        for number in range(n_nodes):
            node = Node(folder / f"node{number}", port + 1 + number, arguments, lasting_key(folder))
            stack.callback(node.close)
            nodes.append(node)
        addresses = [("127.0.0.1", node.port()) for node in nodes]
        asyncio.run(_balance(addresses, port))


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a small cluster on this machine.")
    parser.add_argument("--folder", type=Path, help="where the data is kept; else nowhere for long")
    parser.add_argument("--port", type=int, default=8000, help="of the load balancer")
    parser.add_argument("--nodes", type=int, default=3)
    options = parser.parse_args()
    if options.folder is not None:
        run(options.folder.resolve(), options.port, options.nodes)
        return
    with tempfile.TemporaryDirectory(prefix="stolik-", ignore_cleanup_errors=True) as folder:
        run(Path(folder), options.port, options.nodes)


if __name__ == "__main__":
    main()
