"""The dearest call of each endpoint and each message of the socket: how long it holds the event loop.

    python bench/server.py dearest [part of a name ...]

A world is made first in which there is much to tell: games as long as they may be, one that runs and one that
is over, many open tables, many finished games of one person, a reviewed one. Then every operation of the
server's own OpenAPI description, and every message a client can send, is asked for in growing sizes, whether
it is accepted or refused. The server's process has a probe beside the server (`_probe` in bench/server.py).
Whatever else goes on only adds to what it sees, so the least of several tries counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import json as encoding

from bench.load.dear_game import GAME, PRESET, WIDE_PRESET, melds, runs
from bench.load.world import HELD_MS, Seen, World
from stolik.core import registry, teaching
from stolik.table.games import Games
from stolik.table.ratings import ALIKE
from stolik.web.live import protocol
from stolik.words.store import Lexicons

SIZES = (1, 10, 35, 100, 300, 1_000, 1_700)
#: What would end the world that is asked about.
_ENDS = ("POST /api/logout", "POST /api/logout/everywhere", "DELETE /api/me")


# --- what is asked ------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A call: what stands in its path and query, and its body."""

    path: dict[str, Any]
    query: dict[str, Any] | None = None
    body: Any = None


class Way(NamedTuple):
    """A way to ask for something that grows."""

    ask: Callable[[int], Asked]
    sizes: tuple[int, ...] = (1,)


def once(*paths: dict[str, Any]) -> list[Way]:
    """Things that do not grow."""
    return [Way(lambda _, path=path: Asked(path)) for path in paths]  # type: ignore[misc]


def cases(world: World) -> dict[str, list[Way]]:
    """The dear ways to ask, by operation; all others are asked with what their description says."""
    over, running = {"table_id": world.over}, {"table_id": world.running}
    reviewed = {"table_id": world.reviewed}
    table = "GET /api/tables/{table_id}"
    return {
        table: once(over, running),
        f"{table}/log": once(over, running),
        f"{table}/draws": once(over),
        f"{table}/files/{{ending}}": once({**over, "ending": "gcg"}),
        f"{table}/qr.svg": once(over),
        f"{table}/review": once(reviewed),
        "POST /api/tables/{table_id}/review": once(reviewed),
        f"{table}/past": [
            Way(lambda n: Asked(running, {"seq": n, "seat": 0}), (1, 1_000, 3_000)),
            Way(lambda n: Asked(over, {"seq": n}), (1, 1_000, 3_000)),
        ],
        **weighing(world),
        **looking_up(),
        "POST /api/tables": [
            Way(lambda _: Asked({}, body={"preset": "pl", "seats": ["beginner"]})),
            Way(lambda _: Asked({}, body={"preset": WIDE_PRESET, "n_seats": 6})),
            Way(lambda n: Asked({}, body={"preset": "pl", "options": {"x" * n: 1}}), SIZES),
        ],
        "GET /api/leaderboards/{game}/{language}/{players}": once(
            {"game": GAME, "language": ALIKE, "players": "two"}
        ),
        "POST /api/login": [Way(lambda _: Asked({}, body={"login": world.login, "password": "a wrong one"}))],
    }


