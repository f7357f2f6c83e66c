"""Word graphs on disk: sealed files whose content is the nodes, little-endian.

A DAWG is small and read thoroughly, a GADDAG is large and only looked at; `sealedfile` tells the difference.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stolik.words.sealedfile import (
    DamagedFile,
    FileKind,
    Sealed,
    header_of,
    parse_sealed,
    read_sealed,
    write_sealed,
    write_whole,
)

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "DamagedFile",
    "FileKind",
    "Graph",
    "header",
    "parse_graph",
    "read_graph",
    "write_graph",
    "write_whole",
]


@dataclass(frozen=True)
class Graph:
    """A graph with the list it was made from."""

    kind: FileKind
    alphabet: str
    n_words: int
    list_hash: str
    nodes: memoryview[int]


def header(graph: Graph) -> bytes:
    """The bytes that stand before the graph's nodes."""
    return header_of(_sealed(graph))


def write_graph(path: Path, graph: Graph) -> None:
    """Write a graph file; OSError leaves nothing behind."""
    write_sealed(path, _sealed(graph))


def parse_graph(content: Buffer, kind: FileKind, *, thorough: bool) -> Graph:
    """The graph in a file's bytes, sharing their memory; raises DamagedFile."""
    return _opened(parse_sealed(content, kind, thorough=thorough))


def read_graph(path: Path, kind: FileKind, *, thorough: bool) -> Graph:
    """The graph in a file, mapped into memory; raises DamagedFile or OSError."""
    return _opened(read_sealed(path, kind, thorough=thorough))


def _sealed(graph: Graph) -> Sealed:
    content = _little_endian(graph.nodes).cast("B")
    return Sealed(graph.kind, graph.alphabet, graph.n_words, graph.list_hash, content)


def _opened(sealed: Sealed) -> Graph:
    nodes = _little_endian(sealed.content.cast("I"))
    return Graph(sealed.kind, sealed.alphabet, sealed.n_words, sealed.list_hash, nodes)


def _little_endian(nodes: memoryview[int]) -> memoryview[int]:
    if sys.byteorder == "little":
        return nodes
    swapped = array("I", nodes)
    swapped.byteswap()
    return memoryview(swapped)
