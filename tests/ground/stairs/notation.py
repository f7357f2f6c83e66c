"""A finished game as a few lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stolik.notation.exports import Export

from .events import Event, StepPut, Thrown


def written(events: Iterable[Event], names: Sequence[str]) -> str:
    """A line for each step."""
    lines = []
    for event in events:
        if isinstance(event, StepPut):
            lines.append(f"{names[event.seat]}: {event.tile.face} on {event.stair + 1}, +{event.points}")
        elif isinstance(event, Thrown):
            lines.append(f"{names[event.seat]}: {event.tile.face} away")
    return "".join(f"{line}\n" for line in lines)


EXPORTS = {"txt": Export(written, most_players=2)}
