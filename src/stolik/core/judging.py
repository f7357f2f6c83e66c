"""A turn of a finished game, and what an engine says of it."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import msgspec

from stolik.core.message import Message


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
    #: In the unit of the game.
    gain: int
    #: What it makes or lays, such as words or tiles.
    made: tuple[str, ...] = ()
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
    #: What the play earned, and what could have been earned: tags of the game.
    earned: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    #: Parts of the play that may be challenged, such as words in no list, and whether they stood.
    doubtful: tuple[str, ...] = ()
    stood: bool = True
    #: How likely the seat was to win after it, from 0 to 1, where that can be told.
    win: float | None = None


class Reviewer(Protocol):
    """Judges the turns of one game."""

    #: What is lost and won, by the game's own name for it.
    unit: str
    #: How much lost in a turn makes it worth another look.
    much: float
    #: What is asked at such a turn when it is played again; {n} is what got away.
    task: Message

    def judge(self, game: Any, taken: Taken) -> Verdict | None:
        """What to say of a turn; None where there was nothing to choose."""
