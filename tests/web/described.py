"""The server's own description of its API, held against whatever it really answers.

Nothing of `stolik` is used here: the documents are all that is known.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import jsonschema_rs

Schema = dict[str, Any]
#: How often each operation was answered with which status, by whoever was checked in this process.
answered: Counter[tuple[str, int]] = Counter()


class Document:
    """A document with schemas in its components."""

    def __init__(self, url: str, name: str) -> None:
        self.content: Schema = httpx.get(f"{url}/schema/{name}").raise_for_status().json()
        self._validators: dict[str, Any] = {}

    def resolved(self, place: Schema) -> Schema:
        """What stands at a place, which may be somewhere else."""
        while "$ref" in place:
            found = self.content
            for part in place["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            place = found
        return place

    def check(self, value: Any, schema: Schema) -> None:
        """Fail unless a value is as a schema says."""
        key = json.dumps(schema)
        if key not in self._validators:
            whole = {"components": self.content["components"], **schema}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        self._validators[key].validate(value)


class Calls(Document):
    """What /schema/openapi.json says of the calls."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "openapi.json")
        self.operations: dict[str, tuple[str, str, Schema]] = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in self.content["paths"].items()
            for method, operation in methods.items()
        }
        # what is written out stands before what may be anything
        by_place = sorted(self.operations.values(), key=lambda each: each[1].count("{"))
        self._patterns = [
            (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation)
            for method, path, operation in by_place
        ]

    def find(self, method: str, path: str) -> Schema | None:
        """The operation that a call is one of."""
        for known, pattern, operation in self._patterns:
            if known == method and pattern.fullmatch(path):
                return operation
        return None

    def check_answer(self, response: httpx.Response) -> None:
        """Fail unless the answer to a call is one that the document tells of."""
        operation = self.find(response.request.method, response.url.raw_path.decode().partition("?")[0])
        if operation is None:
            return
        response.read()
        told = operation["responses"].get(str(response.status_code))
        where = f"{operation['operationId']}: {response.status_code} {response.text[:300]}"
        assert told is not None, where
        content = self.resolved(told).get("content", {})
        kind = response.headers.get("content-type", "").partition(";")[0]
        assert kind in content if content else not response.content, f"{where} {kind}"
        if kind == "application/json" and content:
            self.check(response.json(), content[kind]["schema"])
        answered[operation["operationId"], response.status_code] += 1


class Messages(Document):
    """What /schema/asyncapi.json says of the socket."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "asyncapi.json")
        channel = self.content["channels"]["socket"]
        self.address: str = channel["address"]
        self._payloads = {
            action: {
                message["name"]: message["payload"]["schema"]
                for message in map(self.resolved, operation["messages"])
            }
            for operation in self.content["operations"].values()
            for action in [operation["action"]]
        }

    def check_told(self, message: Schema) -> None:
        """Fail unless the server may say this."""
        self.check(message, self._payloads["send"][message["type"]])

    def check_said(self, message: Schema) -> None:
        """Fail unless a client may say this."""
        self.check(message, self._payloads["receive"][message["type"]])


@cache
def _told_in_words() -> Any:
    """The program with which docs/protocol.md says how changes are made."""
    page = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    [program] = re.findall(r"(?s)```python\n(.*?)```", page)
    names: dict[str, Any] = {}
    exec(program, names)
    return names["applied"]


def with_changes(table: Schema, message: Schema) -> Schema:
    """A table as it stands after a message `changed`, made as the page says."""
    return dict(_told_in_words()(table, message))


#: Documents by kind and by the games that are installed beside those that come along.
D = TypeVar("D", Calls, Messages)
_known: dict[tuple[type[Document], str | None], Any] = {}


def calls(url: str) -> Calls:
    """The calls as a server describes them."""
    return _as_described(Calls, url)


def messages(url: str) -> Messages:
    """The messages as a server describes them."""
    return _as_described(Messages, url)


def _as_described(kind: type[D], url: str) -> D:
    """A document; all servers of a test run with the same games are of one version."""
    games = os.environ.get("PYTHONPATH")
    if (kind, games) not in _known:
        _known[kind, games] = kind(url)
    known: D = _known[kind, games]
    return known
