"""The words a person can type at the table, in three languages; all of them are understood at any time."""

from __future__ import annotations

import unicodedata
from typing import Literal

Command = Literal[
    "help",
    "exchange",
    "pass",
    "challenge",
    "accept",
    "hint",
    "unseen",
    "moves",
    "shuffle",
    "sort",
    "board",
    "undo",
    "resign",
    "save",
    "quit",
    "draw",
    "done",
    "redeal",
    "split",
    "back",
    "redo",
    "reset",
    "rules",
]

#: The first word of a language is the one that help shows.
_WORDS: dict[Command, dict[str, tuple[str, ...]]] = {
    "help": {"en": ("?", "help", "h"), "pl": ("?", "pomoc"), "pt": ("?", "ajuda")},
    "exchange": {
        "en": ("exchange", "swap", "x"),
        "pl": ("wymień", "wymiana"),
        "pt": ("trocar", "troca", "troque"),
    },
    "pass": {"en": ("pass",), "pl": ("pas", "pasuję"), "pt": ("passar", "passo", "passa")},
    "challenge": {
        "en": ("challenge",),
        "pl": ("kwestionuj", "kwestionuję", "zakwestionuj", "sprawdź", "sprawdzam"),
        "pt": ("contestar", "contesto", "desafiar"),
    },
    "accept": {"en": ("accept", "ok"), "pl": ("przyjmij", "przyjmuję", "zgoda"), "pt": ("aceitar", "aceito")},
    "hint": {"en": ("hint",), "pl": ("podpowiedz", "podpowiedź", "wskazówka"), "pt": ("dica",)},
    "unseen": {
        "en": ("unseen", "bag", "bank"),
        "pl": ("niewidziane", "worek"),
        "pt": ("ocultas", "saco", "banco"),
    },
    "moves": {"en": ("moves", "history"), "pl": ("ruchy", "historia"), "pt": ("jogadas", "lances")},
    "shuffle": {
        "en": ("shuffle",),
        "pl": ("mieszaj", "wymieszaj", "tasuj"),
        "pt": ("embaralhar", "misturar"),
    },
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
    "draw": {"en": ("draw", "d"), "pl": ("dobierz", "dobieram"), "pt": ("comprar", "compro", "compra")},
    "done": {"en": ("done", "ready"), "pl": ("gotowe", "gotów", "gotowa"), "pt": ("pronto", "pronta")},
    "redeal": {"en": ("redeal",), "pl": ("rozdaj",), "pt": ("redistribuir",)},
    "split": {"en": ("split",), "pl": ("podziel", "dziel"), "pt": ("dividir", "separar")},
    "back": {"en": ("back",), "pl": ("zabierz",), "pt": ("voltar", "devolver")},
    "redo": {"en": ("redo",), "pl": ("ponów",), "pt": ("refazer",)},
    "reset": {"en": ("reset",), "pl": ("odnowa",), "pt": ("recomeçar",)},
    "rules": {"en": ("rules",), "pl": ("zasady",), "pt": ("regras",)},
}
_ORDERS = {
    "colour": {"colour", "color", "colours", "colors", "kolor", "kolory", "kolorami", "cor", "cores"},
    "number": {"number", "numbers", "numer", "numery", "numerami", "numero", "numeros"},
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


_MEANING: dict[str, Command] = {
    plain(word): command
    for command, by_language in _WORDS.items()
    for words in by_language.values()
    for word in words
}


def recognise(word: str) -> Command | None:
    """The command a typed word stands for."""
    return _MEANING.get(plain(word))


def word_for(command: Command, language: str) -> str:
    """How help names a command."""
    return _WORDS[command].get(language, _WORDS[command]["en"])[0]


def recognise_order(word: str) -> str | None:
    """By what tiles shall be sorted, colour or number."""
    return next((order for order, words in _ORDERS.items() if plain(word) in words), None)


def means_yes(line: str) -> bool:
    return plain(line) in _YES


def means_resume(line: str) -> bool:
    return plain(line) in _RESUME
