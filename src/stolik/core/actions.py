"""The actions that every game has, whatever else can be done in it."""

from __future__ import annotations

import msgspec


class Resign(msgspec.Struct, frozen=True, tag=True):
    """Leave the game."""


class TimedOut(msgspec.Struct, frozen=True, tag=True):
    """The clock of this seat ran out; only the table says so."""

    #: Whether there is a minute more that begins now, where the rules let one buy it.
    overtime: bool = False
