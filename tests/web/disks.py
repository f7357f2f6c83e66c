"""A disk that can be filled up and made free again under a running server."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.servers import Server

_SIZE = "24m"


class Disk:
    """Where a server keeps its files, until there is no room."""

    def __init__(self, folder: Path, *, is_mounted: bool) -> None:
        self.folder = folder
        self._is_mounted = is_mounted
        self._ballast = folder / "ballast"

    def fill(self, server: Server) -> None:
        """Leave no room at all."""
        if self._is_mounted:
            self._fill_up()
        else:  # the system refuses every byte then, as on a disk that is full
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def make_room(self, server: Server) -> None:
        """Take away what filled it."""
        self._ballast.unlink(missing_ok=True)
        no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, no_limit)

    def _fill_up(self) -> None:
        size = 1 << 20
        with self._ballast.open("ab", buffering=0) as ballast:
            while size:
                try:
                    size = size if ballast.write(bytes(size)) == size else size // 2
                except OSError:
                    size //= 2


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """A file system of its own in a folder; a limit of the server's files where mounting is not allowed."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(folder)]
    try:
        is_mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        is_mounted = False
    try:
        yield Disk(folder, is_mounted=is_mounted)
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
