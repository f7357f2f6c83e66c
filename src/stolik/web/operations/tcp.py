"""Connections below HTTP: how many this process can hold, and those that hold it up are cut.

The web server tells the application of a connection only when the head of a request is whole, and forgets it
when the answer is handed over. Whoever opens many and says nothing, or reads nothing, is seen only here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import NamedTuple

from litestar.types import ASGIApp, Receive, Scope, Send

from stolik.web.accounts.identity import address_of
from stolik.web.operations.limits import Limits, is_here

#: Where the descriptors of a process are listed: Linux, other systems.
_FOLDERS = ("/proc/self/fd", "/dev/fd")
#: What is kept for files, databases and other machines, at least and at most.
_KEPT_AT_LEAST, _KEPT_AT_MOST = 64, 512
#: What is taken where the system says that there is no limit.
_PLENTY = 65_536
_LOOK_EVERY_S = 0.5
#: In how many times the seconds for a head or a body a whole request is sent, answered and read.
_PATIENCE = 4

_log = logging.getLogger(__name__)

Peer = tuple[str, int]


def raise_open_files() -> int:
    """Let this process have as many files open as it may; how many that are."""
    try:
        import resource
    except ImportError:  # not a Unix, which has no such limit
        return _PLENTY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _PLENTY if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return _PLENTY if soft == resource.RLIM_INFINITY else soft


def fitting(limits: Limits, n_files: int) -> Limits:
    """Limits that can be kept with so many open files, each connection being one."""
    free = n_files - min(_KEPT_AT_MOST, max(_KEPT_AT_LEAST, n_files // 4))
    connections = max(1, min(limits.connections, free // 4))
    sockets = max(1, min(limits.sockets, free - connections))
    if sockets < limits.sockets:
        _log.warning("room for %d sockets only, for no more than %d files may be open", sockets, n_files)
    return limits._replace(connections=connections, sockets=sockets)


class OpenConnection(NamedTuple):
    """An open connection to somebody: its descriptor, and who is at the other end."""

    descriptor: int
    peer: Peer


class Connections:
    """Knows of every connection to an application what it is for, and cuts those for nothing."""

    def __init__(self, app: ASGIApp, limits: Limits, *, behind_proxy: bool) -> None:
        self._app = app
        self._limits = limits
        self._behind_proxy = behind_proxy
        self._quiet_s = _PATIENCE * limits.read_seconds
        #: Who has an open socket or waits for an answer; when who else was first seen, or last answered.
        self._busy: set[Peer] = set()
        self._quiet_since: dict[Peer, float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client:
            with self._being_served(_peer(*client)):
                await self._app(scope, receive, send)
        else:  # the application itself begins or ends
            await self._app(scope, receive, send)

    @contextmanager
    def _being_served(self, peer: Peer) -> Iterator[None]:
        self._busy.add(peer)
        try:
            yield
        finally:
            self._busy.discard(peer)
            self._quiet_since.pop(peer, None)

    async def watch(self, port: int, clock: Callable[[], float]) -> None:
        """Look at the connections to a port of this process again and again."""
        folder = next((each for each in _FOLDERS if os.path.isdir(each)), None)
        look_at = clock()
        while folder is not None:
            n_quiet = len(await asyncio.to_thread(os.listdir, folder)) - len(self._busy)
            if n_quiet > self._limits.connections_per_address or clock() >= look_at:
                # all are looked at seldom where few are quiet: for ten thousand a thread takes some 80 ms
                look_at = clock() + self._limits.read_seconds / 2
                for each in self.useless(await asyncio.to_thread(open_connections, folder, port), clock()):
                    _cut(each.descriptor)
            await asyncio.sleep(_LOOK_EVERY_S)

    def useless(self, connections: Iterable[OpenConnection], now: float) -> list[OpenConnection]:
        """Those for which nothing was to be done for too long, and of an address with too many the oldest."""
        quiet = [each for each in connections if each.peer not in self._busy]
        self._quiet_since = {each.peer: self._quiet_since.get(each.peer, now) for each in quiet}
        by_address: dict[str, list[OpenConnection]] = defaultdict(list)
        for connection in sorted(quiet, key=lambda each: self._quiet_since[each.peer], reverse=True):
            by_address[address_of(connection.peer[0])].append(connection)
        found = [each for each in quiet if now - self._quiet_since[each.peer] > self._quiet_s]
        for place, newest_first in by_address.items():
            # all who come through a proxy come from its address
            if not self._behind_proxy and not is_here(place):
                found += newest_first[self._limits.connections_per_address :]
        return found


def open_connections(folder: str, port: int) -> list[OpenConnection]:
    """The connections to a port of this process that somebody has opened."""
    connections = []
    for name in os.listdir(folder):
        peer = _peer_at(int(name), port)
        if peer is not None:
            connections.append(OpenConnection(int(name), peer))
    return connections


def _peer_at(descriptor: int, port: int) -> Peer | None:
    try:
        with _borrowed(descriptor) as held:
            if held.getsockname()[1] == port:
                return _peer(*held.getpeername()[:2])
    except (OSError, IndexError, TypeError, ValueError):  # a file, another kind of socket, or gone by now
        pass
    return None


def _peer(host: str, port: int | str) -> Peer:
    """Whoever is at the other end, written in one way; the web server gives the port as a text."""
    return str(ip_address(host)), int(port)


def _cut(descriptor: int) -> None:
    """Let the web server find that the other end is gone: it closes what it has opened."""
    with suppress(OSError), _borrowed(descriptor) as held:
        held.shutdown(socket.SHUT_RDWR)


@contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """A descriptor as a socket, which stays open.

    Never a copy of it: if it had become a file of SQLite's by then, closing the copy would drop its locks.
    """
    held = socket.socket(fileno=descriptor)
    try:
        yield held
    finally:
        held.detach()
