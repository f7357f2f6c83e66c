"""Who is waited for, where the tiles are, and what events gave in points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from stolik.core.game import Feat
from stolik.core.tiles import Tile, origins
from stolik.games.scrabble.events import (
    ChallengeRejected,
    ChallengeUpheld,
    Ended,
    Event,
    Exchanged,
    OvertimeCounted,
    Placed,
    PlayScored,
    TilesDrawn,
)
from stolik.games.scrabble.state import State, Table

Flow = dict[str, Counter[str]]

#: What a play of so many tiles earns that it brings extra points; `game.toml` names it.
BONUS = "bonus"


def to_act(table: Table) -> tuple[int, ...]:
    """The seats that owe an answer or a move."""
    if table.ended is not None:
        return ()
    return table.to_answer() if table.pending is not None else (table.turn,)


def census(state: State) -> Flow:
    """Every tile of the box by place and origin."""
    places = {f"rack {seat}": origins(rack.tiles) for seat, rack in enumerate(state.racks)}
    places["board"] = origins(each.tile for each in state.table.laid)
    places["bag"] = state.bag()
    return places


def flow(event: Event) -> Flow:
    """What an event says has moved."""
    match event:
        case TilesDrawn():
            return _moved("bag", f"rack {event.seat}", event.rack.tiles)
        case Placed():
            return _moved(f"rack {event.seat}", "board", (each.tile for each in event.tiles))
        case ChallengeUpheld():
            return _moved("board", f"rack {event.seat}", event.tiles)
        case Exchanged():
            given, drawn = origins(event.given.tiles), origins(event.drawn.tiles)
            return {f"rack {event.seat}": _minus(drawn, given), "bag": _minus(given, drawn)}
    return {}


def _moved(source: str, target: str, tiles: Iterable[Tile]) -> Flow:
    counts = origins(tiles)
    return {target: counts, source: _minus(Counter(), counts)}


def _minus(left: Counter[str], right: Counter[str]) -> Counter[str]:
    difference = Counter(left)
    difference.subtract(right)
    return difference


def points(event: Event) -> Mapping[int, int]:
    """The points an event gives or takes."""
    match event:
        case PlayScored():
            return {event.seat: event.points}
        case ChallengeRejected():
            return {event.seat: event.mover_points, event.challenger: event.challenger_points}
        case OvertimeCounted():
            return {event.seat: -event.points}
        case Ended():
            return dict(enumerate(event.adjustments))
    return {}


def feats(events: Iterable[Event]) -> Iterator[Feat]:
    """Every play that stood: its main word, its points and whether all tiles of the rack were in it."""
    pending: Placed | None = None
    for event in events:
        match event:
            case Placed():
                pending = event
            case PlayScored() if pending is not None:
                tags = (BONUS,) if pending.bonus else ()
                yield Feat(event.seat, pending.words[0].text, event.points, tags)
                pending = None
            case ChallengeUpheld():
                pending = None
