"""Every option of every game has bounds, and whatever is chosen within them can be dealt and read again."""

from __future__ import annotations

import pytest

from stolik.core import registry
from stolik.words.store import Lexicons

from . import laws


@pytest.mark.parametrize("game", sorted(registry.packages()))
def test_every_option_of_a_game_has_bounds(game: str) -> None:
    for preset in registry.presets().values():
        if preset.game == game:
            laws.every_option_has_bounds(preset.options)


@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_odd_options_are_refused_with_a_sentence_or_dealt_and_read_again(
    preset_id: str, words: Lexicons
) -> None:
    preset = registry.find_preset(preset_id)
    taken, refused = laws.odd_options_are_refused_or_dealt(registry.create(preset.game, words), preset)
    assert refused
    assert taken or preset_id == "en"  # needs a word list that is not there
