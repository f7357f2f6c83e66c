"""The server as a process: how it begins, where it listens, how it ends, and what slow readers cost it."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from stolik.web.server import server_key
from tests.web.players import Party
from tests.web.servers import InterpretedServer, Person, Server, Socket, database_of, wait_for_port


def test_server_on_an_empty_home_is_one_process_that_a_kill_ends(folder: Path) -> None:
    server = InterpretedServer(folder)
    assert httpx.get(f"{server.url}/healthz").text == "ok"
    assert psutil.Process(server.process.pid).children() == []
    server.kill()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.url}/healthz")
    wait_for_port(server.port)


@pytest.mark.parametrize("screen", [":0", ""])
def test_browser_is_opened_on_the_first_page_where_there_is_a_screen(folder: Path, screen: str) -> None:
    opened, program = folder / "opened.txt", folder / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    program.chmod(0o755)
    display = {"DISPLAY": screen, "WAYLAND_DISPLAY": "", "BROWSER": str(program)}
    server = InterpretedServer(folder, "--open", **display)
    try:
        assert server.stop() == 0  # it opens the browser before it hears of anything else
        told = opened.read_text().split() if opened.exists() else []
        assert told == ([f"{server.url}/"] if screen else [])
    finally:
        server.close()


def test_server_takes_the_next_port_where_another_listens(folder: Path) -> None:
    servers = []
    try:
        for home in (folder / "one", folder / "other"):
            home.mkdir()
            servers.append(Server(home))  # they ask for the same port
        assert servers[0].port != servers[1].port
    finally:
        for server in servers:
            server.close()


def test_server_that_is_told_to_stop_ends_cleanly_with_open_sockets(folder: Path) -> None:
    server = Server(folder)
    party = Party([lambda: server.url, lambda: server.url])
    party.play(lambda: len(party.players[0].acknowledged) > 3)
    assert server.stop() == 0
    assert "Traceback" not in server.output()
    party.close()
    party.compare(url := database_of(folder), server_key(url))


def test_reader_who_is_slow_costs_no_memory_and_then_sees_the_newest_state(folder: Path) -> None:
    _read_slowly(folder, n_changes=300, n_readers=10)


@pytest.mark.soak
def test_readers_who_miss_a_thousand_changes_cost_no_memory(folder: Path) -> None:
    _read_slowly(folder, n_changes=1000, n_readers=20)


def _done(at: Socket, kind: str, table: str, seat: int, **fields: Any) -> None:
    """Send something, and wait until it is done."""
    at.send(kind, table=table, seat=seat, id=f"{kind} {time.monotonic_ns()}", **fields)
    told = at.expect("done", "refused")
    assert told["type"] == "done", told


def _read_slowly(folder: Path, n_changes: int, n_readers: int) -> None:
    server = Server(folder)
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    try:
        table = anna.table("rummikub", None, clock={"type": "none"})["id"]
        bruno.join(table)
        with ExitStack() as stack:
            pair = [stack.enter_context(each.socket()) for each in (anna, bruno)]
            for seat, each in enumerate(pair):
                _done(each, "act", table, seat, action={"type": "Ready"})
            slow = [stack.enter_context(anna.socket(sock=_narrow(server.port))) for _ in range(n_readers)]
            first = [each.watch(table, 0) for each in slow]
            memory = psutil.Process(server.process.pid).memory_info().rss
            starter = int(next(iter(first[0]["turns"])))
            for n in range(n_changes):
                time.sleep(0.006)  # a player may send 200 messages a second
                seat = n // 10 % 2  # each may ask ten times between two moves
                _done(pair[seat], "propose", table, seat, what="draw")
                _done(pair[1 - seat], "answer", table, 1 - seat, agrees=False)
                if n % 20 == 19:
                    mover = (starter + n // 20) % 2
                    _done(pair[mover], "act", table, mover, action={"type": "Draw"})
            grown = psutil.Process(server.process.pid).memory_info().rss - memory
            # all that was not read would be more than twice as much
            assert grown < 2000 * n_changes * n_readers, f"the server has grown by {grown:,} bytes"
            newest = pair[0].watch(table, 0)
            assert newest["seq"] == first[0]["seq"] + 2 * n_changes + n_changes // 20
            for each, seen in zip(slow, first, strict=True):
                _catch_up(each, seen, newest)
    finally:
        anna.close()
        bruno.close()
        server.close()


def _narrow(port: int) -> socket.socket:
    """A connection that takes little at a time."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    return made


def _catch_up(reader: Socket, seen: dict[str, Any], newest: dict[str, Any]) -> None:
    """Read everything: no event is missing, and the last view is the newest."""
    while seen["seq"] < newest["seq"]:
        told = reader.expect("table")
        assert [one["seq"] for one in told["events"]] == list(range(seen["seq"], told["seq"]))
        seen = told
    assert seen["view"] == newest["view"]
