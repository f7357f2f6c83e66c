"""The engine in both languages as `stolik bench engine` has it, and what its files cost to prepare."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

from stolik.games.scrabble.commands.measuring import TARGETS, Bench, brain_of_list
from stolik.words.store import Lexicons


def measure_preparing(language: str) -> float:
    """Seconds of CPU to make everything a first game needs, proofs included."""
    with tempfile.TemporaryDirectory() as directory:
        brain = brain_of_list(language, Lexicons(cache_dir=Path(directory)))
        begun = process_time()
        brain.prepare()
        return process_time() - begun


def main() -> None:
    for language in ("pl", "pt"):
        brain = brain_of_list(language, Lexicons())
        brain.prepare()
        figures = Bench(brain).measure() | {"prepare_cpu_s": measure_preparing(language)}
        print(language)
        for name, value in figures.items():
            target = f"   (target {TARGETS[name]:,.0f})" if name in TARGETS else ""
            print(
                f"    {name:34} {value:,.2f}{target}"
                if isinstance(value, float)
                else f"    {name:34} {value}"
            )


if __name__ == "__main__":
    main()
