"""A person and bots at one table: show, ask, carry out, and write everything down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from stolik.bots import Bot
from stolik.cli.play.saves import CannotSave
from stolik.core.actions import Resign
from stolik.core.log import standing
from stolik.core.message import Complaint
from stolik.table.local import LocalTable
from stolik.terminal.display import Act, Display, Redraw, Setting, Step, Tell
from stolik.terminal.opening import Meanwhile
from stolik.terminal.telling import capitalised
from stolik.terminal.vocabulary import Command, means_yes, recognise, word_for


class Left(Exception):
    """The person has gone; the game waits on disk."""


class Session:
    """Plays one game to its end, or until the person leaves."""

    def __init__(
        self,
        setting: Setting,
        table: LocalTable,
        bots: Mapping[int, Bot],
        display: Display,
        meanwhile: Meanwhile,
    ) -> None:
        assert setting.me is not None
        self._me: int = setting.me
        self._say = setting.say
        self._terminal = setting.terminal
        self._names = setting
        self._table = table
        self._bots = bots
        self._display = display
        self._meanwhile = meanwhile
        self._news: list[str] = []
        self._decisions: list[int] = []

    def welcome(self, level: str, events: Sequence[Any]) -> None:
        """Tell whom one plays with, and how the game began."""
        self._news = [self._greeting(level), *self._tell(None, events)]

    def _greeting(self, level: str) -> str:
        others = ", ".join(self._names.name(seat) for seat in sorted(self._bots))
        strength = self._say(level)
        if not others:
            return self._say("You play alone.")
        if self._names.kind == "together":
            return self._say("You play together with {names} ({level}).", names=others, level=strength)
        return self._say("You play against {names} ({level}).", names=others, level=strength)

    def play(self) -> None:
        """Take turns to the end; raises Left, EOFError or KeyboardInterrupt when the person goes."""
        self._news.append(self._say("Type ? for help."))
        while self._table.outcome() is None:
            waiting = sorted(self._table.to_act() - {self._me})
            if waiting:
                self._bot_acts(waiting[0])
            else:
                self._person_acts()
        self._show_end()

    def _tell(self, state: Any, events: Sequence[Any]) -> list[str]:
        """News of events that followed a state."""
        return self._display.news(list(self._steps(state, events)))

    def _steps(self, state: Any, events: Sequence[Any]) -> Iterator[Step]:
        game = self._table.game
        for event in events:
            view = None if state is None else game.view(state, self._me)
            yield Step(view, game.redact(event, self._me))
            state = game.evolve(state, event)

    def _bot_acts(self, seat: int) -> None:
        with self._terminal.waiting(self._say("{name} is thinking…", name=self._names.name(seat))):
            action = self._bots[seat].choose(self._table.view(seat))
        self._carry_out(seat, action)

    def _carry_out(self, seat: int, action: Any) -> None:
        before = self._table.state
        events = self._table.submit(seat, action)
        self._news += self._tell(before, events)

    # --- the person

    def _person_acts(self) -> None:
        """Ask until something has happened at the table."""
        seq = self._table.seq
        self._draw()
        while self._table.seq == seq:
            line: str | None = self._terminal.ask(self._prompt())
            while line is not None:
                line = self._obey(line)

    def _prompt(self) -> str:
        return self._display.prompt(self._table.view(self._me))

    def _draw(self, draft: Any = None) -> None:
        screen = self._display.screen(self._table.view(self._me), draft)
        under_way = self._meanwhile.line() if self._terminal.watched else None
        news = [] if draft is not None else self._news
        self._terminal.page(screen, news if under_way is None else [*news, under_way])

    def _answer(self, content: RenderableType, style: str = "") -> None:
        """Show an answer: below the board where both fit on the screen, else alone."""
        content = Text(content, style=style) if isinstance(content, str) else content
        view = self._table.view(self._me)
        self._terminal.answer(self._display.screen(view), content)

    def _obey(self, line: str) -> str | None:
        """Do what a line says; returns a line that was typed instead of an answer to a question."""
        try:
            view, command = self._table.view(self._me), recognise(line)
            own = command is None or self._display.claims(view, command)
            if command is not None and not own and self._common(command):
                return None
            reply = self._display.understand(view, line)
            if isinstance(reply, Act):
                return self._act(reply)
            if isinstance(reply, Tell):
                self._answer(reply.content)
            elif isinstance(reply, Redraw):
                self._draw()
        except CannotSave:
            raise
        except Complaint as complaint:
            self._answer(capitalised(self._say.complaint(complaint)), style="red")
        return None

    def _act(self, act: Act) -> str | None:
        if act.question is not None:
            self._draw(act.action)
            self._terminal.show(act.question, style="bold")
            answer = self._terminal.ask(self._say("Enter plays it, u takes it back › "))
            if answer and not means_yes(answer):
                self._draw()
                return None if recognise(answer) == "undo" else answer
        self._decide(act.action)
        return None

    def _decide(self, action: Any) -> None:
        """Do what the person wants, or raise Complaint and change nothing."""
        seq, earlier = self._table.seq, len(self._news)
        self._carry_out(self._me, action)
        self._decisions.append(seq)
        del self._news[:earlier]

    def _common(self, command: Command) -> bool:
        """Commands of every game; returns whether this was one."""
        match command:
            case "help":
                self._answer(self._help())
            case "moves":
                self._answer(self._display.record(standing(self._table.envelopes)))
            case "board":
                self._draw()
            case "save":
                self._answer(self._say("Everything is saved as you play."))
            case "quit":
                raise Left
            case "undo":
                self._undo()
            case "resign":
                self._resign()
            case _:
                return False
        return True

    def _undo(self) -> None:
        to_seq = self._display.last_turn(standing(self._table.envelopes))
        if to_seq is None and self._decisions:
            to_seq = self._decisions[-1] - 1
        if to_seq is None:
            raise Complaint("There is no turn of yours to take back yet.")
        self._decisions = [seq for seq in self._decisions if seq <= to_seq]
        self._table.take_back(to_seq)
        self._news = [self._say("Your last turn is taken back; tiles drawn since are drawn afresh.")]

    def _resign(self) -> None:
        if means_yes(self._terminal.ask(self._say("Really resign? y or Enter › "))):
            self._decide(Resign())
        else:
            self._answer(self._say("You play on."))

    def _help(self) -> Group:
        say = self._say

        def word(command: Command) -> str:
            return word_for(command, say.language)

        grid = Grid(box=None, pad_edge=False, show_header=False)
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        rows = [
            *self._display.help(self._table.view(self._me)),
            (word("moves"), say("all turns so far")),
            (word("undo"), say("take back your last turn")),
            (word("board"), say("draw the board again")),
            (word("resign"), say("give the game up")),
            (word("quit"), say("leave; everything is saved")),
        ]
        for typed, meaning in rows:
            grid.add_row(Text(typed), Text(meaning))
        return Group(self._display.legend(), grid)

    def _show_end(self) -> None:
        outcome = self._table.outcome()
        assert outcome is not None
        view = self._table.view(self._me)
        self._terminal.page(self._display.screen(view), [*self._news, *self._display.result(view, outcome)])
