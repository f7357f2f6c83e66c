"""The client makes changes as the server means them: the same vectors in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.core.changes import changes
from stolik.words.store import Lexicons
from tests.core.test_changes import LAID, Point
from tests.web.test_lean import Reader, whole_game
from tools import client

PROGRAM = """
import { readFileSync, writeFileSync } from "node:fs";
import { applied } from "./changes.mjs";
const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url)));
const made = vectors.map(([before, changes]) => {
  const kept = JSON.stringify(before);
  const after = applied(before, changes);
  if (JSON.stringify(before) !== kept) throw new Error("what was told before has changed");
  return after;
});
writeFileSync(new URL("made.json", import.meta.url), JSON.stringify(made));
"""
#: Before and after: what is put in, taken out and put elsewhere, in lists and objects, whole and in parts.
PAIRS: list[tuple[Any, Any]] = [
    ({"a": 1}, {"a": 2, "b": None}),
    ({"a": 1, "b": 2}, {"b": 2}),
    ({"a": {"0": [1, 2]}}, {"a": {"0": [1, 2, 3], "1": []}}),
    ({"a": [{"n": 1}]}, {"a": [{"n": 1}, {"n": 2}]}),
    ({"a": LAID}, {"a": (*LAID[:30], Point(9, 9), *LAID[40:], Point(7, 7))}),
    ({"a": LAID}, {"a": LAID[1:]}),
    ({"a": LAID[:3]}, {"a": ()}),
    ({"a": ()}, {"a": LAID[:3]}),
    ({"a": "text"}, {"a": ["list"]}),
    ([1], {"a": 1}),
]


class Keeper(Reader):
    """Keeps the changes that it was told, and what they were made to."""

    def __init__(self) -> None:
        super().__init__(None, "pl")
        self.vectors: list[tuple[Any, Any]] = []
        self.made: list[Any] = []

    def take(self, message: dict[str, Any]) -> None:
        before = self.has
        super().take(message)
        if message["type"] == "changed":
            self.vectors.append((before, message["changes"]))
            beside = {name: before[name] for name in ("seq", "left_ms", "done", "events")}
            self.made.append(self.has | beside)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's own module, as a program that node can run."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "program.mjs").write_text(PROGRAM)
    source, made = "src/table/changes.ts", str(folder / "changes.mjs")
    client.run_node("rolldown/bin/cli.mjs", source, "--format", "esm", "--file", made)
    return folder / "program.mjs"


def made_by(program: Path, vectors: Any) -> Any:
    (program.parent / "vectors.json").write_bytes(msgspec.json.encode(vectors))
    assert client.programs()[0]([str(program)]) == 0
    return json.loads((program.parent / "made.json").read_bytes())


def test_client_makes_the_changes_of_all_kinds(program: Path) -> None:
    vectors = [(before, changes(before, after)) for before, after in PAIRS]
    afters = json.loads(msgspec.json.encode([after for _, after in PAIRS]))
    assert made_by(program, vectors) == afters


@pytest.mark.parametrize("preset_id", ["pl", "rummikub-xp"])
def test_client_makes_the_changes_of_whole_games(program: Path, preset_id: str, words: Lexicons) -> None:
    keeper = Keeper()
    for record, envelopes in whole_game(preset_id, 0, words):
        keeper.tell(record, envelopes, is_slow=False)
    assert made_by(program, keeper.vectors) == keeper.made
    assert len(keeper.vectors) > 3
