"""Runs what takes longer than `make test` and writes docs/results/soak.json and soak.md.

Three kinds of suites: the commands of tools/soak.toml, each test file with tests marked `soak`, and each
enforceable clause of RULES.md: with the clause switched off the golden tests must fail.
Stop it at any time: what has passed is kept under .soak for this commit and seed, and the next run goes on.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import msgspec

from tools.clauses import read_clauses

GOLDENS = "golden tests"
PYTEST = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
RESULTS = "docs/results"


class Suite(msgspec.Struct, frozen=True):
    """A command and the exit status that means success; `needs` names a suite that must have passed."""

    name: str
    command: tuple[str, ...]
    expect: int = 0
    needs: str = ""
    limit_s: int = 0  # of CPU time, so that a busy machine changes nothing; 0 is no limit

    @property
    def limited_command(self) -> tuple[str, ...]:
        """The command as it is run."""
        if not self.limit_s:
            return self.command
        return ("sh", "-c", f'ulimit -S -t {self.limit_s} && exec "$@"', "sh", *self.command)


class Result(msgspec.Struct, frozen=True):
    """How one suite ended."""

    name: str
    command: str
    passed: bool
    remark: str
    cpu_s: float
    elapsed_s: float


class Report(msgspec.Struct, frozen=True):
    """A whole run, as docs/results/soak.json holds it."""

    commit: str
    seed: int
    command: str
    python: str
    machine: str
    suites: list[Result]


# --- which suites there are -----------------------------------------------------------------------


def listed_suites(root: Path, seed: int) -> Iterator[Suite]:
    """The suites of tools/soak.toml."""
    path = root / "tools/soak.toml"
    if path.exists():
        for suite in msgspec.toml.decode(path.read_bytes(), type=dict[str, list[Suite]])["suite"]:
            yield msgspec.structs.replace(
                suite, command=tuple(word.replace("{seed}", str(seed)) for word in suite.command)
            )


def attributes(path: Path) -> set[str]:
    """The dotted names that a Python file uses; what stands in strings does not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def marked_suites(root: Path, seed: int) -> Iterator[Suite]:
    """A suite for each test file that has tests marked `soak`."""
    for path in sorted(root.glob("tests/**/test_*.py")):
        if "pytest.mark.soak" in attributes(path):
            name = path.relative_to(root).as_posix()
            random = ("--hypothesis-profile=soak", f"--hypothesis-seed={seed}")
            yield Suite(name, (*PYTEST, "-m", "soak", *random, name))


def clause_suites(root: Path, limit_s: int) -> Iterator[Suite]:
    """The golden tests as they are, then with each enforceable clause switched off, which must fail.

    Without a clause a game may never end: that is no way to notice, so the run is stopped and has failed.
    """
    enforceable = [clause.id for clause in read_clauses(root) if clause.enforceable]
    if enforceable:
        yield Suite(GOLDENS, (*PYTEST, "tests/golden"))
    for clause in enforceable:
        command = (*PYTEST, "-x", "--disable-clause", clause, "tests/golden")
        yield Suite(f"without clause {clause}", command, expect=1, needs=GOLDENS, limit_s=limit_s)


# --- what is remembered ---------------------------------------------------------------------------


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=root, check=True, capture_output=True, text=True
    ).stdout.strip()


def uncommitted(root: Path) -> str:
    """What differs from the commit, our own results left out."""
    return git(root, "status", "--porcelain", "--", ".", f":!{RESULTS}")


class Memory:
    """The results of one commit and seed on disk, a file for each suite, written whole or not at all."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)

    def _path(self, suite: Suite, suffix: str) -> Path:
        return self.directory / (re.sub(r"[^\w.-]+", "-", suite.name) + suffix)

    def log(self, suite: Suite) -> Path:
        return self._path(suite, ".log")

    def recall(self, suite: Suite) -> Result | None:
        """The suite's earlier result; a failure, another command or an unreadable file counts as none."""
        try:
            result = msgspec.json.decode(self._path(suite, ".json").read_bytes(), type=Result)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None
        return result if result.passed and result.command == " ".join(suite.command) else None

    def keep(self, suite: Suite, result: Result) -> None:
        path = self._path(suite, ".json")
        fresh = path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(result))
        fresh.replace(path)


# --- running --------------------------------------------------------------------------------------


