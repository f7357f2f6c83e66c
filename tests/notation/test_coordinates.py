"""Coordinates of words and squares in the international and the Polish notation."""

import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stolik.notation.coordinates import (
    CoordinateError,
    Notation,
    Square,
    Start,
    format_square,
    format_start,
    parse_square,
    parse_start,
)

INTERNATIONAL, POLISH = Notation.INTERNATIONAL, Notation.POLISH

# The same play, international and Polish, with the square counted from zero.
PLAYS = [
    ("8B", "H2", Start(7, 1, False)),
    ("9F", "I6", Start(8, 5, False)),
    ("8A", "H1", Start(7, 0, False)),
    ("15A", "O1", Start(14, 0, False)),
    ("13B", "M2", Start(12, 1, False)),
    ("7G", "G7", Start(6, 6, False)),
    ("B8", "2H", Start(7, 1, True)),
    ("A3", "1C", Start(2, 0, True)),
    ("C13", "3M", Start(12, 2, True)),
    ("D8", "4H", Start(7, 3, True)),
    ("G7", "7G", Start(6, 6, True)),
    ("I5", "9E", Start(4, 8, True)),
]


@pytest.mark.parametrize(("international", "polish", "start"), PLAYS)
def test_both_notations_name_the_same_play(international: str, polish: str, start: Start) -> None:
    assert parse_start(international, INTERNATIONAL) == start
    assert parse_start(polish, POLISH) == start
    assert format_start(*start, INTERNATIONAL) == international
    assert format_start(*start, POLISH) == polish


def test_the_same_text_is_another_play_in_the_other_notation() -> None:
    assert parse_start("8H", INTERNATIONAL) == Start(7, 7, down=False)
    assert parse_start("8H", POLISH) == Start(7, 7, down=True)
    assert parse_start("3M", INTERNATIONAL) == Start(2, 12, down=False)
    assert parse_start("3M", POLISH) == Start(12, 2, down=True)


def test_a_square_is_written_row_first() -> None:
    assert parse_square("10B", INTERNATIONAL) == Square(9, 1)
    assert parse_square("J2", POLISH) == Square(9, 1)
    assert format_square(9, 1, INTERNATIONAL) == "10B"
    assert format_square(9, 1, POLISH) == "J2"


@pytest.mark.parametrize(("text", "notation"), [("B10", INTERNATIONAL), ("2J", POLISH)])
def test_a_square_written_column_first_is_refused(text: str, notation: Notation) -> None:
    with pytest.raises(CoordinateError, match="the row of a square comes first"):
        parse_square(text, notation)


@pytest.mark.parametrize("text", ["o1", " O1 ", "Ｏ１", "ｏ１"])
def test_case_outer_spaces_and_full_width_forms_do_not_matter(text: str) -> None:
    assert parse_start(text, POLISH) == Start(14, 0, down=False)


def test_letters_go_on_after_z_on_large_boards() -> None:
    assert format_start(30, 30, False, INTERNATIONAL) == "31AE"
    assert parse_start("31ae", INTERNATIONAL, 31, 31) == Start(30, 30, down=False)
    assert parse_start("26AA", POLISH, 31, 31) == Start(26, 25, down=True)
    assert format_square(25, 26, POLISH) == "Z27"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8P", "there is no column P, columns run from A to O"),
        ("16A", "there is no row 16, rows run from 1 to 15"),
        ("0A", "there is no row 0"),
        ("08H", "there is no row 08"),
        ("8AA", "there is no column AA"),
        ("P8", "there is no column P"),
        ("", "not one number and one letter"),
        ("8", "not one number and one letter"),
        ("H", "not one number and one letter"),
        ("8 H", "not one number and one letter"),
        ("8H8", "not one number and one letter"),
        ("8-H", "not one number and one letter"),
        ("8Ł", "not one number and one letter"),
        ("8ı", "not one number and one letter"),  # upper() would make it 8I
        ("٨H", "not one number and one letter"),  # a digit, but not one of the labels
    ],
)
def test_a_wrong_coordinate_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(CoordinateError, match=reason):
        parse_start(text, INTERNATIONAL)


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize(("rows", "cols"), [(15, 15), (1, 1), (5, 9), (31, 31)])
def test_the_example_in_a_refusal_can_be_read(notation: Notation, rows: int, cols: int) -> None:
    with pytest.raises(CoordinateError) as refused:
        parse_start("?", notation, rows, cols)
    examples = re.search(r"Example: (\w+) .*; (\w+) ", str(refused.value))
    assert examples is not None
    across, down = examples.groups()
    start = parse_start(across, notation, rows, cols)
    assert not start.down
    assert parse_start(down, notation, rows, cols) == start._replace(down=True)


def test_a_refusal_names_the_notation_and_stays_short() -> None:
    with pytest.raises(CoordinateError) as refused:
        parse_start("9" * 10_000, POLISH)
    assert str(refused.value).startswith("Polish coordinate '999")
    assert len(str(refused.value)) < 250


def test_a_board_of_no_or_too_many_lines_is_refused() -> None:
    for rows, cols in ((0, 15), (15, 0), (32, 15), (15, 32)):
        with pytest.raises(ValueError, match="A board has 1 to 31 rows"):
            parse_start("1A", INTERNATIONAL, rows, cols)


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (0, -1), (31, 0), (0, 31)])
def test_a_square_beyond_the_largest_board_is_not_written(row: int, col: int) -> None:
    with pytest.raises(ValueError, match="count from 0 to 30"):
        format_square(row, col, POLISH)


LINES = st.integers(0, 30)


@given(LINES, LINES, st.booleans(), st.sampled_from(Notation))
def test_reading_undoes_writing(row: int, col: int, down: bool, notation: Notation) -> None:
    assert parse_start(format_start(row, col, down, notation), notation, 31, 31) == (row, col, down)
    assert parse_square(format_square(row, col, notation), notation, 31, 31) == (row, col)


@given(LINES, LINES, st.booleans())
def test_a_start_is_read_in_one_notation_as_its_mirror_in_the_other(row: int, col: int, down: bool) -> None:
    text = format_start(row, col, down, INTERNATIONAL)
    assert parse_start(text, POLISH, 31, 31) == (col, row, not down)


NEAR_COORDINATES = st.text(string.ascii_letters + string.digits + " ?-ıſ²Ⅷ８Ｈ", max_size=5)


@given(st.text() | NEAR_COORDINATES, st.sampled_from(Notation))
@example("8ſ", INTERNATIONAL)
def test_any_text_is_read_or_refused(text: str, notation: Notation) -> None:
    try:
        start = parse_start(text, notation)
    except CoordinateError:
        return
    assert 0 <= start.row < 15
    assert 0 <= start.col < 15
    assert parse_start(format_start(*start, notation), notation) == start
