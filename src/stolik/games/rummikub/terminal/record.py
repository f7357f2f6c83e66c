"""The number-tile game told in words: turns, news and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from stolik.core.log import Envelope
from stolik.core.outcome import Outcome
from stolik.core.tiles import Rack, origins
from stolik.games.rummikub.building import Places, follow
from stolik.games.rummikub.events import (
    BankEmptied,
    Drawn,
    Laid,
    OpeningAnnounced,
    Passed,
    Redealt,
    Resigned,
    StarterChosen,
    StarterDrawn,
    TableRestored,
)
from stolik.games.rummikub.sets import Meld, in_order, meld_value
from stolik.games.rummikub.state import Table, Turn
from stolik.games.rummikub.tiletext import format_tiles
from stolik.games.rummikub.view import View
from stolik.terminal.display import Setting, Step
from stolik.terminal.telling import (
    over_by_last_tile,
    over_by_resigning,
    signed,
    tables_after_turns,
    winner,
)


class SetNumbers:
    """The sets of the table by number; whoever rebuilds it, a set keeps its number as long as it is alike."""

    def __init__(self) -> None:
        self.places: Places = ()
        #: The table as the person left it: what differs from it is new.
        self.seen: Places = ()

    def follow(self, table: tuple[Meld, ...]) -> Places:
        """The sets of a table by number."""
        if sorted(table) != sorted(meld for meld in self.places if meld):
            self.places = follow(self.places, table)
        return self.places

    def look(self) -> None:
        """The person has seen everything."""
        self.seen = self.places


class RummikubTeller:
    """Words events and turns for one person."""

    def __init__(self, setting: Setting, numbers: SetNumbers) -> None:
        self._at = setting
        self._numbers = numbers

    def news(self, steps: Sequence[Step]) -> list[str]:
        """What has happened, a sentence an event; what goes without saying is left out."""
        sentences = []
        for step in steps:
            sentences.append(self._sentence(step.view, step.event))
            if (
                isinstance(step.event, (Laid, Drawn, Passed, TableRestored))
                and step.event.seat == self._at.me
            ):
                self._numbers.look()
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, view: View | None, event: Any) -> str:
        say, name = self._at.say, self._at.name
        match event:
            case StarterDrawn():
                drawn = ", ".join(f"{name(seat)} {tile.face}" for seat, tile in event.drawn)
                return say("Drawn for the first move: {drawn}.", drawn=drawn)
            case StarterChosen():
                return say("First: {name}.", name=name(event.seat))
            case Redealt():
                return say("{name}: three doublets. All tiles are dealt again.", name=name(event.seat))
            case Laid():
                return self._laid(view, event)
            case Drawn():
                return self._drawn(event)
            case TableRestored():
                return self._restored(event)
            case Passed():
                return say("{name}: pass.", name=name(event.seat))
            case OpeningAnnounced():
                return say("{name}: will open in the next turn.", name=name(event.seat))
            case BankEmptied():
                return say("The bank is empty: everybody has one more move.")
            case Resigned():
                return say("{name}: resigns.", name=name(event.seat))
        return ""

    def _drawn(self, event: Drawn) -> str:
        if event.seat == self._at.me:
            return self._at.say("You drew {tiles}.", tiles=format_tiles(event.rack.tiles))
        return self._at.say("{name}: draws a tile.", name=self._at.name(event.seat))

    def _restored(self, event: TableRestored) -> str:
        say, name = self._at.say, self._at.name(event.seat)
        if event.cause == "time":
            sentence = say("{name}: time is up. Tiles drawn: {n}.", name=name, n=len(event.rack))
        else:
            sentence = say("{name}: a mistake. Tiles drawn: {n}.", name=name, n=len(event.rack))
        if event.problem is not None:
            sentence += f" {say.sentence(event.problem)} ({event.clause})."
        return sentence

    def _laid(self, view: View | None, event: Laid) -> str:
        say, name = self._at.say, self._at.name(event.seat)
        before = self._numbers.follow(view.table.melds) if view is not None else ()
        after = self._numbers.follow(event.table)
        if event.seat == self._at.me:
            return say("You laid {tiles}.", tiles=format_tiles(event.tiles))
        changes = self._changes(before, after)
        if event.opening:
            points = sum(map(meld_value, after)) - sum(map(meld_value, before))
            return " ".join([say("{name}: opens with {points} points.", name=name, points=points), *changes])
        laid = say("{name}: lays {tiles}.", name=name, tiles=format_tiles(event.tiles))
        return " ".join([laid, *changes])

    def _changes(self, before: Places, after: Places) -> list[str]:
        """Which sets are new, which have other tiles now, and which are gone."""
        say = self._at.say
        changes = []
        for number in range(1, max(len(before), len(after)) + 1):
            old, new = (places[number - 1] if number <= len(places) else () for places in (before, after))
            if origins(old) == origins(new):
                continue
            if not new:
                changes.append(say("Set {number} is gone.", number=number))
            elif not old:
                changes.append(say("New set {number}: {tiles}.", number=number, tiles=format_tiles(new)))
            else:
                changes.append(say("Set {number} is now {tiles}.", number=number, tiles=format_tiles(new)))
        return changes

    # --- the whole game

    def record(self, envelopes: Sequence[Envelope[Any]]) -> Grid:
        """Every turn with the tiles on the racks after it."""
        say = self._at.say
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        grid.add_column("", justify="right", style="dim")
        for heading in ("", say("turn")):
            grid.add_column(heading)
        for seat in range(len(self._at.names)):
            grid.add_column(self._at.name(seat), justify="right", style="dim")
        for number, table in enumerate(tables_after_turns(self._at, envelopes), 1):
            turn = table.turns[-1]
            sizes = map(str, table.rack_sizes)
            grid.add_row(str(number), Text(self._at.name(turn.seat)), self._turn(turn), *sizes)
        return grid

    def _turn(self, turn: Turn) -> Text:
        say = self._at.say
        match turn.kind:
            case "opening":
                return Text(say("opens: {tiles}", tiles=format_tiles(turn.tiles)), style="bold")
            case "lay":
                return Text(format_tiles(turn.tiles), style="bold")
            case "draw":
                return Text(say("draws"))
            case "pass":
                return Text(say("pass"))
            case "time":
                return Text(say("time is up"))
            case "mistake":
                return Text(say("a mistake"))
            case "resigned":
                return Text(say("resigns"))

    def result(self, view: View, outcome: Outcome) -> list[str]:
        """Why it ended, what the racks cost, who won, and how the match stands."""
        table = view.table
        lines = [self._reason(table, outcome)]
        if table.ended is not None:
            racks = enumerate(table.ended.racks)
            lines += [self._left_over(table, seat, rack, outcome) for seat, rack in racks if rack.tiles]
        lines.append(winner(self._at, outcome, signed))
        n_games = len(table.options.earlier_games) + 1
        if n_games > 1:
            totals = ", ".join(
                f"{self._at.name(seat)} {signed(points)}" for seat, points in enumerate(view.totals)
            )
            lines.append(self._at.say("Match after {n} games: {totals}.", n=n_games, totals=totals))
        return lines

    def _left_over(self, table: Table, seat: int, rack: Rack, outcome: Outcome) -> str:
        tiles = format_tiles(in_order(origins(rack.tiles)))
        parts = [self._at.say("left {tiles}", tiles=tiles), signed(outcome.scores[seat])]
        if seat not in table.opened:
            parts.insert(1, self._at.say("not opened"))
        return f"{self._at.name(seat)}: {', '.join(parts)}."

    def _reason(self, table: Table, outcome: Outcome) -> str:
        match outcome.reason:
            case "out":
                return over_by_last_tile(self._at, outcome.winners[0])
            case "resigned":
                return over_by_resigning(self._at, table.resigned[-1])
        return self._at.say("The game is over. The bank is empty.")
