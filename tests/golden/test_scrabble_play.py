"""Clauses S4 and S5: laying and scoring."""

import pytest

from stolik.core.game import IllegalAction
from stolik.core.tiles import letter_tile
from stolik.crossboard.board import Laid, Square
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Place

from .table import EMPTY, KOT, Bench, refused_play


@pytest.mark.clause("S4.1", "S3.5")
def test_play_needs_tiles_on_free_squares_of_the_board(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, KOT, "AABK", challenge="off")
    for laid in (
        (),
        (Laid(7, 7, letter_tile("A")),),
        (Laid(8, 7, letter_tile("A")), Laid(8, 7, letter_tile("A"))),
        (Laid(7, 15, letter_tile("A")),),
        (Laid(-1, 7, letter_tile("A")),),
    ):
        with pytest.raises(IllegalAction) as refusal:
            bench.do(0, Place(laid))
        assert refusal.value.clause == "S4.1"


@pytest.mark.clause("S4.2")
def test_tiles_of_a_play_lie_in_one_line(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, KOT, "AABK")
    for second in (Square(8, 8), Square(9, 9)):
        with pytest.raises(IllegalAction) as refusal:
            bench.do(0, Place((Laid(6, 7, letter_tile("A")), Laid(*second, letter_tile("B")))))
        assert refusal.value.clause == "S4.2"


@pytest.mark.clause("S4.3")
def test_play_has_no_gaps(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, KOT, "AABK")
    with pytest.raises(IllegalAction) as refusal:
        bench.do(0, Place((Laid(7, 10, letter_tile("A")), Laid(7, 12, letter_tile("B")))))
    assert refusal.value.clause == "S4.3"


@pytest.mark.clause("S4.4")
def test_first_word_has_two_tiles(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "AO", challenge="off")
    with pytest.raises(IllegalAction) as refusal:
        bench.do(0, Place((Laid(7, 7, letter_tile("A")),)))
    assert refusal.value.clause == "S4.4"


@pytest.mark.clause("S4.5")
@pytest.mark.parametrize("at", ["8I", "7H", "I8", "1A"])
def test_first_word_covers_the_centre(at: str, scrabble: Scrabble) -> None:
    refused_play(Bench.at(scrabble, EMPTY, "KOT"), "S4.5", f"{at} KOT")


@pytest.mark.clause("S4.5")
@pytest.mark.parametrize("at", ["8F", "8H", "H6", "H8"])
def test_first_word_may_run_across_or_down_over_the_centre(at: str, scrabble: Scrabble) -> None:
    assert Bench.at(scrabble, EMPTY, "KOT", challenge="off").lay(f"{at} KOT").scored == 10


@pytest.mark.clause("S4.6")
def test_later_play_touches_a_tile(scrabble: Scrabble) -> None:
    refused_play(Bench.at(scrabble, KOT, "KOT"), "S4.6", "1A KOT")
    # Corner to corner is no touch.
    refused_play(Bench.at(scrabble, KOT, "KOT"), "S4.6", "7K KOT")


@pytest.mark.clause("S4.7", "S7.10")
def test_every_word_formed_must_be_in_the_list(scrabble: Scrabble) -> None:
    refused_play(Bench.at(scrabble, KOT, "ZA", challenge="off"), "S4.7", "8H KOTZA")
    # KOT beside KOT makes KK, OO and TT.
    refused_play(Bench.at(scrabble, KOT, "KOT", challenge="off"), "S4.7", "9H KOT")


@pytest.mark.clause("S4.8")
def test_same_word_may_be_played_again(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, KOT, "OT", challenge="off").lay("H8 KOT")
    assert [word.text for word in bench.state.table.turns[-1].words] == ["KOT"]


@pytest.mark.clause("S4.8")
def test_plural_is_a_word(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "GRATOS", "br", challenge="off").lay("8C GRATOS")
    assert bench.scored == 20


@pytest.mark.clause("S5.1", "S5.3")
def test_word_is_worth_its_tiles_and_the_centre_doubles_it(scrabble: Scrabble) -> None:
    # K2 O1 T2, doubled.
    assert Bench.at(scrabble, EMPTY, "KOT", challenge="off").lay("8H KOT").scored == 10


@pytest.mark.clause("S5.2")
def test_letter_premium_counts_before_the_word_premium(scrabble: Scrabble) -> None:
    # G4 doubled on 8D, R1 A1 T1 O1, then doubled by the centre.
    assert Bench.at(scrabble, EMPTY, "GRATO", "br", challenge="off").lay("8D GRATO").scored == 24


