"""The game: what each action leads to. The clauses are in RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

import msgspec
from msgspec import UNSET

from stolik.core import draft as core_draft
from stolik.core.chance import Chance
from stolik.core.clauses import in_force
from stolik.core.codec import Codec
from stolik.core.game import Census, Feat, Game, IllegalAction, Made, Preview
from stolik.core.moves import Lines
from stolik.core.outcome import Outcome, Viewer
from stolik.core.tiles import Rack, Tile, origins, unnamed
from stolik.crossboard.engine.brain import Brain
from stolik.games.scrabble import tracking
from stolik.games.scrabble.actions import (
    Accept,
    Action,
    Challenge,
    Exchange,
    Pass,
    Place,
    Resign,
    TimedOut,
)
from stolik.games.scrabble.ending import end_reason, ended, outcome
from stolik.games.scrabble.enumerate import legal_actions
from stolik.games.scrabble.events import (
    Accepted,
    ChallengeRejected,
    ChallengeUpheld,
    ClockExpired,
    Event,
    Exchanged,
    OvertimeCounted,
    Passed,
    Placed,
    PlayScored,
    Resigned,
    Started,
    StarterChosen,
    StarterDrawn,
    TilesDrawn,
    TurnLost,
)
from stolik.games.scrabble.evolve import evolve
from stolik.games.scrabble.listing import listed
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.play import missing_tiles, not_on_rack, refusals, score
from stolik.games.scrabble.state import PendingPlay, State, Table
from stolik.games.scrabble.view import View, redact, view
from stolik.games.scrabble.words import Referee, refuse_too_long
from stolik.games.scrabble.worlds import sample_world
from stolik.words.store import Lexicons

Draft = core_draft.Draft[State, Event]


class Scrabble(Game[Options, State, Action, Event, View]):
    """The crossword-tile game in all its editions."""

    name = "scrabble"
    box_clause = "S3.2"
    overtime_option = "overtime_points"

    def __init__(self, words: Lexicons) -> None:
        self.codec: Codec[Options, Action, Event, View] = Codec(1, Options, Action, Event, View)
        self.referee = Referee(words)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[Event, ...]:
        if not options.min_players <= seats <= options.max_players and in_force("S1.5"):
            raise IllegalAction(
                "S1.5",
                "this game is for {least} to {most} players, not {seats}",
                least=options.min_players,
                most=options.max_players,
                seats=seats,
            )
        if options.rack_size * seats > len(options.tiles):
            raise IllegalAction(
                "S2.5", "{seats} racks of {n} are more than the set has", seats=seats, n=options.rack_size
            )
        if options.starter is not None and options.starter >= seats:
            raise IllegalAction(
                "S2.4", "seat {seat} cannot begin: there are {n} seats", seat=options.starter, n=seats
            )
        started = Started(options, seats, self.referee.hash_of(options), chance.commitment)
        draft = Draft(evolve, chance, None, started)
        starter = options.starter if options.starter is not None else _draw_starter(draft)
        draft.add(StarterChosen(starter))
        for seat in range(seats if in_force("S2.5") else 0):
            _refill(draft, (starter + seat) % seats)
        return tuple(draft.events)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset(tracking.to_act(state.table))

    def decide(self, state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
        table = state.table
        if table.ended is not None and in_force("S3.4"):
            raise IllegalAction("S3.4", "the game is over")
        if seat not in table.active():
            raise IllegalAction("S3.1", "this seat is not in the game")
        draft = Draft(evolve, chance, state)
        match action:
            case Place() | Exchange() | Pass():
                self._take_turn(draft, seat, action)
            case Accept():
                _check_may_answer(draft, seat)
                _accept(draft, seat)
            case Challenge():
                self._challenge(draft, seat)
            case Resign():
                _resign(draft, seat)
            case TimedOut():
                _time_out(draft, seat, action.overtime)
            case _:
                assert_never(action)
        return tuple(draft.events)

    def _take_turn(self, draft: Draft, seat: int, action: Place | Exchange | Pass) -> None:
        """Look at everything that could be refused first: a refusal must not have drawn tiles."""
        table = draft.state.table
        if table.pending is not None:
            _check_moving_answers(table, seat)
        elif table.turn != seat and in_force("S3.1"):
            raise IllegalAction("S3.1", "it is not this seat's turn")
        match action:
            case Place():
                placed = self._placed(draft.state, seat, action)
                _accept_pending(draft, seat)
                draft.add(placed)
                if _judged_at_once(table) or not in_force("S7.1"):
                    _close_window(draft)
            case Exchange():
                _check_exchange(draft.state, seat, action)
                _accept_pending(draft, seat)
                _exchange(draft, seat, action)
            case Pass():
                _accept_pending(draft, seat)
                draft.add(Passed(seat))
                _settle(draft)

    def _placed(self, state: State, seat: int, action: Place) -> Placed:
        """The play as it would lie on the board, or the refusal of it."""
        table = state.table
        for refusal in refusals(table, state.racks[seat], action.tiles):
            raise refusal
        scored = score(table, action.tiles)
        refuse_too_long(word.text for word in scored.words)
        if _judged_at_once(table):
            self.referee.refuse_invalid(table, [word.text for word in scored.words])
        return Placed(seat, tuple(sorted(action.tiles)), scored.words, scored.bonus, scored.points)

    def _challenge(self, draft: Draft, seat: int) -> None:
        pending = _check_may_answer(draft, seat)
        table = draft.state.table
        words = tuple(word.text for word in pending.words)
        excluded = tuple(self.referee.excluded(table, words))
        invalid = (*excluded, *self.referee.unknown(table, words))
        if invalid and in_force("S7.4"):
            tiles = tuple(unnamed(each.tile) for each in pending.tiles)
            draft.add(ChallengeUpheld(pending.seat, seat, invalid, tiles, excluded))
            _settle(draft)
            return
        rule = table.options.challenge
        draft.add(
            ChallengeRejected(
                pending.seat,
                seat,
                words,
                challenger_points=-10 if rule == "minus10" and in_force("S7.6") else 0,
                mover_points={"plus5": 5, "plus10": 10}.get(rule, 0) if in_force("S7.8") else 0,
                turn_lost=rule == "double" and in_force("S7.7"),
            )
        )
        _close_window(draft)

    def view(self, state: State, viewer: Viewer) -> View:
        return view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redact(event, viewer)

    def listed(self, lines: Lines, seq: int, event: Event, after: State) -> Lines:
        return listed(lines, seq, event, after)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state.table)

    def census(self, state: State) -> Census:
        return tracking.census(state)

    def flow(self, event: Event) -> Census:
        return tracking.flow(event)

    def points(self, event: Event) -> Mapping[int, int]:
        return tracking.points(event)

    def actions(self, view: View) -> Iterator[Action]:
        return legal_actions(view, self.referee)

    def preview(self, view: View, action: Action) -> Preview:
        if not isinstance(action, Place):
            return Preview()
        table = view.table
        for refusal in refusals(table, Rack(view.rack), action.tiles):
            return Preview(clause=refusal.clause, problem=refusal.message)
        scored = score(table, action.tiles)
        made = tuple(Made(word.text, word.points) for word in scored.words)
        try:
            refuse_too_long(word.text for word in scored.words)
            if table.options.challenge == "off":
                self.referee.refuse_invalid(table, [word.text for word in scored.words])
        except IllegalAction as refusal:
            return Preview(made, scored.points, refusal.clause, refusal.message)
        return Preview(made, scored.points)

    def next_game(self, options: Options, outcome: Outcome) -> Options:
        """The seat to the left of the last starter begins."""
        return msgspec.structs.replace(options, starter=(outcome.starter + 1) % len(outcome.scores))

    def begun_by(self, options: Options, seat: int) -> Options:
        return msgspec.structs.replace(options, starter=seat)

    def feats(self, events: Iterable[Event]) -> Iterator[Feat]:
        return tracking.feats(events)

    def answering(self, state: State) -> bool:
        return state.table.pending is not None

    def takes_overtime(self, options: Options) -> bool:
        return options.overtime_points is not UNSET

    def preparation(self, options: Options) -> Brain:
        return self.referee.brain(options, self.referee.hash_of(options))

    def sample_world(self, view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]] = {}) -> State:
        return sample_world(view, chance, holding)


def _draw_starter(draft: Draft) -> int:
    """Each takes a tile; the nearest to the start of the alphabet begins, equal ones draw again."""
    order = draft.state.table.options.tiles.order()
    rivals = list(range(draft.state.table.seats if in_force("S2.1") else 1))
    # Equal tiles are drawn for ever from a bag that holds nothing else.
    while len(rivals) > 1 and len(draft.state.bag()) > 1:
        tiles = draft.chance.draw(draft.state.bag_tiles(), len(rivals))
        drawn = tuple(zip(rivals, tiles, strict=True))
        draft.add(StarterDrawn(drawn))
        best = min(order[tile.origin] for tile in tiles)
        rivals = [seat for seat, tile in drawn if order[tile.origin] == best]
        if not in_force("S2.2"):
            break
    return rivals[0]


def _refill(draft: Draft, seat: int) -> None:
    n = draft.state.table.refill_size(seat)
    if n:
        draft.add(TilesDrawn(seat, Rack(draft.chance.draw(draft.state.bag_tiles(), n))))


def _check_exchange(state: State, seat: int, action: Exchange) -> None:
    table, n = state.table, len(action.tiles)
    if not n:
        raise IllegalAction("S6.1", "an exchange gives back at least one tile")
    missing = missing_tiles(table, state.racks[seat], action.tiles)
    if missing:
        raise not_on_rack(missing)
    if n > table.bag_size_after_refill and in_force("S6.1"):
        raise IllegalAction("S6.1", "the bag holds only {n} tiles", n=table.bag_size_after_refill)
    least = table.options.exchange_minimum
    if table.bag_size_after_refill < least and in_force("S6.3"):
        raise IllegalAction("S6.3", "an exchange needs at least {n} tiles in the bag", n=least)


def _exchange(draft: Draft, seat: int, action: Exchange) -> None:
    pool = draft.state.bag()
    if not in_force("S6.2"):
        pool += origins(action.tiles)
    offer = draft.state.table.options.tiles.in_order(pool)
    drawn = draft.chance.draw(offer, min(len(action.tiles), len(offer)))
    draft.add(Exchanged(seat, Rack(tuple(sorted(action.tiles))), Rack(drawn)))
    _settle(draft)


def _judged_at_once(table: Table) -> bool:
    """Whether the word list is asked when a play is laid, and not by challenge."""
    return table.options.challenge == "off" and in_force("S7.10")


def _check_may_answer(draft: Draft, seat: int) -> PendingPlay:
    table = draft.state.table
    if table.pending is None:
        raise IllegalAction("S7.1", "there is no play to accept or challenge")
    if seat not in table.to_answer() and in_force("S7.9"):
        raise IllegalAction("S7.9", "this seat has no answer to give to the play")
    return table.pending


def _check_moving_answers(table: Table, seat: int) -> None:
    if len(table.active()) > 2 and in_force("S7.3"):
        raise IllegalAction("S7.3", "nobody moves before the play on the board is accepted or challenged")
    if not table.moving_answers(seat) or not in_force("S7.2"):
        raise IllegalAction("S7.2", "the play on the board waits to be accepted or challenged")


def _accept_pending(draft: Draft, seat: int) -> None:
    """With two players the opponent's move accepts the play before it."""
    if draft.state.table.pending is not None:
        _accept(draft, seat)


