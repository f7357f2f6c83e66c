"""The ways in which a finished game can be written for other programs: what the facet `notation` defines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from stolik.core.facets import facet


class Export(NamedTuple):
    """One way: what is written from the events and the names by seat, and for how many players it is."""

    write: Callable[[Iterable[Any], Sequence[str]], str]
    most_players: int


def exports_of(game: str, n_players: int) -> dict[str, Export]:
    """The ways to write a game of so many players, by the ending of the file."""
    module = facet(game, "notation")
    found: Mapping[str, Export] = module.EXPORTS if module else {}
    return {ending: export for ending, export in found.items() if n_players <= export.most_players}
