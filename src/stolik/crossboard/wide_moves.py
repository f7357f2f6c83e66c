"""Every legal placement on a board of any size: plain, slow, and by another way than the compiled generator.

1. A stretch is a run of squares in a line that a main word could lie on: no tile just before or behind it, no
   more empty squares than the rack has tiles, joined to the tiles on the board or on the start square. Only
   squares that the rack reaches from a joining square are looked at, so that an empty table costs nothing.
2. The words for a stretch are the anagrams of the rack and the tiles on it that have its length. They are
   asked of the word graph once for all stretches with the same tiles and length.
3. Of these, the ones that fit are found by a pattern: the tile's letter where a tile lies, the letters that
   make a word across where there is one, any letter elsewhere.
4. For each word, every way to lay it with the letters and blanks of the rack is a play, and its score is
   counted from nothing.
5. One tile with words both ways belongs to the longer one, across where they are equally long. Records and
   their order are those of movegen.pyx.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from stolik.crossboard.board import Square
from stolik.crossboard.geometry import Geometry
from stolik.kernels.dawg import Dawg
from stolik.kernels.movegen import RECORD
from stolik.words.alphabet import LONGEST, ROW

_BLANK = 64
_CODES = 33
#: Squares of the largest board whose first word is looked for everywhere.
_MOST_OPEN = 31 * 31
#: Records with what they are sorted by: falling score, across before down, row, col, word.
_Found = tuple[int, bool, int, int, bytes, int]


class WideGenerator:
    """Finds every legal placement on boards of one layout, as `Generator` does."""

    def __init__(self, geometry: Geometry, dawg: Dawg) -> None:
        self.geometry = geometry
        self.dawg = dawg

    def moves(self, board: bytes, rack: bytes) -> bytes:
        """Every legal placement once, as the sorted records of the compiled generator."""
        n_rows, n_cols = self.geometry.n_rows, self.geometry.n_cols
        if len(board) != n_rows * n_cols:
            raise ValueError(f"A board of {n_rows} x {n_cols} squares has no {len(board)} bytes.")
        if len(rack) != _CODES:
            raise ValueError(f"A rack is 33 counts, blanks first, not {len(rack)}.")
        for number, tile in enumerate(board):
            if tile and not 1 <= tile & ~_BLANK < _CODES:
                raise ValueError(f"Square {number} holds {tile}; a letter is 1 to 32, a blank 64 more.")
        search = _Search(self, board, rack)
        found = sorted(play for down in (False, True) for play in search.plays(down))
        return b"".join(
            RECORD.pack(word, len(word), -loss, placed, row, col, down)
            for loss, down, row, col, word, placed in found
        )


class _Search:
    """One position, with the questions a search asks about it."""

    def __init__(self, generator: WideGenerator, board: bytes, rack: bytes) -> None:
        self._geometry, self._dawg = generator.geometry, generator.dawg
        self._tiles = {
            Square(*divmod(number, self._geometry.n_cols)): tile for number, tile in enumerate(board) if tile
        }
        self._letters = Counter({code: n for code, n in enumerate(rack) if code and n})
        self._n_blanks = rack[0]
        self._n_rack = sum(rack)
        self._joining = self._joining_squares()
        self._words = cache(self._words_from)
        self._fitting = cache(self._letters_between)

    def _joining_squares(self) -> set[Square]:
        """The squares of which a play must cover one or take in its tile."""
        geometry = self._geometry
        if self._tiles:
            around = (
                square.step(down, n) for square in self._tiles for down in (False, True) for n in (-1, 1)
            )
            return {*self._tiles, *filter(geometry.layout.has, around)}
        n_squares = geometry.n_rows * geometry.n_cols
        if geometry.start < 0 and n_squares > _MOST_OPEN:
            raise ValueError(
                f"On {geometry.n_rows} x {geometry.n_cols} squares the first word has too many places;"
                " mark a start square with *."
            )
        starts = range(n_squares) if geometry.start < 0 else (geometry.start,)
        return {Square(*divmod(number, geometry.n_cols)) for number in starts}

    def plays(self, down: bool) -> Iterator[_Found]:
        """Every play whose main word runs this way."""
        for first in sorted(self._first_squares(down)):
            for length in self._lengths(first, down):
                stretch = [first.step(down, n) for n in range(length)]
                if self._is_main(stretch, down):
                    yield from self._plays_on(stretch, down)

    def _first_squares(self, down: bool) -> set[Square]:
        """Where a main word may begin: with no tile before, and not too far before a joining square."""
        return {
            first
            for square in self._joining
            for first in (square.step(down, -n) for n in range(LONGEST))
            if self._geometry.layout.has(first) and first.step(down, -1) not in self._tiles
        }

    def _lengths(self, first: Square, down: bool) -> Iterator[int]:
        """How long a main word from here may be."""
        n_empty, joined, square = 0, False, first
        for length in range(1, LONGEST + 1):
            n_empty += square not in self._tiles
            joined = joined or square in self._joining
            if not self._geometry.layout.has(square) or n_empty > self._n_rack:
                return
            square = square.step(down)
            if length > 1 and n_empty and joined and square not in self._tiles:
                yield length

    def _is_main(self, stretch: Sequence[Square], down: bool) -> bool:
        """Whether a word here is the main one: a single tile may have a longer one across."""
        empty = [square for square in stretch if square not in self._tiles]
        if len(empty) > 1:
            return True
        across = len(self._line_through(empty[0], not down))
        return across < len(stretch) or (across == len(stretch) and not down)

    def _plays_on(self, stretch: Sequence[Square], down: bool) -> Iterator[_Found]:
        signs = [self._signs_at(square, down) for square in stretch]
        if not all(signs):
            return
        tiles = bytes(sorted(self._tiles[square] & ~_BLANK for square in stretch if square in self._tiles))
        pattern = b"".join(signs) + b"\0" * (ROW - len(stretch))
        for match in re.finditer(pattern, self._words(tiles, len(stretch)), re.DOTALL):
            word = match[0][: len(stretch)]
            wanted = {
                square: code for square, code in zip(stretch, word, strict=True) if square not in self._tiles
            }
            for laid in self._ways_to_lay(wanted):
                yield self._play(stretch, down, laid)

    def _words_from(self, tiles: bytes, length: int) -> bytes:
        """Rows of the words of this length made of these tiles and the rack, more or less."""
        letters = bytes(self._letters.elements()) + tiles
        return self._dawg.anagrams(letters, self._n_blanks, length, length)

    def _signs_at(self, square: Square, down: bool) -> bytes:
        """A pattern of the letters that may stand on a square, empty if none; it never matches padding."""
        if square in self._tiles:
            return re.escape(bytes([self._tiles[square] & ~_BLANK]))
        line = self._line_through(square, not down)
        if len(line) == 1:
            return rb"[^\0]"
        letters = bytes(self._tiles.get(each, 0) & ~_BLANK for each in line)
        allowed = self._fitting(*letters.split(b"\0"))
        return b"[" + re.escape(allowed) + b"]" if allowed else b""

    def _letters_between(self, before: bytes, after: bytes) -> bytes:
        """The letters that make a word between these."""
        return bytes(code for code in range(1, _CODES) if before + bytes([code]) + after in self._dawg)

    def _line_through(self, square: Square, down: bool) -> list[Square]:
        """The squares of the word that a tile laid here makes with the tiles on the board alone."""
        line = [square]
        while (before := line[0].step(down, -1)) in self._tiles:
            line.insert(0, before)
        while (after := line[-1].step(down)) in self._tiles:
            line.append(after)
        return line

    def _ways_to_lay(self, wanted: Mapping[Square, int]) -> Iterator[dict[Square, int]]:
        """Each way to lay the wanted letters with letters and blanks of the rack."""
        n_missing = (Counter(wanted.values()) - self._letters).total()
        for n in range(n_missing, min(self._n_blanks, len(wanted)) + 1):
            for blanks in combinations(wanted, n):
                laid = {square: code | _BLANK * (square in blanks) for square, code in wanted.items()}
                if Counter(tile for tile in laid.values() if tile < _BLANK) <= self._letters:
                    yield laid

    def _play(self, stretch: Sequence[Square], down: bool, laid: Mapping[Square, int]) -> _Found:
        lines = [stretch, *(self._line_through(square, not down) for square in laid)]
        score = sum(self._points(line, laid) for line in lines if len(line) > 1)
        word = bytes(laid.get(square) or self._tiles[square] for square in stretch)
        placed = sum(1 << n for n, square in enumerate(stretch) if square in laid)
        bonus = self._geometry.bonus[len(laid)]
        return -score - bonus, down, stretch[0].row, stretch[0].col, word, placed

    def _points(self, line: Sequence[Square], laid: Mapping[Square, int]) -> int:
        """Letter premiums, then word premiums, each only under a tile laid in this play."""
        geometry, total, times = self._geometry, 0, 1
        for square in line:
            tile = laid.get(square) or self._tiles[square]
            value = 0 if tile & _BLANK else geometry.values[tile]
            if square in laid:
                number = square.row * geometry.n_cols + square.col
                value *= geometry.letter_multipliers[number]
                times *= geometry.word_multipliers[number]
            total += value
        return total * times
