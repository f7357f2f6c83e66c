"""Sentences for people, and errors that are such sentences."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True):
    """English text with {names}; it is translated where it is shown."""

    text: str
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        return self.text.format(**self.values)


class Complaint(Exception):
    """Something a person can put right: the message says what was wrong and what to do."""

    def __init__(self, text: str, **values: str | int) -> None:
        self.message = Message(text, values)
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


class PackageMissing(Complaint):
    """Something is wanted that needs a package not everybody has."""

    def __init__(self, what: str, missing: ModuleNotFoundError) -> None:
        super().__init__(
            "{what} needs the package {name}: install stolik[cluster] with pip.",
            what=what,
            name=str(missing.name).partition(".")[0],
        )
