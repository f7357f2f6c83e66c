"""What a bot is, and which bots a game has. A game without bots of its own gets the generic one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from stolik.bots import rummikub, scrabble
from stolik.bots.generic import Wanderer
from stolik.core.chance import Chance
from stolik.core.game import AnyGame
from stolik.core.message import Complaint
from stolik.texts import N_


class UnknownBot(Complaint):
    """No bot has this name; the message tells those there are."""

    def __init__(self, level: str, known: Iterable[str]) -> None:
        super().__init__(
            "There is no bot “{level}” for this game. Try one of: {known}.",
            level=level,
            known=", ".join(known),
        )


class Bot(Protocol):
    """Chooses an action from what its seat sees; it never gets a state."""

    def choose(self, view: Any) -> Any:
        """An action the rules will take."""


Level = TypeVar("Level")
Maker = Callable[[Any, Chance, float | None], Bot]


def _players(
    player: Callable[[Any, Level, Chance, float | None], Bot], levels: Mapping[str, Level]
) -> dict[str, Maker]:
    def maker(level: Level) -> Maker:
        return lambda game, chance, seconds: player(game, level, chance, seconds)

    return {name: maker(level) for name, level in levels.items()}


_LEVELS: dict[str, dict[str, Maker]] = {
    "rummikub": _players(rummikub.Player, rummikub.LEVELS),
    "scrabble": _players(scrabble.Player, scrabble.LEVELS),
}
#: Players that show what one way of thinking is worth; nobody meets them at a table.
_STUDIED: dict[str, dict[str, Maker]] = {
    "rummikub": _players(rummikub.Player, rummikub.STUDIED),
    "scrabble": _players(scrabble.Player, scrabble.STUDIED),
}
_THINK_LONG: dict[str, frozenset[str]] = {"scrabble": scrabble.THINK_LONG}
_GENERIC: dict[str, Maker] = {N_("generic"): lambda game, chance, _: Wanderer(game, chance)}


def levels(game: str) -> tuple[str, ...]:
    """The bots of a game, from gentle to strong; the generic one, which plays every game, comes last."""
    return (*_LEVELS.get(game, {}), *_GENERIC)


def thinks_long(game: str, level: str) -> bool:
    """Whether a move of this bot may take seconds: long enough to be worth another machine's time."""
    return level in _THINK_LONG.get(game, ())


def make_bot(level: str, game: AnyGame, chance: Chance, seconds: float | None = None) -> Bot:
    """A bot of this level, or `UnknownBot` with the levels there are.

    With so many seconds for a move it thinks no longer; without, the same chance gives the same moves.
    """
    makers = {**_LEVELS.get(game.name, {}), **_GENERIC}
    maker = makers.get(level) or _STUDIED.get(game.name, {}).get(level)
    if maker is None:
        raise UnknownBot(level, makers)
    return maker(game, chance, seconds)
