"""The crossword-tile game in a terminal: its screen, and what can be typed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from stolik.core.game import IllegalAction, Preview
from stolik.core.log import Envelope
from stolik.core.message import Complaint
from stolik.core.outcome import Outcome
from stolik.core.tiles import BLANK, Tile, tiles_of, unnamed
from stolik.crossboard.board import Laid, Square
from stolik.crossboard.geometry import Play
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place
from stolik.games.scrabble.enumerate import may_move
from stolik.games.scrabble.events import (
    Accepted,
    ChallengeRejected,
    ChallengeUpheld,
    Exchanged,
    Passed,
    Placed,
    PlayScored,
    TilesDrawn,
)
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.state import Table
from stolik.games.scrabble.terminal.record import Teller, WrittenTurn, written_play
from stolik.games.scrabble.terminal.vocabulary import Command, recognise, word_for
from stolik.games.scrabble.view import View
from stolik.notation.coordinates import Notation, format_start
from stolik.notation.plays import parse_play
from stolik.terminal.board import BoardPainter
from stolik.terminal.display import Act, Redraw, Reply, Setting, Step, Tell

_HINTS = 3
_GAP = 2
_PANEL = 26
_WIDE = 34
_COORDINATE = re.compile(r"[0-9]+[A-Za-z]+|[A-Za-z]+[0-9]+")


class ScrabbleDisplay:
    """Board on the left, scores and moves on the right, the rack below."""

    def __init__(self, setting: Setting) -> None:
        self._at = setting
        assert isinstance(setting.game, Scrabble)
        self._game: Scrabble = setting.game
        self._teller = Teller(setting)
        self._order: list[Tile] | None = None
        self._painter: BoardPainter | None = None

    def _painter_for(self, table: Table) -> BoardPainter:
        if self._painter is None:
            options, at = table.options, self._at
            self._painter = BoardPainter(
                options.layout, options.tiles.values(), at.notation, at.terminal.colours, at.say
            )
        return self._painter

    # --- the screen

    def screen(self, view: View, draft: Any = None) -> RenderableType:
        painter = self._painter_for(view.table)
        laid = draft.tiles if isinstance(draft, Place) else ()
        board = painter.lines(view.table.board, last_play(view.table), laid)
        room = self._at.terminal.width - painter.width - _GAP
        if room >= _PANEL:
            panel = self._panel(view, min(room, 44), len(board))
            lines = [_beside(left, right, painter.width) for left, right in zip(board, panel, strict=True)]
        else:
            panel = self._panel(view, self._at.terminal.width, 6 + len(self._at.names))
            lines = [*board, *panel]
        return Group(*lines, *self._rack(view, laid))

    def _rack(self, view: View, laid: Sequence[Laid]) -> list[Text]:
        if view.viewer is None or view.outcome is not None:
            return []
        left = [unnamed(each.tile) for each in laid]
        slots: list[Tile | None] = []
        for tile in self._arranged(view.rack):
            if tile in left:
                left.remove(tile)
                slots.append(None)
            else:
                slots.append(tile)
        line = Text(" " * 3)
        line.append_text(self._painter_for(view.table).rack(slots))
        return [Text(), line]

    def _arranged(self, rack: Sequence[Tile]) -> list[Tile]:
        """The rack as it was filled; once the person has moved tiles, in that order and new ones after it."""
        if self._order is None:
            return list(rack)
        left, order = list(rack), []
        for tile in self._order:
            if tile in left:
                left.remove(tile)
                order.append(tile)
        self._order = [*order, *left]
        return self._order

    def _panel(self, view: View, width: int, height: int) -> list[Text]:
        """Scores, the bag and the latest moves, in exactly so many lines."""
        say, table = self._at.say, view.table
        lines = [self._score(view, seat, width) for seat in range(table.seats)]
        lines += [Text(), Text(say("in the bag: {n}", n=view.bag_size), style="dim"), Text()]
        room = height - len(lines) - 1
        turns = list(enumerate(self._teller.turns(table.turns), 1))[-room:]
        lines.append(Text(say("latest moves") if turns else "", style="dim"))
        lines += [self._move(number, turn, width, number == len(table.turns)) for number, turn in turns]
        return [*lines, *(Text() for _ in range(height - len(lines)))]

    def _move(self, number: int, turn: WrittenTurn, width: int, latest: bool) -> Text:
        """Name, place, word and points; the number too where there is room."""
        longest = max(map(len, map(self._at.name, range(len(self._at.names)))))
        name_width = min(longest, width // 3)
        name = self._at.name(turn.seat)[:name_width].ljust(name_width)
        head = f"{number:>2} {name}" if width >= _WIDE else name
        if turn.at:
            head += f" {turn.at:<3}"
        points = "" if turn.points is None else str(turn.points)
        room = width - len(head) - 2 - len(points)
        what = turn.what if len(turn.what) <= room else turn.what[: room - 1] + "…"
        return Text.assemble((f"{head} ", "" if latest else "dim"), f"{what:<{room}} ", (points, "bold"))

    def _score(self, view: View, seat: int, width: int) -> Text:
        table = view.table
        mark = "▶" if seat in view.to_act else " "
        if seat in table.resigned:
            mark = "✗"
        points = str(table.scores[seat])
        name = self._at.name(seat)[: width - 10]
        text = f"{mark} {name}".ljust(width - len(points)) + points
        return Text(text, style="bold" if seat in view.to_act else "")

    def prompt(self, view: View) -> str:
        say = self._at.say
        across, down = (format_start(7, 7, way, self._at.notation) for way in (False, True))
        if self._at.notation is Notation.POLISH:
            notation = say("Polish notation: {across} across, {down} down", across=across, down=down)
        else:
            notation = say("international notation: {across} across, {down} down", across=across, down=down)
        if view.table.pending is not None and view.viewer in view.table.to_answer():
            return self._answer_prompt(view, notation)
        return say("Your move ({notation}) › ", notation=notation)

    def _answer_prompt(self, view: View, notation: str) -> str:
        say = self._at.say
        accept, challenge = (word_for(command, say.language) for command in ("accept", "challenge"))
        if not may_move(view):
            return f"{accept} / {challenge} › "
        return say("Your move, or {challenge} ({notation}) › ", challenge=challenge, notation=notation)

    # --- what is typed

    def claims(self, _view: View, _command: Command) -> bool:
        return False

    def understand(self, view: View, line: str) -> Reply:
        if not line:
            return Redraw()
        first, _, rest = line.partition(" ")
        match recognise(first):
            case "exchange":
                return self._exchange(view, rest)
            case "pass":
                return Act(Pass())
            case "challenge":
                return Act(Challenge())
            case "accept":
                return Act(Accept())
            case "hint":
                return Tell(self._hint(view))
            case "unseen":
                return Tell(self._unseen(view))
            case "shuffle":
                self._order = random.sample(self._arranged(view.rack), len(view.rack))
                return Redraw()
            case "sort":
                rank = view.table.options.tiles.order()
                self._order = sorted(view.rack, key=lambda tile: (tile.face == BLANK, rank[tile.face]))
                return Redraw()
        if not _COORDINATE.fullmatch(first):
            example = format_start(7, 7, False, self._at.notation)
            raise Complaint(
                "“{word}” is no command and no place on the board. Write “{at} WORD”, or ? for help.",
                word=first[:30],
                at=example,
            )
        return self._play(view, line)

    def _play(self, view: View, line: str) -> Act:
        self._must_move(view)
        table = view.table
        typed = self._as_tiles(table, line)
        action = Place(parse_play(typed, table.board, table.options.layout, view.rack, self._at.notation))
        preview = self._game.preview(view, action)
        if preview.problem is not None:
            raise IllegalAction(preview.clause or "", preview.problem.text, **preview.problem.values)
        return Act(action, self._question(view, action, preview))

    def _question(self, view: View, action: Place, preview: Preview) -> str:
        at, word = written_play(action.tiles, view.table.board, self._at.notation)
        sentence = self._at.say("{at} {word}: {points} points", at=at, word=word, points=preview.points)
        parts = [f"{each.text} {each.points}" for each in preview.made]
        bonus = preview.points - sum(each.points for each in preview.made)
        if bonus:
            parts.append(self._at.say("all tiles {points}", points=bonus))
        return f"{sentence} ({' + '.join(parts)})" if len(parts) > 1 else sentence

    def _must_move(self, view: View) -> None:
        if may_move(view):
            return
        say = self._at.say
        if view.viewer in view.table.to_answer():
            raise Complaint(
                "First answer the play on the board: {accept} or {challenge}.",
                accept=word_for("accept", say.language),
                challenge=word_for("challenge", say.language),
            )
        raise Complaint("It is not your turn.")

    def _as_tiles(self, table: Table, text: str) -> str:
        """Accented letters that have no tile become the letters they are played with; case stays."""
        folding = self._game.referee.lexicon(table).alphabet.folding
        folded = (folding.get(sign.upper(), sign.upper()) for sign in text)
        return "".join(
            new.lower() if sign.islower() else new if sign.isalpha() else sign
            for sign, new in zip(text, folded, strict=True)
        )

    def _exchange(self, view: View, letters: str) -> Act:
        typed = self._as_tiles(view.table, letters).upper().replace(" ", "")
        if not typed:
            word = word_for("exchange", self._at.say.language)
            raise Complaint("Write which tiles to give back, like “{word} AB?”; ? is a blank.", word=word)
        self._must_move(view)
        return Act(Exchange(tiles_of(typed)))

    def _hint(self, view: View) -> Text:
        self._must_move(view)
        say, table = self._at.say, view.table
        found = self._game.referee.plays(table, view.rack)
        best: dict[str, Play] = {}
        for play in found:
            if play.word not in best:
                best[play.word] = play
            if len(best) == _HINTS:
                break
        if not best:
            return Text(say("Hint: there is no play with these tiles. Exchange some, or pass."))
        notation = self._at.notation
        plays = (
            f"{format_start(*play.start, play.down, notation)} {play.word} ({play.points})"
            for play in best.values()
        )
        return Text(say("Hint, from the word list: {plays}", plays="   ".join(plays)))

    def _unseen(self, view: View) -> RenderableType:
        say = self._at.say
        n = sum(kind.count for kind in view.unseen)
        heading = say("Not seen yet: {n} tiles, {bag} of them in the bag.", n=n, bag=view.bag_size)
        return Group(Text(heading), Text("   ".join(f"{kind.letter} {kind.count}" for kind in view.unseen)))

    # --- what is told

    def news(self, steps: Sequence[Step]) -> list[str]:
        return self._teller.news(steps)

    def help(self, view: View) -> list[tuple[str, str]]:
        say = self._at.say
        at, down = (format_start(7, 7, way, self._at.notation) for way in (False, True))

        def word(command: Command) -> str:
            return word_for(command, say.language)

        answers = f"{word('challenge')}, {word('accept')}"
        rows = [
            (
                say("{at} WORD", at=at),
                say("lay a word across from this square; {down} WORD: down", down=down),
            ),
            ("", say("write the whole word, tiles on the board included")),
            (say("{at} WoRD", at=at), say("a lower-case letter among capitals is a blank")),
            (f"{word('exchange')} AB?", say("give tiles back for others; ? is a blank")),
            (word("pass"), say("do nothing this turn")),
            (answers, say("doubt the play on the board, or let it stand")),
            (word("hint"), say("the best plays by points")),
            (word("unseen"), say("the tiles you have not seen")),
            (f"{word('shuffle')}, {word('sort')}", say("move the tiles on your rack")),
        ]
        judged_at_once = view.table.options.challenge == "off"
        return [row for row in rows if row[0] != answers or not judged_at_once]

    def legend(self) -> RenderableType:
        return self._painter.legend() if self._painter is not None else Text()

    def record(self, envelopes: Sequence[Envelope[Any]]) -> RenderableType:
        return self._teller.record(envelopes)

    def result(self, view: View, outcome: Outcome) -> list[str]:
        return self._teller.result(view.table, outcome)

    def last_turn(self, envelopes: Sequence[Envelope[Any]]) -> int | None:
        """The person's latest play, exchange, pass or challenge, and what its move accepted with it."""
        for position in range(len(envelopes) - 1, 0, -1):
            if self._is_own_turn(envelopes[position].event):
                return envelopes[self._before_acceptance(envelopes, position) - 1].seq
        return None

    def _is_own_turn(self, event: Any) -> bool:
        match event:
            case Placed() | Exchanged() | Passed():
                return event.seat == self._at.me
            case ChallengeUpheld() | ChallengeRejected():
                return event.challenger == self._at.me
        return False

    def _before_acceptance(self, envelopes: Sequence[Envelope[Any]], position: int) -> int:
        """With two players a move accepts the play before it: that comes back too, and can be challenged."""
        start = position
        while isinstance(envelopes[start - 1].event, (TilesDrawn, PlayScored)):
            start -= 1
        before = envelopes[start - 1].event
        return start - 1 if isinstance(before, Accepted) and before.seat == self._at.me else position


def last_play(table: Table) -> set[Square]:
    """The squares of the play that waits, else of the latest turn if it was a play."""
    if table.pending is not None:
        return {each.square for each in table.pending.tiles}
    for turn in reversed(table.turns):
        if turn.kind == "play":
            return {each.square for each in turn.tiles}
    return set()


def _beside(left: Text, right: Text, width: int) -> Text:
    line = left.copy()
    line.pad_right(width - line.cell_len + _GAP)
    return line.append_text(right)


display = ScrabbleDisplay
