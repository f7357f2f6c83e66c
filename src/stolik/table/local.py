"""A table in one process: decide, append to the log, and only then show what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from stolik.core.chance import Chance
from stolik.core.game import AnyGame
from stolik.core.log import Envelope, TableEvent, TakenBack, append_state, replay
from stolik.core.outcome import Outcome, Seat, Viewer


class Sink(Protocol):
    """Where envelopes are kept; `append` returns only when they are safe."""

    def append(self, envelopes: Sequence[Envelope[Any]]) -> None: ...


class Forgetful:
    """Keeps nothing: for games nobody will ask for again."""

    def append(self, envelopes: Sequence[Envelope[Any]]) -> None:
        """Accept and forget."""


class LocalTable:
    """One running game; every change goes through `submit`, `note` or `take_back`."""

    def __init__(self, game: AnyGame, chance_at: Callable[[int], Chance], sink: Sink | None = None) -> None:
        self.game = game
        self.envelopes: list[Envelope[Any]] = []
        self._states: list[Any] = []
        self._chance_at = chance_at
        self._sink = sink or Forgetful()

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        chance_at: Callable[[int], Chance],
        envelopes: Sequence[Envelope[Any]],
        sink: Sink | None = None,
    ) -> LocalTable:
        """A table that goes on where a log ends."""
        table = cls(game, chance_at, sink)
        table.envelopes = list(envelopes)
        table._states = replay(game, envelopes)
        return table

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def seq(self) -> int:
        """The number the next event gets."""
        return len(self.envelopes)

    def start(self, options: Any, seats: int) -> None:
        """Deal the game."""
        self._append(self.game.setup(options, seats, self._chance_at(self.seq)))

    def submit(self, seat: Seat, action: Any) -> tuple[Any, ...]:
        """Carry out an action, or raise `IllegalAction` and change nothing."""
        events = self.game.decide(self.state, seat, action, self._chance_at(self.seq))
        self._append(events)
        return events

    def note(self, event: TableEvent) -> None:
        """Write down something about the table itself."""
        self._append((event,))

    def take_back(self, to_seq: int) -> None:
        """Go on from the state after event `to_seq`."""
        self._append((TakenBack(to_seq),))

    def to_act(self) -> frozenset[Seat]:
        return self.game.to_act(self.state)

    @property
    def turn(self) -> Seat:
        """The first seat that is waited for; nobody is after the end, which is an error to ask for."""
        waiting = self.to_act()
        if not waiting:
            raise ValueError("the game is over: nobody is to move")
        return min(waiting)

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def _append(self, events: Sequence[Any]) -> None:
        envelopes = [Envelope(self.seq + n, event) for n, event in enumerate(events)]
        states = list(self._states)
        for envelope in envelopes:
            append_state(self.game, states, envelope)
        # Only what can be folded is written, and only what is written is shown.
        self._sink.append(envelopes)
        self.envelopes += envelopes
        self._states = states
