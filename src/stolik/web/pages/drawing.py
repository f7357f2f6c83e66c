"""Small pictures drawn without a library: blocks of colour and lines of text, written as PNG.

1. A picture is one array of bytes, three a pixel, row after row; a block is filled row by row.
2. Text is made from a sheet of letters (`pages/lettering.png`, made by `tools/lettering.py`): one row of grey
   pixels above each letter marks where it begins, below it is how much ink covers each pixel.
3. A letter is mixed with the colour under it once for each pair of colours, then copied row by row.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

Colour = tuple[int, int, int]
#: Every letter on the sheet, in its order.
LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'\"()-+&@#_/*·–−"
    "ĄĆĘŁŃÓŚŹŻąćęłńóśźżÀÁÂÃÇÉÊÍÔÕÚàáâãçéêíôõúÄÖÜäöüßŠŽČšžčÑñ"
)
_SHEET = Path(__file__).parent.parent / "assets/lettering.png"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB = 0, 2


class Letter(NamedTuple):
    """How much ink covers each pixel, row by row."""

    width: int
    rows: tuple[bytes, ...]


class Picture:
    """A picture in one colour, on which more is drawn."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self._pixels = bytearray(bytes(ground) * (width * height))

    def fill(
        self, x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0
    ) -> None:
        """A block with round corners."""
        left, right, top, bottom = round(x), round(x + width), round(y), round(y + height)
        for row in range(max(0, top), min(self.height, bottom)):
            near = min(row - top, bottom - 1 - row) + 0.5
            inset = round(radius - (radius**2 - (radius - near) ** 2) ** 0.5) if near < radius else 0
            self._put(left + inset, row, bytes(colour) * (right - left - 2 * inset))

    def write(self, text: str, x: float, y: float, size: int, ink: Colour, ground: Colour) -> None:
        """A line of text, its upper left corner there; letters that are not on the sheet are left out."""
        left = round(x)
        for letter in text:
            if letter in LETTERS:
                width, rows = _inked(letter, size, ink, ground)
                for n, row in enumerate(rows):
                    self._put(left, round(y) + n, row)
                left += width

    def png(self) -> bytes:
        """The picture as a file."""
        return png(self.width, self.height, bytes(self._pixels), _RGB)

    def _put(self, x: int, y: int, pixels: bytes) -> None:
        if x >= 0 and x + len(pixels) // 3 <= self.width and 0 <= y < self.height:
            start = 3 * (y * self.width + x)
            self._pixels[start : start + len(pixels)] = pixels


def text_width(text: str, size: int) -> int:
    """How wide a line of text is."""
    return sum(_letter(letter, size).width for letter in text if letter in LETTERS)


def text_height(size: int) -> int:
    """How high a line is."""
    return len(_letter("A", size).rows)


def png(width: int, height: int, pixels: bytes, kind: int = _GREY) -> bytes:
    """A PNG file: grey, or red, green and blue."""
    line = len(pixels) // height
    lines = b"".join(b"\0" + pixels[n * line : (n + 1) * line] for n in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_part(name, content) for name, content in parts)


def _part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def grey_rows(file: bytes) -> list[bytes]:
    """The rows of a grey PNG that was written by `png`."""
    width, height = struct.unpack(">II", file[16:24])
    length = struct.unpack(">I", file[33:37])[0]
    lines = zlib.decompress(file[41 : 41 + length])
    return [lines[n * (width + 1) + 1 : (n + 1) * (width + 1)] for n in range(height)]


@cache
def _sheet() -> dict[str, list[bytes]]:
    """The letters as they are on the sheet."""
    marks, *rows = grey_rows(_SHEET.read_bytes())
    starts = [x for x, mark in enumerate(marks) if mark]
    ends = [*starts[1:], len(marks)]
    return {
        letter: [row[left:right] for row in rows]
        for letter, left, right in zip(LETTERS, starts, ends, strict=True)
    }


@cache
def _letter(letter: str, times: int) -> Letter:
    """A letter of the sheet, made so many times smaller."""
    rows = _sheet()[letter]
    width = -(-len(rows[0]) // times)
    kept = [
        bytes(
            sum(sum(row[x * times : (x + 1) * times]) for row in rows[y : y + times]) // times**2
            for x in range(width)
        )
        for y in range(0, len(rows), times)
    ]
    return Letter(width, tuple(kept))


@cache
def _inked(letter: str, size: int, ink: Colour, ground: Colour) -> Letter:
    """The letter in one colour on another, three bytes a pixel."""
    width, rows = _letter(letter, size)
    shades = [
        bytes((a * cover + b * (255 - cover)) // 255 for a, b in zip(ink, ground, strict=True))
        for cover in range(256)
    ]
    return Letter(width, tuple(b"".join(map(shades.__getitem__, row)) for row in rows))
