"""The dearest call of each endpoint and each message of the socket: how long it holds the event loop.

    python bench/server.py dearest [part of a name ...]

A world is made first in which there is much to tell: a long game that runs and one that is over, many open
tables, many finished games of one person, a reviewed one. Then every operation of the server's own OpenAPI
description, and every message a client can send, is asked for in growing sizes, whether it is accepted or
refused. The server's process has a probe beside the server: a task that wants to run every millisecond and notes
by how much it was late. What else runs on the machine only adds to that, so the least of several tries counts.
"""

from __future__ import annotations

import itertools
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import json as encoding

from stolik.core import registry, teaching
from stolik.core.message import Complaint
from stolik.games.scrabble.actions import Exchange
from stolik.storage.database import open_database
from stolik.storage.players import PlayerStore
from stolik.storage.tables import TableStore
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.lobby import Guest, Lobby
from stolik.table.settings import settings_for
from stolik.web import protocol
from stolik.web.identity import COOKIE, Session, Signer
from stolik.words.store import Lexicons
from tests.web.servers import Person
from tests.web.test_puzzles import idle_game
from tests.web.test_reviews import review_of

TRIES, HELD_MS = 4, 10.0
#: How many tables are open, and how many finished games one person has.
OPEN, FINISHED = 60, 60
SIZES = (1, 10, 35, 100, 300, 1_000, 1_700)
_PASSWORD = "a password that is long enough"


class Probe:
    """Asks the server's process how late its loop was since the last time."""

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / "probe")

    def late_ms(self) -> float:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(self._path)
            return float(asking.makefile().readline())


class Seen(NamedTuple):
    """What a call did at its worst."""

    late_ms: float
    took_ms: float
    status: str
    size: int


# --- the world ----------------------------------------------------------------------------------------------


class Long(msgspec.Struct):
    """Two games as long as there may be, one of them over, and the cookie of whoever played both sides."""

    cookie: str
    running: str
    over: str


async def make_long_games(database_url: str, key: bytes, file: Path) -> None:
    """Play two games of nothing but exchanges before the server starts, for as long as that is allowed."""
    database = await open_database(database_url, durable=False)
    store = TableStore(database)
    host = Host(store, Games(Lexicons()), key)
    lobby, preset = Lobby(host), registry.find_preset("pl")
    anna = Guest("a" * 16, "Anna")
    await PlayerStore(database).add_guest(anna.id, anna.name, "en", host.now_ms())
    tables = []
    for _ in range(2):
        settings = settings_for(preset, host.games.of_preset("pl"), n_seats=2)
        record = await lobby.create(settings, anna, seats=[None])
        await lobby.join(record.id, anna, another=True)
        live = await host.live(record.id)
        for n in itertools.count():
            (seat,) = live.record.waiting_for()
            action = Exchange(live.record.game.view(live.record.state, seat).rack[:1])
            try:
                await host.act(
                    record.id, anna.id, seat, live.record.game.codec.encode(action), turn=None, request=f"r{n}"
                )
            except Complaint:
                break
        tables.append(record.id)
    await host.act(tables[1], anna.id, 0, b'{"type":"Resign"}', turn=None, request="end")
    await store.close()
    await database.close()
    file.write_bytes(encoding.encode(Long(Signer(key).sign(Session(anna.id)), *tables)))


class World:
    """Somebody who has much, and others beside."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.probe = url, Probe(folder)
        self.anna, self.bruno = Person(url, "Anna"), Person(url, "Bruno")
        long = encoding.decode((folder / "long.json").read_bytes(), type=Long)
        self.anna.http.cookies.set(COOKIE, long.cookie, "127.0.0.1", "/")
        self.running, self.over = long.running, long.over
        self.login = f"anna{time.time_ns()}"
        self.anna.table("rummikub", "beginner")
        account = {"login": self.login, "password": _PASSWORD}
        self.anna.http.post("/api/account", json=account).raise_for_status()
        self.played = self.anna.table("pl", "beginner")["id"]
        self.wide = self._wide_table()
        self.reviewed = self._reviewed()
        for _ in range(FINISHED):
            self.resign(self.anna.table("rummikub", "beginner")["id"])
        for n in range(OPEN):
            person = Person(url, f"Guest {n}")
            person.table("rummikub", None, open=True)
            person.close()

    def _wide_table(self) -> str:
        """A game with the largest box, in which nobody is asked anything before it begins."""
        options = {"redeal_doublets": None, "rack_size": 20, "opening_points": 1, "jokers": "strict"}
        return str(self.anna.table("rummikub-xp", *["beginner"] * 4, options=options)["id"])

    def _reviewed(self) -> str:
        table = idle_game(self.anna, "rummikub", 3)
        review_of(self.anna, f"/api/tables/{table}/review")
        return table

    def resign(self, table: str) -> None:
        with self.anna.socket() as socket:
            seen = socket.watch(table, 0)
            socket.act(table, 0, None, {"type": "Resign"})
            while seen["status"] != "over":
                seen = socket.expect("table")

    def worst(self, sizes: tuple[int, ...], call: Callable[[int], str]) -> Seen:
        """The size at which a call keeps the loop longest."""
        print(".", end="", file=sys.stderr, flush=True)
        return max((self._least(size, call) for size in sizes), key=lambda seen: seen.late_ms)

    def _least(self, size: int, call: Callable[[int], str]) -> Seen:
        found = []
        for _ in range(TRIES):
            self.probe.late_ms()
            begun = time.perf_counter()
            status = call(size)
            took_ms = 1000 * (time.perf_counter() - begun)
            found.append(Seen(self.probe.late_ms(), took_ms, status, size))
        return min(found, key=lambda seen: seen.late_ms)


# --- what is asked ------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A call: what stands in its path and query, its body, and who makes it."""

    path: dict[str, Any] = {}
    query: dict[str, Any] = {}
    body: Any = None
    sizes: tuple[int, ...] = (1,)


