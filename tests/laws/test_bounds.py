"""Every option of every game has bounds, and whatever is chosen within them can be dealt and read again."""

from __future__ import annotations

import pytest
from msgspec import inspect

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.game import play_out
from stolik.core.message import Complaint
from stolik.table.settings import changed_options
from stolik.words.store import Lexicons

from .odd_settings import odd_options, unbounded


@pytest.mark.parametrize("game", sorted(registry.packages()))
def test_every_option_of_a_game_has_bounds(game: str) -> None:
    kinds = {type(preset.options) for preset in registry.presets().values() if preset.game == game}
    for kind in kinds:
        assert list(unbounded(inspect.type_info(kind), kind.__name__)) == []


@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_odd_options_are_refused_with_a_sentence_or_dealt_and_read_again(
    preset_id: str, words: Lexicons
) -> None:
    preset = registry.find_preset(preset_id)
    game = registry.create(preset.game, words)
    taken, refused = 0, 0
    for changes in odd_options(preset.options):
        try:
            options = changed_options(preset.options, changes)
            events = game.setup(options, preset.players[0], SeededChance("odd"))
        except Complaint as complaint:
            assert len(str(complaint)) < 1000, f"{str(changes)[:200]}: a sentence that nobody reads"
            refused += 1
            continue
        taken += 1
        codec = game.codec
        assert codec.decode_options(codec.encode(options)) == options
        assert tuple(codec.decode_event(codec.encode(event)) for event in events) == events
        view = game.view(play_out(game, None, events), 0)
        assert codec.decode_view(codec.encode(view)) == view
    if preset_id == "en":  # needs a word list that is not there
        assert refused
    else:
        assert taken
        assert refused
