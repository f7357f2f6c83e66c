"""Thinking ahead: endgames, the last tiles of the bag, guesses at the other rack, and simulation."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from stolik.core import registry
from stolik.core.tiles import tiles_of
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.inference import LastPlay, infer
from stolik.crossboard.engine.position import Position
from stolik.crossboard.engine.preendgame import STAGES, Stage, judge, worlds
from stolik.crossboard.engine.think import STATIC, Depth, think
from stolik.games.scrabble.words import brain_for
from stolik.kernels.movegen import RECORD
from stolik.words.store import Lexicons
from tests.kernels.engine_positions import game_turns, kept_tiles
from tests.reference.positions import counted


@pytest.fixture(scope="module")
def brain(words: Lexicons) -> Brain:
    made = brain_for(registry.find_preset("pl").options, words, words.open("pl"))
    made.prepare()
    return made


@cache
def turns(seed: int) -> list[tuple[bytes, bytes]]:
    return game_turns("pl", seed)


def position_at(brain: Brain, board: bytes, rack: bytes, seed: int = 0) -> Position:
    """The position of a turn, everything else unseen; the other has up to seven of it."""
    unseen = list(brain.geometry.counts)
    for tile in board:
        if tile:
            unseen[0 if tile > 64 else tile] -= 1
    for tile, n in enumerate(rack):
        unseen[tile] -= n
    n_unseen = sum(unseen)
    size = min(7, n_unseen)
    scores = Random(seed).choice([(300, 310), (310, 300), (305, 305)])
    return Position(
        board=board,
        rack=rack,
        unseen=bytes(unseen),
        known=(bytes(33),),
        sizes=(size,),
        scores=scores,
        bag=n_unseen - size,
    )


def with_bag(brain: Brain, n: int, seed: int = 0) -> Position:
    """A position late in a game with so many tiles in the bag."""
    for number in range(seed, seed + 40):
        for board, rack in turns(number):
            position = position_at(brain, board, rack)
            if position.bag == n and sum(rack) == 7:
                return position
    raise AssertionError(f"no game with {n} tiles in the bag")


def test_static_depth_is_the_best_choice_by_equity(brain: Brain) -> None:
    for board, rack in turns(2):
        position = position_at(brain, board, rack)
        assert think(brain, position, STATIC) == brain.best(position)


def test_endgame_is_searched_when_the_bag_is_empty(brain: Brain) -> None:
    position = with_bag(brain, 0)
    theirs = position.other_rack()
    endgame = brain.endgame()
    assert theirs is not None
    assert endgame is not None
    line = endgame.solve(position.board, position.rack, theirs, max_nodes=5_000).line
    assert think(brain, position, Depth(nodes=5_000)).record == (line[0] or b"")


def test_same_seed_gives_the_same_move_and_time_ends_the_search(brain: Brain) -> None:
    position = position_at(brain, *turns(3)[9])
    depth = Depth(iterations=1_500, candidates=6)
    chosen = think(brain, position, depth, seed=5)
    assert chosen == think(brain, position, depth, seed=5, threads=2)
    assert chosen in brain.choices(position, 6)
    asked: list[bool] = []
    think(brain, position, Depth(iterations=10**9, candidates=6), out_of_time=lambda: not asked.append(True))
    assert len(asked) == 1


def test_worlds_are_all_ways_the_last_tiles_can_lie(brain: Brain) -> None:
    position = with_bag(brain, 1)
    found = worlds(position, 100, 1)
    assert sum(world.weight for world in found) == sum(position.unseen) == 8
    for world in found:
        tiles = bytearray(world.theirs)
        tiles[world.bag[0]] += 1
        assert bytes(tiles) == position.unseen
    assert len({world.bag for world in found}) == len(found)


def test_of_too_many_worlds_some_are_taken_the_same_for_a_seed(brain: Brain) -> None:
    position = with_bag(brain, 4)
    some = worlds(position, 12, 1)
    assert len(some) == 12
    assert some == worlds(position, 12, 1) != worlds(position, 12, 2)
    for world in some:
        assert sum(world.theirs) == 7
        assert counted([*kept_tiles(world.theirs, b"", 0), *world.bag]) == position.unseen


def test_known_tiles_of_the_other_are_never_in_the_bag(brain: Brain) -> None:
    position = with_bag(brain, 2)
    tile = next(tile for tile, n in enumerate(position.unseen) if n)
    known = counted([tile])
    unseen = bytes(n - m for n, m in zip(position.unseen, known, strict=True))
    for world in worlds(position._replace(unseen=unseen, known=(known,)), 1000, 1):
        assert world.theirs[tile] >= 1
        assert sum(world.theirs) == 7


def test_verdict_with_one_tile_in_the_bag_is_the_mean_of_exact_endgames(brain: Brain) -> None:
    position = with_bag(brain, 1)
    choice = next(each for each in brain.choices(position) if each.record)
    [verdict] = judge(brain, position, [choice], 1, (Stage(1, 100, 300),))
    engine, endgame = brain.engine(), brain.endgame()
    assert engine is not None
    assert endgame is not None
    word, length, _, placed, *_ = RECORD.unpack(choice.record)
    total = won = 0.0
    for world in worlds(position, 100, 1):
        engine.set_board(position.board)
        engine.play(choice.record)
        mine = counted([*kept_tiles(position.rack, word[:length], placed), *world.bag])
        value = endgame.solve(engine.board(), world.theirs, mine, max_nodes=300).value
        end = position.scores[0] + choice.points - position.scores[1] - value
        total += world.weight * end
        won += world.weight * ((end > 0) + (end == 0) / 2)
    assert verdict.spread == pytest.approx(total / 8)
    assert verdict.win == pytest.approx(won / 8)


@pytest.mark.parametrize("n_bag", [1, 2, 3, 4])
def test_last_tiles_are_judged_whatever_the_move_lays(brain: Brain, n_bag: int) -> None:
    position = with_bag(brain, n_bag, seed=5)
    choices = brain.choices(position, 4)
    verdicts = judge(brain, position, choices, 1, (Stage(4, 3, 50), Stage(2, 4, 100)))
    assert len(verdicts) == 2
    assert verdicts[0][1:3] >= verdicts[1][1:3]
    chosen = think(brain, position, Depth(iterations=100, candidates=4, stages=(Stage(4, 2, 50),)), seed=1)
    assert chosen in choices
    assert [stage.candidates for stage in STAGES] == sorted(
        (stage.candidates for stage in STAGES), reverse=True
    )


def test_who_laid_a_poor_play_kept_what_did_not_fit_a_better_one(brain: Brain) -> None:
    board = bytes(225)
    rack = brain.geometry.rack_bytes(tiles_of("KOT"))
    unseen = bytes(n - m for n, m in zip(brain.geometry.counts, rack, strict=True))
    play = LastPlay(board=board, laid=rack, points=12, n_kept=4)
    guesses = infer(brain, play, unseen, 3)
    assert guesses is not None
    assert guesses == infer(brain, play, unseen, 3)
    assert all(sum(row) == 4 for row in guesses.rows)
    engine, leaves = brain.engine(), brain.leaves()
    assert engine is not None
    assert leaves is not None
    engine.set_board(board)
    behind = []
    for row in guesses.rows:
        best = engine.best(bytes(n + m for n, m in zip(row, rack, strict=True)))
        assert best is not None
        kept = bytes(tile for tile, n in enumerate(row) for _ in range(n))
        behind.append(best[1] - 12_000 - leaves.value(kept))
    heaviest = max(range(len(behind)), key=lambda number: guesses.weights[number])
    assert behind[heaviest] <= min(behind) + 2_000
    assert max(behind) > behind[heaviest]


def test_nothing_is_guessed_where_nothing_was_kept(brain: Brain) -> None:
    play = LastPlay(board=bytes(225), laid=counted([1] * 7), points=60, n_kept=0)
    assert infer(brain, play, brain.geometry.counts, 1) is None


def test_depth_keeps_to_the_seconds_it_is_given() -> None:
    deep = Depth(iterations=4_000, stages=STAGES, nodes=200_000)
    hurried, patient = deep.within(0.5), deep.within(20)
    assert (hurried.stages, hurried.nodes) == ((), 50_000)
    assert (patient.stages, patient.nodes) == (STAGES, 200_000)
    assert patient.iterations > hurried.iterations > deep.iterations
    assert STATIC.within(9).iterations == 0


def test_last_tiles_are_judged_no_further_when_time_is_up(brain: Brain) -> None:
    position = with_bag(brain, 2)
    choices = brain.choices(position, 4)
    stages = (Stage(4, 2, 50), Stage(2, 10**6, 50))
    verdicts = judge(brain, position, choices, 1, stages, lambda: True)
    assert {verdict.choice for verdict in verdicts} == set(choices)
