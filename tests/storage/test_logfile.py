"""Game logs on disk: readable, complete, and safe against a crash in the middle of a line."""

import resource
import signal
from pathlib import Path

import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.log import LogError, Seated
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Pass
from stolik.storage.logfile import Header, LogFile, read_header, read_log, reopen
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons

HEADER = Header(game="scrabble", version=1, preset="pl", players=("Ala", "bot:club"))


@pytest.fixture
def logged(words: Lexicons, tmp_path: Path) -> LocalTable:
    game = Scrabble(words)
    log = LogFile.create(tmp_path / "games" / "one.jsonl", game, HEADER)
    table = LocalTable(game, SeededChance, log)
    table.note(Seated(0, "Ala"))
    table.start(registry.find_preset("pl").options, 2)
    table.submit(table.state.table.turn, Pass())
    return table


def path_of(tmp_path: Path) -> Path:
    return tmp_path / "games" / "one.jsonl"


def test_log_holds_everything_that_was_shown(logged: LocalTable, tmp_path: Path) -> None:
    assert read_header(path_of(tmp_path)) == HEADER
    assert read_log(path_of(tmp_path), logged.game) == logged.envelopes


def test_log_is_text_that_people_can_read(logged: LocalTable, tmp_path: Path) -> None:
    lines = path_of(tmp_path).read_text(encoding="utf-8").splitlines()
    assert ["Seated" in lines[1], "TilesDrawn" in lines[2], "Passed" in lines[3]] == [True] * 3
    assert len(lines) == 4


def test_line_cut_short_by_a_crash_is_left_out_and_cut_off(logged: LocalTable, tmp_path: Path) -> None:
    path = path_of(tmp_path)
    whole = path.read_bytes()
    for cut in range(1, len(whole.splitlines(keepends=True)[-1])):
        path.write_bytes(whole[:-cut])
        log, envelopes = reopen(path, logged.game)
        assert envelopes == logged.envelopes[:-1]
        log.append([logged.envelopes[-1]])
        assert path.read_bytes() == whole


def test_events_of_one_action_are_kept_together_or_not_at_all(logged: LocalTable, tmp_path: Path) -> None:
    path = path_of(tmp_path)
    header, seated, dealt, _ = path.read_bytes().splitlines(keepends=True)
    for length in range(len(dealt)):
        path.write_bytes(header + seated + dealt[:length])
        assert len(read_log(path, logged.game)) == 1
    path.write_bytes(header + seated + dealt)
    assert len(read_log(path, logged.game)) == logged.seq - 1


def test_existing_log_is_never_overwritten(logged: LocalTable, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        LogFile.create(path_of(tmp_path), logged.game, HEADER)


@pytest.mark.parametrize("content", [b"", b"hello\n", b'{"game":"scrabble"}\n', b"\xff\xfe\n"])
def test_file_that_is_no_log_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "strange"
    path.write_bytes(content)
    with pytest.raises(LogError, match="not a game log"):
        read_header(path)


def test_log_of_a_later_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "later"
    path.write_bytes(b'{"stolik":99,"game":"scrabble","version":1,"preset":"pl"}\n')
    with pytest.raises(LogError, match="format 99"):
        read_header(path)


def test_damaged_line_is_named(logged: LocalTable, tmp_path: Path) -> None:
    path = path_of(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b"damaged\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(LogError, match="line 3"):
        read_log(path, logged.game)


def test_full_disk_leaves_no_half_line(logged: LocalTable, tmp_path: Path) -> None:
    path = path_of(tmp_path)
    whole = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    previous = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 20, limits[1]))
    try:
        with pytest.raises(OSError, match="large"):
            logged.submit(logged.turn, Pass())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, previous)
    assert path.read_bytes() == whole
    assert read_log(path, logged.game) == logged.envelopes
    logged.submit(logged.turn, Pass())
    assert read_log(path, logged.game) == logged.envelopes


def test_log_of_another_version_of_the_game_is_refused(logged: LocalTable, tmp_path: Path) -> None:
    path = path_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":99', 1))
    with pytest.raises(LogError, match="version 99"):
        read_log(path, logged.game)
