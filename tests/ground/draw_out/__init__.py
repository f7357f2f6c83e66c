"""The smallest game: take a tile in turn until none is left; the higher sum wins. A pattern for new games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from stolik.core.about import About, Preset, load_about, load_presets
from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import Chance
from stolik.core.clauses import in_force
from stolik.core.codec import Codec
from stolik.core.game import Census, Game, IllegalAction, Preview
from stolik.core.message import Message
from stolik.core.moves import Line, Lines
from stolik.core.outcome import Outcome, Viewer, rank
from stolik.core.tiles import Rack, Tile, letter_tile, origins


class Options(msgspec.Struct, frozen=True):
    """Tiles are numbered from 1 up to this."""

    tiles: Annotated[int, msgspec.Meta(ge=1, le=50)] = 6


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Take a tile."""


class Started(msgspec.Struct, frozen=True, tag=True):
    """The game begins."""

    options: Options
    seats: int


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """A seat took a tile; others do not see which."""

    seat: int
    rack: Rack


class Resigned(msgspec.Struct, frozen=True, tag=True):
    """A seat left."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag=True):
    """All is shown and counted."""

    racks: tuple[Rack, ...]
    scores: tuple[int, ...]


Action = Draw | Resign | TimedOut
Event = Started | Drawn | Resigned | Ended


class Table(msgspec.Struct, frozen=True):
    """What everybody sees."""

    options: Options
    seats: int
    sizes: tuple[int, ...]
    resigned: int | None = None
    ended: Ended | None = None

    @property
    def turn(self) -> int:
        return sum(self.sizes) % self.seats


class State(msgspec.Struct, frozen=True):
    """The table and the racks."""

    table: Table
    racks: tuple[Rack, ...]

    def bag(self) -> tuple[Tile, ...]:
        held = origins(tile for rack in self.racks for tile in rack.tiles)
        every = Counter(str(n) for n in range(1, self.table.options.tiles + 1))
        return tuple(letter_tile(name) for name in sorted((every - held).elements()))


class View(msgspec.Struct, frozen=True):
    """What one seat sees."""

    viewer: int | None
    table: Table
    rack: tuple[Tile, ...]


class DrawOut(Game[Options, State, Action, Event, View]):
    """Take a tile in turn."""

    name = "draw_out"

    def __init__(self) -> None:
        self.codec: Codec[Options, Action, Event, View] = Codec(1, Options, Action, Event, View)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[Event, ...]:
        return (Started(options, seats),)

    def evolve(self, state: State | None, event: Event) -> State:
        if isinstance(event, Started):
            return State(Table(event.options, event.seats, (0,) * event.seats), (Rack(),) * event.seats)
        assert state is not None
        table, racks = state.table, state.racks
        if isinstance(event, Drawn):
            rack = racks[event.seat].with_tiles(event.rack.tiles, event.rack.unknown)
            racks = (*racks[: event.seat], rack, *racks[event.seat + 1 :])
            return State(msgspec.structs.replace(table, sizes=tuple(map(len, racks))), racks)
        if isinstance(event, Resigned):
            return State(msgspec.structs.replace(table, resigned=event.seat), racks)
        return State(msgspec.structs.replace(table, ended=event), event.racks)

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state.table.ended else frozenset({state.table.turn})

    def decide(self, state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
        table = state.table
        if table.ended:
            raise IllegalAction("D1.2", "the game is over")
        if not 0 <= seat < table.seats:
            raise IllegalAction("D1.1", "nobody sits there")
        if isinstance(action, Resign):
            return Resigned(seat), Ended(state.racks, (0,) * table.seats)
        if seat != table.turn and in_force("D1.1"):
            raise IllegalAction("D1.1", "it is not this seat's turn")
        # Who is timed out takes a tile all the same.
        drawn = Drawn(seat, Rack(chance.draw(state.bag(), 1)))
        after = self.evolve(state, drawn)
        if after.bag():
            return (drawn,)
        scores = tuple(sum(int(tile.origin) for tile in rack.tiles) for rack in after.racks)
        return drawn, Ended(after.racks, scores)

    def view(self, state: State, viewer: Viewer) -> View:
        return View(viewer, state.table, () if viewer is None else state.racks[viewer].tiles)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        if isinstance(event, Drawn) and event.seat != viewer:
            return Drawn(event.seat, Rack((), len(event.rack)))
        return event

    def outcome(self, state: State) -> Outcome | None:
        ended, left = state.table.ended, state.table.resigned
        if ended is None:
            return None
        keys = {seat: (seat != left, score) for seat, score in enumerate(ended.scores)}
        return Outcome("bag empty" if left is None else "resigned", rank(keys), ended.scores)

    def census(self, state: State) -> Census:
        racks = {f"rack {seat}": origins(rack.tiles) for seat, rack in enumerate(state.racks)}
        return {"bag": origins(state.bag()), **racks}

    def flow(self, event: Event) -> Census:
        if not isinstance(event, Drawn):
            return {}
        moved = origins(event.rack.tiles)
        return {f"rack {event.seat}": moved, "bag": Counter({name: -n for name, n in moved.items()})}

    def points(self, event: Event) -> Mapping[int, int]:
        return dict(enumerate(event.scores)) if isinstance(event, Ended) else {}

    def listed(self, lines: Lines, seq: int, event: Event, after: State) -> Lines:
        if isinstance(event, Drawn):
            return (*lines, Line(seq, event.seat, Message("draw"), total=after.table.sizes[event.seat]))
        return (*lines, Line(seq, event.seat, Message("leave"))) if isinstance(event, Resigned) else lines

    def actions(self, view: View) -> Iterator[Action]:
        if view.table.ended is None and view.viewer is not None:
            yield from (Draw(), Resign()) if view.viewer == view.table.turn else (Resign(),)

    def preview(self, view: View, action: Action) -> Preview:
        return Preview()

    def next_game(self, options: Options, outcome: Outcome) -> Options:
        return options

    def sample_world(self, view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]] = {}) -> State:
        if view.table.ended:
            return State(view.table, view.table.ended.racks)
        racks = [Rack(view.rack if seat == view.viewer else ()) for seat in range(view.table.seats)]
        for seat, size in enumerate(view.table.sizes):
            if seat != view.viewer:
                racks[seat] = Rack(chance.draw(State(view.table, tuple(racks)).bag(), size))
        return State(view.table, tuple(racks))


def create(words: Any) -> DrawOut:
    """The game; it needs no words."""
    return DrawOut()


def about() -> About:
    """What the game says of itself."""
    return load_about(__name__)


def presets() -> tuple[Preset, ...]:
    """One way to play it."""
    return load_presets(__name__, lambda chosen: msgspec.convert(chosen, Options))
