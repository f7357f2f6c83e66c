"""Where the tiles are, what moves them, and what events give in points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from stolik.core.tiles import Tile, origins
from stolik.games.rummikub.events import Dealt, Drawn, Ended, Event, Laid, Redealt, TableRestored
from stolik.games.rummikub.state import State

Flow = dict[str, Counter[str]]


def census(state: State) -> Flow:
    """Every tile of the box by place and origin."""
    places = {f"rack {seat}": origins(rack.tiles) for seat, rack in enumerate(state.racks)}
    places["table"] = origins(state.table.tiles())
    places["bank"] = state.bank()
    return places


def flow(event: Event) -> Flow:
    """What an event says has moved."""
    match event:
        case Dealt() | Drawn() | TableRestored():
            return _moved("bank", f"rack {event.seat}", event.rack.tiles)
        case Laid():
            return _moved(f"rack {event.seat}", "table", event.tiles)
        case Redealt():
            returned: Flow = {"bank": Counter()}
            for seat, rack in enumerate(event.racks):
                moved = _moved(f"rack {seat}", "bank", rack.tiles)
                returned[f"rack {seat}"] = moved[f"rack {seat}"]
                returned["bank"] += moved["bank"]
            return returned
    return {}


def _moved(source: str, target: str, tiles: Iterable[Tile]) -> Flow:
    counts = origins(tiles)
    gone: Counter[str] = Counter()
    gone.subtract(counts)
    return {target: counts, source: gone}


def points(event: Event) -> Mapping[int, int]:
    """The points an event gives or takes."""
    return dict(enumerate(event.scores)) if isinstance(event, Ended) else {}
