"""Options at their bounds, just beyond them and far off, made from the types of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

#: What nobody means, wherever a number or a text stands.
FAR_OFF = (0, -1, 2**31, 2**63, 10**18)
ODD_TEXTS = ("", "x" * 5000, "\x00", "../../etc/passwd", "☃", "a\u202eb", "\ud7ff\u3164", "' OR 1=1 --", "\n")


def odd_values(kind: inspect.Type) -> Iterator[Any]:
    """Values for something of a type: the least and the most, one beyond, far off, and of the wrong kind."""
    match kind:
        case inspect.UnionType():
            for each in kind.types:
                yield from odd_values(each)
        case inspect.IntType():
            bounds = [bound for bound in (kind.ge, kind.le) if bound is not None]
            yield from dict.fromkeys([*bounds, *(b + step for b in bounds for step in (-1, 1)), *FAR_OFF])
            yield from (0.5, "7", True, [])
        case inspect.StrType():
            yield from ODD_TEXTS
            yield "y" * ((kind.max_length or 0) + 1)
        case inspect.LiteralType():
            yield from (*kind.values, "", "nothing of the kind")
        case inspect.BoolType():
            yield from (True, False, 1, "true")
        case inspect.NoneType():
            yield None
        case inspect.VarTupleType():
            yield from ((), "text", {})
            some = list(odd_values(kind.item_type))
            yield from ([each] for each in some)
            yield [next(iter(some), None)] * ((kind.max_length or 0) + 1)
        case inspect.StructType():
            yield from ({}, [], "text", None)


def odd_options(options: Any) -> Iterator[dict[str, Any]]:
    """Changes of one option each, and of one thing inside of those that are made of several."""
    for field in inspect.type_info(type(options)).fields:  # type: ignore[attr-defined]
        for value in odd_values(field.type):
            yield {field.encode_name: value}
        inner = getattr(options, field.encode_name)
        if isinstance(inner, msgspec.Struct):
            whole = msgspec.to_builtins(inner)
            for change in odd_options(inner):
                yield {field.encode_name: whole | change}


def unbounded(kind: inspect.Type, place: str, seen: frozenset[type] = frozenset()) -> Iterator[str]:
    """Where a type lets in a number, a text or a list of any size."""
    match kind:
        case inspect.UnionType():
            for each in kind.types:
                yield from unbounded(each, place, seen)
        case inspect.IntType() if kind.ge is None or kind.le is None:
            yield f"{place}: a number without bounds"
        case inspect.FloatType():
            yield f"{place}: a number that may be no number"
        case inspect.StrType() if kind.max_length is None:
            yield f"{place}: a text of any length"
        case inspect.VarTupleType() | inspect.ListType() | inspect.DictType() if kind.max_length is None:
            yield f"{place}: a list of any length"
        case inspect.VarTupleType() | inspect.ListType():
            yield from unbounded(kind.item_type, f"{place}[]", seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from unbounded(each, f"{place}[]", seen)
        case inspect.StructType() if kind.cls not in seen:
            for field in kind.fields:
                yield from unbounded(field.type, f"{place}.{field.name}", seen | {kind.cls})
        case inspect.AnyType() | inspect.RawType() | inspect.BytesType():
            yield f"{place}: anything"
