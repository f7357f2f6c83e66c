"""Clauses S8 and S9: the end, time and leaving."""

import pytest

from stolik.core.tiles import letter_tile
from stolik.crossboard.board import Laid
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place, Resign, TimedOut
from stolik.games.scrabble.events import Ended

from .table import EMPTY, WRONG, Bench, going_out, lose_turn, played, refused, with_small_set

# S8


@pytest.mark.clause("S8.1", "S8.5", "S8.6")
@pytest.mark.parametrize(("preset", "rack", "value"), [("pl", "ŻB", 8), ("br", "XA", 9), ("pl", "ŚB", 8)])
def test_who_goes_out_gains_what_the_other_loses(
    preset: str, rack: str, value: int, scrabble: Scrabble
) -> None:
    bench = going_out(scrabble, rack, preset).lay("8H KOT" if preset == "pl" else "8H ATO")
    points = bench.scored
    assert bench.scores == (points + value, -value)
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("out", (0,))
    assert scrabble.to_act(bench.state) == frozenset()


@pytest.mark.clause("S8.1")
def test_going_out_needs_an_empty_bag(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, challenge="off").give(0, "KOT").lay("8H KOT")
    assert scrabble.outcome(bench.state) is None


@pytest.mark.clause("S8.1")
def test_play_taken_back_does_not_end_the_game(scrabble: Scrabble) -> None:
    bench = going_out(scrabble, "ŻB", challenge="free")
    bench.do(
        0, Place((Laid(7, 7, letter_tile("T")), Laid(7, 8, letter_tile("K")), Laid(7, 9, letter_tile("O"))))
    )
    assert scrabble.outcome(bench.do(1, Challenge()).state) is None


