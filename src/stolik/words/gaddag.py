"""The large graph that move generation walks: expanded from a DAWG once, then mapped from a cache."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

from stolik.kernels.wordgraph import build_gaddag, enumerate_gaddag, enumerate_words
from stolik.words.expanded import Progress
from stolik.words.graphfile import DamagedFile, FileKind, Graph, read_graph, write_graph


def open_gaddag(path: Path, list_hash: str) -> memoryview[int] | None:
    """The cached graph of this list, or None if there is none that can be trusted."""
    try:
        graph = read_graph(path, FileKind.GADDAG, thorough=False)
    except (DamagedFile, OSError):
        return None
    return graph.nodes if graph.list_hash == list_hash else None


def expand_gaddag(path: Path, dawg: Graph, progress: Progress | None = None) -> memoryview[int]:
    """Build the graph, prove it by reading every key back, and keep it; in memory where it cannot be kept."""
    nodes = build_gaddag(dawg.nodes, progress)
    if enumerate_gaddag(nodes) != enumerate_words(dawg.nodes):
        raise AssertionError("the GADDAG does not hold the words it was built from")
    graph = replace(dawg, kind=FileKind.GADDAG, nodes=memoryview(nodes).cast("I"))
    with contextlib.suppress(OSError, DamagedFile):
        write_graph(path, graph)
        return read_graph(path, FileKind.GADDAG, thorough=True).nodes
    return graph.nodes
