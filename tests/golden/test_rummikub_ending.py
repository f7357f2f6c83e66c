"""Clauses R8 to R10: the end, the points, matches and leaving."""

from typing import Any

import msgspec
import pytest

from stolik.games.rummikub.actions import AnnounceOpening, Draw, Lay, Pass, Resign
from stolik.games.rummikub.ending import match_totals
from stolik.games.rummikub.opening import find_opening
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import meld_value, rack_value
from stolik.games.rummikub.state import Turn
from stolik.games.rummikub.tiletext import parse_tiles

from .number_tiles import GAME, Game, options_of, refused

OUT = "r1 r2 r3"


def _went_out(*others: str, opened: tuple[int, ...] | None = None, **changes: Any) -> Game:
    """Seat 0 lays its last tiles after everybody had a turn."""
    return _after_a_round(Game.at("", OUT, *others, opened=opened, **changes)).add(OUT)


def _after_a_round(game: Game) -> Game:
    seats = range(game.state.table.seats)
    game.state = game.state.with_table(turns=tuple(Turn(seat, "pass") for seat in seats))
    return game


def _played_out(*racks: str, **changes: Any) -> Game:
    """The bank is empty and everybody passes."""
    game = Game.at("", *racks, bank="k1", drawing="k1", **changes)
    game.do(0, Draw())
    while not game.over:
        game.do(game.turn, Pass())
    return game


# --- R8: the end --------------------------------------------------------------------------------------


@pytest.mark.clause("R8.1")
def test_laying_the_last_tile_ends_the_game_at_once() -> None:
    game = _went_out("k2", "k3")
    assert game.kinds() == ["Laid", "Ended"]
    assert (game.outcome.reason, game.outcome.winners) == ("out", (0,))


@pytest.mark.clause("R8.2")
def test_everybody_has_one_more_move_when_the_bank_is_empty() -> None:
    game = Game.at("", "k1 k2", "k3 k4", "k5 k6", bank="o9 o8").do(0, Draw())
    assert game.kinds() == ["Drawn"]
    assert game.do(1, Draw()).kinds() == ["Drawn", "BankEmptied"]
    # Seat 1 drew the last tile and moves last.
    order = []
    while not game.over:
        order.append(game.turn)
        game.do(game.turn, Pass())
    assert order == [2, 0, 1]
    assert game.outcome.reason == "bank empty"


@pytest.mark.clause("R8.2", "R8.1")
def test_last_move_may_lay_and_may_end_the_game() -> None:
    game = Game.at("", "k1 k2", "r4 r5 r6 k4", OUT, bank="o9").do(0, Draw())
    game.add("r4 r5 r6")
    assert not game.over
    assert game.add(OUT).outcome.reason == "out"


@pytest.mark.clause("R8.3")
def test_seat_draws_while_it_can_and_passes_only_then() -> None:
    game = Game.at("", "k1 k2", "k3 k4", bank="o9")
    refused(game, 0, Pass(), "R8.3")
    game.do(0, Draw())
    refused(game, 1, Draw(), "R8.3")
    game.do(1, Pass())


@pytest.mark.clause("R8.4")
def test_lowest_rack_wins_when_the_bank_is_empty() -> None:
    game = _played_out("k13", "k5", "k7")
    assert game.outcome.ranking == ((1,), (2,), (0,))


# --- R9: points ---------------------------------------------------------------------------------------


@pytest.mark.clause("R9.1", "R9.7")
def test_losers_write_their_racks_and_the_winner_writes_the_sum() -> None:
    assert _went_out("k5", "k13 r3", "b1 b2").outcome.scores == (24, -5, -16, -3)


@pytest.mark.clause("R9.2")
def test_joker_left_on_a_rack_costs_thirty() -> None:
    assert rack_value(parse_tiles("J k5")) == 35
    assert _went_out("J k5").outcome.scores == (35, -35)


@pytest.mark.clause("R9.3")
def test_who_has_not_opened_writes_minus_hundred() -> None:
    assert _went_out("k5 b7", "k1", opened=(0, 2)).outcome.scores == (101, -100, -1)


@pytest.mark.clause("R9.3")
def test_hundred_replaces_a_rack_that_would_cost_more() -> None:
    rack = "k13 k13 b13 b13 k11 k11 r9 r9 o7 o7"
    assert rack_value(parse_tiles(rack)) > 100
    assert _went_out(rack, opened=(0,)).outcome.scores == (100, -100)


