"""A game as a readable file: one line of JSON for the game, then one for each action with its events.

The events of an action stand on one line, so that a crash in the middle loses all of them or none.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from stolik.core.codec import CodecError
from stolik.core.game import AnyGame
from stolik.core.log import Envelope, LogCodec, LogError

FORMAT = 1


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a log: which game, by which version of its codec."""

    stolik: int = FORMAT
    game: str
    version: int
    preset: str
    #: Names at the table by seat; bots as "bot:level".
    players: tuple[str, ...] = ()


class LogFile:
    """Appends envelopes to a file; what was appended is on disk."""

    def __init__(self, path: Path, game: AnyGame) -> None:
        self.path = path
        self._codec: LogCodec[Any] = LogCodec(game)

    @classmethod
    def create(cls, path: Path, game: AnyGame, header: Header) -> LogFile:
        """A new log; refuses to overwrite one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(msgspec.json.encode(header) + b"\n")
            _flush(file)
        return cls(path, game)

    def append(self, envelopes: Sequence[Envelope[Any]]) -> None:
        """Write all envelopes or, if the disk refuses, none: what went wrong is raised."""
        line = self._codec.encode(envelopes) + b"\n"
        with self.path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                left = memoryview(line)
                while left:
                    left = left[file.write(left) :]
                _flush(file)
            except OSError:
                file.truncate(size)
                raise


def read_header(path: Path) -> Header:
    """The first line of a log, or `LogError`."""
    with path.open("rb") as file:
        line = file.readline()
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise LogError("{file} is not a game log: {why}", file=path.name, why=str(error)) from error
    if header.stolik != FORMAT:
        raise LogError(
            "{file} was written in format {theirs}; this program reads format {ours}.",
            file=path.name,
            theirs=header.stolik,
            ours=FORMAT,
        )
    return header


def read_log(path: Path, game: AnyGame) -> list[Envelope[Any]]:
    """All envelopes of a log. A last line cut short by a crash was never confirmed and is left out."""
    header = read_header(path)
    if header.version != game.codec.version:
        raise LogError(
            "{file} was written by version {theirs} of this game; this program has version {ours}.",
            file=path.name,
            theirs=header.version,
            ours=game.codec.version,
        )
    codec: LogCodec[Any] = LogCodec(game)
    content = path.read_bytes()
    complete, _, _ = content.rpartition(b"\n")
    envelopes: list[Envelope[Any]] = []
    for number, line in enumerate(complete.split(b"\n")[1:], 2):
        try:
            envelopes += codec.decode(line)
        except CodecError as error:
            raise LogError("{file}, line {n}: {why}", file=path.name, n=number, why=str(error)) from error
    return envelopes


def reopen(path: Path, game: AnyGame) -> tuple[LogFile, list[Envelope[Any]]]:
    """A log to go on with: a half-written last line is cut off first."""
    envelopes = read_log(path, game)
    content = path.read_bytes()
    if not content.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)
            _flush(file)
    return LogFile(path, game), envelopes


def _flush(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
