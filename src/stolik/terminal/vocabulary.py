"""The words a person can type at the table, in three languages; all of them are understood at any time.

Here are those of many games. A game with commands of its own makes a `Vocabulary` that has them too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

Command = Literal[
    "help",
    "hint",
    "pass",
    "unseen",
    "moves",
    "sort",
    "board",
    "undo",
    "resign",
    "save",
    "quit",
]
C = TypeVar("C", bound=str)
#: The words for a command by language; the first one of a language is the one that help shows.
Spoken = Mapping[str, tuple[str, ...]]

_WORDS: dict[Command, Spoken] = {
    "help": {"en": ("?", "help", "h"), "pl": ("?", "pomoc"), "pt": ("?", "ajuda")},
    "hint": {"en": ("hint",), "pl": ("podpowiedz", "podpowiedź", "wskazówka"), "pt": ("dica",)},
    "pass": {"en": ("pass",), "pl": ("pas", "pasuję"), "pt": ("passar", "passo", "passa")},
    "unseen": {
        "en": ("unseen", "bag", "bank"),
        "pl": ("niewidziane", "worek"),
        "pt": ("ocultas", "saco", "banco"),
    },
    "moves": {"en": ("moves", "history"), "pl": ("ruchy", "historia"), "pt": ("jogadas", "lances")},
    "sort": {"en": ("sort",), "pl": ("sortuj", "ułóż"), "pt": ("ordenar",)},
    "board": {"en": ("board", "table"), "pl": ("plansza", "stół"), "pt": ("tabuleiro", "mesa")},
    "undo": {"en": ("undo", "u"), "pl": ("cofnij",), "pt": ("desfazer",)},
    "resign": {
        "en": ("resign",),
        "pl": ("poddaj", "poddaję", "rezygnuję"),
        "pt": ("desistir", "desisto", "abandonar"),
    },
    "save": {"en": ("save",), "pl": ("zapisz",), "pt": ("salvar",)},
    "quit": {"en": ("quit", "exit", "q"), "pl": ("wyjdź", "koniec"), "pt": ("sair",)},
}
_YES = {"y", "yes", "t", "tak", "s", "sim"}
_RESUME = {"r", "resume", "w", "wznow", "c", "continuar", "retomar"}


def clean(line: str) -> str:
    """What was typed, composed, without control characters and needless spaces."""
    kept = (sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", line))
    return " ".join("".join(kept).split())


def plain(word: str) -> str:
    """A word as it is compared: without case and accents, for keyboards that have none."""
    bare = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).replace("ł", "l")


class Vocabulary(Generic[C]):
    """The commands of many games and those of one, with the words for them."""

    def __init__(self, own: Mapping[C, Spoken]) -> None:
        self._words: dict[Any, Spoken] = dict(_WORDS)
        self._words.update(own)
        self._meaning = {
            plain(word): command
            for command, by_language in self._words.items()
            for words in by_language.values()
            for word in words
        }

    def recognise(self, word: str) -> C | Command | None:
        """The command a typed word stands for."""
        return self._meaning.get(plain(word))

    def word_for(self, command: C | Command, language: str) -> str:
        """How help names a command."""
        return self._words[command].get(language, self._words[command]["en"])[0]


_common: Vocabulary[Command] = Vocabulary({})
recognise, word_for = _common.recognise, _common.word_for


def means_yes(line: str) -> bool:
    return plain(line) in _YES


def means_resume(line: str) -> bool:
    return plain(line) in _RESUME
