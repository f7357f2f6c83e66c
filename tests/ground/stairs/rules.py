"""The rules; the clauses are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import Chance
from stolik.core.clauses import in_force
from stolik.core.codec import Codec
from stolik.core.draft import Draft
from stolik.core.game import Census, Feat, Game, IllegalAction, Preview
from stolik.core.message import Message
from stolik.core.moves import Line, Lines
from stolik.core.outcome import Kind, Outcome, Seat, Viewer, rank
from stolik.core.tiles import Rack, Tile, origins

from .actions import Action, Put, Throw
from .events import Drawn, Ended, Event, Resigned, Started, StepPut, Thrown, TurnLost
from .evolve import evolve
from .options import Options
from .state import State, Table
from .view import View, redacted, sampled, view_of

#: A stair of so many steps is counted.
_TALL = 5


class Stairs(Game[Options, State, Action, Event, View]):
    """Rising numbers."""

    name = "stairs"
    box_clause = "S2.5"
    plays_are_found = False

    def __init__(self) -> None:
        self.codec: Codec[Options, Action, Event, View] = Codec(1, Options, Action, Event, View)

    def kind(self, options: Options, seats: int) -> Kind:
        return "solo" if seats == 1 else "versus"

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
            raise IllegalAction("S3.1", "The game is over.")
        if not 0 <= seat < table.seats:
            raise IllegalAction("S1.3", "Nobody sits there.")
        if isinstance(action, Resign):
            return Resigned(seat), Ended("resigned", state.racks)
        if seat != table.turn and in_force("S1.3"):
            raise IllegalAction("S1.3", "It is not your turn.")
        draft = Draft[State, Event](evolve, chance, state)
        if isinstance(action, TimedOut):
            draft.add(TurnLost(seat))
        else:
            refusal = _refusal(table, seat, state.racks[seat].tiles, action)
            if refusal is not None:
                raise refusal
            draft.add(_done(table, seat, action))
            _draw(draft, seat, 1)
        if min(draft.state.table.n_turns) == table.options.turns:
            draft.add(Ended("finished", draft.state.racks))
        return tuple(draft.events)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redacted(event, viewer)

    def outcome(self, state: State) -> Outcome | None:
        table = state.table
        if table.ended is None:
            return None
        keys = {seat: (seat != table.resigned, points) for seat, points in enumerate(table.scores)}
        return Outcome(table.ended.reason, rank(keys), table.scores, table.options.starter)

    def census(self, state: State) -> Census:
        hands = {f"rack {seat}": origins(rack.tiles) for seat, rack in enumerate(state.racks)}
        return {"bag": origins(state.bag()), "table": origins(state.table.tiles()), **hands}

    def flow(self, event: Event) -> Census:
        match event:
            case Drawn(seat, rack):
                return _moved(rack.tiles, "bag", f"rack {seat}")
            case StepPut(seat, tile) | Thrown(seat, tile):
                return _moved((tile,), f"rack {seat}", "table")
        return {}

    def points(self, event: Event) -> Mapping[Seat, int]:
        return {event.seat: event.points} if isinstance(event, StepPut) else {}

    def actions(self, view: View) -> Iterator[Action]:
        seat, table = view.viewer, view.table
        if seat is None or table.ended:
            return
        if seat == table.turn:
            held = sorted(view.rack, key=lambda tile: int(tile.face))
            puts = (Put(tile, stair) for tile in held for stair in range(table.options.stairs))
            yield from (put for put in puts if _refusal(table, seat, view.rack, put) is None)
            yield from map(Throw, held)
        yield Resign()

    def preview(self, view: View, action: Action) -> Preview:
        if view.viewer is None or isinstance(action, Resign | TimedOut):
            return Preview()
        refusal = _refusal(view.table, view.viewer, view.rack, action)
        if refusal is not None:
            return Preview(clause=refusal.clause, problem=refusal.message)
        done = _done(view.table, view.viewer, action)
        return Preview(points=done.points if isinstance(done, StepPut) else 0)

    def feats(self, events: Iterable[Event]) -> Iterator[Feat]:
        state = None
        for event in events:
            state = evolve(state, event)
            if isinstance(event, StepPut):
                stair = state.table.stairs[event.seat][event.stair]
                tags = ("tall",) if len(stair) >= _TALL else ()
                yield Feat(event.seat, "–".join(tile.face for tile in stair), event.points, tags)

    def listed(self, lines: Lines, seq: int, event: Event, after: State) -> Lines:
        match event:
            case StepPut(seat, tile, _, points):
                total = after.table.scores[seat]
                step = Message("step {n}", {"n": tile.face})
                return (*lines, Line(seq, seat, step, strong=True, points=points, total=total))
            case Thrown(seat, tile):
                return (*lines, Line(seq, seat, Message("throw {n}", {"n": tile.face})))
            case TurnLost(seat):
                return (*lines, Line(seq, seat, Message("turn lost")))
            case Resigned(seat):
                return (*lines, Line(seq, seat, Message("leave")))
        return lines

    def next_game(self, options: Options, outcome: Outcome) -> Options:
        return replace(options, starter=(outcome.starter + 1) % len(outcome.scores))

    def sample_world(
        self, view: View, chance: Chance, holding: Mapping[Seat, tuple[Tile, ...]] = {}
    ) -> State:
        return sampled(view, chance, holding)


def _refusal(table: Table, seat: Seat, rack: tuple[Tile, ...], action: Put | Throw) -> IllegalAction | None:
    """What speaks against an action, as far as its seat knows: and that is all there is."""
    if action.tile not in rack:
        return IllegalAction("S2.5", "You do not hold the step {n}.", n=action.tile.face)
    if isinstance(action, Throw):
        return None
    if action.stair >= table.options.stairs:
        return IllegalAction("S2.1", "There are {n} stairs.", n=table.options.stairs)
    stair = table.stairs[seat][action.stair]
    if stair and int(action.tile.face) < int(stair[-1].face) and in_force("S2.2"):
        return IllegalAction("S2.2", "This stair goes on above {n}.", n=stair[-1].face)
    return None


def _done(table: Table, seat: Seat, action: Put | Throw) -> StepPut | Thrown:
    """What an action that is allowed leads to."""
    if isinstance(action, Throw):
        return Thrown(seat, action.tile)
    return StepPut(seat, action.tile, action.stair, len(table.stairs[seat][action.stair]) + 1)


def _draw(draft: Draft[State, Event], seat: Seat, n: int) -> None:
    bag = draft.state.bag()
    if bag:
        draft.add(Drawn(seat, Rack(draft.chance.draw(bag, min(n, len(bag))))))


def _moved(tiles: tuple[Tile, ...], source: str, to: str) -> Census:
    there = origins(tiles)
    return {to: there, source: Counter({number: -n for number, n in there.items()})}
