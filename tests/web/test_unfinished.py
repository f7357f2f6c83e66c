"""Requests that never come to their end, and connections on which nothing is said: none of them stays."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from stolik.web.operations.limits import Limits
from stolik.web.operations.tcp import Connections, OpenConnection, fitting
from tests.web.raw import dial, read_answer
from tests.web.servers import InterpretedServer, Person, Server, some_place
from tests.web.test_security import wait_until

_BEGUN = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n"
_LONG, _CHUNKED = _BEGUN % b"Content-Length: 1000", _BEGUN % b"Transfer-Encoding: chunked"
_AT_ONCE = Limits().requests_per_address


@pytest.mark.parametrize("begun", [_LONG, _LONG + b'{"name', _CHUNKED, _CHUNKED + b'5\r\n{"nam'])
def test_body_that_never_ends_is_ended_with_a_sentence(hasty: Server, begun: bytes) -> None:
    with dial(hasty.port) as line:
        line.sendall(begun)
        answer = read_answer(line)
    assert answer.status == 408
    assert json.loads(answer.rest)["message"]


def test_body_that_comes_in_drops_has_no_more_time(hasty: Server) -> None:
    with dial(hasty.port) as line:
        line.sendall(_LONG)
        line.settimeout(0.1)
        for _ in range(900):
            line.sendall(b" ")
            try:
                assert line.recv(100).startswith(b"HTTP/1.1 408")
                break
            except TimeoutError:
                continue
        else:
            raise AssertionError("the server still waits")


@pytest.mark.parametrize("begun", [b"", b"PRI * HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-", b"\r\n"])
def test_connection_without_a_whole_head_is_closed(hasty: Server, begun: bytes) -> None:
    with dial(hasty.port) as line:
        line.sendall(begun)
        assert read_answer(line).status in (0, 408)


def test_connection_whose_answers_nobody_reads_is_cut_and_a_silent_socket_is_not(hasty: Server) -> None:
    page = httpx.get(hasty.url, headers={"Accept-Encoding": "identity"}).text
    script = re.findall(r'"(/static/built/[^"]+\.js)"', page)[0].encode()
    anna = Person(hasty, "Anna")
    with anna.socket() as hers, socket.socket() as line:
        hers.expect("welcome")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", hasty.port))
        for _ in range(200):  # more than the server could send without being read
            line.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % script)
        wait_until(lambda: _holds(hasty, line))
        wait_long_until(lambda: not _holds(hasty, line))
        hers.send("ping", n=1)
        assert hers.expect("pong")["n"] == 1
    anna.close()


def _holds(server: Server, line: socket.socket) -> bool:
    """Whether a server has its end of a connection open."""
    ours = f":{line.getsockname()[1]:04X}"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()]
    ends = {f"socket:[{row[9]}]" for row in rows if row[2].endswith(ours)}
    folder = Path(f"/proc/{server.process.pid}/fd")
    return any(_leads_to(folder / name) in ends for name in os.listdir(folder))


def _leads_to(descriptor: Path) -> str:
    try:
        return os.readlink(descriptor)
    except OSError:  # closed by now
        return ""


def wait_long_until(holds: Callable[[], bool]) -> None:
    """Wait for what comes after some seconds."""
    for _ in range(9):
        try:
            wait_until(holds)
        except AssertionError:
            continue
        return
    raise AssertionError("it never came true")


def test_requests_under_way_are_limited_by_address_and_nobody_else_waits(private: Server) -> None:
    eve, anna = Person(private, "Eve"), Person(private, "Anna")
    place = f"X-Forwarded-For: {eve.http.headers['X-Forwarded-For']}".encode()
    begun = _BEGUN % (b"Content-Length: 1000\r\n" + place)
    with ExitStack() as opened:
        for _ in range(_AT_ONCE):
            opened.enter_context(dial(private.port)).sendall(begun)
        wait_until(lambda: eve.http.get("/api/presets").status_code == 429)
        refused = eve.http.get("/static/verify.js")
        assert refused.status_code == 429
        assert "under way" in refused.json()["message"]
        assert anna.http.get("/api/presets").status_code == 200
        assert eve.http.get("/healthz").status_code == 200
    wait_until(lambda: eve.http.get("/api/presets").status_code == 200)
    eve.close()
    anna.close()


# --- how much there is room for ---------------------------------------------------------------------------


class LimitedServer(InterpretedServer):
    """A server started by a shell that has fewer files than usual."""

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> Any:
        limit = environment["LIMIT"]
        shell = ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh"]
        command = [*shell, sys.executable, "-m", "stolik", *arguments]
        with output.open("ab") as file:
            return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


def _room(server: Server) -> int:
    wait_until(lambda: "Room for" in server.output())
    found = re.search(r"Room for (\d+) ", server.output())
    assert found
    return int(found[1])


def test_soft_limit_of_open_files_is_raised_at_the_start(folder: Path) -> None:
    server = LimitedServer(folder, LIMIT="-S -n 256")
    try:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        found = re.search(r"Max open files +(\d+) +(\d+)", limits)
        assert found
        assert found[1] == found[2]
        assert _room(server) == fitting(Limits(), int(found[2])).sockets
    finally:
        server.close()


def test_server_opens_no_more_sockets_than_it_has_files_for(folder: Path) -> None:
    server = LimitedServer(folder, LIMIT="-n 256")
    anna = Person(server, "Anna")
    try:
        assert "for no more than 256 files" in server.output()
        with ExitStack() as opened:
            for _ in range(_room(server)):
                anna.http.headers.update(some_place())
                opened.enter_context(anna.socket()).expect("welcome")
            anna.http.headers.update(some_place())
            with pytest.raises(InvalidStatus) as shut, anna.socket():
                pass
            assert shut.value.response.status_code == 429
            # it still has files for other requests, and for what it stores
            anna.table("pl", None)
    finally:
        anna.close()
        server.close()


@pytest.mark.parametrize("n_files", [70, 128, 256, 1024, 4096, 20_000, 10**6])
def test_sockets_connections_and_files_together_are_no_more_than_the_limit(n_files: int) -> None:
    room = fitting(Limits(), n_files)
    assert room.sockets + room.connections <= n_files - 64
    assert min(room.sockets, room.connections, room.connections_per_address) > 0
    assert room.sockets <= Limits().sockets


# --- which connections are cut ----------------------------------------------------------------------------


async def _nothing(*_: object) -> None:
    pass


def _opened(host: str, ports: range) -> list[OpenConnection]:
    return [OpenConnection(port, (host, port)) for port in ports]


def test_address_keeps_its_newest_connections_and_others_all_of_theirs() -> None:
    limits = Limits(connections=80)
    connections = Connections(_nothing, limits, behind_proxy=False)
    old, others = _opened("192.0.2.1", range(8)), _opened("198.51.100.1", range(10))
    here = _opened("127.0.0.1", range(50))
    assert connections.useless([*old, *others, *here], 0) == []
    new = _opened("192.0.2.1", range(8, 15))
    cut = connections.useless([*old, *others, *here, *new], 1)
    assert len(cut) == 5
    assert set(cut) < set(old)


def test_quiet_connection_is_cut_in_the_end_and_one_that_is_served_is_not() -> None:
    limits = Limits(read_seconds=10)
    connections = Connections(_nothing, limits, behind_proxy=True)
    opened = _opened("192.0.2.1", range(300))
    served = connections._being_served(opened[0].peer)
    with served:
        assert connections.useless(opened, 0) == []
        assert connections.useless(opened, 40) == []
        assert set(connections.useless(opened, 41)) == set(opened[1:])
    assert connections.useless(opened[:1], 42) == []
    assert connections.useless(opened[:1], 90) == opened[:1]
