"""The ways in which a finished game can be written for other programs, by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from stolik.notation import gcg


class Export(NamedTuple):
    """One way: what is written from the events and the names by seat, and for how many players it is."""

    write: Callable[[Iterable[Any], Sequence[str]], str]
    most_players: int


_EXPORTS: Mapping[str, Mapping[str, Export]] = {"scrabble": {"gcg": Export(gcg.format_game, gcg.PLAYERS)}}


def exports_of(game: str, n_players: int) -> dict[str, Export]:
    """The ways to write a game of so many players, by the ending of the file."""
    found = _EXPORTS.get(game, {})
    return {ending: export for ending, export in found.items() if n_players <= export.most_players}
