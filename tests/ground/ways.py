"""The ways to play that are taken through the whole house."""

from __future__ import annotations

from typing import NamedTuple

from stolik.core import registry
from stolik.core.game import AnyGame
from stolik.library import lexicons

#: Those of games that come: versus, together, solo and versus.
NEW_WAYS = ("draw_out", "lighthouse", "stairs", "stairs-duel")
#: And one of each game that is here: other suites take more of them.
WAYS = ("pl", "rummikub", *NEW_WAYS)


class Way(NamedTuple):
    """A way to play, for as few as it may be."""

    game: AnyGame
    options: object
    n_seats: int
    #: Whether it is played to its end, as it is short.
    is_new: bool


def way_of(preset_id: str) -> Way:
    """What is known of a way to play."""
    preset = registry.find_preset(preset_id)
    game = registry.create(preset.game, lexicons())
    return Way(game, preset.options, preset.players[0], preset_id in NEW_WAYS)
