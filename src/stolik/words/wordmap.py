"""The word map of a list, for the fast search of the best move: built once, then mapped from a cache.

The map is proven when it is built and the file when it is written; opening looks at the header and at
samples, as to read all of it would cost more than mapping it into memory does. What does not hold is built
again.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from stolik.kernels.wordgraph import enumerate_words
from stolik.kernels.wordmap import WordMap, build_wordmap
from stolik.words.expanded import Progress
from stolik.words.graphfile import DamagedFile, Graph, write_whole

if TYPE_CHECKING:
    from typing_extensions import Buffer

_MAGIC = b"STOLIKW1"
# magic, alphabet, size, then the hashes of the list, of the whole table and of samples of it
_HEADER = struct.Struct("<8s8sQ32s32s32s")
_SEAL = 8  # bytes of the header's own hash
_HEADER_SIZE = _HEADER.size + _SEAL  # 128, so that no word lies across two lines of the cache
_SAMPLES, _SAMPLE_SIZE = 256, 4096


def open_wordmap(path: Path, list_hash: str) -> WordMap | None:
    """The cached map of this list, or None if there is none that can be trusted."""
    try:
        return _read(path, list_hash, thorough=False)
    except (DamagedFile, OSError):
        return None


def expand_wordmap(path: Path, dawg: Graph, progress: Progress | None = None) -> WordMap:
    """Build the map and keep it; in memory where it cannot be kept."""
    table = build_wordmap(enumerate_words(dawg.nodes), progress)
    with contextlib.suppress(OSError, DamagedFile):
        write_whole(path, _header(table, dawg), table)
        return _read(path, dawg.list_hash, thorough=True)
    return WordMap(table)


def prepare_wordmap(path: Path, dawg: Graph, progress: Progress | None = None) -> WordMap:
    """The map from the cache, or built if it is not there."""
    cached = open_wordmap(path, dawg.list_hash)
    return expand_wordmap(path, dawg, progress) if cached is None else cached


def _read(path: Path, list_hash: str, *, thorough: bool) -> WordMap:
    """The map in a file, mapped into memory; raises DamagedFile or OSError."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < _HEADER_SIZE:
            raise DamagedFile
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    fields, seal = bytes(content[: _HEADER.size]), bytes(content[_HEADER.size : _HEADER_SIZE])
    if seal != _seal(fields):
        raise DamagedFile
    magic, _, size, made_from, whole, samples = _HEADER.unpack(fields)
    table = content[_HEADER_SIZE:]
    if magic != _MAGIC or len(table) != size or made_from.hex() != list_hash:
        raise DamagedFile
    if samples != _sample_hash(table) or (thorough and whole != hashlib.sha256(table).digest()):
        raise DamagedFile
    try:
        return WordMap(table)
    except ValueError:  # made on a machine with the other order of bytes
        raise DamagedFile from None


def _header(table: memoryview[int], dawg: Graph) -> bytes:
    fields = _HEADER.pack(
        _MAGIC,
        dawg.alphabet.encode(),
        len(table),
        bytes.fromhex(dawg.list_hash),
        hashlib.sha256(table).digest(),
        _sample_hash(table),
    )
    return fields + _seal(fields)


def _seal(fields: bytes) -> bytes:
    return hashlib.sha256(fields).digest()[:_SEAL]


def _sample_hash(table: Buffer) -> bytes:
    """A hash of blocks spread evenly over the table, the first and the last among them."""
    view = memoryview(table)
    digest = hashlib.sha256()
    room = max(0, len(view) - _SAMPLE_SIZE)
    for i in range(_SAMPLES):
        start = room * i // (_SAMPLES - 1)
        digest.update(view[start : start + _SAMPLE_SIZE])
    return digest.digest()
