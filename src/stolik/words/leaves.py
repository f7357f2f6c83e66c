"""What leaves are worth: the trained weights that come with the program, and the table of all leaves.

The weights are small and ship compressed; the table of some million leaves is worked out once for a set of
tiles and then mapped from a cache. A cached file that does not hold what its hash says is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import mmap
from importlib import resources
from pathlib import Path

import msgspec

from stolik.core.codec import decoder_of
from stolik.core.message import Complaint
from stolik.kernels.leaves import LeaveTable, build_leaves
from stolik.kernels.training import expand_leaves
from stolik.words.alphabet import Alphabet
from stolik.words.graphfile import write_whole

_DATA = resources.files("stolik.words") / "data"
_SEAL = 32  # bytes of hash before the table
#: The preset whose games taught the values for tiles with the letters of an alphabet.
TRAINED = {"pl": "pl", "pt": "br"}


class LeaveWeights(msgspec.Struct, frozen=True, kw_only=True):
    """Weights of tiles, pairs and balances in thousandths of a point, and the training they come from."""

    preset: str
    list_hash: str
    games: int  # of each generation
    seed: int
    generation: int
    weights: tuple[int, ...]


def format_weights(weights: LeaveWeights) -> bytes:
    """The content of a file of weights."""
    return lzma.compress(msgspec.json.encode(weights), preset=9)


def parse_weights(content: bytes) -> LeaveWeights:
    """The weights in a file; raises Complaint."""
    try:
        read: LeaveWeights = decoder_of(LeaveWeights).decode(lzma.decompress(content))
        return read
    except (lzma.LZMAError, msgspec.DecodeError, UnicodeError, EOFError) as error:
        raise Complaint("This is not a file of leave values: {why}.", why=str(error)) from error


def shipped_weights(name: str) -> LeaveWeights | None:
    """The weights that come with the program for the tiles of a preset, if there are any."""
    file = _DATA / f"{name}.leaves.xz"
    return parse_weights(file.read_bytes()) if file.is_file() else None


def weights_for(letters: Alphabet) -> LeaveWeights | None:
    """The shipped weights for tiles with these letters, if there are any."""
    preset = TRAINED.get(letters.name)
    return None if preset is None else shipped_weights(preset)


def vowels_of(letters: Alphabet) -> bytes:
    """33 bytes by letter code, 1 for a vowel; the blank is none."""
    return bytes([0, *(letter in letters.vowels for letter in letters.letters)]).ljust(33, b"\0")


def make_leaves(weights: LeaveWeights, counts: bytes, letters: Alphabet) -> memoryview[int]:
    """The table of all leaves of a set of tiles, as LeaveTable takes it."""
    return build_leaves(*expand_leaves(weights.weights, counts, vowels_of(letters)))


class LeaveFile:
    """The table of all leaves of a set of tiles, kept in the cache."""

    def __init__(self, weights: LeaveWeights, counts: bytes, letters: Alphabet, cache_dir: Path) -> None:
        self._made_from = weights, counts, letters
        key = msgspec.json.encode((weights.weights, counts, vowels_of(letters)))
        self._path = cache_dir / f"{hashlib.sha256(key).hexdigest()[:32]}.leaves"

    def open(self) -> LeaveTable | None:
        """The table, if the cache has one that can be trusted."""
        try:
            return _read(self._path)
        except (OSError, ValueError):
            return None

    def build(self) -> LeaveTable:
        """Work the table out and keep it; in memory where it cannot be kept."""
        table = make_leaves(*self._made_from)
        with contextlib.suppress(OSError, ValueError):
            write_whole(self._path, hashlib.sha256(table).digest(), table)
            return _read(self._path)
        return LeaveTable(table)


def _read(path: Path) -> LeaveTable:
    """The table in a file, mapped into memory; raises OSError or ValueError."""
    with path.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if hashlib.sha256(content[_SEAL:]).digest() != content[:_SEAL]:
        raise ValueError("The table is damaged.")
    return LeaveTable(content[_SEAL:])
