"""Options that no preset has but that a game offers: the laws try them too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from stolik.core.chance import Chance
from stolik.core.tiles import Tile, origins, unnamed
from stolik.games.rummikub.actions import Lay, Redeal
from stolik.games.scrabble.actions import Place
from stolik.games.scrabble.options import ChallengeRule


def _scrabble(options: Any, chance: Chance) -> Any:
    """Any challenge rule, and now and then the rarer ends and racks."""
    rules = get_args(ChallengeRule)
    changed = msgspec.structs.replace(options, challenge=rules[chance.below(len(rules))])
    if chance.below(4) == 0:
        changed = msgspec.structs.replace(changed, time_out="stop", quiet_limit=5, quiet_limit_alone=3)
        changed = msgspec.structs.replace(changed, overtime_points=10)
    if chance.below(4) == 0:
        changed = msgspec.structs.replace(changed, scoreless_limit=6, exchange_minimum=7, rack_size=8)
    return changed


def _rummikub(options: Any, chance: Chance) -> Any:
    """Any joker rule, any answer to mistakes, announcements, and now and then harder or shorter games."""
    choices: dict[str, tuple[Any, ...]] = {
        "jokers": ("rulebook", "strict"),
        "invalid": ("refuse", "penalty"),
        "announce": ("automatic", "required"),
        "penalty_tiles": (1, 3),
        "unopened_pay_always": (False, True),
        "redeal_doublets": (3, 1, None),
        "opening_points": (30, 30, 50),
    }
    chosen = {name: values[chance.below(len(values))] for name, values in choices.items()}
    return msgspec.structs.replace(options, **chosen)


VARIATIONS: dict[str, Callable[[Any, Chance], Any]] = {"scrabble": _scrabble, "rummikub": _rummikub}


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


def _rummikub_mischief(action: Any, chance: Chance) -> Any:
    """The same tiles with two of them in each other's place: most likely no sets."""
    if not isinstance(action, Lay):
        return action
    tiles = [list(meld) for meld in action.table]
    one, other = tiles[-1], tiles[chance.below(len(tiles))]
    place, place_too = chance.below(len(one)), chance.below(len(other))
    one[place], other[place_too] = other[place_too], one[place]
    return Lay(tuple(map(tuple, tiles)))


#: What a game allows but does not list, made from a listed action.
MISCHIEF: dict[str, Callable[[Any, Chance], Any]] = {
    "scrabble": _scrabble_mischief,
    "rummikub": _rummikub_mischief,
}


def _named_tiles(_state: Any, _seat: int, action: Any) -> tuple[Tile, ...]:
    """The tiles an action names in `tiles`, or the one in `tile`."""
    named = getattr(action, "tiles", None) or [each for each in [getattr(action, "tile", None)] if each]
    return tuple(unnamed(getattr(item, "tile", item)) for item in named)


def _rummikub_needs(state: Any, seat: int, action: Any) -> tuple[Tile, ...]:
    """The tiles that a new table has more than the old one; for a new deal, the doublets."""
    if isinstance(action, Redeal):
        rack: tuple[Tile, ...] = state.racks[seat].tiles
        return rack
    if not isinstance(action, Lay):
        return ()
    new = origins(tile for meld in action.table for tile in meld)
    return tuple(Tile(face, face) for face in (new - origins(state.table.tiles())).elements())


#: The tiles a seat must hold to do what it did, where the action does not name them.
NEEDED: dict[str, Callable[[Any, int, Any], tuple[Tile, ...]]] = {"rummikub": _rummikub_needs}


def needed(game: str, state: Any, seat: int, action: Any) -> tuple[Tile, ...]:
    """The tiles a seat must hold for an action."""
    return NEEDED.get(game, _named_tiles)(state, seat, action)
