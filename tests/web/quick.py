"""Servers that start at once: forked from a process that has imported the program already.

They are real processes with a PID of their own, and can be killed as hard as any other.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
import time
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.web.servers import Server


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["stolik.web.server", "stolik.cli.serve_command", "psycopg", "redis.asyncio"]
    )
    return context


def _serve(arguments: list[str], environment: dict[str, str], output: str) -> None:
    descriptor = os.open(output, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    os.environ.clear()
    os.environ.update(environment)
    from stolik.cli import main

    sys.argv = ["stolik", *arguments]
    sys.exit(main())


class _Process:
    """What `Server` asks of a process."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.pid = process.pid
        self.kill = process.kill

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "the server goes on"
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid or 0, number)


class QuickServer(Server):
    """`stolik serve` without the second it takes to import everything."""

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> _Process:
        process = _context().Process(target=_serve, args=(arguments, environment, str(output)), daemon=True)
        process.start()
        return _Process(process)


def database_of(folder: Path) -> str:
    """Where a server with this home keeps its games."""
    return f"sqlite:///{folder}/data/stolik/stolik.db"


def wait_for_port(port: int) -> None:
    """Wait until nobody listens on a port any more."""
    for _ in range(500):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return
            except OSError:
                time.sleep(0.02)
    raise AssertionError(f"port {port} is still taken")
