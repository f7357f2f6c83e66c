"""The crossword-tile game told in words: turns, news and the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rich.table import Table as Grid
from rich.text import Text

from stolik.core.log import Envelope
from stolik.core.outcome import Outcome
from stolik.core.tiles import Tile
from stolik.crossboard.board import Board, Laid
from stolik.games.scrabble.events import (
    ChallengeRejected,
    ChallengeUpheld,
    ClockExpired,
    Exchanged,
    OvertimeCounted,
    Passed,
    Placed,
    Resigned,
    StarterChosen,
    StarterDrawn,
    TilesDrawn,
    TurnLost,
)
from stolik.games.scrabble.state import Table, Turn
from stolik.games.scrabble.view import View
from stolik.notation.coordinates import Notation, format_start
from stolik.notation.plays import main_word
from stolik.terminal.display import Setting, Step
from stolik.terminal.telling import (
    over_by_last_tile,
    over_by_resigning,
    signed,
    tables_after_turns,
    winner,
)


class WrittenTurn(NamedTuple):
    """A turn as it stands in a list: where, what, points (None where none were at stake)."""

    seat: int
    at: str
    what: str
    points: int | None


def written_play(laid: Sequence[Laid], board: Board, notation: Notation) -> tuple[str, str]:
    """Coordinate and word of a play on the board before it."""
    start, down, word = main_word(laid, board)
    return format_start(start.row, start.col, down, notation), word


class Teller:
    """Words events and turns for one person."""

    def __init__(self, setting: Setting) -> None:
        self._at = setting

    def turns(self, turns: Iterable[Turn]) -> list[WrittenTurn]:
        """All turns so far; the board before each follows from the plays before it."""
        written, board = [], Board()
        for turn in turns:
            written.append(self._turn(turn, board))
            if turn.kind == "play":
                board = board.with_laid(turn.tiles)
        return written

    def _turn(self, turn: Turn, board: Board) -> WrittenTurn:
        say = self._at.say
        at = what = ""
        if turn.tiles:
            at, what = written_play(turn.tiles, board, self._at.notation)
        match turn.kind:
            case "play":
                return WrittenTurn(turn.seat, at, what, turn.points)
            case "withdrawn":
                return WrittenTurn(turn.seat, at, say("{word} taken back", word=what), 0)
            case "exchange":
                return WrittenTurn(turn.seat, "", say("exchange of {n}", n=turn.exchanged), None)
            case "pass":
                return WrittenTurn(turn.seat, "", say("pass"), None)
            case "lost":
                return WrittenTurn(turn.seat, "", say("loses the turn"), None)
            case "time":
                return WrittenTurn(turn.seat, "", say("time is up"), None)
            case "resigned":
                return WrittenTurn(turn.seat, "", say("resigns"), None)

    def news(self, steps: Sequence[Step]) -> list[str]:
        """What has happened, a sentence an event; what goes without saying is left out."""
        sentences = (self._sentence(step.view, step.event) for step in steps)
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, view: View | None, event: Any) -> str:
        say, name = self._at.say, self._at.name
        match event:
            case StarterDrawn():
                drawn = ", ".join(f"{name(seat)} {tile}" for seat, tile in event.drawn)
                return say("Drawn for the first move: {drawn}.", drawn=drawn)
            case StarterChosen():
                return say("First: {name}.", name=name(event.seat))
            case TilesDrawn():
                return self._drawn(view, event)
            case Placed():
                return self._placed(view, event)
            case ChallengeUpheld():
                return say(
                    "{name}: challenge. Not in the word list: {words}. The play is taken back.",
                    name=name(event.challenger),
                    words=", ".join(event.words),
                )
            case ChallengeRejected():
                return self._rejected(event)
            case Exchanged():
                return say("{name}: exchange of {n}.", name=name(event.seat), n=len(event.given))
            case Passed():
                return say("{name}: pass.", name=name(event.seat))
            case TurnLost():
                return say("{name}: this turn is lost after the wrong challenge.", name=name(event.seat))
            case ClockExpired():
                return say("{name}: time is up.", name=name(event.seat))
            case OvertimeCounted():
                return say(
                    "{name}: a minute of overtime, {points} points less.",
                    name=name(event.seat),
                    points=event.points,
                )
            case Resigned():
                return say("{name}: resigns.", name=name(event.seat))
        return ""

    def _drawn(self, view: View | None, event: TilesDrawn) -> str:
        first_deal = view is None or not view.rack
        if event.seat != self._at.me or first_deal:
            return ""
        return self._at.say("You drew {tiles}.", tiles=letters(event.rack.tiles))

    def _placed(self, view: View | None, event: Placed) -> str:
        board = view.table.board if view is not None else Board()
        at, word = written_play(event.tiles, board, self._at.notation)
        others = [each.text for each in event.words[1:]]
        sentence = self._at.say(
            "{name}: {at} {word}, {points} points",
            name=self._at.name(event.seat),
            at=at,
            word=word,
            points=event.points,
        )
        return f"{sentence} ({', '.join(others)})." if others else f"{sentence}."

    def _rejected(self, event: ChallengeRejected) -> str:
        say, name = self._at.say, self._at.name
        sentence = say(
            "{name}: challenge. All words are in the list, the play stands.", name=name(event.challenger)
        )
        for seat, points in ((event.challenger, event.challenger_points), (event.seat, event.mover_points)):
            if points:
                sentence += f" {name(seat)} {signed(points)}."
        return sentence

    def record(self, envelopes: Sequence[Envelope[Any]]) -> Grid:
        """Every turn with the scores after it."""
        say = self._at.say
        tables = tables_after_turns(self._at, envelopes)
        grid = Grid(box=None, pad_edge=False, header_style="dim")
        grid.add_column("", justify="right", style="dim")
        for heading in ("", say("at"), say("play")):
            grid.add_column(heading)
        grid.add_column(say("points"), justify="right")
        for seat in range(len(self._at.names)):
            grid.add_column(self._at.name(seat), justify="right", style="dim")
        turns = self.turns(tables[-1].turns if tables else ())
        for number, (turn, table) in enumerate(zip(turns, tables, strict=True), 1):
            points = "" if turn.points is None else str(turn.points)
            name = Text(self._at.name(turn.seat))
            grid.add_row(
                str(number), name, turn.at, Text(turn.what, style="bold"), points, *map(str, table.scores)
            )
        return grid

    def result(self, table: Table, outcome: Outcome) -> list[str]:
        """Why it ended, what the racks cost, and who won."""
        lines = [self._reason(table, outcome)]
        if table.ended is not None:
            for seat, change in enumerate(table.ended.adjustments):
                left = letters(table.ended.racks[seat].tiles)
                if change:
                    what = self._at.say("left {tiles}", tiles=left) if left else self._at.say("rack empty")
                    lines.append(f"{self._at.name(seat)}: {what}, {signed(change)}.")
        return [*lines, winner(self._at, outcome)]

    def _reason(self, table: Table, outcome: Outcome) -> str:
        say = self._at.say
        match outcome.reason:
            case "out":
                last = next((turn.seat for turn in reversed(table.turns) if turn.kind == "play"), 0)
                return over_by_last_tile(self._at, last)
            case "resigned":
                return over_by_resigning(self._at, table.resigned[-1])
            case "time":
                return say("The game is over. Nobody has time left.")
            case "passes":
                return say("The game is over. Everybody passed.")
        return say("The game is over. There were too many turns without a play.")


def letters(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
