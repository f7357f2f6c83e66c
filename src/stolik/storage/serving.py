"""One server for one file: a lock beside it, which the system takes back however the process ends."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stolik.core.message import Complaint

if sys.platform != "win32":
    import fcntl

#: How long a start waits for one that is just ending, or for a command that has a look at the file.
_PATIENCE_S = 2.0
_log = logging.getLogger(__name__)


class ServedAlready(Complaint):
    """Another process serves this file: people here and there would not see each other's moves at once."""

    def __init__(self, file: Path, process: str) -> None:
        super().__init__(
            "{file} is being served already, by process {process}. End that one first, or name another file"
            " with --database.",
            file=str(file),
            process=process,
        )


@contextmanager
def only_server(file: Path) -> Iterator[Callable[[str], None]]:
    """Let nobody else serve a file meanwhile, or `ServedAlready`; gives what notes the address for others."""
    lock = _path(file)
    lock.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)

    def note(address: str) -> None:
        with suppress(OSError):  # there may be no room; the lock holds all the same
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()} {address}".encode(), 0)

    try:
        if not _is_taken(descriptor):
            raise ServedAlready(file, _holder(descriptor))
        note("")
        yield note
    finally:
        os.close(descriptor)


def is_served_by_another(file: Path) -> bool:
    """Whether another process serves a file just now."""
    try:
        descriptor = os.open(_path(file), os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _is_taken(descriptor, shared=True, patience_s=0) and not _is_own(_holder(descriptor))
    finally:
        os.close(descriptor)


def _path(file: Path) -> Path:
    whole = file.resolve()  # whoever comes by another path meets the same lock
    return whole.with_name(f"{whole.name}.lock")


def _is_taken(descriptor: int, *, shared: bool = False, patience_s: float = _PATIENCE_S) -> bool:
    """Whether the lock could be taken; a system that has no locks has no second server either, one hopes."""
    if sys.platform == "win32":
        return True
    end = time.monotonic() + patience_s
    while True:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.02)
        except OSError as error:
            _log.warning("the file of the database cannot be locked: %s", error.strerror)
            return True


def _holder(descriptor: int) -> str:
    """Who has the lock, as he has noted it: the number of a process, and its address if it has one."""
    process, _, address = os.pread(descriptor, 300, 0).decode(errors="replace").strip().partition(" ")
    return f"{process} ({address})" if address else process or "?"


def _is_own(holder: str) -> bool:
    return holder.partition(" ")[0] == str(os.getpid())
