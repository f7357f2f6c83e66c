"""Chances to win: learnt alike from the same seed, interrupted or not, and true of games never seen."""

from __future__ import annotations

from collections import defaultdict
from math import exp
from pathlib import Path
from random import Random

import pytest

from stolik.cli import main
from stolik.core import registry
from stolik.core.message import Complaint
from stolik.games.scrabble.commands.training import wins
from stolik.games.scrabble.commands.training.leaves import Ground
from stolik.games.scrabble.commands.training.wins import Sample, WinTraining, fit_curve, fit_curves
from stolik.kernels.selfplay import selfplay
from stolik.kernels.wins import WinLessons
from stolik.words.leaves import shipped_weights
from stolik.words.store import Lexicons
from stolik.words.wins import Curve, WinCurves, format_curves, make_wins, parse_curves, shipped_curves

PRESETS = ("pl", "br")
GAMES = 250
OTHER_SEED = 99  # of games that the shipped chances were not learnt from


@pytest.fixture(scope="module")
def grounds(words: Lexicons) -> dict[str, Ground]:
    return {name: Ground(registry.find_preset(name), words) for name in PRESETS}


def shipped(preset: str) -> WinCurves:
    curves = shipped_curves(preset)
    assert curves is not None
    return curves


class Interrupted(Exception):
    pass


def test_interrupted_training_goes_on_to_the_same_chances(
    grounds: dict[str, Ground], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wins, "_STRETCH", 100)
    ground = grounds["br"]
    at_once = WinTraining(ground, GAMES, 5, tmp_path / "whole").run()

    def interrupt(done: int, total: int) -> None:
        if done == 200:
            raise Interrupted

    with pytest.raises(Interrupted):
        WinTraining(ground, GAMES, 5, tmp_path / "parts").run(interrupt)
    assert sorted(path.name for path in tmp_path.glob("parts*")) == ["parts.part"]
    steps: list[int] = []
    resumed = WinTraining(ground, GAMES, 5, tmp_path / "parts").run(lambda done, _: steps.append(done))
    assert steps == [GAMES]
    assert resumed == at_once
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_another_seed_gives_other_chances_and_is_refused_on_the_same_file(
    grounds: dict[str, Ground], tmp_path: Path
) -> None:
    ground = grounds["br"]
    first = WinTraining(ground, GAMES, 1, tmp_path / "one").run()
    assert first.curves != WinTraining(ground, GAMES, 2, tmp_path / "two").run().curves
    with pytest.raises(Complaint, match="belongs to another training"):
        WinTraining(ground, GAMES, 2, tmp_path / "one").run()
    (tmp_path / "one.part").write_bytes(b"words")
    with pytest.raises(Complaint, match="not a file of chances"):
        WinTraining(ground, GAMES, 1, tmp_path / "one").run()


