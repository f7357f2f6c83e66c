"""An action that names more than the box holds is refused before it is weighed, at every door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from msgspec import inspect

import stolik
from stolik.core import registry, teaching
from stolik.core.chance import SeededChance
from stolik.core.counting import MoreThanTheBox, check_fits
from stolik.core.game import play_out
from stolik.words.store import Lexicons
from tests.web.servers import ALWAYS_A_WORD, Person, Server

PRESETS = sorted(registry.presets())
#: More than any box, and few enough for one message of 64 KiB.
MANY = 700
SOURCES = Path(stolik.__file__).parent


def too_much(preset: str) -> list[Any]:
    """For each action of a game that names several things, one that names more of them than there are."""
    game = registry.create(registry.find_preset(preset).game, Lexicons())
    return [
        filled
        for kind in get_args(game.codec.action_type)
        if _has_lists(filled := {"type": kind.__name__, **_fields(inspect.type_info(kind), MANY)})
    ]


def _has_lists(action: dict[str, Any]) -> bool:
    return any(isinstance(value, list) for value in action.values())


def _fields(kind: Any, n: int) -> dict[str, Any]:
    return {field.encode_name: _filled(field.type, n) for field in kind.fields if field.required}


def _filled(kind: Any, n: int) -> Any:
    """A value of a type; the outermost list is long."""
    match kind:
        case inspect.VarTupleType() | inspect.ListType():
            return [_filled(kind.item_type, 1) for _ in range(n)]
        case inspect.StructType(array_like=True):
            return list(_fields(kind, n).values())
        case inspect.StructType():
            return _fields(kind, n)
        case inspect.IntType():
            return 7
        case inspect.StrType():
            return "J"
    raise AssertionError(f"say in this test what a {kind} looks like")


@pytest.fixture(params=PRESETS)
def table(request: pytest.FixtureRequest, anna: Person) -> tuple[str, str]:
    """The preset and the table of a game that has begun, with Anna at all of its seats."""
    preset = registry.find_preset(request.param)
    missing = [each["id"] for each in anna.http.get("/api/presets").json() if each["missing"]]
    options = {"lexicon": "pl", **ALWAYS_A_WORD} if preset.id in missing else {}
    found = anna.table(preset.id, *[None] * (preset.players[0] - 1), options=options)["id"]
    for _ in range(preset.players[0] - 1):
        anna.join(found, another=True)
    return preset.id, found


def test_every_game_has_an_action_that_could_be_too_large() -> None:
    assert {preset for preset in PRESETS if too_much(preset)} == set(PRESETS)


def test_seat_that_names_more_than_the_box_is_refused_with_a_sentence(
    anna: Person, table: tuple[str, str]
) -> None:
    preset, table_id = table
    clause = registry.create(registry.find_preset(preset).game, Lexicons()).box_clause
    with anna.socket() as socket:
        seen = socket.watch(table_id, 0)
        for action in too_much(preset):
            request = socket.act(table_id, 0, seen["turns"].get("0"), action)
            refused = socket.expect("refused")
            assert (refused["id"], refused["clause"], refused["why"]) == (request, clause, "illegal")
            assert "the box" in refused["message"]
    for action in too_much(preset):
        for call, asked in (("preview", {"action": action}), ("previews", {"actions": [action]})):
            answer = anna.http.post(f"/api/tables/{table_id}/{call}", json={"seat": 0, **asked})
            assert answer.status_code == 409
            assert "the box" in answer.json()["message"]
            assert answer.json()["clause"] == clause


@pytest.mark.parametrize(
    "preset", [each for each in PRESETS if teaching.brings(registry.find_preset(each).game, "lessons")]
)
def test_learner_who_names_more_than_the_box_is_refused_with_a_sentence(
    server: Server, words: Lexicons, preset: str
) -> None:
    chosen = registry.find_preset(preset)
    step = teaching.steps(registry.create(chosen.game, words), chosen)[0].id
    for action in too_much(preset):
        answer = httpx.post(f"{server.url}/api/lessons/{preset}/{step}", json={"action": action})
        assert answer.status_code == 409
        assert "the box" in answer.json()["message"]


def test_three_jokers_are_too_many_where_two_are_in_the_box(server: Server) -> None:
    answer = httpx.post(
        f"{server.url}/api/lessons/rummikub/open",
        json={"action": {"type": "Lay", "table": [[["J", "J"]] * 3]}},
    )
    assert answer.status_code == 409
    assert answer.json()["message"] == "That is more J tiles than the box holds: 2."


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_the_rules_list_fits_into_the_box(preset: str, words: Lexicons) -> None:
    chosen = registry.find_preset(preset)
    game = registry.create(chosen.game, words)
    state = play_out(game, None, game.setup(chosen.options, chosen.players[0], SeededChance(1)))
    for seat in game.to_act(state):
        for action in game.actions(game.view(state, seat)):
            check_fits(action, game.box(state))


@pytest.mark.parametrize(
    "said",
    ["x" * 100_000, [[]] * 200, [{}] * 200, list(range(2000)), 10**400, {"a": ["b"] * 2000}],
    ids=["text", "empty lists", "empty objects", "numbers", "a number", "texts"],
)
def test_what_games_of_others_may_be_sent_is_bounded_too(said: Any) -> None:
    from tests.ground.draw_out import DrawOut, Options

    game = DrawOut()
    box = game.box(play_out(game, None, game.setup(Options(), 2, SeededChance(1))))
    check_fits({"to": [[1, 2, "A"]] * 6, "because": "I like it"}, box)
    with pytest.raises(MoreThanTheBox):
        check_fits({"said": said}, box)


# --- one door -----------------------------------------------------------------------------------------------


def _calls(name: str, *folders: str) -> Iterator[str]:
    for folder in folders:
        for file in sorted((SOURCES / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr == name:
                    yield file.relative_to(SOURCES).as_posix()


def test_no_door_of_the_server_reads_actions_around_the_one_that_counts() -> None:
    # the other one compares requests with what is in the journal already
    assert list(_calls("decode_action", "web", "table")) == ["table/host.py", "table/record.py"]
    # whatever takes an action takes it as it came; one that is read already was read by the framework
    kinds = {"Any", "msgspec.Raw", "list[Any]"}
    for file in sorted((SOURCES / "web").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in ("action", "actions"):
                assert any(kind in ast.unparse(node.annotation) for kind in kinds), file
