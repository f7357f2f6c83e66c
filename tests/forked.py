"""Commands that start at once: forked from a process that has imported the program already.

Each is a real process with a PID and descriptors of its own, and can be killed as hard as any other.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from multiprocessing import reduction
from multiprocessing.context import ForkServerContext
from tempfile import TemporaryFile
from typing import Any


class Command:
    """What the tests ask of a `subprocess.Popen`; where it is `strict`, warnings are errors."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        stdin: int,
        output: int,
        strict: bool = True,
    ) -> None:
        streams = [_Descriptor(number) for number in (stdin, output, output)]
        given = (list(arguments), dict(environment), streams, strict)
        self._process = _context().Process(target=_run, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0
        self.kill = self._process.kill

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "the command goes on"
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def run(
    arguments: Sequence[str], environment: Mapping[str, str], typed: str = "", patience_s: float = 60
) -> subprocess.CompletedProcess[str]:
    """A whole command with everything typed beforehand; both streams as one text."""
    with TemporaryFile() as keys, TemporaryFile() as screen:
        keys.write(typed.encode())
        keys.seek(0)
        command = Command(arguments, environment, keys.fileno(), screen.fileno())
        try:
            code = command.wait(patience_s)
        finally:
            command.kill()
        screen.seek(0)
        return subprocess.CompletedProcess(list(arguments), code, screen.read().decode())


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["stolik.cli", "stolik.web.server", "stolik.cli.serve_command", "psycopg", "redis.asyncio"]
    )
    return context


class _Descriptor:
    """A descriptor of ours that the new process has too, by a number of its own."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _taken, (reduction.DupFd(self._number),)


def _taken(sent: Any) -> int:
    return int(sent.detach())


def _run(arguments: list[str], environment: dict[str, str], streams: list[int], strict: bool) -> None:
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(environment)
    # what a new interpreter does
    sys.path[:0] = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    sys.argv = ["stolik", *arguments]
    if strict:
        warnings.simplefilter("error")
    from stolik.cli import main

    sys.exit(main())
