"""Looks at SQLite's write-ahead log before SQLite does, which would pass over damage without a word.

The log is a chain: the checksum of a frame covers all before it (sqlite.org/fileformat2.html#walformat).
SQLite reads up to the first frame that does not fit and forgets the rest. Most often that is right: the rest
is left over from an earlier round of the log, or from a transaction that a crash cut off. It is damage when

1. behind the break a frame fits to a commit before it: whoever writes goes on only when the commit before is
   on the disk, so that one was acknowledged. What a crash cuts off ends with its first commit at the latest;
2. or the index beside the log (sqlite.org/walformat.html) knows of commits that the log does not have: it is
   told of a commit when that is on the disk. It is not synced itself, so an older one proves nothing.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

_HEADER, _FRAME_HEADER, _PAIR = struct.Struct(">8I"), 24, struct.Struct(">2I")
_MAGIC = 0x377F0682  # with the last bit set, checksums go by big-endian words
_INDEX = struct.Struct("=3I2BH8I")
_INDEX_VERSION = 3_007_000
_WORD = 0xFFFF_FFFF
_USUAL_PAGE = 4096

Sum = tuple[int, ...]


class _Log(NamedTuple):
    """What a log says of itself, how many frames it has up to its last commit, and whether more are lost."""

    salts: bytes
    n_committed: int
    is_broken: bool


class _Index(NamedTuple):
    """What the index says of the log: its salts, how many frames are committed, how many were saved since."""

    salts: bytes
    n_committed: int
    n_saved: int


class _Frame(NamedTuple):
    """One page as a transaction left it."""

    head: bytes
    page: bytes

    @property
    def salts(self) -> bytes:
        return self.head[8:16]

    @property
    def told(self) -> Sum:
        """The checksum that is written in it."""
        return _PAIR.unpack(self.head[16:24])

    @property
    def is_commit(self) -> bool:
        return any(self.head[4:8])


def is_log_damaged(database: Path) -> bool:
    """Whether something that was stored in the log of a database cannot be read any more."""
    file = log_of(database)
    log, index = _read_log(file), _read_index(_beside(database, "-shm"))
    if log is None:  # SQLite deletes a log when all of it is saved; somebody else may have done it before
        return not file.exists() and index is not None and index.n_committed > index.n_saved
    is_cut = index is not None and index.salts == log.salts and index.n_committed > log.n_committed
    return is_cut or log.is_broken


def log_of(database: Path) -> Path:
    """Where the log of a database is."""
    return _beside(database, "-wal")


def _beside(database: Path, ending: str) -> Path:
    whole = database.resolve()
    return whole.with_name(whole.name + ending)


def _read_log(file: Path) -> _Log | None:
    try:
        with file.open("rb") as log:
            header = log.read(_HEADER.size)
            return _walked(header, log) if len(header) == _HEADER.size else None
    except FileNotFoundError:
        return None


def _walked(header: bytes, log: BinaryIO) -> _Log:
    """Follow the chain, beyond a break too; where the header is broken, the first frame has the salts."""
    magic, _, size, *_ = _HEADER.unpack(header)
    order = "<>"[magic & 1]
    told: Sum | None = _PAIR.unpack(header[24:])
    if magic & ~1 != _MAGIC or _sum(header[:24], (0, 0), order) != told:
        size, order, header, told = _USUAL_PAGE, "<", b"", None
    salts, is_whole = header[16:24], told is not None
    n_committed, follows_commit = 0, False
    meant: Sum | None = None
    for number, frame in enumerate(_frames(log, size), 1):
        salts = salts or frame.salts
        fits = after = None
        if frame.salts == salts and told is not None:
            after = _sum(frame.head[:8] + frame.page, told, order)
            fits = after == frame.told
        if is_whole and fits:
            n_committed = number if frame.is_commit else n_committed
        elif not is_whole and follows_commit and (fits or _fits(frame, meant, order)):
            return _Log(salts, n_committed, is_broken=True)
        else:
            is_whole = False
        # where only a checksum is damaged, the next frame fits to what it should have been
        told, meant, follows_commit = frame.told, after, frame.is_commit
    return _Log(salts, n_committed, is_broken=False)


def _fits(frame: _Frame, before: Sum | None, order: str) -> bool:
    return before is not None and _sum(frame.head[:8] + frame.page, before, order) == frame.told


def _frames(log: BinaryIO, page: int) -> Iterator[_Frame]:
    while len(frame := log.read(_FRAME_HEADER + page)) == _FRAME_HEADER + page:
        yield _Frame(frame[:_FRAME_HEADER], frame[_FRAME_HEADER:])


def _sum(content: bytes, before: Sum, order: str) -> Sum:
    """The checksum of the format, which goes on from the one before."""
    one, other = before
    for first, second in struct.iter_unpack(f"{order}2I", content):
        one = one + first + other & _WORD
        other = other + second + one & _WORD
    return one, other


def _read_index(file: Path) -> _Index | None:
    """What the index says if it is whole: it is written twice."""
    try:
        with file.open("rb") as index:
            header, again, n_saved = index.read(_INDEX.size), index.read(_INDEX.size), index.read(4)
    except FileNotFoundError:
        return None
    if len(n_saved) < 4 or header != again:
        return None
    version, _, _, is_ready, _, _, n_committed, *_, one, other = _INDEX.unpack(header)
    if version != _INDEX_VERSION or not is_ready or _sum(header[:40], (0, 0), "=") != (one, other):
        return None
    return _Index(header[32:40], n_committed, int.from_bytes(n_saved, sys.byteorder))
