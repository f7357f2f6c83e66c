"""What a bot is, and which bots a game has. A game without bots of its own gets the generic one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, Protocol

from stolik.bots.generic import Wanderer
from stolik.core.chance import Chance
from stolik.core.facets import facet
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


Maker = Callable[[Any, Chance, float | None], Bot]
_GENERIC: dict[str, Maker] = {N_("generic"): lambda game, chance, _: Wanderer(game, chance)}


class Bots(Protocol):
    """What the facet `bots` of a game defines: a player, and its levels from gentle to strong."""

    LEVELS: Mapping[str, Any]
    #: Levels that show what one way of thinking is worth; nobody meets them at a table.
    STUDIED: Mapping[str, Any]
    #: Those whose move may take seconds: long enough to be worth another machine's time.
    THINK_LONG: Collection[str]

    def BotPlayer(self, game: Any, level: Any, chance: Chance, seconds: float | None) -> Bot:  # noqa: N802
        """A bot of one level."""


@cache
def _bots_of(game: str) -> Bots | None:
    found: Bots | None = facet(game, "bots")
    return found


def levels(game: str) -> tuple[str, ...]:
    """The bots of a game, from gentle to strong; the generic one, which plays every game, comes last."""
    bots = _bots_of(game)
    return (*(bots.LEVELS if bots else ()), *_GENERIC)


def thinks_long(game: str, level: str) -> bool:
    """Whether a move of this bot may take seconds: long enough to be worth another machine's time."""
    bots = _bots_of(game)
    return bots is not None and level in bots.THINK_LONG


def make_bot(level: str, game: AnyGame, chance: Chance, seconds: float | None = None) -> Bot:
    """A bot of this level, or `UnknownBot` with the levels there are.

    With so many seconds for a move it thinks no longer; without, the same chance gives the same moves.
    """
    bots = _bots_of(game.name)
    if bots is not None:
        for known in (bots.LEVELS, bots.STUDIED):
            if level in known:
                return bots.BotPlayer(game, known[level], chance, seconds)
    if level in _GENERIC:
        return _GENERIC[level](game, chance, seconds)
    raise UnknownBot(level, levels(game.name))
