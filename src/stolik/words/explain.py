"""A verdict on a word with a reason that a person understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from stolik.texts import N_
from stolik.words import grammar
from stolik.words.alphabet import LONGEST, SHORTEST, UnknownLetter
from stolik.words.lexicon import Lexicon

#: The reasons in the block lists.
BLOCK_REASONS = (
    N_("ableism"),
    N_("antisemitism"),
    N_("homophobia"),
    N_("racism"),
    N_("transphobia"),
    N_("xenophobia"),
)


class Say(Protocol):
    """Puts an English text into the reader's language and fills in its values."""

    def __call__(self, text: str, **values: str | int) -> str: ...


def in_english(text: str, **values: str | int) -> str:
    """The text as it is."""
    return text.format(**values)


@dataclass(frozen=True)
class Explanation:
    """Whether a word counts, how it is really written, and why."""

    word: str
    valid: bool
    forms: tuple[str, ...]
    explanation: str


def explain(lexicon: Lexicon, word: str, say: Say = in_english) -> Explanation:
    """The verdict of a list on a word as typed."""
    tiles = lexicon.alphabet.normalise(word.strip())
    problem = _problem(lexicon, tiles, say)
    if problem:
        return Explanation(tiles, False, (), problem)
    forms = lexicon.forms(tiles)
    return Explanation(tiles, True, forms, _meaning(lexicon, tiles, forms, say))


def _problem(lexicon: Lexicon, tiles: str, say: Say) -> str:
    """Why a word does not count; empty if it does."""
    if len(tiles) < SHORTEST:
        return say("it is too short: a word has at least {n} letters", n=SHORTEST)
    if len(tiles.split()) > 1:
        return say("it is more than one word")
    try:
        lexicon.alphabet.encode(tiles)
    except UnknownLetter as error:
        return say(error.message.text, **error.message.values)
    if len(tiles) > LONGEST:
        return say("it is too long: a word has at most {n} letters", n=LONGEST)
    if tiles not in lexicon:
        return _absence(lexicon, tiles, say)
    reason = lexicon.blocked(tiles) if lexicon.blocks_by_default else ""
    return say("excluded by the rulebook: {reason}", reason=say(reason)) if reason else ""


def _absence(lexicon: Lexicon, tiles: str, say: Say) -> str:
    known = grammar.readings(tiles) if lexicon.alphabet.name == "pl" else []
    if known and all(reading.is_abbreviation for reading in known):
        return say("an abbreviation is not a word of the list {lexicon}", lexicon=lexicon.name)
    if known and all(reading.is_name for reading in known):
        return say("a proper name is not a word of the list {lexicon}", lexicon=lexicon.name)
    return say("it is not in the list {lexicon}", lexicon=lexicon.name)


def _meaning(lexicon: Lexicon, tiles: str, forms: tuple[str, ...], say: Say) -> str:
    if lexicon.alphabet.name == "pl":
        described = grammar.describe(grammar.readings(tiles))
        if described:
            return described
    if forms != (tiles.lower(),):
        return say("it is written {forms}", forms=", ".join(forms))
    return say("it is in the list {lexicon}", lexicon=lexicon.name)
