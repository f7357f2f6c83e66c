"""A game on a word board as GCG, the text that other programs for it read.

    #character-encoding UTF-8
    #player1 Ania Ania
    >Ania: AEKLNOT 8D KANTOLE +72 72

A line is a turn: who, the rack before it, where the main word begins (the row first if it runs across), how
it reads, what it brought, and the sum. The letter of a blank is in lower case, `.` is a tile that lay there,
`-AE` an exchange, `-` a pass, `--` a play that was withdrawn; what is in brackets changed the points aside
from a turn. The format knows two players.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from stolik.core.tiles import Tile
from stolik.crossboard.board import Board, Laid
from stolik.games.scrabble.events import (
    ChallengeRejected,
    ChallengeUpheld,
    Ended,
    Event,
    Exchanged,
    OvertimeCounted,
    Passed,
    Placed,
    Resigned,
    Started,
    TurnLost,
)
from stolik.games.scrabble.evolve import evolve
from stolik.games.scrabble.state import State
from stolik.notation.coordinates import Notation, format_start
from stolik.notation.plays import main_word

PLAYERS = 2


def format_game(events: Iterable[Event], names: Sequence[str]) -> str:
    """The game that these events are; `names` by seat, of two players."""
    if len(names) != PLAYERS:
        raise ValueError("GCG knows games of two players.")
    writer = _Writer(_nicks(names))
    lines = [
        "#character-encoding UTF-8",
        *(
            f"#player{n} {nick} {_one_line(name)}"
            for n, (nick, name) in enumerate(zip(writer.nicks, names, strict=True), 1)
        ),
        *writer.lines(events),
    ]
    return "\n".join(lines) + "\n"


class _Writer:
    """Follows the game with the points of each seat as they stand in the text: at once, challenged or not."""

    def __init__(self, nicks: Sequence[str]) -> None:
        self.nicks = nicks
        self._totals = [0] * len(nicks)
        self._latest: tuple[Placed, str] | None = None

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        state: State | None = None
        for event in events:
            if isinstance(event, Started):
                yield f"#lexicon {event.options.lexicon}"
            elif state is not None:
                yield from self._line(state, event)
            state = evolve(state, event)

    def _line(self, state: State, event: Event) -> Iterator[str]:
        match event:
            case Placed():
                rack = _letters(state.racks[event.seat].tiles)
                self._latest = event, rack
                play = _play(event.tiles, state.table.board)
                yield self._turn(event.seat, rack, play, event.points)
            case ChallengeUpheld() if self._latest is not None:
                placed, rack = self._latest
                yield self._turn(placed.seat, rack, "--", -placed.points)
            case ChallengeRejected():
                changes = {event.seat: event.mover_points, event.challenger: event.challenger_points}
                for seat, points in changes.items():
                    if points:
                        yield self._turn(seat, _letters(state.racks[seat].tiles), "(challenge)", points)
            case Exchanged():
                given = f"-{_letters(event.given.tiles) or len(event.given)}"
                yield self._turn(event.seat, _letters(state.racks[event.seat].tiles), given, 0)
            case Passed() | TurnLost():
                yield self._turn(event.seat, _letters(state.racks[event.seat].tiles), "-", 0)
            case OvertimeCounted():
                yield self._turn(event.seat, _letters(state.racks[event.seat].tiles), "(time)", event.points)
            case Resigned():
                yield f"#note {self.nicks[event.seat]} resigns"
            case Ended():
                yield from self._end(event)
            case _:
                pass

    def _end(self, event: Ended) -> Iterator[str]:
        """The tiles left: one's own are taken off; whoever went out gets those of the other."""
        for seat, points in enumerate(event.adjustments):
            own, other = (_letters(event.racks[each].tiles) for each in (seat, 1 - seat))
            if points:
                yield self._turn(seat, own, f"({own or other})", points)

    def _turn(self, seat: int, rack: str, what: str, points: int) -> str:
        self._totals[seat] += points
        parts = [f">{self.nicks[seat]}:", rack, what, f"{points:+d}", str(self._totals[seat])]
        return " ".join(part for part in parts if part)


def _play(laid: Sequence[Laid], board: Board) -> str:
    start, down, word = main_word(laid, board)
    there = (start.step(down, n) in board for n in range(len(word)))
    signs = "".join("." if lies else sign for lies, sign in zip(there, word, strict=True))
    return f"{format_start(start.row, start.col, down, Notation.INTERNATIONAL)} {signs}"


def _letters(tiles: Iterable[Tile]) -> str:
    return "".join(sorted(tile.origin for tile in tiles))


def _nicks(names: Sequence[str]) -> list[str]:
    """Names without spaces, each another."""
    nicks: list[str] = []
    for n, name in enumerate(names, 1):
        nick = re.sub(r"[\s:>#]+", "_", _one_line(name)).strip("_") or f"player{n}"
        nicks.append(f"{nick}{n}" if nick in nicks else nick)
    return nicks


def _one_line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
