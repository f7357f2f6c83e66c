"""Which words of the Polish spelling list can be played, and which forms it lacks.

Everything here works on words and on readings (what the dictionary SGJP says of a word) alone, so that it can
be tried without any package. `docs/lexicons.md` tells the recipe as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"
VOWELS = frozenset("aąeęioóuy")
LONGEST = 15
PLAYABLE = re.compile(f"[{LETTERS}]{{2,{LONGEST}}}")

# What SGJP calls a piece of writing that is no word by itself: abbreviation, first half of a compound (of an
# adjective, of a numeral), ending of a person, piece of a phrase, Roman number, unknown.
NO_WORD = frozenset({"brev", "adja", "numcomp", "aglt", "frag", "romandig", "ign"})
COMMON = frozenset({"nazwa_pospolita", "pospolita"})

# What the pass over SGJP keeps of its readings: one letter each.
KNOWN, NEUTER_PAST, IMPERATIVE, HALF, SCRAP = "knihs"

VERB_ENDING = re.compile("(wszy|łszy|cież|myż|że|(li|ły)(by)?(śmy|ście)|(li|ły)by)$")
PERSONS = ("", "m", "ś", "śmy", "ście")
LONG_ENOUGH_TO_GUESS = 6
ENOUGH_RELATIVES = 3
LAST_OF_ALL = "\uffff"


class Reading(NamedTuple):
    """One way SGJP reads a word or its first part."""

    text: str
    lemma: str
    tag: str
    names: frozenset[str] = frozenset()
    labels: str = ""

    @property
    def part_of_speech(self) -> str:
        return self.tag.split(":")[0]


def candidates(lines: Iterable[str]) -> list[str]:
    """The lower-case words that fit a board, sorted, each once."""
    return sorted({word for word in map(str.strip, lines) if PLAYABLE.fullmatch(word)})


def marks_of(word: str, readings: Sequence[Reading], before_hyphen: Sequence[Reading] = ()) -> str:
    """The readings of a word, and of it before a hyphen, in the letters that the rules below need."""
    whole = [reading for reading in readings if reading.text == word]
    marks = ""
    if any(map(_is_ordinary, whole)) or any(_is_urged(word, reading) for reading in readings):
        marks += KNOWN
    if any(reading.tag.startswith("praet:sg:n") for reading in whole):
        marks += NEUTER_PAST
    if any(reading.part_of_speech == "impt" for reading in whole):
        marks += IMPERATIVE
    if any(reading.part_of_speech == "adja" for reading in before_hyphen):
        marks += HALF
    kinds = {reading.part_of_speech for reading in whole} - {"ign"}
    if kinds and kinds <= NO_WORD:
        marks += SCRAP
    return marks


def _is_ordinary(reading: Reading) -> bool:
    """Whether this reads a word of the language: no abbreviation, name or mistake."""
    lemma = reading.lemma.split(":")[0] or reading.lemma
    return (
        reading.part_of_speech not in NO_WORD
        and reading.names <= COMMON
        and not lemma[0].isupper()
        and "niepopr" not in reading.labels
        and (has_vowel(lemma) or reading.part_of_speech == "interj")
    )


def _is_urged(word: str, reading: Reading) -> bool:
    """Whether the word is an imperative with the particle ż or że (zróbże)."""
    return reading.part_of_speech == "impt" and word in (reading.text + "ż", reading.text + "że")


def has_vowel(word: str) -> bool:
    """Whether there is something to pronounce."""
    return not VOWELS.isdisjoint(word)


def is_conjunction_with_by(word: str, conjunctions: Collection[str]) -> bool:
    """Whether the word is `by`, with the ending of a person or without, alone or after a conjunction."""
    endings = (f"by{person}" for person in PERSONS)
    starts = {word.removesuffix(ending) for ending in endings if word.endswith(ending)}
    return any(start == "" or start in conjunctions for start in starts)


def is_kept(
    word: str, marks: str, *, inflects: bool, n_relatives: int, conjunctions: Collection[str] = ()
) -> bool:
    """The verdict on a word of three letters and more."""
    if KNOWN in marks or (inflects and has_vowel(word)):
        return True
    if SCRAP in marks or HALF in marks:
        return False
    if is_conjunction_with_by(word, conjunctions):
        return True
    guessable = VERB_ENDING.search(word) is not None or n_relatives >= ENOUGH_RELATIVES
    return len(word) >= LONG_ENOUGH_TO_GUESS and guessable


def count_relatives(word: str, ordered: Sequence[str]) -> int:
    """How many other words begin as this one does without its last three letters (but with four at least)."""
    beginning = word[: max(4, len(word) - 3)]
    return bisect_left(ordered, beginning + LAST_OF_ALL) - bisect_left(ordered, beginning) - 1


def neuter_persons(words: Collection[str], neuter_past: Collection[str]) -> Iterator[str]:
    """The neuter persons that spelling lists leave out: robiłom, robiłoś, robiłobym, robiłobyś.

    A word in -ło is a verb's if its -łoby is a word. That may be too long for a board; then SGJP is asked.
    """
    for word in words:
        if word.endswith("ło"):
            if word + "by" in words:
                yield from (word + "bym", word + "byś")
            elif word not in neuter_past:
                continue
            yield from (word + "m", word + "ś")


def urged(imperatives: Iterable[str]) -> Iterator[str]:
    """Imperatives with the particle: ż after a vowel, że after a consonant."""
    return (word + ("ż" if word[-1] in VOWELS else "że") for word in imperatives)


def fitting(words: Iterable[str]) -> set[str]:
    """Those words that are not too long for a board."""
    return {word for word in words if len(word) <= LONGEST}
