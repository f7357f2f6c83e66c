"""What can be typed in this game, beside what is typed in others."""

from __future__ import annotations

from typing import Literal

from stolik.terminal.vocabulary import Command as CommonCommand
from stolik.terminal.vocabulary import Spoken, Vocabulary

Own = Literal["exchange", "challenge", "accept", "shuffle"]
Command = CommonCommand | Own

_OWN: dict[Own, Spoken] = {
    "exchange": {
        "en": ("exchange", "swap", "x"),
        "pl": ("wymień", "wymiana"),
        "pt": ("trocar", "troca", "troque"),
    },
    "challenge": {
        "en": ("challenge",),
        "pl": ("kwestionuj", "kwestionuję", "zakwestionuj", "sprawdź", "sprawdzam"),
        "pt": ("contestar", "contesto", "desafiar"),
    },
    "accept": {"en": ("accept", "ok"), "pl": ("przyjmij", "przyjmuję", "zgoda"), "pt": ("aceitar", "aceito")},
    "shuffle": {
        "en": ("shuffle",),
        "pl": ("mieszaj", "wymieszaj", "tasuj"),
        "pt": ("embaralhar", "misturar"),
    },
}
_vocabulary = Vocabulary(_OWN)
recognise, word_for = _vocabulary.recognise, _vocabulary.word_for