@pytest.mark.clause("R9.4")
@pytest.mark.parametrize(
    "rack",
    [
        "k10 b10 r10",
        "k10 b10 J",  # jokers count
        "k9 b9 r9 o1 o2 o3",
        "r1 r2 r3 b4 b5 b6 o3 o4 o5",
        "r11 J J",
    ],
)
def test_who_could_have_opened_writes_minus_two_hundred(rack: str) -> None:
    assert _went_out(rack, opened=(0,)).outcome.scores == (200, -200)


@pytest.mark.clause("R9.4")
def test_who_never_had_a_turn_could_not_have_opened() -> None:
    assert Game.at("", OUT, "k10 b10 r10", opened=(0,)).add(OUT).outcome.scores == (100, -100)


@pytest.mark.clause("R9.5")
def test_tile_of_the_latest_turn_does_not_count() -> None:
    game = Game.at("", "k10 b10 o1", OUT, opened=(1,), drawing="r10").do(0, Draw()).add(OUT)
    assert game.outcome.scores == (-100, 100)


@pytest.mark.clause("R9.5")
def test_opening_without_the_latest_tile_counts() -> None:
    game = Game.at("", "k10 b10 o10 o1", OUT, opened=(1,), drawing="r10").do(0, Draw()).add(OUT)
    assert game.outcome.scores == (-200, 200)


@pytest.mark.clause("R9.5")
def test_tile_of_an_earlier_turn_counts() -> None:
    game = Game.at("", "k10 b10 o1", "r4 r5", opened=(1,), drawing="r10 r6 o9")
    game.do(0, Draw()).do(1, Draw()).do(0, Draw())
    assert game.rack(0) == "k10 b10 o1 r10 o9"
    assert game.add("r4 r5 r6").outcome.scores == (-200, 200)


@pytest.mark.clause("R9.6")
def test_announcement_is_needed_where_it_is_required() -> None:
    def play(announce: bool) -> tuple[int, ...]:
        game = Game.at("", "k10 b10 o1", OUT, opened=(1,), drawing="r10", announce="required").do(0, Draw())
        if announce:
            game.do(0, AnnounceOpening())
            assert game.kinds() == ["OpeningAnnounced"]
        return game.add(OUT).outcome.scores

    assert play(announce=True) == (-100, 100)
    assert play(announce=False) == (-200, 200)


@pytest.mark.clause("R9.6")
def test_announcement_is_made_after_drawing_and_before_the_next_turn() -> None:
    refused(Game.at("", "k10", "k4", opened=()).do(0, Draw()), 0, AnnounceOpening(), "R9.6")
    game = Game.at("", "k10 b10", "k4", opened=(), announce="required")
    refused(game, 0, AnnounceOpening(), "R9.6")
    game.do(0, Draw()).do(0, AnnounceOpening())
    refused(game, 0, AnnounceOpening(), "R9.6")
    game.do(1, Draw())
    assert game.do(0, Draw()).state.table.announced == ()
    assert game.do(0, AnnounceOpening()).do(1, Draw()).turn == 0
    game = Game.at("", "k10 b10", "k4", announce="required").do(0, Draw())
    refused(game, 0, AnnounceOpening(), "R9.6")  # it has opened


@pytest.mark.clause("R9.8", "R9.1")
def test_rulebook_example_of_the_empty_bank_gives_29() -> None:
    game = Game.at("", "r4 r5 r6", "k5", "k10", "k13 k2", bank="k1", drawing="k1").do(0, Draw())
    for _ in range(3):
        game.do(game.turn, Pass())
    assert game.add("r4 r5 r6").outcome.scores == (29, -5, -10, -15)


@pytest.mark.clause("R9.9", "R8.4")
def test_winners_who_share_divide_the_sum_and_round_down() -> None:
    # Racks of 6, 6 and 11: (11 - 6) / 2 is 2 each.
    game = _played_out("k5", "k6", "k11")
    assert game.outcome.scores == (2, 2, -11)
    assert game.outcome.ranking == ((0, 1), (2,))


@pytest.mark.clause("R9.10")
def test_racks_count_as_they_are_when_the_bank_is_empty() -> None:
    assert _played_out("k2", "k10 b10 r10", opened=(0,)).outcome.scores == (27, -30)


@pytest.mark.clause("R9.10", "R9.3", "R9.4")
def test_option_makes_unopened_seats_pay_then_too() -> None:
    game = _played_out("k2", "k10 b10 r10", "k4", opened=(0,), unopened_pay_always=True)
    assert game.outcome.scores == (297, -200, -100)


