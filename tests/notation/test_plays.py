"""Plays as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.core.message import Complaint
from stolik.core.tiles import blank_as, letter_tile, tiles_of
from stolik.crossboard.board import Board, Laid
from stolik.games.scrabble.presets import load_layout
from stolik.notation.coordinates import Notation
from stolik.notation.plays import PlayError, format_play, parse_play

LAYOUT = load_layout("classic")
#: KOT across from 8H.
KOT = Board.of(Laid(7, 7 + n, letter_tile(face)) for n, face in enumerate("KOT"))
INTERNATIONAL, POLISH = Notation.INTERNATIONAL, Notation.POLISH


def read(
    text: str, rack: str = "AAAYYZ?", board: Board = KOT, notation: Notation = INTERNATIONAL
) -> list[str]:
    laid = parse_play(text, board, LAYOUT, tiles_of(rack), notation)
    return [f"{each.row},{each.col} {each.tile}" for each in laid]


def test_tiles_on_the_board_are_not_laid_again() -> None:
    assert read("8H KOTY") == ["7,10 Y"]
    assert read("8H ...Y") == ["7,10 Y"]


def test_same_coordinate_runs_the_other_way_in_the_other_notation() -> None:
    assert read("8E ZA", board=Board()) == ["7,4 Z", "7,5 A"]
    assert read("8E ZA", board=Board(), notation=POLISH) == ["4,7 Z", "5,7 A"]


def test_lower_case_in_mixed_case_is_a_blank() -> None:
    laid = parse_play("8H KOTy", KOT, LAYOUT, tiles_of("Y?"), INTERNATIONAL)
    assert laid == (Laid(7, 10, blank_as("Y")),)


def test_in_one_case_a_blank_fills_in_for_what_the_rack_lacks() -> None:
    assert read("8h koty", rack="Y?") == ["7,10 Y"]
    assert read("8h koty", rack="A?") == ["7,10 y"]
    assert read("8h KOTY", rack="A") == ["7,10 Y"]


def test_polish_letters_in_any_form_are_read() -> None:
    assert read("8E z\u0307a", rack="ŻA", board=Board()) == ["7,4 Ż", "7,5 A"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("KOT", "where the word begins"),
        ("8H", "where the word begins"),
        ("8H KOT Y", "where the word begins"),
        ("8H KAT", "“O” lies where"),
        ("8I OTY", "right before"),
        ("8G AKO", "right behind"),
        ("8E A.", "there is none"),
        ("8P KOT", "no column P"),
    ],
)
def test_wrong_play_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Complaint, match=sentence):
        parse_play(text, KOT, LAYOUT, tiles_of("AKOTY"), INTERNATIONAL)


def test_play_is_written_with_its_whole_word() -> None:
    laid = (Laid(7, 10, blank_as("Y")),)
    assert format_play(laid, KOT, INTERNATIONAL) == "8H KOTy"
    assert format_play(laid, KOT, POLISH) == "H8 KOTy"


@given(st.text(max_size=40))
def test_any_text_is_a_play_or_a_complaint(text: str) -> None:
    try:
        parse_play(text, KOT, LAYOUT, tiles_of("AKOTY?"), POLISH)
    except (PlayError, Complaint) as complaint:
        assert str(complaint)
