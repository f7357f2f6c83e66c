"""Simulated candidates bring what a slow simulation over full lists of moves says, to the last thousandth."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

import pytest

from stolik.kernels.leaves import LeaveTable
from stolik.kernels.simulation import Simulation
from stolik.kernels.wins import WinTable
from tests.kernels.engine_positions import LANGUAGES, classic_engine, game_turns, random_leaves
from tests.kernels.slow_simulation import REACH, Guesses, Outcome, Situation, SlowSimulation, tiles_of
from tests.kernels.test_engine_games import set_of
from tests.perft.lists import TILES, classic_generator
from tests.reference.positions import counted

SEED = 77
N_ITERATIONS = 2
N_TURNS = 8  # told apart in the totals


def some_chances() -> dict[int, list[int]]:
    """Chances that rise with the spread, steeper with fewer tiles unseen."""
    width = 2 * REACH + 1
    return {
        n: [min(10**6, i * 10**6 // width * (60 + n) // (40 + n)) for i in range(width)] for n in range(60)
    }


def win_table() -> WinTable:
    return WinTable(array("i", [chance for row in some_chances().values() for chance in row]), REACH)


def situation_of(language: str, board: bytes, rack: bytes, n_players: int, random: Random) -> Situation:
    """The position with other racks of seven tiles as far as there are any, scores by chance."""
    unseen = list(set_of(TILES[language]))
    for tile in (*board, *tiles_of(rack)):
        if tile or tile in rack:
            unseen[0 if tile > 64 else tile] -= 1
    unseen[0] = TILES[language].n_blanks - sum(tile > 64 for tile in board) - rack[0]
    tiles = tiles_of(bytes(unseen))
    random.shuffle(tiles)
    n_each = min(7, len(tiles) // (n_players - 1))
    known = []
    for _ in range(n_players - 1):
        n_known = random.choice((0, 0, 1, 3, 7))
        known.append(counted([tiles.pop() for _ in range(min(n_known, n_each))]))
    scores = [random.randint(50, 250) for _ in range(n_players)]
    return Situation(
        board, rack, counted(tiles), known, [n_each] * (n_players - 1), scores, random.choice((0, 0, 1))
    )


def candidates_of(language: str, situation: Situation, random: Random) -> list[bytes]:
    """Some of the moves, the best among them, a pass, and an exchange where the bag allows it."""
    records = classic_generator(language).moves(situation.board, situation.mine)
    moves = [records[i : i + 32] for i in range(0, len(records), 32)]
    chosen = moves[:3] + random.sample(moves[3:40], min(3, len(moves[3:40]))) + [b""]
    n_bag = sum(situation.unseen) + sum(map(sum, situation.known)) - sum(situation.sizes)
    if n_bag >= 7:
        rack = tiles_of(situation.mine)
        chosen.append(counted(random.sample(rack, random.randint(1, len(rack)))))
    return chosen


def totals_of(outcomes: Sequence[Outcome], by_win: bool) -> tuple[int, int, int, int, int, int]:
    spreads, wins = [o.spread for o in outcomes], [o.win for o in outcomes]
    return (
        len(outcomes),
        sum(spreads),
        sum(spread**2 // 1000 for spread in spreads),
        sum(wins),
        sum(win**2 // 10**6 for win in wins),
        sum(worth_of(outcome, by_win) for outcome in outcomes),
    )


def worth_of(outcome: Outcome, by_win: bool) -> int:
    """Rounded towards 0."""
    share = abs(outcome.spread) * (100 if by_win else 10_000) // 1000
    return (outcome.win if by_win else 0) + (share if outcome.spread > 0 else -share)


def turns_of(outcomes: Sequence[Outcome]) -> list[tuple[int, int, int]]:
    found = []
    for number in range(N_TURNS):
        reached = [outcome.turns[number] for outcome in outcomes if len(outcome.turns) > number]
        found.append((len(reached), sum(turn[0] for turn in reached), sum(turn[1] for turn in reached)))
    return found


def compare(
    language: str,
    situation: Situation,
    candidates: Sequence[bytes],
    plies: int,
    *,
    leaves: LeaveTable | None,
    with_wins: bool = True,
    guesses: Guesses | None = None,
) -> None:
    """Assert that kernel and reference agree on every candidate."""
    plain, worth = classic_generator(language), TILES[language].worth()
    slow = SlowSimulation(plain, worth, leaves, some_chances() if with_wins else None)
    fast = Simulation(classic_engine(language, leaves), win_table() if with_wins else None)
    fast.set_position(*situation, seed=SEED)
    fast.set_candidates(candidates)
    if guesses:
        assert fast.set_guesses(*guesses) == len(guesses.rows)
    fast.run(0, N_ITERATIONS, range(len(candidates)), plies)
    outcomes = [
        [slow.outcome(situation, SEED, i, move, plies, guesses) for i in range(N_ITERATIONS)]
        for move in candidates
    ]
    by_win = with_wins and len(situation.scores) == 2
    assert fast.totals() == [totals_of(each, by_win) for each in outcomes]
    assert fast.turns() == [turns_of(each) for each in outcomes]
    for number, mine in enumerate(outcomes):
        gaps = [
            sum(
                (worth_of(a, by_win) - worth_of(b, by_win)) ** 2 // 10**6
                for a, b in zip(mine, other, strict=True)
            )
            for other in outcomes
        ]
        assert fast.gaps_to(number) == gaps


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plies", [1, 2, 5])
@pytest.mark.parametrize("with_leaves", [True, False])
def test_candidates_bring_what_the_slow_simulation_says(language: str, plies: int, with_leaves: bool) -> None:
    random = Random(f"{language} {plies}")
    for board, rack in game_turns(language, 5)[:: 6 if plies > 2 else 4]:
        situation = situation_of(language, board, rack, 2, random)
        leaves = random_leaves(language) if with_leaves else None
        compare(language, situation, candidates_of(language, situation, random), plies, leaves=leaves)
