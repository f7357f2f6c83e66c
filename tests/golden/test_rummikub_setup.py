"""Clauses R1 and R2: the box and the beginning."""

from collections import Counter

import pytest

from stolik.core import registry
from stolik.core.game import IllegalAction, play_out
from stolik.core.outcome import Outcome
from stolik.games.rummikub.actions import Draw, Ready, Redeal, Resign, TimedOut
from stolik.games.rummikub.events import Dealt, Redealt, StarterChosen, StarterDrawn
from stolik.games.rummikub.sets import doublets
from stolik.games.rummikub.tiletext import format_tile, parse_tiles

from .number_tiles import GAME, Game, Told, options_of, refused

#: Three doublets as in the rulebook, and eight other tiles.
DOUBLETS = "r12 r12 b8 b8 r3 r3 k1 k2 k4 k5 k7 o1 o2 o4"


def _setup(drawing: str, seats: int, preset: str = "rummikub") -> tuple[list[list[tuple[int, str]]], int]:
    """The rounds of drawing for the start, and who begins."""
    events = GAME.setup(options_of(preset), seats, Told(drawing))
    rounds = [
        [(seat, format_tile(tile)) for seat, tile in event.drawn]
        for event in events
        if isinstance(event, StarterDrawn)
    ]
    return rounds, next(event.seat for event in events if isinstance(event, StarterChosen))


@pytest.mark.clause("R1.1", "R1.2")
@pytest.mark.parametrize(("preset", "copies", "jokers"), [("rummikub", 2, 2), ("rummikub-xp", 3, 4)])
def test_box_has_every_number_of_every_colour_and_jokers(preset: str, copies: int, jokers: int) -> None:
    least, _ = registry.find_preset(preset).players
    state = Game.dealt(seats=least, preset=preset).state
    everything = sum(GAME.census(state).values(), Counter())
    assert everything.pop("J") == jokers
    assert set(everything) == {f"{colour}{number}" for colour in "kbro" for number in range(1, 14)}
    assert set(everything.values()) == {copies}
    assert everything.total() == {2: 104, 3: 156}[copies]


@pytest.mark.clause("R1.3")
@pytest.mark.parametrize(("preset", "wrong"), [("rummikub", 1), ("rummikub", 5), ("rummikub-xp", 4)])
def test_number_of_players_is_that_of_the_preset(preset: str, wrong: int) -> None:
    with pytest.raises(IllegalAction, match=r"R1\.3"):
        GAME.setup(options_of(preset), wrong, Told(""))
    assert registry.find_preset("rummikub").players == (2, 4)
    assert registry.find_preset("rummikub-xp").players == (5, 6)


@pytest.mark.clause("R1.5")
def test_stacks_of_seven_use_up_the_box() -> None:
    assert 14 * 7 + 8 == 104 + 2
    assert 22 * 7 + 6 == 156 + 4


@pytest.mark.clause("R2.1")
def test_highest_number_begins() -> None:
    assert _setup("k9 r4 o11", 3) == ([[(0, "k9"), (1, "r4"), (2, "o11")]], 2)


@pytest.mark.clause("R2.2")
def test_equal_highest_numbers_draw_again_among_themselves() -> None:
    rounds, starter = _setup("k9 r9 o3 b2 k5", 3)
    assert rounds == [[(0, "k9"), (1, "r9"), (2, "o3")], [(0, "b2"), (1, "k5")]]
    assert starter == 1


@pytest.mark.clause("R2.3")
def test_joker_drawn_for_the_start_goes_back_and_is_drawn_again() -> None:
    rounds, starter = _setup("J k9 J r10", 2)
    assert rounds == [[(0, "J"), (1, "k9")], [(0, "J")], [(0, "r10")]]
    assert starter == 0


@pytest.mark.clause("R2.4")
def test_tiles_drawn_for_the_start_are_dealt_with_the_others() -> None:
    events = GAME.setup(options_of(), 2, Told("k9 r4 k9 r4"))
    first = next(event for event in events if isinstance(event, Dealt))
    assert first.rack.tiles[:2] == parse_tiles("k9 r4")


@pytest.mark.clause("R2.5")
def test_seat_to_the_left_begins_the_next_game_without_a_draw() -> None:
    options = GAME.next_game(options_of(), Outcome("out", ((0,), (1,), (2,)), (5, -2, -3), starter=2))
    assert options.starter == 0
    events = GAME.setup(options, 3, Told(""))
    assert not any(isinstance(event, StarterDrawn) for event in events)
    assert play_out(GAME, None, events).table.turn == 0


