"""The patient way to play the number-tile game: lay nothing before everything can be laid.

1. A tile on the own rack is worth as much as one on the table: whatever it could do there, it can do from the
   rack. On the table it helps the others too, who otherwise find no place for their last tiles.
2. So it opens with as few tiles as possible and without jokers, and then draws until it can lay it all.
3. When the bank is empty everybody has one more move, who drew the last tile at the end. The first ones lay
   nearly all they have, and that helps those who come later to lay everything. So it counts the bank, and
   where drawing would lead to a bad place among these moves it lays as little as possible once.
"""

from __future__ import annotations

from array import array
from functools import cache

import msgspec

from stolik.games.rummikub.position import Position
from stolik.games.rummikub.sets import FACES, number_of
from stolik.games.rummikub.solver import AIMS, Aim, Play
from stolik.games.rummikub.tilecodes import CODES
from stolik.games.rummikub.view import View

_MANY = 1 << 12
_FEW = array("i", [*(number_of(face) - _MANY for face in FACES), -30 * _MANY])
#: As few tiles as possible, and of these the highest.
FEWEST = Aim(_FEW, _FEW, 0)
#: Which of the last moves wins most often among patient players, counted from 0, by how many they are.
_BEST_PLACES = {2: 1, 3: 2, 4: 2, 5: 2, 6: 3}
NOTHING = Play([], [], 0, 0)


def patient_play(view: View, position: Position) -> Play:
    """A play that ends the game, opens it, or leaves a tile in the bank; mostly none."""
    whole = position.best(AIMS["tiles"])
    if whole.count == len(position.rack):
        return whole
    if not position.opened:
        return position.without_jokers().opening(FEWEST)
    if _should_wait(view):
        return _smallest(position)
    return NOTHING


def _should_wait(view: View) -> bool:
    """Whether only a turn without drawing can still lead to the best place among the last moves."""
    n, bank = len(view.table.active()), view.bank_size
    place = _BEST_PLACES.get(n)
    return place is not None and not _draws_to(place, n, bank) and _waits_to(place, n, bank)


@cache
def _draws_to(place: int, n: int, bank: int) -> bool:
    """Whether drawing now can lead to this place, if all the others draw.

    Who draws the last tile moves last, in place n - 1.
    """
    if bank <= n:
        return place == n - bank
    return _draws_to(place, n, bank - n) or _waits_to(place, n, bank - n)


@cache
def _waits_to(place: int, n: int, bank: int) -> bool:
    """Whether laying now can."""
    if bank < n:
        return place == n - 1 - bank
    return _draws_to(place, n, bank - n + 1) or _waits_to(place, n, bank - n + 1)


def _smallest(position: Position) -> Play:
    """One tile if some tile fits, else the smallest set of the rack; jokers are kept."""
    own = position.without_jokers()
    for tile in sorted(set(own.rack), key=lambda tile: (-number_of(tile), CODES[tile])):
        play = msgspec.structs.replace(own, rack=[tile]).best()
        if play.count:
            return play
    return msgspec.structs.replace(own, opened=False, opening_points=1).best(FEWEST)
