"""The laws over whole random games of every game and preset there is."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.words.store import Lexicons

from . import laws
from .table import Record, play_random_game
from .variations import varied

N_GAMES = 50
N_SEATS_AT_ONCE = 6  # so many games that they have these seats in all, as more players take longer
N_SOAK_GAMES = 4  # a few minutes for all presets
PRESETS = sorted(registry.presets())
_SHARE = 5  # games a test of the soak


def _record(game: AnyGame, preset_id: str, n: int | str) -> Record:
    """The n-th random game of a preset; options, seats and daring are chosen independently."""
    preset = registry.find_preset(preset_id)
    chance = SeededChance(f"{preset_id}/{n}/kind")
    options = varied(preset.game, preset.options, chance)
    least, most = preset.players
    seats = least + chance.below(most - least + 1)
    preset = msgspec.structs.replace(preset, options=options)
    return play_random_game(game, preset, seats, f"{preset_id}/{n}", daring=chance.below(4) * 4)


def _shares() -> Iterator[Any]:
    """The games of every preset; those that `make test` has no time for are soaked."""
    for preset_id in PRESETS:
        at_once = math.ceil(N_SEATS_AT_ONCE / registry.find_preset(preset_id).players[0])
        yield pytest.param(preset_id, range(at_once), id=f"{preset_id}-0")
        for first in range(at_once, N_GAMES, _SHARE):
            share = range(first, min(first + _SHARE, N_GAMES))
            yield pytest.param(preset_id, share, id=f"{preset_id}-{first}", marks=pytest.mark.soak)


@pytest.mark.parametrize(("preset_id", "share"), list(_shares()))
def test_random_games_obey_every_law(preset_id: str, share: range, words: Lexicons) -> None:
    game = registry.create(registry.find_preset(preset_id).game, words)
    for n in share:
        laws.every_law(game, _record(game, preset_id, n), f"{preset_id}/{n}", look=n)


@pytest.mark.soak
@pytest.mark.parametrize("n", range(N_SOAK_GAMES))
@pytest.mark.parametrize("preset_id", PRESETS)
def test_every_action_listed_in_whole_games_is_accepted(preset_id: str, n: int, words: Lexicons) -> None:
    game = registry.create(registry.find_preset(preset_id).game, words)
    seed = os.environ.get("STOLIK_SEED", "1")  # of `make soak`
    record = _record(game, preset_id, f"soak {seed}/{n}")
    assert sum(laws.every_listed_action_is_accepted(game, step, record.seats) for step in record.steps)


@pytest.mark.parametrize("name", sorted(registry.packages()))
def test_random_games_show_every_kind_of_action_and_event(name: str, words: Lexicons) -> None:
    game = registry.create(name, words)
    presets = [each for each in PRESETS if registry.find_preset(each).game == name]
    laws.every_kind_is_seen(game, (_record(game, each, n) for each in presets for n in range(N_GAMES)))
