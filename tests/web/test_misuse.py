"""What clients may get wrong, by mistake or on purpose: the server answers, stays up and tells nothing."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from stolik.web.live.protocol import VERSION
from tests.web.servers import Person, Server, Socket

N_FRAMES = 10_200
_STRANGE: list[Any] = [
    None, True, -1, 2**31, 2**63, 2**70, 1e308, 0.5, "", "x" * 200, "\x00", "☃" * 30, [], {}, [[]],
    {"type": 1}, "0", "pl", "take back", "../..", "' OR 1=1 --", [None] * 50, {"a": {"b": {"c": []}}},
]  # fmt: skip


class Mischief:
    """Frames that are nearly right, or not at all."""

    def __init__(self, seed: int, table: str) -> None:
        self._chance = random.Random(seed)
        self._right: list[dict[str, Any]] = [
            {"type": "hello", "version": 1, "language": "pl"},
            {"type": "hello", "version": 2, "language": "pt"},
            {"type": "watch", "table": table, "seat": 0, "since": 0},
            {"type": "unwatch", "table": table, "seat": 0},
            {"type": "act", "table": table, "seat": 0, "id": "a", "action": {"type": "Draw"}, "turn": 3},
            {
                "type": "act",
                "table": table,
                "seat": 0,
                "id": "b",
                "action": {"type": "Lay", "table": [["r1"]]},
            },
            {"type": "propose", "table": table, "seat": 0, "id": "c", "what": "draw"},
            {"type": "answer", "table": table, "seat": 0, "id": "d", "agrees": True},
            {"type": "say", "table": table, "id": "e", "text": "hello"},
            {"type": "mute", "player": "nobody", "on": True},
            {"type": "ping", "n": 1},
        ]

    def frame(self) -> str | bytes:
        """One frame."""
        kind = self._chance.randrange(10)
        if kind == 0:
            return self._chance.randbytes(self._chance.randrange(200))
        message = dict(self._chance.choice(self._right))
        for _ in range(self._chance.randint(1, 3)):
            name = self._chance.choice([*message, "strange"])
            if self._chance.random() < 0.2:
                message.pop(name, None)
            else:
                message[name] = self._chance.choice(_STRANGE)
        text = json.dumps(message, ensure_ascii=self._chance.random() < 0.5)
        if kind == 1:
            return text[: self._chance.randrange(len(text))]
        if kind == 2:
            place = self._chance.randrange(len(text))
            return text[:place] + chr(self._chance.randrange(1, 0xD7FF)) + text[place + 1 :]
        if kind == 3:
            return text.replace('"', '"\\ud800', 1)
        return text


@contextmanager
def seated(server: Server) -> Iterator[tuple[Person, Person, str]]:
    """Two people at a table of number tiles."""
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    table = anna.table("rummikub", None)["id"]
    bruno.join(table)
    yield anna, bruno, table
    anna.close()
    bruno.close()


def test_malformed_frames_are_answered_and_do_no_harm(server: Server) -> None:
    _send_mischief(server, seed=1)


@pytest.mark.soak
def test_other_malformed_frames_are_answered_and_do_no_harm(server: Server) -> None:
    _send_mischief(server, seed=time.time_ns())


def _send_mischief(server: Server, seed: int) -> None:
    print(f"seed {seed}")
    for number in range(N_FRAMES // 300):  # nobody may send more at once
        with seated(server) as (anna, bruno, table):
            mischief = Mischief(seed + number, table)
            for _ in range(3):
                with anna.socket() as hers:
                    for _ in range(100):
                        hers.connection.send(mischief.frame())
                    hers.send("ping", n=77)
                    while hers.expect("pong")["n"] != 77:
                        pass
            with bruno.socket() as his:
                assert his.watch(table, 1)["type"] == "table"
    assert server.process.poll() is None
    assert "Traceback" not in server.output()


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff" * 100,
        b"\x83\x05hello",  # an opcode that does not exist
        b"\x81\x05hello",  # not masked
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",  # of endless length
    ],
)
def test_socket_that_breaks_the_rules_of_sockets_harms_nobody(
    server: Server, anna: Person, garbage: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        raw.recv(1000)
        raw.sendall(garbage)
    with anna.socket() as hers:
        hers.send("ping", n=1)
        assert hers.expect("pong")["n"] == 1


def test_body_that_is_too_long_is_refused(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/me", content=b'{"name": "' + b"x" * 200_000 + b'"}')
    assert answer.status_code == 413
    assert answer.json()["message"]


@pytest.mark.parametrize("depth", [600, 900, 960, 980, 1000, 30_000])
def test_body_that_is_nested_too_deeply_is_refused_with_a_sentence(
    server: Server, anna: Person, depth: int
) -> None:
    table = anna.table("rummikub", "generic")["id"]
    nested, json_type = "[" * depth + "]" * depth, {"Content-Type": "application/json"}
    for path, body in (
        ("/api/lessons/rummikub/1", '{"action": %s}'),
        ("/api/tables", '{"preset": "pl", "options": {"tiles": %s}}'),
        ("/api/tables", '{"preset": "pl", "strange": %s}'),
        (f"/api/tables/{table}/preview", '{"seat": 0, "action": %s}'),
        ("/api/passkeys/login", '{"credential": {"rawId": %s}}'),
        ("/api/me", "%s"),
    ):
        answer = anna.http.post(path, content=body % nested, headers=json_type)
        assert 400 <= answer.status_code < 500 or answer.status_code == 201, f"{path}: {answer.text}"
        assert depth < 30_000 or answer.status_code == 400
        assert answer.status_code == 201 or answer.json()["message"]
    assert "Traceback" not in server.output()


@pytest.mark.parametrize("version", [VERSION + 1, 999, 10**30])
def test_version_that_is_not_known_is_a_sentence(anna: Person, version: int) -> None:
    with anna.socket() as hers:
        hers.send("hello", version=version)
        assert hers.expect("refused")["message"]
        hers.send("hello", version=1, language="tlh")
        hers.send("ping", n=3)
        assert hers.expect("pong", "refused")["type"] == "pong"


def test_double_submit_is_answered_twice_and_carried_out_once(server: Server) -> None:
    with seated(server) as (anna, _, table), anna.socket() as hers:
        state = hers.watch(table, 0)
        action = anna.actions(table, 0)[0]
        for _ in range(3):
            hers.act(table, 0, state["turns"]["0"], action, "same")
        answers = [hers.expect("table", "done", "refused") for _ in range(3)]
        assert [one["type"] for one in answers].count("refused") == 0
        assert sum("same" in one.get("done", ()) for one in answers) == 1
        assert hers.watch(table, 0)["seq"] == max(one["seq"] for one in answers if one["type"] == "table")


def test_messages_out_of_order_are_stale_or_early_and_change_nothing(server: Server) -> None:
    with seated(server) as (anna, bruno, table), anna.socket() as hers, bruno.socket() as his:
        _until_one_is_to_move(anna, bruno, hers, his, table)
        states = {0: hers.watch(table, 0), 1: his.watch(table, 1)}
        people = {0: (anna, hers), 1: (bruno, his)}
        seat = min(map(int, states[0]["turns"]))
        turn = states[seat]["turns"][str(seat)]
        action = people[seat][0].actions(table, seat)[0]
        for other_turn in (turn - 1, turn + 1, 0, 10**6):
            people[seat][1].act(table, seat, other_turn, action)
            assert people[seat][1].expect("refused")["why"] == "stale"
        people[1 - seat][1].act(table, 1 - seat, turn, action)
        assert people[1 - seat][1].expect("refused")["why"] == "stale"
        assert people[seat][1].watch(table, seat)["seq"] == states[seat]["seq"]


def _until_one_is_to_move(anna: Person, bruno: Person, hers: Socket, his: Socket, table: str) -> None:
    """Answer what all are asked at the beginning."""
    people = {0: (anna, hers), 1: (bruno, his)}
    while len(turns := hers.watch(table, 0)["turns"]) > 1:
        person, channel = people[seat := min(map(int, turns))]
        channel.watch(table, seat)
        request = channel.act(table, seat, turns[str(seat)], person.actions(table, seat)[0])
        while request not in channel.expect("table")["done"]:
            pass


def test_two_tabs_see_the_same_and_the_second_move_is_stale(server: Server) -> None:
    with seated(server) as (anna, _, table), anna.socket() as one, anna.socket() as two:
        state = one.watch(table, 0)
        assert two.watch(table, 0)["view"] == state["view"]
        action = anna.actions(table, 0)[0]
        request = one.act(table, 0, state["turns"]["0"], action)
        told = [one.expect("table"), two.expect("table")]
        assert told[0]["view"] == told[1]["view"]
        # both are the same seat: the other tab learns too that its request was carried out
        assert all(request in each["done"] for each in told)
        two.act(table, 0, state["turns"]["0"], action, "from the other tab")
        assert two.expect("refused")["why"] == "stale"


def test_client_that_never_greets_or_watches_learns_nothing(server: Server) -> None:
    with seated(server) as (anna, _, table), Person(server, "Eve").socket() as hers:
        hers.expect("welcome")
        state = anna.http.get(f"/api/tables/{table}").json()
        assert state["status"] == "playing"
        hers.send("act", table=table, seat=0, id="x", action={"type": "Resign"}, turn=None)
        assert hers.expect("refused")["why"] == "seat"
        hers.send("say", table=table, id="y", text="hello")
        assert hers.expect("refused")["message"]
        hers.send("propose", table=table, seat=0, id="z", what="abort")
        assert hers.expect("refused")["why"] == "seat"
        hers.send("ping", n=1)
        assert hers.receive()["type"] == "pong"


def test_control_characters_do_not_reach_the_database(anna: Person, server: Server) -> None:
    assert anna.http.post("/api/me", json={"name": "A\x00na"}).status_code == 400
    assert anna.http.get("/api/tables/a%00b").status_code in (400, 404)
    with anna.socket() as hers:
        hers.send("say", table="t\x00", id="i", text="x")
        assert hers.expect("refused")["why"] == "message"
