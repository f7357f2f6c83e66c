"""How a game ended."""

from collections.abc import Mapping, Sequence

import msgspec

Seat = int
Viewer = Seat | None


class Outcome(msgspec.Struct, frozen=True):
    """Why it ended, the seats from first to last (equal ones together), the points and who had begun."""

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    starter: Seat = 0

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ranking[0] if self.ranking else ()


def rank(keys: Mapping[Seat, Sequence[int]]) -> tuple[tuple[Seat, ...], ...]:
    """Seats by key, highest first; seats with equal keys share a place."""
    places: dict[tuple[int, ...], list[Seat]] = {}
    for seat, key in keys.items():
        places.setdefault(tuple(key), []).append(seat)
    return tuple(tuple(sorted(places[key])) for key in sorted(places, reverse=True))
