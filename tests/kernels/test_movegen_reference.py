"""The move generator against the slow reference at turns of seeded games, from the first to the last."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from stolik.kernels.movegen import unpack
from stolik.kernels.wordgraph import build_dawg, build_gaddag
from tests.perft.lists import TILES, generator_over, whole_list
from tests.reference.positions import classic_rules, evenly, odd_rules, play_out, with_blanks
from tests.reference.slow_movegen import Move, Rules, WordTable, all_moves

N_WORDS = 15_000
N_POSITIONS = 9  # of each game
BLANKS = (0, 1, 0, 2, 1)  # on the racks, in turn
N_GAMES = {"pl": 38, "pt": 18}
ODD_BOARDS = [(5, 9), (9, 5), (1, 15), (17, 1), (2, 2), (21, 21), (31, 31), (12, 31)]


@cache
def part_of_list(language: str) -> tuple[WordTable, bytes, bytes]:
    """All short words and a sample of the others, for the reference and as both graphs."""
    words = whole_list(language)
    short = [word for word in words if len(word) <= 3]
    part = sorted({*short, *Random(language).sample(words, N_WORDS)})
    dawg = build_dawg(b"".join(word.ljust(16, b"\0") for word in part))
    return WordTable(part), build_gaddag(dawg), dawg


def compare(language: str, rules: Rules, random: Random, n_positions: int, n_sets: int = 1) -> int:
    """Play a game, compare all moves at turns drawn evenly; how many moves there were."""
    table, gaddag, dawg = part_of_list(language)
    engine = generator_over(gaddag, rules)
    forward = generator_over(dawg, rules, forward=True)
    turns = play_out(random, TILES[language], rules, lambda *turn: unpack(engine.moves(*turn)), n_sets)
    n_moves = 0
    shift = random.randrange(len(BLANKS))
    for number, turn in enumerate(evenly(turns, n_positions)):
        board, rack = with_blanks(random, turn, BLANKS[(number + shift) % len(BLANKS)])
        records = engine.moves(board, rack)
        assert forward.moves(board, rack) == records, (board, rack)
        found = [Move(*move) for move in unpack(records)]
        assert found == all_moves(table, rules, board, rack), (board, rack)
        n_moves += len(found)
    return n_moves


CLASSIC_GAMES = [(language, seed) for language, n in N_GAMES.items() for seed in range(n)]


@pytest.mark.parametrize(("language", "seed"), CLASSIC_GAMES)
def test_classic_game_has_the_moves_of_the_reference(language: str, seed: int) -> None:
    random = Random(f"{language} {seed}")
    assert compare(language, classic_rules(TILES[language]), random, N_POSITIONS) > 100


@pytest.mark.parametrize("language", TILES)
@pytest.mark.parametrize(("rows", "cols"), ODD_BOARDS)
def test_odd_board_has_the_moves_of_the_reference(language: str, rows: int, cols: int) -> None:
    random = Random(f"{language} {rows} {cols}")
    rules = odd_rules(random, TILES[language], rows, cols)
    compare(language, rules, random, 5, n_sets=1 + rows * cols // 250)


def test_the_default_run_compares_enough_positions() -> None:
    assert len(CLASSIC_GAMES) * N_POSITIONS >= 500


@pytest.mark.soak
@pytest.mark.parametrize("language", TILES)
@pytest.mark.parametrize("seed", range(1000, 1050))
def test_many_more_games_have_the_moves_of_the_reference(language: str, seed: int) -> None:
    random = Random(f"{language} {seed}")
    rows, cols = random.randint(1, 31), random.randint(2, 31)
    rules = classic_rules(TILES[language]) if seed % 2 else odd_rules(random, TILES[language], rows, cols)
    compare(language, rules, random, 12)
