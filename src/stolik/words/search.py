"""Finding words: by the letters on a rack, by a pattern, by what a word can be made longer with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from stolik.core.message import Complaint
from stolik.kernels.dawg import ANY_ONE, ANY_RUN
from stolik.words.alphabet import LONGEST, ROW, SHORTEST
from stolik.words.lexicon import Lexicon

BLANK = "?"
_SIGNS = {".": ANY_ONE, "?": ANY_ONE, "*": ANY_RUN}
_LONGEST_PATTERN = 63
#: So many words are read from the graph and put in order at once, however few are wanted.
_AT_ONCE = 20_000


class Hooks(NamedTuple):
    """Letters that make another word when put before or after one."""

    front: str
    back: str


def find_anagrams(
    lexicon: Lexicon,
    letters: str,
    min_length: int = SHORTEST,
    max_length: int = LONGEST,
    limit: int | None = None,
) -> list[str]:
    """The words that some of these letters make, `?` being a blank; the longest first, up to the limit."""
    rack = lexicon.alphabet.normalise("".join(letters.split()))
    codes = lexicon.alphabet.encode(rack.replace(BLANK, ""))
    blanks = rack.count(BLANK)

    def search(shortest: int, longest: int, *most: int) -> bytes:
        return lexicon.dawg.anagrams(codes, blanks, shortest, longest, *most)

    return _words(lexicon, search, min_length, max_length, limit)


def find_matches(
    lexicon: Lexicon,
    pattern: str,
    min_length: int = SHORTEST,
    max_length: int = LONGEST,
    limit: int | None = None,
) -> list[str]:
    """The words of a pattern, the longest first: `.` is any letter, `*` any run of letters, also none."""
    tokens = lexicon.alphabet.normalise("".join(pattern.split()))
    if len(tokens) > _LONGEST_PATTERN:
        raise Complaint("The pattern is too long: it may have {n} signs.", n=_LONGEST_PATTERN)
    codes = b"".join(
        bytes([_SIGNS[token]]) if token in _SIGNS else lexicon.alphabet.encode(token) for token in tokens
    )

    def search(shortest: int, longest: int, *most: int) -> bytes:
        return lexicon.dawg.match(codes, shortest, longest, *most)

    return _words(lexicon, search, min_length, max_length, limit)


def find_hooks(lexicon: Lexicon, word: str) -> Hooks:
    """The letters that can be put before or after a word, or any other run of letters."""
    tiles = lexicon.alphabet.normalise(word.strip())
    front, back = map(lexicon.alphabet.decode, lexicon.dawg.hooks(lexicon.alphabet.encode(tiles)))
    blocked = _blocked(lexicon)
    return Hooks(
        "".join(letter for letter in front if letter + tiles not in blocked),
        "".join(letter for letter in back if tiles + letter not in blocked),
    )


def find_near(lexicon: Lexicon, word: str) -> list[str]:
    """The words that one letter more, one less or another one makes of these letters, in alphabet order."""
    tiles = lexicon.alphabet.normalise(word.strip())
    lexicon.alphabet.encode(tiles)
    cuts = [(tiles[:n], tiles[n:]) for n in range(len(tiles) + 1)]
    patterns = [f"{before}.{after}" for before, after in cuts]
    patterns += [f"{before}{sign}{after[1:]}" for before, after in cuts if after for sign in (".", "")]
    found = {near for pattern in patterns for near in find_matches(lexicon, pattern)}
    return sorted(found - {tiles}, key=lexicon.alphabet.encode)


def _words(
    lexicon: Lexicon, search: Callable[..., bytes], shortest: int, longest: int, limit: int | None
) -> list[str]:
    """The words that a search between two lengths finds, the longest first."""
    rows = search(shortest, longest) if limit is None else search(shortest, longest, _AT_ONCE + 1)
    if limit is None or len(rows) <= ROW * _AT_ONCE:
        return sorted(_read(lexicon, rows), key=len, reverse=True)[:limit]
    # a walk costs less than reading a million words of which a few are wanted
    found: list[str] = []
    for length in range(min(longest, LONGEST), shortest - 1, -1):
        wanted = limit - len(found) + len(_blocked(lexicon))
        found += _read(lexicon, search(length, length, wanted))
        if len(found) >= limit:
            break
    return found[:limit]


def _read(lexicon: Lexicon, rows: bytes) -> list[str]:
    blocked = _blocked(lexicon)
    return [word for word in lexicon.alphabet.words(rows) if word not in blocked]


def _blocked(lexicon: Lexicon) -> Collection[str]:
    return lexicon.block_list if lexicon.blocks_by_default else ()
