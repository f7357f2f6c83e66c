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
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from pathlib import Path

import platformdirs
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server
from litestar.types import ASGIApp

from stolik.core.message import Complaint
from stolik.storage.database import cannot_open, kind_of_database
from stolik.storage.serving import only_server
from stolik.storage.writeahead import log_of
from stolik.web.app import make_app
from stolik.web.operations.forwarded import Forwarded
from stolik.web.operations.limits import USUAL_LIMITS, Limits
from stolik.web.operations.tcp import Connections
from stolik.web.site import open_site

_PORTS_TRIED, _LAST_PORT = 50, 65_535
#: What means all addresses of this machine, and how the machine itself is reached then.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}
_KEY_BYTES = 32
_KEY_VARIABLE = "STOLIK_KEY"
#: Room for the head of a request: with cookies of whatever else is at the same name.
_MOST_HEADER_BYTES = 32 * 1024
#: How much is made before the collector looks for cycles, and how often it looks at older things then.
_COLLECT_AFTER = (10_000, 10, 10)
#: After how long a thread that thinks lets the event loop go on: a move waits for that several times.
_SWITCH_AFTER_S = 0.0005


def home_folder() -> Path:
    """Where a user's games are."""
    return platformdirs.user_data_path("stolik")


def default_database() -> str:
    """The database of a server that is told none: as STOLIK_DATABASE says, else a file of this user."""
    return os.environ.get("STOLIK_DATABASE") or f"sqlite:///{home_folder() / 'stolik.db'}"


def server_key(database_url: str, *, new: bool = False) -> bytes:
    """What cookies are signed with and seeds are derived from; machines of one cluster share it.

    It comes from STOLIK_KEY, or lies in a file beside a database that is a file. It is made together with the
    database, and later only if a new one is wanted.
    """
    given = os.environ.get(_KEY_VARIABLE)
    if given:
        return hashlib.sha256(given.encode()).digest()
    address, driver = kind_of_database(database_url)
    if not driver.startswith("sqlite"):
        raise Complaint(
            "Set {name} to a long random text, the same for every machine of the cluster.", name=_KEY_VARIABLE
        )
    database = Path(address.database or "")
    file = database.with_suffix(".key")
    try:
        if not file.exists():
            if _is_used(database) and not new:
                raise Complaint(
                    "The key of {database} is missing: {file}. Bring it back from a backup; without it people"
                    " have to log in anew, and running games cannot be proven. If there is none: stolik serve"
                    " --new-key",
                    database=str(database),
                    file=str(file),
                )
            _write_key(file)
        key = file.read_bytes()
    except OSError as error:
        raise Complaint(
            "The key of the server cannot be kept in {file}: {why}.",
            file=str(file),
            why=error.strerror or str(error),
        ) from error
    if len(key) != _KEY_BYTES:
        raise Complaint(
            "{file} is damaged. Bring it back from a backup; without it people have to log in anew, and"
            " running games cannot be proven. If there is none, delete it: stolik serve --new-key",
            file=str(file),
        )
    return key


def _write_key(file: Path) -> None:
    """Make a key: it is there as a whole or not at all, and of two servers at once one makes it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name) as new:
        new.write(secrets.token_bytes(_KEY_BYTES))
        new.flush()
        os.fsync(new.fileno())
        with suppress(FileExistsError):
            os.link(new.name, file)
    if sys.platform != "win32":  # a database must not outlive its key when the power fails
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _is_used(database: Path) -> bool:
    """Whether a file is a database of ours already; it is only looked at, for its log was not checked yet."""
    log = log_of(database)
    if log.exists() and log.stat().st_size:
        return True
    look = f"{database.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(look, uri=True)) as connection:
            ours = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'players'")
            return ours.fetchone() is not None
    except sqlite3.Error:
        return False


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that is free; any that is free for 0."""
    if not 0 <= wanted <= _LAST_PORT:
        raise Complaint("There is no port {port}: they go from 1 to {last}.", port=wanted, last=_LAST_PORT)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + _PORTS_TRIED, _LAST_PORT + 1)):
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
            return int(probe.getsockname()[1])
    raise Complaint("No port from {first} on is free.", first=wanted)


async def serve(
    *,
    host: str,
    port: int,
    database: str,
    redis: str | None,
    ready: Callable[[str], object],
    durable: bool = True,
    limits: Limits = USUAL_LIMITS,
    behind_proxy: bool = False,
    new_key: bool = False,
    accept_damage: bool = False,
) -> None:
    """Serve until a signal says stop; `ready` is told the address when people may come."""
    async with AsyncExitStack() as stack:
        note = stack.enter_context(_alone_with(database))
        key = server_key(database, new=new_key)
        opening = open_site(
            database, key, durable=durable, redis=redis, new_key=new_key, accept_damage=accept_damage
        )
        site = await stack.enter_async_context(opening)
        chosen = free_port(host, port)
        app = Forwarded(make_app(site, limits), behind_proxy=behind_proxy)
        connections = Connections(app, limits, behind_proxy=behind_proxy)
        server = _listening(connections, host, chosen, limits)
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, server.stop)
        serving = asyncio.create_task(server.serve())
        await _answers(host, chosen)
        _spare_the_collector()
        note(f"http://{_shown(host)}:{chosen}/")
        sys.setswitchinterval(_SWITCH_AFTER_S)
        ready(f"http://{_shown(host)}:{chosen}/")
        watching = asyncio.create_task(connections.watch(chosen, loop.time))
        await serving
        watching.cancel()


def _listening(app: ASGIApp, host: str, port: int, limits: Limits) -> Server:
    """The web server for an application.

    It speaks only HTTP/1: where it has to find out which version it is, a connection may be silent for ever.
    """
    return Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=limits.read_seconds * 1000, max_buffer_size=_MOST_HEADER_BYTES
        ),
        log_enabled=False,
        backlog=1024,
        backpressure=limits.connections,
    )


@contextmanager
def _alone_with(database: str) -> Iterator[Callable[[str], object]]:
    """Keep other servers from a database that is a file; gives what notes the address for them."""
    address, driver = kind_of_database(database)
    if not driver.startswith("sqlite"):
        yield str
        return
    with ExitStack() as stack:
        try:
            note = stack.enter_context(only_server(Path(address.database or "")))
        except OSError as error:
            raise cannot_open(error) from error
        yield note


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
    if host in EVERYWHERE:
        return EVERYWHERE[host]
    return f"[{host}]" if ":" in host else host
