"""Steps that are never done twice: a finished step leaves its file and a marker beside it.

The marker NAME.done holds hashes of everything the step read, the size of what it wrote and what it counted.
A step writes to NAME.part, which becomes NAME only when it is whole: so a run can be stopped at any moment.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Facts = dict[str, int | str]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Step:
    """What makes one file out of others; `make` writes to the path it is given and tells what it counted."""

    title: str
    output: Path
    inputs: tuple[Path, ...]
    make: Callable[[Path], Mapping[str, int | str]]


class Trouble(Exception):
    """Something a person has to mend; the text says what."""


def say(text: str) -> None:
    """A line for the person who waits."""
    print(text, file=sys.stderr, flush=True)


def run(steps: Iterable[Step]) -> Facts:
    """Do what is not done yet, in order; tell everything the steps counted."""
    facts: Facts = {}
    planned = list(steps)
    for number, step in enumerate(planned, start=1):
        head = f"[{number}/{len(planned)}] {step.title}"
        known = finished(step)
        if known is None:
            say(head)
            started = time.monotonic()
            known = carry_out(step)
            say(f"      {_in_words(known)} in {time.monotonic() - started:.0f} s")
        else:
            say(f"{head}: done before ({_in_words(known)})")
        facts.update(known)
    return facts


def carry_out(step: Step) -> Facts:
    """Make the file of a step, then its marker."""
    step.output.parent.mkdir(parents=True, exist_ok=True)
    marker = _marker(step)
    marker.unlink(missing_ok=True)
    part = step.output.with_name(step.output.name + ".part")
    # Hashed first: what changes while the step works must make it work again.
    read = _hashes(step.inputs)
    facts = dict(step.make(part))
    os.replace(part, step.output)
    content = {"read": read, "size": step.output.stat().st_size, "facts": facts}
    half = marker.with_name(marker.name + ".part")
    half.write_text(json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8")
    os.replace(half, marker)
    return facts


def finished(step: Step) -> Facts | None:
    """What the step counted, if its file is whole and was made from what is there now."""
    try:
        content = json.loads(_marker(step).read_text(encoding="utf-8"))
        whole = step.output.stat().st_size == content["size"]
        facts: Facts = content["facts"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return facts if whole and content.get("read") == _hashes(step.inputs) else None


def shown(items: Sequence[Item]) -> Iterator[Item]:
    """The items, with the share done shown on a terminal while they pass."""
    every = max(1, len(items) // 50) if sys.stderr.isatty() else len(items) + 1
    for n, item in enumerate(items, start=1):
        if n % every == 0:
            print(f"\r      {100 * n // len(items)} % ", end="", file=sys.stderr, flush=True)
        yield item
    if every <= len(items):
        print("\r", end="", file=sys.stderr, flush=True)


def read_lines(path: Path) -> list[str]:
    """The lines of a text without comments (from # on) and empty ones."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as a text."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _marker(step: Step) -> Path:
    return step.output.with_name(step.output.name + ".done")


def _hashes(paths: Iterable[Path]) -> dict[str, str]:
    hashes = {}
    for path in paths:
        with path.open("rb") as file:
            hashes[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return hashes


def _in_words(facts: Facts) -> str:
    return ", ".join(
        f"{name} {fact:,}" if isinstance(fact, int) else f"{name} {fact}" for name, fact in facts.items()
    )
