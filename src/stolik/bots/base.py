"""What a bot is, and which bots a game has. A game without bots of its own gets the generic one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from stolik.bots import scrabble
from stolik.bots.generic import Wanderer
from stolik.core.chance import Chance
from stolik.core.game import AnyGame
from stolik.core.message import Complaint
from stolik.texts import N_


class UnknownBot(Complaint):
    """No bot has this name."""


class Bot(Protocol):
    """Chooses an action from what its seat sees; it never gets a state."""

    def choose(self, view: Any) -> Any:
        """An action the rules will take."""


Maker = Callable[[Any, Chance], Bot]
_LEVELS: dict[str, dict[str, Maker]] = {
    "scrabble": {
        name: lambda game, chance, level=level: scrabble.Player(game, level, chance)  # type: ignore[misc]
        for name, level in scrabble.LEVELS.items()
    },
}
_GENERIC: dict[str, Maker] = {N_("generic"): Wanderer}


def levels(game: str) -> tuple[str, ...]:
    """The bots of a game, from gentle to strong; the generic one, which plays every game, comes last."""
    return (*_LEVELS.get(game, {}), *_GENERIC)


def make_bot(level: str, game: AnyGame, chance: Chance) -> Bot:
    """A bot of this level, or `UnknownBot` with the levels there are."""
    makers = {**_LEVELS.get(game.name, {}), **_GENERIC}
    if level not in makers:
        raise UnknownBot(
            "There is no bot “{level}” for this game. Try one of: {known}.",
            level=level,
            known=", ".join(makers),
        )
    return makers[level](game, chance)
