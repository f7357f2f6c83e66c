"""What the bots of all games tell of themselves."""

from __future__ import annotations

import pytest

from stolik.bots import levels, thinks_long
from stolik.core import registry


@pytest.mark.parametrize("game", sorted({preset.game for preset in registry.presets().values()}))
def test_only_the_strongest_of_the_board_game_think_long(game: str) -> None:
    long = {level for level in levels(game) if thinks_long(game, level)}
    assert long == ({"expert", "champion"} if game == "scrabble" else set())
