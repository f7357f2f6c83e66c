"""What `make test` makes of a test that fails beside others and passes alone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import run_tests

UNSTEADY = """
def test_that_passes_alone(request):
    assert not hasattr(request.config, "workerinput")
"""
BROKEN = """
def test_that_never_passes():
    assert False
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder inside the project: only there does the name of a test say its file."""
    build = run_tests.ROOT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as name:
        yield Path(name)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a run tells what was unsteady."""
    monkeypatch.setattr(run_tests, "UNSTEADY", tmp_path / "unsteady.txt")
    return tmp_path / "unsteady.txt"


@pytest.fixture(autouse=True)
def few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run needs three seconds less without plugins that have nothing to do in it."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")


def ran(folder: Path, text: str, *arguments: str) -> int:
    test = folder / "test_some.py"
    test.write_text(text)
    return run_tests.main([*arguments, str(test)])


def test_unsteady_test_is_told_and_does_not_fail_the_run(
    folder: Path, told: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ran(folder, UNSTEADY, "-n", "1") == 0
    assert told.read_text().endswith("test_some.py::test_that_passes_alone\n")
    assert "unsteady (failed beside others, passed alone):" in capfd.readouterr().out


def test_broken_test_fails_the_run(folder: Path, told: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ran(folder, UNSTEADY + BROKEN, "-n", "1") == 1
    assert told.read_text().endswith("test_some.py::test_that_passes_alone\n")
    assert "1 failed alone as well." in capfd.readouterr().out


def test_many_unsteady_tests_or_one_for_the_second_time_fail_the_run() -> None:
    page = "# Unsteady\n\nNone of `tests/a.py::test_c`.\n\n- `tests/a.py::test_a`: looked too early\n"
    known = run_tests.known_unsteady(page)
    assert known == ["tests/a.py::test_a"]
    names = [f"tests/b.py::test_{n}" for n in range(run_tests.MOST_UNSTEADY + 1)]
    assert run_tests.verdict(names[1:], [], known) == ""
    assert "4 tests are unsteady" in run_tests.verdict(names, [], known)
    assert "before and again" in run_tests.verdict(known, [], known)


def test_steady_runs_go_beside_busy_loops_and_tell_how_many_passed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_tests, "TIMES", 3)
    count = folder / "count"
    text = f"""
from pathlib import Path

def test_second_time():
    count = Path({str(count)!r})
    count.write_text(count.read_text() + "x" if count.exists() else "x")
    assert len(count.read_text()) != 2
"""
    assert ran(folder, text, "--steady") == 1
    assert "passed 2 of 3 times beside" in capfd.readouterr().out
