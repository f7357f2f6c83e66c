"""The game whose actions are the dearest to judge: each is a whole table, with as many tiles as the box has.

What is dear cannot be asked of a game. It has to be made by hand, so this file names one.
"""

from __future__ import annotations

from typing import Any

GAME = PRESET = "rummikub"
#: The way to play with the largest box, in which nobody is asked anything before the game begins.
WIDE_PRESET, WIDE_BOTS = "rummikub-xp", 4
WIDE_OPTIONS = {"redeal_doublets": None, "rack_size": 20, "opening_points": 1, "jokers": "strict"}


def melds(n: int) -> dict[str, Any]:
    """So many sets of three jokers."""
    return {"type": "Lay", "table": [[["J", "J"]] * 3] * n}


def runs(n: int) -> dict[str, Any]:
    """As many runs of three as there are tiles for."""
    faces = [f"{colour}{number}" for colour in "kbro" for number in range(1, 13)]
    tiles = [[face, face] for face in (faces * 3)[: 3 * n]]
    return {"type": "Lay", "table": [tiles[at : at + 3] for at in range(0, len(tiles), 3)]}
