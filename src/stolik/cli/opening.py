"""What every command does first: find the preset, make its game, prepare its words with a progress bar."""

from __future__ import annotations

from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from stolik.cli import settings
from stolik.core import registry
from stolik.core.game import AnyGame, Preparation
from stolik.core.registry import Preset
from stolik.words.store import Lexicons


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
        show_preparing(preparation, getattr(chosen.options, "lexicon", chosen.id))
    return Opened(chosen, game, words)


def show_preparing(what: Preparation, name: str) -> None:
    """Make everything ready for fast searches, with a progress bar if it takes time."""
    if what.prepared:
        return
    text = settings.say()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text("preparing {name} for the first time", name=name))
        what.prepare(lambda done, total: progress.update(task, completed=done, total=total))
