"""Alerts of turns: told to whoever is away, true when they are told, and taken back when they are not."""

from __future__ import annotations

import json
import os
import struct
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from stolik.web.push.messages import base64_of, public_bytes, read_base64
from tests.services import new_folder, remove
from tests.web.servers import Person, Server
from tests.web.test_damaged_rows import damage, put_aside
from tests.web.test_push import POINT, SECRET

CURVE = ec.SECP256R1()


class Browser:
    """A browser and its push service: receives what is sent, and can read it."""

    def __init__(self) -> None:
        self.key, self.secret = ec.generate_private_key(CURVE), os.urandom(16)
        self.status = 201
        self.received: Queue[tuple[dict[str, str], bytes]] = Queue()
        browser = self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(browser.status)
                self.end_headers()
                browser.received.put(({name.lower(): text for name, text in self.headers.items()}, body))

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        self._service = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        self.endpoint = f"http://127.0.0.1:{self._service.server_port}/send/abc?d=1"
        self._thread = threading.Thread(target=self._service.serve_forever, daemon=True)
        self._thread.start()

    def subscribe(self, person: Person) -> int:
        """Ask for alerts in the name of somebody; how many browsers he has now."""
        wanted = {
            "endpoint": self.endpoint,
            "p256dh": base64_of(public_bytes(self.key)),
            "auth": base64_of(self.secret),
        }
        answer = person.http.post("/api/alerts", json=wanted)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["n_browsers"])

    def next(self) -> tuple[dict[str, str], dict[str, Any]]:
        """The headers and the text of the next message."""
        headers, body = self.received.get(timeout=30)
        return headers, json.loads(self.read(body))

    def read(self, body: bytes) -> bytes:
        salt, (_, length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, locked = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        about = b"WebPush: info\x00" + public_bytes(self.key) + sender
        first = HKDF(hashes.SHA256(), 32, self.secret, about).derive(shared)
        key, nonce = (
            HKDF(hashes.SHA256(), n, salt, b"Content-Encoding: " + name + b"\x00").derive(first)
            for n, name in ((16, b"aes128gcm"), (12, b"nonce"))
        )
        return AESGCM(key).decrypt(nonce, locked, None).removesuffix(b"\x02")

    def close(self) -> None:
        self._service.shutdown()
        self._service.server_close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    folder = new_folder("alerts")
    running = Server(folder, STOLIK_PUSH_LOOPBACK="1")
    yield running
    running.close()
    remove(folder)


@pytest.fixture
def browser() -> Iterator[Browser]:
    running = Browser()
    yield running
    running.close()


def begun(anna: Person, bruno: Person) -> tuple[str, dict[int, Person]]:
    """A table of two, and who sits where."""
    table = anna.table("pl", None, options={"challenge": "off"})["id"]
    return table, {0: anna, bruno.join(table): bruno}


def turn(person: Person, table: str) -> tuple[int, int]:
    """Whose turn it is, and which."""
    with person.socket() as socket:
        told = socket.watch(table)
    return next((int(seat), number) for seat, number in told["turns"].items())


def move(person: Person, table: str, seat: int) -> None:
    """Do the first of what one may, and go away."""
    with person.socket() as socket:
        number = socket.watch(table, seat)["turns"][str(seat)]
        socket.act(table, seat, number, person.actions(table, seat)[0])
        socket.expect("table", "done")


def check_sender(headers: dict[str, str], key: str) -> dict[str, Any]:
    """What the sender claims, if its signature is that of the key which the browser was told."""
    token, told = (
        part.partition("=")[2] for part in headers["authorization"].removeprefix("vapid ").split(", ")
    )
    assert told == key
    signed, _, mark = token.rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (read_base64(mark)[:32], read_base64(mark)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read_base64(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    return dict(json.loads(read_base64(signed.split(".")[1])))


def test_whoever_is_away_is_told_of_his_turn_and_it_is_taken_back_when_he_moves(
    anna: Person, bruno: Person, browser: Browser
) -> None:
    table, seats = begun(anna, bruno)
    seat, _ = turn(anna, table)
    mover, other = seats[seat], seats[1 - seat]
    assert browser.subscribe(other) == 1
    assert browser.subscribe(other) == 1
    move(mover, table, seat)
    headers, told = browser.next()
    assert told == {"type": "turn", "table": table, "title": "It is your turn.", "text": mover.name}
    claims = check_sender(headers, other.http.get("/api/alerts").json()["key"])
    assert claims["aud"] == browser.endpoint.partition("/send")[0]
    assert headers["host"] == urlsplit(browser.endpoint).netloc
    assert int(headers["ttl"]) > 3600
    move(other, table, 1 - seat)
    later, gone = browser.next()
    assert gone == {"type": "gone", "table": table}
    assert (later["topic"], later["ttl"]) == (headers["topic"], "0")


def test_whoever_has_a_page_open_is_not_told(anna: Person, bruno: Person, browser: Browser) -> None:
    table, seats = begun(anna, bruno)
    seat, _ = turn(anna, table)
    mover, other = seats[seat], seats[1 - seat]
    browser.subscribe(other)
    with other.socket() as socket:
        socket.expect("welcome")
        move(mover, table, seat)
        while str(1 - seat) not in socket.watch(table, 1 - seat)["turns"]:
            pass
    # what is told next is another table, at which nobody is
    second, seats = begun(mover, other)
    for seat in range(turn(mover, second)[0], -1, -1):
        move(seats[seat], second, seat)
    _, told = browser.next()
    assert told["table"] == second


def test_browser_that_is_gone_is_forgotten(anna: Person, bruno: Person, browser: Browser) -> None:
    table, seats = begun(anna, bruno)
    seat, _ = turn(anna, table)
    mover, other = seats[seat], seats[1 - seat]
    browser.status = 410
    browser.subscribe(other)
    move(mover, table, seat)
    browser.next()
    while other.http.get("/api/alerts").json()["n_browsers"]:
        pass


def test_browser_can_ask_for_no_more_alerts_and_belongs_to_one_player(
    anna: Person, bruno: Person, browser: Browser
) -> None:
    assert browser.subscribe(anna) == 1
    assert browser.subscribe(bruno) == 1
    assert anna.http.get("/api/alerts").json()["n_browsers"] == 0
    ended = anna.http.request("DELETE", "/api/alerts", json={"endpoint": browser.endpoint})
    assert ended.status_code == 204
    assert bruno.http.get("/api/alerts").json()["n_browsers"] == 1
    bruno.http.request("DELETE", "/api/alerts", json={"endpoint": browser.endpoint})
    assert bruno.http.get("/api/alerts").json()["n_browsers"] == 0


def test_address_in_the_own_network_is_refused_with_a_sentence(anna: Person, browser: Browser) -> None:
    wanted = {"p256dh": base64_of(public_bytes(browser.key)), "auth": base64_of(browser.secret)}
    answer = anna.http.post("/api/alerts", json={"endpoint": "http://192.168.0.1/x", **wanted})
    assert answer.status_code == 409
    assert answer.json()["message"] == "This is no address of a push service."


@pytest.mark.parametrize(
    "place", ["127.0.0.1", "10.0.0.1", "localhost", "push.local", "user@push.example.org"]
)
def test_address_that_is_not_public_is_refused_before_it_is_kept(anna: Person, place: str) -> None:
    wanted = {"endpoint": f"https://{place}/abc", "p256dh": POINT, "auth": SECRET}
    refused = anna.http.post("/api/alerts", json=wanted)
    assert refused.status_code == 409
    assert "push service" in refused.json()["message"]
    assert anna.http.get("/api/alerts").json()["n_browsers"] == 0


def test_address_of_the_world_is_kept(anna: Person) -> None:
    wanted = {"endpoint": "https://1.1.1.1/abc", "p256dh": POINT, "auth": SECRET}
    assert anna.http.post("/api/alerts", json=wanted).json()["n_browsers"] == 1


def test_browsers_that_cannot_be_read_keep_no_other_from_being_told(folder: Path) -> None:
    server = Server(folder, STOLIK_PUSH_LOOPBACK="1")
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    browsers = [Browser() for _ in range(4)]
    table, seats = begun(anna, bruno)
    seat, _ = turn(anna, table)
    mover, other = seats[seat], seats[1 - seat]
    assert [browser.subscribe(other) for browser in browsers] == [1, 2, 3, 4]
    server.stop()
    *damaged, sound = browsers
    for column, browser in zip(("public_key", "secret", "endpoint"), damaged, strict=True):
        damage(folder, f"UPDATE subscriptions SET {column} = ? WHERE endpoint = ?", b"gone", browser.endpoint)
    server.start()
    move(mover, table, seat)
    assert sound.next()[1]["type"] == "turn"
    move(other, table, 1 - seat)
    assert sound.next()[1]["type"] == "gone"
    assert put_aside(server, anna) == {"push": 3}
    assert "Traceback" not in server.output()
    server.close()
    for person in seats.values():
        person.close()
    for browser in browsers:
        browser.close()
