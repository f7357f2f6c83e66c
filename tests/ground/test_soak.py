"""`make soak` goes on where it was stopped, forgets other commits, and sees clauses that nobody tests."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.ground.bare_pytest import bare_environment

ROOT = Path(__file__).parents[2]


class TinyProject:
    """A git repository with fake suites; `outside` is a directory where they leave traces."""

    def __init__(self, directory: Path) -> None:
        self.root, self.outside = directory / "project", directory / "outside"
        self.outside.mkdir()
        self.write(".gitignore", "/.soak/\n__pycache__/\n")
        self.git("init", "--quiet")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org"]
        command = ["git", *identity, *arguments]
        return subprocess.run(
            command, cwd=self.root, check=True, capture_output=True, text=True
        ).stdout.strip()

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change")

    def suites(self, **commands: str) -> None:
        """Writes tools/soak.toml; a command is shell text in which $OUT is the directory for traces."""
        lines = []
        for name, command in commands.items():
            words = ["sh", "-c", command.replace("$OUT", str(self.outside))]
            lines.append(f'[[suite]]\nname = "{name}"\ncommand = {json.dumps(words)}\n')
        self.write("tools/soak.toml", "\n".join(lines))
        self.commit()

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tools.soak", "--root", str(self.root), *arguments]
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=bare_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def soak(self, *arguments: str) -> tuple[int, str]:
        process = self.start(*arguments)
        output, _ = process.communicate()
        return process.returncode, output

    def traces(self) -> list[str]:
        trace = self.outside / "trace"
        return sorted(trace.read_text().split()) if trace.exists() else []

    def report(self) -> Any:
        return json.loads((self.root / "docs/results/soak.json").read_text())


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    return TinyProject(tmp_path)


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    while not path.exists():
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.02)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_soak_goes_on_without_repeating_what_passed(
    project: TinyProject, stop: signal.Signals
) -> None:
    project.suites(
        quick="echo quick >> $OUT/trace",
        slow="test -e $OUT/go || { touch $OUT/started; sleep 600; }; echo slow >> $OUT/trace",
    )
    process = project.start("--jobs", "1")
    wait_for(project.outside / "started", process)
    process.send_signal(stop)
    output, _ = process.communicate()
    assert process.returncode == 130
    assert "start it again to go on" in output
    assert project.traces() == ["quick"]
    assert not (project.root / "docs/results/soak.json").exists()

    (project.outside / "go").touch()
    status, output = project.soak("--jobs", "1")
    assert (status, project.traces()) == (0, ["quick", "slow"])
    assert [suite["name"] for suite in project.report()["suites"]] == ["quick", "slow"]


def test_report_names_commit_seed_and_command(project: TinyProject) -> None:
    project.suites(seeded="test {seed} = 7")
    status, output = project.soak("--seed", "7")
    assert status == 0, output
    report = project.report()
    assert report["commit"] == project.git("rev-parse", "HEAD")
    assert (report["seed"], report["command"]) == (7, "make soak ARGS='--seed 7'")
    assert report["suites"][0]["passed"] is True
    assert report["suites"][0]["cpu_s"] >= 0
    text = (project.root / "docs/results/soak.md").read_text()
    assert report["commit"] in text
    assert "| seeded | passed |" in text


def test_results_of_another_commit_or_seed_are_not_reused(project: TinyProject) -> None:
    project.suites(quick="echo quick >> $OUT/trace")
    project.soak()
    project.soak()
    assert project.traces() == ["quick"]
    project.soak("--seed", "2")
    assert project.traces() == ["quick"] * 2
    project.write("README.md", "changed")
    project.commit()
    project.soak()
    assert project.traces() == ["quick"] * 3


def test_failed_suite_fails_the_soak_and_runs_again(project: TinyProject) -> None:
    project.suites(picky="echo picky >> $OUT/trace; test -e $OUT/good", quick="echo quick >> $OUT/trace")
    status, output = project.soak()
    assert status == 1
    assert "FAILED: ended with status 1" in output
    assert [suite["passed"] for suite in project.report()["suites"]] == [False, True]
    (project.outside / "good").touch()
    assert project.soak()[0] == 0
    assert project.traces() == ["picky", "picky", "quick"]


def test_missing_program_is_a_failure_and_not_a_traceback(project: TinyProject) -> None:
    project.write("tools/soak.toml", '[[suite]]\nname = "lost"\ncommand = ["no-such-program"]\n')
    project.commit()
    status, output = project.soak()
    assert status == 1
    assert "did not start" in output
    assert "Traceback" not in output


def test_uncommitted_changes_are_refused_unless_nothing_is_kept(project: TinyProject) -> None:
    project.suites(quick="echo quick >> $OUT/trace")
    project.write("new.txt", "not committed")
    status, output = project.soak()
    assert (status, project.traces()) == (2, [])
    assert "commit your changes first" in output
    assert project.soak("--dirty")[0] == 0
    assert not (project.root / "docs/results/soak.json").exists()


CONFTEST = """
def pytest_addoption(parser):
    parser.addoption("--disable-clause", action="append", default=[])
"""
GOLDEN = """
def test_first_rule(request):
    assert "T1" not in request.config.getoption("--disable-clause")
"""
ENDLESS = """
def test_first_rule(request):
    while "T1" in request.config.getoption("--disable-clause"):
        pass
"""
RULES = (
    "# Rules\n\n- **T1** Tested.\n- **T2** Tested by nobody.\n- **T3** Only told,\n  over two lines (note).\n"
)


def with_clauses(project: TinyProject, golden: str) -> None:
    project.write("src/stolik/games/tiny/RULES.md", RULES)
    project.write("tests/conftest.py", CONFTEST)
    project.write("tests/golden/test_rules.py", golden)
    project.commit()


def test_clause_that_no_golden_test_notices_fails_the_soak(project: TinyProject) -> None:
    with_clauses(project, GOLDEN)
    status, output = project.soak()
    verdicts = {suite["name"]: suite["remark"] for suite in project.report()["suites"]}
    assert verdicts == {"golden tests": "", "without clause T1": "", "without clause T2": "no test noticed"}
    assert status == 1, output


def test_game_that_never_ends_without_a_clause_is_stopped(project: TinyProject) -> None:
    with_clauses(project, ENDLESS)
    status, output = project.soak("--clause-limit", "2")
    assert status == 1
    assert "without clause T1" in output
    assert "FAILED: stopped after 2 s of CPU time" in output


def test_clauses_are_not_judged_by_golden_tests_that_fail_anyway(project: TinyProject) -> None:
    with_clauses(project, "def test_nothing():\n    assert False\n")
    status, _ = project.soak()
    assert status == 1
    assert not any(suite["passed"] for suite in project.report()["suites"])


LONG = """
import hypothesis, pytest

hypothesis.settings.register_profile("soak")

@pytest.mark.soak
def test_long():
    pass

def test_short():
    assert False
"""


def test_each_file_with_soak_marks_is_a_suite_of_its_own(project: TinyProject) -> None:
    project.write("pytest.ini", "[pytest]\nmarkers = soak\n")
    project.write("tests/conftest.py", LONG.partition("@")[0])
    project.write("tests/laws/test_long.py", LONG)
    project.write("tests/laws/test_text.py", "def test_text():\n    assert 'pytest.mark.soak' == ''\n")
    project.commit()
    status, output = project.soak()
    assert status == 0, output
    assert [suite["name"] for suite in project.report()["suites"]] == ["tests/laws/test_long.py"]
