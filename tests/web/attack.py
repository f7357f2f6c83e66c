"""Generated calls of every operation and frames of every kind, and two people who play beside them.

Everything is made from /schema/openapi.json and /schema/asyncapi.json: what fits the description, what nearly
fits, and what does not at all. The bystanders tell whether every move of theirs was acknowledged to one and
shown to the other, and how long that took.
"""

from __future__ import annotations

import itertools
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from stolik.web.live.protocol import LOGGED_OUT
from stolik.web.live.sockets import TOO_BIG
from tests.web.servers import Person, Socket, some_place

Schema = dict[str, Any]

_ODD: list[Any] = [
    None, True, 0, -1, 2**31, 2**63, 10**18, 2**70, 0.5, 1e308, "", "x" * 300, "x" * 20_000, "\x00", "☃" * 30,
    "a\u202eb", "\u3164", "../..", "' OR 1=1 --", "%s%n", [], {}, [[]], [None] * 300, {"a": {"b": {"c": []}}},
    [["J", "J", "J"]] * 1500, {"type": "Lay", "table": [["J", "J", "J"]] * 1500}, {"type": "Resign"},
]  # fmt: skip
#: What a client says is too much, forbidden or of somebody who was logged out.
_MAY_CLOSE = (1000, 1001, 1008, TOO_BIG, LOGGED_OUT)
_DEPTH = 6
_FRAMES_A_SOCKET = 40


class Guesses:
    """Values that a schema allows, more or less."""

    def __init__(self, chance: random.Random, components: Schema, known: dict[str, list[Any]]) -> None:
        self._chance = chance
        self._components = components
        #: What leads further into the application, by the name of a field.
        self._known = known

    def value(self, schema: Schema, name: str = "", depth: int = 0) -> Any:
        """Something for a field of this name."""
        chance = self._chance
        if chance.random() < 0.08 or depth > _DEPTH:
            return chance.choice(_ODD)
        if name in self._known and chance.random() < 0.85:
            return chance.choice(self._known[name])
        if "$ref" in schema:
            return self.value(self._components[schema["$ref"].rpartition("/")[2]], name, depth + 1)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(chance.choice(schema[several]), name, depth)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        return self._of_type(schema, depth)

    def _of_type(self, schema: Schema, depth: int) -> Any:
        chance = self._chance
        match schema.get("type"):
            case "integer":
                return chance.randint(int(schema.get("minimum", 0)), int(schema.get("maximum", 10)))
            case "number":
                return chance.random()
            case "boolean":
                return chance.random() < 0.5
            case "string":
                n = chance.randint(schema.get("minLength", 0), min(schema.get("maxLength", 12), 500))
                return "".join(chance.choice("abcżółę019 _-?*.") for _ in range(n))
            case "array":
                each = schema.get("items") or {}
                return [self.value(each, depth=depth + 1) for _ in range(chance.randint(0, 4))]
            case "object":
                return self._object(schema, depth)
        return chance.choice(_ODD)

    def _object(self, schema: Schema, depth: int) -> Schema:
        made = {}
        for name, field in schema.get("properties", {}).items():
            if name in schema.get("required", ()) or self._chance.random() < 0.5:
                made[name] = self.value(field, name, depth + 1)
        if made and self._chance.random() < 0.1:
            made.pop(self._chance.choice(list(made)))
        if self._chance.random() < 0.05:
            made["strange"] = self._chance.choice(_ODD)
        return made


