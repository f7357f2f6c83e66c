"""Games made with the shipped word lists."""

import pytest

from stolik.games.scrabble import Scrabble
from stolik.words.store import Lexicons


@pytest.fixture(scope="session")
def scrabble(words: Lexicons) -> Scrabble:
    """The game with all word lists of the tests."""
    return Scrabble(words)
