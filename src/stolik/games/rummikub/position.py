"""What a seat sees of its turn, in the words of the solver, and the plays it may choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from stolik.games.rummikub.options import JokerRule
from stolik.games.rummikub.ranked import ranked_plays
from stolik.games.rummikub.sets import JOKER, Meld, is_open, rack_value, readings
from stolik.games.rummikub.solver import AIMS, Aim, Play, Turn, best_opening
from stolik.games.rummikub.tiletext import format_tile, parse_tile
from stolik.games.rummikub.view import View

_tile = lru_cache(parse_tile)


class Position(msgspec.Struct, frozen=True):
    """The table, the rack of the seat to move, and what it may do with them."""

    table: list[list[str]]
    rack: list[str]
    opened: bool
    opening_points: int
    jokers: JokerRule

    def without_jokers(self) -> Position:
        """The same with the jokers of the rack put aside."""
        return msgspec.structs.replace(self, rack=[tile for tile in self.rack if tile != JOKER])

    def best(self, aim: Aim = AIMS["tiles"]) -> Play:
        """The best play; before the opening the best opening."""
        if not self.opened:
            return self.opening(aim)
        return self.turn(aim).best()

    def best_touching(self, most: int, aim: Aim = AIMS["tiles"]) -> Play:
        """The best play that touches at most so many sets of the table."""
        if not self.opened:
            return self.opening(aim)
        return self.turn(aim).best_touching(most)

    def best_adding(self, aim: Aim = AIMS["tiles"]) -> Play:
        """Sets from the rack, then tiles added to sets as they lie; nothing is taken apart."""
        play = self.best_touching(0, aim)
        return _with_tiles_added(play, _left(self.rack, play.placed)) if self.opened else play

    def ranked(self, aim: Aim) -> Iterator[Play]:
        """Every play of a seat that has opened, the best one first, and that of no tiles among them."""
        return ranked_plays(self.table, self.rack, aim.weights, self.jokers)

    def least_disturbing(self, play: Play, patience: int) -> Play:
        """The same tiles laid so that many sets of the table stay as they are."""
        turn = Turn(self.table, play.placed, AIMS["tiles"].weights, self.jokers)
        return turn.least_disturbing(patience)

    def opening(self, aim: Aim) -> Play:
        """The best opening."""
        return best_opening(self.table, self.rack, aim, self.opening_points)

    def turn(self, aim: Aim) -> Turn:
        """The problem for the solver, once the seat has opened."""
        return Turn(self.table, self.rack, aim.weights, self.jokers)


def position_of(view: View) -> Position:
    """The position of the viewer, who is to move."""
    options = view.table.options
    return Position(
        [list(map(format_tile, meld)) for meld in view.table.melds],
        list(map(format_tile, view.rack)),
        view.viewer in view.table.opened,
        options.opening_points,
        options.jokers,
    )


def melds_of(play: Play) -> tuple[Meld, ...]:
    """The table after a play."""
    return tuple(tuple(map(_tile, tiles)) for tiles in play.table)


def _left(rack: Sequence[str], placed: Sequence[str]) -> list[str]:
    left = list(rack)
    for tile in placed:
        left.remove(tile)
    return left


def _with_tiles_added(play: Play, rack: list[str]) -> Play:
    """The play with all tiles of the rack that fit a set as it lies, or as it was added to before."""
    melds, added = list(melds_of(play)), list[str]()
    while (fit := next(_fitting(melds, rack), None)) is not None:
        place, longer, text = fit
        melds[place] = longer
        rack.remove(text)
        added.append(text)
    table = [list(map(format_tile, meld)) for meld in melds]
    placed = [*play.placed, *added]
    return Play(table, placed, len(placed), play.value + rack_value(map(_tile, added)))


def _fitting(melds: Sequence[Meld], rack: Sequence[str]) -> Iterator[tuple[int, Meld, str]]:
    """Each set that a tile of the rack can be added to, as it is then."""
    for text in rack:
        for place, meld in enumerate(melds):
            longer = _with_tile(meld, text)
            if longer is not None:
                yield place, longer, text


@lru_cache(maxsize=1 << 14)
def _with_tile(meld: Meld, text: str) -> Meld | None:
    """The set with one more tile, None if that does not fit."""
    return None if is_open(meld) else next(iter(readings((*meld, _tile(text)))), None)
