"""The Makefile says what a machine lacks, lists its targets and repeats no work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "tools/check_machine.sh"
TARGETS = {
    "play",
    "test",
    "lint",
    "types",
    "contracts",
    "bench",
    "lexicons",
    "wheel",
    "soak",
    "locks",
    "audit",
    "clean",
    "matrix",
}


class Machine:
    """A machine with nothing on its path but what a test puts there."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.path, self.home = directory / "bin", directory / "home"
        self.path.mkdir()
        self.home.mkdir()
        for tool in ("sh", "mktemp", "rm"):
            self.link(tool)

    def link(self, tool: str) -> None:
        found = shutil.which(tool)
        assert found
        (self.path / tool).symlink_to(found)

    def put(self, name: str, script: str) -> None:
        program = self.path / name
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)

    def put_compiler(self) -> None:
        self.put("cc", "exit 0")

    def put_python(self, name: str = "python3", **changes: str) -> None:
        """The running interpreter under a name, with modules of it replaced by other code."""
        replaced = self.directory / f"{name}-modules"
        replaced.mkdir()
        for module, code in changes.items():
            (replaced / f"{module}.py").write_text(code + "\n", encoding="utf-8")
        self.put(name, f'PYTHONPATH="{replaced}" exec "{sys.executable}" "$@"')

    def check(self, *arguments: str) -> tuple[int, str, str]:
        environment = {"PATH": str(self.path), "HOME": str(self.home)}
        command = [str(self.path / "sh"), str(CHECK), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip(), done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    # Any attempt to install something would leave a trace.
    for manager in ("sudo", "apt-get"):
        made.put(manager, f'echo "$0 $@" > "{tmp_path}/attempt"')
    return made


VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
NO_VENV = {"ensurepip": "raise ImportError"}
NO_HEADERS = {"sitecustomize": "import sysconfig\nsysconfig.get_path = lambda *_: '/nowhere'"}
OLD = {"sitecustomize": "import sys\nsys.version_info = (3, 10, 2)"}


def test_complete_machine_gets_its_interpreter(machine: Machine) -> None:
    machine.put_python()
    machine.put_compiler()
    status, interpreter, complaints = machine.check()
    assert (status, complaints) == (0, "")
    assert Path(interpreter).samefile(sys.executable)


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        (NO_VENV, f"sudo apt-get install {VERSION}-venv"),
        (NO_HEADERS, f"sudo apt-get install {VERSION}-dev"),
        (NO_VENV | NO_HEADERS, f"sudo apt-get install {VERSION}-venv {VERSION}-dev"),
        (OLD, "sudo apt-get install python3.11 python3.11-dev python3.11-venv"),
    ],
    ids=["venv", "headers", "both", "version"],
)
def test_python_without_a_part_gets_the_command_that_adds_it(
    machine: Machine, changes: dict[str, str], remedy: str
) -> None:
    machine.put_python(**changes)
    machine.put_compiler()
    status, interpreter, complaints = machine.check()
    assert (status, interpreter) == (1, "")
    assert f"  {remedy}\n" in complaints
    assert not (machine.directory / "attempt").exists()


def test_missing_python_and_compiler_are_named_together(machine: Machine) -> None:
    status, _, complaints = machine.check()
    assert status == 1
    assert "  sudo apt-get install python3 python3-dev python3-venv gcc libc6-dev\n" in complaints


def test_compiler_that_does_not_work_counts_as_missing(machine: Machine) -> None:
    machine.put_python()
    machine.put("cc", "exit 1")
    assert "  sudo apt-get install gcc libc6-dev\n" in machine.check()[2]


@pytest.mark.parametrize(
    ("manager", "remedies"),
    [
        ("dnf", ["sudo dnf install python3 python3-devel python3-libs gcc"]),
        ("brew", ["xcode-select --install", "brew install python@3.13"]),
        ("unknown", ["(with your system's package manager)"]),
    ],
)
def test_remedy_fits_the_package_manager(tmp_path: Path, manager: str, remedies: list[str]) -> None:
    machine = Machine(tmp_path)
    machine.put(manager, "exit 1")
    _, _, complaints = machine.check()
    for remedy in remedies:
        assert f"  {remedy}" in complaints


def test_complete_interpreter_is_preferred_to_an_incomplete_newer_one(machine: Machine) -> None:
    machine.put_python("python3.13", **NO_HEADERS)
    machine.put_python("python3.12", **OLD)
    machine.put_python("python3.11")
    machine.put_compiler()
    assert machine.check()[0] == 0


def test_interpreter_can_be_chosen(machine: Machine) -> None:
    machine.put_python("python3")
    machine.put_python("mine", **NO_VENV)
    machine.put_compiler()
    status, _, complaints = machine.check("mine")
    assert status == 1
    assert "venv" in complaints


# --- the Makefile itself, in a copy where everything counts as done ---------------------------------


def make(root: Path, *arguments: str) -> str:
    # A bare environment: the make that runs these tests exports its own variables.
    environment = {"PATH": os.environ["PATH"]}
    command = ["make", *arguments]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


KERNEL, CATALOGUE = "src/stolik/kernels/graph.pyx", "src/stolik/texts/pl/LC_MESSAGES/stolik.po"
CLIENT, CLIENT_PACKAGE = "frontend/src/table/main.ts", "frontend/node_modules/vite/index.js"


