"""Tiles as the numbers of the kernel: faces in the order of the box, then the joker, and 64 and a face for a
joker that stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from stolik.games.rummikub.sets import FACES, JOKER, joker_as, standings, tile
from stolik.games.rummikub.tiletext import format_tile, parse_tile

N_KINDS = len(FACES)
JOKER_CODE = N_KINDS
_STANDS_FOR = 64  # added to the kind of a joker that is named
_END_OF_SET = b"\xff"

_TILES = {code: tile(face) for code, face in enumerate((*FACES, JOKER))} | {
    _STANDS_FOR + kind: joker_as(face) for kind, face in enumerate(FACES)
}
CODES = {format_tile(each): code for code, each in _TILES.items()}
_TEXTS = {code: text for text, code in CODES.items()}
# a joker counts as a joker whatever it stands for, and as what it stands for
_AS_JOKER = bytes(JOKER_CODE if code >= _STANDS_FOR else code for code in range(256))
_AS_KIND = bytes(code % _STANDS_FOR for code in range(256))
_JOKERS = bytes(code for code in _TILES if code >= JOKER_CODE)


def codes_of(tiles: Iterable[str]) -> bytes:
    """The codes of tiles; raises BadTile for what is no tile."""
    try:
        return bytes(map(CODES.__getitem__, tiles))
    except KeyError as unknown:
        parse_tile(str(unknown.args[0]))
        raise


def codes_of_table(table: Iterable[Iterable[str]]) -> bytes:
    """The codes of all tiles of a table."""
    return codes_of(chain.from_iterable(table))


@lru_cache(maxsize=4096)
def _texts_of_set(codes: bytes) -> tuple[str, ...]:
    return tuple(texts_of(codes))


def texts_of(codes: bytes) -> list[str]:
    """The names of tiles."""
    return list(map(_TEXTS.__getitem__, codes))


def sets_of(codes: bytes) -> list[list[str]]:
    """The names of the tiles in the kernel's sets."""
    return list(map(list, map(_texts_of_set, codes.split(_END_OF_SET)[:-1])))


def counted(codes: bytes) -> bytearray:
    """How many tiles there are of each kind, then how many jokers."""
    counts = bytearray(N_KINDS + 1)
    for code in codes.translate(_AS_JOKER):
        counts[code] += 1
    return counts


def kinds_in(codes: bytes) -> bytes:
    """The kinds in the kernel's sets, those that jokers stand for too."""
    return codes.translate(_AS_KIND, _END_OF_SET)


def names_joker(codes: bytes) -> bool:
    """Whether a joker says what it stands for."""
    return max(codes, default=0) >= _STANDS_FOR


def has_joker(codes: bytes) -> bool:
    """Whether there is a joker, named or not."""
    return max(codes, default=0) >= JOKER_CODE


def real_tiles(codes: bytes) -> bytes:
    """The tiles that are no jokers."""
    return codes.translate(None, _JOKERS)


@lru_cache(maxsize=1024)
def joker_kinds(codes: bytes) -> tuple[bytes, ...]:
    """What the jokers of a set on the table may be taken for, each way; what is no set tells nothing."""
    ways = standings(tuple(_TILES[code] for code in codes))
    return tuple(dict.fromkeys(bytes(sorted(CODES[face] for face in faces)) for faces in ways)) or (b"",)
