"""Changes between values: made to the JSON of the one they give the JSON of the other."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import UNSET, UnsetType

from stolik.core.changes import Change, applied, changes


class Point(msgspec.Struct, frozen=True, array_like=True):
    row: int
    col: int


class Tagged(msgspec.Struct, frozen=True, array_like=True, tag="t"):
    name: str
    points: tuple[Point, ...]


class Circle(msgspec.Struct, frozen=True, tag=True):
    size: int
    note: str | UnsetType = UNSET


class Box(msgspec.Struct, frozen=True, tag=True, rename="camel", omit_defaults=True):
    inner_size: int
    in_order: tuple[int, ...] = ()
    by_name: dict[str, int] = {}
    free_text: str = "none"


Shape = Circle | Box


class Whole(msgspec.Struct, frozen=True):
    shape: Shape | None
    shapes: tuple[Shape, ...]
    points: tuple[Point, ...]
    tagged: Tagged
    places: dict[int, tuple[str, ...]]
    names: list[str]
    seats: frozenset[int]
    pair: tuple[int, Shape | None]


_NUMBERS, _NAMES = some.integers(0, 3), some.sampled_from(["", "a", "b", "a.b", "3:5"])
_POINTS = some.builds(Point, _NUMBERS, _NUMBERS)
_CIRCLES = some.builds(Circle, _NUMBERS, some.sampled_from([UNSET, "big", ""]))
_BOXES = some.builds(
    Box,
    _NUMBERS,
    some.sampled_from([(), (1,), (1, 2)]),
    some.dictionaries(_NAMES, _NUMBERS, max_size=2),
    some.sampled_from(["none", "some"]),
)
_SHAPES = _CIRCLES | _BOXES
_WHOLES = some.builds(
    Whole,
    some.none() | _SHAPES,
    some.lists(_SHAPES, max_size=4).map(tuple),
    some.lists(_POINTS, max_size=12).map(tuple),
    some.builds(Tagged, _NAMES, some.lists(_POINTS, max_size=2).map(tuple)),
    some.dictionaries(_NUMBERS, some.lists(_NAMES, max_size=3).map(tuple), max_size=3),
    some.lists(_NAMES, max_size=6),
    some.frozensets(_NUMBERS),
    some.tuples(_NUMBERS, some.none() | _SHAPES),
)


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def follows(before: Any, after: Any) -> tuple[Change, ...]:
    """The changes from one value to another, which lead there and leave the first as it was."""
    found = changes(before, after)
    document = as_json(before)
    assert applied(document, as_json(found)) == as_json(after)
    assert document == as_json(before)
    return found


@settings(max_examples=400, deadline=None)
@given(_WHOLES, _WHOLES)
def test_changes_lead_from_one_value_to_the_other(before: Whole, after: Whole) -> None:
    follows(before, after)


@settings(max_examples=200, deadline=None)
@given(some.lists(_NUMBERS, max_size=30), some.lists(_NUMBERS, max_size=30))
def test_changes_lead_from_one_list_to_the_other(before: list[int], after: list[int]) -> None:
    follows({"all": before}, {"all": after})


@given(_WHOLES)
def test_what_is_as_it_was_is_not_told(value: Whole) -> None:
    again = msgspec.structs.replace(value, places=dict(value.places), names=list(value.names))
    assert follows(value, again) == ()


LAID = tuple(Point(row, col) for row in range(0, 20, 2) for col in range(10))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [[["b"], 3]]),
        ({"a": 1}, {"a": 1, "b": 3}, [[["b"], 3]]),
        ({"a": 1, "b": 2}, {"b": 2}, [[[], {"b": 2}]]),
        ({"a": [{"n": 1}]}, {"a": [{"n": 1}, {"n": 2}]}, [[["a", 1], {"n": 2}]]),
        ({"a": LAID}, {"a": LAID[:30] + LAID[31:]}, [[["a", "30:31"], []]]),
        ({"a": LAID}, {"a": (*LAID[:30], Point(99, 9), *LAID[30:])}, [[["a", "30:30"], [[99, 9]]]]),
        ({"a": LAID}, {"a": (*LAID[:7], Point(99, 9), *LAID[8:])}, [[["a", 7], [99, 9]]]),
        ({"a": LAID}, {"a": LAID[1:]}, [[["a", "0:1"], []]]),
        ({"a": [1, 2, 3]}, {"a": [4, 5, 6]}, [[["a"], [4, 5, 6]]]),
    ],
)
def test_change_is_as_short_as_it_can_be_told(before: Any, after: Any, told: list[Any]) -> None:
    assert as_json(follows(before, after)) == told


def test_same_objects_are_not_looked_at() -> None:
    class Heavy:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("it is the same object")

        __hash__ = None  # type: ignore[assignment]

    heavy = Heavy()
    assert changes({"a": heavy, "b": 1}, {"a": heavy, "b": 2}) == (Change(("b",), 2),)
