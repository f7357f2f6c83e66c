"""Asks Morfeusz 2 about every word: python -m tools.lexicons.sgjp WORDS OUT.

A program of its own, because the package may live in another environment than the one that runs the recipe.
OUT gets the words of which SGJP says something that matters, a tab and the marks of `polish.marks_of`; the
standard output gets what was counted, as JSON.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.lexicons import polish
from tools.lexicons.polish import Reading
from tools.lexicons.steps import read_lines, shown


def readings_of(analysis: Sequence[Any]) -> list[Reading]:
    """What Morfeusz answers, without the places of the readings in the text."""
    return [
        Reading(text, lemma, tag, frozenset(names), ",".join(labels))
        for _, _, (text, lemma, tag, names, labels) in analysis
    ]


def mark_all(words: Sequence[str], read: Callable[[str], list[Reading]]) -> Iterator[tuple[str, str]]:
    """Every word with its marks, which may be none; `read` tells the readings of a text."""
    for word in shown(words):
        readings = read(word)
        marks = polish.marks_of(word, readings)
        if word.endswith("o") and polish.KNOWN not in marks:
            # Only before a hyphen does Morfeusz read the first half of a compound (biało-czerwony) as one.
            marks = polish.marks_of(word, readings, read(word + "-"))
        yield word, marks


def main(source: Path, out: Path) -> None:
    morfeusz2 = importlib.import_module("morfeusz2")
    morfeusz = morfeusz2.Morfeusz(praet="composite")
    n_known = 0
    with out.open("w", encoding="utf-8", newline="\n") as file:
        for word, marks in mark_all(read_lines(source), lambda text: readings_of(morfeusz.analyse(text))):
            n_known += polish.KNOWN in marks
            if marks:
                file.write(f"{word}\t{marks}\n")
    facts = {
        "known to SGJP": n_known,
        "morfeusz2": morfeusz2.__version__,
        "SGJP": morfeusz.dict_id().removeprefix("pl.sgjp."),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except KeyboardInterrupt:
        sys.exit(130)