@pytest.mark.clause("R2.6")
@pytest.mark.parametrize(("preset", "seats", "bank"), [("rummikub", 2, 78), ("rummikub-xp", 6, 76)])
def test_each_rack_gets_fourteen_tiles_and_the_rest_is_the_bank(preset: str, seats: int, bank: int) -> None:
    table = Game.dealt(seats=seats, preset=preset).state.table
    assert table.rack_sizes == (14,) * seats
    assert table.bank_size == bank


@pytest.mark.clause("R2.6")
def test_racks_that_leave_no_bank_are_refused() -> None:
    with pytest.raises(IllegalAction, match=r"R2\.6"):
        GAME.setup(options_of(rack_size=53), 2, Told(""))


@pytest.mark.clause("R2.7")
def test_three_doublets_give_the_right_to_a_new_deal() -> None:
    assert doublets(parse_tiles(DOUBLETS)) == 3
    game = Game.dealt(DOUBLETS).do(0, Redeal())
    assert game.kinds() == ["Redealt", "Dealt", "Dealt", "RedealOffered"]


@pytest.mark.clause("R2.7")
@pytest.mark.parametrize(
    "rack",
    [
        DOUBLETS.replace("r3 r3", "r3 r4"),
        DOUBLETS.replace("r3 r3", "J J"),  # two jokers are no doublet
        DOUBLETS.replace("r3 r3", "r3 b3"),  # nor are two colours of a number
    ],
)
def test_fewer_doublets_do_not(rack: str) -> None:
    refused(Game.dealt(rack), 0, Redeal(), "R2.7")


@pytest.mark.clause("R2.7")
def test_three_equal_tiles_of_the_larger_set_are_one_doublet() -> None:
    assert doublets(parse_tiles("r3 r3 r3 b4 b4")) == 2


@pytest.mark.clause("R2.7")
def test_right_to_a_new_deal_need_not_be_used() -> None:
    game = Game.dealt(DOUBLETS).do(0, Ready()).do(1, Ready())
    assert game.rack(0) == DOUBLETS


@pytest.mark.clause("R2.8")
def test_everybody_is_asked_alike_and_nobody_plays_before_all_have_answered() -> None:
    game = Game.dealt(DOUBLETS, seats=3)
    assert GAME.to_act(game.state) == {0, 1, 2}
    refused(game, 0, Draw(), "R2.8")
    game.do(2, Ready()).do(0, Ready())
    assert GAME.to_act(game.state) == {1}
    refused(game, 0, Draw(), "R2.8")
    refused(game, 0, Ready(), "R2.8")
    game.do(1, Ready())
    assert GAME.to_act(game.state) == {0}
    game.do(0, Draw())


@pytest.mark.clause("R2.8")
def test_option_asks_nobody() -> None:
    game = Game.dealt(DOUBLETS, redeal_doublets=None)
    assert GAME.to_act(game.state) == {0}
    refused(game, 0, Redeal(), "R2.8")


@pytest.mark.clause("R2.8")
def test_who_leaves_is_not_asked_any_more() -> None:
    game = Game.dealt(seats=3).do(0, Resign()).do(1, Ready()).do(2, Ready())
    assert game.turn == 1
    assert GAME.to_act(game.state) == {1}


@pytest.mark.clause("R2.9")
def test_new_deal_takes_all_racks_back_and_asks_again() -> None:
    game = Game.dealt(DOUBLETS, seats=3).do(1, Ready()).do(0, Redeal())
    returned = next(event for event in game.events if isinstance(event, Redealt))
    assert [len(rack) for rack in returned.racks] == [14, 14, 14]
    assert game.state.table.rack_sizes == (14, 14, 14)
    assert game.rack(0) != DOUBLETS
    assert GAME.to_act(game.state) == {0, 1, 2}


@pytest.mark.clause("R2.9", "R10.3")
def test_who_has_left_gets_no_new_rack_and_still_pays() -> None:
    game = Game.dealt(DOUBLETS, seats=3).do(1, Resign()).do(0, Redeal())
    assert game.state.table.rack_sizes == (14, 0, 14)
    assert GAME.to_act(game.state) == {0, 2}
    game.do(2, Resign())
    assert game.outcome.scores == (200, -100, -100)


@pytest.mark.clause("R2.9")
def test_others_do_not_see_the_tiles_that_went_back() -> None:
    game = Game.dealt(DOUBLETS).do(0, Redeal())
    told = GAME.redact(game.events[0], 1)
    assert isinstance(told, Redealt)
    assert (len(told.racks[0]), told.racks[0].tiles) == (14, ())
    assert len(told.racks[1].tiles) == 14


@pytest.mark.clause("R7.5")
def test_who_does_not_answer_in_time_is_ready() -> None:
    game = Game.dealt(DOUBLETS).do(0, TimedOut())
    assert game.kinds() == ["ReadySaid"]
    assert GAME.to_act(game.state) == {1}
