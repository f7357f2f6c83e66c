"""Time at a table: what a clock allows, and how much is left to whom.

Clocks are worked out from the times at which entries were stored; nothing ticks. While seats answer a
question aside from their turns, clocks stand still and the answer has a limit of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

Seconds = Annotated[int, msgspec.Meta(ge=1, le=10 * 24 * 3600)]
Days = Annotated[int, msgspec.Meta(ge=1, le=30)]
_DAY_S = 24 * 3600
_MINUTE_MS = 60_000


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """As long as one likes."""


class GameClock(msgspec.Struct, frozen=True, tag="game"):
    """So long for all moves of a player, and beyond that perhaps some time by the minute, at a price."""

    seconds: Seconds
    overtime_s: Seconds | None = None


class TurnClock(msgspec.Struct, frozen=True, tag="turn"):
    """So long for every turn."""

    seconds: Seconds


class Correspondence(msgspec.Struct, frozen=True, tag="days"):
    """So many days for every turn."""

    days: Days


Clock = NoClock | GameClock | TurnClock | Correspondence


def turn_limit_ms(clock: Clock) -> int | None:
    """How long a single turn may take."""
    match clock:
        case TurnClock():
            return 1000 * clock.seconds
        case Correspondence():
            return 1000 * _DAY_S * clock.days
    return None


class Clocks:
    """The time left to every seat of one table, brought forward from entry to entry."""

    def __init__(self, clock: Clock, seats: int, answer_s: int) -> None:
        self._turn_limit = turn_limit_ms(clock)
        self._answer_limit = 1000 * (_DAY_S if isinstance(clock, Correspondence) else answer_s)
        self._bank: list[int] | None = None
        #: What is left to each seat beyond its time, less the minute it has begun.
        self._overtime = [0] * seats
        if isinstance(clock, GameClock):
            self._bank = [1000 * clock.seconds] * seats
            self._overtime = [1000 * (clock.overtime_s or 0)] * seats
        self._answering = False
        #: What is left to each seat that is waited for, as it stood at `since_ms`; None: as long as it likes.
        self._left: dict[int, int | None] = {}
        self._since_ms = 0

    def copy(self) -> Clocks:
        """Clocks that go on by themselves."""
        made = Clocks.__new__(Clocks)
        made.__dict__.update(self.__dict__)
        made._bank = None if self._bank is None else list(self._bank)
        made._overtime = list(self._overtime)
        made._left = dict(self._left)
        return made

    def go_on(self, now_ms: int, waiting: Collection[int], answering: bool, begun: Collection[int]) -> None:
        """An entry was stored: these seats are waited for now, and for some of them something new began."""
        passed = max(0, now_ms - self._since_ms)  # a clock of the machine that jumps back takes nobody's time
        before = {seat: left if left is None else left - passed for seat, left in self._left.items()}
        if self._bank is not None and not self._answering:
            for seat, left in before.items():
                self._bank[seat] = max(0, left or 0)
        self._left = {
            seat: before[seat] if seat in before and seat not in begun else self._limit(seat, answering)
            for seat in waiting
        }
        self._answering = answering
        self._since_ms = now_ms

    def set(self, seat: int, left_ms: int) -> None:
        """Give a seat that is waited for so much time from the latest entry on."""
        if seat in self._left:
            self._left[seat] = left_ms

    def has_overtime(self, seat: int) -> bool:
        """Whether a seat whose time is up may go on; an answer has no overtime."""
        return self._overtime[seat] > 0 and not self._answering

    def begin_minute(self, seat: int) -> None:
        """Give a seat the next minute beyond its time."""
        if self._bank is not None and seat in self._left:
            minute = min(_MINUTE_MS, self._overtime[seat])
            self._overtime[seat] -= minute
            self._bank[seat] = self._left[seat] = minute

    def _limit(self, seat: int, answering: bool) -> int | None:
        if answering:
            return self._answer_limit
        return self._bank[seat] if self._bank is not None else self._turn_limit

    def left_ms(self, now_ms: int) -> dict[int, int]:
        """What is left to the seats that are waited for and have a limit."""
        passed = max(0, now_ms - self._since_ms)
        return {seat: max(0, left - passed) for seat, left in self._left.items() if left is not None}

    def bank_ms(self, now_ms: int) -> list[int] | None:
        """What is left to every seat for the whole game, where that is how time is kept."""
        if self._bank is None:
            return None
        running = {} if self._answering else self.left_ms(now_ms)
        return [running.get(seat, left) for seat, left in enumerate(self._bank)]

    def due_ms(self) -> int | None:
        """When the first limit is reached."""
        limits = [left for left in self._left.values() if left is not None]
        return self._since_ms + min(limits) if limits else None

    def expired(self, now_ms: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, left in self.left_ms(now_ms).items() if not left]