# --- whether an opening is held -----------------------------------------------------------------------


@pytest.mark.clause("R9.4")
@pytest.mark.parametrize(
    ("rack", "held"),
    [
        ("k9 b9 r9", False),
        ("k9 b9 r9 o9", True),
        ("r1 r2 r3 r4 r5 r6 r7", False),  # 28
        ("r1 r2 r3 r4 r5 r6 r7 r8", True),
        ("r3 r4 r5 r5 b5 o5", False),  # 27: the second five is needed twice over
        ("r3 r4 r5 b5 o5 k5", False),  # 20 or 12 and 15, as the red five lies in one set
        ("r3 r4 r5 r5 b5 o5 k5", True),
        ("J J k1 b2 o5", False),
        ("J J J k1", True),
        ("k10 b10", False),
    ],
)
def test_opening_is_found_where_there_is_one(rack: str, held: bool) -> None:
    tiles = parse_tiles(rack)
    found = find_opening(tiles, 30)
    assert (found is not None) == held
    if found is not None:
        assert sum(map(meld_value, found)) >= 30
        game = Game.at("", f"{rack} o13", "k1", opened=(), n_jokers=4).do(0, Lay(found))
        assert game.state.table.opened == (0,)


# --- R10: matches and leaving -------------------------------------------------------------------------


@pytest.mark.clause("R10.1", "R9.7", "R2.5")
def test_running_table_of_the_rulebook() -> None:
    # Seats A to D; the winner lays out, the others keep these racks.
    games = [
        (0, ["", "k5", "k13 r3", "b1 b2"], (24, -5, -16, -3)),
        (2, ["k6", "k11", "", "k5"], (-6, -11, 22, -5)),
        (3, ["k13 r13 r6", "k13", "k2", ""], (-32, -13, -2, 47)),
    ]
    options: Options = options_of()
    starters = []
    for winner, racks, row in games:
        game = Game.at("", *(rack or OUT for rack in racks))
        game.state = game.state.with_table(options=options, turn=winner, starter=options.starter or 0)
        game.add(OUT)
        assert game.outcome.scores == row
        view = GAME.view(game.state, None)
        options = GAME.next_game(options, game.outcome)
        starters.append(options.starter)
        assert view.totals == match_totals(options, 4)
    assert starters == [1, 2, 3]
    assert view.totals == (-14, -29, 4, 39)
    assert options.earlier_games == tuple(row for _, _, row in games)


@pytest.mark.clause("R10.2")
def test_last_one_at_the_table_wins_as_if_gone_out() -> None:
    game = Game.at("", "k5 k6", "k13").do(0, Resign())
    assert (game.outcome.reason, game.outcome.ranking) == ("resigned", ((1,), (0,)))
    assert game.outcome.scores == (-11, 11)


@pytest.mark.clause("R10.3")
def test_others_play_on_and_the_rack_left_behind_counts_for_the_winner() -> None:
    game = Game.at("", "k1", "k13", f"{OUT} k4").do(1, Resign())
    assert not game.over
    assert game.do(0, Draw()).turn == 2
    game.state = game.state.with_rack(2, game.state.racks[2].without_tiles(parse_tiles("k4")))
    game.add(OUT)
    assert game.outcome.scores[1:] == (-13, 13 - game.outcome.scores[0])
    assert game.outcome.ranking == ((2,), (0,), (1,))


@pytest.mark.clause("R10.3")
def test_who_left_ranks_last_even_with_the_lowest_rack() -> None:
    game = Game.at("", "k9", "k1", "k7", bank="o1").do(1, Resign()).do(0, Draw())
    game.do(2, Pass()).do(0, Pass())
    assert game.outcome.ranking == ((2,), (0,), (1,))
    assert game.outcome.scores == (-10, -1, 4)


@pytest.mark.clause("R10.3")
def test_turn_goes_on_when_the_seat_to_move_leaves() -> None:
    game = Game.at("", "k9", "k1", "k7", bank="o1").do(0, Resign())
    assert game.turn == 1
    game.do(1, Draw()).do(2, Resign())
    assert game.outcome.winners == (1,)


def test_options_of_a_match_come_back_from_their_text() -> None:
    options = msgspec.structs.replace(options_of(), earlier_games=((1, -1), (2, -2)))
    assert GAME.codec.decode_options(GAME.codec.encode(options)) == options
