"""Lists every rule id of docs/rules-map.toml -> our clauses -> the tests of each; exits 1 on a gap.

The map has a table for each game: `S01 = ["S1.1"]`, or `S02 = "why this is no rule"`. The clauses stand in
games/*/RULES.md; a test names those it pins down with `@pytest.mark.clause("S1.1")`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from pathlib import Path

import msgspec
import pytest

from tools.clauses import Clause, find_games, read_clauses

RulesMap = dict[str, dict[str, list[str] | str]]
Marks = dict[str, set[str]]


class MarkedTests:
    """A pytest plugin that notes which collected tests cite which clause."""

    def __init__(self) -> None:
        self.by_clause: Marks = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    self.by_clause.setdefault(clause, set()).add(item.nodeid.split("[")[0])


def collect_marks(root: Path) -> Marks:
    """Clause id -> tests citing it, found by pytest's own collection so that computed marks count too."""
    plugin, report = MarkedTests(), io.StringIO()
    with contextlib.chdir(root), contextlib.redirect_stdout(report):
        status = pytest.main(["--collect-only", "-qq", "-m", "", "-p", "no:cacheprovider", "tests"], [plugin])
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise ValueError(f"the tests cannot be collected:\n{report.getvalue()}")
    return plugin.by_clause


def gaps_of_rule(rule: str, ours: list[str] | str, known: set[str]) -> list[str]:
    """What is wrong with one line of the map."""
    if isinstance(ours, str) and ours.strip():
        return []
    if not ours:
        return [f"{rule} has neither a clause nor a reason why it is no rule"]
    return [f"{rule} cites {clause}, which RULES.md lacks" for clause in ours if clause not in known]


def gaps_of_game(game: str, rules: RulesMap, clauses: list[Clause], marks: Marks) -> list[str]:
    """Every hole between the map, the clauses and the tests of one game."""
    gaps = [] if game in rules else ["docs/rules-map.toml has no table for it"]
    if not clauses:
        gaps.append("there is no RULES.md with clauses")
    known = {clause.id for clause in clauses}
    for rule, ours in rules.get(game, {}).items():
        gaps += gaps_of_rule(rule, ours, known)
    gaps += [f"no test is marked with {c.id}" for c in clauses if c.enforceable and not marks.get(c.id)]
    return [f"{game}: {gap}" for gap in gaps]


def gaps_of_marks(clauses: list[Clause], marks: Marks) -> list[str]:
    """Tests that cite a clause nobody wrote."""
    unknown = sorted(set(marks) - {clause.id for clause in clauses})
    return [f"{', '.join(sorted(marks[id_]))} cites {id_}, which no RULES.md has" for id_ in unknown]


def describe_tests(clause: str, marks: Marks) -> str:
    """The tests of a clause in one line."""
    tests = sorted(marks.get(clause, {"no test"}))
    return tests[0] + (f" and {len(tests) - 1} more" if len(tests) > 1 else "")


def table_of_game(table: dict[str, list[str] | str], clauses: list[Clause], marks: Marks) -> list[str]:
    """Lines of rule id, clause, tests; the clauses that no rule id leads to come last."""
    lines: list[str] = []
    cited: set[str] = set()
    for rule, ours in table.items():
        if isinstance(ours, str):
            lines.append(f"{rule:<8} no rule: {ours}")
            continue
        cited.update(ours)
        lines += [f"{rule:<8} {clause:<8} {describe_tests(clause, marks)}" for clause in ours]
    others = [clause.id for clause in clauses if clause.id not in cited]
    return lines + [f"{'-':<8} {clause:<8} {describe_tests(clause, marks)}" for clause in others]


def report(root: Path) -> int:
    """Prints the table and the gaps of a project; gives the number of gaps."""
    text = (root / "docs/rules-map.toml").read_text(encoding="utf-8")
    rules = msgspec.toml.decode(text, type=RulesMap)
    clauses, marks = read_clauses(root), collect_marks(root)
    gaps = gaps_of_marks(clauses, marks)
    for game in find_games(root):
        ours = [clause for clause in clauses if clause.game == game]
        gaps += gaps_of_game(game, rules, ours, marks)
        print(f"[{game}]", *table_of_game(rules.get(game, {}), ours, marks), "", sep="\n")
    for gap in gaps:
        print(f"gap: {gap}")
    print(f"{len(clauses)} clauses, {len(marks)} of them cited by tests, {len(gaps)} gaps")
    return len(gaps)


def main() -> int:
    """0 when there is no gap."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the project to look at")
    try:
        return 1 if report(parser.parse_args().root.resolve()) else 0
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        print(f"rules-coverage: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