class Runner:
    """Runs suites side by side and shows progress; `stop` ends those under way, leaving no result of them."""

    def __init__(self, root: Path, memory: Memory, seed: int, n_suites: int) -> None:
        self.root, self.memory, self.n_suites = root, memory, n_suites
        tools = str(Path(sys.executable).parent)
        self.environment = {
            **os.environ,
            "PATH": tools + os.pathsep + os.environ["PATH"],
            "STOLIK_SEED": str(seed),
        }
        self.results: dict[str, Result] = {}
        self.under_way: set[subprocess.Popen[bytes]] = set()
        self.stopped = threading.Event()
        self.lock = threading.Lock()

    def run_all(self, suites: Iterable[Suite], n_jobs: int) -> None:
        with ThreadPoolExecutor(n_jobs) as pool:
            try:
                for future in as_completed([pool.submit(self.run, suite) for suite in suites]):
                    future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.stop()
                raise

    def run(self, suite: Suite) -> None:
        """One suite: recalled, or refused for want of another, or really run."""
        result = self.memory.recall(suite)
        if result is None and suite.needs and not self.results[suite.needs].passed:
            remark = f"not run: {suite.needs} must pass first"
            result = Result(suite.name, " ".join(suite.command), False, remark, 0, 0)
        elif result is None:
            try:
                result = self.really_run(suite)
            except OSError as error:
                result = Result(suite.name, " ".join(suite.command), False, f"did not start: {error}", 0, 0)
        if result is not None:
            with self.lock:
                self.results[suite.name] = result
                self.show(result)

    def really_run(self, suite: Suite) -> Result | None:
        """Runs the command; None when it was stopped."""
        started = time.monotonic()
        with self.memory.log(suite).open("wb") as log:
            with self.lock:
                if self.stopped.is_set():
                    return None
                # A session of its own: Ctrl-C reaches only us, and we end the suite with all its children.
                process = subprocess.Popen(
                    suite.limited_command,
                    cwd=self.root,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
                self.under_way.add(process)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with self.lock:
            self.under_way.discard(process)
            if self.stopped.is_set():
                return None
        return self.judge(suite, process.returncode, usage.ru_utime + usage.ru_stime, started)

    def judge(self, suite: Suite, status: int, cpu_s: float, started: float) -> Result:
        """The result of a command that ended by itself; only a pass is worth remembering."""
        remark = ""
        if status != suite.expect and status == 0:
            remark = "no test noticed"
        elif status == -signal.SIGXCPU:
            remark = f"stopped after {suite.limit_s} s of CPU time"
        elif status != suite.expect:
            remark = f"ended with status {status}"
        elapsed_s = round(time.monotonic() - started, 1)
        result = Result(suite.name, " ".join(suite.command), not remark, remark, round(cpu_s, 1), elapsed_s)
        self.memory.keep(suite, result)
        return result

    def show(self, result: Result) -> None:
        count = f"[{len(self.results)}/{self.n_suites}]"
        verdict = "passed" if result.passed else f"FAILED: {result.remark}"
        print(f"{count:>10} {result.name:<42} {result.cpu_s:8.1f} s CPU  {verdict}", flush=True)

    def stop(self) -> None:
        with self.lock:
            self.stopped.set()
            for process in self.under_way:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)


# --- the result files -----------------------------------------------------------------------------


def write_report(root: Path, report: Report) -> None:
    """Both forms of the result, for programs and for people."""
    directory = root / RESULTS
    directory.mkdir(parents=True, exist_ok=True)
    json = msgspec.json.format(msgspec.json.encode(report), indent=1).decode()
    (directory / "soak.json").write_text(json + "\n", encoding="utf-8")
    n_passed = sum(result.passed for result in report.suites)
    cpu_s = sum(result.cpu_s for result in report.suites)
    where = f"Python {report.python} on {report.machine}"
    lines = [
        "# Soak",
        "",
        f"Commit {report.commit}, seed {report.seed}, `{report.command}`, {where}.",
        f"{n_passed} of {len(report.suites)} suites passed; {cpu_s:.0f} s of CPU time.",
        "",
        "| suite | result | CPU s | command |",
        "|---|---|---|---|",
    ]
    for result in report.suites:
        verdict = "passed" if result.passed else result.remark
        lines.append(f"| {result.name} | {verdict} | {result.cpu_s:.1f} | `{result.command}` |")
    (directory / "soak.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def soak(root: Path, seed: int, n_jobs: int, limit_s: int, dirty: bool) -> int:
    """Runs every suite that has not passed yet; 0 when all have."""
    commit = git(root, "rev-parse", "HEAD")
    if uncommitted(root) and not dirty:
        print("soak: commit your changes first: the result names a commit (or try them out with --dirty)")
        return 2
    directory = root / ".soak" / ("dirty" if dirty else f"{commit[:12]}-seed{seed}")
    if dirty:
        shutil.rmtree(directory, ignore_errors=True)
    plain = [*listed_suites(root, seed), *marked_suites(root, seed)]
    clauses = list(clause_suites(root, limit_s))
    runner = Runner(root, Memory(directory), seed, len(plain) + len(clauses))
    print(f"soak: {runner.n_suites} suites, commit {commit[:12]}, seed {seed}")
    print(f"soak: logs in {directory.relative_to(root)}; stop and start again at will", flush=True)
    runner.run_all(clauses[:1], n_jobs)
    runner.run_all([*clauses[1:], *plain], n_jobs)
    if not dirty:
        machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
        results = [runner.results[suite.name] for suite in [*plain, *clauses]]
        command = f"make soak ARGS='--seed {seed}'"
        write_report(root, Report(commit, seed, command, platform.python_version(), machine, results))
    failed = [result for result in runner.results.values() if not result.passed]
    print(f"soak: {len(failed)} of {runner.n_suites} suites failed" if failed else "soak: everything passed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the project to test")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything random")
    parser.add_argument("--jobs", type=int, default=2, help="suites at the same time")
    parser.add_argument("--clause-limit", type=int, default=60, help="CPU seconds for a clause switched off")
    parser.add_argument("--dirty", action="store_true", help="with uncommitted changes; nothing is kept")
    options = parser.parse_args()
    # a shell lets what it starts in the background ignore interrupts
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    try:
        return soak(options.root.resolve(), options.seed, options.jobs, options.clause_limit, options.dirty)
    except KeyboardInterrupt:
        print("\nsoak: stopped; start it again to go on")
        return 130


if __name__ == "__main__":
    sys.exit(main())
