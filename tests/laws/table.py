"""Random games for the laws: whole games of every preset, with everything that can happen in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from stolik.core.about import Preset
from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import Chance, SeededChance
from stolik.core.game import AnyGame, IllegalAction, play_out

from .variations import MISCHIEF


class Step(NamedTuple):
    """One decision of a game: the state before it, who did what, the events, the state after."""

    before: Any
    seat: int
    action: Any
    events: tuple[Any, ...]
    after: Any


class Record(NamedTuple):
    """A whole game."""

    options: Any
    seats: int
    setup: tuple[Any, ...]
    steps: list[Step]

    @property
    def events(self) -> list[Any]:
        return [*self.setup, *(event for step in self.steps for event in step.events)]

    @property
    def last(self) -> Any:
        return self.steps[-1].after


class Unfinished(AssertionError):
    """A game went on beyond its preset's bound."""


def play_random_game(game: AnyGame, preset: Preset, seats: int, seed: str, daring: int) -> Record:
    """A game of random choices; `daring` is how often in a hundred something rare is tried."""
    chance = SeededChance(seed)
    options = preset.options
    setup = game.setup(options, seats, chance)
    state = play_out(game, None, setup)
    steps: list[Step] = []
    while waiting := sorted(game.to_act(state)):
        if len(steps) > preset.bound:
            raise Unfinished(f"{preset.id} with {seats} seats and seed {seed} is still going on")
        seat = waiting[chance.below(len(waiting))]
        if chance.below(300) < daring:
            # Anybody may leave at any time, also while others are waited for.
            seat = chance.below(seats)
        tired = len(steps) > preset.bound // 2
        seat, action, events = decide(game, state, seat, chance, daring, tired)
        after = play_out(game, state, events)
        steps.append(Step(state, seat, action, events, after))
        state = after
    return Record(options, seats, setup, steps)


def decide(
    game: AnyGame, state: Any, seat: int, chance: Chance, daring: int, tired: bool
) -> tuple[int, Any, tuple[Any, ...]]:
    """What a seat does, or somebody else where it can do nothing, and what comes of it."""
    for action in _wishes(game, state, seat, chance, daring, tired):
        try:
            return seat, action, game.decide(state, seat, action, chance)
        except IllegalAction:
            continue
    if seat in game.to_act(state):
        raise AssertionError("a seat that is to act has nothing it may do")
    try:
        return seat, Resign(), game.decide(state, seat, Resign(), chance)
    except IllegalAction:
        return decide(game, state, min(game.to_act(state)), chance, daring, tired)


def _wishes(game: AnyGame, state: Any, seat: int, chance: Chance, daring: int, tired: bool) -> Iterator[Any]:
    """Actions in the order they are wanted: sometimes a rare kind first, then one of the best listed.

    Games list what leads on first and what gives up last; tired players take the last.
    """
    actions = game.actions(game.view(state, seat))
    listed = list(islice(actions, 40))
    if tired or chance.below(100) < daring:
        # Long lists are read to their end only where it matters.
        listed += actions
        yield from _rare_wishes(game, listed, chance) if not tired else _tired_wishes(listed)
    usual = [action for action in listed[:40] if not isinstance(action, Resign)] or listed
    if usual:
        yield usual[chance.below(len(usual))]


def _tired_wishes(listed: list[Any]) -> Iterator[Any]:
    yield from reversed([action for action in listed if not isinstance(action, Resign)])


def _rare_wishes(game: AnyGame, listed: list[Any], chance: Chance) -> Iterator[Any]:
    """An action of any kind that is listed, sometimes with mischief, or the end of the time."""
    kinds = sorted({type(action) for action in listed}, key=lambda kind: kind.__name__)
    kind = (*kinds, None)[chance.below(len(kinds) + 1)]
    if kind is None:
        yield TimedOut(overtime=chance.below(2) == 0)
        return
    same = [action for action in listed if type(action) is kind]
    yield MISCHIEF.get(game.name, _as_it_is)(same[chance.below(len(same))], chance)


def _as_it_is(action: Any, _: Chance) -> Any:
    return action
