"""The last moves, once the bank is empty: everybody has one, and the rack of the lowest value wins.

1. Who moves last lays as much value as possible. Who moves earlier thinks of what the others can lay then.
2. So the plays are tried with the most valuable first, each answered by the others' most valuable ones, until
   no play that keeps more on the rack could be better, even if the others laid nothing.
3. The other racks are given as worlds: one where they are known, else several that are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec

from stolik.games.rummikub.position import Position
from stolik.games.rummikub.sets import rack_value
from stolik.games.rummikub.solver import AIMS, Play
from stolik.games.rummikub.tiletext import parse_tile


class Other(msgspec.Struct, frozen=True):
    """Another seat: its rack, whether it has opened, and whether it still has a move."""

    rack: list[str]
    opened: bool
    moves: bool


class World(msgspec.Struct, frozen=True):
    """The other seats in the order of their moves, and how likely it is that they hold these racks."""

    others: list[Other]
    weight: float = 1.0


#: How much of a win and how many points the seat to move can expect.
Hope = tuple[float, float]


def closing_play(
    position: Position, worlds: Sequence[World], n_plays: int, out_of_time: Callable[[], bool]
) -> Play:
    """The play with the best end over all worlds; beyond so many plays, or out of time, the best found."""
    rack = _value(position.rack)
    nothing = [[_value(other.rack) for other in world.others] for world in worlds]
    best: Play | None = None
    hope: Hope = (-1.0, 0.0)
    for play in islice(_plays(position), n_plays):
        if play.count == len(position.rack):
            return play
        kept = rack - _value(play.placed)
        hoped = _hope(kept, worlds, [_kept_after(position, play, world) for world in worlds])
        if best is None or hoped > hope:
            best, hope = play, hoped
        # the next play keeps no less
        if hope >= _hope(kept, worlds, nothing) or out_of_time():
            break
    assert best is not None
    return best


def _plays(position: Position) -> Iterator[Play]:
    """The plays, those that leave the least value on the rack first."""
    if position.opened:
        yield from position.ranked(AIMS["value"])
    else:
        yield position.opening(AIMS["value"])


def _hope(kept: int, worlds: Sequence[World], others: Sequence[Sequence[int]]) -> Hope:
    """What to expect with a rack of this value, if the others keep these values in each world."""
    share = points = 0.0
    for world, values in zip(worlds, others, strict=True):
        least = min(values)
        if kept <= least:
            share += world.weight / (1 + values.count(kept))
            points += world.weight * sum(values)
        points -= world.weight * kept
    return share, points


def _kept_after(position: Position, play: Play, world: World) -> list[int]:
    """What the others keep, if each lays as much value as possible after a play."""
    kept = [_value(other.rack) for other in world.others]
    table = play.table
    for place, other in enumerate(world.others):
        if other.moves:
            turn = msgspec.structs.replace(position, table=table, rack=other.rack, opened=other.opened)
            answer = turn.best(AIMS["value"])
            table = answer.table
            kept[place] -= _value(answer.placed)
            if not kept[place]:
                break
    return kept


def _value(tiles: Sequence[str]) -> int:
    return rack_value(map(parse_tile, tiles))