def _accept(draft: Draft, seat: int) -> None:
    draft.add(Accepted(seat))
    if not draft.state.table.to_answer():
        _close_window(draft)


def _close_window(draft: Draft) -> None:
    """The play stands: score it, refill the rack, and see whether the game is over."""
    pending = draft.state.table.pending
    if pending is None:
        return
    draft.add(PlayScored(pending.seat, pending.points))
    if pending.seat in draft.state.table.active() and in_force("S3.3"):
        _refill(draft, pending.seat)
    _settle(draft)


def _resign(draft: Draft, seat: int) -> None:
    """A play that waits for an answer stands when nobody is left to give one, or nobody to play on with."""
    draft.add(Resigned(seat))
    table = draft.state.table
    if table.pending is not None and (not table.to_answer() or len(table.active()) <= 1):
        _close_window(draft)
    else:
        _settle(draft)


def _time_out(draft: Draft, seat: int, overtime: bool) -> None:
    table = draft.state.table
    if table.pending is not None:
        _check_may_answer(draft, seat)
        _accept(draft, seat)
        return
    if table.turn != seat or not in_force("S9.1"):
        raise IllegalAction("S9.1", "the clock of this seat is not running")
    cost = table.options.overtime_points
    if overtime and cost is not UNSET and in_force("S9.6"):
        draft.add(OvertimeCounted(seat, cost))
        return
    stops = table.options.time_out == "stop" and in_force("S9.2")
    draft.add(ClockExpired(seat) if stops else Passed(seat, timed_out=True))
    _settle(draft)


def _settle(draft: Draft) -> None:
    """End the game if it is over; let seats miss turns they have lost."""
    while draft.state.table.ended is None:
        reason = end_reason(draft.state.table)
        if reason is not None:
            draft.add(ended(draft.state, reason))
            return
        table = draft.state.table
        if table.pending is not None or table.turn not in table.losing_turn:
            return
        draft.add(TurnLost(table.turn))
