"""Clauses R4 to R7: turns, the opening, rebuilding the table, time and mistakes."""

from typing import Any

import pytest

from stolik.core.tiles import Rack, Tile
from stolik.games.rummikub.actions import Draw, Lay, Pass, Redeal, TimedOut
from stolik.games.rummikub.events import Drawn, Laid, TableRestored
from stolik.games.rummikub.tiletext import format_tiles, parse_table

from .number_tiles import GAME, Game, options_of, refused, refused_table

# --- R4: a turn ---------------------------------------------------------------------------------------


@pytest.mark.clause("R4.1")
@pytest.mark.parametrize("action", [Draw(), Pass(), Lay(parse_table("r1 r2 r3")), TimedOut(), Redeal()])
def test_only_the_seat_whose_turn_it_is_plays(action: Any) -> None:
    game = Game.at("", "k1", "r1 r2 r3 k5", "k9")
    clause = {"TimedOut": "R7.2", "Redeal": "R2.8"}.get(type(action).__name__, "R4.1")
    refused(game, 1, action, clause)


@pytest.mark.clause("R4.1")
def test_play_goes_round_by_the_seats() -> None:
    game = Game.at("", "k1", "k2", "k3")
    turns = [game.turn]
    for _ in range(3):
        turns.append(game.do(game.turn, Draw()).turn)
    assert turns == [0, 1, 2, 0]


@pytest.mark.clause("R4.2")
@pytest.mark.parametrize(
    "table",
    [
        "r1 r2 r3 / b4 b5 b6 b7",  # as it was
        "b7 b6 b5 b4 / r3 r2 r1",  # only told in another order
    ],
)
def test_turn_lays_at_least_one_tile_of_the_own_rack(table: str) -> None:
    refused_table(Game.at("r1 r2 r3 / b4 b5 b6 b7", "k1", "k2"), table, "R4.2")


@pytest.mark.clause("R4.2")
def test_freeing_a_joker_by_a_tile_of_the_table_still_takes_a_tile_of_the_rack() -> None:
    game = Game.at("r4 r5 J=r6 / k6 b6 r6 o6 / r1 r2 r3", "o1 k9", "k2")
    refused_table(game, "r4 r5 r6 / k6 b6 o6 / r1 r2 r3 J", "R4.2")


@pytest.mark.clause("R4.3")
def test_only_tiles_of_the_own_rack_are_laid() -> None:
    game = Game.at("", "r1 r2 k5", "r3")
    refused_table(game, "r1 r2 r3", "R4.3", "r3")
    refused_table(game, "r1 r2 J", "R4.3", "J")


@pytest.mark.clause("R4.3")
@pytest.mark.parametrize("tile", [Tile("r2", "r3"), Tile("r99", "r99"), Tile("J", "x"), Tile("", "")])
def test_what_is_no_tile_is_refused(tile: Tile) -> None:
    game = Game.at("", "r1 r2 k5", "r3")
    refused(game, 0, Lay(((*parse_table("r1 r2")[0], tile),)), "R4.3", "there is no tile")


@pytest.mark.clause("R4.3")
def test_tiles_nobody_knows_of_may_be_any_that_are_left() -> None:
    game = Game.at("", "k1", "r3")
    game.state = game.state.with_rack(0, Rack(game.state.racks[0].tiles, 2))
    refused_table(game, "r1 r2 r3", "R4.3")
    assert len(game.lay("k1 b1 r1").state.racks[0]) == 0
    assert game.outcome.winners == (0,)


@pytest.mark.clause("R4.4")
def test_no_tile_of_the_table_goes_to_a_rack() -> None:
    game = Game.at("b3 b4 b5 b6", "b7 k1", "k2")
    refused_table(game, "b4 b5 b6 b7", "R4.4", "b3")


@pytest.mark.clause("R4.4", "R6.2")
def test_freed_joker_does_not_go_to_the_rack() -> None:
    game = Game.at("r4 r5 J=r6", "r6 k1", "k2")
    refused_table(game, "r4 r5 r6", "R4.4", "J")


