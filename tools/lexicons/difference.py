"""How a list made now differs from the one that ships, in words and figures."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.lexicons.steps import Facts, Trouble

WORTH_EXPLAINING = 0.1
N_SAMPLES = 24


@dataclass(frozen=True)
class Difference:
    """Two editions of a list."""

    name: str
    before: frozenset[str]
    after: frozenset[str]

    @property
    def added(self) -> list[str]:
        return sorted(self.after - self.before)

    @property
    def removed(self) -> list[str]:
        return sorted(self.before - self.after)

    @property
    def percent(self) -> float:
        """Words added and removed, of the words before."""
        return percent(len(self.added) + len(self.removed), len(self.before))


def percent(part: int, whole: int) -> float:
    """The share in per cent; of nothing, nothing or everything."""
    return 100 * part / whole if whole else (100.0 if part else 0.0)


def read_list(path: Path) -> frozenset[str]:
    """A plain or compressed list, one word a line."""
    content = path.read_bytes()
    return frozenset((lzma.decompress(content) if path.suffix == ".xz" else content).decode("utf-8").split())


def shipped_list(name: str) -> frozenset[str]:
    """The words in the package's own file."""
    from stolik.kernels.wordgraph import enumerate_words
    from stolik.words.alphabet import alphabet
    from stolik.words.lore import lore

    letters = alphabet(name)
    graph = lore(letters).graph
    if graph is None:
        raise Trouble(f"No list {name} ships with this program; name one to compare with: --against FILE")
    return frozenset(letters.words(enumerate_words(graph.nodes)))


def report(found: Difference, facts: Facts, expected: Mapping[str, int | str]) -> str:
    """The difference as a text: totals, lengths, samples, and what explains a large one."""
    added, removed = found.added, found.removed
    totals = f"{len(found.after):,} words now, {len(found.before):,} before"
    changes = f"{len(added):,} added, {len(removed):,} removed: {found.percent:.3f} % differ"
    lines = [
        f"{found.name}: {totals}; {changes}",
        "",
        *_by_length(found),
        "",
        f"added:   {_sample(added)}",
        f"removed: {_sample(removed)}",
    ]
    if found.percent > WORTH_EXPLAINING:
        lines += ["", f"More than {WORTH_EXPLAINING} % differ. What is not as it was when the list was made:"]
        lines += list(_shifts(facts, expected)) or [
            "  nothing that the recipe counts: a rule or hand list changed"
        ]
    return "\n".join(lines)


def _by_length(found: Difference) -> Iterator[str]:
    columns = [Counter(map(len, words)) for words in (found.before, found.after, found.added, found.removed)]
    yield "length     before        now    added  removed"
    for length in sorted(columns[0] | columns[1]):
        before, after, added, removed = (column[length] for column in columns)
        share = percent(added + removed, before)
        remark = f"   {share:.2f} %" if share > WORTH_EXPLAINING else ""
        yield f"{length:6d} {before:10,d} {after:10,d} {added:8,d} {removed:8,d}{remark}"


def _sample(words: Sequence[str]) -> str:
    """Words from all over the list."""
    picked = words[:: max(1, len(words) // N_SAMPLES)][:N_SAMPLES]
    return " ".join(picked) or "none"


def _shifts(facts: Facts, expected: Mapping[str, int | str]) -> Iterator[str]:
    """Versions and counts that are not the ones of the list that ships."""
    for name, usual in expected.items():
        now = facts.get(name, usual)
        if now != usual:
            yield f"  {name}: {now} (was {usual})"
