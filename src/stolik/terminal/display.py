"""How a game looks and is typed in a terminal. A game without a display of its own gets the generic one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rich.console import RenderableType

from stolik.core.facets import facet
from stolik.core.game import AnyGame
from stolik.core.log import Envelope
from stolik.core.outcome import Kind, Outcome
from stolik.notation.coordinates import Notation
from stolik.terminal.person import Terminal
from stolik.terminal.settings import Speaker
from stolik.terminal.vocabulary import Command


class Act(NamedTuple):
    """The person wants this; where a question is given it is asked first, with the draft on the screen."""

    action: Any
    question: str | None = None


class Tell(NamedTuple):
    """An answer that changes nothing."""

    content: RenderableType


class Redraw(NamedTuple):
    """The screen shall be drawn again."""


Reply = Act | Tell | Redraw


class Step(NamedTuple):
    """An event, as the person may see it, and the view before it (None before the first)."""

    view: Any
    event: Any


@dataclass(frozen=True)
class Setting:
    """What a display needs to know about the table and the person."""

    game: AnyGame
    names: tuple[str, ...]
    #: The person's seat; None for somebody who looks on.
    me: int | None
    notation: Notation
    say: Speaker
    terminal: Terminal
    #: How the game is won.
    kind: Kind = "versus"

    def name(self, seat: int) -> str:
        return self.say("You") if seat == self.me else self.names[seat]


class Display(Protocol):
    """One game in a terminal."""

    def screen(self, view: Any, draft: Any = None, /) -> RenderableType:
        """The whole situation, with an action that is not carried out yet."""

    def prompt(self, view: Any, /) -> str:
        """What is asked of the person."""

    def understand(self, view: Any, line: str, /) -> Reply:
        """What a typed line means, an empty one too; raises Complaint."""

    def claims(self, view: Any, command: Command, /) -> bool:
        """Whether a command that every game has means something of this game's own just now."""

    def news(self, steps: Sequence[Step], /) -> list[str]:
        """What has happened, in sentences."""

    def help(self, view: Any, /) -> list[tuple[str, str]]:
        """What can be typed beside the commands every game has, and what it does."""

    def legend(self) -> RenderableType:
        """What the signs on the screen mean."""

    def last_turn(self, envelopes: Sequence[Envelope[Any]], /) -> int | None:
        """The number of the event after which the person's latest turn began, if the log tells it."""

    def record(self, envelopes: Sequence[Envelope[Any]], /) -> RenderableType:
        """Everything that happened, turn by turn."""

    def result(self, view: Any, outcome: Outcome, /) -> list[str]:
        """How the game ended."""


def display_for(setting: Setting) -> Display:
    """The game's own display, or the generic one."""
    from stolik.terminal.generic import GenericDisplay

    own = facet(setting.game.name, "terminal")
    make: Callable[[Setting], Display] = own.display if own else GenericDisplay
    return make(setting)