@pytest.mark.clause("R4.5")
def test_who_does_not_lay_draws_one_tile_and_ends_the_turn() -> None:
    game = Game.at("", "k1 r1 r2", "k2", drawing="r3").do(0, Draw())
    assert game.rack(0) == "k1 r1 r2 r3"
    assert game.turn == 1
    # What was drawn waits for the next turn.
    refused(game, 0, Lay(parse_table("r1 r2 r3")), "R4.1")
    assert game.do(1, Draw()).lay("r1 r2 r3").rack(0) == "k1"


@pytest.mark.clause("R4.5")
def test_others_do_not_see_what_was_drawn() -> None:
    game = Game.at("", "k1", "k2", drawing="r3").do(0, Draw())
    for viewer in (1, None):
        told = GAME.redact(game.events[0], viewer)
        assert isinstance(told, Drawn)
        assert (len(told.rack), told.rack.tiles) == (1, ())


@pytest.mark.clause("R4.6")
@pytest.mark.parametrize("action", [Draw(), Pass(), TimedOut(), Lay(parse_table("r1 r2 r3"))])
def test_nothing_is_done_after_the_end(action: Any) -> None:
    game = Game.at("", "r1 r2 r3", "k2").lay("r1 r2 r3")
    assert game.over
    refused(game, 1, action, "R4.6")


@pytest.mark.clause("R4.7", "R5.4")
def test_nobody_has_to_lay() -> None:
    assert Game.at("", "r11 r12 r13", "k2", opened=()).do(0, Draw()).turn == 1


# --- R5: the opening ----------------------------------------------------------------------------------


@pytest.mark.clause("R5.1")
def test_opening_is_worth_thirty_or_more_in_one_turn() -> None:
    rack = "k9 b9 r9 o1 o2 b7 b8"
    refused_table(Game.at("", rack, "k2", opened=()), "k9 b9 r9", "R5.1", "this is 27")
    game = Game.at("", f"{rack} o3", "k2", opened=()).lay("k9 b9 r9 / o1 o2 o3")
    laid = game.events[0]
    assert isinstance(laid, Laid)
    assert laid.opening
    assert game.state.table.opened == (0,)
    assert game.rack(0) == "b7 b8"


@pytest.mark.clause("R5.1")
def test_exactly_thirty_opens_and_twenty_nine_does_not() -> None:
    Game.at("", "k10 b10 r10 o1", "k2", opened=()).lay("k10 b10 r10")
    game = Game.at("", "b2 b3 b4 b5 k5 r5 o5 o1", "k2", opened=())
    refused_table(game, "b2 b3 b4 b5 / k5 r5 o5", "R5.1", "this is 29")


@pytest.mark.clause("R5.1")
def test_later_lays_may_be_worth_less() -> None:
    Game.at("", "k1 b1 r1 o9", "k2").lay("k1 b1 r1")


@pytest.mark.clause("R5.2")
def test_joker_in_the_opening_is_worth_the_tile_it_stands_for() -> None:
    Game.at("", "k10 b10 J o1", "k2", opened=()).lay("k10 b10 J")
    refused_table(Game.at("", "k9 b9 J o1", "k2", opened=()), "k9 b9 J", "R5.1", "this is 27")


@pytest.mark.clause("R5.2", "R3.5")
def test_joker_of_an_opening_run_is_the_highest_tile_unless_said_otherwise() -> None:
    assert Game.at("", "r9 r10 J o1", "k2", opened=()).lay("J r9 r10").table == "r9 r10 J=r11"
    refused_table(Game.at("", "r9 r10 J o1", "k2", opened=()), "J=r8 r9 r10", "R5.1", "this is 27")


