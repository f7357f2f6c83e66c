"""Word graphs on disk: a header that says what they are and proves it, then the nodes, little-endian.

A file appears whole or not at all. A DAWG is small and proven by its hash whenever it is read. A GADDAG is
proven when it is written; opening it looks at its size, its header and at samples of its nodes, for to read
all of it would cost more than mapping it into memory does.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import sys
import threading
from array import array
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

_HEADER = struct.Struct("<8s8sII32s32s32s")
_SEAL = 8  # bytes of the header's own hash
HEADER_SIZE = _HEADER.size + _SEAL
_SAMPLES, _SAMPLE_SIZE = 256, 4096


class Kind(Enum):
    """What kind of graph a file holds; the value opens the file."""

    DAWG = b"STOLIKD1"
    GADDAG = b"STOLIKG1"


class DamagedFile(Exception):
    """The file is not the graph it should be."""


@dataclass(frozen=True)
class Graph:
    """A graph with the list it was made from."""

    kind: Kind
    alphabet: str
    n_words: int
    list_hash: str
    nodes: memoryview[int]


def header(graph: Graph) -> bytes:
    """The bytes that stand before the graph's nodes."""
    nodes = _little_endian(graph.nodes).cast("B")
    fields = _HEADER.pack(
        graph.kind.value,
        graph.alphabet.encode(),
        graph.n_words,
        len(graph.nodes),
        bytes.fromhex(graph.list_hash),
        hashlib.sha256(nodes).digest(),
        _sample_hash(nodes),
    )
    return fields + _seal(fields)


def write_graph(path: Path, graph: Graph) -> None:
    """Write a graph file; OSError leaves nothing behind."""
    write_whole(path, header(graph), _little_endian(graph.nodes))


def parse_graph(content: Buffer, kind: Kind, *, thorough: bool) -> Graph:
    """The graph in a file's bytes, sharing their memory; raises DamagedFile."""
    view = memoryview(content)
    fields, seal = bytes(view[: _HEADER.size]), bytes(view[_HEADER.size : HEADER_SIZE])
    if len(view) < HEADER_SIZE or seal != _seal(fields):
        raise DamagedFile
    magic, alphabet, n_words, n_nodes, list_hash, whole, samples = _HEADER.unpack(fields)
    nodes = view[HEADER_SIZE:]
    if magic != kind.value or len(nodes) != 4 * n_nodes:
        raise DamagedFile
    if samples != _sample_hash(nodes) or (thorough and whole != hashlib.sha256(nodes).digest()):
        raise DamagedFile
    name = alphabet.rstrip(b"\0").decode()
    return Graph(kind, name, n_words, list_hash.hex(), _little_endian(nodes.cast("I")))


def read_graph(path: Path, kind: Kind, *, thorough: bool) -> Graph:
    """The graph in a file, mapped into memory; raises DamagedFile or OSError."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < HEADER_SIZE:
            raise DamagedFile
        return parse_graph(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), kind, thorough=thorough)


def write_whole(path: Path, *parts: Buffer) -> None:
    """Write a file that appears under its name only when all of it is on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with unfinished.open("wb") as out:
            for part in parts:
                out.write(part)
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _seal(fields: bytes) -> bytes:
    return hashlib.sha256(fields).digest()[:_SEAL]


def _sample_hash(nodes: memoryview) -> bytes:
    """A hash of blocks spread evenly over the nodes, the first and the last among them."""
    digest = hashlib.sha256()
    room = max(0, len(nodes) - _SAMPLE_SIZE)
    for i in range(_SAMPLES):
        start = room * i // (_SAMPLES - 1)
        digest.update(nodes[start : start + _SAMPLE_SIZE])
    return digest.digest()


def _little_endian(nodes: memoryview[int]) -> memoryview[int]:
    if sys.byteorder == "little":
        return nodes
    swapped = array("I", nodes)
    swapped.byteswap()
    return memoryview(swapped)
