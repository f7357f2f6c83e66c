"""The state of a game: what everybody sees (`Table`) and the racks. The bank is what is nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any, Literal

import msgspec

from stolik.core.tiles import Rack, Tile
from stolik.games.rummikub.events import Ended
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import Meld, box_size, box_without, in_order


class Turn(msgspec.Struct, frozen=True):
    """One finished turn of the list: what was laid, and how many tiles were drawn."""

    seat: int
    kind: Literal["opening", "lay", "draw", "pass", "time", "mistake", "resigned"]
    tiles: tuple[Tile, ...] = ()
    drawn: int = 0


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The public facts of a game: the same for every seat and spectator."""

    options: Options
    seats: int
    melds: tuple[Meld, ...] = ()
    starter: int = 0
    turn: int = 0
    rack_sizes: tuple[int, ...]
    #: Seats that have not said yet whether they play with the tiles dealt.
    asked: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    #: How many tiles each seat drew in its latest turn: those on the right end of its rack.
    fresh: tuple[int, ...]
    #: Seats that will open in their next turn, as they say.
    announced: tuple[int, ...] = ()
    #: The seats that still have a move once the bank is empty, in their order.
    closing: tuple[int, ...] | None = None
    resigned: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    ended: Ended | None = None

    def tiles(self) -> Iterable[Tile]:
        """The tiles on the table."""
        return chain.from_iterable(self.melds)

    @property
    def bank_size(self) -> int:
        whole = box_size(self.options.n_copies, self.options.n_jokers)
        return whole - sum(map(len, self.melds)) - sum(self.rack_sizes)

    def unseen(self, seen: Iterable[Tile] = ()) -> Counter[str]:
        """Origins that are neither on the table nor among the tiles seen."""
        options = self.options
        return box_without(options.n_copies, options.n_jokers, chain(self.tiles(), seen))

    def active(self) -> tuple[int, ...]:
        """Seats still in the game."""
        everybody = range(self.seats)
        return (
            tuple(seat for seat in everybody if seat not in self.resigned)
            if self.resigned
            else tuple(everybody)
        )

    def next_turn(self, seat: int) -> int:
        """The seat to the left that moves after this one."""
        active = self.active()
        return min([each for each in active if each > seat] or active or (seat,))

    def round_after(self, seat: int) -> tuple[int, ...]:
        """The seats still in the game from the next one round to this one."""
        return tuple(sorted(self.active(), key=lambda each: (each - seat - 1) % self.seats))

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an answer or a move."""
        if self.ended is not None:
            return ()
        return self.asked or (self.turn,)

    def may_announce(self, seat: int) -> bool:
        """Whether this seat has just drawn, has not opened, and has not said yet that it will."""
        return (
            self.options.announce == "required"
            and seat not in (*self.opened, *self.announced)
            and self.fresh[seat] > 0
            and self.turn != seat
            and not self.asked
        )


class State(msgspec.Struct, frozen=True):
    """The whole truth, known to the server alone."""

    table: Table
    racks: tuple[Rack, ...]

    def bank(self) -> Counter[str]:
        """The origins in the bank; where racks are partly unknown, the bank and those unknown tiles."""
        return self.table.unseen(tile for rack in self.racks for tile in rack.tiles)

    def bank_tiles(self) -> tuple[Tile, ...]:
        """The bank by colour and number."""
        return in_order(self.bank())

    def with_rack(self, seat: int, rack: Rack, **changes: Any) -> State:
        """The state with another rack and other public facts."""
        racks = replaced(self.racks, seat, rack)
        sizes = tuple(len(each) for each in racks)
        return State(msgspec.structs.replace(self.table, rack_sizes=sizes, **changes), racks)

    def with_table(self, **changes: Any) -> State:
        """The state with other public facts."""
        return State(msgspec.structs.replace(self.table, **changes), self.racks)


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The items with another one in one place."""
    return (*items[:index], item, *items[index + 1 :])
