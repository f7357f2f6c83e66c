"""Texts in the languages people play in. The English text is the key; catalogues hold the others."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

LANGUAGES = ("pl", "pt", "en")
_HOME = Path(__file__).parent


class Sentence(Protocol):
    """A text with values to fill in."""

    @property
    def text(self) -> str: ...
    @property
    def values(self) -> Mapping[str, str | int]: ...


class Translator:
    """Says things in one language; what a catalogue lacks is said in English."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = gettext.translation(
            "stolik", _HOME, languages=[self.language], fallback=self.language == "en"
        )

    def __call__(self, text: str, **values: str | int) -> str:
        return self._catalogue.gettext(text).format(**values)

    def sentence(self, sentence: Sentence) -> str:
        """A message made elsewhere, in this language."""
        return self(sentence.text, **sentence.values)


@cache
def translator(language: str) -> Translator:
    """The translator of a language."""
    return Translator(language)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language a person seems to want, by the usual variables; English when in doubt."""
    for name in ("STOLIK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value and value not in ("C", "POSIX", "C.UTF-8"):
            language = value[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
