"""Pictures of a game's pages for the documentation: what the facet `screens` of a game defines."""

from __future__ import annotations

from typing import Any, NamedTuple


class Played(NamedTuple):
    """A table of the pictures: against these bots, so many moves, each the first that may be made."""

    preset: str
    bots: tuple[str, ...]
    n_moves: int
    options: dict[str, Any]
    #: Whether every move of the finished game is judged.
    reviewed: bool = False


class Screen(NamedTuple):
    """A picture: where it is taken ({names} are tables), what is done before, and what has to be there."""

    name: str
    path: str
    #: Buttons, by their names in Polish; the last one opens a dialog.
    presses: tuple[str, ...] = ()
    #: Whether the tiles of the best play are laid for trial.
    lays: bool = False
    #: What is waited for, where nothing is pressed or laid.
    sees: str = "[data-place]"
    #: Sizes in which it can be taken; what is a sheet on phones may be a column elsewhere.
    sizes: tuple[str, ...] = ("phone", "wide")
