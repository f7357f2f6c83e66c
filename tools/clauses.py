"""Reads the numbered clauses of games/*/RULES.md: lines such as `- **S4.2** text`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]+[0-9]+(?:\.[0-9]+)*[a-z]?)\*\*\s")
# A clause that only describes (contents of the box, a name) carries this tag: no code enforces it.
DESCRIPTIVE = "(note)"


@dataclass(frozen=True)
class Clause:
    """One numbered rule of a game; an enforceable one has code that a test can switch off."""

    id: str
    game: str
    enforceable: bool


def parse_clauses(game: str, text: str) -> list[Clause]:
    """The clauses of one RULES.md; each goes on until the next list item, heading or blank line."""
    clauses: list[Clause] = []
    for block in re.split(r"\n(?=- |#|\s*\n)", "\n" + text):
        found = CLAUSE.match(block.lstrip("\n"))
        if found:
            clauses.append(Clause(found["id"], game, DESCRIPTIVE not in block))
    return clauses


def find_games(root: Path) -> list[str]:
    """The games that exist: the packages in src/stolik/games."""
    return sorted(package.parent.name for package in root.glob("src/stolik/games/*/__init__.py"))


def read_clauses(root: Path) -> list[Clause]:
    """The clauses of every game under root/src/stolik/games; raises ValueError when an id stands twice."""
    clauses: list[Clause] = []
    for rules in sorted(root.glob("src/stolik/games/*/RULES.md")):
        clauses += parse_clauses(rules.parent.name, rules.read_text(encoding="utf-8"))
    ids = [clause.id for clause in clauses]
    twice = sorted({id_ for id_ in ids if ids.count(id_) > 1})
    if twice:
        raise ValueError(f"clause ids must be unique, but {', '.join(twice)} stands twice in RULES.md")
    return clauses
