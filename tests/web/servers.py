"""A real server process, and clients that speak to it as any program would."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import randrange
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from stolik.web.live import protocol
from tests import forked
from tests.web import described

#: Options of a board game whose box deals nothing but the letter of a two-letter word.
ALWAYS_A_WORD = {"challenge": "off", "tiles": {"kinds": [["A", 60, 1]]}}
_STARTS_WITHIN_S = 40
#: Far from those of other testers: one of them might take the port of a server that is killed and comes back.
_FIRST_PORT = 18_000 + 1_500 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) + os.getpid() % 1_400


class Server:
    """`stolik serve` in a process of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self._folder = folder
        self.arguments = arguments
        # so that everybody can come from an address of his own
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "STOLIK_BEHIND_PROXY": "1"}
        self.environment = os.environ | home | environment
        self.port = 0
        self.start()

    def start(self) -> None:
        """Run, on the same port as before."""
        self._output = self._folder / f"server-{time.monotonic_ns()}.txt"
        self._output.touch()
        port = self.port or _FIRST_PORT
        self.process = self._launch(
            ["serve", "--port", str(port), *self.arguments], self.environment, self._output
        )
        self.url = self._address()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> Any:
        with output.open("ab") as file, open(os.devnull, "rb") as nothing:
            return forked.Command(arguments, environment, nothing.fileno(), file.fileno(), strict=False)

    def _address(self) -> str:
        end = time.monotonic() + _STARTS_WITHIN_S
        while time.monotonic() < end:
            found = re.search(r"http://\S+", self.output())
            if found:
                return found[0].rstrip("/")
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the server did not start: {self.output()}")

    def output(self) -> str:
        """What it has printed."""
        return self._output.read_text(errors="replace")

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return int(self.process.wait(20))

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()


class InterpretedServer(Server):
    """`stolik serve` as a person starts it: by a new interpreter, which takes two seconds longer."""

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> Any:
        command = [sys.executable, "-m", "stolik", *arguments]
        with output.open("ab") as file:
            return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


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


def some_place() -> dict[str, str]:
    """An address of one's own, as a proxy tells it."""
    return {"X-Forwarded-For": f"10.{'.'.join(str(randrange(256)) for _ in range(3))}"}


class Person:
    """Somebody with a browser: a cookie, and a socket when he plays."""

    def __init__(self, server: Server | str, name: str) -> None:
        self._url = server if isinstance(server, str) else server.url
        self.name = name
        self.http = httpx.Client(
            base_url=self._url,
            timeout=20,
            headers=some_place(),
            event_hooks={"response": [self._check_answer]},
        )
        self._numbers = itertools.count()

    def name_requests_from(self, n: int) -> None:
        """Give requests other names than those that somebody has given before under this account."""
        self._numbers = itertools.count(n)

    def _check_answer(self, response: httpx.Response) -> None:
        """Whatever a test is about, the server describes truly what it answers."""
        described.calls(self._url).check_answer(response)

    def table(self, preset: str, *bots: str | None, **more: Any) -> dict[str, Any]:
        """Set up a table; free seats are None."""
        wanted = {"preset": preset, "seats": bots, "name": self.name, "n_seats": 1 + len(bots), **more}
        answer = self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, table: str, **more: Any) -> int:
        """Sit down."""
        answer = self.http.post(f"/api/tables/{table}/seats", json={"name": self.name, **more})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["seat"])

    def actions(self, table: str, seat: int) -> list[Any]:
        """What this seat may do."""
        answer = self.http.get(f"/api/tables/{table}/actions", params={"seat": seat})
        assert answer.status_code == 200, answer.text
        return list(answer.json())

    @contextmanager
    def socket(self, version: int = protocol.VERSION, **more: Any) -> Iterator[Socket]:
        """A socket of this person, who speaks the newest version of the protocol unless another is wanted."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self._url.replace("http", "ws", 1) + "/ws"
        headers = {"X-Forwarded-For": self.http.headers["X-Forwarded-For"]}
        headers |= {"Cookie": cookies} if cookies else {}
        with connect(address, additional_headers=headers, max_size=None, **more) as connection:
            socket = Socket(connection, self._numbers, described.messages(self._url))
            if version > 1:
                socket.send("hello", version=version)
            yield socket

    def close(self) -> None:
        self.http.close()


class Socket:
    """Messages in both directions; a table of which the changes come is put together again."""

    def __init__(
        self, connection: ClientConnection, numbers: Iterator[int], messages: described.Messages
    ) -> None:
        self.connection = connection
        self._numbers = numbers
        self._messages = messages
        self._tables: dict[tuple[str, int | None], dict[str, Any]] = {}

    def send(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": kind, **fields}))

    def receive(self, timeout: float = 20) -> dict[str, Any]:
        message = dict(json.loads(self.connection.recv(timeout)))
        self._messages.check_told(message)
        return self._whole(message) if message["type"] in ("table", "changed") else message

    def _whole(self, message: dict[str, Any]) -> dict[str, Any]:
        place = message["table"], message["viewer"]
        if message["type"] == "changed":
            before = self._tables[place]
            assert before["seq"] == message["on"], "the changes do not follow what was told"
            message = described.with_changes(before, message)
            self._messages.check_told(message)
        self._tables[place] = message
        return message

    def expect(self, *kinds: str, timeout: float = 20) -> dict[str, Any]:
        """The next message of one of these kinds; others are passed over."""
        while True:
            message = self.receive(timeout)
            if message["type"] in kinds:
                return message

    def watch(self, table: str, seat: int | None = None, since: int = 0) -> dict[str, Any]:
        """The table as it stands."""
        self.send("watch", table=table, seat=seat, since=since)
        while True:
            message = self.expect("table", "refused")
            if message["type"] == "refused" or (message["table"], message["viewer"]) == (table, seat):
                return message

    def act(self, table: str, seat: int, turn: int | None, action: Any, request: str | None = None) -> str:
        """Do something; the name of the request."""
        name = request or f"r{next(self._numbers)}"
        self.send("act", table=table, seat=seat, turn=turn, id=name, action=action)
        return name
