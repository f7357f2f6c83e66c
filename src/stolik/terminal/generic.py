"""Any game in a terminal: the view as text, the actions as a numbered list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stolik.core.codec import CodecError
from stolik.core.log import Envelope, TableEvent, listed
from stolik.core.message import Complaint
from stolik.core.moves import Lines
from stolik.core.outcome import Outcome
from stolik.terminal.display import Act, Redraw, Reply, Setting, Step
from stolik.terminal.telling import winner
from stolik.terminal.vocabulary import Command

#: More actions than this are neither counted nor numbered: some games have millions.
_NUMBERED = 500
_LISTED = 20


class GenericDisplay:
    """Knows nothing about the game but its contract."""

    def __init__(self, setting: Setting) -> None:
        self._at = setting

    def screen(self, view: Any, draft: Any = None) -> RenderableType:
        lines = [Text(line) for line in as_text(msgspec.to_builtins(view))]
        if draft is not None:
            return Group(*lines, Text(f"→ {draft!r}", style="bold"))
        return Group(*lines, Text(), *self._listed(view))

    def _listed(self, view: Any) -> Iterator[Text]:
        actions = self._actions(view)
        for number, action in enumerate(actions[:_LISTED], 1):
            yield Text(f"{number:>4}  {action!r}")
        if len(actions) > _LISTED:
            yield Text(
                self._at.say(
                    "      and {n} more, which can be chosen by number too", n=len(actions) - _LISTED
                ),
                style="dim",
            )

    def _actions(self, view: Any) -> list[Any]:
        return list(islice(self._at.game.actions(view), _NUMBERED))

    def prompt(self, _view: Any) -> str:
        return self._at.say("Number of your action › ")

    def claims(self, _view: Any, _command: Command) -> bool:
        return False

    def understand(self, view: Any, line: str) -> Reply:
        if not line:
            return Redraw()
        if line.startswith("{"):
            return Act(self._decode(line))
        actions = self._actions(view)
        if not line.isdecimal():
            raise Complaint(
                "“{line}” is no number of an action and no command. Type ? for help.", line=line[:40]
            )
        if not 1 <= int(line[:9]) <= len(actions):
            raise Complaint("The actions are numbered from 1 to {n}.", n=len(actions))
        return Act(actions[int(line) - 1])

    def _decode(self, line: str) -> Any:
        try:
            return self._at.game.codec.decode_action(line)
        except CodecError as error:
            raise Complaint("This is no action of the game: {why}", why=str(error)) from None

    def news(self, steps: Sequence[Step]) -> list[str]:
        return [f"{step.event!r}" for step in steps]

    def help(self, _view: Any) -> list[tuple[str, str]]:
        say = self._at.say
        return [
            ("1, 2, 3…", say("take the action with this number")),
            ('{"type": …}', say("take an action written as JSON")),
        ]

    def legend(self) -> RenderableType:
        return Text()

    def last_turn(self, _envelopes: Sequence[Envelope[Any]]) -> int | None:
        return None

    def record(self, envelopes: Sequence[Envelope[Any]]) -> RenderableType:
        lines = listed(self._at.game, envelopes)
        return self._move_list(lines) if lines else self._events(envelopes)

    def _move_list(self, lines: Lines) -> Grid:
        say = self._at.say
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for _ in range(5):
            grid.add_column()
        for number, line in enumerate(lines, 1):
            sentences = [say.sentence(each) for each in (line.text, line.detail) if each is not None]
            text = Text(" ".join(sentences), style="bold" if line.strong else "")
            figures = ("" if n is None else str(n) for n in (line.points, line.total))
            grid.add_row(str(number), Text(self._at.name(line.seat)), text, *figures)
        return grid

    def _events(self, envelopes: Sequence[Envelope[Any]]) -> RenderableType:
        told = (each for each in envelopes if not isinstance(each.event, TableEvent))
        return Group(*(Text(f"{each.seq:>4}  {self._redacted(each.event)!r}") for each in told))

    def _redacted(self, event: Any) -> Any:
        """A person at the table sees what the seat may see; a log that is replayed is shown whole."""
        return event if self._at.me is None else self._at.game.redact(event, self._at.me)

    def result(self, _view: Any, outcome: Outcome) -> list[str]:
        reason = self._at.say("The game is over. {reason}", reason=self._at.say(outcome.reason))
        return [reason, winner(self._at, outcome)]


def as_text(value: dict[Any, Any] | list[Any] | tuple[Any, ...], depth: int = 0) -> Iterator[str]:
    """A JSON object or list as indented lines; what is short stays on one line."""
    indent = "  " * depth
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in pairs:
        short = msgspec.json.encode(item).decode()
        if not isinstance(item, (dict, list, tuple)) or len(short) <= 60:
            yield f"{indent}{key}: {short}"
        else:
            yield f"{indent}{key}:"
            yield from as_text(item, depth + 1)
