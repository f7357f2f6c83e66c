"""The actions a seat may take, listed from its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from stolik.core.tiles import Tile
from stolik.games.scrabble.actions import Accept, Action, Challenge, Exchange, Pass, Place, Resign
from stolik.games.scrabble.view import View
from stolik.games.scrabble.words import Referee


def legal_actions(view: View, referee: Referee) -> Iterator[Action]:
    """Every action of the viewer, plays of valid words first by points.

    Where challenges decide, words that are in no list may be laid too; those are not listed.
    """
    seat, table = view.viewer, view.table
    if seat is None or table.ended is not None or seat not in table.active():
        return
    if seat in table.to_answer():
        yield Accept()
        yield Challenge()
    if may_move(view):
        yield from (Place(play.laid) for play in referee.plays(table, view.rack))
        yield from exchanges(view)
        yield Pass()
    yield Resign()


def may_move(view: View) -> bool:
    """Whether a play, exchange or pass of the viewer would be taken now."""
    seat, table = view.viewer, view.table
    if seat is None or table.ended is not None:
        return False
    return table.turn == seat if table.pending is None else table.moving_answers(seat)


def exchanges(view: View) -> Iterator[Exchange]:
    """Every different choice of tiles to give back."""
    bag, options = view.table.bag_size_after_refill, view.table.options
    if bag < options.exchange_minimum:
        return
    counts = sorted(Counter(view.rack).items())
    for amounts in product(*(range(n + 1) for _, n in counts)):
        tiles: list[Tile] = []
        for (tile, _), amount in zip(counts, amounts, strict=True):
            tiles += [tile] * amount
        if 0 < len(tiles) <= bag:
            yield Exchange(tuple(tiles))
