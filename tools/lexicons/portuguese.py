"""Which forms of VERO's stems can be played, and as which tiles.

VERO is a spelling dictionary: its rules also make whatever a speaker could coin (a diminutive of every noun)
and the stumps that stand before a hyphen (falá-lo). So each affix rule has a standing, and a form is kept if
one of the ways to make it is good enough.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from enum import Enum

from tools.lexicons.affixes import Affixes, Form, Rule

STEM = re.compile("[a-zà-öø-ÿ]+")
PLAYABLE = re.compile("[abcdefghijlmnopqrstuvxzáàâãéêíóôõúüç]{2,15}")
VOWELS = frozenset("aeiouáàâãéêíóôõúü")
PLAIN = str.maketrans("áàâãéêíóôõúü", "aaaaeeiooouu")
FORBIDDEN = "ý"

VERBS = frozenset("abcdefghituw")
DEGREES = frozenset("67HILOPQRSTUVW")
DERIVED = frozenset("1234JKMNXYZj")
# Degree rules among the rules of other flags: -zinho, -zão, -íssimo, the adverbs of participles and the like.
DEGREE_ENDING = re.compile(
    "(zinh[oa]s?|zão|zões|zonas?|díssim[oa]s?|idíssm[oa]s?|idinh[oa]s?|idão|idões|idonas?|idamente"
    "|doronas?|doramente|dorezões)$"
)
WITH_DEGREES = frozenset("EGabj")
STUMPS = frozenset({("ar", "á"), ("er", "ê"), ("or", "ô")})
# A rule for some verbs only (dar, ler, prover) makes a real third person: dá, lê, provê.
STUMP_OF_ANY_VERB = frozenset({"ar", "er", "or", "[^l]er", "zer"})
STUMP_IN_MO = re.compile("(.*[ae])?mo")


class Standing(Enum):
    """How far a rule is to be trusted."""

    SOUND = "what it makes is a word"
    IF_SEEN = "what it makes is a word if somebody has used it"
    NEVER = "what it makes is half a word"


def standing_of(suffix: Rule | None, prefix: Rule | None) -> Standing:
    """How far the way that made a form is to be trusted."""
    if suffix is None:
        return Standing.SOUND
    if suffix.flag in VERBS and _makes_stumps(suffix):
        return Standing.NEVER
    coined = suffix.flag in DEGREES or (suffix.flag in WITH_DEGREES and DEGREE_ENDING.search(suffix.add))
    if coined or (prefix is not None and suffix.flag in DERIVED):
        return Standing.IF_SEEN
    return Standing.SOUND


def _makes_stumps(rule: Rule) -> bool:
    """Whether the rule makes what stands only before a hyphen: falá(-lo), falarmo(-nos)."""
    if (rule.strip, rule.add) in STUMPS:
        return rule.condition in STUMP_OF_ANY_VERB
    return STUMP_IN_MO.fullmatch(rule.add) is not None


def is_playable(form: str) -> bool:
    """Whether tiles can lay the form and a mouth can say it."""
    return PLAYABLE.fullmatch(form) is not None and not VOWELS.isdisjoint(form)


def expand(affixes: Affixes, stems: Iterable[tuple[str, str]], seen: Collection[str]) -> set[str]:
    """The forms of all lower-case stems that are words; `seen` are the words found in texts and lists."""
    standings: dict[tuple[Rule | None, bool], Standing] = {}
    kept = set()
    for stem, flags in stems:
        if STEM.fullmatch(stem) and FORBIDDEN not in flags:
            for form in affixes.forms(stem, flags):
                if _trust(form, standings, seen):
                    kept.add(form.text)
    return {form for form in kept if is_playable(form)}


def _trust(form: Form, standings: dict[tuple[Rule | None, bool], Standing], seen: Collection[str]) -> bool:
    way = form.suffix, form.prefix is not None
    if way not in standings:
        standings[way] = standing_of(form.suffix, form.prefix)
    standing = standings[way]
    return standing is Standing.SOUND or (standing is Standing.IF_SEEN and form.text in seen)


def fold(form: str) -> str:
    """The tiles of a form: upper case, accents dropped, Ç kept."""
    return form.translate(PLAIN).upper()


def by_tiles(forms: Iterable[str]) -> dict[str, list[str]]:
    """Tile string -> the forms it stands for, both in order."""
    found = defaultdict(list)
    for form in sorted(forms):
        found[fold(form)].append(form)
    return dict(sorted(found.items()))


def with_short_words(found: Mapping[str, list[str]], short: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The words with those of two letters replaced by the edited ones."""
    longer = {tiles: forms for tiles, forms in found.items() if len(tiles) > 2}
    return dict(sorted({**longer, **short}.items()))
