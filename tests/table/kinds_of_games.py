"""The smallest game in all kinds: one plays for a score, two win together, three against each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.outcome import Kind, Outcome, of_team
from tests.ground import draw_out
from tests.ground.draw_out import DrawOut, Options, State

PRESET = Preset(
    id="kinds",
    game="kinds",
    players=(1, 3),
    sentence={"en": "Take a tile in turn."},
    bound=20,
    options=Options(),
)


class Kinds(DrawOut):
    """Two win together when no tile is left."""

    name = "kinds"

    def kind(self, options: Options, seats: int) -> Kind:
        kinds: tuple[Kind, ...] = ("solo", "together", "versus")
        return kinds[seats - 1]

    def outcome(self, state: State) -> Outcome | None:
        found, seats = super().outcome(state), state.table.seats
        if found is None or self.kind(state.table.options, seats) != "together":
            return found
        return of_team(found.reason, seats, "won" if state.table.resigned is None else "lost")


@contextmanager
def kinds_installed() -> Iterator[None]:
    """The game is among those that this process knows."""
    package: Any = SimpleNamespace(
        __name__=draw_out.__name__,
        about=draw_out.about,
        create=lambda _: Kinds(),
        presets=lambda: (PRESET,),
    )
    registry.packages()["kinds"] = package
    registry.presets.cache_clear()
    try:
        yield
    finally:
        del registry.packages()["kinds"]
        registry.presets.cache_clear()
