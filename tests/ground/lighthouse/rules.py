"""The rules; the clauses are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import Chance
from stolik.core.clauses import in_force
from stolik.core.codec import Codec
from stolik.core.draft import Draft
from stolik.core.game import Census, Game, IllegalAction, Preview
from stolik.core.message import Message
from stolik.core.moves import Line, Lines
from stolik.core.outcome import Kind, Outcome, Seat, Viewer, of_team
from stolik.core.tiles import Rack, Tile, origins

from .actions import Action, Build, Drop
from .events import Built, Drawn, Dropped, Ended, Event, Left, Started
from .evolve import evolve
from .options import Options
from .state import State, Table
from .view import View, redacted, sampled, view_of


class Lighthouse(Game[Options, State, Action, Event, View]):
    """Everybody against the sea."""

    name = "lighthouse"
    box_clause = "L2.3"
    plays_are_found = False

    def __init__(self) -> None:
        self.codec: Codec[Options, Action, Event, View] = Codec(1, Options, Action, Event, View)

    def kind(self, options: Options, seats: int) -> Kind:
        return "together"

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[Event, ...]:
        starter = options.starter % seats
        draft = Draft[State, Event](evolve, chance, None, Started(replace(options, starter=starter), seats))
        for seat in range(seats):
            _draw(draft, seat, options.hand)
        return tuple(draft.events)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> frozenset[Seat]:
        turn = state.table.turn
        return frozenset() if turn is None else frozenset({turn})

    def decide(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[Event, ...]:
        table = state.table
        if table.ended:
            raise IllegalAction("L3.1", "The game is over.")
        if not 0 <= seat < table.seats:
            raise IllegalAction("L1.3", "Nobody sits there.")
        draft = Draft[State, Event](evolve, chance, state)
        if isinstance(action, Resign | TimedOut):
            draft.add(Left(seat, isinstance(action, TimedOut)))
            draft.add(Ended("left", state.racks))
            return tuple(draft.events)
        if seat != table.turn and in_force("L1.3"):
            raise IllegalAction("L1.3", "It is not your turn.")
        refusal = _refusal(table, state.racks[seat].tiles, action)
        if refusal is not None:
            raise refusal
        draft.add((Built if isinstance(action, Build) else Dropped)(seat, action.tile))
        _draw(draft, seat, 1)
        _end(draft)
        return tuple(draft.events)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redacted(event, viewer)

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if table.ended is None:
            return None
        reason = table.ended.reason
        return of_team(reason, table.seats, "won" if reason == "built" else "lost", table.options.starter)

    def census(self, state: State) -> Census:
        open_to_all = {"tower": origins(state.table.tower), "sea": origins(state.table.sea)}
        hands = {f"rack {seat}": origins(rack.tiles) for seat, rack in enumerate(state.racks)}
        return {"bag": origins(state.bag()), **open_to_all, **hands}

    def flow(self, event: Event) -> Census:
        match event:
            case Drawn(seat, rack):
                return _moved(rack.tiles, "bag", f"rack {seat}")
            case Built(seat, tile):
                return _moved((tile,), f"rack {seat}", "tower")
            case Dropped(seat, tile):
                return _moved((tile,), f"rack {seat}", "sea")
        return {}

    def points(self, event: Event) -> Mapping[Seat, int]:
        return {}

    def actions(self, view: View) -> Iterator[Action]:
        table = view.table
        if view.viewer is None or table.ended:
            return
        if view.viewer == table.turn:
            held = sorted(set(view.rack))
            yield from (Build(tile) for tile in held if _refusal(table, view.rack, Build(tile)) is None)
            yield from map(Drop, held)
        yield Resign()

    def preview(self, view: View, action: Action) -> Preview:
        refusal = None if isinstance(action, Resign | TimedOut) else _refusal(view.table, view.rack, action)
        return Preview() if refusal is None else Preview(clause=refusal.clause, problem=refusal.message)

    def listed(self, lines: Lines, seq: int, event: Event, after: State) -> Lines:
        match event:
            case Built(seat, tile):
                return (*lines, Line(seq, seat, Message("build {n}", {"n": tile.face}), strong=True))
            case Dropped(seat, tile):
                return (*lines, Line(seq, seat, Message("drop {n}", {"n": tile.face})))
            case Left(seat, timed_out):
                return (*lines, Line(seq, seat, Message("out of time" if timed_out else "leave")))
        return lines

    def next_game(self, options: Options, outcome: Outcome) -> Options:
        return replace(options, starter=(outcome.starter + 1) % len(outcome.scores))

    def sample_world(
        self, view: View, chance: Chance, holding: Mapping[Seat, tuple[Tile, ...]] = {}
    ) -> State:
        return sampled(view, chance, holding)


def _refusal(table: Table, rack: tuple[Tile, ...], action: Build | Drop) -> IllegalAction | None:
    """What speaks against an action, as far as its seat knows: and that is all there is."""
    if action.tile not in rack:
        return IllegalAction("L2.3", "You do not hold the stone {n}.", n=action.tile.face)
    if isinstance(action, Build) and action.tile.face != str(table.wanted) and in_force("L2.1"):
        return IllegalAction("L2.1", "The next stone of the tower is {n}.", n=table.wanted)
    return None


def _draw(draft: Draft[State, Event], seat: Seat, n: int) -> None:
    bag = draft.state.bag()
    if bag:
        draft.add(Drawn(seat, Rack(draft.chance.draw(bag, min(n, len(bag))))))


def _end(draft: Draft[State, Event]) -> None:
    table, racks = draft.state.table, draft.state.racks
    if len(table.tower) == table.options.height:
        draft.add(Ended("built", racks))
    elif len(table.sea) > table.options.sea:
        draft.add(Ended("sea", racks))
    elif table.turn is None:
        draft.add(Ended("empty", racks))


def _moved(tiles: tuple[Tile, ...], source: str, to: str) -> Census:
    there = origins(tiles)
    return {to: there, source: Counter({number: -n for number, n in there.items()})}
