"""`stolik bench`: how fast the engine and the number-tile solver are on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from stolik.cli import settings
from stolik.cli.game_commands import print_json
from stolik.cli.opening import show_preparing
from stolik.cli.progress import progress_bar
from stolik.core.message import Complaint
from stolik.study import engine_bench, rummikub_bench
from stolik.study.engine_bench import Bench, brain_of_list
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
        show_figures(figures, engine_bench.TARGETS)
    return 0


def bench_rummikub(*, json: Annotated[bool, Parameter(help="Print JSON.")] = False) -> int:
    """Measure the solver of the number-tile game: CPU time of one core, beside HiGHS in the same run."""
    with progress_bar("rummikub") as show:
        figures = rummikub_bench.measure(rummikub_bench.KINDS, show)
    summary = rummikub_bench.summary(figures)
    if json:
        print_json({"classes": figures, "summary": summary, "targets": rummikub_bench.TARGETS})
        return 0
    show_classes(figures)
    Console().print()
    show_figures(summary, rummikub_bench.TARGETS)
    return 0


def show_classes(figures: Sequence[rummikub_bench.Figures]) -> None:
    """A line for each class of positions, and what the columns mean."""
    text, console = settings.say(), Console()
    table = Table(box=None, pad_edge=False)
    for heading in (N_("class"), N_("median"), "p99", N_("highest"), N_("call"), "HiGHS", N_("compact")):
        table.add_column(text(heading), justify="left" if heading == "class" else "right")
    for each in figures:
        kind = each.kind
        numbers = (each.median_us, each.p99_us, each.highest_us, each.call_median_us)
        ratios = (each.ratio, each.compact_ratio)
        table.add_row(
            f"{kind.game} {kind.jokers}J {kind.table} + {kind.rack}",
            *(f"{number:,.0f}" for number in numbers),
            *("" if ratio is None else f"{ratio:,.0f}" for ratio in ratios),
        )
    console.print(table)
    console.print(
        text(
            "Microseconds for a class of positions: its jokers, and the tiles on the table and on the rack. "
            "Then how many times longer HiGHS takes, with the published program and with a compact one."
        ),
        style="dim",
    )


def show_figures(figures: Mapping[str, object], targets: Mapping[str, float]) -> None:
    """A table with the targets, which were set for a machine on which the best C engine plays 300 games/s."""
    text = settings.say()
    table = Table(box=None, pad_edge=False)
    for heading in (N_("figure"), N_("measured"), N_("target")):
        table.add_column(text(heading), justify="left" if heading == "figure" else "right")
    for name, value in figures.items():
        shown = f"{value:,.2f}" if isinstance(value, float) else str(value)
        target = targets.get(name)
        table.add_row(name, shown, "" if target is None else f"{target:,.0f}")
    Console().print(table)


def register(app: cyclopts.App) -> None:
    """Add the command."""
    bench = cyclopts.App(name="bench", help="How fast things are on this machine.")
    bench.command(bench_engine, name="engine")
    bench.command(bench_rummikub, name="rummikub")
    app.command(bench)
