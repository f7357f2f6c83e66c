"""The laws themselves on trial: games that break one must be caught by it."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.game import AnyGame, IllegalAction, Preview
from stolik.core.message import Message
from stolik.core.moves import Lines, verbatim
from stolik.core.tiles import Rack
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Exchange, Pass, Resign
from stolik.games.scrabble.events import Event, PlayScored, TilesDrawn
from stolik.games.scrabble.state import State
from stolik.games.scrabble.view import View
from stolik.words.store import Lexicons

from . import laws
from .table import Record, Unfinished, play_random_game


class LosesATile(Scrabble):
    """Drops a tile from the rack whenever a play is scored."""

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, PlayScored) and after.racks[event.seat].tiles:
            return after.with_rack(event.seat, Rack(after.racks[event.seat].tiles[1:]))
        return after


class FindsATile(Scrabble):
    """Copies a tile when tiles are drawn."""

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, TilesDrawn):
            return after.with_rack(event.seat, after.racks[event.seat].with_tiles(event.rack.tiles[:1]))
        return after


class LeaksInTheView(Scrabble):
    """Shows the first tile of every rack to everybody."""

    def view(self, state: State, viewer: int | None) -> View:
        shown = tuple(rack.tiles[:1] for rack in state.racks)
        honest = super().view(state, viewer)
        return msgspec.structs.replace(honest, table=msgspec.structs.replace(honest.table, shown=shown))


class LeaksInToAct(Scrabble):
    """Waits for everybody as long as the next seat holds an A."""

    def to_act(self, state: State) -> frozenset[int]:
        waiting = super().to_act(state)
        other = (state.table.turn + 1) % state.table.seats
        holds_a = any(tile.face == "A" for tile in state.racks[other].tiles)
        return frozenset(range(state.table.seats)) if waiting and holds_a else waiting


class LeaksInEvents(Scrabble):
    """Sends everybody the tiles that were drawn."""

    def redact(self, event: Event, viewer: int | None) -> Event:
        return event if isinstance(event, TilesDrawn) else super().redact(event, viewer)


class LeaksInLines(Scrabble):
    """Tells in the move list what the next seat holds."""

    def listed(self, lines: Lines, seq: int, event: Event, after: State) -> Lines:
        rack = after.racks[(after.table.turn + 1) % after.table.seats]
        honest = super().listed(lines, seq, event, after)
        return tuple(msgspec.structs.replace(line, detail=verbatim(str(rack))) for line in honest)


class DrawsInEvolve(Scrabble):
    """Changes the order of a drawn rack each time it is asked."""

    _calls = itertools.count()

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, TilesDrawn):
            tiles = after.racks[event.seat].tiles
            turn = next(self._calls) % max(1, len(tiles))
            return after.with_rack(event.seat, Rack(tiles[turn:] + tiles[:turn]))
        return after


class ListsTwice(Scrabble):
    """Offers every action twice over."""

    def actions(self, view: View) -> Any:
        return itertools.chain(super().actions(view), super().actions(view))


class ListsResigningFirst(Scrabble):
    """Leads whoever takes the first action out of the game."""

    def actions(self, view: View) -> Any:
        return iter(sorted(super().actions(view), key=lambda action: not isinstance(action, Resign)))


class ListsWhatIsRefused(Scrabble):
    """Offers an exchange of nothing."""

    def actions(self, view: View) -> Any:
        return itertools.chain(super().actions(view), (Exchange(()),))


class ListsOneRefusalAmongMany(Scrabble):
    """Offers an exchange of nothing in the midst of a thousand plays, where a sample hardly finds it."""

    def actions(self, view: View) -> Any:
        for n, action in enumerate(super().actions(view)):
            if n == 1000:
                yield Exchange(())
            yield action


class PreviewsWrong(Scrabble):
    """Finds fault with everything."""

    def preview(self, view: View, action: Any) -> Preview:
        return Preview(clause="S1.1", problem=Message("no"))


class DrawsBeforeRefusing(Scrabble):
    """Draws before it looks whether an action is allowed."""

    def decide(self, state: State, seat: int, action: Any, chance: Any) -> tuple[Event, ...]:
        chance.word()
        return super().decide(state, seat, action, chance)


class RemembersRefusals(Scrabble):
    """Gives another answer after a refusal than before."""

    _refused = 0

    def decide(self, state: State, seat: int, action: Any, chance: Any) -> tuple[Event, ...]:
        try:
            events = super().decide(state, seat, action, chance)
        except IllegalAction:
            self._refused += 1
            raise
        return events * (2 if self._refused else 1)


class TattlesInRefusals(Scrabble):
    """Names the opponent's tiles in a refusal."""

    def decide(self, state: State, seat: int, action: Any, chance: Any) -> tuple[Event, ...]:
        try:
            return super().decide(state, seat, action, chance)
        except IllegalAction as refusal:
            tiles = "".join(str(tile) for rack in state.racks for tile in rack.tiles)
            raise IllegalAction(refusal.clause, "no, for {tiles}", tiles=tiles) from None


