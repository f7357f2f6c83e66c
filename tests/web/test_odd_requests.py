"""No path, header, query or method makes the server fail, whichever route it is meant for."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.web.raw import Answer, ask
from tests.web.routes import routes
from tests.web.servers import Person, Server

SEED, N_REQUESTS = 14, 2_000
_TEXTS = [
    b"%00", b"a%00b", b"%FF", b"%C3%28", b"%ED%A0%80", b"%", b"%zz", b"%u0041", b"%2F", b"%2e%2e", b"..",
    b".", b"%0d%0aX:y", b"%20", b"%7f", b"%5c", b"\\", b"%F0%9F%98%80", b"%D9%A1", b"%C2%B2", b"\xff\xfe",
    b"\xc5\xbc", b"x" * 300, b"x" * 5000, b"%61" * 1500, b"x" * 40_000, b"-1", b"0", b"1",
    b"99999999999999999999", b"1e400", b"nan", b"null", b"{}", b"[", b"*", b"?", b";", b":", b"@", b"+",
    b"'", b'"', b"pl", b"br", b"rummikub", b"scrabble", b"two", b"json", b"pl.json",
]  # fmt: skip
_NAMES = [
    b"seat", b"seq", b"limit", b"since", b"letters", b"pattern", b"plain", b"open", b"before", b"", b"%00",
]  # fmt: skip
_HEADERS = [
    b"Host", b"Cookie", b"Accept", b"Accept-Language", b"Accept-Encoding", b"Authorization", b"Origin",
    b"Referer", b"X-Forwarded-For", b"X-Forwarded-Proto", b"X-Forwarded-Host", b"Forwarded",
    b"Content-Length", b"Content-Type", b"Content-Encoding", b"Transfer-Encoding", b"If-None-Match",
    b"If-Modified-Since", b"Range", b"Expect", b"TE", b"Upgrade", b"Connection", b"Sec-Fetch-Site",
    b"Sec-WebSocket-Key", b"Sec-WebSocket-Version", b"Sec-WebSocket-Protocol", b"HTTP2-Settings",
    b"X-HTTP-Method-Override", b"User-Agent", b"X" * 3000,
]  # fmt: skip
_VALUES = [
    b"", b"\xff\xfe", b"\xc5\xbc", b"x" * 5000, b"x" * 40_000, b",", b";", b"=", b"%00", b"a b", b"a:b:c",
    b"[", b"[::1]:99999", b"[::::]", b"x:99999", b"fe80::1%eth0", b"::1", b"999.999.999.999",
    b"127.0.0.1, x", b"xn--", b"http://", b"null", b"://", b"stolik=", b"stolik=a.b.c", b"stolik=.",
    b"stolik=a.\xc2\xb2.c", b'stolik="\\"', b"stolik=\xff.1.x", b"Bearer", b"Bearer ", b"Bearer \xff",
    b"bearer x y", b"Basic zzz", b"-1", b"0", b"5", b"99999999999999999999", b"1e3", b"application/json",
    b"application/json; charset=\xff", b"application/json; charset=utf-7", b"multipart/form-data",
    b"text/plain", b"multipart/form-data; boundary=", b"multipart/form-data; boundary=x",
    b"application/x-www-form-urlencoded", b"application/msgpack", b"bytes=0-", b"bytes=-1,5-2", b"*", b'"',
    b'W/"x"', b"*/*;q=x", b"gzip;q=0", b"chunked", b"gzip, chunked", b"close", b"keep-alive, Upgrade",
    b"websocket", b"h2c", b"100-continue", b"13", b"8", b"https", b"en-\xff", b"pl;q=nan", b"cross-site",
    b"same-origin", b"Thu, 99 Foo",
]  # fmt: skip
_METHODS = [
    b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"get",
    b"PROPFIND", b"WEBSOCKET", b"M-SEARCH", b"G\xc3\x89T", b"X" * 300,
]  # fmt: skip
_BODIES = [
    b"", b"{}", b"[]", b"null", b'"x"', b"\xff", b"\x00", b'{"name":"\\ud800"}', b'{"name":"a\\u0000"}',
    b'{"name":1e999}', b"a=b&c=%ff", b"--x--",
    b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nv\r\n--x--\r\n', b"0\r\n\r\n",
    b"zz\r\n", b"5\r\n{\"a\":\r\n0\r\n\r\n", b"\x81\xa1a\xc0", b"1" * 500,
]  # fmt: skip


class Mischief:
    """Requests that are nearly right, or not at all."""

    def __init__(self, seed: int, server: Server) -> None:
        self._chance = random.Random(seed)
        anna = Person(server, "Anna")
        table = anna.table("pl", None)
        player = anna.http.get("/api/me").json()["id"]
        self._cookie = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
        #: What leads further into the application.
        self._known = {"table_id": table["id"], "code": table["code"], "player_id": player}
        self._known |= {"list_name": "pl", "preset": "pl", "game": "scrabble"}
        anna.close()

    def request(self, route: str, methods: list[str]) -> bytes:
        """One request for a route."""
        chance = self._chance
        method = (
            chance.choice(methods).encode() if methods and chance.random() < 0.7 else chance.choice(_METHODS)
        )
        body = chance.choice(_BODIES) if chance.random() < 0.5 else b""
        version = b"1.1" if chance.random() < 0.9 else b"1.0"
        head = [b"%s %s HTTP/%s" % (method, self._path(route), version), *self._headers(body)]
        return b"\r\n".join(head) + b"\r\n\r\n" + body

    def _path(self, route: str) -> bytes:
        chance = self._chance
        path = b"/" + b"/".join(map(self._part, route.strip("/").split("/")))
        if chance.random() < 0.1:
            path += chance.choice([b"/", b"//", b"/..", b"/" + chance.choice(_TEXTS)])
        queries = [
            chance.choice(_NAMES) + chance.choice([b"=", b""]) + chance.choice(_TEXTS)
            for _ in range(chance.choice([0, 0, 1, 2, 3]))
        ]
        return path + (b"?" + b"&".join(queries) if queries else b"")

    def _part(self, part: str) -> bytes:
        known = self._known.get(part.strip("{}").partition(":")[0])
        if known and self._chance.random() < 0.6:
            return known.encode()
        is_any = part.startswith("{") or self._chance.random() < 0.05
        return self._chance.choice(_TEXTS) if is_any else part.encode()

    def _headers(self, body: bytes) -> Iterator[bytes]:
        chance = self._chance
        if chance.random() < 0.8:
            yield b"Host: x"
        if chance.random() < 0.5:
            yield b"Cookie: " + self._cookie.encode()
        yield b"Connection: close"
        if body and chance.random() < 0.8:
            yield b"Content-Length: %d" % len(body)
        if body and chance.random() < 0.8:
            yield b"Content-Type: application/json"
        for _ in range(chance.choice([0, 1, 1, 2, 3])):
            yield chance.choice(_HEADERS) + b": " + chance.choice(_VALUES)
        # the last one counts: nobody is to be refused for having asked too much
        yield b"X-Forwarded-For: 10.%d.%d.%d" % tuple(chance.randbytes(3))


def test_no_request_for_any_route_is_a_failure_of_ours(hasty: Server) -> None:
    _send_mischief(hasty, SEED, N_REQUESTS)


@pytest.mark.soak
def test_no_other_request_for_any_route_is_a_failure_of_ours(hasty: Server) -> None:
    _send_mischief(hasty, time.time_ns(), 20 * N_REQUESTS)


def _send_mischief(server: Server, seed: int, n_requests: int) -> None:
    print(f"seed {seed}")
    mischief, statuses = Mischief(seed, server), Counter[int]()
    for n in range(n_requests):
        route, methods = routes()[n % len(routes())]
        request = mischief.request(route, methods)
        answer = ask(server.port, request)
        assert answer.status < 500, f"{request!r}: {answer}"
        statuses[answer.status] += 1
    assert server.process.poll() is None
    assert "Traceback" not in server.output()
    # most of it is understood well enough to be answered
    assert statuses[0] < n_requests / 10, statuses
    assert len(statuses) > 6, statuses


def _get(port: int, path: bytes, *headers: bytes) -> Answer:
    lines = [b"GET %s HTTP/1.1" % path, b"Host: x", b"Connection: close", *headers]
    return ask(port, b"\r\n".join(lines) + b"\r\n\r\n")


@pytest.mark.parametrize(
    "name", [b"%00", b"a%00b", b"x" * 300, b"..%2f..", b"%ff", b"pages/%00", b"built/%00", b"texts/%00"]
)
def test_file_that_cannot_be_one_is_not_found(server: Server, name: bytes) -> None:
    assert _get(server.port, b"/static/" + name).status == 404


@pytest.mark.parametrize(
    "host", [b"fe80::1%eth0", b"[::::]", b"x:99999", b"x:0", b"a b", b"[", b"\xff", b"x/y", b"u@x"]
)
def test_host_that_is_none_is_refused_with_a_sentence(server: Server, host: bytes) -> None:
    for path in (b"/", b"/nowhere", b"/static/nothing", b"/api/presets"):
        answer = ask(server.port, b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path, host))
        assert answer.status == 400
        assert b"Host" in answer.rest
        assert "content-security-policy" in answer.headers
