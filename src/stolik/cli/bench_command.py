"""`stolik bench engine`: how fast the engine is on this machine."""

from __future__ import annotations

from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from stolik.cli import settings
from stolik.cli.game_commands import print_json
from stolik.cli.opening import show_preparing
from stolik.core.message import Complaint
from stolik.study.engine_bench import TARGETS, Bench, brain_of_list
from stolik.texts import N_
from stolik.words.store import Lexicons


def bench_engine(
    *,
    lexicon: Annotated[str, Parameter(help="Which word list.")] = "pl",
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Measure the engine: CPU time of one core, each figure beside the plain generator's in the same run."""
    brain = brain_of_list(lexicon, Lexicons())
    if not brain.suits_engine:
        raise Complaint("This needs a board of 15 x 15 squares and racks of up to seven tiles.")
    show_preparing(brain, lexicon)
    figures = Bench(brain).measure()
    if json:
        print_json(figures)
    else:
        show_figures(figures)
    return 0


def show_figures(figures: dict[str, object]) -> None:
    """A table with the targets, which were set for a machine on which the best C engine plays 300 games/s."""
    text = settings.say()
    table = Table(box=None, pad_edge=False)
    for heading in (N_("figure"), N_("measured"), N_("target")):
        table.add_column(text(heading), justify="left" if heading == "figure" else "right")
    for name, value in figures.items():
        shown = f"{value:,.2f}" if isinstance(value, float) else str(value)
        target = TARGETS.get(name)
        table.add_row(name, shown, "" if target is None else f"{target:,.0f}")
    Console().print(table)


def register(app: cyclopts.App) -> None:
    """Add the command."""
    bench = cyclopts.App(name="bench", help="How fast things are on this machine.")
    bench.command(bench_engine, name="engine")
    app.command(bench)
