"""The state of a game: what everybody sees (`Table`) and the racks. The bag is what is nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import Any, Literal

import msgspec

from stolik.core.tiles import Rack, Tile
from stolik.crossboard.board import Board, Laid
from stolik.crossboard.scoring import WordFormed
from stolik.games.scrabble.events import Ended
from stolik.games.scrabble.options import Options


class PendingPlay(msgspec.Struct, frozen=True):
    """A play that others may still challenge."""

    seat: int
    tiles: tuple[Laid, ...]
    words: tuple[WordFormed, ...]
    bonus: int
    points: int
    accepted: tuple[int, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """One finished turn of the move list."""

    seat: int
    kind: Literal["play", "exchange", "pass", "withdrawn", "lost", "time", "resigned"]
    tiles: tuple[Laid, ...] = ()
    words: tuple[WordFormed, ...] = ()
    points: int = 0
    exchanged: int = 0


class QuietTurn(msgspec.Struct, frozen=True, array_like=True):
    """A turn without a play: P passed, L lost, X exchanged, ? not known which (a position read from text)."""

    seat: int
    kind: Literal["P", "L", "X", "?"]


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The public facts of a game: the same for every seat and spectator."""

    options: Options
    seats: int
    lexicon_hash: str
    laid: tuple[Laid, ...] = ()
    scores: tuple[int, ...]
    starter: int = 0
    turn: int = 0
    rack_sizes: tuple[int, ...]
    #: Tiles of each rack that everybody has seen: those of withdrawn plays, and all once it is over.
    shown: tuple[tuple[Tile, ...], ...]
    pending: PendingPlay | None = None
    #: The turns since the last play.
    scoreless: tuple[QuietTurn, ...] = ()
    losing_turn: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()
    out_of_time: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    ended: Ended | None = None

    @cached_property
    def board(self) -> Board:
        return Board.of(self.laid)

    @property
    def bag_size(self) -> int:
        return len(self.options.tiles) - len(self.laid) - sum(self.rack_sizes)

    def unseen(self, seen: Iterable[Tile] = ()) -> Counter[str]:
        """Origins that are neither on the board nor shown nor among the tiles seen."""
        on_board = (each.tile for each in self.laid)
        return self.options.tiles.without(chain(on_board, chain.from_iterable(self.shown), seen))

    def active(self) -> tuple[int, ...]:
        """Seats still in the game."""
        return tuple(seat for seat in range(self.seats) if seat not in self.resigned)

    def movers(self) -> tuple[int, ...]:
        """Seats that still take turns."""
        return tuple(seat for seat in self.active() if seat not in self.out_of_time)

    def next_turn(self, seat: int) -> int:
        """The seat to the left that moves after this one."""
        movers = self.movers()
        later = [each for each in movers if each > seat]
        return min(later or movers or (seat,))

    def refill_size(self, seat: int) -> int:
        """How many tiles a seat draws to fill its rack, as far as the bag goes."""
        return max(0, min(self.options.rack_size - self.rack_sizes[seat], self.bag_size))

    @property
    def bag_size_after_refill(self) -> int:
        """The tiles in the bag once a play on the board stands and its owner has drawn."""
        return self.bag_size - (self.refill_size(self.pending.seat) if self.pending else 0)

    def moving_answers(self, seat: int) -> bool:
        """Whether a move of this seat accepts the play on the board (S7.2): with two players, unless the play
        ends the game."""
        pending = self.pending
        if pending is None or len(self.active()) > 2 or self.to_answer() != (seat,):
            return False
        ends = not self.bag_size and not self.rack_sizes[pending.seat]
        return not ends and self.next_turn(pending.seat) == seat

    def to_answer(self) -> tuple[int, ...]:
        """Seats that may still accept or challenge the play on the board."""
        if self.pending is None:
            return ()
        answered = {self.pending.seat, *self.pending.accepted}
        return tuple(seat for seat in self.active() if seat not in answered)


class State(msgspec.Struct, frozen=True):
    """The whole truth, known to the server alone."""

    table: Table
    racks: tuple[Rack, ...]

    def bag(self) -> Counter[str]:
        """The origins in the bag; where racks are partly unknown, the bag and those unknown tiles."""
        on_board = (each.tile for each in self.table.laid)
        held = (tile for rack in self.racks for tile in rack.tiles)
        return self.table.options.tiles.without(chain(on_board, held))

    def bag_tiles(self) -> tuple[Tile, ...]:
        """The bag as tiles in alphabet order."""
        return self.table.options.tiles.in_order(self.bag())

    def with_rack(self, seat: int, rack: Rack, **changes: Any) -> State:
        """The state with another rack and other public facts."""
        racks = _with(self.racks, seat, rack)
        sizes = tuple(len(each) for each in racks)
        return State(msgspec.structs.replace(self.table, rack_sizes=sizes, **changes), racks)

    def with_table(self, **changes: Any) -> State:
        """The state with other public facts."""
        return State(msgspec.structs.replace(self.table, **changes), self.racks)


def _with(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
