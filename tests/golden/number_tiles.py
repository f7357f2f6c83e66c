"""Positions and plays of the number-tile game for the goldens, written as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import Chance, SeededChance
from stolik.core.game import IllegalAction, play_out
from stolik.core.outcome import Outcome
from stolik.core.tiles import Rack, origins
from stolik.games.rummikub import Rummikub
from stolik.games.rummikub.actions import Lay
from stolik.games.rummikub.events import Event
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import in_order
from stolik.games.rummikub.state import State, Table
from stolik.games.rummikub.tiletext import format_table, format_tiles, parse_table, parse_tiles

T = TypeVar("T")
GAME = Rummikub()


def options_of(preset: str = "rummikub", **changes: Any) -> Options:
    """A preset's options with some of them changed."""
    changed: Options = msgspec.structs.replace(registry.find_preset(preset).options, **changes)
    return changed


class Told(Chance):
    """Draws the tiles it was told, then the first of the pool."""

    def __init__(self, tiles: str) -> None:
        self._tiles = list(parse_tiles(tiles))

    def word(self) -> int:
        return 0

    def draw(self, pool: Sequence[T], n: int) -> tuple[T, ...]:
        left = list(pool)
        drawn = []
        for _ in range(n):
            place = left.index(self._tiles.pop(0)) if self._tiles else 0  # type: ignore[arg-type]
            drawn.append(left.pop(place))
        return tuple(drawn)


class Game:
    """A game at some position, played on by short commands."""

    def __init__(self, state: State, chance: Chance | None = None) -> None:
        self.state = state
        self.chance = chance or SeededChance("golden")
        self.events: tuple[Event, ...] = ()

    @classmethod
    def at(
        cls,
        table: str,
        *racks: str,
        opened: tuple[int, ...] | None = None,
        bank: str | None = None,
        preset: str = "rummikub",
        drawing: str = "",
        **changes: Any,
    ) -> Game:
        """Sets and racks as text; seat 0 is to move, and all have opened unless it is said who has.

        Where the bank is given, the tiles it lacks lie on the table in a heap of their own.
        """
        held = tuple(Rack(parse_tiles(rack)) for rack in racks)
        seats = len(racks)
        facts = Table(
            options=options_of(preset, **changes),
            seats=seats,
            melds=parse_table(table),
            rack_sizes=tuple(map(len, held)),
            fresh=(0,) * seats,
            opened=tuple(range(seats)) if opened is None else opened,
        )
        state = State(facts, held)
        if bank is not None:
            heap = in_order(state.bank() - origins(parse_tiles(bank)))
            state = state.with_table(melds=(*facts.melds, heap))
            assert state.table.bank_size == len(parse_tiles(bank))
        return cls(state, Told(drawing))

    @classmethod
    def dealt(cls, drawing: str = "", seats: int = 2, preset: str = "rummikub", **changes: Any) -> Game:
        """A fresh game in which seat 0 begins and these tiles are dealt first."""
        options = options_of(preset, **{"starter": 0, **changes})
        chance = Told(drawing)
        game = cls(play_out(GAME, None, GAME.setup(options, seats, chance)), chance)
        game.events = GAME.setup(options, seats, Told(drawing))
        return game

    def do(self, seat: int, action: Any) -> Game:
        """Carry out an action, or raise what the rules raise."""
        self.events = GAME.decide(self.state, seat, action, self.chance)
        self.state = play_out(GAME, self.state, self.events)
        return self

    def lay(self, table: str, seat: int | None = None) -> Game:
        """Show a new table; the heap, if there is one, stays."""
        return self.do(self.turn if seat is None else seat, self.table_of(table))

    def add(self, sets: str, seat: int | None = None) -> Game:
        """Lay further sets beside those that are there."""
        melds = (*self.state.table.melds, *parse_table(sets))
        return self.do(self.turn if seat is None else seat, Lay(melds))

    def table_of(self, text: str) -> Lay:
        heap = [meld for meld in self.state.table.melds if len(meld) > 13]
        return Lay((*parse_table(text), *heap))

    @property
    def turn(self) -> int:
        return self.state.table.turn

    @property
    def table(self) -> str:
        """The sets on the table."""
        return format_table([meld for meld in self.state.table.melds if len(meld) <= 13])

    def rack(self, seat: int) -> str:
        return format_tiles(self.state.racks[seat].tiles)

    @property
    def outcome(self) -> Outcome:
        found = GAME.outcome(self.state)
        assert found is not None, "the game goes on"
        return found

    @property
    def over(self) -> bool:
        return GAME.outcome(self.state) is not None

    def kinds(self) -> list[str]:
        """The names of the last action's events."""
        return [type(event).__name__ for event in self.events]


def refused(game: Game, seat: int, action: Any, clause: str, sentence: str = "") -> None:
    """The action is refused by this clause, and nothing has changed."""
    before = game.state
    with pytest.raises(IllegalAction) as refusal:
        game.do(seat, action)
    assert refusal.value.clause == clause, str(refusal.value)
    assert sentence in str(refusal.value)
    assert game.state == before


def refused_table(game: Game, table: str, clause: str, sentence: str = "") -> None:
    """The new table of the seat to move is refused by this clause."""
    refused(game, game.turn, game.table_of(table), clause, sentence)