class Attack:
    """Somebody who has read the documents and means no good."""

    def __init__(self, url: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self._people = [Person(url, f"Eve {n}") for n in range(3)]
        self._strangers = httpx.Client(base_url=url, timeout=60)
        self._numbers = itertools.count()
        calls = self._strangers.get("/schema/openapi.json").raise_for_status().json()
        frames = self._strangers.get("/schema/asyncapi.json").raise_for_status().json()
        self._calls = [
            (method, path, operation)
            for path, methods in calls["paths"].items()
            for method, operation in methods.items()
        ]
        known = self._known()
        self._of_calls = Guesses(self._chance, calls["components"]["schemas"], known)
        self._of_frames = Guesses(self._chance, frames["components"]["schemas"], known)
        heard = frames["operations"]["hear"]["messages"]
        self._frames = [each["$ref"].rpartition("/")[2] for each in heard]
        self._said = {name: one["payload"] for name, one in frames["channels"]["socket"]["messages"].items()}
        #: How often each status was answered, and what was answered that must not be.
        self.statuses: Counter[str] = Counter()
        self.failures: list[str] = []

    def _known(self) -> dict[str, list[Any]]:
        """Tables of all kinds, and whatever else has a name here."""
        tables: list[Schema] = []
        for person, preset in zip(self._people, ("rummikub", "pl", "br"), strict=True):
            tables.append(person.table(preset, "generic", open=True))
            tables.append(person.table(preset, None, open=True))
        ids = [each["id"] for each in tables]
        players = [person.http.get("/api/me").json()["id"] for person in self._people]
        presets = ["rummikub", "pl", "br", "rummikub-xp", "pl-tournament"]
        return {
            "table": ids,
            "table_id": ids,
            "code": [each["code"] for each in tables if each["code"]],
            "player": players,
            "player_id": players,
            "preset": presets,
            "list_name": ["pl", "pt"],
            "game": ["scrabble", "rummikub"],
            "language": ["pl", "pt", "en"],
            "step": ["open", "1", "lay"],
            "ending": ["gcg", "json"],
            "seat": [0, 0, 1],
            "seats": [["beginner"], [None], ["generic"]],
            "login": ["eve", "adam"],
        }

    def call(self) -> None:
        """Make one call of any operation, as one of several people or as a stranger."""
        method, path, operation = self._chance.choice(self._calls)
        query, headers = {}, some_place()
        for parameter in operation.get("parameters", ()):
            value = self._of_calls.value(parameter.get("schema", {}), parameter["name"])
            if parameter["in"] == "path":
                text = quote(value if isinstance(value, str) else json.dumps(value), safe="")
                path = path.replace("{" + parameter["name"] + "}", text[:3000] or "-")
            elif parameter.get("required") or self._chance.random() < 0.6:
                # a longer head does not reach the application
                query[parameter["name"]] = (value if isinstance(value, str) else json.dumps(value))[:1500]
        body = None
        if "requestBody" in operation:
            [content] = operation["requestBody"]["content"].values()
            body = json.dumps(self._of_calls.value(content["schema"]))
            headers["Content-Type"] = "application/json"
        who = self._chance.choice([*(person.http for person in self._people), self._strangers])
        try:
            answer = who.request(method.upper(), path, params=query, content=body, headers=headers)
        except httpx.InvalidURL:
            return
        self.statuses[str(answer.status_code)] += 1
        if answer.status_code >= 500:
            self.failures.append(f"{method} {path} {query} {(body or '')[:300]}: {answer.status_code}")

    def frames(self, n: int) -> None:
        """Send frames through a socket, and see that it still answers."""
        person = self._chance.choice(self._people)
        with self._closed_in_order(), person.socket() as socket:
            socket.connection.recv(30)
            for _ in range(n):
                name = self._chance.choice(self._frames)
                message = self._of_frames.value(self._said[name]["schema"])
                if isinstance(message, dict):
                    message |= {"type": name} if self._chance.random() < 0.9 else {}
                self.statuses["frame"] += 1
                socket.connection.send(json.dumps(message))
            self._check_answers(socket)

    @contextmanager
    def _closed_in_order(self) -> Iterator[None]:
        """The server may close a socket that asks for too much, but never by a mistake of its own."""
        try:
            yield
        except ConnectionClosed as closed:
            self.statuses["socket closed"] += 1
            code = None if closed.rcvd is None else closed.rcvd.code
            if code not in (None, *_MAY_CLOSE):
                self.failures.append(f"a socket was closed with {code}")
        except (WebSocketException, OSError):
            self.statuses["no socket"] += 1

    def _check_answers(self, socket: Socket) -> None:
        n = next(self._numbers) + 10_000
        socket.send("ping", n=n)
        while True:
            message = socket.expect("pong", "refused", timeout=60)
            if message.get("n") == n:
                return

    def run(self, n: int) -> None:
        """So many calls and frames, half of each."""
        done = 0
        while done < n:
            self.frames(_FRAMES_A_SOCKET // 2)
            for _ in range(_FRAMES_A_SOCKET // 2):
                self.call()
            done += _FRAMES_A_SOCKET

    def close(self) -> None:
        for person in self._people:
            person.close()
        self._strangers.close()


class Bystanders:
    """Two people who play number tiles, game after game, in a thread of their own."""

    def __init__(self, url: str, pause_s: float = 0.0) -> None:
        self._url = url
        self._pause_s = pause_s
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self.n_moves = 0
        #: From sending a move to its being acknowledged, and to its being seen by the other.
        self.waits_s: list[float] = []
        self.trouble: BaseException | None = None

    def __enter__(self) -> Bystanders:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _play(self) -> None:
        anna, bruno = Person(self._url, "Anna"), Person(self._url, "Bruno")
        try:
            with anna.socket(), bruno.socket():
                pass
            while not self._ends.is_set():
                self._play_game(anna, bruno)
        except BaseException as error:
            self.trouble = error
        finally:
            anna.close()
            bruno.close()

    def _play_game(self, anna: Person, bruno: Person) -> None:
        options = {"redeal_doublets": None, "turn_seconds": None, "starter": 0}
        table = anna.table("rummikub", None, options=options)["id"]
        bruno.join(table)
        with anna.socket() as hers, bruno.socket() as his:
            sockets = {0: hers, 1: his}
            states = {seat: socket.watch(table, seat) for seat, socket in sockets.items()}
            while not self._ends.is_set() and states[0]["status"] == "playing":
                seat = int(next(iter(states[0]["turns"])))
                self._move(table, seat, sockets, states)
                time.sleep(self._pause_s)

    def _move(
        self, table: str, seat: int, sockets: dict[int, Socket], states: dict[int, dict[str, Any]]
    ) -> None:
        """One move, acknowledged to one and shown to the other."""
        # both always may, until the bank is empty
        action = {"type": "Draw"} if states[seat]["view"]["bank_size"] else {"type": "Pass"}
        begun = time.perf_counter()
        request = sockets[seat].act(table, seat, states[seat]["turns"][str(seat)], action)
        states[seat] = sockets[seat].expect("table", "refused", timeout=60)
        assert request in states[seat].get("done", ()), states[seat]
        other = 1 - seat
        while states[other]["seq"] < states[seat]["seq"]:
            states[other] = sockets[other].expect("table", timeout=60)
        self.waits_s.append(time.perf_counter() - begun)
        self.n_moves += 1


def percentile(waits_s: list[float], share: float) -> float:
    """The wait in ms that so great a share of all does not exceed."""
    ordered = sorted(waits_s)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
