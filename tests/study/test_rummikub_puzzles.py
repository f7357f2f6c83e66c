"""Puzzles with number tiles: what is asked for can be done, and not with less."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from stolik.cli import main
from stolik.core import registry
from stolik.core.game import IllegalAction
from stolik.core.message import Complaint
from stolik.games.rummikub.commands.puzzles import GRADES, Puzzle, judge, make_puzzle
from stolik.games.rummikub.sets import box_without
from stolik.games.rummikub.solver import best_play
from stolik.games.rummikub.tiletext import parse_tile
from tests.reference.slow_melds import is_valid


def text_of(table: list[list[str]]) -> str:
    return " / ".join(map(" ".join, table))


@pytest.mark.parametrize("preset", ["rummikub", "rummikub-xp"])
@pytest.mark.parametrize("grade", GRADES)
def test_whole_rack_goes_through_as_many_sets_as_the_grade_says_and_no_fewer(preset: str, grade: int) -> None:
    puzzle = make_puzzle(preset, "1", grade)
    assert judge(puzzle, text_of(puzzle.solution)).left == []
    assert judge(puzzle, text_of(puzzle.solution)).n_touched == grade
    for few in combinations(puzzle.table, grade - 1):
        assert best_play(few, puzzle.rack).count < len(puzzle.rack), few
    for tiles in puzzle.table:
        assert all(best_play([tiles], [tile]).count == 0 for tile in puzzle.rack)


@pytest.mark.parametrize("preset", ["rummikub", "rummikub-xp"])
def test_tiles_of_a_puzzle_are_in_the_box_and_its_table_is_one(preset: str) -> None:
    options = registry.find_preset(preset).options
    for seed in range(20):
        puzzle = make_puzzle(preset, str(seed), 4)
        tiles = [parse_tile(tile) for tiles in (*puzzle.table, puzzle.rack) for tile in tiles]
        left = box_without(options.n_copies, options.n_jokers, tiles)
        assert left.total() + len(tiles) == 52 * options.n_copies + options.n_jokers
        assert all(map(is_valid, puzzle.table))


def test_same_seed_gives_the_same_puzzle_and_another_one_another() -> None:
    assert make_puzzle("rummikub", "x", 5) == make_puzzle("rummikub", "x", 5)
    assert len({text_of(make_puzzle("rummikub", str(seed), 5).table) for seed in range(10)}) == 10


def test_what_is_no_puzzle_is_told_in_a_sentence() -> None:
    for grade in (3, 9):
        with pytest.raises(Complaint, match="from 4 to 8"):
            make_puzzle("rummikub", "1", grade)
    with pytest.raises(Complaint, match="pl is not"):
        make_puzzle("pl", "1", 4)


PUZZLE = Puzzle(
    preset="rummikub",
    seed="",
    grade=4,
    table=[["k1", "k2", "k3", "k4"], ["k4", "b4", "r4", "o4"], ["b5", "b6", "b7", "b8"], ["r1", "r2", "r3"]],
    rack=["r5", "o5"],
    solution=[],
)


@pytest.mark.parametrize(
    ("answer", "left", "n_touched"),
    [
        ("1 / k4 b4 o4 / b6 b7 b8 / r1 r2 r3 r4 / b5 r5 o5", [], 3),
        ("k1 k2 k3 k4 / k4 b4 o4 / b6 b7 b8 / r1 r2 r3 r4 / o5 b5 r5", [], 3),
        ("1 / k4 b4 o4 / 3 / r1 r2 r3 r4 r5", ["o5"], 2),
        ("1-2 3 / 4 / b5 r5 o5", None, None),
    ],
)
def test_answers_are_judged(answer: str, left: list[str] | None, n_touched: int | None) -> None:
    if left is None:
        with pytest.raises(IllegalAction) as refusal:
            judge(PUZZLE, answer)
        assert refusal.value.clause == "R4.3"
        return
    judged = judge(PUZZLE, answer)
    assert (judged.left, judged.n_touched) == (left, n_touched)


@pytest.mark.parametrize("answer", ["5", "0", "2-", "2-9", "1x / 2", "1.5", "-2", "/", "r14"])
def test_answers_that_are_no_tables_are_told_so(answer: str) -> None:
    with pytest.raises(Complaint):
        judge(PUZZLE, answer)


def test_command_shows_a_puzzle_its_solution_and_whether_an_answer_is_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["rummikub", "puzzle", "--grade", "5", "--seed", "7"]
    assert main([*command, "--json", "--solution"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert all(" ".join(tiles) in shown for tiles in (*told["table"], told["rack"]))
    assert "--grade 5 --seed 7 --solution" in shown
    assert main([*command, "--solution"]) == 0
    shown = capsys.readouterr().out.replace("[", "").replace("]", "")
    before = Counter(map(str, told["table"]))
    new = [tiles for tiles in told["solution"] if not before[str(tiles)]]
    assert len(new) >= 3
    assert all(" ".join(tiles) in shown for tiles in new)
    assert main([*command, "--check", text_of(told["solution"])]) == 0
    assert "Right!" in capsys.readouterr().out
    assert main([*command, "--check", text_of(told["table"])]) == 1
    assert "R4.2" in capsys.readouterr().out
    assert main([*command, "--check", "99"]) == 2
    assert "numbered from 1" in capsys.readouterr().err


def test_command_tells_verdicts_and_puzzles_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rummikub", "puzzle", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "solution" not in told
    command = ["rummikub", "puzzle", "--seed", told["seed"], "--json"]
    assert main([*command, "--check", "1-2"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["right"] is False
    assert "R4.4" in verdict["problem"]
    assert main([*command, "--solution"]) == 0
    solution = json.loads(capsys.readouterr().out)["solution"]
    assert main([*command, "--check", text_of(solution)]) == 0
    assert json.loads(capsys.readouterr().out) == {"right": True, "problem": None, "n_touched": 4}
