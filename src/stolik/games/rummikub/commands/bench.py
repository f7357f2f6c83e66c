"""`stolik bench rummikub`: how fast the solver is on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from stolik.games.rummikub.commands import measuring
from stolik.terminal import settings
from stolik.terminal.output import print_json, show_figures
from stolik.terminal.progress import progress_bar
from stolik.texts import N_


def bench_rummikub(*, json: Annotated[bool, Parameter(help="Print JSON.")] = False) -> int:
    """Measure the solver of the number-tile game: CPU time of one core, beside HiGHS in the same run."""
    with progress_bar("rummikub") as show:
        figures = measuring.measure(measuring.KINDS, show)
    summary = measuring.summary(figures)
    if json:
        print_json({"classes": figures, "summary": summary, "targets": measuring.TARGETS})
        return 0
    show_classes(figures)
    Console().print()
    show_figures(summary, measuring.TARGETS)
    return 0


def show_classes(figures: Sequence[measuring.Figures]) -> None:
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
