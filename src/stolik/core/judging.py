"""A turn of a finished game, and what an engine says of it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

import msgspec


class Taken(NamedTuple):
    """What a seat did: the numbers of its events, the state before, the action, all events from it on."""

    seq: int
    last: int
    seat: int
    state: Any
    action: Any
    since: tuple[Any, ...]


class Better(msgspec.Struct, frozen=True):
    """What should have been done: the action as its game writes it, and what it brings at once."""

    action: Any
    #: Points, or tiles laid.
    gain: int
    #: The words it makes, or the tiles it lays.
    words: tuple[str, ...] = ()
    #: On a board, the row and column of the square on which it begins, and whether it runs down.
    at: tuple[int, int, bool] | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What a turn was worth against the best one."""

    #: In the unit of the game; never below zero.
    loss: float
    #: Whether that is proven; else it is an estimate.
    exact: bool
    #: The best, where something else was done.
    better: Better | None = None
    #: Whether the bonus for many tiles was won, or could have been.
    bonus: Literal["found", "missed"] | None = None
    #: Words of the play that are in no list, and whether they stood nevertheless.
    wrong: tuple[str, ...] = ()
    stood: bool = True
    #: How likely the seat was to win after it, from 0 to 1, where that can be told.
    win: float | None = None


class Reviewer(Protocol):
    """Judges the turns of one game."""

    #: What is lost and won: points, or tiles that stay on the rack.
    unit: str

    def judge(self, game: Any, taken: Taken) -> Verdict | None:
        """What to say of a turn; None where there was nothing to choose."""
