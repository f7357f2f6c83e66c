"""Clause R3: groups, runs and what jokers stand for in them."""

import pytest

from stolik.core.game import IllegalAction
from stolik.core.message import Complaint
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.sets import is_group, joker_choices, meld_value, readings
from stolik.games.rummikub.tiletext import format_table, format_tiles, parse_table, parse_tile, parse_tiles
from stolik.texts import Translator

from .number_tiles import Game, refused_table


def _mistake(text: str) -> IllegalAction:
    found = mistake_in(parse_tiles(text))
    assert found is not None, f"{text} is a set"
    return found


def _read(text: str) -> str:
    """A set as it is understood where nothing more is said."""
    return format_tiles(readings(parse_tiles(text))[0])


@pytest.mark.clause("R3.2")
def test_group_of_the_rulebook_is_a_group_of_four() -> None:
    meld = parse_tiles("k7 r7 b7 o7")
    assert mistake_in(meld) is None
    assert is_group(meld)
    assert meld_value(meld) == 28


@pytest.mark.clause("R3.3")
def test_run_of_the_rulebook_is_worth_18() -> None:
    meld = parse_tiles("b3 b4 b5 b6")
    assert mistake_in(meld) is None
    assert not is_group(meld)
    assert meld_value(meld) == 18


@pytest.mark.clause("R3.3")
def test_longest_run_has_thirteen_tiles() -> None:
    assert mistake_in(parse_tiles(" ".join(f"o{number}" for number in range(1, 14)))) is None


@pytest.mark.clause("R3.3")
def test_order_in_which_a_set_is_written_does_not_matter() -> None:
    assert _read("b5 b3 b4") == "b3 b4 b5"
    assert _read("o7 k7 r7") == "k7 r7 o7"


@pytest.mark.parametrize(
    ("text", "clause", "sentence"),
    [
        pytest.param("r5 r6", "R3.1", "at least three", marks=pytest.mark.clause("R3.1")),
        pytest.param("k5 r6 b7", "R3.1", "neither", marks=pytest.mark.clause("R3.1")),
        pytest.param("r5 r6 r7 b8", "R3.1", "neither", marks=pytest.mark.clause("R3.1")),
        pytest.param("r3 r4 J=b9", "R3.1", "neither", marks=pytest.mark.clause("R3.1")),
        pytest.param(
            "k7 r7 k7", "R3.2", "k7 r7 k7: 7 black twice in a group", marks=pytest.mark.clause("R3.2")
        ),
        pytest.param("b2 r2 b2 o2", "R3.2", "2 blue twice in a group", marks=pytest.mark.clause("R3.2")),
        pytest.param("r9 J=o9 k9 o9", "R3.2", "9 orange twice in a group", marks=pytest.mark.clause("R3.2")),
        pytest.param("k7 r7 b7 o7 J", "R3.2", "at most four", marks=pytest.mark.clause("R3.2")),
        pytest.param("r5 r6 r8", "R3.3", "7 is missing in the run", marks=pytest.mark.clause("R3.3")),
        pytest.param("r1 r5 J r3", "R3.3", "2 is missing in the run", marks=pytest.mark.clause("R3.3")),
        pytest.param("r5 r6 r6 r7", "R3.3", "6 red twice in a run", marks=pytest.mark.clause("R3.3")),
        pytest.param("k12 k13 k1", "R3.4", "never follows 13", marks=pytest.mark.clause("R3.4")),
        pytest.param("k13 k1 k2", "R3.4", "never follows 13", marks=pytest.mark.clause("R3.4")),
        pytest.param("k12 J k1", "R3.3", "2 is missing in the run", marks=pytest.mark.clause("R3.4")),
    ],
)
def test_what_is_no_set_is_named_with_the_reason(text: str, clause: str, sentence: str) -> None:
    mistake = _mistake(text)
    assert mistake.clause == clause
    assert sentence in str(mistake)


