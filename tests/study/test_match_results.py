"""The committed matches can be played again: the first three pairs of each, bit for bit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from stolik.bots import levels
from stolik.core import registry
from stolik.games.scrabble import Scrabble
from stolik.study.matches import estimate_wins, play_pair, read_match
from stolik.words.store import Lexicons

RESULTS = sorted((Path(__file__).parents[2] / "docs/results/matches").glob("*.jsonl"))
TABLE = (Path(__file__).parents[2] / "docs/results/matches.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
@pytest.mark.parametrize("number", range(3))
def test_pair_of_a_committed_match_is_played_again_bit_for_bit(
    file: Path, number: int, words: Lexicons
) -> None:
    match, pairs = read_match(file.read_bytes())
    game = Scrabble(words)
    preset = registry.find_preset(match.preset)
    game.preparation(preset.options).prepare()
    assert play_pair(game, preset, match, number) == pairs[number]


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
def test_table_of_results_says_what_the_files_say(file: Path) -> None:
    match, pairs = read_match(file.read_bytes())
    wins = estimate_wins(pairs)
    first, second = match.bots
    won = f"{wins.mean:.1f} % ± {wins.half_width:.1f}"
    assert f"| `{match.preset}` | {first} | {second} | {len(pairs)} | {won} |" in TABLE
    assert wins.half_width <= 4


def test_every_level_was_played_against_the_one_below_and_won_three_of_five_games() -> None:
    named = [level for level in levels("scrabble") if level != "generic"]
    played = {}
    for file in RESULTS:
        match, pairs = read_match(file.read_bytes())
        if match.preset == "pl":
            played[match.bots] = estimate_wins(pairs)
    for lower, higher in pairwise(named):
        if higher == "champion":
            assert played[higher, lower].mean - played[higher, lower].half_width > 50
        else:
            assert played[higher, lower].mean >= 60
    assert played["simulating", "static"].mean >= 57
