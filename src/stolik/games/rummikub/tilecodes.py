"""Tiles as text and as the numbers of the kernel.

`k b r o` (black, blue, red, orange) and a number from 1 to 13; `J` is a joker and `J=r5` one that stands for
a tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from stolik.core.message import Complaint

COLOURS = "kbro"
HIGHEST = 13
N_KINDS = len(COLOURS) * HIGHEST
JOKER = N_KINDS
STANDS_FOR = 64  # added to the kind
END_OF_SET = b"\xff"

KINDS = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, HIGHEST + 1))
CODES = (
    {kind: code for code, kind in enumerate(KINDS)}
    | {"J": JOKER}
    | {f"J={kind}": STANDS_FOR + code for code, kind in enumerate(KINDS)}
)
_TEXTS = {code: text for text, code in CODES.items()}
TEXTS = tuple(_TEXTS.get(code, "") for code in range(STANDS_FOR + N_KINDS))
# a joker counts as a joker whatever it stands for
_PLAIN = bytes(JOKER if code >= STANDS_FOR else code for code in range(256))


def parse_tiles(tiles: Iterable[str]) -> bytes:
    """The codes of tiles; raises Complaint for what is no tile."""
    try:
        return bytes([CODES[tile] for tile in tiles])
    except KeyError as unknown:
        raise Complaint(
            "{tile} is no tile: write k, b, r or o and a number from 1 to 13, J or J=r5.",
            tile=str(unknown.args[0]),
        ) from None


def format_tiles(codes: bytes) -> list[str]:
    """The texts of tiles."""
    return [TEXTS[code] for code in codes]


def format_sets(codes: bytes) -> list[list[str]]:
    """The sets of the kernel as texts."""
    return [[TEXTS[code] for code in tiles] for tiles in codes.split(END_OF_SET)[:-1]]


def counted(codes: bytes) -> bytearray:
    """How many tiles there are of each kind, then how many jokers."""
    counts = bytearray(N_KINDS + 1)
    for code in codes.translate(_PLAIN):
        counts[code] += 1
    return counts


def number_of(code: int) -> int:
    """The number of a tile, or of what a joker stands for."""
    return code % STANDS_FOR % HIGHEST + 1


def stood_for(codes: Sequence[int]) -> list[tuple[int, ...]]:
    """The kinds that the jokers of a set stand for together, each way that is possible.

    Tiles of a run stand in their order, and so tell what a joker between or beside them stands for; otherwise
    it is the highest that is possible. Jokers in a group stand for any of the colours that are missing.
    Unnamed jokers alone stand for nothing.
    """
    n_jokers = sum(code >= JOKER for code in codes)
    known = [code % STANDS_FOR for code in codes if code != JOKER]
    if not n_jokers or not known:
        return [()]
    real = {code for code in codes if code < JOKER}
    if len(known) > 1 and len({kind % HIGHEST for kind in known}) == 1:
        kinds = range(known[0] % HIGHEST, N_KINDS, HIGHEST)
        return list(combinations([kind for kind in kinds if kind not in real], n_jokers))
    first = _first_of_run(codes, known)
    return [tuple(kind for kind in range(first, first + len(codes)) if kind not in real)]


def _first_of_run(codes: Sequence[int], known: Sequence[int]) -> int:
    """The lowest kind of a run."""
    lowest, highest = min(known), max(known)
    starts = {code % STANDS_FOR - at for at, code in enumerate(codes) if code != JOKER}
    colour = lowest // HIGHEST * HIGHEST
    last_start = colour + HIGHEST - len(codes)
    if len(starts) == 1 and colour <= min(starts) <= last_start:
        return min(starts)
    return max(colour, highest - len(codes) + 1, min(lowest, last_start))
