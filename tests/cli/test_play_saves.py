"""A game is on disk from its first event: whatever happens to the program, it can be played on."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import resource
import select
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from stolik.core.log import replay
from stolik.games.scrabble import Scrabble
from stolik.storage.logfile import read_log
from stolik.words.store import Lexicons
from tests.cli.person import PATIENCE_S, RUN, Home, Person, board_in, rack_in

GAME = ("play", "en", "--bot", "club", "--challenge", "off")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def state_on_disk(home: Home) -> Any:
    game = Scrabble(Lexicons(home.data / "lexicons"))
    return replay(game, read_log(home.log, game))[-1]


def test_quit_says_how_to_go_on_and_going_on_shows_the_same(home: Home) -> None:
    # a seed that deals a rack with which something can be laid
    with Person(home, *GAME, "--seed", "saves") as person:
        play = person.best_play()
        assert play is not None
        before = person.plays(play)
        assert "Everything is saved" in person.types("save")
        last = person.types("quit")
        assert person.leaves()[0] == 0
    assert str(home.log) in last.replace("\n", "")
    assert f"stolik play --resume {home.log.stem}" in last
    content = home.log.read_bytes()
    for name in (home.log.stem, str(home.log)):
        with Person(home, "play", "--resume", name) as person:
            assert board_in(person.said) == board_in(before)
            assert rack_in(person.said) == rack_in(before)
    assert home.log.read_bytes() == content


def test_a_killed_game_goes_on_exactly_where_it_was(home: Home) -> None:
    with Person(home, *GAME) as person:
        for _ in range(3):
            play = person.best_play()
            said = person.plays(play) if play else person.types("pass")
        person.kill()
    state = state_on_disk(home)
    with Person(home, "play", "--resume", home.log.stem) as person:
        assert board_in(person.said) == board_in(said)
        assert rack_in(person.said) == rack_in(said)
        assert state_on_disk(home) == state
        person.types("pass")
    assert len(state_on_disk(home).table.turns) == len(state.table.turns) + 2


def test_a_line_cut_short_by_a_crash_is_left_out(home: Home) -> None:
    with Person(home, *GAME) as person:
        person.types("pass")
        person.kill()
    content = home.log.read_bytes()
    state = state_on_disk(home)
    home.log.write_bytes(content + b'{"seq":99,"event":{"type":"Pas')
    with Person(home, "play", "--resume", home.log.stem) as person:
        assert home.log.read_bytes() == content
        person.types("moves")
    assert state_on_disk(home) == state


def test_a_resumed_game_draws_what_it_would_have_drawn(home: Home, tmp_path: Path) -> None:
    with Person(home, *GAME, "--seed", "4") as person:
        rack = person.rack()
        straight = rack_in(person.types(f"exchange {rack[0]}"))
    other = Home(tmp_path / "other")
    with Person(other, *GAME, "--seed", "4") as person:
        assert person.rack() == rack
        person.kill()
    with Person(other, "play", "--resume", other.log.stem) as person:
        assert rack_in(person.types(f"exchange {rack[0]}")) == straight


def test_the_secret_is_promised_first_and_kept_out_of_the_log(home: Home) -> None:
    with Person(home, *GAME) as person:
        person.types("pass")
    beside = home.log.with_suffix(".secret")
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    secret = json.loads(beside.read_bytes())["secret"]
    assert len(bytes.fromhex(secret)) == 32
    log = home.log.read_text(encoding="utf-8")
    assert secret not in log
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() in log


def test_the_log_names_the_seats_before_the_game(home: Home) -> None:
    with Person(home, *GAME, "--players", "3"):
        pass
    header, *actions = map(json.loads, home.log.read_text(encoding="utf-8").splitlines())
    events = [entry for action in actions for entry in action]
    assert header["preset"] == "en"
    assert header["players"] == ["Player", "bot:club", "bot:club"]
    assert [entry["event"]["type"] for entry in events[:4]] == ["Seated", "Seated", "Seated", "Started"]
    assert [entry["seq"] for entry in events] == list(range(len(events)))


def test_an_unfinished_game_is_offered(home: Home) -> None:
    with Person(home, *GAME) as person:
        person.types("pass")
        said = person.types("board")
    with Person(home, "play") as person:
        assert "There is an unfinished game: en" in person.said
        assert board_in(person.types("r")) == board_in(said)
        assert rack_in(person.said) == rack_in(said)
    with Person(home, *GAME) as person:
        assert "There is an unfinished game: en" in person.said
        assert "You play against" in person.types("")
        assert len(home.logs()) == 2
        person.types("resign")
        person.types("y")
    with Person(home, "play", "en") as person:
        assert "There is an unfinished" in person.said, "the other game still waits"
        person.types("r")
        person.types("resign")
        person.types("y")
    with Person(home, *GAME) as person:
        assert "There is an unfinished" not in person.said
    other_preset = home.run("play", "br")
    assert "There is an unfinished" not in other_preset.stdout


def test_a_game_open_in_another_window_is_neither_offered_nor_resumed(home: Home) -> None:
    with Person(home, *GAME):
        refused = home.run("play", "--resume", home.log.stem)
        assert refused.returncode == 2
        assert "This game is open in another window" in refused.stdout
        with Person(home, *GAME) as second:
            assert "There is an unfinished" not in second.said


def test_a_game_without_its_secret_can_only_be_looked_at(home: Home) -> None:
    with Person(home, *GAME) as person:
        person.types("pass")
    home.log.with_suffix(".secret").unlink()
    refused = home.run("play", "--resume", home.log.stem)
    assert refused.returncode == 2
    assert "stolik replay" in refused.stdout.replace("\n", " ")
    assert home.run("replay", str(home.log)).returncode == 0


def test_the_word_list_of_a_game_stays_until_the_game_is_over(home: Home) -> None:
    with Person(home, *GAME):
        pass
    assert "finish them first" in " ".join(home.run("lexicon", "remove", "en").stdout.split())
    with Person(home, "play", "--resume", home.log.stem) as person:
        person.types("resign")
        person.types("y")
    assert home.run("lexicon", "remove", "en").returncode == 0


def test_a_full_disk_ends_with_a_sentence_and_keeps_what_was_saved(home: Home) -> None:
    with Person(home, *GAME) as person:
        person.types("pass")
    state, content = state_on_disk(home), home.log.read_bytes()
    room = len(content) + 40
    answer = subprocess.run(
        [sys.executable, "-B", "-c", RUN, "play", "--resume", home.log.stem],
        input="pass\n",
        text=True,
        capture_output=True,
        env=home.environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        check=False,
    )
    assert answer.returncode == 2
    assert "cannot be written" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert home.log.read_bytes() == content
    assert state_on_disk(home) == state


def test_the_end_of_the_input_leaves_politely(home: Home) -> None:
    answer = home.run(*GAME)
    assert answer.returncode == 0
    assert f"Go on with: stolik play --resume {home.log.stem}" in answer.stdout


class Window:
    """A terminal window: the command believes that somebody looks at it."""

    def __init__(self, home: Home, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=home.environment(TERM="xterm-256color", LINES="24"),
            preexec_fn=_take_terminal,  # noqa: PLW1509 - nothing else runs in this process yet
        )
        os.close(slave)

    def until(self, text: str) -> str:
        seen = b""
        end = time.monotonic() + PATIENCE_S
        while text.encode() not in seen:
            assert time.monotonic() < end, seen.decode()
            if select.select([self._master], [], [], 1)[0]:
                seen += os.read(self._master, 65536)
        return seen.decode()

    def press(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def ends(self, key: bytes = b"") -> tuple[int, str]:
        """Wait for the end; a key pressed before the program listened is pressed again, as people do."""
        text = b""
        end = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < end, text.decode()
            if not select.select([self._master], [], [], 1)[0]:
                self.press(key)
                continue
            try:
                more = os.read(self._master, 65536)
            except OSError:  # the other side is closed
                break
            if not more:
                break
            text += more
        return self._process.wait(PATIENCE_S), text.decode()

    def hang_up(self) -> None:
        """Close the window while the program waits."""
        self._process.send_signal(signal.SIGHUP)

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
        os.close(self._master)


def _take_terminal() -> None:
    """Make the window the one whose Ctrl-C and end reach the process, even of tests in the background."""
    import fcntl
    import termios

    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_politely(home: Home, key: bytes, code: int) -> None:
    with Window(home, *GAME) as window:
        page = window.until("› ")
        assert "\x1b[" in page
        screen = page.rpartition("\x1b[2J")[2]
        assert screen.count("\n") < 24, "board, rack, news and prompt fit on a small screen"
        window.press(key)
        exit_code, last = window.ends(key)
    assert exit_code == code
    assert f"stolik play --resume {home.log.stem}" in last
    assert "Traceback" not in last


def test_a_closed_window_loses_nothing(home: Home) -> None:
    with Window(home, *GAME) as window:
        window.until("› ")
        window.press("exchange ŻŻ\n".encode())
        window.until("not on the rack")
        window.press(b"pass\n")
        window.until("You: pass.")
        state = state_on_disk(home)
        window.hang_up()
        window.ends()
    assert state_on_disk(home) == state
    assert "pass" in [turn.kind for turn in state.table.turns]