def test_games_that_are_counted_are_those_of_selfplay(grounds: dict[str, Ground]) -> None:
    ground = grounds["pl"]
    engine = ground.engine(shipped_weights("pl"))
    lessons = WinLessons(engine, ground.counts)
    lessons.play(3, 20, 10)
    games = selfplay(engine, ground.counts, 3, 20, 10)
    counted = lessons.samples()
    assert sum(n for _, _, n, _ in counted) == sum(n_turns for *_, n_turns, _ in games)
    won = 0
    for one, two, n_turns, _ in games:
        shares = (2, 0) if one > two else (0, 2) if two > one else (1, 1)
        won += shares[0] * (n_turns - n_turns // 2) + shares[1] * (n_turns // 2)
    assert sum(share for *_, share in counted) == won
    assert sum(n for n_unseen, spread, n, _ in counted if (n_unseen, spread) == (93, 0)) >= 20


def test_counted_games_are_added_to_those_that_follow(grounds: dict[str, Ground]) -> None:
    ground = grounds["pl"]
    engine = ground.engine(None)
    whole, first, second = (WinLessons(engine, ground.counts) for _ in range(3))
    whole.play(1, 10)
    first.play(1, 4)
    second.add(first.samples())
    second.play(1, 6, 4)
    assert second.samples() == whole.samples()
    with pytest.raises(ValueError, match="no counts of won games"):
        second.add([(1, 0, 1, 3)])


def drawn(curve: Curve, n: int, n_unseen: int = 20) -> list[Sample]:
    """Results by chance under a curve."""
    random = Random(1)
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for _ in range(n):
        spread = round(random.gauss(0, 60))
        sums[spread][0] += 1
        sums[spread][1] += 2 * (random.random() < curve.chance(spread))
    return [(n_unseen, spread, seen, won) for spread, (seen, won) in sums.items()]


def test_curve_is_found_again_from_its_results() -> None:
    found = fit_curve(drawn(Curve(-15_000, 40_000), 40_000))
    assert abs(found.middle + 15_000) < 1_500
    assert abs(found.scale - 40_000) < 1_500


def test_result_that_the_spread_decides_gives_a_steep_curve_and_not_an_error() -> None:
    curve = fit_curve([(5, spread, 100, 200 * (spread > 3)) for spread in range(-50, 51)])
    assert curve.chance(-10) < 0.01
    assert curve.chance(20) > 0.99


def test_number_of_tiles_that_was_seldom_met_takes_the_curve_of_its_neighbour() -> None:
    curves = fit_curves([*drawn(Curve(0, 30_000), 3000, 6), *drawn(Curve(0, 50_000), 3000, 9)], 12)
    assert len(curves) == 13
    assert curves[0] == curves[6] == curves[7] != curves[8] == curves[9] == curves[12]
    with pytest.raises(Complaint, match="Play more games"):
        fit_curves([(5, 1, 10, 10)], 12)


def test_curve_is_even_at_its_middle_and_saturates() -> None:
    curve = Curve(-20_000, 30_000)
    assert curve.chance(-20) == 0.5
    assert curve.chance(10) == pytest.approx(1 / (1 + exp(-1)))
    assert curve.chance(-(10**7)) < 1e-100
    assert curve.chance(10**7) == 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("n_games", [500, pytest.param(1500, marks=pytest.mark.soak)])
def test_shipped_chances_come_true_in_games_they_were_not_learnt_from(
    grounds: dict[str, Ground], n_games: int, preset: str
) -> None:
    ground, table = grounds[preset], make_wins(shipped(preset))
    lessons = WinLessons(ground.engine(shipped_weights(preset)), ground.counts)
    lessons.play(OTHER_SEED, n_games)
    foretold: dict[int, list[float]] = defaultdict(lambda: [0, 0, 0])
    for n_unseen, spread, n, won in lessons.samples():
        chance = table.chance(1000 * spread, n_unseen) / 1e6
        for place, value in enumerate((n, n * chance, won / 2)):
            foretold[int(10 * chance)][place] += value
    for n_turns, expected, happened in foretold.values():
        if n_turns > n_games / 5:
            assert abs(expected - happened) / n_turns < 0.06


@pytest.mark.parametrize("preset", PRESETS)
def test_shipped_chances_are_steeper_the_fewer_tiles_are_left(preset: str) -> None:
    table = make_wins(shipped(preset))
    ahead = [table.chance(40_000, n_unseen) for n_unseen in (90, 50, 20, 3)]
    assert ahead == sorted(ahead)
    assert 500_000 < ahead[0] < 900_000 < ahead[-1]
    assert table.chance(0, 50) > 500_000  # the move is worth something


def test_shipped_chances_are_of_the_shipped_words(grounds: dict[str, Ground]) -> None:
    for preset, ground in grounds.items():
        assert (shipped(preset).preset, shipped(preset).list_hash) == (preset, ground.lexicon.hash)
        assert len(shipped(preset).curves) == sum(ground.counts) - 7 + 1


def test_no_chances_come_with_an_unknown_preset() -> None:
    assert shipped_curves("nowhere") is None


def test_curves_are_written_and_read_alike() -> None:
    curves = shipped("pl")
    assert parse_curves(format_curves(curves)) == curves
    with pytest.raises(Complaint, match="not a file of chances"):
        parse_curves(b"words")


def test_command_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chances.xz"
    assert main(["train", "wins", "--preset", "br", "--games", "250", "--out", str(file)]) == 0
    assert parse_curves(file.read_bytes()).games == 250
    assert str(file) in capsys.readouterr().out.replace("\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0", "--out", "nowhere"],
        ["--seed", "-1", "--out", "nowhere"],
        ["--preset", "br", "--games", "1", "--out", "/dev/null/chances"],
    ],
)
def test_impossible_wishes_are_refused_with_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "wins", *arguments]) == 2
    assert capsys.readouterr().err.strip()
