"""Time at a table: what a clock allows, and how much is left to whom.

Clocks are worked out from the times at which entries were stored; nothing ticks. While seats answer a
question aside from their turns, clocks stand still and the answer has a limit of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

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


class Clocks(msgspec.Struct, frozen=True):
    """The time left to every seat of one table, brought forward from entry to entry."""

    turn_limit: int | None
    answer_limit: int
    #: What is left to each seat for the whole game, where that is how time is kept.
    bank: tuple[int, ...] | None
    #: What is left to each seat beyond its time, less the minute it has begun.
    overtime: tuple[int, ...]
    answering: bool = False
    #: What is left to each seat that is waited for, as it stood at `since_ms`; None: as long as it likes.
    left: Mapping[int, int | None] = {}
    since_ms: int = 0

    def gone_on(
        self, now_ms: int, waiting: Collection[int], answering: bool, begun: Collection[int]
    ) -> Clocks:
        """An entry was stored: these seats are waited for now, and for some of them something new began."""
        passed = max(0, now_ms - self.since_ms)  # a clock of the machine that jumps back takes nobody's time
        before = {seat: left if left is None else left - passed for seat, left in self.left.items()}
        bank = self.bank
        if bank is not None and not self.answering and before:
            bank = tuple(max(0, before[seat] or 0) if seat in before else n for seat, n in enumerate(bank))
        limit = self.answer_limit if answering else self.turn_limit
        left = {
            seat: before[seat]
            if seat in before and seat not in begun
            else limit
            if answering or bank is None
            else bank[seat]
            for seat in waiting
        }
        return replace(self, bank=bank, left=left, answering=answering, since_ms=now_ms)

    def given(self, seat: int, left_ms: int) -> Clocks:
        """A seat that is waited for gets so much time from the latest entry on."""
        return replace(self, left={**self.left, seat: left_ms}) if seat in self.left else self

    def has_overtime(self, seat: int) -> bool:
        """Whether a seat whose time is up may go on; an answer has no overtime."""
        return self.overtime[seat] > 0 and not self.answering

    def with_minute(self, seat: int) -> Clocks:
        """A seat gets the next minute beyond its time."""
        if self.bank is None or seat not in self.left:
            return self
        minute = min(_MINUTE_MS, self.overtime[seat])
        return replace(
            self,
            overtime=_with(self.overtime, seat, self.overtime[seat] - minute),
            bank=_with(self.bank, seat, minute),
            left={**self.left, seat: minute},
        )

    def left_ms(self, now_ms: int) -> dict[int, int]:
        """What is left to the seats that are waited for and have a limit."""
        passed = max(0, now_ms - self.since_ms)
        return {seat: max(0, left - passed) for seat, left in self.left.items() if left is not None}

    def bank_ms(self, now_ms: int) -> list[int] | None:
        """What is left to every seat for the whole game, where that is how time is kept."""
        if self.bank is None:
            return None
        running = {} if self.answering else self.left_ms(now_ms)
        return [running.get(seat, left) for seat, left in enumerate(self.bank)]

    def due_ms(self) -> int | None:
        """When the first limit is reached."""
        limits = [left for left in self.left.values() if left is not None]
        return self.since_ms + min(limits) if limits else None

    def expired(self, now_ms: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, left in self.left_ms(now_ms).items() if not left]


def clocks_for(clock: Clock, seats: int, answer_s: int) -> Clocks:
    """The clocks of a table at which nothing has happened."""
    bank, overtime = None, (0,) * seats
    if isinstance(clock, GameClock):
        bank, overtime = (1000 * clock.seconds,) * seats, (1000 * (clock.overtime_s or 0),) * seats
    answer_limit = 1000 * (_DAY_S if isinstance(clock, Correspondence) else answer_s)
    return Clocks(turn_limit_ms(clock), answer_limit, bank, overtime)


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
