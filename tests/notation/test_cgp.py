"""Positions as text, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stolik
from stolik.core import registry
from stolik.core.chance import NoChance
from stolik.core.game import play_out
from stolik.core.message import Complaint
from stolik.core.tiles import Rack, blank_as, tiles_of
from stolik.crossboard.board import Board, Square
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Pass, Place, Resign
from stolik.games.scrabble.notation.cgp import PositionError, format_position, parse_position
from stolik.games.scrabble.state import State
from stolik.notation.coordinates import Notation
from stolik.notation.plays import parse_play
from stolik.words.store import Lexicons
from tests.laws.table import play_random_game

PL = registry.find_preset("pl").options
EMPTY = "/".join(["15"] * 15)
KOT = "/".join(["15"] * 7 + ["7kOT5"] + ["15"] * 7)


def test_rows_racks_scores_and_turns_are_read() -> None:
    state = parse_position(f"{KOT} AŻ?/ 12/-3 2 lex pl;", PL)
    assert state.table.board.get(Square(7, 7)) == blank_as("K")
    assert state.racks == (Rack(tiles_of("AŻ?")), Rack((), 7))
    assert state.table.scores == (12, -3)
    assert len(state.table.scoreless) == 2
    assert state.table.bag_size == 100 - 3 - 3 - 7


def test_rack_nobody_has_seen_is_unknown_and_the_bag_stays_exact() -> None:
    state = parse_position(f"{EMPTY} /", PL)
    assert state.racks == (Rack((), 7), Rack((), 7))
    assert state.table.bag_size == 86


def test_operations_change_the_rules() -> None:
    state = parse_position(f"{EMPTY} A/B 0/0 0 lex mine; cr 5pt; etl 7; mcnz 6; bb 35; xyz 3;", PL)
    options = state.table.options
    assert (options.lexicon, options.challenge) == ("mine", "plus5")
    assert (options.exchange_minimum, options.scoreless_limit, options.bonus_points) == (7, 6, 35)


def test_four_racks_make_four_seats() -> None:
    assert parse_position(f"{EMPTY} A/B/C/D 1/2/3/4 0", PL).table.seats == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "needs rows and racks"),
        ("15/15 A/B", "has 15 rows; the text has 2"),
        (EMPTY.replace("15", "14", 1) + " A/B", "Row 1 has 14 squares"),
        (EMPTY.replace("15", "16", 1) + " A/B", "Row 1 has 16 squares"),
        (EMPTY.replace("15", "15A", 1) + " A/B", "Row 1 has 16 squares"),
        (KOT.replace("kOT", "QOT") + " A/B", "“Q”"),
        (KOT.replace("kOT", "[CH]OT") + " A/B", "“CH”"),
        (EMPTY + " AQ/B", "“Q”"),
        (EMPTY + " ŹŹ/B", "1 more “Ź”"),
        (EMPTY + f" {'A' * 101}/B", "too large"),
        (EMPTY + " A/B/C/D/E", "4 players at most"),
        (EMPTY + " A/B 1", "Scores are 2 whole numbers"),
        (EMPTY + " A/B x/y", "Scores are 2 whole numbers"),
        (EMPTY + " A/B 1/2 x", "whole number"),
        (EMPTY + " A/B 1/2 0 cr strange;", "no challenge rule"),
        (EMPTY + " A/B 1/2 0 etl x;", "whole number"),
        (EMPTY.replace("15", "KOT12", 1) + " A/B", "start square is empty"),
        (KOT.replace("15", "KOT12", 1) + " A/B", "do not touch"),
    ],
)
def test_wrong_position_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(PositionError, match=sentence):
        parse_position(text, PL)


def test_positions_of_whole_games_come_back_from_their_text(words: Lexicons) -> None:
    for preset_id in ("pl", "br"):
        preset = registry.find_preset(preset_id)
        record = play_random_game(Scrabble(words), preset, 3, f"cgp {preset_id}", daring=5)
        for step in record.steps:
            text = format_position(step.before)
            again = parse_position(text, preset.options)
            assert format_position(again) == text
            assert again.table.board == step.before.table.board
            rack = step.before.racks[step.before.table.turn]
            # An empty rack is written as an unseen one: the format has no sign for "none left".
            pending = step.before.table.pending
            assert again.racks[0] == rack or not rack.tiles or pending is not None
            if pending is None:
                turn = step.before.table.turn
                assert again.table.scores[0] == step.before.table.scores[turn]
                assert len(again.table.scoreless) == len(step.before.table.scoreless)


@given(
    st.text(max_size=200)
    | st.from_regex(r"([0-9A-Za-zŻó\[\]]{0,9}/){14}[0-9a-zA-Z]{0,9} [A-Z?]{0,8}/[A-Z?]{0,8}.{0,30}")
)
def test_any_text_is_a_position_or_a_complaint(text: str) -> None:
    try:
        assert isinstance(parse_position(text, PL), State)
    except Complaint as complaint:
        assert str(complaint)


def test_decomposed_letters_are_composed_first() -> None:
    import unicodedata

    text = unicodedata.normalize("NFD", f"{EMPTY} ŻÓŁĆ/B")
    assert parse_position(text, PL).racks[0] == Rack(tiles_of("ŻÓŁĆ"))


def test_turns_without_a_play_read_from_text_are_no_passes(words: Lexicons) -> None:
    game = Scrabble(words)
    state = parse_position(f"{EMPTY} A/B 0/0 3", PL, game.referee.hash_of(PL))
    after = play_out(game, state, game.decide(state, 0, Pass(), NoChance()))
    assert game.outcome(after) is None


def test_play_that_waits_is_written_as_one_that_stands(words: Lexicons) -> None:
    game = Scrabble(words)
    state = parse_position(f"{EMPTY} KOTAA/B 5/7 0", PL, game.referee.hash_of(PL))
    laid = parse_play("8H KOT", Board(), PL.layout, state.racks[0].tiles, Notation.INTERNATIONAL)
    pending = play_out(game, state, game.decide(state, 0, Place(laid), NoChance()))
    assert format_position(pending).split()[1:4] == ["B/AA", "7/15", "0"]


def test_seats_that_have_left_are_left_out(words: Lexicons) -> None:
    game = Scrabble(words)
    state = parse_position(f"{EMPTY} A/B/C 1/2/3 0", PL, game.referee.hash_of(PL))
    left = play_out(game, state, game.decide(state, 1, Resign(), NoChance()))
    assert format_position(left).split()[1:3] == ["A/C", "1/3"]


def test_positions_are_written_as_their_game_writes_them() -> None:
    table = stolik.new_table("pl", seed=1)
    assert stolik.position(table) == format_position(table.state)
    with pytest.raises(Complaint, match="no notation"):
        stolik.position(stolik.new_table("rummikub", seed=1))
