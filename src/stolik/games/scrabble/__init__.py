"""The crossword-tile game: Polish, Brazilian and English editions, casual and tournament."""

from stolik.core.about import About, Preset, load_about, load_presets
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.presets import make_options
from stolik.games.scrabble.rules import Scrabble
from stolik.words.store import Lexicons

__all__ = ["Scrabble", "about", "create", "letter_values", "lexicon", "presets"]


def create(words: Lexicons) -> Scrabble:
    """The game, made with its word lists."""
    return Scrabble(words)


def about() -> About:
    """What the game says of itself."""
    return load_about(__name__)


def lexicon(options: Options) -> str:
    """The word list that is played by."""
    return options.lexicon


def letter_values(options: Options) -> dict[str, int]:
    """What the tiles are worth."""
    return options.tiles.values()


def presets() -> tuple[Preset, ...]:
    """The presets of this game."""
    return load_presets(__name__, make_options)
