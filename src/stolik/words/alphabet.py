"""The letters of a language: their order, their codes, and what a typed letter counts as."""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources

from stolik.core.message import Complaint

SHORTEST, LONGEST = 2, 15
ROW = 16


class UnknownLetter(Complaint):
    """A letter that no tile of the set has."""

    def __init__(self, letter: str, word: str) -> None:
        super().__init__(
            "no tile has the letter {letter} of {word}", letter=visible(letter), word=visible(word)
        )
        self.letter = letter


class UnknownAlphabet(Complaint):
    """An alphabet that is not among the known ones."""

    def __init__(self, name: str) -> None:
        known = ", ".join(NAMES)
        super().__init__("There is no alphabet {name}; choose one of: {known}.", name=name, known=known)


@dataclass(frozen=True)
class Alphabet:
    """Letters in order, 1 the first; folding maps a letter that has no tile to the one it is played with."""

    name: str
    letters: str
    vowels: frozenset[str]
    marks: frozenset[str] = frozenset()
    folding: Mapping[str, str] = field(default_factory=dict, hash=False)

    def normalise(self, text: str) -> str:
        """The text as it is laid with tiles: composed, upper case, accents folded."""
        upper = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).upper())
        return upper.translate(self._folds) if self.folding else upper

    def encode(self, word: str) -> bytes:
        """The letter codes of a normalised word; raises UnknownLetter."""
        try:
            codes = codecs.charmap_encode(word, "strict", self._codes)[0]
        except UnicodeEncodeError as error:
            raise UnknownLetter(word[error.start], word) from None
        if b"\0" in codes:
            raise UnknownLetter("\0", word)
        return codes

    def decode(self, codes: bytes) -> str:
        """The word with these letter codes."""
        return codecs.charmap_decode(codes, "strict", self._letters)[0]

    def lines(self, rows: bytes) -> str:
        """The words in rows of the word graph, a line feed behind each."""
        return codecs.charmap_decode(re.sub(rb"\0+", b"\0", rows), "strict", self._table("\n"))[0]

    def words(self, rows: bytes) -> list[str]:
        """The words in rows of the word graph."""
        return codecs.charmap_decode(rows, "strict", self._table(" "))[0].split()

    @cached_property
    def _letters(self) -> str:
        return self._table("\0")

    def _table(self, padding: str) -> str:
        # 256 signs, most of them undefined: decoding is fastest with a table of that size
        return (padding + self.letters).ljust(256, "\ufffe")

    @cached_property
    def _codes(self) -> Mapping[int, int]:
        # the NUL in front makes the compact kind of map that encodes a million words in a blink
        return codecs.charmap_build(self._letters)  # type: ignore[return-value]

    @cached_property
    def _folds(self) -> dict[int, str]:
        return {ord(accented): tile for accented, tile in self.folding.items()}


def visible(text: str) -> str:
    """The text with signs that would not be seen, or would steer a terminal, written as escapes."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def _known() -> dict[str, dict[str, object]]:
    text = resources.files("stolik.words").joinpath("data/alphabets.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


NAMES = tuple(_known())


@cache
def alphabet(name: str) -> Alphabet:
    """The alphabet of this name; raises UnknownAlphabet."""
    if name not in NAMES:
        raise UnknownAlphabet(name)
    entry = _known()[name]
    folding = entry.get("folding", {})
    assert isinstance(folding, dict)
    return Alphabet(
        name,
        str(entry["letters"]),
        frozenset(str(entry["vowels"])),
        frozenset(str(entry.get("marks", ""))),
        {accented: tile for tile, several in folding.items() for accented in several},
    )
