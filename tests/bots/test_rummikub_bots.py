"""Bots of the number-tile game by level: what they touch, what they keep, and that they play to the end."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stolik.bots import levels, make_bot
from stolik.core import registry
from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import SeededChance
from stolik.core.game import play_out
from stolik.games.rummikub.actions import Draw, Lay, Pass, Ready, Redeal
from stolik.games.rummikub.bots import LEVELS, STUDIED
from stolik.games.rummikub.bots.belief import worlds_of
from stolik.games.rummikub.events import TableRestored
from stolik.games.rummikub.position import position_of
from stolik.games.rummikub.sets import FACES, Meld
from stolik.games.rummikub.solver import n_touched
from stolik.games.rummikub.state import Turn
from stolik.games.rummikub.tiletext import format_tile
from stolik.games.rummikub.view import View
from stolik.table.local import LocalTable
from tests.golden.number_tiles import GAME, Game, options_of
from tests.laws.variations import varied

ALL_LEVELS = (*LEVELS, *STUDIED)


def chosen(level: str, game: Game, seconds: float | None = None) -> Any:
    bot = make_bot(level, GAME, SeededChance("bot"), seconds)
    return bot.choose(GAME.view(game.state, game.turn))


def laid(level: str, game: Game) -> list[str]:
    """The tiles that a bot lays, none if it does not."""
    action = chosen(level, game)
    if not isinstance(action, Lay):
        return []
    after = Counter(each.origin for meld in action.table for each in meld)
    return sorted((after - Counter(each.origin for each in game.state.table.tiles())).elements())


def turns(
    seats: list[str], seed: str, preset: str = "rummikub", **changes: Any
) -> Iterator[tuple[str, View, Any]]:
    """A whole game of bots: whose turn it was, what it saw, and what it did."""
    chance = SeededChance(seed)
    table = LocalTable(GAME, lambda _: chance)
    table.start(options_of(preset, **changes), len(seats))
    players = [make_bot(level, GAME, SeededChance(f"{seed}/{seat}")) for seat, level in enumerate(seats)]
    while waiting := table.to_act():
        seat = min(waiting)
        view = table.view(seat)
        action = players[seat].choose(view)
        yield seats[seat], view, action
        table.submit(seat, action)
    assert table.outcome() is not None


def texts(melds: tuple[Meld, ...]) -> list[list[str]]:
    return [[format_tile(each) for each in meld] for meld in melds]


def test_bots_come_from_gentle_to_strong_and_greedy_is_for_studies() -> None:
    assert levels("rummikub") == ("beginner", "casual", "club", "expert", "champion", "generic")
    assert make_bot("greedy", GAME, SeededChance(1)) is not None


def test_bots_are_given_views_and_never_states() -> None:
    for level in ALL_LEVELS:
        bot = make_bot(level, GAME, SeededChance(1))
        assert list(inspect.signature(bot.choose).parameters) == ["view"]
        assert inspect.get_annotations(type(bot).choose, eval_str=True)["view"] is View


@pytest.mark.parametrize(("level", "most"), [("casual", 1), ("club", 2)])
def test_lower_levels_touch_no_more_sets_than_they_may(level: str, most: int) -> None:
    touched = [
        n_touched(texts(view.table.melds), texts(action.table))
        for seed in range(6)
        for mover, view, action in turns([level, "expert"], f"touch {seed}")
        if mover == level and isinstance(action, Lay)
    ]
    assert max(touched) == most


def test_beginner_takes_no_set_apart() -> None:
    n_added = 0
    for seed in range(6):
        for mover, view, action in turns(["beginner", "expert"], f"beginner {seed}"):
            if mover != "beginner" or not isinstance(action, Lay):
                continue
            after = [Counter(each.origin for each in meld) for meld in action.table]
            for meld in view.table.melds:
                whole = Counter(each.origin for each in meld)
                home = next(each for each in after if whole <= each)
                after.remove(home)
                n_added += home != whole
    assert n_added


#: r7 goes with k7 and b7, if b10 takes the place of b7.
TANGLED = "k4 k5 k6 k7 / b7 b8 b9 / k10 b10 r10 o10 / k1 b1 o1"


def test_expert_rebuilds_the_table_and_leaves_the_rest_alone() -> None:
    game = Game.at(TANGLED, "r7 r13", "o1")
    action = chosen("expert", game)
    assert isinstance(action, Lay)
    assert n_touched(texts(game.state.table.melds), texts(action.table)) == 3
    assert laid("club", game) == []
    assert laid("greedy", game) == ["r7"]


def test_expert_keeps_jokers_and_greedy_does_not() -> None:
    game = Game.at("r3 r4 r5", "r6 J k1", "o1")
    assert laid("expert", game) == ["r6"]
    assert laid("greedy", game) == ["J", "r6"]


def test_expert_does_not_open_with_a_joker() -> None:
    game = Game.at("r3 r4 r5", "r10 k10 J k1", "o1", opened=())
    assert chosen("expert", game) == Draw()
    assert laid("greedy", game) == ["J", "k10", "r10"]


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_who_can_lay_the_whole_rack_does(level: str) -> None:
    assert laid(level, Game.at("r3 r4 r5", "k8 b8 r8 J", "o1")) == ["J", "b8", "k8", "r8"]


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_whole_rack_may_be_an_opening(level: str) -> None:
    game = Game.at("r3 r4 r5", "k11 b11 r11 k2 b2 J", "o1", opened=())
    assert laid(level, game) == ["J", "b11", "b2", "k11", "k2", "r11"]


@pytest.mark.parametrize("level", ["expert", "champion", "greedy"])
def test_strong_levels_go_out_by_rebuilding(level: str) -> None:
    assert laid(level, Game.at(TANGLED, "r7", "o1 o2")) == ["r7"]


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_with_an_empty_bank_the_most_valuable_tiles_are_laid(level: str) -> None:
    game = Game.at("r1 r2 r3 / k10 b10 o10", "r4 r10 k13 o4", "o1 o2")
    game.state = game.state.with_table(closing=(0,))
    tiles = laid(level, game)
    assert "r10" in tiles
    assert ("r4" in tiles) or level == "casual"


def test_champion_lays_nothing_before_it_can_lay_everything() -> None:
    game = Game.at("r3 r4 r5", "r6 r7 r8 k1", "o1")
    assert chosen("champion", game) == Draw()
    assert laid("expert", game) == ["r6", "r7", "r8"]


def test_champion_opens_with_few_tiles_and_no_joker() -> None:
    game = Game.at("r3 r4 r5", "r8 r9 r10 r11 k11 b11 J k2 b2 o2 k5", "o1", opened=())
    assert laid("champion", game) == ["b11", "k11", "r11"]
    game = Game.at("r3 r4 r5", "r10 k10 J k1", "o1", opened=())
    assert chosen("champion", game) == Draw()


def late(n_bank: int, seats: int = 2) -> Game:
    """A game of 52 tiles with few left in the bank; seat 0 can lay r6 but not r8."""
    run = " ".join(f"k{number}" for number in range(1, 14))
    left = [tile for tile in FACES if tile[0] != "k" and tile not in ("r3", "r4", "r5", "r6", "r8")][n_bank:]
    racks = [" ".join(left[seat :: seats - 1]) for seat in range(seats - 1)]
    game = Game.at(f"{run} / r3 r4 r5", "r6 r8", *racks, n_copies=1, n_jokers=0)
    assert game.state.table.bank_size == n_bank
    return game


@pytest.mark.parametrize(
    ("seats", "n_bank", "tiles"),
    [
        (2, 1, []),
        (2, 2, ["r6"]),
        (2, 3, []),
        (2, 4, []),
        (3, 1, []),
        (3, 3, ["r6"]),
        (3, 4, []),
        (3, 5, ["r6"]),
    ],
)
def test_champion_counts_the_bank_to_come_last(seats: int, n_bank: int, tiles: list[str]) -> None:
    assert laid("champion", late(n_bank, seats)) == tiles


def test_bot_without_a_play_draws_and_with_an_empty_bank_passes() -> None:
    for level in ALL_LEVELS:
        assert chosen(level, Game.at("r3 r4 r5", "k1 k2", "o1")) == Draw()
        game = late(0)
        game.state = game.state.with_table(closing=(0, 1), opened=())
        assert chosen(level, game) == Pass()


DOUBLETS = "k1 k1 k2 k2 {} k5 b6 b7 b8 r9 r10 r11 o12 o13"


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_three_doublets_are_dealt_anew_and_two_are_played(level: str) -> None:
    three = Game.dealt(DOUBLETS.format("k5"))
    two = Game.dealt(DOUBLETS.format("k6"), redeal_doublets=1)
    assert make_bot(level, GAME, SeededChance(1)).choose(GAME.view(three.state, 0)) == Redeal()
    assert make_bot(level, GAME, SeededChance(1)).choose(GAME.view(two.state, 0)) == Ready()


def test_same_chance_gives_the_same_game() -> None:
    for seats in (["champion"] * 4, ["champion", "club", "beginner"], ["expert", "casual"]):
        first, second = ([action for _, _, action in turns(seats, "again")] for _ in range(2))
        assert first == second


def test_champion_imagines_what_the_others_hold() -> None:
    game = late(0, seats=3)
    game.state = game.state.with_table(closing=(0, 1, 2))
    view = GAME.view(game.state, 0)
    worlds = worlds_of(view, position_of(view), SeededChance("worlds"), 20)
    assert len(worlds) == 20
    assert len({tuple(world.others[0].rack) for world in worlds}) > 10
    for world in worlds:
        assert [len(other.rack) for other in world.others] == [17, 17]
        assert sorted(tile for other in world.others for tile in other.rack) == sorted(view.unseen)


def test_rack_of_the_only_other_player_is_known() -> None:
    view = GAME.view(late(0).state, 0)
    (world,) = worlds_of(view, position_of(view), SeededChance("worlds"), 20)
    assert sorted(world.others[0].rack) == sorted(view.unseen)


def test_who_drew_probably_could_not_lay() -> None:
    groups = " / ".join(f"k{number} b{number} r{number}" for number in (2, 5, 8, 11))
    known = {*groups.split(), "o2", "k13", "b1", "r13", "o7"}
    mine = " ".join(tile for tile in FACES if tile not in known)
    game = Game.at(groups, mine, "k13 o2", "b1 r13 o7", n_copies=1, n_jokers=0)
    drew = (Turn(1, "opening"), Turn(2, "opening"), Turn(1, "lay"), Turn(1, "draw"), Turn(2, "draw"))
    game.state = game.state.with_table(turns=drew)
    view = GAME.view(game.state, 0)
    worlds = worlds_of(view, position_of(view), SeededChance("worlds"), 30)
    for world in worlds:
        # o2 fits; that seat 2 only ever draws says nothing about its tiles
        assert (world.weight < 1) == ("o2" in world.others[0].rack)
    assert 0 < sum(world.weight < 1 for world in worlds) < 30


def test_champion_without_time_still_plays() -> None:
    game = late(0)
    game.state = game.state.with_table(closing=(0, 1))
    assert isinstance(chosen("champion", game, seconds=0), Lay)


def players(chance: SeededChance, n: int) -> list[Any]:
    names = [ALL_LEVELS[chance.below(len(ALL_LEVELS))] for _ in range(n)]
    return [make_bot(name, GAME, SeededChance(f"{name} {seat}")) for seat, name in enumerate(names)]


@pytest.mark.parametrize("preset", ["rummikub", "rummikub-xp"])
@pytest.mark.parametrize("number", range(12))
def test_every_action_is_accepted_whatever_the_options(preset: str, number: int) -> None:
    chance = SeededChance(f"{preset} {number}")
    least, most = registry.find_preset(preset).players
    seats = least + chance.below(most - least + 1)
    options = varied("rummikub", options_of(preset), chance)
    state = play_out(GAME, None, GAME.setup(options, seats, chance))
    bots = players(chance, seats)
    n_left, n_late = chance.below(seats - 1), chance.below(4)
    while waiting := GAME.to_act(state):
        seat = min(waiting)
        action = bots[seat].choose(GAME.view(state, seat))
        if n_left and chance.below(60) == 0:
            action, n_left = Resign(), n_left - 1
        elif n_late and chance.below(15) == 0:
            action, n_late = TimedOut(), n_late - 1
        events = GAME.decide(state, seat, action, chance)
        assert isinstance(action, TimedOut) or not any(isinstance(each, TableRestored) for each in events)
        state = play_out(GAME, state, events)


def test_bots_play_a_whole_match() -> None:
    options = options_of()
    chance = SeededChance("match")
    for _ in range(3):
        state = play_out(GAME, None, GAME.setup(options, 3, chance))
        bots = players(chance, 3)
        while waiting := GAME.to_act(state):
            seat = min(waiting)
            action = bots[seat].choose(GAME.view(state, seat))
            state = play_out(GAME, state, GAME.decide(state, seat, action, chance))
        outcome = GAME.outcome(state)
        assert outcome is not None
        options = GAME.next_game(options, outcome)
    assert len(options.earlier_games) == 3
