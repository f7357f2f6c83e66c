"""Games that were written down are played again, event by event."""

import pytest

from stolik.core import registry
from stolik.words.store import Lexicons
from tools.playthrough import HOME, playthrough


@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_game_goes_as_it_was_written_down(preset_id: str, words: Lexicons) -> None:
    written = (HOME / f"{preset_id}.txt").read_text(encoding="utf-8").splitlines()
    played = list(playthrough(registry.find_preset(preset_id), words))
    assert played == written, "if this was meant: make playthrough, and look at the difference"
