"""What commands print: JSON for programs, tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from stolik.terminal import settings
from stolik.texts import N_


def print_json(value: Any) -> None:
    """JSON on one stream, for programs."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


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