@pytest.mark.clause("R5.3")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("k9 b9 r9", "k9 b9 r9 o9 / r11 r12 r13", id="something is added, though 30 are reached"),
        pytest.param("r10 r11 r12", "r10 r11 r12 r13 / k9 b9 o9", id="something is added to reach 30"),
        pytest.param("k9 b9 r9 o9", "k9 b9 o9 / r9 r10 r11", id="something is taken"),
        pytest.param("k9 b9 o9 / r9 r10 r11", "k9 b9 r9 o9 / r10 r11 r12 r13", id="something is moved"),
    ],
)
def test_opening_leaves_the_table_as_it_is(before: str, after: str) -> None:
    game = Game.at(before, "k9 b9 o9 r10 r11 r12 r13 k1", "k2", opened=(1,))
    refused_table(game, after, "R5.3")


@pytest.mark.clause("R5.3")
def test_joker_is_not_replaced_before_the_own_opening() -> None:
    game = Game.at("r4 r5 J=r6", "r6 r11 r12 k1", "k2", opened=(1,))
    refused_table(game, "r4 r5 r6 / r11 r12 J=r13", "R5.3")
    refused_table(game, "r4 r5 J=r3 / r11 r12 r6", "R5.3")


@pytest.mark.clause("R5.3")
def test_opening_lies_beside_what_is_there() -> None:
    game = Game.at("J=r3 r4 r5", "r11 r12 r13 k1", "k2", opened=(1,))
    # A joker that nobody moved keeps its meaning, also if it is not said again.
    assert game.lay("r11 r12 r13 / r4 J r5").table == "r11 r12 r13 / J=r3 r4 r5"


@pytest.mark.clause("R5.3", "R6.1")
def test_table_may_be_rebuilt_from_the_turn_after_the_opening() -> None:
    game = Game.at("k9 b9 r9", "o9 r11 r12 r13 k1", "k2", opened=(1,))
    game.lay("k9 b9 r9 / r11 r12 r13").do(1, Draw())
    assert game.lay("k9 b9 r9 o9 / r11 r12 r13").rack(0) == "k1"


# --- R6: rebuilding the table -------------------------------------------------------------------------


@pytest.mark.clause("R6.1")
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        pytest.param(
            "b3 b4 b5 / k8 r8 o8", "b6 b8", "b3 b4 b5 b6 / k8 b8 r8 o8", id="tiles are added to sets"
        ),
        pytest.param(
            "k4 b4 r4 o4", "b3 b5 b6", "k4 r4 o4 / b3 b4 b5 b6", id="the blue four leaves the group for a run"
        ),
        pytest.param(
            "r5 r6 r7", "r8 k5 o5", "r6 r7 r8 / k5 r5 o5", id="a run gets a fourth tile and gives another"
        ),
        pytest.param("b4 b5 b6 b7 b8", "b6", "b4 b5 b6 / b6 b7 b8", id="a run is split"),
        pytest.param(
            "b10 b11 b12 b13 / r7 r8 r9 r10",
            "o10",
            "b11 b12 b13 / r7 r8 r9 / b10 r10 o10",
            id="a group is made of tiles of several sets",
        ),
        pytest.param(
            "k6 b6 r6 o6 / r7 r8 r9 r10 / b7 b8 b9",
            "r11 b10",
            "k6 b6 o6 / r6 r7 r8 / r9 r10 r11 / b7 b8 b9 b10",
            id="several of these together",
        ),
    ],
)
def test_six_manipulations_of_the_rulebook(before: str, rack: str, after: str) -> None:
    game = Game.at(before, f"{rack} k13", "k2").lay(after)
    assert game.table == after
    assert game.rack(0) == "k13"
    laid = game.events[0]
    assert isinstance(laid, Laid)
    assert sorted(format_tiles(laid.tiles).split()) == sorted(rack.split())