@pytest.fixture
def done(tmp_path: Path) -> Path:
    """A project in which every step has run; files are empty, because `make -n` looks at their age only."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    sources = ["pyproject.toml", "setup.py", KERNEL, CATALOGUE, CLIENT, CLIENT_PACKAGE, "tools/client.py"]
    names = ("run", "build", "test", "client", "lexicons", "locks", "audit")
    locks = [f"requirements/{lock}.txt" for lock in names]
    steps = ["python", "packages", "package", "play", "client", "test", "checked", "lexicons", "locks"]
    for age, name in enumerate([*sources, *locks, *(f".venv/.ready-{step}" for step in steps)]):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    return tmp_path


def steps_of(output: str) -> list[str]:
    """The steps that `make -n` would run, by the files that remember them."""
    return re.findall(r"touch \S*\.ready-(\w+)", output)


def test_help_lists_every_target() -> None:
    listed = re.findall(r"^  make (\S+) +\S", make(ROOT, "help"), re.MULTILINE)
    assert {*listed} >= TARGETS | {"help", "rules-coverage"}


def test_second_play_only_plays(done: Path) -> None:
    assert make(done, "-n", "play").split() == [".venv/bin/stolik", "serve", "--open"]


def test_arguments_reach_the_program(done: Path) -> None:
    assert make(done, "-n", "play", "ARGS=--port 9000").endswith("stolik serve --open --port 9000\n")


def test_play_on_a_fresh_machine_installs_run_time_packages_only(done: Path) -> None:
    shutil.rmtree(done / ".venv")
    output = make(done, "-n", "play")
    assert steps_of(output) == ["python", "packages", "package", "play", "client"]
    assert "requirements/test.txt" not in output


@pytest.mark.parametrize(
    ("changed", "steps"),
    [
        (KERNEL, ["play", "checked"]),
        (CATALOGUE, ["play"]),
        (CLIENT, ["client"]),
        (CLIENT_PACKAGE, []),
        ("requirements/client.txt", ["client"]),
        ("pyproject.toml", ["package", "play"]),
        ("setup.py", ["package", "play", "checked"]),
        ("requirements/run.txt", ["packages", "package", "play", "test", "checked"]),
        ("requirements/test.txt", ["test"]),
        ("Makefile", []),
    ],
)
def test_changed_file_repeats_only_the_steps_that_read_it(done: Path, changed: str, steps: list[str]) -> None:
    assert steps_of(make(done, "-n", "-W", changed, "test", "checked")) == steps


def test_another_interpreter_gets_another_environment(done: Path) -> None:
    output = make(done, "-n", "test", "PYTHON=/opt/python/bin/python3.13")
    assert ".venv-python3.13/bin/python -m tools.run_tests" in output
    assert ".venv/" not in output


def test_words_of_pip_and_the_compiler_are_shown_when_they_fail_and_only_then(tmp_path: Path) -> None:
    def quietly(script: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(ROOT / "tools/quietly.sh"), str(tmp_path / "log"), "sh", "-c", script]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    well = quietly("echo all is well; echo some warning >&2")
    assert (well.returncode, well.stdout, well.stderr) == (0, "", "")
    ill = quietly("echo no such wheel >&2; exit 7")
    assert (ill.returncode, ill.stdout) == (7, "")
    assert "no such wheel" in ill.stderr
    assert str(tmp_path / "log") in ill.stderr
    kept = (tmp_path / "log").read_text()
    assert "all is well" in kept
    assert "some warning" in kept


def test_matrix_finds_each_interpreter_once_and_only_whole_ones(machine: Machine) -> None:
    machine.put_python(VERSION)
    machine.put_python("python3.10", **OLD)
    machine.put("python3.14", "echo 3.14")  # answers, and is none
    machine.put_compiler()
    environment = {"PATH": str(machine.path), "HOME": str(machine.home)}
    command = [str(machine.path / "sh"), "tools/matrix.sh", "--list"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [found] = done.stdout.split()
    assert Path(found).samefile(sys.executable)


@pytest.mark.parametrize(("own", "other"), [("3.13", "3.12"), ("3.12", "3.13")])
def test_matrix_tries_the_newest_interpreter_that_is_not_the_usual_one(
    machine: Machine, own: str, other: str
) -> None:
    for version in ("3.12", "3.13"):
        name = f"python{version}"
        pretends = (
            "import sys, sysconfig",
            "include = sysconfig.get_path('include')",
            "sysconfig.get_path = lambda *_: include",
            f"sys.version_info = (3, {version[2:]}, 0)",
            f"sys.executable = '{machine.path / name}'",
        )
        machine.put_python(name, sitecustomize="\n".join(pretends))
    machine.put_compiler()
    machine.put("make", 'echo "$@"')
    checkout = machine.directory / "checkout"
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/python").symlink_to(machine.path / f"python{own}")
    (checkout / "tools").symlink_to(ROOT / "tools")
    command = [str(machine.path / "sh"), "tools/matrix.sh", "--newest"]
    environment = {"PATH": str(machine.path), "HOME": str(machine.home)}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"PYTHON=\S*python(\S+)", done.stdout) == [other]
