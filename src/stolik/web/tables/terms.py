"""On which terms a table is played beside its preset: what one wants to know before sitting down there."""

from __future__ import annotations

from typing import Any

import msgspec

from stolik.core import registry
from stolik.table.clocks import Clock
from stolik.table.record import Record


class Terms(msgspec.Struct):
    """Time, ratings, who may watch, what may be said, and what of the game is not as in its preset."""

    clock: Clock
    rated: bool
    #: Whether others may watch, and how far behind the play they are.
    spectators: bool
    delay_s: int
    phrases_only: bool
    #: The options of the game that are not those of the preset.
    options: dict[str, Any]


def terms_of(record: Record) -> Terms:
    """The terms of a table."""
    settings = record.settings
    usual = msgspec.to_builtins(registry.find_preset(settings.preset).options)
    chosen = msgspec.to_builtins(record.options)
    return Terms(
        settings.clock,
        settings.rated,
        settings.spectators,
        settings.delay_s,
        settings.phrases_only,
        {name: value for name, value in chosen.items() if name not in usual or usual[name] != value},
    )
