"""The game: what each action leads to. The clauses are in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

import msgspec

from stolik.core import draft as core_draft
from stolik.core.chance import Chance
from stolik.core.clauses import in_force
from stolik.core.codec import Codec
from stolik.core.game import Census, Game, IllegalAction, Part, Preview
from stolik.core.moves import Lines
from stolik.core.outcome import Outcome, Viewer
from stolik.core.tiles import Rack, Tile, origins
from stolik.games.rummikub import tracking
from stolik.games.rummikub.actions import (
    Action,
    AnnounceOpening,
    Draw,
    Lay,
    Pass,
    Ready,
    Redeal,
    Resign,
    TimedOut,
)
from stolik.games.rummikub.ending import end_reason, ended, outcome, with_latest
from stolik.games.rummikub.enumerate import listed_actions
from stolik.games.rummikub.events import (
    BankEmptied,
    Dealt,
    Drawn,
    Event,
    Laid,
    OpeningAnnounced,
    Passed,
    ReadySaid,
    RedealOffered,
    Redealt,
    Resigned,
    Started,
    StarterChosen,
    StarterDrawn,
    TableRestored,
)
from stolik.games.rummikub.evolve import evolve
from stolik.games.rummikub.laying import arranged, tiles_laid
from stolik.games.rummikub.listing import listed
from stolik.games.rummikub.mistakes import mistake_in
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import (
    JOKER,
    Meld,
    box_size,
    doublets,
    in_order,
    is_tile,
    joker_choices,
    meld_value,
    number_of,
)
from stolik.games.rummikub.state import State, Table
from stolik.games.rummikub.view import View, redact, view
from stolik.games.rummikub.worlds import sample_world


class Draft(core_draft.Draft[State, Event]):
    """A draft that knows the table and its bank."""

    @property
    def table(self) -> Table:
        return self.state.table

    def draw(self, n: int) -> Rack:
        """So many tiles of the bank, as far as it goes."""
        bank = self.state.bank_tiles()
        return Rack(self.chance.draw(bank, min(n, len(bank))))


class Rummikub(Game[Options, State, Action, Event, View]):
    """The number-tile game, standard and XP."""

    name = "rummikub"
    box_clause = "R4.3"

    def __init__(self) -> None:
        self.codec: Codec[Options, Action, Event, View] = Codec(1, Options, Action, Event, View)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[Event, ...]:
        _check_seats(options, seats)
        started = Started(options, seats, chance.commitment)
        draft = Draft(evolve, chance, None, started)
        starter = options.starter if options.starter is not None else _draw_starter(draft)
        draft.add(StarterChosen(starter))
        _deal(draft)
        return tuple(draft.events)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset(state.table.to_act())

    def decide(self, state: State, seat: int, action: Action, chance: Chance) -> tuple[Event, ...]:
        table = state.table
        if table.ended is not None and in_force("R4.6"):
            raise IllegalAction("R4.6", "this game has ended")
        if seat not in table.active():
            raise IllegalAction("R4.1", "this seat is not in the game")
        draft = Draft(evolve, chance, state)
        match action:
            case Lay():
                _lay(draft, seat, action)
            case Draw():
                _draw(draft, seat)
            case Pass():
                _pass(draft, seat)
            case Ready():
                _check_asked(table, seat)
                draft.add(ReadySaid(seat))
            case Redeal():
                _redeal(draft, seat)
            case AnnounceOpening():
                _announce(draft, seat)
            case Resign():
                draft.add(Resigned(seat))
                _settle(draft)
            case TimedOut():
                _time_out(draft, seat)
            case _:
                assert_never(action)
        return tuple(draft.events)

    def view(self, state: State, viewer: Viewer) -> View:
        return view(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redact(event, viewer)

    def answering(self, state: State) -> bool:
        return bool(state.table.asked)

    def turn_seconds(self, options: Options) -> int | None:
        return options.turn_seconds

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
        """A sound part of what may be done; tables that take more rebuilding are not listed, but accepted."""
        return listed_actions(view)

    def preview(self, view: View, action: Action) -> Preview:
        """By how much the sets are worth more, and what is wrong, unless mistakes are punished (R7.4)."""
        if not isinstance(action, Lay):
            return Preview()
        table = view.table
        try:
            tiles_laid(table.melds, action.table, Rack(view.rack))
            melds = arranged(table.options, table.melds, action.table, view.viewer in table.opened)
        except IllegalAction as refusal:
            parts = _judged(table.options, action.table)
            told = refusal.clause in _PLAIN or table.options.invalid == "refuse"
            return Preview(clause=refusal.clause, problem=refusal.message, parts=parts) if told else Preview()
        before = sum(map(meld_value, table.melds))
        points = sum(map(meld_value, melds)) - before
        return Preview(points=points, parts=_judged(table.options, action.table))

    def next_game(self, options: Options, outcome: Outcome) -> Options:
        """The seat to the left of the last starter begins, and the points are added to the match."""
        starter = (outcome.starter + 1) % len(outcome.scores) if in_force("R2.5") else None
        rows = with_latest(options.earlier_games, outcome.scores) if in_force("R10.1") else ()
        return msgspec.structs.replace(options, starter=starter, earlier_games=rows)

    def begun_by(self, options: Options, seat: int) -> Options:
        return msgspec.structs.replace(options, starter=seat)

    def n_before(self, options: Options) -> int:
        return len(options.earlier_games)

    def sample_world(self, view: View, chance: Chance, holding: Mapping[int, tuple[Tile, ...]] = {}) -> State:
        return sample_world(view, chance, holding)


def _judged(options: Options, melds: tuple[Meld, ...]) -> tuple[Part, ...]:
    """What each meld is worth or lacks; nothing where mistakes are told only afterwards (R7.4)."""
    if options.invalid == "penalty" or not all(is_tile(each) for meld in melds for each in meld):
        return ()
    mistakes = [mistake_in(meld) for meld in melds]
    return tuple(
        Part(meld_value(meld), ways=joker_choices(meld))
        if no_set is None
        else Part(0, no_set.clause, no_set.message, no_set.lack)
        for meld, no_set in zip(melds, mistakes, strict=True)
    )


#: What is refused at once whatever the options say: the new table cannot be made of these tiles.
_PLAIN = ("R4.2", "R4.3", "R4.4")


def _check_seats(options: Options, seats: int) -> None:
    if not options.min_players <= seats <= options.max_players and in_force("R1.3"):
        raise IllegalAction(
            "R1.3",
            "this game is for {least} to {most} players, not {seats}",
            least=options.min_players,
            most=options.max_players,
            seats=seats,
        )
    if options.rack_size * seats >= box_size(options.n_copies, options.n_jokers):
        raise IllegalAction(
            "R2.6", "{seats} racks of {n} leave nothing for the bank", seats=seats, n=options.rack_size
        )
    if options.starter is not None and options.starter >= seats:
        raise IllegalAction(
            "R2.5", "seat {seat} cannot begin: there are {n} seats", seat=options.starter, n=seats
        )


def _draw_starter(draft: Draft) -> int:
    """Each takes a tile; the highest number begins, equal ones draw again, and so does who draws a joker."""
    rivals = list(range(draft.table.seats if in_force("R2.1") else 1))
    while len(rivals) > 1:
        drawn = _draw_numbers(draft, rivals)
        best = max(drawn.values())
        rivals = [seat for seat, number in drawn.items() if number == best]
        if not in_force("R2.2"):
            break
    return rivals[0]


def _draw_numbers(draft: Draft, rivals: list[int]) -> dict[int, int]:
    """One round: a number for each; jokers go back and are drawn again."""
    held: dict[int, Tile] = {}
    waiting = rivals
    while waiting:
        pool = in_order(draft.state.bank() - origins(held.values()))
        drawn = tuple(zip(waiting, draft.chance.draw(pool, len(waiting)), strict=True))
        draft.add(StarterDrawn(drawn))
        again = [seat for seat, tile in drawn if tile.origin == JOKER and in_force("R2.3")]
        held.update((seat, tile) for seat, tile in drawn if seat not in again)
        waiting = again
    return {seat: number_of(held[seat].origin) for seat in rivals}


def _deal(draft: Draft) -> None:
    """Fill the racks, and ask everybody whether to play with them."""
    table = draft.table
    for seat in table.round_after(table.turn - 1) if in_force("R2.6") else ():
        draft.add(Dealt(seat, draft.draw(table.options.rack_size)))
    if table.options.redeal_doublets is not None and in_force("R2.8"):
        draft.add(RedealOffered())


def _check_asked(table: Table, seat: int) -> None:
    if seat not in table.asked:
        raise IllegalAction("R2.8", "this seat is not asked about the deal")


def _check_turn(table: Table, seat: int) -> None:
    if table.asked:
        raise IllegalAction("R2.8", "nobody plays before all have said that they are ready")
    if table.turn != seat and in_force("R4.1"):
        raise IllegalAction("R4.1", "it is the turn of another seat")


def _redeal(draft: Draft, seat: int) -> None:
    table = draft.table
    _check_asked(table, seat)
    least = table.options.redeal_doublets
    if least is not None and doublets(draft.state.racks[seat].tiles) < least and in_force("R2.7"):
        raise IllegalAction("R2.7", "a new deal takes {n} doublets", n=least)
    if not in_force("R2.9"):
        draft.add(ReadySaid(seat))
        return
    draft.add(Redealt(seat, draft.state.racks))
    _deal(draft)


def _lay(draft: Draft, seat: int, action: Lay) -> None:
    table = draft.table
    _check_turn(table, seat)
    tiles = tiles_laid(table.melds, action.table, draft.state.racks[seat])
    opened = seat in table.opened
    try:
        melds = arranged(table.options, table.melds, action.table, opened)
    except IllegalAction as mistake:
        if table.options.invalid == "refuse" or not in_force("R7.4"):
            raise
        rack = draft.draw(table.options.penalty_tiles)
        draft.add(TableRestored(seat, "mistake", rack, mistake.clause, mistake.message))
        _after_drawing(draft, seat)
        return
    draft.add(Laid(seat, melds, tiles, opening=not opened))
    _settle(draft)


def _draw(draft: Draft, seat: int) -> None:
    _check_turn(draft.table, seat)
    if not draft.table.bank_size:
        raise IllegalAction("R8.3", "the bank is empty: lay tiles or pass")
    if in_force("R4.5"):
        draft.add(Drawn(seat, draft.draw(1)))
    else:
        draft.add(Dealt(seat, draft.draw(1)))
    _after_drawing(draft, seat)


def _after_drawing(draft: Draft, seat: int) -> None:
    if not draft.table.bank_size and draft.table.closing is None and in_force("R8.2"):
        draft.add(BankEmptied(seat))
    _settle(draft)


def _pass(draft: Draft, seat: int) -> None:
    _check_turn(draft.table, seat)
    if draft.table.bank_size and in_force("R8.3"):
        raise IllegalAction("R8.3", "while the bank has tiles who does not lay draws one")
    draft.add(Passed(seat))
    _settle(draft)


def _announce(draft: Draft, seat: int) -> None:
    if not draft.table.may_announce(seat):
        raise IllegalAction("R9.6", "an opening is announced after drawing, where that is the rule")
    draft.add(OpeningAnnounced(seat))


def _time_out(draft: Draft, seat: int) -> None:
    table = draft.table
    if seat not in table.to_act() or not in_force("R7.5" if table.asked else "R7.2"):
        raise IllegalAction("R7.2", "no time is running for this seat")
    if table.asked:
        draft.add(ReadySaid(seat, timed_out=True))
    elif table.bank_size or not in_force("R7.6"):
        draft.add(TableRestored(seat, "time", draft.draw(table.options.penalty_tiles)))
        _after_drawing(draft, seat)
    else:
        draft.add(Passed(seat, timed_out=True))
        _settle(draft)


def _settle(draft: Draft) -> None:
    """End the game if it is over."""
    reason = end_reason(draft.table)
    if reason is not None:
        draft.add(ended(draft.state, reason))
