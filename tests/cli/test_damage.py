"""Caches that rot between two runs of a command, and disks that fill up while it works."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.words.store import Lexicons
from tests.cli.person import RUN, Home

KOT = "15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 KOTAS/ 0/0 0"
MOVES = ("moves", KOT, "--lexicon", "pl-few", "--equity", "--all", "--json")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    (tmp_path / "few.txt").write_text("kot\nkota\ntok\nok\nkos\nosa\n", encoding="utf-8")
    Lexicons(home.data / "lexicons").add("pl-few", tmp_path / "few.txt")
    return home


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def change(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def files_below(directory: Path) -> dict[str, bytes]:
    return {path.suffix: path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def with_room_for(home: Home, room: int, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """A command on a disk that takes files of so many bytes: the system refuses more as when it is full."""
    return subprocess.run(
        # -B: a compiled module that was cut short would stay behind
        [sys.executable, "-B", "-W", "error", "-c", RUN, *arguments],
        text=True,
        encoding="utf-8",
        capture_output=True,
        env=home.environment(**changes),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        check=False,
    )


@pytest.mark.soak
def test_cache_that_rots_between_two_commands_is_built_again(home: Home, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = home.run(*MOVES, XDG_CACHE_HOME=str(cache))
    assert first.returncode == 0, first.stdout
    sound = files_below(cache)
    assert set(sound) == {".gaddag", ".wordmap", ".leaves"}
    for harm in (cut, change):
        for path in [path for path in cache.rglob("*") if path.is_file()]:
            damaged = harm(path.read_bytes())
            path.unlink()
            path.write_bytes(damaged)
        assert files_below(cache) != sound
        again = home.run(*MOVES, XDG_CACHE_HOME=str(cache))
        assert (again.returncode, again.stdout) == (0, first.stdout)
        assert files_below(cache) == sound


def test_full_disk_while_preparing_leaves_the_same_answer_and_no_file(home: Home, tmp_path: Path) -> None:
    crowded, roomy = tmp_path / "crowded", tmp_path / "roomy"
    answer = with_room_for(home, 200, *MOVES, XDG_CACHE_HOME=str(crowded))
    assert answer.returncode == 0, answer.stderr
    assert "Traceback" not in answer.stderr
    assert "There is no room to keep what was prepared" in " ".join(answer.stderr.split())
    assert files_below(crowded) == {}
    kept = with_room_for(home, resource.RLIM_INFINITY, *MOVES, XDG_CACHE_HOME=str(roomy))
    assert kept.stdout == answer.stdout
    assert "no room" not in kept.stderr
    assert set(files_below(roomy)) == {".gaddag", ".wordmap", ".leaves"}


@pytest.mark.parametrize(
    "command",
    [("leaves", "--games", "30", "--generations", "1"), ("wins", "--games", "250")],
    ids=["leaves", "wins"],
)
def test_full_disk_while_training_is_told_and_leaves_no_file(
    home: Home, tmp_path: Path, words: Lexicons, command: tuple[str, ...]
) -> None:
    learnt = tmp_path / "learnt"
    train = ("train", *command, "--preset", "br", "--out", str(learnt / "values"))
    answer = with_room_for(home, 100, *train)
    assert answer.returncode == 2
    told = " ".join(answer.stderr.split())
    assert f"cannot be written: {os.strerror(errno.EFBIG)}." in told, answer.stderr
    assert "Traceback" not in answer.stderr
    assert list(learnt.iterdir()) == []
    # with room again the same command goes through
    assert home.run(*train).returncode == 0
    assert (learnt / "values").is_file()