def melds(n: int) -> dict[str, Any]:
    """So many sets of three jokers."""
    return {"type": "Lay", "table": [[["J", "J"]] * 3] * n}


def runs(n: int) -> dict[str, Any]:
    """As many runs of three as there are tiles for."""
    faces = [f"{colour}{number}" for colour in "kbro" for number in range(1, 13)]
    tiles = [[face, face] for face in (faces * 3)[: 3 * n]]
    return {"type": "Lay", "table": [tiles[at : at + 3] for at in range(0, len(tiles), 3)]}


def cases(world: World) -> dict[str, list[Callable[[int], Asked]]]:
    """The dear ways to ask, by operation; all others are asked with what their description says."""
    running, over, wide = world.running, world.over, world.wide
    played = world.played
    step = teaching.steps(Games(Lexicons()).of_preset("rummikub"), registry.find_preset("rummikub"))[0].id
    at = {"table_id": over}
    turn = world.anna.http.get(f"/api/tables/{world.reviewed}/review").json()["turns"][0]["seq"]
    return {
        "GET /api/tables/{table_id}": [lambda _: Asked(at), lambda _: Asked({"table_id": running})],
        "GET /api/tables/{table_id}/log": [lambda _: Asked(at), lambda _: Asked({"table_id": running})],
        "GET /api/tables/{table_id}/draws": [lambda _: Asked(at)],
        "GET /api/tables/{table_id}/files/{ending}": [lambda _: Asked({**at, "ending": "gcg"})],
        "GET /api/tables/{table_id}/past": [
            lambda n: Asked({"table_id": running}, {"seq": n, "seat": 0}, sizes=SIZES),
            lambda n: Asked(at, {"seq": n}, sizes=SIZES),
        ],
        "GET /api/tables/{table_id}/qr.svg": [lambda _: Asked(at)],
        "GET /api/tables/{table_id}/review": [lambda _: Asked({"table_id": world.reviewed})],
        "POST /api/tables/{table_id}/review": [lambda _: Asked({"table_id": world.reviewed})],
        "GET /api/tables/{table_id}/actions": [
            lambda n, each=each: Asked({"table_id": each}, {"seat": 0, "limit": min(n, 1000)}, sizes=(1, 100, 1000))
            for each in (played, wide, running)
        ],
        "GET /api/tables/{table_id}/choices": [
            lambda n, each=each: Asked({"table_id": each}, {"seat": 0, "limit": min(n, 200), "containing": "a" * (n % 2)}, sizes=(1, 30, 200))
            for each in (played, wide, running)
        ],
        "POST /api/tables/{table_id}/preview": [
            lambda n, make=make: Asked({"table_id": wide}, body={"seat": 0, "action": make(n)}, sizes=SIZES)
            for make in (melds, runs)
        ],
        "POST /api/tables/{table_id}/previews": [
            lambda n: Asked({"table_id": wide}, body={"seat": 0, "actions": [runs(15)] * min(n, 64)}, sizes=SIZES[:5]),
        ],
        "POST /api/lessons/{preset}/{step}": [
            lambda n, make=make: Asked({"preset": "rummikub", "step": step}, body={"action": make(n)}, sizes=SIZES)
            for make in (melds, runs)
        ],
        "POST /api/puzzles/{table_id}/{seq}": [
            lambda n, make=make: Asked(
                {"table_id": world.reviewed, "seq": turn}, body={"action": make(n), "final": True}, sizes=SIZES
            )
            for make in (melds, runs)
        ],
        "GET /api/words/{list_name}": [
            lambda n: Asked({"list_name": "pl"}, {"pattern": "*a" * n}, sizes=(1, 3, 10, 30)),
            lambda n: Asked({"list_name": "pl"}, {"letters": "aeiozwrnktlsdpm"[:n] + "???"[: 15 - n]}, sizes=(3, 7, 12, 15)),
            lambda n: Asked({"list_name": "pl"}, {"pattern": "." * n + "a"}, sizes=(1, 3, 10, 14)),
        ],
        "GET /api/words/{list_name}/{word}": [
            lambda n: Asked({"list_name": "pl", "word": "konstantynopolitan"[:n]}, sizes=(2, 5, 10, 15)),
        ],
        "POST /api/tables": [
            lambda _: Asked(body={"preset": "pl", "seats": ["beginner"]}),
            lambda _: Asked(body={"preset": "rummikub-xp", "n_seats": 6}),
            lambda n: Asked(body={"preset": "pl", "options": {"x" * n: 1}}, sizes=SIZES),
        ],
        "GET /api/leaderboards/{game}/{language}/{players}": [
            lambda _: Asked({"game": "rummikub", "language": "pl", "players": "two"})
        ],
        "DELETE /api/me": [lambda _: Asked(body={"password": "wrong"})],
        "POST /api/login": [lambda _: Asked(body={"login": world.login, "password": "a wrong password"})],
    }  # fmt: skip


