"""A word list that is not here, as the log of a game tells it: for checking all but its verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from stolik.words.lexicon import Lexicon
from stolik.words.store import LexiconMissing, Lexicons


class _Anything:
    def __contains__(self, _letter: object) -> bool:
        return True


class _ToldList:
    """Says of every word what some events say of it."""

    def __init__(self, name: str, list_hash: str) -> None:
        self.name = name
        self.hash = list_hash
        self.alphabet = SimpleNamespace(letters=_Anything())
        self.refused: frozenset[str] = frozenset()
        self.excluded: frozenset[str] = frozenset()

    def __contains__(self, word: object) -> bool:
        return word not in self.refused or word in self.excluded

    def blocked(self, word: str) -> str:
        return "told" if word in self.excluded else ""

    def blocked_words(self) -> frozenset[str]:
        return self.excluded


class ListsOfLog(Lexicons):
    """The word lists of this machine; where the edition of a game is missing, its log in place of it."""

    def __init__(self, words: Lexicons) -> None:
        super().__init__(words.data_dir, words.cache_dir)
        self._words = words
        self._told: _ToldList | None = None
        #: The edition that the game was started with.
        self.edition: str | None = None

    @property
    def is_missing(self) -> bool:
        """Whether the log was believed because the list is not here."""
        return self._told is not None

    def open(self, name: str, list_hash: str | None = None) -> Lexicon:
        try:
            return self._words.open(name, list_hash or self.edition)
        except LexiconMissing:
            if self._told is None:
                self._told = _ToldList(name, self.edition or "")
            return cast(Lexicon, self._told)

    def readings(self, events: Sequence[Any]) -> Iterator[None]:
        """Take the events in each way in which they may be meant; where the list is here there is but one.

        A verdict names the words that were refused; those that the rulebook excludes it names twice.
        """
        yield
        if self._told is None:
            return
        named = Counter(_texts(msgspec.to_builtins(events)))
        twice = frozenset(word for word, n in named.items() if n > 1)
        for excluded in (twice, frozenset[str]()):
            self._told.refused, self._told.excluded = frozenset(named), excluded
            yield
        self._told.refused = self._told.excluded = frozenset()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
