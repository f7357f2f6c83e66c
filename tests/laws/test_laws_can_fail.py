"""The laws themselves on trial: games that break one must be caught by it."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.game import AnyGame
from stolik.core.tiles import Rack
from stolik.games.scrabble import Scrabble
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


class ListsWhatIsRefused(Scrabble):
    """Offers every action twice over."""

    def actions(self, view: View) -> Any:
        return itertools.chain(super().actions(view), super().actions(view))


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
        from stolik.games.scrabble.actions import Pass

        return itertools.chain(super().actions(view), (Pass(),) if view.table.ended else ())


@pytest.fixture(scope="module")
def honest(words: Lexicons) -> Record:
    """A game played by the true rules."""
    return play_random_game(Scrabble(words), registry.find_preset("pl"), 2, "can fail", daring=0)


def _check(game: AnyGame, record: Record, law: Any) -> None:
    if law in (laws.twins_look_alike,):
        for number, step in enumerate(record.steps):
            law(game, step, record.seats, str(number))
    elif law is laws.listed_actions_are_accepted:
        for step in record.steps:
            law(game, step, 3)
    else:
        law(game, record)


@pytest.mark.parametrize(
    ("culprit", "law"),
    [
        (LosesATile, laws.tiles_are_conserved),
        (FindsATile, laws.tiles_are_conserved),
        (LeaksInTheView, laws.twins_look_alike),
        (LeaksInToAct, laws.twins_look_alike),
        (LeaksInEvents, laws.twins_look_alike),
        (DrawsInEvolve, laws.replay_equals_play),
        (DrawsInEvolve, laws.evolve_draws_nothing),
        (ListsWhatIsRefused, laws.listed_actions_are_accepted),
        (CountsWrong, laws.points_add_up),
    ],
)
def test_law_catches_the_culprit(culprit: Any, law: Any, honest: Record, words: Lexicons) -> None:
    _check(Scrabble(words), honest, law)
    with pytest.raises(AssertionError):
        _check(culprit(words), honest, law)


def test_view_that_tells_more_than_the_events_is_caught(honest: Record, words: Lexicons) -> None:
    with pytest.raises(AssertionError):
        laws.a_viewer_can_follow_by_its_events(LeaksInTheView(words), honest)


def test_game_without_an_end_is_caught(words: Lexicons) -> None:
    with pytest.raises(Unfinished):
        play_random_game(NeverEnds(words), registry.find_preset("pl"), 2, "for ever", daring=0)
