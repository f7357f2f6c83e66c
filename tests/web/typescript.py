"""Reads the part of TypeScript that the generated types use, and says whether a JSON value is of a type."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\w+|\[\]|[][{}<>()|,:;?=]')
_PRIMITIVES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class Field(NamedTuple):
    kind: Any
    optional: bool


class Reader:
    """A stream of tokens; types become tuples whose first item says what they are."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)
        self._at = 0

    @property
    def next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.next
        assert not expected or token in expected, f"{token!r} instead of {expected}"
        self._at += 1
        return token

    def took(self, token: str) -> bool:
        if self.next != token:
            return False
        self._at += 1
        return True

    def type(self) -> Any:
        self.took("|")
        members = [self.array()]
        while self.took("|"):
            members.append(self.array())
        return members[0] if len(members) == 1 else ("union", members)

    def array(self) -> Any:
        kind = self.single()
        while self.took("[]"):
            kind = ("array", kind)
        return kind

    def single(self) -> Any:
        if self.took("("):
            kind = self.type()
            self.take(")")
            return kind
        if self.took("["):
            return ("tuple", self.items())
        if self.took("{"):
            return ("object", self.fields())
        token = self.take()
        if token.startswith('"'):
            return ("literal", json.loads(token))
        return ("name", token, self.arguments())

    def arguments(self) -> list[Any]:
        found = []
        if self.took("<"):
            while not self.took(">"):
                found.append(self.type())
                self.took(",")
        return found

    def items(self) -> list[Any]:
        found = []
        while not self.took("]"):
            if self._tokens[self._at + 1] == ":":
                self.take()
                self.take(":")
            found.append(self.type())
            self.took(",")
        return found

    def fields(self) -> dict[str, Field]:
        found = {}
        while not self.took("}"):
            name = self.take().strip('"')
            optional = self.took("?")
            self.take(":")
            found[name] = Field(self.type(), optional)
            self.took(";")
        return found

    def parameters(self) -> list[tuple[str, Any]]:
        found = []
        if self.took("<"):
            while not self.took(">"):
                name = self.take()
                found.append((name, self.type() if self.took("=") else ("name", "unknown", [])))
                self.took(",")
        return found


class Types:
    """The types of some files."""

    def __init__(self, *files: Path) -> None:
        self._declared: dict[str, tuple[list[tuple[str, Any]], Any]] = {}
        for file in files:
            self._read(re.sub(r"(?s)/\*.*?\*/|//[^\n]*", "", file.read_text(encoding="utf-8")))

    def _read(self, text: str) -> None:
        for found in re.finditer(r"export (type|interface) (.*?)(?=\nexport |\nimport |\Z)", text, re.DOTALL):
            reader = Reader(found[2])
            name, parameters = reader.take(), reader.parameters()
            if found[1] == "type":
                reader.take("=")
            self._declared[name] = parameters, reader.type()

    def __contains__(self, name: str) -> bool:
        return name in self._declared

    def fields(self, name: str) -> dict[str, Field]:
        """The fields of an interface."""
        kind, found = self._declared[name][1]
        assert kind == "object"
        return dict(found)

    def fits(self, value: Any, kind: str) -> bool:
        """Whether a JSON value is exactly of a type: no field too many, none too few."""
        return self._fits(value, Reader(kind).type(), {})

    def _fits(self, value: Any, kind: Any, known: dict[str, Any]) -> bool:
        match kind:
            case ("union", members):
                return any(self._fits(value, each, known) for each in members)
            case ("array", item):
                return isinstance(value, list) and all(self._fits(each, item, known) for each in value)
            case ("tuple", items):
                return (
                    isinstance(value, list)
                    and len(value) == len(items)
                    and all(self._fits(one, each, known) for one, each in zip(value, items, strict=True))
                )
            case ("object", fields):
                return isinstance(value, dict) and self._fits_fields(value, fields, known)
            case ("literal", expected):
                return bool(value == expected)
            case ("name", name, arguments):
                return self._fits_name(value, name, arguments, known)
        raise AssertionError(kind)

    def _fits_fields(self, value: dict[str, Any], fields: dict[str, Field], known: dict[str, Any]) -> bool:
        return value.keys() <= fields.keys() and all(
            self._fits(value[name], field.kind, known) if name in value else field.optional
            for name, field in fields.items()
        )

    def _fits_name(self, value: Any, name: str, arguments: list[Any], known: dict[str, Any]) -> bool:
        if name in known:
            return self._fits(value, *known[name])
        if name == "unknown":
            return True
        if name == "Record":
            key = r"-?\d+" if arguments[0][1] == "number" else r"(?s).*"
            return isinstance(value, dict) and all(
                re.fullmatch(key, each) and self._fits(one, arguments[1], known)
                for each, one in value.items()
            )
        if name in _PRIMITIVES:
            return isinstance(value, _PRIMITIVES[name]) and (name != "number" or not isinstance(value, bool))
        parameters, kind = self._declared[name]
        given = [(each, known) for each in arguments] + [
            (each, {}) for _, each in parameters[len(arguments) :]
        ]
        return self._fits(value, kind, {one[0]: each for one, each in zip(parameters, given, strict=True)})
