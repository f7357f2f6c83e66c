"""The actions every game has: demanded of each, and known by type to whoever knows nothing else of a game."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from stolik.bots.generic import Wanderer
from stolik.core import registry
from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import SeededChance
from stolik.core.codec import Codec
from stolik.core.game import play_out
from stolik.words.store import Lexicons
from tests.ground.draw_out import Draw, DrawOut, Event, Options, View


@pytest.mark.parametrize(
    ("actions", "missing"),
    [(Draw | Resign, "TimedOut"), (Draw | TimedOut, "Resign"), (Draw, "Resign and TimedOut")],
)
def test_game_that_lacks_an_action_every_game_has_is_not_made(actions: Any, missing: str) -> None:
    with pytest.raises(TypeError, match=f"lacks {missing} of stolik.core.actions"):
        Codec(1, Options, actions, Event, View)


@pytest.mark.parametrize("name", sorted(registry.packages()))
def test_every_game_reads_them_by_the_same_text(name: str, words: Lexicons) -> None:
    game = registry.create(name, words)
    assert {Resign, TimedOut} <= set(get_args(game.codec.action_type))
    assert game.codec.decode_action(b'{"type":"Resign"}') == Resign()
    assert game.codec.decode_action(b'{"type":"TimedOut"}') == TimedOut()


def test_wanderer_never_resigns() -> None:
    game = DrawOut()
    state = play_out(game, None, game.setup(Options(), 2, SeededChance(0)))
    view = game.view(state, 0)
    assert list(game.actions(view)) == [Draw(), Resign()]
    assert {Wanderer(game, SeededChance(seed)).choose(view) for seed in range(20)} == {Draw()}
