"""The committed matches can be played again: the first three pairs of each, bit for bit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from stolik.bots import levels
from stolik.core import registry
from stolik.core.pairs import Estimate, estimate_wins
from stolik.study.matches import play_pair, read_match
from stolik.words.store import Lexicons

RESULTS = sorted((Path(__file__).parents[2] / "docs/results/matches").glob("*.jsonl"))
TABLE = (Path(__file__).parents[2] / "docs/results/matches.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2))])
def test_pair_of_a_committed_match_is_played_again_bit_for_bit(
    file: Path, number: int, words: Lexicons
) -> None:
    match, pairs = read_match(file.read_bytes())
    preset = registry.find_preset(match.preset)
    game = registry.create(preset.game, words)
    preparation = game.preparation(preset.options)
    if preparation is not None:
        preparation.prepare()
    assert play_pair(game, preset, match, number) == pairs[number]


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
def test_table_of_results_says_what_the_files_say(file: Path) -> None:
    match, pairs = read_match(file.read_bytes())
    wins = estimate_wins(pairs)
    first, second = match.bots
    won = f"{wins.mean:.1f} % ± {wins.half_width:.1f}"
    assert f"| `{match.preset}` | {first} | {second} | {len(pairs)} | {won} |" in TABLE
    assert wins.half_width <= 4


def wins_at(preset: str) -> dict[tuple[str, str], Estimate]:
    """How often the first bot won, by the two bots."""
    matches = [read_match(file.read_bytes()) for file in RESULTS]
    return {match.bots: estimate_wins(pairs) for match, pairs in matches if match.preset == preset}


def ladder(game: str) -> list[tuple[str, str]]:
    """Each level with the one below it."""
    named = [level for level in levels(game) if level != "generic"]
    return [(higher, lower) for lower, higher in pairwise(named)]


def test_every_level_was_played_against_the_one_below_and_won_three_of_five_games() -> None:
    played = wins_at("pl")
    for higher, lower in ladder("scrabble"):
        if higher == "champion":
            assert played[higher, lower].mean - played[higher, lower].half_width > 50
        else:
            assert played[higher, lower].mean >= 60
    assert played["simulating", "static"].mean >= 57


def test_every_level_with_number_tiles_won_three_of_five_games_against_the_one_below() -> None:
    played = wins_at("rummikub")
    for pair in (*ladder("rummikub"), ("champion", "greedy"), ("expert", "greedy")):
        assert played[pair].mean - played[pair].half_width >= 60
