"""Positions and plays for the goldens, written as people write them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import Chance, SeededChance
from stolik.core.game import IllegalAction, play_out
from stolik.core.tiles import Rack, tiles_of
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Challenge, Place
from stolik.games.scrabble.events import Event, PlayScored
from stolik.games.scrabble.notation.cgp import parse_position
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import State
from stolik.notation.coordinates import Notation
from stolik.notation.plays import parse_play

EMPTY = "/".join(["15"] * 15)
#: KOT lies across the centre, K on 8H.
KOT = "/".join(["15"] * 7 + ["7KOT5"] + ["15"] * 7)
#: A play that no list has.
WRONG = "8H KZO"
INTERNATIONAL = Notation.INTERNATIONAL


def options_of(preset: str = "pl", **changes: Any) -> Options:
    """A preset's options with some of them changed."""
    return msgspec.structs.replace(registry.find_preset(preset).options, **changes)


class Bench:
    """A game at some position, played on by short commands."""

    def __init__(self, game: Scrabble, state: State, chance: Chance | None = None) -> None:
        self.game = game
        self.state = state
        self.chance = chance or SeededChance("golden")
        self.events: tuple[Event, ...] = ()

    @classmethod
    def at(
        cls, game: Scrabble, rows: str, racks: str, preset: str = "pl", scores: str = "", **changes: Any
    ) -> Bench:
        """A position as CGP rows and racks; the first rack's seat is to move."""
        options = options_of(preset, **changes)
        state = parse_position(f"{rows} {racks} {scores}", options, game.referee.hash_of(options))
        return cls(game, state)

    @classmethod
    def dealt(
        cls, game: Scrabble, seats: int = 2, preset: str = "pl", seed: str = "golden", **changes: Any
    ) -> Bench:
        """A fresh game in which seat 0 begins."""
        options = options_of(preset, **{"starter": 0, **changes})
        chance = SeededChance(seed)
        return cls(game, play_out(game, None, game.setup(options, seats, chance)), chance)

    def place(self, text: str) -> Place:
        table = self.state.table
        rack = self.state.racks[table.turn].tiles
        return Place(parse_play(text, table.board, table.options.layout, rack, INTERNATIONAL))

    def do(self, seat: int, action: Any) -> Bench:
        """Carry out an action, or raise what the rules raise."""
        self.events = self.game.decide(self.state, seat, action, self.chance)
        self.state = play_out(self.game, self.state, self.events)
        return self

    def lay(self, text: str, seat: int | None = None) -> Bench:
        """Lay a play for the seat to move."""
        return self.do(self.state.table.turn if seat is None else seat, self.place(text))

    def give(self, seat: int, rack: str) -> Bench:
        """Put these tiles on a rack, whatever was there before."""
        self.state = self.state.with_rack(seat, Rack(tiles_of(rack)))
        return self

    @property
    def scored(self) -> int:
        """The points of the play that the last action scored."""
        return next(event.points for event in self.events if isinstance(event, PlayScored))

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.table.scores

    @property
    def turn(self) -> int:
        return self.state.table.turn

    def kinds(self) -> list[str]:
        """The names of the last action's events."""
        return [type(event).__name__ for event in self.events]


def refused(bench: Bench, seat: int, action: Any, clause: str) -> None:
    """The action is refused by this clause, and nothing has changed."""
    before = bench.state
    with pytest.raises(IllegalAction) as refusal:
        bench.do(seat, action)
    assert refusal.value.clause == clause
    assert bench.state == before


def refused_play(bench: Bench, clause: str, text: str) -> None:
    """The play of the seat to move is refused by this clause, and nothing has changed."""
    refused(bench, bench.turn, bench.place(text), clause)


def played(game: Scrabble, seats: int = 2, text: str = "8H KOT", **changes: Any) -> Bench:
    """A fresh game in which seat 0 has just laid a play."""
    bench = Bench.dealt(game, seats, **changes).give(0, "KOTAZEI")
    return bench.lay(text)


def nearly_empty_bag(game: Scrabble, left: int, preset: str = "pl", **changes: Any) -> Bench:
    """Seat 0 to move with a few tiles in the bag; seat 1 holds the rest."""
    bench = Bench.dealt(game, preset=preset, **changes)
    bag = bench.state.bag_tiles()
    taken = bag[: len(bag) - left]
    hoard = bench.state.racks[1].with_tiles(taken)
    bench.state = bench.state.with_rack(1, hoard)
    assert bench.state.table.bag_size == left
    return bench


def going_out(game: Scrabble, other_rack: str, preset: str = "pl", **changes: Any) -> Bench:
    """The bag is empty and seat 0 holds its last tiles."""
    last = "KOT" if preset == "pl" else "ATO"
    bench = Bench.at(game, EMPTY, f"{last}/{other_rack}", preset, **{"challenge": "off", **changes})
    return with_small_set(bench, bench.state.bag())


def with_small_set(bench: Bench, spare: Counter[str]) -> Bench:
    """The same position with a set that lacks the spare tiles, so that the bag is empty."""
    options = bench.state.table.options
    kinds = tuple(
        msgspec.structs.replace(kind, count=kind.count - spare[kind.letter]) for kind in options.tiles.kinds
    )
    small = msgspec.structs.replace(options, tiles=msgspec.structs.replace(options.tiles, kinds=kinds))
    bench.state = bench.state.with_table(options=small)
    assert bench.state.table.bag_size == 0
    return bench


def lose_turn(bench: Bench) -> Bench:
    """The seat to move lays what is not a word and is challenged."""
    seat = bench.turn
    return bench.give(seat, "KOTAZEI").lay(WRONG).do(1 - seat, Challenge())
