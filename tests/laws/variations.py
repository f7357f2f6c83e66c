"""Options that no preset has but that a game offers: the laws try them too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from stolik.core.chance import Chance
from stolik.games.scrabble.actions import Place
from stolik.games.scrabble.options import ChallengeRule


def _scrabble(options: Any, chance: Chance) -> Any:
    """Any challenge rule, and now and then the rarer ends and racks."""
    rules = get_args(ChallengeRule)
    changed = msgspec.structs.replace(options, challenge=rules[chance.below(len(rules))])
    if chance.below(4) == 0:
        changed = msgspec.structs.replace(changed, time_out="stop", quiet_limit=5, quiet_limit_alone=3)
    if chance.below(4) == 0:
        changed = msgspec.structs.replace(changed, scoreless_limit=6, exchange_minimum=7, rack_size=8)
    return changed


VARIATIONS: dict[str, Callable[[Any, Chance], Any]] = {"scrabble": _scrabble}


def varied(game: str, options: Any, chance: Chance) -> Any:
    """The options of a random game: the preset's own in half of them."""
    return VARIATIONS[game](options, chance) if game in VARIATIONS and chance.below(2) else options


def _scrabble_mischief(action: Any, chance: Chance) -> Any:
    """The same squares with the tiles mixed up: most likely not a word."""
    if not isinstance(action, Place):
        return action
    tiles = chance.shuffled([laid.tile for laid in action.tiles])
    mixed = zip(action.tiles, tiles, strict=True)
    return Place(tuple(msgspec.structs.replace(laid, tile=tile) for laid, tile in mixed))


#: What a game allows but does not list, made from a listed action.
MISCHIEF: dict[str, Callable[[Any, Chance], Any]] = {"scrabble": _scrabble_mischief}
