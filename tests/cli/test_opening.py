"""Files that are made while a game is played: a bar tells how far they are, and goes when they are there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from stolik.core import registry
from stolik.games.scrabble import Scrabble
from stolik.terminal.opening import Meanwhile
from stolik.words.store import Lexicons


class Waiting:
    """A preparation that goes on when it is told to."""

    def __init__(self) -> None:
        self.go_on, self.half_done = threading.Event(), threading.Event()
        self.prepared = self.kept = False

    def prepare(self, progress: Callable[[int, int], object] | None = None) -> None:
        assert progress is not None
        progress(5, 10)
        self.half_done.set()
        self.go_on.wait()
        self.prepared = self.kept = True


def test_bar_is_shown_while_files_are_made_and_gone_when_they_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STOLIK_LANGUAGE", "en")
    waiting = Waiting()
    meanwhile = Meanwhile(waiting, "pl")
    assert waiting.half_done.wait(60)
    assert meanwhile.line() == "▰" * 10 + "▱" * 10 + " preparing pl for the first time"
    waiting.go_on.set()
    for _ in range(600):
        if meanwhile.line() is None:
            break
        time.sleep(0.1)
    assert meanwhile.line() is None


def test_nothing_is_shown_where_everything_is_there(words: Lexicons) -> None:
    game, options = Scrabble(words), registry.find_preset("pl").options
    brain = game.preparation(options)
    brain.prepare()
    assert Meanwhile(brain, "pl").line() is None
    assert Meanwhile(None, "rummikub").line() is None
