"""`make rules-coverage` finds every kind of hole between the rule ids, our clauses and the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.bare_pytest import bare_environment
from tools.clauses import Clause, parse_clauses, read_clauses
from tools.rules_coverage import Marks, RulesMap, gaps_of_game, gaps_of_marks, table_of_game

ROOT = Path(__file__).parents[2]
CLAUSES = [Clause("T1.1", "tiny", True), Clause("T1.2", "tiny", True), Clause("T2", "tiny", False)]
RULES: RulesMap = {"tiny": {"X01": ["T1.1", "T1.2"], "X02": ["T2"], "X03": "a picture"}}
MARKS: Marks = {"T1.1": {"tests/a.py::test_a", "tests/a.py::test_b"}, "T1.2": {"tests/a.py::test_c"}}


def test_clauses_are_read_with_their_notes() -> None:
    text = "# S\n- **S1.1** Text.\n- **S1.2** (note) Text\n- **S2.10a** Over\n  two lines (note)\n\n- S3 no\n"
    assert parse_clauses("tiny", text) == [
        Clause("S1.1", "tiny", True),
        Clause("S1.2", "tiny", False),
        Clause("S2.10a", "tiny", False),
    ]


def test_note_in_another_paragraph_does_not_excuse_a_clause() -> None:
    assert parse_clauses("tiny", "- **S1** Text.\n\nAn aside (note).\n") == [Clause("S1", "tiny", True)]


def test_clause_id_in_two_games_is_refused(tmp_path: Path) -> None:
    for game in ("one", "two"):
        rules = tmp_path / "src/stolik/games" / game / "RULES.md"
        rules.parent.mkdir(parents=True)
        rules.write_text("- **S1** Text.\n")
    with pytest.raises(ValueError, match="S1 stands twice"):
        read_clauses(tmp_path)


def test_complete_map_has_no_gap() -> None:
    assert gaps_of_game("tiny", RULES, CLAUSES, MARKS) == []
    assert gaps_of_marks(CLAUSES, MARKS) == []


@pytest.mark.parametrize(
    ("rules", "clauses", "marks", "gap"),
    [
        ({}, CLAUSES, MARKS, "tiny: docs/rules-map.toml has no table for it"),
        ({"tiny": {}}, [], {}, "tiny: there is no RULES.md with clauses"),
        (
            {"tiny": {"X01": []}},
            CLAUSES,
            MARKS,
            "tiny: X01 has neither a clause nor a reason why it is no rule",
        ),
        (
            {"tiny": {"X01": ""}},
            CLAUSES,
            MARKS,
            "tiny: X01 has neither a clause nor a reason why it is no rule",
        ),
        ({"tiny": {"X01": ["T9"]}}, CLAUSES, MARKS, "tiny: X01 cites T9, which RULES.md lacks"),
        (RULES, CLAUSES, {"T1.1": MARKS["T1.1"]}, "tiny: no test is marked with T1.2"),
    ],
)
def test_each_gap_is_told(rules: RulesMap, clauses: list[Clause], marks: Marks, gap: str) -> None:
    assert gaps_of_game("tiny", rules, clauses, marks) == [gap]


def test_mark_with_an_unknown_clause_is_a_gap() -> None:
    assert gaps_of_marks(CLAUSES, {"T7": {"tests/a.py::test_a"}}) == [
        "tests/a.py::test_a cites T7, which no RULES.md has"
    ]


def test_table_leads_from_rule_id_to_clause_to_tests() -> None:
    lines = table_of_game(RULES["tiny"], [*CLAUSES, Clause("T3", "tiny", True)], MARKS)
    assert lines == [
        "X01      T1.1     tests/a.py::test_a and 1 more",
        "X01      T1.2     tests/a.py::test_c",
        "X02      T2       no test",
        "X03      no rule: a picture",
        "-        T3       no test",
    ]


def coverage_of(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.rules_coverage", "--root", str(root)]
    return subprocess.run(
        command, cwd=ROOT, env=bare_environment(), capture_output=True, text=True, check=False
    )


COMPUTED_MARK = """
import pytest

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("T" + "1"))])
def test_one(n):
    pass

"""


def test_command_sees_computed_and_soak_marks_and_exits_by_the_gaps(tmp_path: Path) -> None:
    game = tmp_path / "src/stolik/games/tiny"
    for directory in (game, tmp_path / "docs", tmp_path / "tests"):
        directory.mkdir(parents=True)
    (game / "__init__.py").touch()
    (game / "RULES.md").write_text("- **T1** Text.\n- **T2** Text.\n")
    (tmp_path / "docs/rules-map.toml").write_text('[tiny]\nX01 = ["T1", "T2"]\n[later]\nY01 = []\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  clause\n  soak\naddopts = -m 'not soak'\n")
    test = COMPUTED_MARK
    (tmp_path / "tests/test_tiny.py").write_text(test)
    with_gap = coverage_of(tmp_path)
    assert with_gap.returncode == 1, with_gap.stderr
    assert "gap: tiny: no test is marked with T2" in with_gap.stdout

    test += "@pytest.mark.soak\n@pytest.mark.clause('T2')\ndef test_two():\n    pass\n"
    (tmp_path / "tests/test_tiny.py").write_text(test)
    complete = coverage_of(tmp_path)
    assert complete.returncode == 0, complete.stdout
    assert "X01      T1       tests/test_tiny.py::test_one\n" in complete.stdout


def test_tests_that_cannot_be_collected_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/rules-map.toml").touch()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_broken.py").write_text("1 / 0\n")
    broken = coverage_of(tmp_path)
    assert broken.returncode == 1
    assert "the tests cannot be collected" in broken.stderr
