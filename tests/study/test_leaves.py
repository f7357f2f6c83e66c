"""Training of leave values: the same seed gives the same values, interrupted or not, and they win games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.core import registry
from stolik.core.message import Complaint
from stolik.core.pairs import estimate_wins
from stolik.games.scrabble.commands.training.leaves import Ground, Training, measure_leaves
from stolik.words.leaves import LeaveFile, LeaveWeights, parse_weights, shipped_weights
from stolik.words.store import Lexicons

PRESETS = ("pl", "br")
GAMES = 120


@pytest.fixture(scope="module")
def grounds(words: Lexicons) -> dict[str, Ground]:
    return {name: Ground(registry.find_preset(name), words) for name in PRESETS}


def shipped(preset: str) -> LeaveWeights:
    weights = shipped_weights(preset)
    assert weights is not None
    return weights


class Interrupted(Exception):
    pass


def test_interrupted_training_goes_on_to_the_same_values(grounds: dict[str, Ground], tmp_path: Path) -> None:
    ground = grounds["br"]
    at_once = Training(ground, GAMES, 5, tmp_path / "whole").run(2)

    def interrupt(done: int, total: int) -> None:
        if done > GAMES:
            raise Interrupted

    with pytest.raises(Interrupted):
        Training(ground, GAMES, 5, tmp_path / "parts").run(2, interrupt)
    assert sorted(path.name for path in tmp_path.glob("parts*")) == ["parts.1"]
    steps: list[int] = []
    resumed = Training(ground, GAMES, 5, tmp_path / "parts").run(2, lambda done, _: steps.append(done))
    assert steps == [GAMES + 100, 2 * GAMES]
    assert resumed == at_once
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_another_seed_gives_other_values_and_is_refused_on_the_same_file(
    grounds: dict[str, Ground], tmp_path: Path
) -> None:
    ground = grounds["br"]
    first = Training(ground, 20, 1, tmp_path / "one").run(1)
    assert first.weights != Training(ground, 20, 2, tmp_path / "two").run(1).weights
    with pytest.raises(Complaint, match="belongs to another training"):
        Training(ground, 20, 2, tmp_path / "one").run(1)


@pytest.mark.parametrize(("preset", "good", "hard"), [("pl", "A", "Ź"), ("br", "S", "Ç")])
def test_shipped_values_prefer_blank_to_good_letter_to_hard_letter(
    grounds: dict[str, Ground], preset: str, good: str, hard: str
) -> None:
    ground = grounds[preset]
    table = ground.table(shipped(preset))
    blank, easy, difficult = (
        table.value(tile) for tile in (b"\0", ground.letters.encode(good), ground.letters.encode(hard))
    )
    assert blank > 15_000
    assert easy > 0 > difficult
    six = table.value(ground.letters.encode("AAAAAA"))
    assert six < table.value(ground.letters.encode("AE"))


@pytest.mark.parametrize("preset", PRESETS)
def test_shipped_values_win_paired_games_against_none(grounds: dict[str, Ground], preset: str) -> None:
    pairs = list(measure_leaves(grounds[preset], shipped(preset), 2, 150))
    assert estimate_wins(pairs).mean >= 58
    assert pairs[:3] == list(measure_leaves(grounds[preset], shipped(preset), 2, 3))


def test_shipped_values_are_of_the_shipped_words(grounds: dict[str, Ground]) -> None:
    for preset, ground in grounds.items():
        assert (shipped(preset).preset, shipped(preset).list_hash) == (preset, ground.lexicon.hash)


def test_damaged_cache_of_leaves_is_made_again(grounds: dict[str, Ground], tmp_path: Path) -> None:
    ground, weights = grounds["br"], shipped("br")
    counts = bytes((1, 2, 1, 1)).ljust(33, b"\0")
    file = LeaveFile(weights, counts, ground.letters, tmp_path)
    assert file.open() is None
    value = file.build().value(b"\0\1")
    [cached] = tmp_path.iterdir()
    sound = cached.read_bytes()
    for damaged in (b"", sound[:100], sound[:60] + bytes([sound[60] ^ 1]) + sound[61:]):
        cached.write_bytes(damaged)
        assert file.open() is None
        assert file.build().value(b"\0\1") == value != 0
        assert cached.read_bytes() == sound


def test_file_that_holds_no_values_is_refused() -> None:
    with pytest.raises(Complaint, match="not a file of leave values"):
        parse_weights(b"words")


def test_commands_train_and_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "values.xz"
    train = ["train", "leaves", "--preset", "br", "--games", "30", "--generations", "1", "--out", str(file)]
    assert main(train) == 0
    assert file.exists()
    capsys.readouterr()
    assert main(["train", "measure", "--preset", "br", "--leaves", str(file), "--pairs", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ["leaves", "--games", "0", "--out", "nowhere"],
        ["leaves", "--generations", "0", "--out", "nowhere"],
        ["leaves", "--preset", "br", "--games", "1", "--generations", "1", "--out", "/dev/null/values"],
        ["measure", "--pairs", "0"],
        ["measure", "--leaves", "nowhere"],
        ["measure", "--preset", "pl-1993"],
    ],
)
def test_impossible_wishes_are_refused_with_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments]) == 2
    assert capsys.readouterr().err.strip()