@pytest.mark.clause("R6.2", "R3.5")
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        pytest.param("r4 r5 J=r6", "r6 k9 b9", "r4 r5 r6 / k9 b9 J=r9", id="its tile comes from the rack"),
        pytest.param(
            "r4 r5 J=r6 / k6 b6 r6 o6",
            "k9 b9",
            "r4 r5 r6 / k6 b6 o6 / k9 b9 J=r9",
            id="its tile comes from the table",
        ),
        pytest.param("k7 b7 J=r7", "o7 k9 b9", "k7 b7 o7 / k9 b9 J=r9", id="a group takes either colour"),
        pytest.param("k7 b7 J=r7", "r7 k9 b9", "k7 b7 r7 / k9 b9 J=r9", id="a group takes the other colour"),
        pytest.param(
            "r4 r5 r6 J=r7 r8 r9 r10", "k9 b9", "r4 r5 r6 / r8 r9 r10 / k9 b9 J=r9", id="its set is split"
        ),
        pytest.param("r4 r5 J=r6", "r3 b7 r7", "r3 r4 r5 / b7 r7 J=k7", id="its set is made another way"),
    ],
)
def test_joker_is_freed_and_lies_in_a_set_again(before: str, rack: str, after: str) -> None:
    game = Game.at(before, f"{rack} k13", "k2").lay(after.replace("=r9", "").replace("=k7", ""))
    kept = {each for meld in parse_table(after) for each in meld if each.origin != "J"}
    assert {each for meld in game.state.table.melds for each in meld if each.origin != "J"} == kept
    assert game.rack(0) == "k13"


@pytest.mark.clause("R6.3")
@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        pytest.param("r4 r5 J=r6", "r3 b7 r7", "r3 r4 r5 / b7 r7 J", id="the tile is not there"),
        pytest.param(
            "r4 r5 r6 J=r7 r8 r9 r10", "k9 b9", "r4 r5 r6 / r8 r9 r10 / k9 b9 J", id="the set is only split"
        ),
        pytest.param("k7 b7 J=r7", "k9 b9 k6 k8 b8 b6", "k6 k7 k8 / b6 b7 b8 / k9 b9 J", id="no seven came"),
    ],
)
def test_strict_joker_stays_what_it_is(before: str, rack: str, after: str) -> None:
    refused_table(Game.at(before, f"{rack} k13", "k2", jokers="strict"), after, "R6.3")
    Game.at(before, f"{rack} k13", "k2").lay(after)


@pytest.mark.clause("R6.3")
@pytest.mark.parametrize(
    ("before", "rack", "after", "named"),
    [
        ("r4 r5 J=r6", "r6 k9 b9", "r4 r5 r6 / k9 b9 J", "r4 r5 r6 / k9 b9 J=r9"),
        ("k7 b7 J=r7", "o7 k9 b9", "k7 b7 o7 / k9 b9 J", "k7 b7 o7 / k9 b9 J=r9"),
        # It moves as the tile it stands for, and is named so although more would be worth more.
        ("r4 r5 J=r6", "r3 r7 r8", "r3 r4 r5 / J r7 r8", "r3 r4 r5 / J=r6 r7 r8"),
        (
            "k7 b7 J=r7",
            "k6 k8 b6 b8 o5 o6",
            "k6 k7 k8 / b6 b7 b8 / o5 o6 J",
            "k6 k7 k8 / b6 b7 b8 / o5 o6 J=o7",
        ),
        ("r4 r5 J=r6", "r3", "r3 r4 r5 J", "r3 r4 r5 J=r6"),
    ],
)
def test_strict_joker_is_freed_by_its_tile_or_moves_as_it(
    before: str, rack: str, after: str, named: str
) -> None:
    assert Game.at(before, f"{rack} k13", "k2", jokers="strict").lay(after).table == named


@pytest.mark.clause("R6.3")
def test_one_tile_frees_only_one_of_two_strict_jokers() -> None:
    before, after = "r4 r5 J=r6 / r4 r5 J=r6", "r4 r5 r6 / r4 r5 r3 / k9 b9 J / k8 b8 J"
    rack = "r6 r3 k9 b9 k8 b8 k13"
    refused_table(Game.at(before, rack, "k2", jokers="strict"), after, "R6.3")
    Game.at(before, f"{rack} r6", "k2", jokers="strict").lay("r4 r5 r6 / r3 r4 r5 r6 / k9 b9 J / k8 b8 J")


