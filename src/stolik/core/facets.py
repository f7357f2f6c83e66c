"""Everything a game may bring beside its rules: modules (or packages) of its folder, found by their names.

Each may be left out; what does without it says so here. Nothing outside the folder names the game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from stolik.core import registry


class Facet(NamedTuple):
    """What a module has to define, where its contract stands, and what happens without it."""

    defines: str
    contract: str
    without: str


FACETS = {
    "bots": Facet(
        "BotPlayer, LEVELS, STUDIED, THINK_LONG",
        "stolik.bots.base",
        "the generic bot plays it",
    ),
    "commands": Facet(
        "register(desk)", "stolik.terminal.commands", "the command line has nothing of its own for it"
    ),
    "explained": Facet(
        "explain(game, preset) -> Explanation", "stolik.core.teaching", "there is no page of rules"
    ),
    "lessons": Facet("steps(game, preset) -> tuple[Step, ...]", "stolik.core.teaching", "there is no lesson"),
    "notation": Facet(
        "EXPORTS: Mapping[str, Export]; position(state) -> str, if there is a way to write one",
        "stolik.notation.exports",
        "it is exported as our own log alone",
    ),
    "review": Facet("REVIEWER: Reviewer", "stolik.core.judging", "finished games are not reviewed"),
    "screens": Facet(
        "TABLES: Mapping[str, Played]; SCREENS: Sequence[Screen]",
        "stolik.core.screens",
        "no pictures are taken of its pages",
    ),
    "sketch": Facet(
        "sketch(view) -> Sketch; COLOURS, if it has some of its own",
        "stolik.core.sketch",
        "links to its tables show no picture",
    ),
    "terminal": Facet(
        "display(setting) -> Display",
        "stolik.terminal.display",
        "the view is shown as text, actions as a list",
    ),
}


def facet(game: str, name: str) -> Any:
    """The module that a game brings under a name of `FACETS`; None where it does not."""
    if name not in FACETS:
        raise KeyError(name)
    return registry.module(game, name)
