"""What a Polish word is: the lemma and the grammatical form, by the optional package morfeusz2."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module, resources
from typing import Any, NamedTuple

_NOUN = "subst"
_COMMON_NOUN = "nazwa_pospolita"
_MOST_READINGS = 4
_LISTS = {"number": "numbers", "person": "persons", "degree": "degrees", "negation": "negations"}


class Reading(NamedTuple):
    """One way to read a word: its lemma, the parts of its tag, what kinds of name it is, an ending."""

    lemma: str
    tag: tuple[str, ...]
    names: tuple[str, ...]
    ending: str = ""

    @property
    def is_name(self) -> bool:
        """Whether it is the name of somebody or of some place."""
        return bool(self.names) and _COMMON_NOUN not in self.names

    @property
    def is_abbreviation(self) -> bool:
        return self.tag[0] == "brev"


class Case(NamedTuple):
    """The forms of a noun in one case."""

    name: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]


class Declension(NamedTuple):
    """A noun in all its cases."""

    lemma: str
    cases: tuple[Case, ...]


#: As Morfeusz gives it when asked for the forms of a lemma: form, lemma, tag, kinds of name, style labels.
Form = tuple[str, str, str, Sequence[str], Sequence[str]]
#: As Morfeusz gives it: from, to, (form, lemma, tag, kinds of name, style labels).
Segment = tuple[int, int, tuple[str, str, str, Sequence[str], Sequence[str]]]


def readings(word: str) -> list[Reading]:
    """The readings of a word; none where it is unknown or morfeusz2 is not installed."""
    analyser = _analyser()
    return parse_analysis(analyser.analyse(word.lower())) if analyser else []


def parse_analysis(analysis: Sequence[Segment]) -> list[Reading]:
    """The readings; a word that is known only as word and ending (rób + że) is read by its first part."""
    known = [segment for segment in analysis if segment[2][2] != "ign"]
    end_of_word = max((end for _, end, _ in known), default=0)
    whole = any(start == 0 and end == end_of_word for start, end, _ in known)
    endings = [found[2].split(":")[0] for start, end, found in known if start > 0 and end == end_of_word]
    return [
        Reading(lemma.split(":")[0], tuple(tag.split(":")), tuple(names), "" if whole else endings[0])
        for start, end, (_, lemma, tag, names, _) in known
        if start == 0 and (end == end_of_word or not whole)
    ]


def declension(word: str) -> Declension | None:
    """All cases of the noun that a word is a form of; None if it is none, or nothing is known of it."""
    nouns = [each for each in readings(word) if each.tag[0] == _NOUN and not each.is_name and not each.ending]
    return parse_declension(nouns[0].lemma, _analyser().generate(nouns[0].lemma)) if nouns else None


def parse_declension(lemma: str, forms: Sequence[Form]) -> Declension:
    """The cases of a noun; nouns that are called the same are told together."""
    nouns = [
        (form, Reading(lemma, tuple(tag.split(":")), tuple(names)))
        for form, _, tag, names, _ in forms
        if tag.startswith(f"{_NOUN}:")
    ]
    common = [(form, reading) for form, reading in nouns if not reading.is_name]

    def of(number: str, case: str) -> tuple[str, ...]:
        wanted = (form for form, each in common if each.tag[1] == number and case in each.tag[2].split("."))
        return tuple(dict.fromkeys(wanted))

    cases = [Case(name, of("sg", case), of("pl", case)) for case, name in _terms()["cases"].items()]
    return Declension(lemma, tuple(cases))


def describe(found: Sequence[Reading]) -> str:
    """The readings in plain Polish, without names; empty where there is nothing to tell."""
    common = [reading for reading in found if not reading.is_name]
    return "; ".join(list(_described(common))[:_MOST_READINGS])


def _described(found: Sequence[Reading]) -> Iterator[str]:
    """A text for each lemma and form; readings that differ in case or gender only are told together."""
    terms = _terms()
    cases: dict[tuple[str, str], set[str]] = {}
    for reading in found:
        pattern = terms["classes"].get(reading.tag[0])
        if pattern:
            pattern += terms["endings"].get(reading.ending, "")
            words = {name: _term(reading, terms[listed]) for name, listed in _LISTS.items()}
            tense = terms["tenses"].get(reading.tag[-1], "")
            text = pattern.format(lemma=reading.lemma, cases="{cases}", tense=tense, **words)
            cases.setdefault((text, reading.lemma), set()).update(_values(reading, terms["cases"]))
    for (text, _), some in cases.items():
        *first, last = [name for case, name in terms["cases"].items() if case in some] or [""]
        yield text.replace("{cases}", terms["and"].join(filter(None, [", ".join(first), last])))


def _values(reading: Reading, known: dict[str, str]) -> list[str]:
    """The parts of the tag that are among the known ones: `nom.acc` gives both cases."""
    return [value for part in reading.tag[1:] for value in part.split(".") if value in known]


def _term(reading: Reading, known: dict[str, str]) -> str:
    return next((known[value] for value in _values(reading, known)), "")


@cache
def _terms() -> dict[str, Any]:
    file = resources.files("stolik.words").joinpath("data/grammar.pl.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _analyser() -> Any:
    try:
        # by name, for it is optional and has no types
        morfeusz2 = import_module("morfeusz2")
    except ImportError:
        return None
    return morfeusz2.Morfeusz(praet="composite")
