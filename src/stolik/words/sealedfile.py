"""Files made from a word list: a header that says what the content is and proves it, then the content.

A file appears whole or not at all. What is small is proven by its hash whenever it is read. What is large is
proven when it is written; opening it looks at its size, its header and at samples of its content, for to read
all of it would cost more than mapping it into memory does.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import threading
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

# kind, alphabet, words, length of the content; hashes of the list, of the content and of samples of it
_HEADER = struct.Struct("<8s8sII32s32s32s")
_SEAL = 8  # bytes of the header's own hash
HEADER_SIZE = _HEADER.size + _SEAL  # 128, so that what the content aligns stays aligned to lines of the cache
_CELL = 4  # bytes; lengths are counted in these
_SAMPLES, _SAMPLE_SIZE = 256, 4096


class FileKind(Enum):
    """What a file holds; the value opens the file and ends with the version of its format."""

    DAWG = b"STOLIKD1"
    GADDAG = b"STOLIKG1"
    WORDMAP = b"STOLIKW2"


class DamagedFile(Exception):
    """The file is not what it should be."""


@dataclass(frozen=True)
class Sealed:
    """A content as it stands in a file, with the list it was made from."""

    kind: FileKind
    alphabet: str
    n_words: int
    list_hash: str
    content: memoryview[int]


def header_of(sealed: Sealed) -> bytes:
    """The bytes that stand before the content."""
    n_cells, rest = divmod(len(sealed.content), _CELL)
    if rest:
        raise ValueError("A sealed content consists of whole cells of four bytes.")
    fields = _HEADER.pack(
        sealed.kind.value,
        sealed.alphabet.encode(),
        sealed.n_words,
        n_cells,
        bytes.fromhex(sealed.list_hash),
        hashlib.sha256(sealed.content).digest(),
        _sample_hash(sealed.content),
    )
    return fields + _seal(fields)


def write_sealed(path: Path, sealed: Sealed) -> None:
    """Write a file; OSError leaves nothing behind."""
    write_whole(path, header_of(sealed), sealed.content)


def parse_sealed(file: Buffer, kind: FileKind, *, thorough: bool) -> Sealed:
    """What a file's bytes hold, sharing their memory; raises DamagedFile."""
    view = memoryview(file)
    fields, seal = bytes(view[: _HEADER.size]), bytes(view[_HEADER.size : HEADER_SIZE])
    if len(view) < HEADER_SIZE or seal != _seal(fields):
        raise DamagedFile
    magic, alphabet, n_words, n_cells, list_hash, whole, samples = _HEADER.unpack(fields)
    content = view[HEADER_SIZE:]
    if magic != kind.value or len(content) != _CELL * n_cells:
        raise DamagedFile
    if samples != _sample_hash(content) or (thorough and whole != hashlib.sha256(content).digest()):
        raise DamagedFile
    return Sealed(kind, alphabet.rstrip(b"\0").decode(), n_words, list_hash.hex(), content)


def read_sealed(path: Path, kind: FileKind, *, thorough: bool) -> Sealed:
    """What a file holds, mapped into memory; raises DamagedFile or OSError."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < HEADER_SIZE:
            raise DamagedFile
        return parse_sealed(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), kind, thorough=thorough)


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


def _sample_hash(content: memoryview[int]) -> bytes:
    """A hash of blocks spread evenly over the content, the first and the last among them."""
    digest = hashlib.sha256()
    room = max(0, len(content) - _SAMPLE_SIZE)
    for i in range(_SAMPLES):
        start = room * i // (_SAMPLES - 1)
        digest.update(content[start : start + _SAMPLE_SIZE])
    return digest.digest()
