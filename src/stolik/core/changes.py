"""What has changed between two frozen values, as changes of the JSON that they are written as.

A change is a path and a value. The path has the names of fields and the places in lists that lead to what
changed; the value stands there now. A place just beyond the end of a list appends. A path may end with a
stretch of a list, "3:5" from place 3 to before place 5: what the list in the value has comes in its place. An
object that lost a key is replaced whole. What is the same object is never looked at, so that it costs little
where most is as it was.

Values that are equal count as written alike: what is shown may not have 1 for True in one place, or a
`Counter` that counts zeros.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import fields

Path = tuple[str | int, ...]
#: A list of small things that has changed in one place of so many is shorter written whole.
_ONE_IN = 3
_SCALARS = (str, int, float, bool, type(None))


class Change(msgspec.Struct, frozen=True, array_like=True):
    """What stands now at the end of a path of names and places."""

    path: tuple[str | int, ...]
    value: Any


def changes(before: Any, after: Any) -> tuple[Change, ...]:
    """What makes the JSON of one value that of another one of the same type."""
    found: list[Change] = []
    _compare((), before, after, found)
    return tuple(found)


def applied(document: Any, some: Iterable[tuple[Sequence[str | int], Any]]) -> Any:
    """JSON with changes made to it; what they do not touch is shared with the JSON as it was."""
    for path, value in some:
        document = _with(document, path, value)
    return document


def _with(document: Any, path: Sequence[str | int], value: Any) -> Any:
    if not path:
        return value
    place, *rest = path
    if isinstance(document, list):
        return _with_place(document, place, rest, value)
    key = str(place)
    return {**document, key: _with(document[key], rest, value) if rest else value}


def _with_place(items: Sequence[Any], place: str | int, rest: Sequence[str | int], value: Any) -> list[Any]:
    if isinstance(place, str):
        start, end = map(int, place.split(":"))
        return [*items[:start], *value, *items[end:]]
    return [*items[:place], _with(items[place], rest, value) if rest else value, *items[place + 1 :]]


class _Field(NamedTuple):
    name: str
    encode_name: str
    default: Any
    #: Whether what is empty is left out.
    makes_empty: Any


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    leaves_out = kind.__struct_config__.omit_defaults
    return tuple(
        _Field(
            each.name,
            each.encode_name,
            each.default if leaves_out else UNSET,
            each.default_factory if leaves_out else None,
        )
        for each in fields(kind)
    )


def _is_left_out(value: Any, field: _Field) -> bool:
    """Whether a field is not written: as msgspec does, by what it is and not by what it equals."""
    if value is UNSET or value is field.default:
        return True
    return field.makes_empty is type(value) and field.makes_empty in (list, dict, set) and not value


def _compare(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if before is after:
        return
    kind = type(after)
    if type(before) is not kind:
        found.append(Change(path, after))
    elif isinstance(after, msgspec.Struct) and not kind.__struct_config__.array_like:
        _compare_fields(path, kind, before, after, found)
    elif kind is tuple or kind is list:
        if before != after:
            _compare_places(path, before, after, found)
    elif isinstance(after, Mapping):
        _compare_keys(path, before, after, found)
    elif before != after:
        found.append(Change(path, after))


def _compare_fields(path: Path, kind: Any, before: Any, after: Any, found: list[Change]) -> None:
    n_found = len(found)
    for field in _fields(kind):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old is new:
            continue
        if _is_left_out(new, field):
            if not _is_left_out(old, field):
                found[n_found:] = [Change(path, after)]
                return
        elif _is_left_out(old, field):
            found.append(Change((*path, field.encode_name), new))
        else:
            _compare((*path, field.encode_name), old, new, found)


def _compare_keys(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if not before.keys() <= after.keys() or not all(isinstance(key, str | int) for key in after):
        found.append(Change(path, after))
        return
    for key, new in after.items():
        if key in before:
            _compare((*path, str(key)), before[key], new, found)
        else:
            found.append(Change((*path, str(key)), new))


def _compare_places(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    stretches = list(_stretches(before, after))
    is_all = stretches[0][:2] == (0, len(before))
    if (is_all or len(stretches) * _ONE_IN > len(after)) and all(map(_is_small, after)):
        found.append(Change(path, after))
        return
    # from the end, so that what comes before keeps its places
    for start, end, new_start, new_end in reversed(stretches):
        new = after[new_start:new_end]
        if end - start == len(new) and (len(new) == 1 or not all(map(_is_small, new))):
            for place, value in enumerate(new, start):
                _compare((*path, place), before[place], value, found)
        elif start == len(before) and len(new) == 1:
            found.append(Change((*path, start), new[0]))
        else:
            found.append(Change((*path, f"{start}:{end}"), new))


def _stretches(before: Any, after: Any) -> Iterator[tuple[int, int, int, int]]:
    """Where two lists differ: from where to where in the one, and from where to where in the other."""
    n_before, n_after = len(before), len(after)
    here = there = 0
    while here < n_before or there < n_after:
        if here < n_before and there < n_after:
            old, new = before[here], after[there]
            if old is new or old == new:
                here, there = here + 1, there + 1
                continue
        start, new_start = here, there
        here, there = _next_alike(before, after, here, there)
        yield start, here, new_start, there


def _next_alike(before: Any, after: Any, here: int, there: int) -> tuple[int, int]:
    """The next places from which on two lists that differ go on alike, or their ends."""
    while here < len(before) and there < len(after) and before[here] != after[there]:
        further = _place_of(before[here], after, there, len(after))
        window = len(before) if further is None else min(len(before), here + further - there)
        nearer = _place_of(after[there], before, here, window)
        if nearer is not None:
            return nearer, there
        if further is not None:
            return here, further
        here, there = here + 1, there + 1
    at_an_end = here == len(before) or there == len(after)
    return (len(before), len(after)) if at_an_end else (here, there)


def _place_of(value: Any, some: Any, start: int, end: int) -> int | None:
    try:
        return int(some.index(value, start, end))
    except ValueError:
        return None


def _is_small(value: Any) -> bool:
    """Whether it is hardly longer than the way to it."""
    if isinstance(value, msgspec.Struct):
        return value.__struct_config__.array_like
    return isinstance(value, _SCALARS)
