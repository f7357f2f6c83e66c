"""`stolik bench engine`: how fast the engine is on this machine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from stolik.core.message import Complaint
from stolik.games.scrabble.commands.measuring import TARGETS, Bench, brain_of_list, measure_preparing
from stolik.terminal.opening import show_preparing
from stolik.terminal.output import print_json, show_figures
from stolik.words.store import Lexicons


def bench_engine(
    *,
    lexicon: Annotated[str, Parameter(help="Which word list.")] = "pl",
    preparing: Annotated[bool, Parameter(help="Also what a first game needs, made anew.")] = False,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Measure the engine: CPU time of one core, each figure beside the plain generator's in the same run."""
    brain = brain_of_list(lexicon, Lexicons())
    if not brain.suits_engine:
        raise Complaint("This needs a board of 15 x 15 squares and racks of up to seven tiles.")
    show_preparing(brain, lexicon)
    figures = Bench(brain).measure()
    if preparing:
        figures["prepare_cpu_s"] = measure_preparing(lexicon)
    if json:
        print_json(figures)
    else:
        show_figures(figures, TARGETS)
    return 0
