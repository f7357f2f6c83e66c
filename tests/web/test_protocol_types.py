"""The TypeScript types are those of the server: up to date, and what is really sent fits them exactly."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from stolik.core import registry
from stolik.web.live import protocol
from stolik.words.store import Lexicons
from tests.laws.table import play_random_game
from tests.web.servers import Person
from tests.web.test_tables import play
from tests.web.typescript import Types
from tools.protocol_types import CALLS, PROTOCOL, ROOT, files

TYPES = Types(ROOT / PROTOCOL)


def game_types(game: str) -> Types:
    return Types(ROOT / PROTOCOL, ROOT / f"frontend/src/games/{game}/types.ts")


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


# the framework announces its next major version whenever an application is made
@pytest.mark.filterwarnings("ignore::litestar.exceptions.base_exceptions.LitestarDeprecationWarning")
def test_generated_types_are_up_to_date() -> None:
    fresh = files()
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "frontend/src/games").rglob("types.ts")}
    assert found | {PROTOCOL, CALLS} == set(fresh)
    for name, text in fresh.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, "run: make protocol"


def test_every_game_has_types() -> None:
    for game in registry.packages():
        types = game_types(game)
        for name in ("Action", "Event", "Options", "View", "Shown", "ActMessage"):
            assert name in types, (game, name)


@pytest.mark.parametrize("preset", sorted(registry.presets()))
def test_whole_games_fit_the_types_of_their_game(words: Lexicons, preset: str) -> None:
    chosen = registry.find_preset(preset)
    game = registry.create(chosen.game, words)
    types = game_types(chosen.game)
    seats = chosen.players[1]
    record = play_random_game(game, chosen, seats, f"types {preset}", daring=10)
    assert types.fits(as_json(record.options), "Options")
    for event in record.events:
        for viewer in (*range(seats), None):
            assert types.fits(as_json(game.redact(event, viewer)), "Event"), event
    for step in record.steps:
        assert types.fits(as_json(step.action), "Action"), step.action
    for step in record.steps[::7] + record.steps[-1:]:
        for viewer in (0, None):
            assert types.fits(as_json(game.view(step.after, viewer)), "View")


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_what_a_socket_says_fits(anna: Person, bruno: Person, preset: str) -> None:
    types = game_types(registry.find_preset(preset).game)
    table = anna.table(preset, "generic")["id"]
    seen = set()
    with anna.socket() as socket, bruno.socket() as his:
        said = [socket.receive()]
        said.append(play(anna, socket, table, 0, 3))
        socket.send("say", table=table, id="s", text="Hi")
        socket.send("propose", table=table, seat=0, id="p", what="draw")
        socket.send("act", table=table, seat=0, id="late", action={"type": "Resign"}, turn=0)
        socket.send("unwatch", table=table, seat=0)
        socket.send("ping", n=3)
        while said[-1]["type"] != "pong":
            said.append(socket.receive())
        said.append(his.watch(table))
    for message in said:
        seen.add(message["type"])
        assert types.fits(message, "FromServer"), message
        if message["type"] == "table":
            assert types.fits(message, "Shown"), message
    assert seen == {"welcome", "table", "done", "refused", "said", "gone", "pong"}


def test_what_the_api_answers_fits(anna: Person) -> None:
    table = anna.table("rummikub", "generic", clock={"type": "turn", "seconds": 300})
    assert TYPES.fits(table, "TableSummary")
    assert TYPES.fits(table["settings"], "Settings")
    calls = TYPES.fields("Api")
    for path in ("/api/me", "/api/me/tables", "/api/tables", "/api/presets"):
        assert TYPES._fits({"gives": anna.http.get(path).json()}, calls[f"GET {path}"].kind, {}), path
    log = anna.http.get(f"/api/tables/{table['id']}/log").json()
    assert game_types("rummikub").fits(log, "Log<Action, Event>")


def test_every_message_of_the_socket_has_a_type_with_all_its_fields() -> None:
    for message in (*get_args(protocol.FromClient), *get_args(protocol.FromServer)):
        fields = TYPES.fields(message.__name__)
        assert {"type", *message.__struct_fields__} == set(fields)


def test_what_a_client_may_leave_out_is_optional_and_what_the_server_says_is_not() -> None:
    assert TYPES.fits({"type": "watch", "table": "t"}, "FromClient")
    assert not TYPES.fits({"type": "watch"}, "FromClient")
    assert not TYPES.fits({"type": "refused", "id": None, "message": "No."}, "FromServer")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"type": "pong"}, "Pong"),
        ({"type": "pong", "n": "1"}, "Pong"),
        ({"type": "pong", "n": True}, "Pong"),
        ({"type": "pong", "n": 1, "more": 1}, "Pong"),
        ({"type": "ping", "n": 1}, "FromServer"),
        (["A"], "Tile"),
        ([["A", "A"], 0], "Rack"),
        ({"seat": 1}, "Record<number, number>"),
        ({"seq": 1, "event": {"type": "Seated", "seat": 0}}, "Envelope<TableEvent>"),
    ],
)
def test_what_does_not_fit_is_noticed(value: Any, kind: str) -> None:
    assert not TYPES.fits(value, kind)
