"""The crossword-tile game: Polish, Brazilian and English editions, casual and tournament."""

from stolik.core.registry import Preset
from stolik.games.scrabble.presets import load_presets
from stolik.games.scrabble.rules import Scrabble
from stolik.words.store import Lexicons

__all__ = ["Scrabble", "create", "presets"]


def create(words: Lexicons) -> Scrabble:
    """The game, made with its word lists."""
    return Scrabble(words)


def presets() -> tuple[Preset, ...]:
    """The presets of this game."""
    return load_presets()
