"""Word lists as rows of the word graph: their hash, and reading one from a person's file."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stolik.core.message import Complaint, Message
from stolik.texts import N_
from stolik.words.alphabet import LONGEST, NAMES, ROW, SHORTEST, Alphabet, UnknownLetter, alphabet, visible

SHOWN_REFUSALS = 1000
_SHOWN_LETTERS = 40
_BLOCK = 1 << 20
_GUESS_FROM = 500  # words of each block

_TOO_SHORT = Message("it is too short: a word has at least {n} letters", {"n": SHORTEST})
_TOO_LONG = Message("it is too long: a word has at most {n} letters", {"n": LONGEST})
_EMPTY = N_("{file} holds no word; give one word a line.")
_SEVERAL = Message("there is more than one word on the line")


@dataclass(frozen=True)
class Refusal:
    """A line of a file that is no word, and why."""

    line: int
    word: str
    reason: Message


@dataclass(frozen=True)
class WordList:
    """What a file gave: the words as sorted rows, and what was left out (the first thousand refusals)."""

    alphabet: Alphabet
    rows: bytes
    n_repeated: int
    n_refused: int
    refused: tuple[Refusal, ...]

    @property
    def n_words(self) -> int:
        return len(self.rows) // ROW


def rows_of(codes: Iterable[bytes]) -> bytes:
    """Sorted rows of different words."""
    rows = bytearray()
    for code in sorted(codes):  # a join would hold millions of small objects at once
        rows += code.ljust(ROW, b"\0")
    return bytes(rows)


def list_hash(rows: bytes, letters: Alphabet) -> str:
    """SHA-256 of the upper-case words in alphabet order, a line feed between each two."""
    digest = hashlib.sha256()
    step = ROW << 16
    for start in range(0, len(rows), step):
        text = letters.lines(rows[start : start + step])
        digest.update((text if start + step < len(rows) else text[:-1]).encode())
    return digest.hexdigest()


def read_word_list(path: Path, letters: Alphabet) -> WordList:
    """The words in a file, one a line; raises Complaint if it cannot be read or holds none."""
    words: set[bytes] = set()
    refused: list[Refusal] = []
    n_taken = n_refused = 0
    for number, line in enumerate(_lines(path, letters), 1):
        word = line.strip()
        if not word or word.startswith("#"):
            continue
        codes, reason = _judge(word, letters)
        if reason is None:
            words.add(codes)
            n_taken += 1
            continue
        n_refused += 1
        if n_refused <= SHOWN_REFUSALS:
            refused.append(Refusal(number, visible(word[:_SHOWN_LETTERS]), reason))
    if not words:
        raise _nothing(path, letters) if n_refused else Complaint(_EMPTY, file=str(path))
    return WordList(letters, rows_of(words), n_taken - len(words), n_refused, tuple(refused))


def _nothing(path: Path, letters: Alphabet) -> Complaint:
    """Nothing in the file was taken: what would have been."""
    return Complaint(
        "{file} holds no word that can be laid; "
        "give one word a line, {least} to {most} letters of {letters}.",
        file=str(path),
        least=SHORTEST,
        most=LONGEST,
        letters=letters.letters,
    )


def _judge(word: str, letters: Alphabet) -> tuple[bytes, Message | None]:
    """The codes of a word, or why it is none."""
    if len(word) > LONGEST:
        return b"", _SEVERAL if len(word.split()) > 1 else _TOO_LONG
    if len(word) < SHORTEST:
        return b"", _TOO_SHORT
    try:
        return letters.encode(word), None
    except UnknownLetter as error:
        return b"", _SEVERAL if error.letter.isspace() else error.message


def guess_alphabet(name: str, path: Path) -> Alphabet:
    """The alphabet a list is named after, or else the one that fits most of its words."""
    language = re.split("[-_.]", name, maxsplit=1)[0]
    if language in NAMES:
        return alphabet(language)
    sample = [word for block in _blocks(path) for word in block.split()[:_GUESS_FROM]]
    if not sample:
        raise Complaint(_EMPTY, file=str(path))
    # A special alphabet such as pt-kwy is asked for by name: it fits whatever its language fits.
    languages = [known for known in NAMES if "-" not in known]
    fits = Counter({known: _fitting(alphabet(known), sample) for known in languages})
    (best, most), (_, next_most) = fits.most_common(2)
    if most == next_most:
        raise Complaint(
            "Which alphabet {name} uses cannot be told from its words; say it: --alphabet {known}",
            name=name,
            known="|".join(NAMES),
        )
    return alphabet(best)


def _fitting(letters: Alphabet, words: list[str]) -> int:
    return sum(set(letters.normalise(word)) <= set(letters.letters) for word in words)


def _lines(path: Path, letters: Alphabet) -> Iterator[str]:
    """The lines of a file, normalised by the block: line by line is slow, all at once takes memory."""
    for block in _blocks(path):
        yield from letters.normalise(block).removesuffix("\n").split("\n")


def _blocks(path: Path) -> Iterator[str]:
    """The text of a file in blocks of whole lines."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            while lines := file.readlines(_BLOCK):
                yield "".join(lines)
    except UnicodeDecodeError:
        raise Complaint(
            "{file} is not UTF-8 text; convert it, for example by: iconv -f WINDOWS-1250 -t UTF-8",
            file=str(path),
        ) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Complaint("{file} cannot be read: {why}.", file=str(path), why=why) from None
