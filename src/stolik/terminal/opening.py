"""What every command does first: find the preset, make its game, prepare its words with a progress bar."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.game import AnyGame, Preparation
from stolik.terminal import settings
from stolik.words.store import Lexicons

_BAR = 20


class Opened(NamedTuple):
    """A preset with its game, ready to play at full speed."""

    preset: Preset
    game: AnyGame
    words: Lexicons


def open_game(preset: str) -> Opened:
    """The preset of this name with its game, prepared; raises Complaint."""
    chosen = registry.find_preset(preset)
    words = Lexicons()
    game = registry.create(chosen.game, words)
    preparation = game.preparation(chosen.options)
    if preparation is not None:
        show_preparing(preparation, name_of(chosen.options, game))
    return Opened(chosen, game, words)


def name_of(options: Any, game: AnyGame) -> str:
    """What is prepared for such a game: its word list, if it has one."""
    return registry.lexicon(game.name, options) or game.name


def show_preparing(what: Preparation, name: str) -> None:
    """Make everything ready for fast searches, with a progress bar if it takes time."""
    if what.prepared:
        return
    text = settings.say()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text("preparing {name} for the first time", name=name))
        what.prepare(lambda done, total: progress.update(task, completed=done, total=total))
    if not what.kept:
        note = text("There is no room to keep what was prepared: it will be made again next time.")
        Console(stderr=True).print(note, style="yellow")


class Meanwhile:
    """Makes a game's files in the background while it is played, and tells how far that has come."""

    def __init__(self, what: Preparation | None, name: str) -> None:
        self._name = name
        self._share = 0.0
        self._thread: threading.Thread | None = None
        if what is not None and not what.prepared:
            self._thread = threading.Thread(target=what.prepare, args=(self._tell,), daemon=True)
            self._thread.start()

    def _tell(self, done: int, total: int) -> None:
        self._share = done / total

    def line(self) -> str | None:
        """A bar of what is done, while there is something to do."""
        if self._thread is None or not self._thread.is_alive():
            return None
        full = int(self._share * _BAR)
        text = settings.say()("preparing {name} for the first time", name=self._name)
        return f"{'▰' * full}{'▱' * (_BAR - full)} {text}"