@pytest.mark.clause("S8.2", "S8.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_game_ends_when_everybody_has_passed_twice_running(seats: int, scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, seats)
    for seat in range(seats):
        bench.give(seat, "ŻB" if seat == 0 else "AAA")
    for _ in range(2 * seats - 1):
        bench.do(bench.turn, Pass())
        assert scrabble.outcome(bench.state) is None
    bench.do(bench.turn, Pass())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "passes"
    # Nobody went out, so everybody only loses.
    assert bench.scores == (-8, *(-3 for _ in range(seats - 1)))


@pytest.mark.clause("S8.2")
def test_exchange_breaks_the_row_of_passes(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).do(0, Pass()).do(1, Pass()).do(0, Pass())
    bench.do(1, Exchange(bench.state.racks[1].tiles[:1]))
    for _ in range(3):
        bench.do(bench.turn, Pass())
    assert scrabble.outcome(bench.state) is None
    assert scrabble.outcome(bench.do(bench.turn, Pass()).state) is not None


@pytest.mark.clause("S8.2", "S9.5")
@pytest.mark.parametrize(("seats", "leavers", "passes"), [(3, [1], 4), (4, [2, 3], 4), (3, [0], 4)])
def test_passes_of_those_who_have_left_end_nothing(
    seats: int, leavers: list[int], passes: int, scrabble: Scrabble
) -> None:
    bench = Bench.dealt(scrabble, seats)
    for _ in range(passes):
        bench.do(bench.turn, Pass())
    for seat in leavers:
        bench.do(seat, Resign())
    assert scrabble.outcome(bench.state) is None


@pytest.mark.clause("S8.2")
def test_lost_turn_is_no_pass(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).do(0, Pass()).do(1, Pass()).do(0, Pass()).give(1, "KOTAZEI")
    bench.lay(WRONG).do(0, Challenge())
    assert scrabble.outcome(bench.state) is None


@pytest.mark.clause("S8.3")
def test_tournament_ends_after_five_passes_and_lost_turns_running(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="pl-tournament")
    bench.do(0, Pass())
    lose_turn(bench)
    bench.do(0, Pass())
    lose_turn(bench)
    assert scrabble.outcome(bench.state) is None
    lose_turn(bench)
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "quiet"


@pytest.mark.clause("S8.3")
def test_casual_game_knows_no_limit_of_lost_turns(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble)
    for _ in range(8):
        lose_turn(bench)
    assert scrabble.outcome(bench.state) is None


@pytest.mark.clause("S8.4")
def test_option_ends_the_game_after_turns_without_a_play(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, scoreless_limit=6)
    for _ in range(6):
        assert scrabble.outcome(bench.state) is None
        bench.do(bench.turn, Exchange(bench.state.racks[bench.turn].tiles[:1]))
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "scoreless"


@pytest.mark.clause("S8.5")
def test_blank_left_on_the_rack_costs_nothing(scrabble: Scrabble) -> None:
    assert going_out(scrabble, "?B").lay("8H KOT").scores[1] == -3


@pytest.mark.clause("S8.6")
def test_who_goes_out_gains_all_other_racks(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "KOT/ŻB/AA", challenge="off")
    bench = with_small_set(bench, bench.state.bag())
    bench.lay("8H KOT")
    assert bench.scores == (10 + 8 + 2, -8, -2)


@pytest.mark.clause("S8.7")
def test_highest_score_wins_and_equal_scores_share(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, 3)
    for seat, rack in enumerate(("AB", "AA", "EE")):
        bench.give(seat, rack)
    for _ in range(6):
        bench.do(bench.turn, Pass())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.ranking == ((1, 2), (0,))
    assert outcome.winners == (1, 2)


@pytest.mark.clause("S8.8")
def test_nothing_ends_by_itself_when_no_play_is_possible(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).give(0, "Ź").give(1, "Ź")
    assert scrabble.outcome(bench.do(0, Pass()).state) is None


# S9


@pytest.mark.clause("S9.1")
def test_casual_turn_without_time_is_a_pass(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble)
    for _ in range(4):
        bench.do(bench.turn, TimedOut())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "passes"


@pytest.mark.clause("S9.1")
def test_answer_not_given_in_time_accepts_the_play(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3).do(2, TimedOut())
    assert scrabble.to_act(bench.state) == {1}
    assert bench.do(1, TimedOut()).scores == (10, 0, 0)


@pytest.mark.clause("S9.1")
def test_clock_that_does_not_run_cannot_run_out(scrabble: Scrabble) -> None:
    refused(Bench.dealt(scrabble), 1, TimedOut(), "S9.1")


@pytest.mark.clause("S9.2")
def test_tournament_player_without_time_moves_no_more(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="pl-tournament").do(0, TimedOut())
    assert bench.turn == 1
    bench.give(1, "KOTAZEI").lay("8H KOT")
    assert scrabble.to_act(bench.state) == {0}
    bench.do(0, Accept())
    assert bench.turn == 1
    refused(bench, 0, Pass(), "S3.1")


@pytest.mark.clause("S9.2")
def test_tournament_player_alone_ends_with_two_passes(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="pl-tournament").do(0, Pass()).do(1, Pass()).do(0, TimedOut())
    bench.do(1, Pass())
    assert scrabble.outcome(bench.state) is None
    outcome = scrabble.outcome(bench.do(1, Pass()).state)
    assert outcome is not None
    assert outcome.reason == "passes"


@pytest.mark.clause("S9.2")
def test_tournament_player_alone_ends_with_three_passes_and_lost_turns(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="pl-tournament").do(0, TimedOut())
    lose_turn(bench)
    bench.do(1, Pass())
    assert scrabble.outcome(bench.state) is None
    lose_turn(bench)
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "quiet"


@pytest.mark.clause("S9.6")
@pytest.mark.parametrize("preset", ["pl", "pl-tournament"])
def test_minute_of_overtime_costs_points_and_the_turn_goes_on(scrabble: Scrabble, preset: str) -> None:
    bench = Bench.dealt(scrabble, preset=preset, overtime_points=10)
    bench.do(0, TimedOut(overtime=True)).do(0, TimedOut(overtime=True))
    assert bench.scores == (-20, 0)
    assert bench.turn == 0
    bench.do(0, TimedOut())
    assert bench.scores == (-20, 0)
    assert bench.turn == 1


@pytest.mark.clause("S9.1")
def test_time_is_up_at_once_where_overtime_has_no_price(scrabble: Scrabble) -> None:
    assert Bench.dealt(scrabble).do(0, TimedOut(overtime=True)).turn == 1


@pytest.mark.clause("S9.3")
def test_tournament_ends_when_nobody_has_time(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="pl-tournament").give(0, "ŻB").give(1, "AA")
    bench.do(0, TimedOut()).do(1, TimedOut())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.reason == "time"
    assert bench.scores == (-8, -2)


@pytest.mark.clause("S9.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_when_one_of_two_leaves_the_other_wins(seat: int, scrabble: Scrabble) -> None:
    bench = played(scrabble).do(1, Accept()).do(seat, Resign())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.ranking == ((1 - seat,), (seat,))
    # Racks are not counted.
    assert outcome.scores == (10, 0)
    assert isinstance(bench.events[-1], Ended)


@pytest.mark.clause("S9.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_play_that_waits_stands_when_one_of_two_leaves(seat: int, scrabble: Scrabble) -> None:
    bench = played(scrabble).do(seat, Resign())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.scores == (10, 0)
    assert outcome.winners == (1 - seat,)
    assert bench.state.table.pending is None


@pytest.mark.clause("S9.4")
def test_last_one_of_many_wins_when_all_others_leave(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, 3).do(2, Resign()).do(0, Resign())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.ranking == ((1,), (0,), (2,))


@pytest.mark.clause("S9.5")
def test_rest_play_on_when_one_of_three_leaves(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3, challenge="off")
    bench.do(0, Resign())
    assert bench.turn == 1
    unseen = {kind.letter: kind.count for kind in scrabble.view(bench.state, None).unseen}
    assert sum(unseen.values()) == 97
    bench.do(1, Pass())
    assert bench.turn == 2
    bench.do(2, Pass())
    assert bench.turn == 1
    bench.give(1, "ŻB").give(2, "AA").do(1, Pass()).do(2, Pass())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    # Ten points do not help who has left, and that rack is not counted.
    assert outcome.ranking == ((2,), (1,), (0,))
    assert outcome.scores == (10, -8, -2)


@pytest.mark.clause("S9.5")
def test_leaving_while_a_play_waits_counts_as_no_answer(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3).do(1, Accept()).do(2, Resign())
    assert bench.scores == (10, 0, 0)
    assert bench.turn == 1


@pytest.mark.clause("S9.5")
def test_who_has_left_takes_no_part(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, 3).do(1, Resign())
    refused(bench, 1, Pass(), "S3.1")
    refused(bench, 1, Resign(), "S3.1")