def pages(world: World) -> dict[str, list[str]]:
    """Pages that are no calls of the description, with the dearest things to show."""
    return {
        "GET /": ["/"],
        "GET /t/{table_id}": [f"/t/{world.running}", f"/t/{world.over}"],
        "GET /t/{table_id}/review": [f"/t/{world.over}/review"],
        "GET /t/{table_id}/rules": [f"/t/{world.over}/rules"],
        "GET /t/{table_id}/preview.png": [f"/t/{world.over}/preview.png", f"/t/{world.wide}/preview.png"],
        "GET /rules": ["/rules"],
        "GET /rules/{game}/{preset}": ["/rules/scrabble/pl", "/rules/rummikub/rummikub-xp"],
        "GET /learn/{game}/{preset}": ["/learn/scrabble/pl", "/learn/rummikub/rummikub"],
        "GET /words/{list_name}": ["/words/pl?letters=aeiozwrnktls???", "/words/pl?pattern=*a*"],
        "GET /words/{list_name}/{word}": ["/words/pl/konstanty"],
        "GET /leaders": ["/leaders"],
        "GET /me": ["/me"],
        "GET /me/review": ["/me/review"],
        "GET /me/puzzles/{game}": ["/me/puzzles/rummikub"],
        "GET /p/{name}": [f"/p/{world.login}"],
        "GET /healthz": ["/healthz"],
        "GET /metrics": ["/metrics"],
        "GET /schema/openapi.json": ["/schema/openapi.json"],
        "GET /static/texts/{name}": ["/static/texts/pl.json"],
        "GET /worker.js": ["/worker.js"],
    }


def frames(world: World) -> dict[str, list[Callable[[int], dict[str, Any]]]]:
    """What can be said through the socket, by the type of the message."""
    wide, running = {"table": world.wide, "seat": 0}, {"table": world.running, "seat": 0}
    return {
        "hello": [lambda n: {"version": n}],
        "watch": [lambda n: {**running, "since": 0}, lambda n: {"table": world.over, "since": 0}],
        "unwatch": [lambda n: running],
        "act": [lambda n, make=make: {**wide, "action": make(n), "turn": None} for make in (melds, runs)],
        "propose": [lambda n: {**running, "what": "take back"}, lambda n: {**running, "what": "draw"}],
        "answer": [lambda n: {**running, "agrees": False}],
        "say": [lambda n: {"table": world.running, "text": "a" * min(n, 500)}],
        "mute": [lambda n: {"player": "a" * min(n, 32), "on": False}],
        "ping": [lambda n: {"n": n}],
    }


def described(operation: dict[str, Any], components: dict[str, Any]) -> Asked:
    """A call as its description wants it, with texts as long as they may be."""
    given = {
        place: {
            each["name"]: filled(each["schema"], components)
            for each in operation.get("parameters", ())
            if each["in"] == place and (place == "path" or each.get("required"))
        }
        for place in ("path", "query")
    }
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    body = None if content is None else filled(content["schema"], components)
    return Asked(given["path"], given["query"], body)


