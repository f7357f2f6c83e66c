"""A turn in the making: steps that move tiles about, numbers that stay, undo, and steps towards a table."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.core.message import Complaint
from stolik.core.tiles import origins
from stolik.games.rummikub.building import (
    Building,
    GiveBack,
    History,
    Join,
    Pick,
    Put,
    Rearrange,
    Split,
    StartAgain,
    Step,
    follow,
    steps_to,
)
from stolik.games.rummikub.solver import best_play
from stolik.games.rummikub.tiletext import format_table, format_tiles, parse_table, parse_tile, parse_tiles


def building(table: str, rack: str) -> Building:
    return History.begin(parse_table(table), parse_tiles(rack)).now


def picks(text: str) -> tuple[Pick, ...]:
    """`r5` from anywhere, `2:r5` from set 2."""
    made = []
    for name in text.split():
        source, colon, face = name.rpartition(":")
        made.append(Pick(parse_tile(face), int(source) if colon else None))
    return tuple(made)


def put(text: str, target: int | None = None) -> Put:
    return Put(picks(text), target)


def shown(made: Building) -> dict[int, str]:
    return {number: format_tiles(made.sets[number - 1]) for number in made.numbers()}


def test_tiles_of_the_rack_make_a_new_set_with_the_lowest_free_number() -> None:
    made = building("k7 b7 r7", "r3 r5 r4 o1").after(put("r3 r5 r4"))
    assert shown(made) == {1: "k7 b7 r7", 2: "r3 r4 r5"}
    assert format_tiles(made.rack) == "o1"
    assert made.laid == Counter(["r3", "r4", "r5"])
    assert made.changed


def test_tile_is_added_where_it_belongs_in_a_run() -> None:
    made = building("r3 r4 r5", "r2 r6").after(put("r2", 1)).after(put("r6", 1))
    assert shown(made) == {1: "r2 r3 r4 r5 r6"}


def test_tile_that_is_not_on_the_rack_is_taken_from_the_only_set_that_has_it() -> None:
    made = building("k7 b7 r7 o7", "k5 k6").after(put("k5 k6 k7"))
    assert shown(made) == {1: "b7 r7 o7", 2: "k5 k6 k7"}
    assert made.laid == Counter(["k5", "k6"])


def test_rack_comes_before_the_table() -> None:
    made = building("k7 b7 r7 o7", "k5 k6 k7").after(put("k5 k6 k7"))
    assert shown(made) == {1: "k7 b7 r7 o7", 2: "k5 k6 k7"}


def test_tile_may_be_asked_of_a_set_though_it_is_on_the_rack() -> None:
    made = building("k7 b7 r7 o7", "k5 k6 k7").after(put("k5 k6 1:k7"))
    assert shown(made) == {1: "b7 r7 o7", 2: "k5 k6 k7"}
    assert format_tiles(made.rack) == "k7"


def test_one_step_takes_no_tile_twice() -> None:
    laid = building("", "r5 k5").after(put("r5"))
    with pytest.raises(Complaint, match="r5 is neither on your rack nor in another set"):
        laid.after(put("r5 r5"))


def test_set_is_split_before_a_tile_and_joined_again() -> None:
    whole = building("k1 k2 k3 / r3 r4 r5 r6 r7 r8", "r5")
    split = whole.after(Split(2, parse_tile("r6")))
    assert shown(split) == {1: "k1 k2 k3", 2: "r3 r4 r5", 3: "r6 r7 r8"}
    assert shown(split.after(put("r5", 3)))[3] == "r5 r6 r7 r8"
    joined = split.after(Join(3, 2))
    assert joined == whole


def test_numbers_stay_when_a_set_goes_and_the_next_new_set_takes_the_free_one() -> None:
    made = building("r1 r2 r3 / r4 r5 r6 / k7 b7 r7", "o1 o2 o3").after(Join(1, 2))
    assert shown(made) == {2: "r1 r2 r3 r4 r5 r6", 3: "k7 b7 r7"}
    assert format_table(made.table) == "r1 r2 r3 r4 r5 r6 / k7 b7 r7"
    assert shown(made.after(put("o1 o2 o3")))[1] == "o1 o2 o3"


def test_tiles_go_back_to_the_rack_only_if_they_were_laid_in_this_turn() -> None:
    made = building("r3 r4 r5 r6", "r6 b6 k6").after(put("r6 b6 k6"))
    back = made.after(GiveBack(picks("r6")))
    assert shown(back) == {1: "r3 r4 r5 r6", 2: "k6 b6"}
    assert sorted(format_tiles(back.rack).split()) == ["r6"]
    with pytest.raises(Complaint, match="You have not laid r5 in this turn"):
        made.after(GiveBack(picks("r5")))


def test_touched_joker_forgets_what_it_stood_for_and_remembers_once_all_is_as_before() -> None:
    start = building("J=r2 r3 r4 / k7 b7 r7", "r2 o7")
    freed = start.after(put("r2", 1))
    assert shown(freed)[1] == "r2 r3 r4 J"
    moved = freed.after(put("1:J o7"))
    assert shown(moved) == {1: "r2 r3 r4", 2: "k7 b7 r7", 3: "o7 J"}
    assert start.after(put("1:J")).after(Join(3, 1)) == start


def test_named_joker_stays_what_the_step_says() -> None:
    assert shown(building("", "J r3 r4").after(put("J=r2 r3 r4"))) == {1: "J=r2 r3 r4"}
    assert shown(building("", "J r3 r5").after(put("J r5 r3"))) == {1: "r3 J r5"}


def test_whole_table_keeps_the_numbers_of_sets_that_are_much_alike() -> None:
    start = building("k7 b7 r7 o7 / r3 r4 r5", "k5 k6 r6")
    made = start.after(Rearrange(parse_table("r3 r4 r5 r6 / k5 k6 k7 / b7 r7 o7")))
    assert shown(made) == {1: "b7 r7 o7", 2: "r3 r4 r5 r6", 3: "k5 k6 k7"}
    assert made.laid == Counter(["k5", "k6", "r6"])


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (put("r9"), "r9 is neither on your rack nor in another set"),
        (put("k7"), "k7 lies in several sets, 1, 2: write 1:k7"),
        (put("o1", 9), "There is no set 9"),
        (put("9:o1"), "There is no set 9"),
        (put("1:o1"), "Set 1 has no o1"),
        (put("r4", 3), "r4 is neither on your rack nor in another set"),
        (Join(1, 0), "There is no set 0"),
        (Join(-1, 1), "There is no set -1"),
        (Split(3, parse_tile("r9")), "Set 3 has no r9"),
        (Split(3, parse_tile("r3")), "r3 is the first of set 3"),
        (Split(7, parse_tile("r3")), "There is no set 7"),
        (GiveBack(picks("1:o1")), "You have not laid o1"),
    ],
)
def test_step_that_cannot_be_done_says_why(step: Step, sentence: str) -> None:
    start = building("k7 b7 r7 / k7 k8 k9 / r3 r4 r5", "o1 J")
    with pytest.raises(Complaint, match=sentence):
        start.after(step)


# --- undo


def test_steps_are_undone_and_done_again_one_by_one() -> None:
    start = History.begin(parse_table("r3 r4 r5"), parse_tiles("r6 r7"))
    one = start.then(start.now.after(put("r6", 1)))
    two = one.then(one.now.after(put("r7", 1)))
    assert two.undo().now == one.now
    assert two.undo().undo().now == start.now
    assert two.undo().undo().redo().redo().now == two.now
    with pytest.raises(Complaint, match="no step to take back"):
        start.undo()
    with pytest.raises(Complaint, match="no step to do again"):
        two.redo()


def test_starting_again_is_a_step_that_can_be_undone() -> None:
    start = History.begin(parse_table("r3 r4 r5"), parse_tiles("r6"))
    one = start.then(start.now.after(put("r6", 1)))
    again = one.then(one.now.after(StartAgain()))
    assert again.now == start.now
    assert again.undo().now == one.now


def test_step_that_changes_nothing_is_none() -> None:
    start = History.begin(parse_table("r3 r4 r5"), parse_tiles("r6"))
    assert start.then(start.now.after(StartAgain())) == start


def test_new_step_forgets_what_was_undone() -> None:
    start = History.begin((), parse_tiles("r6 k6"))
    other = start.then(start.now.after(put("r6"))).undo()
    assert other.then(other.now.after(put("k6"))).future == ()


# --- following another table


def test_numbers_follow_a_table_that_somebody_else_rebuilt() -> None:
    mine = parse_table("k7 b7 r7 o7 / r3 r4 r5 / o1 o2 o3")
    theirs = parse_table("o1 o2 o3 / b7 r7 o7 / k7 k8 k9 / r3 r4 r5 r6")
    assert format_table(follow(mine, theirs)) == "b7 r7 o7 / r3 r4 r5 r6 / o1 o2 o3 / k7 k8 k9"


# --- any steps, any goal

TILES = [f"{colour}{number}" for colour in "kbro" for number in range(1, 14)] * 2 + ["J", "J"]
TABLES = ("", "r3 r4 r5 J=r6 / k7 b7 r7 o7", "k1 k2 k3 k4 k5 / b9 J r9 / o10 o11 o12 o13")


@st.composite
def any_step(draw: st.DrawFn) -> Step:
    some = tuple(
        Pick(parse_tile(draw(st.sampled_from(TILES))), draw(st.sampled_from([None, None, 1, 2, 3])))
        for _ in range(draw(st.integers(1, 3)))
    )
    number, other = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    split, back = Split(number, some[0].tile), GiveBack(some)
    steps: list[Step] = [Put(some), Put(some, number), Join(number, other), split, back, StartAgain()]
    return draw(st.sampled_from(steps))


def tried(made: Building, step: Step) -> Building:
    try:
        return made.after(step)
    except Complaint:
        return made


@given(
    st.sampled_from(TABLES), st.lists(st.sampled_from(TILES), max_size=14), st.lists(any_step(), max_size=8)
)
def test_no_step_loses_or_makes_tiles(table: str, rack: list[str], steps: list[Step]) -> None:
    made = building(table, " ".join(rack))
    for step in steps:
        made = tried(made, step)
        before = origins(each for meld in made.before for each in meld)
        after = origins(each for meld in made.sets for each in meld)
        assert before <= after
        assert after + origins(made.rack) == before + origins(made.own)
        assert all(made.sets[number - 1] for number in made.numbers())


@given(st.lists(st.sampled_from(TILES), unique=True, max_size=14), st.lists(any_step(), max_size=4))
def test_steps_to_the_best_table_lead_there_from_anywhere(rack: list[str], steps: list[Step]) -> None:
    table = TABLES[1]
    made = building(table, " ".join(rack))
    best = best_play([meld.split() for meld in table.split(" / ")], [*rack])
    goal = [parse_tiles(" ".join(meld)) for meld in best.table]
    for step in steps:
        made = tried(made, step)
    for step in steps_to(made, goal):
        made = made.after(step)
    assert Counter(frozenset(origins(meld).items()) for meld in made.table) == Counter(
        frozenset(origins(meld).items()) for meld in goal
    )
    assert steps_to(made, goal) == []