@pytest.mark.clause("R3.1", "R3.2", "R3.3", "R3.4")
@pytest.mark.parametrize(
    ("sets", "clause"),
    [
        ("k10 r10", "R3.1"),
        ("k10 r11 b12", "R3.1"),
        ("k10 r10 k10", "R3.2"),
        ("r10 r11 r13", "R3.3"),
        ("k12 k13 k1", "R3.4"),
    ],
)
def test_table_with_a_wrong_set_is_refused(sets: str, clause: str) -> None:
    game = Game.at("", f"{sets} o1", "o2")
    refused_table(game, sets, clause)


@pytest.mark.clause("R3.2")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pl", "czarna 7 dwa razy w grupie"), ("pt", "7 preto duas vezes num grupo")],
)
def test_reason_is_told_in_the_language_of_the_person(language: str, sentence: str) -> None:
    assert sentence in Translator(language).sentence(_mistake("k7 r7 k7").message)


@pytest.mark.clause("R3.5")
@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("r3 J r5", "r3 J=r4 r5"),
        ("r3 r4 J", "r3 r4 J=r5"),
        ("J r3 r4", "r3 r4 J=r5"),
        ("r12 r13 J", "J=r11 r12 r13"),
        ("J J r12 r13", "J=r10 J=r11 r12 r13"),
        ("r3 J J", "r3 J=r4 J=r5"),  # worth more than a group of threes
        ("r13 J J", "J=k13 J=b13 r13"),  # worth more than a run
        ("k7 b7 r7 J", "k7 b7 r7 J=o7"),
        ("k7 o7 J", "k7 J=b7 o7"),
        ("J=r2 r3 r4", "J=r2 r3 r4"),
        ("r3 J=b3 J", "J=k3 J=b3 r3"),
    ],
)
def test_joker_stands_for_what_is_said_or_makes_most(written: str, understood: str) -> None:
    assert _read(written) == understood


@pytest.mark.parametrize(
    ("meld", "choices"),
    [
        ("r3 r4 J", "r5 / r2"),
        ("J=r2 r3 r4", "r5 / r2"),  # what was said may be said otherwise
        ("k7 J o7", "b7 / r7"),
        ("r12 J J", "k12 b12 / k12 o12 / b12 o12 / r11 r13 / r10 r11"),
        ("r3 J r5", ""),
        ("r12 r13 J", ""),
        ("r3 r4 r5", ""),
        ("J J J", ""),
        ("r3 k9 J", ""),
    ],
)
def test_jokers_have_choices_where_a_set_can_be_read_in_several_ways(meld: str, choices: str) -> None:
    assert " / ".join(" ".join(faces) for faces in joker_choices(parse_tiles(meld))) == choices


@pytest.mark.clause("R3.5")
def test_table_shows_what_its_jokers_stand_for() -> None:
    assert Game.at("", "r12 r13 J k1", "o2").lay("r12 r13 J").table == "J=r11 r12 r13"


@pytest.mark.clause("R3.6")
def test_jokers_alone_are_a_set_that_stands_for_nothing_in_particular() -> None:
    game = Game.at("", "J J J k1", "o2", preset="rummikub-xp", opened=())
    assert game.lay("J J J").table == "J J J"
    assert meld_value(parse_tiles("J J J")) == 39


@pytest.mark.clause("R3.7")
@pytest.mark.parametrize("text", ["", "r3 r4 J=r5", "k13 b13 o13 / r1 r2 r3 / J J J"])
def test_table_is_written_as_it_is_read(text: str) -> None:
    assert format_table(parse_table(text)) == text


@pytest.mark.clause("R3.7")
@pytest.mark.parametrize(
    "text", ["x5", "r0", "r14", "r05", "R5", "J=J", "J=", "J=x1", "r5=r6", "r", "5", "r٣"]
)
def test_what_is_no_tile_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(Complaint, match="is no tile"):
        parse_tile(text)