def weighing(world: World) -> dict[str, list[Way]]:
    """Calls that take an action, or list some."""
    wide = {"table_id": world.wide}
    step = teaching.steps(Games(Lexicons()).of_preset(PRESET), registry.find_preset(PRESET))[0].id
    lesson = {"preset": PRESET, "step": step}
    turns = world.anna.http.get(f"/api/tables/{world.reviewed}/review").json()["turns"]
    puzzle = {"table_id": world.reviewed, "seq": next(each["seq"] for each in turns if each["seat"] == 0)}

    def listing(limit: int, call: str, **more: Any) -> list[Way]:
        sizes = (1, limit // 7, limit)
        return [
            Way(lambda n, at=at: Asked({"table_id": at}, {"seat": 0, "limit": n, **more}), sizes)  # type: ignore[misc]
            for at in (world.played, world.wide, world.running)
            if call
        ]

    def laying(path: dict[str, Any], **more: Any) -> list[Way]:
        return [
            Way(lambda n, make=make: Asked(path, body={"action": make(n), **more}), SIZES)  # type: ignore[misc]
            for make in (melds, runs)
        ]

    def several(n: int) -> Asked:
        return Asked(wide, body={"seat": 0, "actions": [runs(15)] * n})

    return {
        "GET /api/tables/{table_id}/actions": listing(1000, "actions"),
        "GET /api/tables/{table_id}/choices": [
            *listing(200, "choices"),
            *listing(200, "choices", containing="a"),
        ],
        "POST /api/tables/{table_id}/preview": laying(wide, seat=0),
        "POST /api/tables/{table_id}/previews": [Way(several, (1, 10, 35, 64))],
        "POST /api/lessons/{preset}/{step}": laying(lesson),
        "POST /api/puzzles/{table_id}/{seq}": laying(puzzle, final=True),
    }


def looking_up() -> dict[str, list[Way]]:
    """What is asked about words."""
    list_name = {"list_name": "pl"}
    letters = "aeiozwrnktlsdpm"
    return {
        "GET /api/words/{list_name}": [
            Way(lambda n: Asked(list_name, {"pattern": "*a" * n}), (1, 3, 10, 30)),
            Way(lambda n: Asked(list_name, {"pattern": "." * n + "a"}), (1, 3, 10, 14)),
            Way(lambda n: Asked(list_name, {"letters": letters[:n] + "???"[: 15 - n]}), (3, 7, 12, 15)),
        ],
        "GET /api/words/{list_name}/{word}": [
            Way(lambda n: Asked({**list_name, "word": "konstantynopolitan"[:n]}), (2, 5, 10, 15)),
        ],
    }


def pages(world: World) -> dict[str, list[str]]:
    """Pages that are no calls of the description, with the dearest things to show."""
    presets = registry.in_order("pl")
    return {
        "GET /": ["/"],
        "GET /t/{table_id}": [f"/t/{world.running}", f"/t/{world.over}"],
        "GET /t/{table_id}/review": [f"/t/{world.over}/review"],
        "GET /t/{table_id}/rules": [f"/t/{world.over}/rules"],
        "GET /t/{table_id}/preview.png": [f"/t/{world.over}/preview.png", f"/t/{world.wide}/preview.png"],
        "GET /rules": ["/rules"],
        "GET /rules/{game}/{preset}": [f"/rules/{each.game}/{each.id}" for each in presets],
        "GET /learn/{game}/{preset}": [
            f"/learn/{each.game}/{each.id}" for each in presets if teaching.brings(each.game, "lessons")
        ],
        "GET /words/{list_name}": ["/words/pl?letters=aeiozwrnktls???", "/words/pl?pattern=*a*"],
        "GET /words/{list_name}/{word}": ["/words/pl/konstanty"],
        "GET /leaders": ["/leaders"],
        "GET /me": ["/me"],
        "GET /me/review": ["/me/review"],
        "GET /me/puzzles/{game}": [f"/me/puzzles/{GAME}"],
        "GET /p/{name}": [f"/p/{world.login}"],
        "GET /offline": ["/offline"],
        "GET /healthz": ["/healthz"],
        "GET /metrics": ["/metrics"],
        "GET /schema/openapi.json": ["/schema/openapi.json"],
        "GET /worker.js": ["/worker.js"],
    }


def frames(world: World) -> dict[str, list[Callable[[int], dict[str, Any]]]]:
    """What can be said through the socket, by the type of the message."""
    wide, running = {"table": world.wide, "seat": 0}, {"table": world.running, "seat": 0}
    return {
        "hello": [lambda n: {"version": n}],
        "watch": [
            lambda _: {**running, "since": 0},
            *(
                lambda _, table=table: {"table": table, "since": 0}  # type: ignore[misc]
                for table in (world.over, world.behind, world.hidden)
            ),
        ],
        "unwatch": [lambda _: running],
        "act": [partial(_laid, wide, melds), partial(_laid, wide, runs)],
        "propose": [lambda _: {**running, "what": "take back"}, lambda _: {**running, "what": "draw"}],
        "answer": [lambda _: {**running, "agrees": False}],
        "say": [lambda n: {"table": world.running, "text": "a" * min(n, 500)}],
        "mute": [lambda n: {"player": "a" * min(n, 32), "on": False}],
        "ping": [lambda n: {"n": n}],
    }


def _laid(at: dict[str, Any], make: Callable[[int], dict[str, Any]], n: int) -> dict[str, Any]:
    return {**at, "action": make(n), "turn": None}


def described(operation: dict[str, Any], components: dict[str, Any]) -> Asked:
    """A call as its description wants it, with texts as long as they may be."""
    path, query = (
        {
            each["name"]: filled(each["schema"], components)
            for each in operation.get("parameters", ())
            if each["in"] == place and (place == "path" or each.get("required"))
        }
        for place in ("path", "query")
    )
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return Asked(path, query, None if content is None else filled(content["schema"], components))


def filled(schema: dict[str, Any], components: dict[str, Any]) -> Any:
    """A value of a schema, as large as it says."""
    if "$ref" in schema:
        return filled(components[schema["$ref"].rpartition("/")[2]], components)
    if "oneOf" in schema or "anyOf" in schema:
        return filled((schema.get("oneOf") or schema["anyOf"])[0], components)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type", "object"):
        case "object":
            return {name: filled(each, components) for name, each in schema.get("properties", {}).items()}
        case "array":
            return [filled(each, components) for each in [schema.get("items")] if each]
        case "string":
            return "a" * min(schema.get("maxLength", 100), 4000)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case kind:
            return False if kind == "boolean" else None


# --- asking -------------------------------------------------------------------------------------------------


def worst(found: list[Seen]) -> Seen:
    return max(found, key=lambda seen: seen.held_ms)


def calls(world: World, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Seen]]:
    """Every operation of the description, each at its worst."""
    spec = world.anna.http.get("/schema/openapi.json").json()
    components, known = spec["components"]["schemas"], cases(world)
    for path, operations in sorted(spec["paths"].items()):
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            if method == "parameters" or not wanted(name):
                continue
            usual = described(operation, components)
            ways = known.get(name) or [Way(lambda _, usual=usual: usual)]  # type: ignore[misc]
            yield name, worst([world.worst(way.sizes, partial(_call, world, name, way)) for way in ways])


