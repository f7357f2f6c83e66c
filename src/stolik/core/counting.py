"""How much an action names, counted before anything is weighed: nobody can name more than there is.

Weighing may take long for what no player could ever do, thousands of sets say. Counting takes a moment, knows
no game, and leaves to the rules whatever could be done by somebody who had all tiles of the box.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from stolik.core.message import Complaint
from stolik.core.tiles import Tile

#: Beside its tiles an action says where they go: so many numbers, names and lists for each tile of the box,
#: signs in all of its texts, and a few for games of few tiles.
_SAID_PER_TILE, _SIGNS_PER_TILE, _IN_ANY_CASE = 8, 16, 16
#: No number that is played with has more digits than programs of all kinds can count with.
_LARGEST = 2**53


class MoreThanTheBox(Complaint):
    """An action names more than a game has, and the clause that it breaks if there is one."""

    def __init__(self, clause: str | None, text: str, **values: str | int) -> None:
        super().__init__(text, **values)
        self.clause = clause


def check_fits(action: Any, box: Counter[str], clause: str | None = None) -> None:
    """Raise `MoreThanTheBox` where an action names more tiles than there are, in all or of one kind."""
    n_tiles, room = box.total(), box.total() + _IN_ANY_CASE
    origins: list[str] = []
    n_empty = n_said = n_signs = 0
    waiting = [action]
    while waiting and len(origins) + n_empty <= n_tiles and n_said <= _SAID_PER_TILE * room:
        each = waiting.pop()
        if isinstance(each, Tile):
            origins.append(each.origin)
            n_signs += len(each.origin) + len(each.face)
        elif isinstance(each, msgspec.Struct):
            waiting += msgspec.structs.astuple(each)
        elif isinstance(each, (tuple, list, set, frozenset, dict)):
            n_empty += not each  # room for a tile, such as a set without any
            n_said += 1
            waiting += (*each, *each.values()) if isinstance(each, dict) else each
        else:
            n_said += 1
            n_signs += _n_signs(each)
    if len(origins) + n_empty > n_tiles:
        raise MoreThanTheBox(clause, "That is more tiles than the box holds: {n}.", n=n_tiles)
    if n_said > _SAID_PER_TILE * room or n_signs > _SIGNS_PER_TILE * room:
        raise MoreThanTheBox(clause, "That is more than anyone could do with the tiles of the box.")
    _check_kinds(Counter(origins), box, clause)


def _check_kinds(named: Counter[str], box: Counter[str], clause: str | None) -> None:
    """Raise where there are fewer of a kind; of what is no tile of this game its rules have more to say."""
    for origin, n in named.items():
        if n > box[origin] > 0:
            raise MoreThanTheBox(
                clause,
                "That is more {tile} tiles than the box holds: {n}.",
                tile=origin,
                n=box[origin],
            )


def _n_signs(leaf: Any) -> int:
    """How long a text is; a number that is larger than any that is played with is longer than any text."""
    if isinstance(leaf, (str, bytes)):
        return len(leaf)
    return _LARGEST if isinstance(leaf, int) and abs(leaf) >= _LARGEST else 0
