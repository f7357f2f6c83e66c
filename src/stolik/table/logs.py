"""A whole game as a document: what anybody may take home, read again and deal again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from stolik.core.log import Envelope
from stolik.storage.entry import Entry, Unreadable
from stolik.table.record import OVER, Record
from stolik.table.showing import redacted


class LogEntry(msgspec.Struct):
    """One action as the log has it."""

    seq: int
    at_ms: int
    seat: int | None
    #: JSON of the game, or None where nobody of the table acted.
    action: Any
    events: tuple[Envelope[Any], ...]


class Log(msgspec.Struct):
    """A finished game, complete: with the seed, so that anybody can deal it again."""

    table: str
    preset: str
    game: str
    version: int
    settings: dict[str, Any]
    entries: tuple[LogEntry, ...]


def as_stored(content: bytes) -> msgspec.Raw:
    """JSON as it is stored, or `Unreadable`: what is none would spoil the whole text that it is put into."""
    try:
        msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError, TypeError) as error:
        raise Unreadable from error
    return msgspec.Raw(content)


def log_of(record: Record, entries: Iterable[Entry]) -> Log:
    """All of a finished game; before its end nothing that a spectator may not know."""
    over = record.status == OVER
    told = []
    for entry in entries:
        envelopes = record.decode(entry)
        events = envelopes if over else [redacted(record, one, None) for one in envelopes]
        action = as_stored(entry.action) if over and entry.action else None
        told.append(LogEntry(entry.seq, entry.at_ms, entry.seat, action, tuple(events)))
    game, settings = record.game, record.settings
    return Log(record.id, settings.preset, game.name, game.codec.version, settings.as_json(), tuple(told))
