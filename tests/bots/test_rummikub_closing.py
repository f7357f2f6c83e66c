"""The last moves of the number-tile game against trying every choice of tiles and every answer."""

from __future__ import annotations

from random import Random

import pytest

from stolik.games.rummikub.closing import Other, World, closing_play
from stolik.games.rummikub.position import Position
from stolik.games.rummikub.solver import AIMS
from tests.bots.test_rummikub_plays import every_choice
from tests.kernels.number_tiles import VALUES, WEIGHTS, Table, plain, small_position
from tests.reference import slow_melds

ALL = 1 << 20


def value(tiles: list[str] | tuple[str, ...]) -> int:
    return sum(WEIGHTS[tile] - 4096 for tile in tiles)


def ends(table: Table, mine: list[str], theirs: list[str]) -> dict[tuple[str, ...], tuple[float, float]]:
    """What each choice of tiles leads to if the other one then lays as much as possible: win and points."""
    found: dict[tuple[str, ...], tuple[float, float]] = {}
    for laid in every_choice(table, mine):
        kept, answer = value(mine) - value(laid), 0
        if len(laid) < len(mine):
            best = slow_melds.best([*plain(table), *laid], theirs, VALUES)
            assert best is not None
            answer = best // 4096
        left = value(theirs) - answer
        share = 1.0 if len(laid) == len(mine) or kept < left else 0.5 if kept == left else 0.0
        found[laid] = (share, (left if share else 0) - kept)
    return found


@pytest.mark.parametrize(("n_tiles", "n_jokers", "n"), [(15, 0, 200), (14, 1, 40)])
def test_last_move_but_one_is_as_good_as_any(n_tiles: int, n_jokers: int, n: int) -> None:
    random = Random("closing")
    n_other = 0
    for _ in range(n):
        table, rack = small_position(random, n_tiles, n_jokers)
        random.shuffle(rack)
        mine, theirs = rack[::2], rack[1::2]
        if not theirs:
            continue
        position = Position(table, mine, True, 30, "rulebook")
        play = closing_play(position, [World([Other(theirs, True, True)])], ALL, lambda: False)
        every = ends(table, mine, theirs)
        assert every[tuple(sorted(play.placed))] == max(every.values()), (table, mine, theirs)
        n_other += every[tuple(sorted(position.best(AIMS["value"]).placed))] < max(every.values())
    assert n_other, "laying the most is best everywhere"


def played(
    table: str, mine: str, *worlds: tuple[str, float], n_plays: int = ALL, moves: bool = True
) -> list[str]:
    sets = [part.split() for part in table.split("/")]
    others = [World([Other(rack.split(), True, moves)], weight) for rack, weight in worlds]
    play = closing_play(Position(sets, mine.split(), True, 30, "rulebook"), others, n_plays, lambda: False)
    return sorted(play.placed)


def test_tile_that_lets_the_other_go_out_is_kept() -> None:
    # with the 6 on the table the other lays 7 and 8; without it both keep what they have
    assert played("r3 r4 r5", "r6 k1", ("r7 r8", 1)) == []
    assert played("r3 r4 r5", "r6 k1", ("b7 r8", 1)) == ["r6"]


def test_nobody_is_feared_who_has_moved_already() -> None:
    assert played("r3 r4 r5", "r6 k1", ("r7 r8", 1), moves=False) == ["r6"]


def test_likelier_worlds_count_more() -> None:
    assert played("r3 r4 r5", "r6 k1", ("r7 r8", 0.1), ("k3", 1)) == ["r6"]
    assert played("r3 r4 r5", "r6 k1", ("r7 r8", 1), ("k3", 0.1)) == []


def test_who_can_go_out_does() -> None:
    assert played("r3 r4 r5", "r6 r7 J", ("r8 r9", 1)) == ["J", "r6", "r7"]


def test_few_tries_and_little_time_still_give_a_play() -> None:
    assert played("r3 r4 r5", "r6 k1", ("r7 r8", 1), n_plays=1) == ["r6"]
    n_asked = 0

    def late() -> bool:
        nonlocal n_asked
        n_asked += 1
        return True

    position = Position([["r3", "r4", "r5"]], ["r6", "k1"], True, 30, "rulebook")
    play = closing_play(position, [World([Other(["r7", "r8"], True, True)])], ALL, late)
    assert (play.placed, n_asked) == (["r6"], 1)


def test_who_has_not_opened_opens_or_keeps_everything() -> None:
    other = [World([Other(["k2"], True, True)])]
    closed = Position([["r3", "r4", "r5"]], ["k10", "b10", "o10", "r6"], False, 30, "rulebook")
    assert sorted(closing_play(closed, other, ALL, lambda: False).placed) == ["b10", "k10", "o10"]
    poor = Position([["r3", "r4", "r5"]], ["r6"], False, 30, "rulebook")
    assert closing_play(poor, other, ALL, lambda: False).placed == []
