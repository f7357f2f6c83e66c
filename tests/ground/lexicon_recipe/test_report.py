"""What a person is told at the end: the difference, what explains it, and how to ship the list."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from tools.lexicons.__main__ import packing
from tools.lexicons.difference import Difference, read_list, report
from tools.lexicons.steps import Facts

SCRIPT = Path(__file__).parents[3] / "tools/lexicons/remake.py"


def difference(before: str, after: str) -> Difference:
    return Difference("pl", frozenset(before.split()), frozenset(after.split()))


def test_report_counts_what_was_added_and_removed_by_length() -> None:
    text = report(difference("AA BB CCC DDD", "AA BB EEE DDD FFFF"), {}, {})
    assert text.splitlines()[0] == "pl: 5 words now, 4 before; 2 added, 1 removed: 75.000 % differ"
    assert [line.split() for line in text.splitlines()[3:6]] == [
        ["2", "2", "2", "0", "0"],
        ["3", "2", "2", "1", "1", "100.00", "%"],
        ["4", "0", "1", "1", "0", "100.00", "%"],
    ]
    assert "added:   EEE FFFF" in text
    assert "removed: CCC" in text


def test_large_difference_is_explained_by_what_is_not_as_it_was() -> None:
    expected: Facts = {"wpolish": "20220301-1", "candidates": 10, "kept": 9}
    found = difference("AA", "AA BB")
    text = report(found, {"wpolish": "20240901-1", "candidates": 12, "kept": 9}, expected)
    assert "wpolish: 20240901-1 (was 20220301-1)" in text
    assert "candidates: 12 (was 10)" in text
    assert "kept" not in text
    assert "a rule or hand list changed" in report(found, dict(expected), expected)


def test_equal_lists_need_no_explanation() -> None:
    text = report(difference("AA BB", "AA BB"), {"candidates": 1}, {"candidates": 2})
    assert "0.000 % differ" in text
    assert "was" not in text


def test_list_to_compare_with_may_be_compressed(tmp_path: Path) -> None:
    packed = tmp_path / "pl.txt.xz"
    packed.write_bytes(lzma.compress("ŻE\nUD\n".encode()))
    assert read_list(packed) == {"ŻE", "UD"}


def test_script_is_run_from_anywhere_and_refuses_a_file_that_is_no_list(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--work", str(tmp_path), "--against", "no.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "no.txt is not a list to compare with: name a file that begins with pl or pt.\n"


@pytest.mark.parametrize("name", ["pl", "pt"])
def test_command_that_ships_a_list_can_be_run_from_anywhere(name: str, tmp_path: Path) -> None:
    command = packing(name, tmp_path)
    done = subprocess.run([*command, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ("--forms" in command) == (name == "pt")
