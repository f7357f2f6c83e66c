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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, count
from operator import is_not
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple, fields

Path = tuple[str | int, ...]
#: A list of small things that has changed in one place of so many is shorter written whole.
_ONE_IN = 3
#: So few small things are written whole wherever they differ.
_FEW = 4
_SCALARS = (str, int, float, bool, type(None))


#: In a list from where to where, and in another one from where to where.
Stretch = tuple[int, int, int, int]


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What stands now at the end of a path of names and places."""

    path: tuple[str | int, ...]
    value: Any


Compare = Callable[[Path, Any, Any, list[Change]], None]


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


def _compare(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if type(before) is not type(after):
        found.append(Change(path, after))
    elif before is not after:
        kind: Any = type(after)
        _way_to_compare(kind)(path, before, after, found)


@cache
def _way_to_compare(kind: Any) -> Compare:
    if kind in (tuple, list):
        return _by_places
    if issubclass(kind, Mapping):
        return _by_keys
    is_object = issubclass(kind, msgspec.Struct) and not kind.__struct_config__.array_like
    return _by_fields(kind) if is_object else _as_one


def _as_one(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if before != after:
        found.append(Change(path, after))


class _Field(NamedTuple):
    encode_name: str
    default: Any
    #: Of which type what is empty is left out.
    makes_empty: Any

    def leaves_out(self, value: Any) -> bool:
        """Whether a value is not written: as msgspec does, by what it is and not by what it equals."""
        return value is UNSET or value is self.default or (type(value) is self.makes_empty and not value)


def _by_fields(kind: Any) -> Compare:
    omits = kind.__struct_config__.omit_defaults
    known = tuple(
        _Field(
            each.encode_name,
            each.default if omits else UNSET,
            each.default_factory if omits and each.default_factory in (list, dict, set) else None,
        )
        for each in fields(kind)
    )
    names = tuple((field.encode_name,) for field in known)

    def compare(path: Path, before: Any, after: Any, found: list[Change]) -> None:
        olds, news, n_found = astuple(before), astuple(after), len(found)
        for n in compress(count(), map(is_not, olds, news)):
            old, new, here = olds[n], news[n], path + names[n]
            if omits or new is UNSET or old is UNSET:
                was_left_out = known[n].leaves_out(old)
                if known[n].leaves_out(new):
                    if was_left_out:
                        continue
                    found[n_found:] = [Change(path, after)]
                    return
                if was_left_out:
                    found.append(Change(here, new))
                    continue
            _compare(here, old, new, found)

    return compare


def _by_keys(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if list(before) == list(after):
        changed = list(compress(after, map(is_not, before.values(), after.values())))
    elif before.keys() <= after.keys():
        changed = [key for key, new in after.items() if key not in before or before[key] is not new]
    else:
        found.append(Change(path, after))
        return
    if not all(isinstance(key, str | int) for key in changed):
        found.append(Change(path, after))
        return
    for key in changed:
        if key in before:
            _compare((*path, str(key)), before[key], after[key], found)
        else:
            found.append(Change((*path, str(key)), after[key]))


def _by_places(path: Path, before: Any, after: Any, found: list[Change]) -> None:
    if len(before) == len(after) <= _FEW and _are_small(after):
        if before != after:
            found.append(Change(path, after))
        return
    stretches = _stretches(before, after)
    if not stretches:
        return
    is_all = stretches[0][:2] == (0, len(before))
    if (is_all or len(stretches) * _ONE_IN > len(after)) and _are_small(after):
        found.append(Change(path, after))
        return
    # from the end, so that what comes before keeps its places
    for start, end, new_start, new_end in reversed(stretches):
        new = after[new_start:new_end]
        if end - start == len(new) and (len(new) == 1 or not _are_small(new)):
            for place, value in enumerate(new, start):
                _compare((*path, place), before[place], value, found)
        elif start == len(before) and len(new) == 1:
            found.append(Change((*path, start), new[0]))
        else:
            found.append(Change((*path, f"{start}:{end}"), new))


def _stretches(before: Any, after: Any) -> list[Stretch]:
    """Where two lists differ: from where to where in the one, and from where to where in the other."""
    n_before, n_after = len(before), len(after)
    if n_before == n_after:
        places = compress(count(), map(is_not, before, after))
        return _joined(place for place in places if before[place] != after[place])
    n_alike = _n_alike(before, after)
    if n_alike in (n_before, n_after):
        return [(n_alike, n_before, n_alike, n_after)]
    n_at_end = min(_n_alike(before[::-1], after[::-1]), n_before - n_alike, n_after - n_alike)
    return list(_between(before, after, n_alike, n_before - n_at_end, n_after - n_at_end))


def _joined(places: Iterable[int]) -> list[Stretch]:
    """Places next to each other as one stretch that is as long as it was."""
    joined: list[Stretch] = []
    for place in places:
        start = joined.pop()[0] if joined and joined[-1][1] == place else place
        joined.append((start, place + 1, start, place + 1))
    return joined


def _n_alike(some: Any, others: Any) -> int:
    """How many are alike at the beginning of two lists."""
    for n in compress(count(), map(is_not, some, others)):
        if some[n] != others[n]:
            return n
    return min(len(some), len(others))


def _between(before: Any, after: Any, first: int, end: int, new_end: int) -> Iterator[Stretch]:
    """The stretches of two lists of different length from a place to an end of each.

    What was put in or taken out moves the others by no more places than the length has changed, as a rule.
    """
    reach = abs(len(after) - len(before)) + 1
    here = there = first
    while here < end or there < new_end:
        start, new_start = here, there
        while here < end and there < new_end and before[here] != after[there]:
            coming, gone = after[there : there + reach], before[here : here + reach]
            if before[here] in coming:
                there += coming.index(before[here])
            elif after[there] in gone:
                here += gone.index(after[there])
            else:
                here, there = here + 1, there + 1
        if here >= end or there >= new_end:
            here, there = end, new_end
        yield start, here, new_start, there
        while here < end and there < new_end and before[here] == after[there]:
            here, there = here + 1, there + 1


def _are_small(some: Any) -> bool:
    """Whether things are hardly longer than the way to each of them."""
    return all(map(_is_small, {*map(type, some)}))


@cache
def _is_small(kind: Any) -> bool:
    if issubclass(kind, msgspec.Struct):
        return bool(kind.__struct_config__.array_like)
    return kind in _SCALARS
