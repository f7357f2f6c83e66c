"""What keeps a server from starting is a sentence; what it starts with is whole."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from stolik.core.message import Complaint
from stolik.web.server import free_port, server_key


def _started(*options: str) -> str:
    """What a start that must fail says."""
    command = [sys.executable, "-m", "stolik", "serve", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return " ".join(ended.stderr.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--port", "-1"), "There is no port -1"),
        (("--port", "65536"), "There is no port 65536"),
        (("--database", "stolik.db"), "stolik.db is no kind of database"),
        (("--database", "mysql://server/name"), "mysql is no kind of database"),
        (("--database", "sqlite:////proc/nowhere/stolik.db"), "The database cannot be opened"),
        (("--database", "sqlite://"), "use sqlite:///FILE"),
    ],
)
def test_what_cannot_be_started_with_is_a_sentence(options: tuple[str, ...], said: str) -> None:
    assert said in _started(*options)


def test_file_that_is_no_database_is_a_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Anna, " * 100)
    assert "cannot be opened" in _started("--database", f"sqlite:///{file}")
    assert file.read_text() == "Dear Anna, " * 100


def test_database_of_a_newer_version_is_a_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "newer.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    assert "newer Stolik" in _started("--database", f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("alembic_version",)]
    connection.close()


@pytest.mark.parametrize("content", [b"", b"half a key"])
def test_damaged_key_is_not_taken_for_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "stolik.key").write_bytes(content)
    with pytest.raises(Complaint, match="damaged"):
        server_key(f"sqlite:///{tmp_path}/stolik.db")
    assert (tmp_path / "stolik.key").read_bytes() == content


def test_servers_that_begin_at_once_have_one_key(tmp_path: Path) -> None:
    keys: list[bytes] = []
    together = threading.Barrier(8)

    def begin() -> None:
        together.wait()
        keys.append(server_key(f"sqlite:///{tmp_path}/data/stolik.db"))

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["stolik.key"]


def test_any_port_is_a_real_one() -> None:
    assert free_port("127.0.0.1", 0) > 0
