"""The word map of a list, for the fast search of the best move: built once, then mapped from a cache.

The map is proven when it is built and the file when it is written; what does not hold is built again.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from stolik.kernels.wordgraph import enumerate_words
from stolik.kernels.wordmap import WordMap, build_wordmap
from stolik.words.expanded import Progress
from stolik.words.graphfile import Graph
from stolik.words.sealedfile import DamagedFile, FileKind, Sealed, read_sealed, write_sealed


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
        write_sealed(path, Sealed(FileKind.WORDMAP, dawg.alphabet, dawg.n_words, dawg.list_hash, table))
        return _read(path, dawg.list_hash, thorough=True)
    return WordMap(table)


def _read(path: Path, list_hash: str, *, thorough: bool) -> WordMap:
    """The map in a file, mapped into memory; raises DamagedFile or OSError."""
    sealed = read_sealed(path, FileKind.WORDMAP, thorough=thorough)
    if sealed.list_hash != list_hash:
        raise DamagedFile
    try:
        return WordMap(sealed.content)
    except ValueError:  # made on a machine with the other order of bytes
        raise DamagedFile from None
