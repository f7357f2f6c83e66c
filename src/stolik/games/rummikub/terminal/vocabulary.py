"""What can be typed in this game, beside what is typed in others."""

from __future__ import annotations

from typing import Literal

from stolik.terminal.vocabulary import Command as CommonCommand
from stolik.terminal.vocabulary import Spoken, Vocabulary, plain

Own = Literal["draw", "done", "redeal", "split", "back", "redo", "reset", "rules"]
Command = CommonCommand | Own

_ORDERS = {
    "colour": {"colour", "color", "colours", "colors", "kolor", "kolory", "kolorami", "cor", "cores"},
    "number": {"number", "numbers", "numer", "numery", "numerami", "numero", "numeros"},
}
_OWN: dict[Own, Spoken] = {
    "draw": {"en": ("draw", "d"), "pl": ("dobierz", "dobieram"), "pt": ("comprar", "compro", "compra")},
    "done": {"en": ("done", "ready"), "pl": ("gotowe", "gotów", "gotowa"), "pt": ("pronto", "pronta")},
    "redeal": {"en": ("redeal",), "pl": ("rozdaj",), "pt": ("redistribuir",)},
    "split": {"en": ("split",), "pl": ("podziel", "dziel"), "pt": ("dividir", "separar")},
    "back": {"en": ("back",), "pl": ("zabierz",), "pt": ("voltar", "devolver")},
    "redo": {"en": ("redo",), "pl": ("ponów",), "pt": ("refazer",)},
    "reset": {"en": ("reset",), "pl": ("odnowa",), "pt": ("recomeçar",)},
    "rules": {"en": ("rules",), "pl": ("zasady",), "pt": ("regras",)},
}
_vocabulary = Vocabulary(_OWN)
recognise, word_for = _vocabulary.recognise, _vocabulary.word_for


def recognise_order(word: str) -> str | None:
    """By what tiles shall be sorted, colour or number."""
    return next((order for order, words in _ORDERS.items() if plain(word) in words), None)
