"""What people type to move number tiles about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.core.message import Complaint
from stolik.games.rummikub.building import GiveBack, History, Join, Pick, Put, Rearrange, Split, StartAgain
from stolik.games.rummikub.terminal.typed_steps import (
    format_step,
    parse_number,
    parse_picks,
    parse_steps,
    read_tiles,
)
from stolik.games.rummikub.tiletext import format_tiles, parse_table, parse_tile, parse_tiles

EMPTY = History.begin((), parse_tiles("r3 r4 r5")).now
TABLE = History.begin(parse_table("k7 b7 r7"), parse_tiles("o7")).now


@pytest.mark.parametrize(
    ("typed", "tiles"),
    [
        ("r5", "r5"),
        ("R5", "r5"),
        ("5r", "r5"),
        ("k13", "k13"),
        ("r05", "r5"),
        ("j", "J"),
        ("*", "J"),
        ("j=R5", "J=r5"),
        ("J=5r", "J=r5"),
        ("r3-6", "r3 r4 r5 r6"),
        ("r3-r6", "r3 r4 r5 r6"),
        ("r3–6", "r3 r4 r5 r6"),
        ("kbr7", "k7 b7 r7"),
        ("7KBRO", "k7 b7 r7 o7"),
    ],
)
def test_tiles_are_read_however_they_are_written(typed: str, tiles: str) -> None:
    assert format_tiles(read_tiles(typed)) == tiles


@pytest.mark.parametrize(
    "typed", ["r14", "r0", "x5", "r", "5", "r6-3", "r3-99", "r3-b5", "J=", "J=J", "=", "", "r5r"]
)
def test_what_is_no_tile_gets_a_sentence(typed: str) -> None:
    with pytest.raises(Complaint, match="is no tile"):
        read_tiles(typed)


def test_tiles_alone_make_a_new_set() -> None:
    (step,) = parse_steps("r3, r4 r5", EMPTY)
    assert step == Put(tuple(map(Pick, parse_tiles("r3 r4 r5"))))


@pytest.mark.parametrize("line", ["o7 > 1", "o7>1", "o7 -> 1", "O7 → 1", "7o=>1"])
def test_an_arrow_leads_to_a_set(line: str) -> None:
    assert parse_steps(line, TABLE) == [Put((Pick(parse_tile("o7")),), 1)]


def test_tile_of_a_set_and_whole_sets() -> None:
    assert parse_steps("2:r6-7 r8", TABLE) == [
        Put((Pick(parse_tile("r6"), 2), Pick(parse_tile("r7"), 2), Pick(parse_tile("r8"))))
    ]
    assert parse_steps("2 > 5", TABLE) == [Join(2, 5)]
    assert parse_steps("2:r6 >", TABLE) == [Put((Pick(parse_tile("r6"), 2),))]


def test_strokes_stand_between_steps() -> None:
    steps = parse_steps("r3-5 / kbr9 / o7 > 1 / split 1 r7 /", TABLE)
    assert list(map(format_step, steps)) == ["r3 r4 r5", "k9 b9 r9", "o7 > 1", "split 1 r7"]


def test_words_do_the_rest() -> None:
    assert (
        parse_steps("split 2 r6", TABLE) == parse_steps("podziel 2:r6", TABLE) == [Split(2, parse_tile("r6"))]
    )
    assert parse_steps("back o7 1:k7", TABLE) == [GiveBack(parse_picks("o7 1:k7"))]
    assert parse_steps("reset", TABLE) == parse_steps("recomeçar", TABLE) == [StartAgain()]
    assert format_step(Split(2, parse_tile("r6")), "pl") == "podziel 2 r6"


def test_sets_that_hold_the_whole_table_are_the_new_table() -> None:
    assert parse_steps("r7 k7 b7 o7", TABLE) == [Rearrange(parse_table("r7 k7 b7 o7"))]
    assert parse_steps("k7 o7 / b7 r7", TABLE) == [Rearrange(parse_table("k7 o7 / b7 r7"))]
    assert parse_steps("k7 o7 / b7", TABLE) == [*parse_steps("k7 o7", TABLE), *parse_steps("b7", TABLE)]
    assert parse_steps("1:k7 o7 / b7 r7", TABLE)[0] == Put(parse_picks("1:k7 o7"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/", "“/” is no command and no tile"),
        ("", "“” is no command and no tile"),
        ("split", "Write which set, and the first tile of its second part: “split 2 r6”."),
        ("split 2", "Write which set"),
        ("back", "Write the tiles of a set"),
        ("> 2", "Write the tiles of a set"),
        ("r3 > x", "“x” is no number of a set"),
        ("r3 > 1 > 2", "Only one > fits"),
        ("x:r3", "“x” is no number of a set"),
        ("r3 5 > 2", "“5” is no tile"),
        ("5", "“5” is no tile"),
        ("hello world", "“hello” is no command and no tile"),
    ],
)
def test_line_that_cannot_be_read_says_why(line: str, sentence: str) -> None:
    with pytest.raises(Complaint, match=sentence):
        parse_steps(line, TABLE)


def test_number_of_a_set_is_a_number() -> None:
    assert parse_number(" 12 ") == 12


@given(st.text(alphabet="kbroJ0123456789:>/=- *x", max_size=30))
def test_any_line_is_read_or_refused_with_a_sentence(line: str) -> None:
    try:
        steps = parse_steps(line, TABLE)
    except Complaint as complaint:
        assert str(complaint)
        return
    for step in steps:
        if not isinstance(step, Rearrange):
            assert parse_steps(format_step(step), EMPTY) == [step]
