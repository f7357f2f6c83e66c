"""Events on their way out of `setup` or `decide`, with the state that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from stolik.core.chance import Chance

S = TypeVar("S")
E = TypeVar("E")


class Draft(Generic[S, E]):
    """Events that follow from each other: each is applied before the next one is found.

    A draft of a game that begins has no state, but the event that gives it one.
    """

    def __init__(
        self, evolve: Callable[[S | None, E], S], chance: Chance, state: S | None, *begun: E
    ) -> None:
        self._evolve = evolve
        self.chance = chance
        self.events: list[E] = []
        self._state = state
        for event in begun:
            self.add(event)

    @property
    def state(self) -> S:
        """The state after all events so far."""
        if self._state is None:
            raise ValueError("a game starts with at least one event")
        return self._state

    def add(self, event: E) -> None:
        """One event more."""
        self.events.append(event)
        self._state = self._evolve(self._state, event)
