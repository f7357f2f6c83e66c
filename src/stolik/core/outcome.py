"""How a game is won, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

Seat = int
Viewer = Seat | None

#: Seats play against each other, all of them together against the game, or one alone for a score.
Kind = Literal["versus", "together", "solo"]
Fate = Literal["won", "lost", "drawn"]


class Outcome(msgspec.Struct, frozen=True):
    """Why it ended, the seats from first to last (equal ones together), the points and who had begun.

    There is a figure for every seat in every game; those who play together need not be shown theirs.
    """

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    starter: Seat = 0
    #: What became of all seats, where they play together.
    team: Fate | UnsetType = UNSET

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won or share the first place; none where all have lost together."""
        if self.team is not UNSET and self.team != "won":
            return ()
        return self.ranking[0] if self.ranking else ()


def of_team(reason: str, seats: int, fate: Fate, starter: Seat = 0) -> Outcome:
    """How a game ended that all seats played together."""
    return Outcome(reason, (tuple(range(seats)),), (0,) * seats, starter, fate)


def rank(keys: Mapping[Seat, Sequence[int]]) -> tuple[tuple[Seat, ...], ...]:
    """Seats by key, highest first; seats with equal keys share a place."""
    places: dict[tuple[int, ...], list[Seat]] = {}
    for seat, key in keys.items():
        places.setdefault(tuple(key), []).append(seat)
    return tuple(tuple(sorted(places[key])) for key in sorted(places, reverse=True))