@pytest.mark.clause("S5.2")
def test_rare_letter_on_a_triple_letter_counts_three_times(scrabble: Scrabble) -> None:
    rows = "/".join(["15"] * 7 + ["5SŁO7"] + ["15"] * 7)
    # Ń on 10F, a triple letter: SIŃ has S1 I1 Ń7x3, all in column F.
    bench = Bench.at(scrabble, rows, "IŃ")
    bench.do(0, bench.place("F8 SIŃ"))
    assert bench.events[0].words[0].points == 23  # type: ignore[union-attr]


@pytest.mark.clause("S5.3")
def test_two_triple_words_multiply_to_nine(scrabble: Scrabble) -> None:
    rows = f"{'15/' * 7}1PRÓBUJE7/1R3DAR7/1Y4Z8/1M4G8/1A4O8/1SKAŁ1T8/2O3E8/2T3M8"
    # W1 Y2 T2 Ę5x2 Ż5 A1 M2 Y2 = 25, times 9; T and M lie there already.
    assert Bench.at(scrabble, rows, "WYĘŻAY", challenge="off").lay("15A WYTĘŻAMY").scored == 225


@pytest.mark.clause("S5.3")
def test_two_double_words_multiply_to_four(scrabble: Scrabble) -> None:
    rows = f"{'15/' * 4}6KOTY5/6A8/6T8/6AKT6/{'15/' * 6}15"
    # The new tiles A on 5E and C on 5K lie on double words.
    bench = Bench.at(scrabble, rows, "ABCDEFG")
    laid = tuple(Laid(4, col, letter_tile(face)) for col, face in ((4, "A"), (5, "B"), (10, "C")))
    bench.do(0, Place(laid))
    # A1 B3 K2 O1 T2 Y2 C2 = 13, times 4.
    assert bench.events[0].words[0].points == 13 * 4  # type: ignore[union-attr]


@pytest.mark.clause("S5.4")
def test_premium_counts_only_when_it_is_covered(scrabble: Scrabble) -> None:
    # The centre lies under K already: K2 O1 T2 Y2.
    assert Bench.at(scrabble, KOT, "Y", challenge="off").lay("8H KOTY").scored == 7


@pytest.mark.clause("S5.5")
def test_blank_on_a_letter_premium_is_worth_nothing(scrabble: Scrabble) -> None:
    # G on the double letter is a blank: R1 A1 T1 O1, doubled.
    assert Bench.at(scrabble, EMPTY, "?RATO", "br", challenge="off").lay("8D gRATO").scored == 8


@pytest.mark.clause("S5.5")
def test_blank_on_a_word_premium_still_multiplies_the_word(scrabble: Scrabble) -> None:
    # K on the centre is a blank: O1 T2, doubled.
    assert Bench.at(scrabble, EMPTY, "?OT", challenge="off").lay("8H kOT").scored == 6


@pytest.mark.clause("S5.5")
def test_blank_on_the_board_is_worth_nothing_later(scrabble: Scrabble) -> None:
    rows = "/".join(["15"] * 7 + ["7kOT5"] + ["15"] * 7)
    assert Bench.at(scrabble, rows, "Y", challenge="off").lay("8H KOTY").scored == 5


@pytest.mark.clause("S5.6")
def test_letter_in_two_words_counts_in_both_with_its_premium(scrabble: Scrabble) -> None:
    rows = "/".join(["15"] * 7 + ["1PRÓBUJE7"] + ["15"] * 7)
    # A on a double letter: DAR 2+2+1, UD 3+2, JA 3+2, ER 1+1.
    bench = Bench.at(scrabble, rows, "DAR", challenge="off").lay("9F DAR")
    assert bench.scored == 17
    assert [word.points for word in bench.state.table.turns[-1].words] == [5, 5, 5, 2]


@pytest.mark.clause("S5.7")
def test_seven_tiles_earn_fifty_after_all_premiums(scrabble: Scrabble) -> None:
    # 23 doubled, then 50.
    assert Bench.at(scrabble, EMPTY, "PRÓBUJE", challenge="off").lay("8B PRÓBUJE").scored == 96


@pytest.mark.clause("S5.7")
def test_six_tiles_earn_no_bonus(scrabble: Scrabble) -> None:
    assert Bench.at(scrabble, EMPTY, "GRATOS", "br", challenge="off").lay("8C GRATOS").scored == 20


@pytest.mark.clause("S5.7")
def test_bonus_and_its_size_are_options(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "PRÓBUJE", challenge="off", bonus_points=35, bonus_tiles=7)
    assert bench.lay("8B PRÓBUJE").scored == 81
