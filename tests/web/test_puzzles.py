"""Positions from own games: those in which much got away, judged by the engine, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.servers import Person
from tests.web.test_client_pages import brought
from tests.web.test_counting import too_much
from tests.web.test_reviews import review_of

#: Who lays nothing has missed something sooner or later.
IDLE = {"pl": {"type": "Pass"}, "rummikub": {"type": "Draw"}}


def idle_game(person: Person, preset: str, moves: int) -> str:
    """The table of a game in which somebody lays nothing, and gives up."""
    options = {"opening_points": 1, "rack_size": 30} if preset == "rummikub" else {"challenge": "off"}
    table = str(person.table(preset, "beginner", options=options)["id"])
    with person.socket() as socket:
        seen = socket.watch(table, 0)
        while moves:
            if "0" in seen["turns"]:
                kinds = [each["type"] for each in person.actions(table, 0)]
                action = {"type": "Ready"} if "Ready" in kinds else IDLE[preset]
                moves -= action["type"] != "Ready"
                socket.act(table, 0, seen["turns"]["0"], action)
                before = seen["seq"]
                while seen["seq"] == before:
                    seen = socket.expect("table")
            else:
                seen = socket.expect("table")
        socket.act(table, 0, None, {"type": "Resign"})
        while seen["status"] != "over":
            seen = socket.expect("table")
    return table


def attempt(person: Person, step: dict[str, Any], action: Any, *, final: bool = True) -> dict[str, Any]:
    at = step["puzzle"]
    told = person.http.post(
        f"/api/puzzles/{at['table']}/{at['seq']}", json={"action": action, "final": final}
    )
    return dict(told.json())


@pytest.mark.parametrize(("preset", "game"), [("pl", "scrabble"), ("rummikub", "rummikub")])
def test_missed_moment_is_played_again_and_judged(
    anna: Person, bruno: Person, preset: str, game: str
) -> None:
    assert anna.http.get(f"/me/puzzles/{game}").headers["location"] == "/me/review"
    table = idle_game(anna, preset, 3)
    review_of(anna, f"/api/tables/{table}/review")
    (summed,) = anna.http.get("/api/me/review").json()["sums"]
    lesson = brought(anna.http.get(f"/me/puzzles/{game}").text, "lesson")
    steps = lesson["steps"]
    assert 0 < len(steps) == summed["n_puzzles"]
    step = steps[0]
    assert step["puzzle"]["table"] == table
    solved = attempt(anna, step, step["solution"])
    assert solved["solved"], solved
    assert solved["view"] != step["view"]
    undecided = attempt(anna, step, step["solution"], final=False)
    assert not undecided["solved"]
    assert undecided["choice"]["points"] == solved["choice"]["points"]
    idle = attempt(anna, step, IDLE[preset])
    assert not idle["solved"]
    assert idle["said"]
    assert attempt(anna, step, {"type": "Nonsense"})["message"]
    assert all("the box" in attempt(anna, step, each)["message"] for each in too_much(preset))
    # nobody else's, and no turn that was none
    assert "no such position" in attempt(bruno, step, step["solution"])["message"]
    nowhere = {"puzzle": {"table": table, "seq": 99999}}
    assert "no such position" in attempt(anna, nowhere, step["solution"])["message"]
