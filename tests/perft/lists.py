"""The shipped word lists as the kernels and the slow reference take them."""

from __future__ import annotations

from functools import cache

from stolik.kernels.movegen import Generator
from stolik.kernels.wordgraph import enumerate_words
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons
from tests.reference.positions import POLISH, PORTUGUESE, classic_rules
from tests.reference.slow_movegen import Rules

TILES = {"pl": POLISH, "pt": PORTUGUESE}
ROW = 16


@cache
def lexicon(language: str) -> Lexicon:
    """The shipped list; its letters have the codes of the tile set."""
    shipped = Lexicons().open(language)
    assert shipped.alphabet.letters == TILES[language].letters
    return shipped


def whole_list(language: str) -> list[bytes]:
    """Every word as letter codes, in order."""
    rows = enumerate_words(lexicon(language).dawg.nodes)
    return [rows[i : i + ROW].rstrip(b"\0") for i in range(0, len(rows), ROW)]


def describe(language: str) -> str:
    """Which edition of the list this is."""
    shipped = lexicon(language)
    return f"{shipped.n_words} words, hash {shipped.hash}"


def generator_over(graph: bytes | memoryview[int], rules: Rules, forward: bool = False) -> Generator:
    """A generator for a board of the reference."""
    return Generator(
        graph,
        rules.rows,
        rules.cols,
        rules.values,
        rules.letter_multipliers,
        rules.word_multipliers,
        rules.start,
        rules.bonus,
        forward,
    )


@cache
def classic_generator(language: str) -> Generator:
    """The generator for the classic board with the whole list."""
    return generator_over(lexicon(language).gaddag(), classic_rules(TILES[language]))
