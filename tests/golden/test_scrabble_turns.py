"""Clauses S6 to S9: exchanging, challenging, ending, time and leaving."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.game import IllegalAction
from stolik.core.tiles import letter_tile, origins, tiles_of
from stolik.crossboard.board import Laid
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place, Resign, TimedOut
from stolik.games.scrabble.events import ChallengeRejected, ChallengeUpheld, Ended, Exchanged
from stolik.words.store import Lexicons

from .table import EMPTY, Bench

KOT = "/".join(["15"] * 7 + ["7KOT5"] + ["15"] * 7)
#: Not a word of any list.
WRONG = "8H KZO"


def refused(bench: Bench, seat: int, action: Any, clause: str) -> None:
    before = bench.state
    with pytest.raises(IllegalAction) as refusal:
        bench.do(seat, action)
    assert refusal.value.clause == clause
    assert bench.state == before


def played(game: Scrabble, seats: int = 2, text: str = "8H KOT", **changes: Any) -> Bench:
    """A fresh game in which seat 0 has just laid a play."""
    bench = Bench.dealt(game, seats, **changes).give(0, "KOTAZEI")
    return bench.lay(text)


# S6


@pytest.mark.clause("S6.1")
@pytest.mark.parametrize("n", range(1, 8))
def test_exchange_gives_any_number_of_tiles_for_as_many(n: int, scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble)
    given = bench.state.racks[0].tiles[:n]
    bench.do(0, Exchange(given))
    assert len(bench.state.racks[0]) == 7
    assert bench.state.table.bag_size == 86
    assert bench.turn == 1
    assert bench.scores == (0, 0)


@pytest.mark.clause("S6.1")
def test_exchange_of_nothing_is_refused(scrabble: Scrabble) -> None:
    refused(Bench.dealt(scrabble), 0, Exchange(()), "S6.1")


def nearly_empty_bag(game: Scrabble, left: int, preset: str = "pl", **changes: Any) -> Bench:
    """Seat 0 to move with a few tiles in the bag; seat 1 holds the rest."""
    bench = Bench.dealt(game, preset=preset, **changes)
    bag = bench.state.bag_tiles()
    taken = bag[: len(bag) - left]
    hoard = bench.state.racks[1].with_tiles(taken)
    bench.state = bench.state.with_rack(1, hoard)
    assert bench.state.table.bag_size == left
    return bench


@pytest.mark.clause("S6.1")
def test_exchange_takes_no_more_than_the_bag_holds(scrabble: Scrabble) -> None:
    bench = nearly_empty_bag(scrabble, 2)
    rack = bench.state.racks[0].tiles
    refused(bench, 0, Exchange(rack[:3]), "S6.1")
    bench.do(0, Exchange(rack[:2]))
    assert len(bench.state.racks[0]) == 7


@pytest.mark.clause("S6.2")
def test_no_exchanged_tile_comes_straight_back(scrabble: Scrabble) -> None:
    for seed in range(30):
        bench = nearly_empty_bag(scrabble, 3, seed=f"exchange {seed}")
        bag = bench.state.bag()
        given = bench.state.racks[0].tiles[:3]
        bench.do(0, Exchange(given))
        exchanged = bench.events[0]
        assert isinstance(exchanged, Exchanged)
        assert origins(exchanged.drawn.tiles) == bag
        assert bench.state.bag() == origins(given)


@pytest.mark.clause("S6.3")
def test_tournament_exchange_needs_seven_tiles_in_the_bag(scrabble: Scrabble) -> None:
    bench = nearly_empty_bag(scrabble, 6, "pl-tournament")
    refused(bench, 0, Exchange(bench.state.racks[0].tiles[:1]), "S6.3")
    bench = nearly_empty_bag(scrabble, 7, "pl-tournament")
    bench.do(0, Exchange(bench.state.racks[0].tiles[:1]))
    assert bench.turn == 1


@pytest.mark.clause("S6.4", "S6.1")
def test_pass_changes_nothing_but_the_turn(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble)
    racks = bench.state.racks
    bench.do(0, Pass())
    assert (bench.turn, bench.scores, bench.state.racks) == (1, (0, 0), racks)


# S7


@pytest.mark.clause("S7.1")
def test_play_is_neither_scored_nor_refilled_before_it_is_accepted(scrabble: Scrabble) -> None:
    bench = played(scrabble)
    assert bench.scores == (0, 0)
    assert len(bench.state.racks[0]) == 4
    assert scrabble.to_act(bench.state) == {1}
    bench.do(1, Accept())
    assert bench.scores == (10, 0)
    assert len(bench.state.racks[0]) == 7
    assert bench.turn == 1


@pytest.mark.clause("S7.1")
def test_nothing_can_be_answered_without_a_play(scrabble: Scrabble) -> None:
    refused(Bench.dealt(scrabble), 1, Accept(), "S7.1")
    refused(Bench.dealt(scrabble), 1, Challenge(), "S7.1")
    refused(played(scrabble).do(1, Accept()), 1, Challenge(), "S7.1")


@pytest.mark.clause("S7.2")
def test_opponents_move_accepts_the_play(scrabble: Scrabble) -> None:
    bench = played(scrabble).do(1, Pass())
    assert bench.kinds() == ["Accepted", "PlayScored", "TilesDrawn", "Passed"]
    assert bench.scores == (10, 0)


@pytest.mark.clause("S7.2")
def test_opponents_play_accepts_the_play_before_it(scrabble: Scrabble) -> None:
    bench = played(scrabble).give(1, "YAAAAAA")
    laid = (Laid(7, 10, letter_tile("Y")),)
    bench.do(1, Place(laid))
    assert bench.kinds() == ["Accepted", "PlayScored", "TilesDrawn", "Placed"]
    assert scrabble.to_act(bench.state) == {0}


@pytest.mark.clause("S7.2")
def test_opponents_illegal_move_accepts_nothing(scrabble: Scrabble) -> None:
    bench = played(scrabble)
    refused(bench, 1, Exchange(()), "S6.1")
    assert bench.scores == (0, 0)


@pytest.mark.clause("S7.2")
def test_play_that_ends_the_game_waits_for_an_answer(scrabble: Scrabble) -> None:
    bench = going_out(scrabble, "ŻB", challenge="free").lay("8H KOT")
    refused(bench, 1, Pass(), "S7.2")
    assert scrabble.outcome(bench.do(1, Accept()).state) is not None


@pytest.mark.clause("S7.2", "S9.5")
def test_move_answers_only_where_it_is_the_last_answer_and_the_next_turn(scrabble: Scrabble) -> None:
    # The mover leaves while the play waits: two are left, and both owe an answer.
    bench = played(scrabble, 3).do(0, Resign())
    refused(bench, 1, Pass(), "S7.2")
    refused(bench, 2, Pass(), "S7.2")
    for seat in (1, 2):
        kinds = {type(action) for action in scrabble.actions(scrabble.view(bench.state, seat))}
        assert kinds == {Accept, Challenge, Resign}
    bench.do(1, Accept())
    refused(bench, 2, Pass(), "S7.2")
    bench.do(2, Accept())
    assert (bench.scores, bench.turn) == ((10, 0, 0), 1)


@pytest.mark.clause("S7.3")
def test_with_three_players_everybody_answers_before_anybody_moves(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3)
    assert scrabble.to_act(bench.state) == {1, 2}
    refused(bench, 1, Pass(), "S7.3")
    bench.do(2, Accept())
    assert scrabble.to_act(bench.state) == {1}
    refused(bench, 1, Pass(), "S7.3")
    assert bench.scores == (0, 0, 0)
    bench.do(1, Accept())
    assert bench.scores == (10, 0, 0)
    assert bench.turn == 1


@pytest.mark.clause("S7.4", "S4.7")
def test_invalid_word_goes_back_and_the_turn_is_lost(scrabble: Scrabble) -> None:
    bench = played(scrabble, text=WRONG).do(1, Challenge())
    verdict = bench.events[0]
    assert isinstance(verdict, ChallengeUpheld)
    assert verdict.words == ("KZO",)
    assert bench.scores == (0, 0)
    assert len(bench.state.table.board) == 0
    assert Counter(bench.state.racks[0].tiles) == Counter(tiles_of("KOTAZEI"))
    assert bench.turn == 1


@pytest.mark.clause("S7.4")
def test_blank_taken_back_is_a_blank_again(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).give(0, "KO?AAAA").lay("8H KOż").do(1, Challenge())
    assert Counter(bench.state.racks[0].tiles) == Counter(tiles_of("KO?AAAA"))


@pytest.mark.clause("S7.4")
def test_tiles_taken_back_are_known_to_all_until_they_are_played(scrabble: Scrabble) -> None:
    bench = played(scrabble, text=WRONG).do(1, Challenge())
    assert scrabble.view(bench.state, 1).table.shown[0] == tiles_of("KOZ")
    bench.do(1, Pass()).lay("8H KOT")
    assert scrabble.view(bench.state, 1).table.shown[0] == tiles_of("Z")
    bench = played(scrabble, text=WRONG).do(1, Challenge()).do(1, Pass())
    bench.do(0, Exchange(tiles_of("A")))
    assert scrabble.view(bench.state, 1).table.shown[0] == ()


@pytest.mark.clause("S7.5")
def test_valid_word_stands_and_a_free_challenge_costs_nothing(scrabble: Scrabble) -> None:
    bench = played(scrabble).do(1, Challenge())
    assert isinstance(bench.events[0], ChallengeRejected)
    assert bench.scores == (10, 0)
    assert bench.turn == 1
    assert bench.do(1, Pass()).turn == 0


@pytest.mark.clause("S7.6")
def test_brazilian_challenger_of_a_valid_word_loses_ten(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, preset="br").give(0, "GRATOIP").lay("8D GRATO").do(1, Challenge())
    assert bench.scores == (24, -10)
    assert bench.turn == 1


@pytest.mark.clause("S7.7")
def test_double_challenge_costs_the_challenger_a_turn(scrabble: Scrabble) -> None:
    bench = played(scrabble, challenge="double").do(1, Challenge())
    assert bench.kinds() == ["ChallengeRejected", "PlayScored", "TilesDrawn", "TurnLost"]
    assert (bench.scores, bench.turn) == ((10, 0), 0)


@pytest.mark.clause("S7.7")
def test_lost_turn_waits_until_it_comes_round(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3, challenge="double").do(2, Challenge())
    assert bench.turn == 1
    bench.do(1, Pass())
    assert bench.kinds() == ["Passed", "TurnLost"]
    assert bench.turn == 0
    bench.do(0, Pass())
    assert bench.turn == 1
    assert bench.do(1, Pass()).turn == 2


@pytest.mark.clause("S7.8")
@pytest.mark.parametrize(("rule", "bonus"), [("plus5", 5), ("plus10", 10)])
def test_wrong_challenge_may_reward_the_player_of_the_word(rule: str, bonus: int, scrabble: Scrabble) -> None:
    assert played(scrabble, challenge=rule).do(1, Challenge()).scores == (10 + bonus, 0)


@pytest.mark.clause("S7.9")
def test_first_challenge_decides_and_only_its_author_pays(scrabble: Scrabble) -> None:
    bench = played(scrabble, 4, challenge="minus10").do(3, Accept()).do(2, Challenge())
    assert bench.scores == (10, 0, -10, 0)
    assert bench.state.table.pending is None
    assert bench.turn == 1


@pytest.mark.clause("S7.9")
def test_nobody_challenges_an_own_play_or_after_accepting(scrabble: Scrabble) -> None:
    bench = played(scrabble, 3)
    refused(bench, 0, Challenge(), "S7.9")
    refused(bench.do(1, Accept()), 1, Challenge(), "S7.9")


@pytest.mark.clause("S7.9")
def test_one_wrong_word_takes_the_whole_play_back(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, KOT, "TAZ/AAA")
    bench.lay("9H TA").do(1, Challenge())
    verdict = bench.events[0]
    assert isinstance(verdict, ChallengeUpheld)
    assert "TA" not in verdict.words
    assert verdict.words
    assert len(bench.state.table.board) == 3


@pytest.mark.clause("S7.10")
def test_without_challenges_a_wrong_word_is_refused_at_once(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, challenge="off").give(0, "KOTAZEI")
    refused(bench, 0, bench.place(WRONG), "S4.7")
    bench.lay("8H KOT")
    assert bench.scores == (10, 0)
    assert scrabble.to_act(bench.state) == {1}


@pytest.mark.clause("S7.11")
def test_hateful_words_are_no_words_in_the_brazilian_game(scrabble: Scrabble) -> None:
    blocked = first_blocked("pt")
    assert registry.find_preset("br").options.block_list
    for allowed, block_list in ((False, True), (True, False)):
        bench = Bench.at(scrabble, EMPTY, f"{blocked}/A", "br", challenge="off", block_list=block_list)
        listed = list(scrabble.actions(scrabble.view(bench.state, 0)))
        assert (bench.place(f"8H {blocked}") in listed) == allowed
        if allowed:
            assert bench.lay(f"8H {blocked}").scored > 0
        else:
            refused(bench, 0, bench.place(f"8H {blocked}"), "S7.11")


@pytest.mark.clause("S7.11", "S7.4")
def test_challenge_of_a_hateful_word_says_that_it_is_excluded(scrabble: Scrabble) -> None:
    blocked = first_blocked("pt")
    bench = Bench.at(scrabble, EMPTY, f"{blocked}/A", "br").lay(f"8H {blocked}").do(1, Challenge())
    verdict = bench.events[0]
    assert isinstance(verdict, ChallengeUpheld)
    assert verdict.words == verdict.excluded == (blocked,)


def first_blocked(language: str) -> str:
    """A word of the block list that is in the word list and can be laid from one rack."""
    lexicon = Lexicons().open(language)
    return next(word for word in sorted(lexicon.blocked_words()) if len(word) <= 7)


@pytest.mark.clause("S7.12")
def test_preview_gives_a_verdict_only_where_nobody_challenges(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).give(0, "KOTAZEI")
    preview = scrabble.preview(scrabble.view(bench.state, 0), bench.place(WRONG))
    assert preview.problem is None
    assert preview.points > 0
    bench = Bench.dealt(scrabble, challenge="off").give(0, "KOTAZEI")
    assert scrabble.preview(scrabble.view(bench.state, 0), bench.place(WRONG)).clause == "S4.7"
    preview = scrabble.preview(scrabble.view(bench.state, 0), bench.place("1A KOT"))
    assert preview.clause == "S4.5"


# S8


def going_out(game: Scrabble, other_rack: str, preset: str = "pl", **changes: Any) -> Bench:
    """The bag is empty and seat 0 holds its last tiles."""
    last = "KOT" if preset == "pl" else "ATO"
    bench = Bench.at(game, EMPTY, f"{last}/{other_rack}", preset, **{"challenge": "off", **changes})
    return _with_small_set(bench, bench.state.bag())


def _with_small_set(bench: Bench, spare: Counter[str]) -> Bench:
    """The same position with a set that lacks the spare tiles, so that the bag is empty."""
    options = bench.state.table.options
    kinds = tuple(
        msgspec.structs.replace(kind, count=kind.count - spare[kind.letter]) for kind in options.tiles.kinds
    )
    small = msgspec.structs.replace(options, tiles=msgspec.structs.replace(options.tiles, kinds=kinds))
    bench.state = bench.state.with_table(options=small)
    assert bench.state.table.bag_size == 0
    return bench


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


def lose_turn(bench: Bench) -> Bench:
    seat = bench.turn
    return bench.give(seat, "KOTAZEI").lay(WRONG).do(1 - seat, Challenge())


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
    bench = _with_small_set(bench, bench.state.bag())
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
