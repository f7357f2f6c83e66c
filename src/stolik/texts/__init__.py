"""Texts in the languages people play in. The English text is the key; catalogues hold the others."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

LANGUAGES = ("pl", "pt", "en")
_HOME = Path(__file__).parent
#: What stands between thousands; a space that breaks no line in Polish.
_THOUSANDS = {"pl": "\N{NO-BREAK SPACE}", "pt": ".", "en": ","}

#: Any type, for a bound would turn literals into plain texts where a literal or None is wanted.
T = TypeVar("T")


def N_(text: T) -> T:  # noqa: N802 - the name gettext tools know
    """Marks a text that stands in a constant and is translated where it is shown."""
    return text


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
        return self.unfilled(text).format(**values)

    def unfilled(self, text: str) -> str:
        """A text whose {names} are filled in elsewhere."""
        # The empty text is the key of a catalogue's header.
        return self._catalogue.gettext(text) if text else ""

    def sentence(self, sentence: Sentence) -> str:
        """A message made elsewhere, in this language."""
        return self(sentence.text, **sentence.values)

    def number(self, n: int) -> str:
        """A whole number, its thousands set apart as the language does."""
        return f"{n:,}".replace(",", _THOUSANDS[self.language])


@cache
def translator(language: str) -> Translator:
    """Says things in a language; made once."""
    return Translator(language)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the first of the usual variables that is set; English when in doubt."""
    names = ("STOLIK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in names if environment.get(name)), "")
    language = re.split("[-_.@]", wanted, maxsplit=1)[0].lower()
    return language if language in LANGUAGES else "en"
