"""What comes with a language beside its words: how common each is, how it is written, which are hateful.

Tiers and accents are columns: one value for each word of the shipped list, in alphabet order. A list that a
person adds in the same alphabet shares them.
"""

from __future__ import annotations

import lzma
import struct
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable

from stolik.kernels.dawg import Dawg
from stolik.words.alphabet import Alphabet
from stolik.words.graphfile import FileKind, Graph, parse_graph

COMMON, KNOWN, RARE, UNSEEN = 3, 2, 1, 0

_DATA = resources.files("stolik.words") / "data"
_COLUMN = struct.Struct("<8s32sI")
_MAGIC = b"STOLIKC1"
_MARKS = {"a": "\u0301", "c": "\u0302", "t": "\u0303", "g": "\u0300", "d": "\u0308"}
_MARK_NAMES = {mark: name for name, mark in _MARKS.items()}
_CEDILLA = "\u0327"  # belongs to the tile

AccentPattern = tuple[tuple[tuple[int, str], ...], ...]


def shipped_graph(name: str) -> Graph:
    """The DAWG that comes with the program under this name."""
    return parse_graph(lzma.decompress(_file(f"{name}.dawg.xz").read_bytes()), FileKind.DAWG, thorough=True)


class Lore:
    """What is known of the words of one alphabet; nothing, where nothing is shipped."""

    def __init__(self, letters: Alphabet) -> None:
        self._letters = letters
        self._name = letters.name

    @cached_property
    def graph(self) -> Graph | None:
        """The shipped list, by whose order the columns go."""
        return shipped_graph(self._name) if _file(f"{self._name}.dawg.xz").is_file() else None

    @cached_property
    def dawg(self) -> Dawg | None:
        return Dawg(self.graph.nodes) if self.graph else None

    @property
    def ranked(self) -> bool:
        """Whether there are figures of how common words are."""
        return _file(f"{self._name}.tiers.xz").is_file()

    def tier(self, codes: bytes) -> int:
        """How common a word is, 3 the commonest; without any figures every word counts as common."""
        if self._tiers is None or self.dawg is None:
            return COMMON
        rank = self.dawg.index(codes)
        return UNSEEN if rank < 0 else self._tiers[rank]

    def forms(self, codes: bytes) -> tuple[str, ...]:
        """How the word is really written, in lower case; several where tiles do not tell them apart."""
        plain = self._letters.decode(codes).lower()
        rank = -1 if self._accents is None or self.dawg is None else self.dawg.index(codes)
        if rank < 0 or self._accents is None:
            return (plain,)
        low, high, patterns = self._accents
        return tuple(accented(plain, marks) for marks in patterns[low[rank] | high[rank] << 8])

    @cached_property
    def blocked(self) -> Mapping[str, str]:
        """Hateful words in upper case, each with the reason why it is listed."""
        file = _file(f"{self._name}.blocked.tsv")
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        pairs = (line.split("\t", 1) for line in lines if line and not line.startswith("#"))
        return dict(pairs)

    @cached_property
    def _tiers(self) -> bytes | None:
        return self._column("tiers")

    @cached_property
    def _accents(self) -> tuple[memoryview, memoryview, Sequence[AccentPattern]] | None:
        column = self._column("accents")
        if column is None or self.graph is None:
            return None
        n = self.graph.n_words
        values = memoryview(column)
        patterns = [parse_pattern(line) for line in bytes(values[2 * n :]).decode().split("\n")]
        return values[:n], values[n : 2 * n], patterns

    def _column(self, kind: str) -> bytes | None:
        file = _file(f"{self._name}.{kind}.xz")
        if not file.is_file() or self.graph is None:
            return None
        return parse_column(lzma.decompress(file.read_bytes()), self.graph)


@cache
def lore(letters: Alphabet) -> Lore:
    """The lore of an alphabet, read once."""
    return Lore(letters)


def parse_column(content: bytes, graph: Graph) -> bytes:
    """The values of a column made for this very list."""
    magic, list_hash, n_words = _COLUMN.unpack_from(content)
    if (magic, list_hash.hex(), n_words) != (_MAGIC, graph.list_hash, graph.n_words):
        raise ValueError("This column belongs to another word list; pack the lists again.")
    return content[_COLUMN.size :]


def format_column(values: bytes, graph: Graph) -> bytes:
    """A column for this list."""
    return _COLUMN.pack(_MAGIC, bytes.fromhex(graph.list_hash), graph.n_words) + values


def parse_pattern(text: str) -> AccentPattern:
    """Accents of each form: places counted from the word's end, with a mark; `2a|0t1a` are two forms."""
    return tuple(
        tuple((int(place, 16), _MARKS[name]) for place, name in zip(form[::2], form[1::2], strict=True))
        for form in text.split("|")
    )


def format_pattern(forms: Iterable[str]) -> str:
    """The accents of these forms of one word."""
    return "|".join(
        "".join(
            f"{place:x}{_MARK_NAMES[mark]}"
            for place, letter in enumerate(reversed(form))
            for mark in unicodedata.normalize("NFD", letter)[1:]
            if mark != _CEDILLA
        )
        for form in forms
    )


def accented(plain: str, marks: Iterable[tuple[int, str]]) -> str:
    """The word with its accents put on."""
    letters = list(plain)
    for place, mark in marks:
        letters[-1 - place] += mark
    return unicodedata.normalize("NFC", "".join(letters))


def _file(name: str) -> Traversable:
    return _DATA / name
