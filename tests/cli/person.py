"""A person at the terminal: types lines into the real command and reads what it says."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
from io import FileIO
from pathlib import Path

import pytest

from stolik.words.store import Lexicons
from tests import forked

RUN = "import sys; from stolik.cli import main; sys.exit(main())"
PROMPT = "› "
ENGLISH = Path(__file__).parents[1] / "word_lists/en.txt"
PATIENCE_S = 60


class Home:
    """A home directory of its own, with a small English word list."""

    def __init__(self, path: Path) -> None:
        self.path = path
        Lexicons(self.data / "lexicons").add("en", ENGLISH)

    @property
    def data(self) -> Path:
        return self.path / "data/stolik"

    @property
    def games(self) -> Path:
        return self.data / "games"

    def logs(self) -> list[Path]:
        return sorted(self.games.glob("*.jsonl"))

    @property
    def log(self) -> Path:
        """The only game there is."""
        (only,) = self.logs()
        return only

    def environment(self, **changes: str) -> dict[str, str]:
        kept = {
            name: os.environ[name] for name in ("PATH", "XDG_CACHE_HOME", "PYTHONPATH") if name in os.environ
        }
        own = {
            "HOME": str(self.path),
            "XDG_DATA_HOME": str(self.path / "data"),
            "XDG_CONFIG_HOME": str(self.path / "config"),
            "STOLIK_LANGUAGE": "en",
            "COLUMNS": "80",
            "PYTHONUTF8": "1",
        }
        return {**kept, **own, **changes}

    def move_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make this the home of the tests' own process."""
        for name, value in self.environment().items():
            monkeypatch.setenv(name, value)

    def run(self, *arguments: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
        """A whole command with everything typed beforehand; both streams as one text."""
        return forked.run(arguments, self.environment(**changes), typed, PATIENCE_S)


class Person:
    """Answers one prompt after the other."""

    def __init__(self, home: Home, *arguments: str, **changes: str) -> None:
        (keys, typing), (reading, screen) = os.pipe(), os.pipe()
        self._process = forked.Command(arguments, home.environment(**changes), keys, screen)
        for number in (keys, screen):
            os.close(number)
        self._keys, self._screen = FileIO(typing, "wb"), FileIO(reading, "rb")
        self._wanted = selectors.DefaultSelector()
        self._wanted.register(self._screen, selectors.EVENT_READ)
        #: Everything up to the prompt that waits now.
        self.said = self._listen()

    def _listen(self) -> str:
        heard = b""
        while not heard.endswith(PROMPT.encode()):
            if not self._wanted.select(PATIENCE_S):
                raise AssertionError(f"nothing more is said after: {heard.decode()}")
            more = self._screen.read(65536)
            if not more:
                break
            heard += more
        return heard.decode()

    def types(self, line: str) -> str:
        """Type a line; returns what is said until the next prompt, the echo included."""
        self._keys.write(line.encode() + b"\n")
        self.said = self._listen()
        return self.said

    @property
    def playing(self) -> bool:
        return self.said.endswith(PROMPT)

    def plays(self, line: str) -> str:
        """Type a play and confirm it."""
        assert "Enter plays it" in self.types(line), self.said
        return self.types("")

    def best_play(self) -> str | None:
        """The first play of a hint."""
        found = re.search(r"word list: (\S+ \S+) \(", self.types("hint"))
        return found.group(1) if found else None

    def rack(self) -> list[str]:
        """The letters on the rack, from left to right."""
        return rack_in(self.types("board"))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE_S)
        self._close()

    def leaves(self) -> tuple[int, str]:
        """Close the input; returns the exit code and the last words."""
        self._keys.close()
        last = self.said if not self.playing else self._listen()
        code = self._process.wait(PATIENCE_S)
        self._close()
        return code, last

    def _close(self) -> None:
        self._wanted.close()
        self._keys.close()
        self._screen.close()

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()
        else:
            self._close()


def rack_in(screen: str) -> list[str]:
    """The rack of a screen: the only line of letters with small values."""
    lines = [line for line in screen.splitlines() if re.fullmatch(r"( {2,}\S[₀-₉]+)+ *", line)]
    return re.findall(r"(\S)[₀-₉]", lines[-1]) if lines else []


def board_in(screen: str) -> list[str]:
    """The fifteen rows of the last board of a screen, without coordinates."""
    rows = re.findall(r"^ ?(?:\d+|[A-O]) (.{45}) (?:\d+|[A-O])", screen, re.MULTILINE)
    return rows[-15:]


def marked(board: list[str], sign: str) -> set[tuple[int, int]]:
    """Rows and columns of the squares where tiles stand in this kind of brackets."""
    return {(row, col) for row in range(15) for col in range(15) if board[row][3 * col] == sign}
