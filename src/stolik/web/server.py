"""Running a site: one process, one port, until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import hashlib
import os
import secrets
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import platformdirs
from granian.constants import Interfaces
from granian.server.embed import Server

from stolik.core.message import Complaint
from stolik.web.app import PER_MINUTE, make_app
from stolik.web.site import open_site

_PORTS_TRIED = 50
_KEY_BYTES = 32
_KEY_VARIABLE = "STOLIK_KEY"
#: How much is made before the collector looks for cycles, and how often it looks at older things then.
_COLLECT_AFTER = (10_000, 10, 10)


def home_folder() -> Path:
    """Where a user's games are."""
    return platformdirs.user_data_path("stolik")


def default_database() -> str:
    """The database of this user."""
    return f"sqlite:///{home_folder() / 'stolik.db'}"


def server_key(database_url: str) -> bytes:
    """What cookies are signed with and seeds are derived from; machines of one cluster share it.

    It comes from STOLIK_KEY, or lies in a file beside a database that is a file.
    """
    given = os.environ.get(_KEY_VARIABLE)
    if given:
        return hashlib.sha256(given.encode()).digest()
    scheme, _, path = database_url.partition(":///")
    if scheme != "sqlite":
        raise Complaint(
            "Set {name} to a long random text, the same for every machine of the cluster.", name=_KEY_VARIABLE
        )
    file = Path(path).with_suffix(".key")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(descriptor, "wb") as new:
        new.write(key := secrets.token_bytes(_KEY_BYTES))
    return key


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + _PORTS_TRIED, 65536)):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                raise Complaint(
                    "The server cannot listen on {host}, port {port}: {why}.",
                    host=host,
                    port=port,
                    why=error.strerror or str(error),
                ) from error
            return port
    raise Complaint("No port from {first} on is free.", first=wanted)


async def serve(
    *,
    host: str,
    port: int,
    database: str,
    redis: str | None,
    ready: Callable[[str], object],
    durable: bool = True,
    per_minute: int = PER_MINUTE,
) -> None:
    """Serve until a signal says stop; `ready` is told the address when people may come."""
    async with open_site(database, server_key(database), durable=durable, redis=redis) as site:
        chosen = free_port(host, port)
        server = Server(
            make_app(site, per_minute=per_minute),
            address=host,
            port=chosen,
            interface=Interfaces.ASGI,
            log_enabled=False,
            backlog=1024,
        )
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, server.stop)
        serving = asyncio.create_task(server.serve())
        await _answers(host, chosen)
        _spare_the_collector()
        ready(f"http://{_shown(host)}:{chosen}/")
        await serving


def _spare_the_collector() -> None:
    """Let the collector pass over what was made at the start, and look less often at what games leave.

    Values of games have no cycles; looking for some was a seventh of what a move cost.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


async def _answers(host: str, port: int) -> None:
    """Wait until the port takes connections."""
    for _ in range(500):
        try:
            _, writer = await asyncio.open_connection(_shown(host).strip("[]"), port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        return


def _shown(host: str) -> str:
    if host in ("0.0.0.0", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
