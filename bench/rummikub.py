"""The solver of the number-tile game as `stolik bench rummikub` has it.

    python bench/rummikub.py

Needs highspy, which the tests bring.
"""

from __future__ import annotations

from stolik.study.rummikub_bench import TARGETS, Figures, measure, summary


def show(figures: Figures) -> None:
    kind = figures.kind
    ratio = "       -" if figures.ratio is None else f"{figures.ratio:8,.0f}"
    whole = "       -" if figures.ratio_with_making is None else f"{figures.ratio_with_making:8,.0f}"
    print(
        f"    {kind.game:8} {kind.jokers} jokers {kind.table:3} + {kind.rack:2}"
        f"  median {figures.median_us:7,.0f} µs  p99 {figures.p99_us:8,.0f}"
        f"  highest {figures.highest_us:8,.0f}  call {figures.call_median_us:7,.0f}"
        f"  to HiGHS {ratio} (with making {whole})"
        f"  compact {figures.compact_ratio:7,.0f} ({figures.compact_ratio_with_making:7,.0f})",
        flush=True,
    )


def main() -> None:
    for name, value in summary(measure(done=show)).items():
        target = f"   (target {TARGETS[name]:,.0f})" if name in TARGETS else ""
        print(f"    {name:34} {value:,.2f}{target}")


if __name__ == "__main__":
    main()