def _call(world: World, name: str, way: Way, size: int) -> str:
    method, path = name.split(" ")
    asked = way.ask(size)
    person = world.bruno if name in _ENDS else world.anna
    answer = person.http.request(method, path.format(**asked.path), params=asked.query, json=asked.body)
    return str(answer.status_code)


def shown_pages(world: World, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Seen]]:
    """Pages, each at its worst."""
    for name, paths in pages(world).items():
        if wanted(name):
            yield name, worst([world.worst((1,), partial(_page, world, path)) for path in paths])


def _page(world: World, path: str, _size: int) -> str:
    return str(world.anna.http.get(path).status_code)


def messages(world: World, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Seen]]:
    """Every type of message, each at its worst."""
    known = frames(world)
    types = {each.__name__.lower() for each in protocol.ClientMessage.__subclasses__()}
    if types != set(known):
        raise SystemExit(f"say in frames() what is dear about {types ^ set(known)}")
    for kind, ways in known.items():
        if wanted(f"message {kind}"):
            sizes = SIZES if kind == "act" else (1, 500)
            yield (
                f"message {kind}",
                worst([world.worst(sizes, partial(_say, world, kind, way)) for way in ways]),
            )


def _say(world: World, kind: str, way: Callable[[int], dict[str, Any]], size: int) -> str:
    """Send a message in a new socket and wait until it is carried out."""
    wants_id = kind in ("act", "propose", "answer", "say")
    with world.anna.socket() as talking:
        talking.expect("welcome")
        text = {"type": kind, **way(size), **({"id": f"d{time.time_ns()}"} if wants_id else {})}
        talking.connection.send(encoding.encode(text).decode())
        talking.send("ping", n=77)
        heard = [talking.receive()]
        while heard[-1].get("n") != 77:
            heard.append(talking.receive())
        if kind == "watch":  # what is told comes when it is ready
            while not any(each["type"] in ("table", "refused") for each in heard):
                heard.append(talking.receive())
    return "refused" if any(each["type"] == "refused" for each in heard) else "taken"


def dearest(url: str, folder: str, parts: list[str]) -> None:
    """Print what each call does at its worst, the dearest first; with parts of names only those."""
    world = World(url, Path(folder))

    def wanted(name: str) -> bool:
        return not parts or any(part in name for part in parts)

    found = [*calls(world, wanted), *shown_pages(world, wanted), *messages(world, wanted)]
    found.sort(key=lambda each: -each[1].held_ms)
    print(file=sys.stderr)
    for name, seen in found:
        print(
            f"    {seen.held_ms:6.1f} ms held, {seen.work_ms:6.1f} ms by itself, "
            f"{seen.took_ms:8.1f} ms in all  {name} ({seen.status}, size {seen.size})",
            flush=True,
        )
    n_long = sum(seen.held_ms > HELD_MS for _, seen in found)
    print(f"    {len(found)} kinds of calls, {n_long} of them hold the loop for more than {HELD_MS:.0f} ms")