def filled(schema: dict[str, Any], components: dict[str, Any]) -> Any:
    """A value of a schema, as large as it says."""
    if "$ref" in schema:
        return filled(components[schema["$ref"].rpartition("/")[2]], components)
    if "oneOf" in schema or "anyOf" in schema:
        return filled((schema.get("oneOf") or schema["anyOf"])[0], components)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema.get("type", "object")
    if kind == "object":
        named = schema.get("properties", {}).items()
        return {name: filled(each, components) for name, each in named}
    if kind == "array":
        return [filled(schema["items"], components)] * min(schema.get("maxItems", 1), 100) if "items" in schema else []
    plain: dict[str, Any] = {"string": "a" * min(schema.get("maxLength", 100), 4000), "boolean": False, "null": None}
    return plain.get(kind, schema.get("minimum", 0))


# --- asking -------------------------------------------------------------------------------------------------


def calls(world: World) -> Iterator[tuple[str, Seen]]:
    """Every operation of the description, each at its worst."""
    spec = world.anna.http.get("/schema/openapi.json").json()
    components, known = spec["components"]["schemas"], cases(world)
    for path, operations in sorted(spec["paths"].items()):
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            if method == "parameters" or not wanted(name):
                continue
            usual = described(operation, components)
            ways = known.get(name, [lambda _, usual=usual: usual])
            seen = [world.worst(way(1).sizes, lambda n, way=way: _call(world, name, way(n))) for way in ways]
            yield name, max(seen, key=lambda each: each.late_ms)


def _call(world: World, name: str, asked: Asked) -> str:
    method, path = name.split(" ")
    # logging out or being deleted would end the world
    person = world.bruno if path in ("/api/logout", "/api/logout/everywhere", "/api/me") and method != "GET" else world.anna
    answer = person.http.request(method, path.format(**asked.path), params=asked.query or None, json=asked.body)
    return str(answer.status_code)


def shown_pages(world: World) -> Iterator[tuple[str, Seen]]:
    """Pages, each at its worst."""
    for name, paths in pages(world).items():
        if wanted(name):
            seen = [world.worst((1,), lambda _, path=path: _page(world, path)) for path in paths]
            yield name, max(seen, key=lambda each: each.late_ms)


def _page(world: World, path: str) -> str:
    return str(world.anna.http.get(path).status_code)


def messages(world: World) -> Iterator[tuple[str, Seen]]:
    """Every type of message, each at its worst."""
    known = frames(world)
    types = {each.__name__.lower() for each in protocol.ClientMessage.__subclasses__()}
    if types != set(known):
        raise SystemExit(f"say in frames() what is dear about {types ^ set(known)}")
    for kind, ways in known.items():
        if wanted(kind):
            sizes = SIZES if kind == "act" else (1, 500)
            seen = [world.worst(sizes, lambda n, way=way: _say(world, kind, way(n))) for way in ways]
            yield f"message {kind}", max(seen, key=lambda each: each.late_ms)


def _say(world: World, kind: str, fields: dict[str, Any]) -> str:
    """Send a message in a new socket and wait until it is carried out."""
    wants_id = kind in ("act", "propose", "answer", "say")
    with world.anna.socket() as talking:
        talking.expect("welcome")
        text = {"type": kind, **fields, **({"id": f"d{time.time_ns()}"} if wants_id else {})}
        talking.connection.send(encoding.encode(text).decode())
        talking.send("ping", n=77)
        heard = []
        while not heard or heard[-1].get("n") != 77:
            heard.append(talking.receive())
        if kind == "watch":  # what is told comes when it is ready
            while not any(each["type"] in ("table", "refused") for each in heard):
                heard.append(talking.receive())
    return "refused" if any(each["type"] == "refused" for each in heard) else "taken"


def wanted(name: str) -> bool:
    parts = sys.argv[sys.argv.index("dearest") + 1 :]
    return not parts or any(part in name for part in parts)


def dearest(url: str, folder: str) -> None:
    """Print what each call does at its worst, the dearest first."""
    world = World(url, Path(folder))
    found = []
    for each in (*calls(world), *shown_pages(world), *messages(world)):
        found.append(each)
    found.sort(key=lambda each: -each[1].late_ms)
    for name, seen in found:
        print(
            f"    {seen.late_ms:7.1f} ms held, {seen.took_ms:8.1f} ms in all"
            f"  {name} ({seen.status}, size {seen.size})",
            flush=True,
        )
    late = [name for name, seen in found if seen.late_ms > HELD_MS]
    print(f"    {len(found)} kinds of calls; {len(late)} hold the loop for more than {HELD_MS:.0f} ms", flush=True)