@pytest.mark.clause("R6.3")
def test_strict_jokers_may_change_their_parts() -> None:
    # The joker of the run comes into the group as the orange seven; the red seven was there for the other.
    before, rack = "k7 b7 J=r7 / o5 o6 J=o7 / r7 r8 r9", "o4 k3 b3 k13"
    after = "k7 b7 J / o4 o5 o6 / r7 r8 r9 / k3 b3 J"
    Game.at(before, rack, "k2", jokers="strict").lay(after)
    without_seven = before.replace("r7 r8 r9", "r9 r10 r11"), after.replace("r7 r8 r9", "r9 r10 r11")
    refused_table(Game.at(without_seven[0], rack, "k2", jokers="strict"), without_seven[1], "R6.3")


# --- R7: time and mistakes ----------------------------------------------------------------------------


@pytest.mark.clause("R7.1")
def test_turn_lasts_a_minute_unless_agreed_otherwise() -> None:
    assert options_of().turn_seconds == 60
    for seconds in (30, 40, None):
        options = options_of(turn_seconds=seconds)
        assert GAME.codec.decode_options(GAME.codec.encode(options)).turn_seconds == seconds


@pytest.mark.clause("R7.2")
@pytest.mark.parametrize(("n", "drawn"), [(1, "o9"), (3, "o9 o8 o7")])
def test_end_of_the_time_costs_a_penalty_and_the_turn(n: int, drawn: str) -> None:
    game = Game.at("r1 r2 r3", "k1", "k2", drawing="o9 o8 o7", penalty_tiles=n).do(0, TimedOut())
    assert game.kinds() == ["TableRestored"]
    assert (game.table, game.rack(0), game.turn) == ("r1 r2 r3", f"k1 {drawn}", 1)


@pytest.mark.clause("R7.2")
def test_penalty_goes_as_far_as_the_bank() -> None:
    game = Game.at("", "k1", "k2", bank="o9 o8", penalty_tiles=3).do(0, TimedOut())
    assert game.kinds() == ["TableRestored", "BankEmptied"]
    assert game.state.table.rack_sizes == (3, 1)


@pytest.mark.clause("R7.3")
def test_mistake_is_refused_and_the_turn_goes_on() -> None:
    game = Game.at("b4 b5 b6", "b8 k1", "k2")
    refused_table(game, "b4 b5 b6 b8", "R3.3", "7 is missing")
    assert game.turn == 0


@pytest.mark.clause("R7.4")
def test_option_penalty_restores_the_table_and_ends_the_turn() -> None:
    game = Game.at("b4 b5 b6", "b8 k1", "k2", drawing="o9", invalid="penalty").lay("b4 b5 b6 b8")
    assert game.kinds() == ["TableRestored"]
    assert (game.table, game.rack(0), game.turn) == ("b4 b5 b6", "b8 k1 o9", 1)
    event = game.events[0]
    assert isinstance(event, TableRestored)
    assert (event.cause, event.clause) == ("mistake", "R3.3")
    assert "b4 b5 b6 b8: 7 is missing in the run" in str(event.problem)


@pytest.mark.clause("R7.4")
def test_option_penalty_holds_for_an_opening_that_is_worth_too_little() -> None:
    game = Game.at("", "k9 b9 r9 k1", "k2", opened=(), invalid="penalty").lay("k9 b9 r9")
    assert game.kinds() == ["TableRestored"]
    assert game.state.table.opened == ()


@pytest.mark.clause("R7.4", "R7.6")
def test_mistake_in_the_last_move_costs_only_the_move() -> None:
    game = Game.at("b4 b5 b6", "k1", "b8 k3", bank="o9", invalid="penalty").do(0, Draw())
    game.lay("b4 b5 b6 b8")
    assert game.kinds() == ["TableRestored"]
    assert (game.state.table.rack_sizes, game.turn) == ((2, 2), 0)


@pytest.mark.clause("R7.4")
def test_tiles_that_do_not_add_up_are_refused_even_so() -> None:
    game = Game.at("b4 b5 b6", "b8 k1", "k2", invalid="penalty")
    refused_table(game, "b4 b5 b6 b7", "R4.3")
    refused_table(game, "b4 b5 b8", "R4.4")