class WaitsForStrangers(Scrabble):
    """Waits for a seat that does not exist."""

    def to_act(self, state: State) -> frozenset[int]:
        return super().to_act(state) | {99}


class ForgetsInText(Scrabble):
    """Writes views without the rack."""

    def __init__(self, words: Lexicons) -> None:
        super().__init__(words)
        encode = self.codec.encode
        self.codec.encode = lambda value: encode(  # type: ignore[method-assign]
            msgspec.structs.replace(value, rack=()) if isinstance(value, View) else value
        )


class CountsWrong(Scrabble):
    """Says that plays give a point less than they do."""

    def points(self, event: Event) -> dict[int, int]:
        told = dict(super().points(event))
        return {event.seat: event.points - 1} if isinstance(event, PlayScored) else told


class NeverEnds(Scrabble):
    """Waits for somebody for ever."""

    def to_act(self, state: State) -> frozenset[int]:
        return super().to_act(state) or frozenset({0})

    def decide(self, state: State, seat: int, action: Any, chance: Any) -> tuple[Event, ...]:
        return () if state.table.ended else super().decide(state, seat, action, chance)

    def actions(self, view: View) -> Any:
        return itertools.chain(super().actions(view), (Pass(),) if view.table.ended else ())


@pytest.fixture(scope="module")
def honest(words: Lexicons) -> Record:
    """A game played by the true rules."""
    return play_random_game(Scrabble(words), registry.find_preset("pl"), 2, "can fail", daring=0)


def _check(game: AnyGame, record: Record, law: Any) -> None:
    """Apply a law to a whole game, step by step where it is a law about steps."""
    names = inspect.signature(law).parameters
    if "record" in names:
        law(game, record)
        return
    for number, step in enumerate(record.steps):
        values = {
            "seats": record.seats,
            "seed": str(number),
            "foreign": laws.foreign_actions(record, number),
        }
        law(game, step, **{name: value for name, value in values.items() if name in names})


CULPRITS: list[tuple[Any, Any]] = [
    (LosesATile, laws.tiles_are_conserved),
    (FindsATile, laws.tiles_are_conserved),
    (LeaksInTheView, laws.twins_look_alike),
    (LeaksInToAct, laws.twins_look_alike),
    (LeaksInEvents, laws.twins_look_alike),
    (LeaksInLines, laws.the_move_list_tells_what_all_may_see),
    (DrawsInEvolve, laws.replay_equals_play),
    (DrawsInEvolve, laws.evolve_draws_nothing),
    (ListsTwice, laws.listed_actions_are_accepted),
    (ListsResigningFirst, laws.listed_actions_are_accepted),
    (ListsWhatIsRefused, laws.listed_actions_are_accepted),
    (PreviewsWrong, laws.listed_actions_are_accepted),
    (ListsTwice, laws.every_listed_action_is_accepted),
    (ListsOneRefusalAmongMany, laws.every_listed_action_is_accepted),
    (PreviewsWrong, laws.every_listed_action_is_accepted),
    (DrawsBeforeRefusing, laws.refusal_changes_nothing),
    (RemembersRefusals, laws.refusal_changes_nothing),
    (TattlesInRefusals, laws.twins_are_told_alike),
    (WaitsForStrangers, laws.waits_for_seats_in_the_game),
    (ForgetsInText, laws.text_round_trips),
    (CountsWrong, laws.points_add_up),
]


@pytest.mark.parametrize("law", dict.fromkeys(law for _, law in CULPRITS))
def test_law_is_content_with_an_honest_game(law: Any, honest: Record, words: Lexicons) -> None:
    _check(Scrabble(words), honest, law)


@pytest.mark.parametrize(("culprit", "law"), CULPRITS)
def test_law_catches_the_culprit(culprit: Any, law: Any, honest: Record, words: Lexicons) -> None:
    with pytest.raises((AssertionError, IllegalAction)):
        _check(culprit(words), honest, law)


def test_view_that_tells_more_than_the_events_is_caught(honest: Record, words: Lexicons) -> None:
    with pytest.raises(AssertionError):
        laws.a_viewer_can_follow_by_its_events(LeaksInTheView(words), honest)


def test_game_without_an_end_is_caught(words: Lexicons) -> None:
    with pytest.raises(Unfinished):
        play_random_game(NeverEnds(words), registry.find_preset("pl"), 2, "for ever", daring=0)
