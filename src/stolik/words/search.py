"""Finding words: by the letters on a rack, by a pattern, by what a word can be made longer with."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from stolik.core.message import Complaint
from stolik.kernels.dawg import ANY_ONE, ANY_RUN
from stolik.words.alphabet import LONGEST, SHORTEST
from stolik.words.lexicon import Lexicon

BLANK = "?"
_SIGNS = {".": ANY_ONE, "?": ANY_ONE, "*": ANY_RUN}
_LONGEST_PATTERN = 63


class Hooks(NamedTuple):
    """Letters that make another word when put before or after one."""

    front: str
    back: str


def find_anagrams(
    lexicon: Lexicon, letters: str, min_length: int = SHORTEST, max_length: int = LONGEST
) -> list[str]:
    """The words that some of these letters make, `?` being a blank; the longest first."""
    rack = lexicon.alphabet.normalise("".join(letters.split()))
    codes = lexicon.alphabet.encode(rack.replace(BLANK, ""))
    return _words(lexicon, lexicon.dawg.anagrams(codes, rack.count(BLANK), min_length, max_length))


def find_matches(
    lexicon: Lexicon, pattern: str, min_length: int = SHORTEST, max_length: int = LONGEST
) -> list[str]:
    """The words of a pattern: `.` is any letter, `*` any run of letters, also none; the longest first."""
    tokens = lexicon.alphabet.normalise("".join(pattern.split()))
    if len(tokens) > _LONGEST_PATTERN:
        raise Complaint("The pattern is too long: it may have {n} signs.", n=_LONGEST_PATTERN)
    codes = b"".join(
        bytes([_SIGNS[token]]) if token in _SIGNS else lexicon.alphabet.encode(token) for token in tokens
    )
    return _words(lexicon, lexicon.dawg.match(codes, min_length, max_length))


def find_hooks(lexicon: Lexicon, word: str) -> Hooks:
    """The letters that can be put before or after a word, or any other run of letters."""
    tiles = lexicon.alphabet.normalise(word.strip())
    front, back = map(lexicon.alphabet.decode, lexicon.dawg.hooks(lexicon.alphabet.encode(tiles)))
    blocked = _blocked(lexicon)
    return Hooks(
        "".join(letter for letter in front if letter + tiles not in blocked),
        "".join(letter for letter in back if tiles + letter not in blocked),
    )


def _words(lexicon: Lexicon, rows: bytes) -> list[str]:
    blocked = _blocked(lexicon)
    words = [word for word in lexicon.alphabet.words(rows) if word not in blocked]
    return sorted(words, key=len, reverse=True)


def _blocked(lexicon: Lexicon) -> Collection[str]:
    return lexicon.block_list if lexicon.blocks_by_default else ()