@pytest.mark.clause("R7.4")
def test_mistake_is_told_to_its_maker_alone_and_not_before() -> None:
    game = Game.at("b4 b5 b6", "b8 k1", "k2", invalid="penalty")
    wrong = game.table_of("b4 b5 b6 b8")
    preview = GAME.preview(GAME.view(game.state, 0), wrong)
    assert (preview.problem, preview.parts) == (None, ())
    told = GAME.redact(game.do(0, wrong).events[0], 1)
    assert isinstance(told, TableRestored)
    assert (told.problem, told.rack.tiles) == (None, ())


@pytest.mark.clause("R7.3")
def test_preview_tells_the_mistake_where_it_is_only_refused() -> None:
    game = Game.at("b4 b5 b6", "b7 b8 k1", "k2")
    view = GAME.view(game.state, 0)
    preview = GAME.preview(view, game.table_of("b4 b5 b6 b8"))
    assert (preview.clause, str(preview.problem)) == ("R3.3", "b4 b5 b6 b8: 7 is missing in the run")
    assert GAME.preview(view, game.table_of("b4 b5 b6 b7 b8")).points == 15


@pytest.mark.clause("R7.3")
@pytest.mark.parametrize(
    ("meld", "clause", "lack"),
    [
        ("b8 b9", "R3.1", "1 missing"),
        ("k7 o7 k7", "R3.2", "7 twice"),
        ("k1 k2 k3 k3", "R3.3", "3 twice"),
        ("o4 r4 b4 k4 J", "R3.2", "too many"),
        ("r8 r9 r11", "R3.3", "no 10"),
        ("r12 r13 r1", "R3.4", "13, then 1"),
        ("r12 k3 b1", "R3.1", "no set"),
    ],
)
def test_preview_tells_each_set_that_is_none_what_it_lacks(meld: str, clause: str, lack: str) -> None:
    game = Game.at("b4 b5 b6", f"{meld} k10 k11 k12", "k2")
    view = GAME.view(game.state, 0)
    kept, good, bad = GAME.preview(view, game.table_of(f"b4 b5 b6 / k10 k11 k12 / {meld}")).parts
    assert (kept.points, kept.problem, good.points, good.problem) == (15, None, 33, None)
    assert (bad.points, bad.clause, str(bad.lack)) == (0, clause, lack)
    assert str(bad.problem).startswith(f"{meld}: ")


@pytest.mark.clause("R5.1")
def test_preview_of_a_small_opening_tells_what_its_sets_are_worth() -> None:
    game = Game.at("b4 b5 b6", "k7 k8 k9 o1", "k2", opened=())
    preview = GAME.preview(GAME.view(game.state, 0), game.table_of("b4 b5 b6 / k7 k8 k9"))
    assert preview.clause == "R5.1"
    assert [part.points for part in preview.parts] == [15, 24]


@pytest.mark.clause("R7.6")
def test_end_of_the_time_costs_nothing_once_the_bank_is_empty() -> None:
    game = Game.at("", "k1 k2", "k3 k4", bank="o9").do(0, Draw()).do(1, TimedOut())
    assert game.kinds() == ["Passed"]
    assert game.state.table.rack_sizes == (3, 2)


@pytest.mark.clause("R3.3", "R4.2")
def test_same_table_told_in_another_order_is_the_same_lay() -> None:
    before, rack = "J=r3 r4 r5 / k4 b4 r4 o4 / b10 b11 b12", "b3 b5 b13 k13"
    one = Game.at(before, rack, "k2").lay("J=r3 r4 r5 / k4 r4 o4 / b10 b11 b12 b13 / b3 b4 b5")
    other = Game.at(before, rack, "k2").lay("b5 b4 b3 / b13 b10 b12 b11 / r5 J r4 / o4 r4 k4")
    assert sorted(one.state.table.melds) == sorted(other.state.table.melds)
    assert one.state.racks == other.state.racks
