"""The fewest things that suffice, where more of them never do worse.

Whenever some do not suffice, others are added as long as they still do not: of those left over at least one
is needed. So each failure adds a condition, and the next guess is the smallest choice that meets all
conditions. A guess that suffices is therefore as small as any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def fewest_sufficing(
    n: int, suffices: Callable[[frozenset[int]], bool], patience: int
) -> tuple[frozenset[int], bool]:
    """The smallest choice among n things that suffices, and whether that is proven; all of them must suffice.

    After so many tries it is one from which nothing can be left out.
    """
    conditions: list[frozenset[int]] = []
    everything = frozenset(range(n))
    for _ in range(0, patience, n + 1):
        guess = _smallest_meeting(conditions)
        if suffices(guess):
            return guess, True
        failing = guess
        for thing in sorted(everything - guess):
            if not suffices(failing | {thing}):
                failing |= {thing}
        conditions.append(everything - failing)
    enough = everything
    for thing in sorted(everything):
        if suffices(enough - {thing}):
            enough -= {thing}
    return enough, False


def _smallest_meeting(conditions: Sequence[frozenset[int]]) -> frozenset[int]:
    """The smallest choice with something of each condition."""
    size = 0
    while True:
        found = _meeting(conditions, frozenset(), size)
        if found is not None:
            return found
        size += 1


def _meeting(
    conditions: Sequence[frozenset[int]], chosen: frozenset[int], n_more: int
) -> frozenset[int] | None:
    """The chosen things and so many more that meet all conditions."""
    open_conditions = [condition for condition in conditions if not condition & chosen]
    if not open_conditions:
        return chosen
    if not n_more:
        return None
    smallest = min(len(condition) for condition in open_conditions)
    for thing in sorted(next(condition for condition in open_conditions if len(condition) == smallest)):
        found = _meeting(open_conditions, chosen | {thing}, n_more - 1)
        if found is not None:
            return found
    return None
