"""Damage of SQLite's log is told from what every crash leaves behind."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stolik.storage.database import DamagedDatabase, open_database
from stolik.storage.writeahead import is_log_damaged, log_of

_FRAME = 24 + 4096


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database whose log holds several rounds and many commits of one to some pages each."""
    file = tmp_path_factory.mktemp("written") / "stolik.db"
    chance = random.Random(3)
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE things (content BLOB)")
        for n_commits, then in ((60, "PRAGMA wal_checkpoint(RESTART)"), (25, "SELECT 1")):
            for _ in range(n_commits):
                size = chance.choice((50, 3000, 20_000))
                writer.execute("INSERT INTO things VALUES (?)", (chance.randbytes(size),))
            writer.execute(then).fetchall()
        yield file


def copied(written: Path, folder: Path, *, index: bool) -> Path:
    """The files as a crash would leave them now; without the index as a power failure may, or a backup."""
    for ending in ("", "-wal", "-shm") if index else ("", "-wal"):
        shutil.copy(f"{written}{ending}", folder / f"stolik.db{ending}")
    return folder / "stolik.db"


def n_frames_of_round(log: bytes) -> int:
    """How many frames have the salts of the header: the others are of an earlier round."""
    starts = range(32, len(log), _FRAME)
    return sum(log[start + 8 : start + 16] == log[16:24] for start in starts)


def last_commit_before(log: bytes, n_frames: int) -> int:
    """The number of the last frame but those of the last transaction."""
    commits = [
        n for n in range(1, n_frames) if any(log[32 + _FRAME * (n - 1) + 4 : 32 + _FRAME * (n - 1) + 8])
    ]
    return commits[-1]


@pytest.mark.parametrize("index", [True, False])
def test_log_of_a_crash_is_healthy(written: Path, tmp_path: Path, index: bool) -> None:
    file = copied(written, tmp_path, index=index)
    log = log_of(file).read_bytes()
    assert n_frames_of_round(log) < len(log) // _FRAME, "there are leftovers of the round before"
    assert not is_log_damaged(file)


def test_flipped_bit_before_the_last_transaction_is_damage(written: Path, tmp_path: Path) -> None:
    file, chance = copied(written, tmp_path, index=False), random.Random(4)
    log = log_of(file).read_bytes()
    end = 32 + _FRAME * last_commit_before(log, n_frames_of_round(log))
    places = [*range(32), *range(32, 32 + 24), *(chance.randrange(32, end) for _ in range(60)), end - 1]
    for place in places:
        flipped = bytearray(log)
        flipped[place] ^= 1 << chance.randrange(8)
        log_of(file).write_bytes(flipped)
        assert is_log_damaged(file), f"byte {place}, frame {(place - 32) // _FRAME}"


def test_index_tells_also_of_damage_in_the_last_transaction_and_of_a_log_cut_short(
    written: Path, tmp_path: Path
) -> None:
    file = copied(written, tmp_path, index=True)
    log = log_of(file).read_bytes()
    end = 32 + _FRAME * n_frames_of_round(log)
    log_of(file).write_bytes(log[: end - 9] + bytes([log[end - 9] ^ 4]) + log[end - 8 :])
    assert is_log_damaged(file)
    log_of(file).write_bytes(log[: end // 2])
    assert is_log_damaged(file)
    log_of(file).unlink()
    assert is_log_damaged(file)


@pytest.mark.parametrize("index", [True, False])
def test_transaction_that_was_cut_off_is_no_damage_wherever_it_was(
    written: Path, tmp_path: Path, index: bool
) -> None:
    file = copied(written, tmp_path, index=index)
    log = log_of(file).read_bytes()
    n_frames = n_frames_of_round(log)
    end = 32 + _FRAME * n_frames
    # one more transaction of three pages, of which some bytes have come to the disk
    more = b"".join(
        n.to_bytes(4, "big") + (9 * (n == 3)).to_bytes(4, "big") + log[16:24] + os.urandom(8 + 4096)
        for n in (1, 2, 3)
    )
    for n_bytes in (1, 23, 24, 500, _FRAME, _FRAME + 1, 2 * _FRAME, 3 * _FRAME):
        log_of(file).write_bytes(log[:end] + more[:n_bytes] + log[end + n_bytes :])
        assert not is_log_damaged(file), n_bytes


_KILLED = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 4")  # so that pages are written before they are committed
db.execute("PRAGMA wal_autocheckpoint = 0")
for size in (9000, 300):
    db.execute("INSERT INTO things VALUES (randomblob(?))", (size,))
db.execute("BEGIN")
for _ in range(int(sys.argv[2])):
    db.execute("INSERT INTO things VALUES (randomblob(9000))")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_log_that_killed_writers_went_on_with_again_and_again_is_healthy(
    written: Path, tmp_path: Path
) -> None:
    file = copied(written, tmp_path, index=True)
    for n_inserts in (30, 20, 12, 5, 1):
        ended = subprocess.run([sys.executable, "-c", _KILLED, str(file), str(n_inserts)], check=False)
        assert ended.returncode == -signal.SIGKILL
        assert not is_log_damaged(file), n_inserts
        (tmp_path / "stolik.db-shm").unlink()
        assert not is_log_damaged(file), n_inserts
    with closing(sqlite3.connect(file)) as reader:
        assert reader.execute("SELECT count(*) FROM things").fetchone() == (85 + 5 * 2,)


@pytest.mark.anyio
async def test_damaged_log_is_left_as_it_is_unless_that_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "stolik.db"
    database = await open_database(f"sqlite:///{file}")
    for n in range(8):
        async with database.writing() as connection:
            await connection.exec_driver_sql(f"INSERT INTO nodes VALUES ('n{n}', 1)")
    left = {ending: Path(f"{file}{ending}").read_bytes() for ending in ("", "-wal")}
    await database.close()
    (tmp_path / "stolik.db-shm").unlink(missing_ok=True)
    size = len(left["-wal"])
    flipped = bytes([left["-wal"][size // 2] ^ 1])
    left["-wal"] = left["-wal"][: size // 2] + flipped + left["-wal"][size // 2 + 1 :]
    for ending, content in left.items():
        Path(f"{file}{ending}").write_bytes(content)
    with pytest.raises(DamagedDatabase, match=r"stolik\.db-wal is damaged"):
        await open_database(f"sqlite:///{file}")
    assert log_of(file).read_bytes() == left["-wal"]
    await (await open_database(f"sqlite:///{file}", accept_damage=True)).close()
    [aside] = tmp_path.glob("stolik.db-wal.damaged-*")
    assert aside.read_bytes() == left["-wal"]
    assert aside.stat().st_mode & 0o077 == 0
    await (await open_database(f"sqlite:///{file}")).close()
