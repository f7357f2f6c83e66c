"""Simulated candidates bring what a slow simulation over full lists of moves says, to the last thousandth."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from stolik.kernels.leaves import LeaveTable
from stolik.kernels.movegen import RECORD
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
    share = abs(outcome.spread) * (100 if by_win else 1000) // 1000
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
                (worth_of(a, by_win) - worth_of(b, by_win)) ** 2 // 10**3
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_games_are_played_to_the_end_by_up_to_four(language: str, n_players: int) -> None:
    random = Random(f"{language} {n_players} players")
    turns = game_turns(language, 6)
    for board, rack in (turns[len(turns) // 2], turns[-8], turns[-5]):
        situation = situation_of(language, board, rack, n_players, random)
        candidates = candidates_of(language, situation, random)
        compare(language, situation, candidates, 0, leaves=random_leaves(language), with_wins=n_players != 3)


def test_first_move_of_a_game_is_simulated_as_well() -> None:
    board, rack = game_turns("pl", 7)[0]
    situation = situation_of("pl", board, rack, 2, Random(7))
    compare("pl", situation, candidates_of("pl", situation, Random(7)), 3, leaves=random_leaves("pl"))


def test_turns_around_the_end_of_the_bag_are_simulated_as_well() -> None:
    random = Random("end of the bag")
    for board, rack in game_turns("pl", 8)[-9:]:
        situation = situation_of("pl", board, rack, 2, random)
        compare("pl", situation, candidates_of("pl", situation, random), 4, leaves=random_leaves("pl"))


def test_guesses_are_dealt_as_often_as_they_weigh() -> None:
    board, rack = game_turns("pl", 9)[6]
    situation = situation_of("pl", board, rack, 2, Random(9))._replace(known=[bytes(33)])
    tiles = tiles_of(situation.unseen)
    guesses = Guesses([counted(tiles[:7]), counted(tiles[5:8]), counted(tiles[-2:])], [5, 1, 3], 60)
    candidates = candidates_of("pl", situation, Random(9))
    compare("pl", situation, candidates, 2, leaves=random_leaves("pl"), guesses=guesses)


def simulation_of(language: str, *, candidates: int = 5, seed: int = SEED) -> Simulation:
    """A simulation of the first moves in the middle of a game."""
    board, rack = game_turns(language, 10)[8]
    situation = situation_of(language, board, rack, 2, Random(10))._replace(known=[bytes(33)])
    simulation = Simulation(classic_engine(language, random_leaves(language)), win_table())
    simulation.set_position(*situation, seed=seed)
    records = classic_generator(language).moves(board, rack)
    simulation.set_candidates([records[32 * i : 32 * i + 32] for i in range(candidates)])
    return simulation


def added(parts: Sequence[Simulation]) -> list[tuple[int, ...]]:
    totals = zip(*(part.totals() for part in parts), strict=True)
    return [tuple(map(sum, zip(*each, strict=True))) for each in totals]


def test_iterations_split_between_threads_add_up_to_the_same() -> None:
    whole = simulation_of("pl")
    whole.run(0, 30, range(5), 2)
    parts = [simulation_of("pl") for _ in range(3)]
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda i: parts[i].run(10 * i, 10, range(5), 2), range(3)))
    assert added(parts) == whole.totals()
    assert [sum(gaps) for gaps in zip(*(part.gaps_to(2) for part in parts), strict=True)] == whole.gaps_to(2)


def test_candidate_brings_the_same_alone_as_among_others() -> None:
    among = simulation_of("pt")
    among.run(0, 12, range(5), 3)
    for number in range(5):
        alone = simulation_of("pt")
        alone.run(0, 12, [number], 3)
        assert alone.totals()[number] == among.totals()[number]


def test_another_seed_deals_other_tiles() -> None:
    one, other = simulation_of("pl"), simulation_of("pl", seed=SEED + 1)
    one.run(0, 3, [0], 2)
    other.run(0, 3, [0], 2)
    assert one.totals()[0] != other.totals()[0]


def test_candidates_of_a_new_position_begin_with_nothing() -> None:
    simulation = simulation_of("pl")
    simulation.run(0, 3, range(5), 2)
    before = simulation.totals()
    board, rack = game_turns("pl", 10)[8]
    situation = situation_of("pl", board, rack, 2, Random(10))._replace(known=[bytes(33)])
    simulation.set_position(*situation, seed=SEED)
    assert simulation.totals() == []
    records = classic_generator("pl").moves(board, rack)
    simulation.set_candidates([records[32 * i : 32 * i + 32] for i in range(5)])
    simulation.run(0, 3, range(5), 2)
    assert simulation.totals() == before


def test_pass_that_ends_the_game_costs_everybody_the_own_tiles() -> None:
    simulation = Simulation(classic_engine("pl"))
    mine, theirs = counted([31, 31]), counted([1] * 7)  # 9 points each, 1 point each
    simulation.set_position(bytes(225), mine, bytes(33), [theirs], [7], [100, 90], scoreless=3)
    simulation.set_candidates([b""])
    simulation.run(0, 2, [0], 2)
    assert simulation.totals()[0][:4] == (2, 2 * -1000, 2 * 1000, 0)


RACK, UNSEEN = counted([1, 2, 3]), counted([4] * 20)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ((bytes(224), RACK, UNSEEN, [bytes(33)], [7], [0, 0]), "15 x 15 squares"),
        ((bytes(225), RACK, UNSEEN, [], [], [0]), "2 to 4 players"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)] * 4, [5] * 4, [0] * 5), "2 to 4 players"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)], [7, 7], [0, 0]), "of all opponents"),
        ((bytes(225), RACK[1:], UNSEEN, [bytes(33)], [7], [0, 0]), "33 counts"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)], [8], [0, 0]), "1 to 7 tiles"),
        ((bytes(225), bytes(33), UNSEEN, [bytes(33)], [7], [0, 0]), "1 to 7 tiles"),
        ((bytes(225), RACK, UNSEEN, [counted([5] * 4)], [3], [0, 0]), "More tiles are known"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)] * 3, [7] * 3, [0] * 4), "fewer tiles out of sight"),
        ((bytes(225), RACK, counted([0] * 4 + [1] * 9), [bytes(33)], [7], [0, 0]), "3 blanks in all"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)], [7], [0, 2_000_000]), "less than a million"),
        ((bytes(225), RACK, UNSEEN, [bytes(33)], [7], [0, 0], -1), "counted from 0"),
    ],
)
def test_position_that_cannot_be_is_refused(position: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Simulation(classic_engine("pl")).set_position(*position)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ([], "1 to 128 candidates"),
        ([b""] * 129, "1 to 128 candidates"),
        ([b"12345"], "a record of 32 bytes, 33 counts or nothing"),
        ([bytes(33)], "is a pass"),
        ([counted([1, 1])], "not on the rack"),
        ([bytes(32)], "does not lie on the board"),
        ([RECORD.pack(bytes([4, 5]), 2, 9, 3, 7, 7, 0)], "not on the rack"),
    ],
)
def test_candidate_that_cannot_be_is_refused(moves: list[bytes], sentence: str) -> None:
    simulation = Simulation(classic_engine("pl"))
    simulation.set_position(bytes(225), RACK, UNSEEN, [bytes(33)], [7], [0, 0])
    with pytest.raises(ValueError, match=sentence):
        simulation.set_candidates(moves)
    with pytest.raises(ValueError, match="Set candidates first"):
        simulation.run(0, 1, [0], 2)


def test_exchange_needs_the_tiles_in_the_bag() -> None:
    simulation = Simulation(classic_engine("pl"))
    simulation.set_position(bytes(225), RACK, counted([4] * 13), [bytes(33)], [7], [0, 0])
    with pytest.raises(ValueError, match="The bag holds 6 tiles; 1 cannot be exchanged"):
        simulation.set_candidates([counted([1])])
    simulation.set_position(bytes(225), RACK, counted([4] * 9), [bytes(33)], [7], [0, 0], exchange_minimum=1)
    simulation.set_candidates([counted([1]), counted([1, 2])])
    with pytest.raises(ValueError, match="The bag holds 2 tiles; 3 cannot be exchanged"):
        simulation.set_candidates([RACK])


@pytest.mark.parametrize(
    ("guesses", "sentence"),
    [
        (([RACK], [], 50), "needs a weight"),
        (([RACK], [1], 101), "0 to 100"),
        (([RACK[1:]], [1], 50), "33 counts"),
        (([RACK], [-1], 50), "cannot weigh"),
        (([counted([4])], [2**31], 50), "add up to less"),
    ],
)
def test_guess_that_cannot_be_is_refused(guesses: tuple[Any, ...], sentence: str) -> None:
    simulation = Simulation(classic_engine("pl"))
    with pytest.raises(ValueError, match="Set a position first"):
        simulation.set_guesses([], [], 0)
    simulation.set_position(bytes(225), RACK, UNSEEN, [bytes(33)], [7], [0, 0])
    with pytest.raises(ValueError, match=sentence):
        simulation.set_guesses(*guesses)


def test_guess_that_does_not_fit_is_left_out() -> None:
    simulation = Simulation(classic_engine("pl"))
    simulation.set_position(bytes(225), RACK, UNSEEN, [counted([5] * 5)], [7], [0, 0])
    assert (
        simulation.set_guesses([RACK, counted([4] * 3), counted([4] * 2), b"\0" * 33], [1, 1, 1, 0], 50) == 1
    )


@pytest.mark.parametrize(
    ("candidates", "sentence"), [([], "each once"), ([1, 1], "each once"), ([5], "no candidate 5")]
)
def test_run_of_candidates_that_are_not_there_is_refused(candidates: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        simulation_of("pl").run(0, 1, candidates, 2)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(20, 50))
def test_many_more_candidates_bring_what_the_slow_simulation_says(language: str, seed: int) -> None:
    random = Random(f"{language} {seed}")
    for board, rack in game_turns(language, seed):
        n_players = random.choice((2, 2, 2, 3, 4))
        n_unseen = sum(set_of(TILES[language])) - sum(rack) - sum(map(bool, board))
        n_players = min(n_players, n_unseen + 1)
        situation = situation_of(language, board, rack, n_players, random)
        leaves = random.choice((None, random_leaves(language)))
        plies = random.choice((1, 2, 3, 4, 6))
        compare(language, situation, candidates_of(language, situation, random), plies, leaves=leaves)


# --- the table of chances -----------------------------------------------------------------------------


def test_chance_between_two_points_lies_on_the_straight_line() -> None:
    table = WinTable(array("i", [0, 100, 300, 310, 320, 1, 2, 3, 4, 5]), 2)
    assert [table.chance(spread, 0) for spread in (-2000, -1500, -1000, -500, 0, 999)] == [
        0,
        50,
        100,
        200,
        300,
        309,
    ]
    assert [table.chance(spread, 0) for spread in (-9000, 2000, 5000)] == [0, 320, 320]
    assert table.chance(1000, 1) == table.chance(1000, 70) == 4
    assert (table.n_unseen, table.reach) == (2, 2)


@pytest.mark.parametrize(
    ("chances", "reach", "sentence"),
    [
        ([1, 2], 1, "no rows of 3"),
        ([], 1, "no rows of 3"),
        ([3, 2, 1], 1, "never falls"),
        ([0, 1, 10**6 + 1], 1, "0 to 1,000,000"),
    ],
)
def test_table_that_cannot_be_is_refused(chances: list[int], reach: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        WinTable(array("i", chances), reach)
    with pytest.raises(ValueError, match="-1 unseen tiles"):
        win_table().chance(0, -1)
