"""The number-tile game in a terminal: its screen, and what can be typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.text import Text

from stolik.core.game import IllegalAction, Preview
from stolik.core.log import Envelope
from stolik.core.message import Complaint
from stolik.core.outcome import Outcome
from stolik.core.tiles import origins
from stolik.games.rummikub.actions import Draw, Lay, Pass, Ready, Redeal
from stolik.games.rummikub.building import Building, History, Places
from stolik.games.rummikub.events import Drawn, Laid, Passed, TableRestored
from stolik.games.rummikub.laying import untouched
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.rules import Rummikub
from stolik.games.rummikub.sets import COLOURS, HIGHEST, JOKER, LOWEST, doublets, meld_value
from stolik.games.rummikub.terminal.help import help_rows, rules_in_short
from stolik.games.rummikub.terminal.hint import hint
from stolik.games.rummikub.terminal.record import RummikubTeller, SetNumbers
from stolik.games.rummikub.terminal.tiles import Mark, Order, ShownTable, TilePainter, wrap
from stolik.games.rummikub.terminal.typed_steps import parse_steps
from stolik.games.rummikub.terminal.vocabulary import Command, recognise, recognise_order, word_for
from stolik.games.rummikub.view import View
from stolik.terminal.display import Act, Redraw, Reply, Setting, Step, Tell
from stolik.terminal.telling import capitalised, signed

#: What no further step puts right: tiles from elsewhere, missing tiles, a table that may not be touched yet.
_IMPOSSIBLE = ("R4.3", "R4.4", "R5.3")
_GAP = "    "


class RummikubDisplay:
    """Who plays on top, then the sets of the table, the rack, and what is built in this turn."""

    def __init__(self, setting: Setting) -> None:
        self._at = setting
        assert isinstance(setting.game, Rummikub)
        self._game: Rummikub = setting.game
        self._numbers = SetNumbers()
        self._teller = RummikubTeller(setting, self._numbers)
        self._painter = TilePainter(setting.terminal.colours, setting.say)
        self._order: Order = "colour"
        self._view: View | None = None
        self._history = History.begin((), ())

    def _built(self, view: View) -> Building:
        """The turn in the making; it begins anew whenever something has happened at the table."""
        if view != self._view:
            went_back = self._view is None or len(view.table.turns) < len(self._view.table.turns)
            places = self._numbers.follow(view.table.melds)
            if went_back:
                self._numbers.look()
            self._view, self._history = view, History.begin(places, view.rack)
        return self._history.now

    # --- the screen

    def screen(self, view: View, _draft: Any = None) -> RenderableType:
        built = self._built(view)
        lines = [*self._seats(view), self._bank(view), Text(), *self._table(view, built), Text()]
        if view.viewer is not None and view.outcome is None:
            lines += [*self._rack(view, built), *self._state_of_turn(view, built)]
        return Group(*lines)

    def _seats(self, view: View) -> list[Text]:
        """Everybody's tiles, whether they have opened, and the match; side by side where there is room."""
        cells = [self._seat(view, seat) for seat in range(view.table.seats)]
        widest = max(cell.cell_len for cell in cells)
        for cell in cells:
            cell.pad_right(widest - cell.cell_len)
        return wrap(cells, self._at.terminal.width, between="  ")

    def _seat(self, view: View, seat: int) -> Text:
        say, table = self._at.say, view.table
        mark = "✗" if seat in table.resigned else "▶" if seat in view.to_act else " "
        opened = say("opened") if seat in table.opened else say("not opened")
        longest = max(len(self._at.name(each)) for each in range(table.seats))
        line = Text(f"{mark} {self._at.name(seat):<{longest}} ", style="bold" if seat in view.to_act else "")
        counts = [say("{n} tiles", n=n) if n != 1 else say("1 tile") for n in table.rack_sizes]
        line.append(f"{counts[seat]:>{max(map(len, counts))}}")
        line.append(f", {opened}", style="" if seat in table.opened else "dim")
        if table.options.earlier_games or table.ended is not None:
            line.append(f"  {signed(view.totals[seat])}", style="bold")
        return line

    def _bank(self, view: View) -> Text:
        say, table = self._at.say, view.table
        line = Text("  " + say("in the bank: {n}", n=view.bank_size), style="dim")
        if table.options.earlier_games:
            line.append(_GAP + say("game {n} of the match", n=len(table.options.earlier_games) + 1))
        return line

    def _table(self, view: View, built: Building) -> list[Text]:
        if not built.table:
            return [Text(f"  {self._at.say('The table is empty.')}", style="dim")]
        mark: Mark = "draft" if built.changed else "last"
        since = built.before if built.changed else self._numbers.seen
        wrong = dict(self._mistakes(view, built))
        shown = ShownTable(built.sets, _added(since, built.sets), mark, wrong)
        return self._painter.table(shown, self._at.terminal.width)

    def _rack(self, view: View, built: Building) -> list[Text]:
        say = self._at.say
        by_colour = self._order == "colour"
        heading = say("Your tiles by colour:") if by_colour else say("Your tiles by number:")
        n_fresh = view.table.fresh[cast(int, view.viewer)]
        fresh = origins(view.rack[len(view.rack) - n_fresh :])
        rows = self._painter.rack(view.rack, built.laid, fresh, self._order, self._at.terminal.width)
        return [Text(heading, style="dim"), *rows, Text()]

    def _state_of_turn(self, view: View, built: Building) -> list[Text]:
        """How far the opening has come, and what is wrong with what is built."""
        lines = [Text(sentence) for sentence in self._advice(view)]
        if view.viewer not in view.table.opened and not view.table.asked:
            lines.append(self._opening(view, built))
        wrong = [f"{number}: {sentence}" for number, sentence in self._mistakes(view, built)]
        problem = self._preview(view, built).problem if built.changed and not wrong else None
        if problem is not None:
            wrong.append(capitalised(self._at.say.sentence(problem)))
        return [*lines, *(Text(sentence, style="red") for sentence in wrong)]

    def _opening(self, view: View, built: Building) -> Text:
        say, least = self._at.say, view.table.options.opening_points
        points = sum(
            meld_value(built.sets[n - 1]) for n in built.numbers() if self._is_new_set(view, built, n)
        )
        style = "green" if points >= least else ""
        return Text(say("Your opening: {points} of {least} points", points=points, least=least), style=style)

    def _is_new_set(self, view: View, built: Building, number: int) -> bool:
        known = untouched(view.table.melds, built.sets)
        return number - 1 not in known and mistake_in(built.sets[number - 1]) is None

    def _advice(self, view: View) -> list[str]:
        """What to type, until the person has had a turn."""
        say, table = self._at.say, view.table
        if table.asked or any(turn.seat == view.viewer for turn in table.turns):
            return []
        return [
            say("Lay sets by typing tiles: r3 r4 r5. Enter ends your turn."),
            say(
                "No {least} points yet? Type {draw}. Lost? Type {hint}, {rules} or ?",
                least=table.options.opening_points,
                draw=self._word("draw"),
                hint=self._word("hint"),
                rules=self._word("rules"),
            ),
        ]

    def _mistakes(self, view: View, built: Building) -> Iterator[tuple[int, str]]:
        """Which sets are none yet, and why; where mistakes are punished nobody tells."""
        if not built.changed or view.table.options.invalid != "refuse":
            return
        known = untouched(view.table.melds, built.sets)
        for number in built.numbers():
            mistake = None if number - 1 in known else mistake_in(built.sets[number - 1])
            if mistake is not None:
                yield number, self._at.say.sentence(mistake.message)

    def _preview(self, view: View, built: Building) -> Preview:
        return self._game.preview(view, Lay(built.table))

    def prompt(self, view: View) -> str:
        say, built = self._at.say, self._built(view)
        if view.viewer in view.table.asked:
            return self._prompt_about_deal(view)
        undo = self._word("undo")
        if not built.changed:
            instead = self._word("draw" if view.bank_size else "pass")
            return say("Your turn: tiles, {instead} or ? › ", instead=instead)
        if self._preview(view, built).problem is not None:
            return say("Go on, or {undo} › ", undo=undo)
        return say(
            "Enter ends your turn (laid: {n}); {undo}: a step back › ", n=built.laid.total(), undo=undo
        )

    def _prompt_about_deal(self, view: View) -> str:
        say, least = self._at.say, view.table.options.redeal_doublets
        if least is not None and doublets(view.rack) >= least:
            return say("Enter: play with these tiles; {redeal}: a new deal › ", redeal=self._word("redeal"))
        return say("Enter: play with these tiles › ")

    def _word(self, command: Command) -> str:
        return word_for(command, self._at.say.language)

    # --- what is typed

    def claims(self, view: View, command: Command) -> bool:
        self._built(view)
        return command == "undo" and bool(self._history.past)

    def understand(self, view: View, line: str) -> Reply:
        built = self._built(view)
        first, _, rest = line.partition(" ")
        match recognise(first):
            case "sort":
                self._sort(rest)
                return Redraw()
            case "unseen":
                return Tell(self._unseen(view))
            case "rules":
                return Tell(rules_in_short(self._at.say, view.table.options))
            case "redeal":
                return Act(Redeal())
        if view.viewer in view.table.asked:
            return self._answer_about_deal(first)
        match recognise(first):
            case "hint":
                return Tell(self._hint(view))
            case "done":
                return self._lay(built, said=True)
            case "draw" | "pass" as way:
                return self._end_without_laying(built, Draw() if way == "draw" else Pass())
            case "undo":
                self._history = self._history.undo()
                return Redraw()
            case "redo":
                self._history = self._history.redo()
                return Redraw()
        return self._step(view, line) if line else self._lay(built, said=False)

    def _answer_about_deal(self, word: str) -> Act:
        if not word or recognise(word) == "done":
            return Act(Ready())
        raise Complaint("First say whether you play with these tiles: Enter is yes.")

    def _lay(self, built: Building, said: bool) -> Reply:
        if built.changed:
            return Act(Lay(built.table))
        if said:
            raise Complaint("Nothing is laid yet. Type tiles, like “r3 r4 r5”.")
        return Redraw()

    def _end_without_laying(self, built: Building, action: Draw | Pass) -> Act:
        if built.changed:
            raise Complaint(
                "You have begun to lay. Enter lays it; {reset} takes everything back.",
                reset=self._word("reset"),
            )
        return Act(action)

    def _step(self, view: View, line: str) -> Redraw:
        """Carry out the steps of a line, all or none."""
        built = self._history.now
        for step in parse_steps(line, built, self._at.say.language):
            built = built.after(step)
        preview = self._preview(view, built)
        if preview.clause in _IMPOSSIBLE and preview.problem is not None:
            raise IllegalAction(preview.clause, preview.problem.text, **preview.problem.values)
        self._history = self._history.then(built)
        return Redraw()

    def _sort(self, by: str) -> None:
        other: Order = "number" if self._order == "colour" else "colour"
        order = next(filter(None, map(recognise_order, by.split())), None) if by else other
        if order is None:
            raise Complaint("Tiles can be sorted by colour or by number.")
        self._order = cast(Order, order)

    def _hint(self, view: View) -> RenderableType:
        with self._at.terminal.waiting(self._at.say("looking for the best play…")):
            return hint(self._at.say, view, self._history.now)

    def _unseen(self, view: View) -> RenderableType:
        """How many of each tile may still come, a line for each colour."""
        say = self._at.say
        n = sum(view.unseen.values())
        lines = [Text(say("Not seen yet: {n} tiles, {bank} of them in the bank.", n=n, bank=view.bank_size))]
        for colour in COLOURS:
            faces = [f"{colour}{number}" for number in range(LOWEST, HIGHEST + 1)]
            lines.append(Text("  ".join(f"{face}×{view.unseen.get(face, 0)}" for face in faces)))
        lines.append(Text(f"{JOKER}×{view.unseen.get(JOKER, 0)}"))
        return Group(*lines)

    # --- what is told

    def news(self, steps: Sequence[Step]) -> list[str]:
        return self._teller.news(steps)

    def help(self, view: View) -> list[tuple[str, str]]:
        return help_rows(self._at.say, view)

    def legend(self) -> RenderableType:
        return Group(*self._painter.legend(self._at.terminal.width))

    def record(self, envelopes: Sequence[Envelope[Any]]) -> RenderableType:
        return self._teller.record(envelopes)

    def result(self, view: View, outcome: Outcome) -> list[str]:
        return self._teller.result(view, outcome)

    def last_turn(self, envelopes: Sequence[Envelope[Any]]) -> int | None:
        """The person's latest lay, draw or pass."""
        own = (Laid, Drawn, Passed, TableRestored)
        for position in range(len(envelopes) - 1, 0, -1):
            event = envelopes[position].event
            if isinstance(event, own) and event.seat == self._at.me:
                return envelopes[position - 1].seq
        return None


def _added(before: Places, after: Places) -> list[Counter[str]]:
    """The tiles of each set that were not in it before."""
    longer = (*before, *(() for _ in after))
    return [origins(new) - origins(old) for old, new in zip(longer, after, strict=False)]


display = RummikubDisplay
