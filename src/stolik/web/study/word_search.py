"""Asking about words over HTTP: whether one counts and why, what can be made of it, and finding others.

Whoever is at a table may ask here as he may ask any other dictionary, unless his game is rated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, get
from litestar.params import Parameter

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.storage.players import Player
from stolik.table import rated
from stolik.texts import N_, translator
from stolik.web.site import Site
from stolik.words.alphabet import LONGEST, SHORTEST
from stolik.words.explain import explain
from stolik.words.grammar import declension, describe, readings
from stolik.words.lexicon import Lexicon
from stolik.words.search import BLANK, find_anagrams, find_hooks, find_matches, find_near
from stolik.words.store import LexiconMissing, Lexicons

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")
ListName = Annotated[str, Parameter(max_length=40)]
Asked = Annotated[str, Parameter(max_length=64)]

#: How many words are told at most.
MOST_WORDS = 300
#: More blanks fit nearly every word.
MOST_BLANKS = 3
#: How common a word is, by its tier.
TIERS = (
    N_("Hardly ever seen in texts."),
    N_("A rare word."),
    N_("A word that many know."),
    N_("A common word."),
)
_SIGNS = ".?*"


class LetterShown(msgspec.Struct, frozen=True):
    """A tile of a word; its value is null where no game with this list says it."""

    letter: str
    value: int | None


class CaseShown(msgspec.Struct, frozen=True):
    """The forms of a noun in one case."""

    case: str
    singular: tuple[str, ...]
    plural: tuple[str, ...]


class NounShown(msgspec.Struct, frozen=True):
    """The noun that a word is a form of, in all its cases."""

    lemma: str
    cases: tuple[CaseShown, ...]


class WordShown(msgspec.Struct, frozen=True):
    """What a list says of a word as it is laid with tiles."""

    list: str
    word: str
    valid: bool
    #: Why it counts or not: a sentence without a capital letter.
    explanation: str
    #: The language of that sentence: grammar is told in the words of its own language.
    explained_in: str
    forms: tuple[str, ...]
    letters: tuple[LetterShown, ...]
    #: What the tiles are worth together, without premium squares.
    points: int | None
    #: How common it is as a sentence, where that is known.
    common: str | None
    #: Words that one letter before or after it makes.
    longer: tuple[str, ...]
    #: Other words of the very same letters.
    anagrams: tuple[str, ...]
    #: For a word that does not count: those that are one letter away.
    near: tuple[str, ...]
    #: Null for words that are no nouns, and where the language has no cases.
    noun: NounShown | None


class WordsFound(msgspec.Struct, frozen=True):
    """Words, the longest first; `complete` says whether these are all."""

    words: tuple[str, ...]
    complete: bool


class ListShown(msgspec.Struct, frozen=True):
    """A word list of this server."""

    name: str
    n_words: int


@get("/api/words", tags=["words"])
async def list_word_lists(request: AnyRequest, site: Site) -> list[ListShown]:
    """The word lists of this server."""
    words: Lexicons = site.host.games.words
    return await site.off_loop.do(
        request, lambda: [ListShown(each.name, each.n_words) for each in words.entries()]
    )


@get("/api/words/{list_name:str}/{word:str}", tags=["words"])
async def judge_word(request: AnyRequest, site: Site, list_name: ListName, word: Asked) -> WordShown:
    """Whether a word counts by a list, why, and what else can be made of it."""
    return await judged(request, site, list_name, word)


@get("/api/words/{list_name:str}", tags=["words"])
async def find_words(
    request: AnyRequest,
    site: Site,
    list_name: ListName,
    letters: Asked | None = None,
    pattern: Asked | None = None,
) -> WordsFound:
    """Words that some of these letters make (`?` is a blank), or of this pattern (`.` and `*`)."""
    if (letters is None) == (pattern is None):
        raise Complaint("Give either letters or a pattern.")
    return await found(request, site, list_name, letters, pattern)


async def judged(request: AnyRequest, site: Site, list_name: str, word: str) -> WordShown:
    """What a list says of a word."""
    words, language = site.host.games.words, request.state.language
    return await _searched(request, site, lambda: _judge(open_list(words, list_name), word, language))


async def found(
    request: AnyRequest, site: Site, list_name: str, letters: str | None, pattern: str | None
) -> WordsFound:
    """What can be found in a list by letters, else by a pattern."""
    words = site.host.games.words
    return await _searched(request, site, lambda: _find(open_list(words, list_name), letters, pattern))


async def _searched(request: AnyRequest, site: Site, search: Callable[[], T]) -> T:
    """What a search gives to somebody who may look things up just now."""
    player: Player | None = request.state.player
    await rated.check_looks_up(site.host.store, player.id if player else None)
    return await site.off_loop.do(request, search)


def open_list(words: Lexicons, name: str) -> Lexicon:
    """A list of this server; raises LexiconMissing without a word on how to add one."""
    if name not in words.names():
        raise LexiconMissing("There is no such word list here.")
    return words.open(name)


def _judge(lexicon: Lexicon, word: str, language: str) -> WordShown:
    say = translator(language)
    verdict = explain(lexicon, word, say)
    tiles, values = verdict.word, letter_values(lexicon.name)
    letters = tuple(LetterShown(letter, values.get(letter)) for letter in tiles)
    worth = [each.value for each in letters if each.value is not None]
    polish = verdict.valid and lexicon.alphabet.name == "pl"
    common = say(TIERS[lexicon.tier(tiles)]) if verdict.valid and lexicon.ranked else None
    return WordShown(
        lexicon.name,
        tiles,
        verdict.valid,
        verdict.explanation,
        "pl" if polish and verdict.explanation == describe(readings(tiles)) else say.language,
        verdict.forms,
        letters if SHORTEST <= len(tiles) <= LONGEST else (),
        sum(worth) if worth and len(worth) == len(letters) else None,
        common,
        *_made_of(lexicon, tiles, verdict.valid),
        _noun(tiles) if polish else None,
    )


def _noun(tiles: str) -> NounShown | None:
    found = declension(tiles)
    return found and NounShown(found.lemma, tuple(CaseShown(*case) for case in found.cases))


def _made_of(
    lexicon: Lexicon, tiles: str, valid: bool
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What a letter more makes of a word, what its letters make, and what a letter less or other makes."""
    if not SHORTEST <= len(tiles) <= LONGEST or not set(tiles) <= set(lexicon.alphabet.letters):
        return (), (), ()
    hooks = find_hooks(lexicon, tiles) if len(tiles) < LONGEST else ("", "")
    longer = (*(letter + tiles for letter in hooks[0]), *(tiles + letter for letter in hooks[1]))
    anagrams = [each for each in find_anagrams(lexicon, tiles, len(tiles)) if each != tiles]
    near = [] if valid else [each for each in find_near(lexicon, tiles) if each not in longer]
    return longer, tuple(anagrams), tuple(near)


def _find(lexicon: Lexicon, letters: str | None, pattern: str | None) -> WordsFound:
    if letters is not None:
        tiles = "".join(letters.split())
        if len(tiles) > LONGEST or tiles.count(BLANK) > MOST_BLANKS:
            raise Complaint(
                "Give at most {n} letters, at most {blanks} of them blanks.", n=LONGEST, blanks=MOST_BLANKS
            )
        words = find_anagrams(lexicon, tiles, limit=MOST_WORDS + 1)
    else:
        if not (pattern or "").strip(_SIGNS + " "):
            raise Complaint("A pattern needs at least one letter.")
        words = find_matches(lexicon, pattern or "", limit=MOST_WORDS + 1)
    return WordsFound(tuple(words[:MOST_WORDS]), len(words) <= MOST_WORDS)


@cache
def letter_values(list_name: str) -> Mapping[str, int]:
    """What letters are worth in the first game that is played by this list and says it."""
    told = (
        registry.letter_values(each)
        for each in registry.presets().values()
        if registry.lexicon_of(each) == list_name
    )
    return next(filter(None, told), {})


HANDLERS: list[Any] = [list_word_lists, judge_word, find_words]
