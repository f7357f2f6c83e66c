"""Number tiles as lines of a terminal."""

from __future__ import annotations

from collections import Counter

import pytest

from stolik.core.tiles import origins
from stolik.games.rummikub.terminal.tiles import Order, ShownTable, TilePainter, in_groups, wrap
from stolik.games.rummikub.tiletext import format_tiles, parse_table, parse_tile, parse_tiles
from stolik.terminal.person import Colours
from stolik.terminal.settings import Speaker

NOTHING: Counter[str] = Counter()


def painter(colours: Colours = "none") -> TilePainter:
    return TilePainter(colours, Speaker("en"))


def table(text: str, width: int = 80, wrong: tuple[int, ...] = ()) -> list[str]:
    places = parse_table(text)
    shown = ShownTable(places, [NOTHING for _ in places], "plain", wrong)
    return [line.plain.rstrip() for line in painter().table(shown, width)]


def test_sets_stand_in_columns_with_their_numbers() -> None:
    lines = table("k7 b7 r7 / r3 r4 r5 / o10 o11 o12 o13 / k1 k2 k3")
    assert lines == [
        " 1   k7  b7  r7            2   r3  r4  r5            3   o10  o11  o12  o13",
        " 4   k1  k2  k3",
    ]


def test_long_set_takes_more_columns_and_wraps_where_it_must() -> None:
    run = " ".join(f"r{number}" for number in range(1, 14))
    for width in (80, 60, 40):
        lines = table(f"{run} / k7 b7 r7", width)
        assert max(map(len, lines)) <= width
        assert " ".join(lines).split() == ["1", *run.split(), "2", "k7", "b7", "r7"]


def test_free_number_is_not_shown_and_wrong_set_has_a_sign() -> None:
    places = (parse_tiles("k7 b7 r7"), (), parse_tiles("r3 r4"))
    shown = ShownTable(places, [NOTHING] * 3, "plain", (3,))
    (line,) = painter().table(shown, 80)
    assert line.plain.split() == ["1", "k7", "b7", "r7", "3✗", "r3", "r4"]


def test_each_marked_tile_is_marked_once() -> None:
    shown = ShownTable(parse_table("r3 r3 J=r4"), [Counter(["r3", "J"])], "draft")
    (line,) = painter().table(shown, 80)
    assert line.plain.rstrip() == " 1  <r3> r3 <J=r4>"


@pytest.mark.parametrize(
    ("order", "groups"),
    [
        ("colour", ["k5 k13", "b5", "r2 r9", "o9", "J"]),
        ("number", ["r2", "k5 b5", "r9 o9", "k13", "J"]),
    ],
)
def test_rack_stands_in_groups_with_jokers_last(order: Order, groups: list[str]) -> None:
    found = in_groups(parse_tiles("o9 k5 J r2 k13 b5 r9"), order)
    assert list(map(format_tiles, found)) == groups


def test_tile_on_the_table_leaves_its_gap_on_the_rack() -> None:
    rack = parse_tiles("k5 k6 k7 r1")
    (whole,) = painter().rack(rack, NOTHING, NOTHING, "colour", 80)
    (gap,) = painter().rack(rack, Counter(["k6"]), origins(parse_tiles("k7")), "colour", 80)
    assert whole.plain == " k5  k6  k7   r1 "
    assert gap.plain == " k5     [k7]  r1 "


def test_long_rack_stays_within_the_width() -> None:
    rack = parse_tiles(" ".join(f"{colour}{number}" for colour in "kb" for number in range(1, 14)))
    lines = painter().rack(rack, NOTHING, NOTHING, "colour", 40)
    assert max(line.cell_len for line in lines) <= 40
    assert " ".join(line.plain for line in lines).split() == format_tiles(rack).split()


@pytest.mark.parametrize("colours", ["all", "256", "few", "none"])
def test_a_tile_can_be_read_without_its_colour(colours: Colours) -> None:
    for name in ("k1", "b5", "r9", "o13", "J", "J=r5"):
        assert painter(colours).tile(parse_tile(name)).plain == f" {name} "


@pytest.mark.parametrize(
    ("colours", "bracketed"), [("all", False), ("256", False), ("few", True), ("none", True)]
)
def test_marks_are_backgrounds_or_brackets(colours: Colours, bracketed: bool) -> None:
    plain, draft, last = (
        painter(colours).tile(parse_tile("r5"), mark) for mark in ("plain", "draft", "last")
    )
    assert (draft.plain, last.plain) == (("<r5>", "[r5]") if bracketed else (" r5 ", " r5 "))
    if not bracketed:
        assert len({plain.style, draft.style, last.style}) == 3


def test_legend_names_the_letters_and_wraps() -> None:
    (line,) = painter().legend(80)
    assert line.plain == " k  black   b  blue   r  red   o  orange   J  joker: any tile"
    assert len(painter().legend(30)) > 1


def test_pieces_are_wrapped_with_something_between() -> None:
    pieces = [painter().tile(parse_tile(name)) for name in ("k1", "k2", "k3")]
    assert [line.plain for line in wrap(pieces, 10, "|")] == [" k1 | k2 ", " k3 "]
