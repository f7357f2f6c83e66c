"""The patient way to play the number-tile game: lay nothing before everything can be laid.

1. A tile on the own rack is worth as much as one on the table: whatever it could do there, it can do from the
   rack. On the table it helps the others too, who otherwise find no place for their last tiles.
2. So it opens with as few tiles as possible and without jokers, and then draws until it can lay it all.
3. Who draws the last tile of the bank has the last move, with all that the others laid on the table. With two
   or three players the patient one counts the bank and lays as little as possible once in a while, where that
   makes the last tile its own. With more players those who move before it profit more.
"""

from __future__ import annotations

from array import array

from stolik.games.rummikub.position import Position
from stolik.games.rummikub.solver import AIMS, Aim, Play
from stolik.games.rummikub.tilecodes import N_KINDS, number_of
from stolik.games.rummikub.view import View

_MANY = 1 << 12
_FEW = array("i", [*(number_of(kind) - _MANY for kind in range(N_KINDS)), -30 * _MANY])
#: As few tiles as possible, and of these the highest.
FEWEST = Aim(_FEW, _FEW, 0)
_MOST_WHO_COUNT = 3
NOTHING = Play([], [], 0, 0)


def patient_play(view: View, position: Position) -> Play:
    """A play that ends the game, one that gains the last move, or none."""
    if not position.opened:
        return position.without_jokers().opening(FEWEST)
    whole = position.best(AIMS["tiles"])
    if whole.count == len(position.rack):
        return whole
    if _should_wait(view):
        return _smallest(position)
    return NOTHING


def _should_wait(view: View) -> bool:
    """Whether it is time to leave a tile in the bank so that the last one becomes the own.

    A round takes one tile for each player, a round in which this one lays one fewer: so many of these are
    needed until nobody else can draw the last tile, and they are made as late as possible.
    """
    n, others = view.bank_size - 1, len(view.table.active()) - 1
    n_rounds = -n % (others + 1)
    return 0 < others < _MOST_WHO_COUNT and 0 < n <= n_rounds * others


def _smallest(position: Position) -> Play:
    """The play of the fewest tiles, of none if there is no other."""
    return next((play for play in position.ranked(FEWEST) if play.count), NOTHING)
