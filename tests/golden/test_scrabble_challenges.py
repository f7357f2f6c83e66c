"""Clauses S6 and S7: exchanging, passing and challenging."""

from collections import Counter

import pytest

from stolik.core import registry
from stolik.core.tiles import letter_tile, origins, tiles_of
from stolik.crossboard.board import Laid
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place, Resign
from stolik.games.scrabble.events import ChallengeRejected, ChallengeUpheld, Exchanged
from stolik.words.store import Lexicons

from .table import EMPTY, KOT, WRONG, Bench, going_out, nearly_empty_bag, played, refused

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
