"""Whole games between bots, each checked from its log afterwards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from stolik.bots import make_bot
from stolik.core.about import Preset
from stolik.core.chance import Chance, SeededChance
from stolik.core.game import AnyGame
from stolik.core.log import replay
from stolik.core.outcome import Outcome
from stolik.table.local import LocalTable


class GameReport(msgspec.Struct, frozen=True):
    """One simulated game."""

    seed: str
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    actions: int
    cpu_s: float
    #: Those that won: none where all have lost together.
    winners: tuple[int, ...] = ()


class CheckFailed(AssertionError):
    """A simulated game broke a law: this is a bug in the program."""


def simulate(
    game: AnyGame, preset: Preset, seats: int, bots: Sequence[str], games: int, seed: str
) -> Iterator[GameReport]:
    """Play games one after another; bots sit down in turn."""
    for number in range(games):
        yield play_one(game, preset, seats, bots, f"{seed}/{number}")


def play_one(game: AnyGame, preset: Preset, seats: int, bots: Sequence[str], seed: str) -> GameReport:
    """One game, checked for conservation, replay and scores."""
    begin = time.process_time()
    levels = tuple(bots[seat % len(bots)] for seat in range(seats))
    played = play_checked(game, preset, levels, SeededChance(seed), seed)
    cpu = round(time.process_time() - begin, 4)
    end = played.outcome
    return GameReport(seed, levels, end.scores, end.ranking, end.reason, played.n_actions, cpu, end.winners)


class Played(NamedTuple):
    """A finished game: its table, how it ended and how many actions it took."""

    table: LocalTable
    outcome: Outcome
    n_actions: int


def play_checked(game: AnyGame, preset: Preset, levels: Sequence[str], chance: Chance, seed: str) -> Played:
    """A game between bots of these levels, one a seat; raises `CheckFailed` if it breaks a law."""
    players = [make_bot(level, game, SeededChance(f"{seed}/bot{n}")) for n, level in enumerate(levels)]
    table = LocalTable(game, lambda _: chance)
    table.start(preset.options, len(levels))
    n_actions = 0
    while waiting := table.to_act():
        seat = min(waiting)
        table.submit(seat, players[seat].choose(table.view(seat)))
        n_actions += 1
        if n_actions > 20 * preset.bound:
            raise CheckFailed(f"game {seed} does not end")
    outcome = table.outcome()
    if outcome is None:
        raise CheckFailed(f"game {seed} waits for nobody and has no outcome")
    check(game, table, outcome)
    return Played(table, outcome, n_actions)


def check(game: AnyGame, table: LocalTable, outcome: Outcome) -> None:
    """The log alone gives the same end, no tile is lost, and the points add up."""
    states = replay(game, table.envelopes)
    if states[-1] != table.state:
        raise CheckFailed("replay differs from play")
    sums = [0] * len(outcome.scores)
    for envelope in table.envelopes:
        for seat, points in game.points(envelope.event).items():
            sums[seat] += points
    if tuple(sums) != outcome.scores:
        raise CheckFailed("the scores are not the sums of the events")
    totals = [_total(game, state) for state in states if state is not None]
    if any(total != totals[0] for total in totals):
        raise CheckFailed("a tile was lost or found")


def _total(game: AnyGame, state: Any) -> Counter[str]:
    return sum(game.census(state).values(), Counter())
