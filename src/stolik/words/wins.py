"""How likely a side wins: the trained curves that come with the program, and the table worked out from them.

For every number of unseen tiles the chance of the side to move is a logistic curve of its spread, with a
middle where wins and losses are even and a scale that says how steep it is. Two numbers a curve are
shipped, a table is made of them when it is needed.
"""

from __future__ import annotations

import lzma
from array import array
from importlib import resources
from math import exp

import msgspec

from stolik.core.codec import decoder_of
from stolik.core.message import Complaint
from stolik.kernels.wins import WinTable
from stolik.words.alphabet import Alphabet
from stolik.words.leaves import TRAINED

_DATA = resources.files("stolik.words") / "data"
_REACH = 600  # points of spread that are told apart
_CERTAIN = 1_000_000


class Curve(msgspec.Struct, frozen=True, array_like=True):
    """A chance that is even at the middle; both numbers in thousandths of a point."""

    middle: int
    scale: int

    def chance(self, spread: float) -> float:
        """The chance of the side to move with this many points more than the other."""
        return 1 / (1 + exp(min((self.middle - 1000 * spread) / self.scale, 500.0)))


class WinCurves(msgspec.Struct, frozen=True, kw_only=True):
    """A curve for every number of unseen tiles from 0 on, and the training they come from."""

    preset: str
    list_hash: str
    games: int
    seed: int
    curves: tuple[Curve, ...]


def format_curves(curves: WinCurves) -> bytes:
    """The content of a file of curves."""
    return lzma.compress(msgspec.json.encode(curves), preset=9)


def parse_curves(content: bytes) -> WinCurves:
    """The curves in a file; raises Complaint."""
    try:
        read: WinCurves = decoder_of(WinCurves).decode(lzma.decompress(content))
        return read
    except (lzma.LZMAError, msgspec.DecodeError, UnicodeError, EOFError) as error:
        raise Complaint("This is not a file of chances to win: {why}.", why=str(error)) from error


def shipped_curves(name: str) -> WinCurves | None:
    """The curves that come with the program for the tiles of a preset, if there are any."""
    file = _DATA / f"{name}.wins.xz"
    return parse_curves(file.read_bytes()) if file.is_file() else None


def curves_for(letters: Alphabet) -> WinCurves | None:
    """The shipped curves for tiles with these letters, if there are any."""
    preset = TRAINED.get(letters.name)
    return None if preset is None else shipped_curves(preset)


def make_wins(curves: WinCurves) -> WinTable:
    """The table of chances that a simulation reads."""
    points = range(-_REACH, _REACH + 1)
    chances = [round(_CERTAIN * curve.chance(spread)) for curve in curves.curves for spread in points]
    return WinTable(array("i", chances), _REACH)
