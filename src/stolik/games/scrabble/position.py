"""A seat's view as the engine takes it."""

from __future__ import annotations

from collections.abc import Iterable

from stolik.core.tiles import Tile, letter_tile
from stolik.crossboard.board import Board
from stolik.crossboard.engine.inference import LastPlay
from stolik.crossboard.engine.position import Position
from stolik.crossboard.geometry import Geometry
from stolik.games.scrabble.state import Turn
from stolik.games.scrabble.view import View


def position_of(view: View, geometry: Geometry) -> Position:
    """What the viewer knows when it is to move; a play on the board counts as one that stands."""
    table, seat = view.table, view.viewer
    if seat is None:
        raise ValueError("A spectator does not move.")
    pending = table.pending
    order = sorted(table.active(), key=lambda other: (other - seat) % table.seats)
    others = [other for other in order if other != seat]
    waiting = {pending.seat: pending.points} if pending else {}
    drawing = {pending.seat: table.refill_size(pending.seat)} if pending else {}
    return Position(
        board=geometry.board_bytes(table.board),
        rack=geometry.rack_bytes(view.rack),
        unseen=geometry.rack_bytes(_unseen(view)),
        known=tuple(geometry.rack_bytes(table.shown[other]) for other in others),
        sizes=tuple(table.rack_sizes[other] + drawing.get(other, 0) for other in others),
        scores=tuple(table.scores[each] + waiting.get(each, 0) for each in (seat, *others)),
        bag=table.bag_size_after_refill,
        exchange_minimum=table.options.exchange_minimum,
        scoreless=0 if pending else len(table.scoreless),
        scoreless_limit=table.options.scoreless_limit or 0,
    )


def last_play_of(view: View, geometry: Geometry) -> LastPlay | None:
    """The last play of the one who moves after the viewer, if it tells something of the rack."""
    table, seat = view.table, view.viewer
    if seat is None or not table.bag_size_after_refill:
        return None
    other = table.next_turn(seat)
    turns = [*table.turns]
    if table.pending is not None:
        pending = table.pending
        turns.append(Turn(pending.seat, "play", pending.tiles, pending.words, pending.points))
    made = next((n for n in reversed(range(len(turns))) if turns[n].seat == other), None)
    if made is None or turns[made].kind != "play":
        return None
    play = turns[made]
    before = Board.of(laid for turn in turns[:made] if turn.kind == "play" for laid in turn.tiles)
    position = position_of(view, geometry)
    return LastPlay(
        board=geometry.board_bytes(before),
        laid=geometry.rack_bytes(each.tile for each in play.tiles),
        points=play.points,
        n_kept=position.sizes[0] - len(play.tiles),
    )


def _unseen(view: View) -> Iterable[Tile]:
    for kind in view.unseen:
        yield from [letter_tile(kind.letter)] * kind.count
