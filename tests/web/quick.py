"""Servers that start at once, and what one alone on its machine leaves behind."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

from tests import forked
from tests.web.servers import Server


class QuickServer(Server):
    """`stolik serve` without the second it takes to import everything."""

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> forked.Command:
        with output.open("ab") as file, open(os.devnull, "rb") as nothing:
            return forked.Command(arguments, environment, nothing.fileno(), file.fileno(), file.fileno())


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
