"""Run the tests, and what failed once more, alone and in order: `make test` and `make steady`.

A test that fails beside others and passes alone looked too early, or counted on luck: it is *unsteady*. Such
tests are listed at the end and in build/unsteady.txt, and whoever sees a name there mends the cause first.
A few of them do not fail the run; many do, and so does one that docs/results/unsteady.md already names.

    python -m tools.run_tests [arguments of pytest]
    python -m tools.run_tests --steady tests/browser/test_app.py [more]   five times, beside busy loops
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNSTEADY = ROOT / "build/unsteady.txt"
#: Tests that were unsteady before: once more, and their time is up.
KNOWN = ROOT / "docs/results/unsteady.md"
#: So many may be unsteady in one run, and with so many failures nothing is tried again: something is broken.
MOST_UNSTEADY, MOST_TRIED_AGAIN = 3, 20
TIMES = 5
_TESTS_FAILED = 1


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["--steady"]:
        return steadily(arguments[1:])
    UNSTEADY.parent.mkdir(exist_ok=True)
    UNSTEADY.write_text("")
    status, failed = run_pytest(arguments)
    if status != _TESTS_FAILED or not 0 < len(failed) <= MOST_TRIED_AGAIN:
        return status
    print(f"\n==> {len(failed)} failed: once more, alone and in order", flush=True)
    status, again = run_pytest([*_alone(arguments), *failed])
    if status not in (0, _TESTS_FAILED):
        return status
    unsteady = [name for name in failed if name not in again]
    complaint = verdict(unsteady, again, known_unsteady(KNOWN.read_text(encoding="utf-8")))
    UNSTEADY.write_text("".join(f"{name}\n" for name in unsteady), encoding="utf-8")
    if unsteady:
        print("\nunsteady (failed beside others, passed alone):", *unsteady, sep="\n    ")
    if complaint:
        print(f"\n{complaint}")
    return 1 if complaint else 0


def run_pytest(arguments: Sequence[str]) -> tuple[int, list[str]]:
    """The status of a run, and the names of the tests that failed in it."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "failed.txt"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tools.run_tests",
            "--failures",
            str(told),
            *arguments,
        ]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        return status, told.read_text(encoding="utf-8").splitlines() if told.exists() else []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", metavar="FILE", help="write the names of failed tests into a file")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the names of tests that failed, once each and in order; only where all testers come together."""
    told = session.config.getoption("--failures")
    terminal = session.config.pluginmanager.getplugin("terminalreporter")
    if told and terminal is not None and not hasattr(session.config, "workerinput"):
        reports = (*terminal.stats.get("failed", ()), *terminal.stats.get("error", ()))
        names = dict.fromkeys(report.nodeid for report in reports)
        Path(told).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


def _alone(arguments: Sequence[str]) -> list[str]:
    """What holds for a run without testers beside it: the switches that change what is tested."""
    return ["-q", *(each for each in arguments if each == "--checked-kernels")]


def verdict(unsteady: Sequence[str], broken: Sequence[str], known: Sequence[str]) -> str:
    """Why a run fails, or nothing."""
    if broken:
        return f"{len(broken)} failed alone as well."
    if len(unsteady) > MOST_UNSTEADY:
        return f"{len(unsteady)} tests are unsteady; {MOST_UNSTEADY} may be at most."
    if returned := [name for name in unsteady if name in known]:
        return f"Unsteady before and again, see {KNOWN.relative_to(ROOT)}: {', '.join(returned)}"
    return ""


def known_unsteady(page: str) -> list[str]:
    """The tests that the list names, one in each line as `tests/...::test_...`."""
    return re.findall(r"^- `(tests/[^`]+)`", page, flags=re.MULTILINE)


def steadily(arguments: Sequence[str]) -> int:
    """Run tests several times while the machine is busy with something else."""
    statuses = []
    with busy_loops():
        for number in range(1, TIMES + 1):
            print(f"\n==> {number} of {TIMES}", flush=True)
            status, _ = run_pytest(["-q", *arguments])
            statuses.append(status)
    print(f"\npassed {statuses.count(0)} of {TIMES} times beside {_n_loops()} busy loops")
    return 1 if any(statuses) else 0


@contextmanager
def busy_loops() -> Iterator[None]:
    """As many processes that do nothing but work as the machine has cores."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(_n_loops())]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _n_loops() -> int:
    return os.cpu_count() or 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
