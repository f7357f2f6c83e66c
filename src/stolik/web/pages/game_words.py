"""Words of games that the client says: what the server sends as a word, in the language of the visitor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import inspect as kinds

from stolik.bots import levels
from stolik.core import registry
from stolik.table.games import Games
from stolik.table.settings import COURTESIES


def words_of_games(games: Games) -> Iterator[str]:
    """What may be said, the levels of bots, and whatever words stand for something in an event."""
    yield from COURTESIES
    for preset in registry.presets().values():
        yield from levels(preset.game)
        game = games.of_preset(preset.id)
        yield from game.phrases
        for event in get_args(game.codec.event_type):
            found = kinds.type_info(event)
            for field in found.fields if isinstance(found, kinds.StructType) else ():
                if isinstance(field.type, kinds.LiteralType):
                    yield from map(str, field.type.values)
