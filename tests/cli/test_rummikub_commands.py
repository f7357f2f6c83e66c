"""`stolik rummikub` as a person or a program runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stolik.cli import main

TABLE = "r3 r4 r5 / k7 r7 b7"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["rummikub", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = run(capsys, "solve", *arguments, "--json")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_solver_tells_the_whole_new_table(capsys: pytest.CaptureFixture[str]) -> None:
    play = solved(capsys, "--table", TABLE, "--rack", "r6 J b7")
    assert play == {
        "table": [["r3", "r4", "r5", "r6", "J=r7"], ["k7", "b7", "r7"]],
        "placed": ["r6", "J"],
        "count": 2,
        "value": 36,
    }


def test_table_for_people_marks_the_sets_that_are_new(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "--table", TABLE, "--rack", "r6 J b7")
    assert code == 0
    assert out.splitlines() == ["2 tiles worth 36: r6 J", " → r3 r4 r5 r6 J=r7", "   k7 b7 r7"]


def test_opening_is_laid_from_the_rack_alone(capsys: pytest.CaptureFixture[str]) -> None:
    play = solved(capsys, "--table", TABLE, "--rack", "r6 k10 b10 J", "--opening")
    assert play["table"][:2] == [["r3", "r4", "r5"], ["k7", "r7", "b7"]]
    assert sorted(play["placed"]) == ["J", "b10", "k10"]
    assert play["value"] == 30


def test_nothing_to_lay_is_said_and_leaves_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    play = solved(capsys, "--table", TABLE, "--rack", "k1")
    assert play["table"] == [["r3", "r4", "r5"], ["k7", "r7", "b7"]]
    assert play["count"] == 0
    assert run(capsys, "solve", "--rack", "k1")[1] == "Nothing can be laid with these tiles.\n"


def test_value_may_count_more_than_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    rack = ("--rack", "r1 r2 J r4 r5 k13 b13")
    assert (solved(capsys, *rack)["count"], solved(capsys, *rack)["value"]) == (5, 42)
    by_value = solved(capsys, *rack, "--objective", "value")
    assert (by_value["count"], by_value["value"]) == (3, 56)


def test_strict_jokers_stay_what_they_stand_for(capsys: pytest.CaptureFixture[str]) -> None:
    position = ("--table", "r3 r4 r5 J=r6", "--rack", "k9 b9")
    assert solved(capsys, *position)["count"] == 2
    assert solved(capsys, *position, "--jokers", "strict")["count"] == 0


def test_least_disturbing_play_leaves_other_sets_alone(capsys: pytest.CaptureFixture[str]) -> None:
    play = solved(capsys, "--table", "k7 r7 b7 / r3 r4 r5 / o1 o2 o3", "--rack", "r6", "--least")
    assert play["proven"] is True
    assert ["k7", "r7", "b7"] in play["table"]
    assert ["o1", "o2", "o3"] in play["table"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--table", "r3 r5 r6 / k7 b7 r7", "--rack", "r1"), "r3 r5 r6: 4 is missing in the run (R3.3)"),
        (("--table", "r3 r4 r5 / k7 b7", "--rack", "r1"), "k7 b7: a set has at least three tiles (R3.1)"),
        (("--table", "k7 b7 k7", "--rack", "r1"), "k7 b7 k7: 7 black twice in a group (R3.2)"),
        (("--rack", "r14"), "“r14” is no tile"),
        (("--table", "r3 r4 x5", "--rack", "r1"), "“x5” is no tile"),
        (("--rack", "J=r5"), "A joker on the rack stands for nothing yet"),
        (("--rack", "r1 r1 r1 r1"), "No game has more than three tiles of a kind"),
        (("--rack", "r1", "--jokers", "wild"), "wild"),
        (("--rack", "r1", "--objective", "speed"), "speed"),
        (("--rack", "r1", "--opening", "--least"), "An opening leaves all sets as they are"),
        ((), "--rack"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    arguments: tuple[str, ...],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    code, out, err = run(capsys, "solve", *arguments)
    assert code == 2
    assert sentence in err
    assert "Traceback" not in out + err
