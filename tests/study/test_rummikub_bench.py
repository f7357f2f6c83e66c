"""The benchmark of the number-tile solver measures every figure; how large they are is for people."""

from __future__ import annotations

import json
import sys

import msgspec
import pytest

from stolik.cli import main
from stolik.games.rummikub.commands import measuring
from stolik.games.rummikub.commands.measuring import KINDS, TARGETS, PositionClass, measure, summary
from stolik.games.rummikub.commands.measuring.ilp import optimum
from stolik.games.rummikub.commands.measuring.positions import random_position
from tests.kernels.number_tiles import WEIGHTS


@pytest.fixture
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two classes of three positions."""
    monkeypatch.setattr(
        measuring, "KINDS", (PositionClass("standard", 1, 60, 14), PositionClass("xp", 4, 20, 5))
    )
    monkeypatch.setattr(measuring, "_POSITIONS", 3)
    monkeypatch.setattr(measuring, "_COMPARED", 1)


@pytest.mark.usefixtures("fewer")
def test_every_figure_is_measured() -> None:
    told: list[tuple[int, int]] = []
    figures = measure(measuring.KINDS, lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2)]
    standard, xp = msgspec.to_builtins(figures)
    assert all(value > 0 for name, value in standard.items() if name != "kind")
    assert [name for name, value in xp.items() if value is None] == ["ratio", "ratio_with_making"]
    assert set(summary(figures)) >= set(TARGETS)


@pytest.mark.usefixtures("fewer")
def test_command_prints_every_class_and_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rummikub", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["kind"]["game"] for each in told["classes"]] == ["standard", "xp"]
    assert set(told["summary"]) >= set(told["targets"])
    assert main(["bench", "rummikub"]) == 0
    shown = capsys.readouterr().out
    assert all(words in shown for words in ("standard 1J 60 + 14", "xp 4J 20 + 5", "highest_ms", "350"))


@pytest.mark.usefixtures("fewer")
def test_command_says_that_highs_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert main(["bench", "rummikub"]) == 2
    assert "pip install highspy" in " ".join(capsys.readouterr().err.split())


def test_all_classes_are_there() -> None:
    assert len(set(KINDS)) == 48


@pytest.mark.parametrize("n_tiles", [0, 20, 40, 60, 90])
def test_positions_have_the_tiles_asked_for_and_are_the_same_again(n_tiles: int) -> None:
    for copies in (2, 3):
        position = random_position(f"size {n_tiles}", copies, n_tiles, 14, 2)
        assert position == random_position(f"size {n_tiles}", copies, n_tiles, 14, 2)
        assert sum(map(len, position.table)) == n_tiles
        assert len(position.rack) == 14


def test_both_programs_have_the_same_optimum() -> None:
    for number in range(4):
        position = random_position(f"programs {number}", 2, 20, 14, 2)
        published = optimum(position.table, position.rack, WEIGHTS, compact=False)
        compact = optimum(position.table, position.rack, WEIGHTS)
        assert published is not None
        assert compact is not None
        assert published.gain == compact.gain
        assert published.whole_s > published.solve_s > 0
