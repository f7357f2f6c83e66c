"""Requests as bytes, for what no client library would send."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import NamedTuple

#: Longer than any answer takes; whoever waits for it has found that there is none.
_PATIENCE_S = 20


class Answer(NamedTuple):
    """What came back; status 0 where the connection was closed without a word."""

    status: int
    headers: dict[str, str]
    rest: bytes


def dial(port: int) -> socket.socket:
    """A connection to a server on this machine."""
    return socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_S)


def ask(port: int, request: bytes) -> Answer:
    """The answer to a request, with all that comes until the server closes the connection."""
    with dial(port) as line:
        with suppress(OSError):  # it has answered and closed before it was told everything
            line.sendall(request)
        return read_answer(line)


def ask_often(port: int, n: int, path: str, place: dict[str, str]) -> list[int]:
    """The statuses of the same request, made so many times over one connection."""
    own = "".join(f"{name}: {value}\r\n" for name, value in place.items())
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\n{own}\r\n".encode()
    last = request.replace(b"Host: x", b"Host: x\r\nConnection: close")
    with dial(port) as line:
        sending = threading.Thread(target=line.sendall, args=(request * (n - 1) + last,))
        sending.start()
        got = b"".join(iter(lambda: line.recv(65_536), b""))
        sending.join()
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", got)]


def read_answer(line: socket.socket) -> Answer:
    """What a connection brings until it is closed."""
    got = b""
    with suppress(ConnectionError):
        while more := line.recv(65_536):
            got += more
    while got.startswith(b"HTTP/1.1 100"):
        got = got.partition(b"\r\n\r\n")[2]
    head, _, rest = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(each.lower().split(": ", 1) for each in lines)
    return Answer(int(first.split()[1]) if first else 0, headers, rest)
