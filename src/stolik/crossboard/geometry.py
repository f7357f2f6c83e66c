"""A board, its tiles and letters as the kernels take them, and what the kernels give back as plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from stolik.core.tiles import BLANK, Tile, blank_as, letter_tile
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileSet
from stolik.kernels.movegen import unpack
from stolik.words.alphabet import Alphabet, UnknownLetter

_BLANK_BIT = 64
_CODES = 33  # of tiles: the blank, then up to 32 letters
_MOST_LAID = 31
_MOST_OF_A_KIND = 255
#: row, col, down, word as codes, which of them are new, points
Record = tuple[int, int, bool, bytes, int, int]


class Play(NamedTuple):
    """Where the main word begins and runs, the whole word (blanks in lower case), the new tiles, points."""

    start: Square
    down: bool
    word: str
    laid: tuple[Laid, ...]
    points: int


class Geometry:
    """One kind of board with one tile set, in the codes of an alphabet."""

    def __init__(
        self, layout: Layout, tiles: TileSet, alphabet: Alphabet, bonus_tiles: int, bonus_points: int
    ) -> None:
        squares = [Square(row, col) for row in range(layout.n_rows) for col in range(layout.n_cols)]
        values = tiles.values()
        counts = tiles.counts()
        start = layout.start
        self.layout = layout
        self.n_rows, self.n_cols = layout.n_rows, layout.n_cols
        self.alphabet = alphabet
        #: What a letter is worth; a blank is worth nothing, whatever it stands for.
        self.letter_values = {letter: values.get(letter, 0) for letter in alphabet.letters}
        self.values = _by_code([0, *(values.get(letter, 0) for letter in alphabet.letters)])
        #: Tiles of the whole set by code.
        self.counts = _by_code([counts[letter] for letter in (BLANK, *alphabet.letters)])
        self.letter_multipliers = bytes(map(layout.letter_multiplier, squares))
        self.word_multipliers = bytes(map(layout.word_multiplier, squares))
        self.start = -1 if start is None else start.row * layout.n_cols + start.col
        self.bonus = tuple(bonus_points if n >= bonus_tiles else 0 for n in range(_MOST_LAID + 1))
        self._codes = {letter: code for code, letter in enumerate(alphabet.letters, 1)}
        self._tiles = {code: letter_tile(letter) for letter, code in self._codes.items()}
        self._tiles |= {code | _BLANK_BIT: blank_as(letter) for letter, code in self._codes.items()}

    def board_bytes(self, board: Board) -> bytes:
        """The squares row by row: 0 where empty, a letter's code, 64 more for a blank."""
        squares = bytearray(self.n_rows * self.n_cols)
        for each in board.laid():
            code = self._code_of(each.tile)
            if not self.layout.has(each.square):
                raise ValueError(
                    f"A tile lies on row {each.row}, column {each.col}, counted from 0;"
                    f" the board has {self.n_rows} x {self.n_cols} squares."
                )
            squares[each.row * self.n_cols + each.col] = code | (_BLANK_BIT if each.tile.is_blank else 0)
        return bytes(squares)

    def board_of(self, squares: bytes) -> Board:
        """The board of such bytes."""
        return Board.of(
            Laid(*divmod(number, self.n_cols), self._tiles[code])
            for number, code in enumerate(squares)
            if code
        )

    def rack_bytes(self, tiles: Iterable[Tile]) -> bytes:
        """How many tiles of each code, blanks first."""
        counts = bytearray(_CODES)
        for tile in tiles:
            code = 0 if tile.is_blank else self._code_of(tile)
            if counts[code] == _MOST_OF_A_KIND:
                raise ValueError(f"A rack holds at most {_MOST_OF_A_KIND} tiles of a kind.")
            counts[code] += 1
        return bytes(counts)

    def _code_of(self, tile: Tile) -> int:
        """The code of the letter a tile stands for; raises UnknownLetter."""
        try:
            return self._codes[tile.face]
        except KeyError:
            raise UnknownLetter(tile.face, tile.face) from None

    def tiles_of(self, counts: bytes) -> tuple[Tile, ...]:
        """The tiles of such counts, blanks last."""
        letters = (self._tiles[code] for code in self._tiles if code < _CODES for _ in range(counts[code]))
        return (*letters, *(letter_tile(BLANK) for _ in range(counts[0])))

    def plays(self, records: bytes) -> Sequence[Play]:
        """The plays of a generator's records; each is read when it is looked at."""
        return _Plays(unpack(records), self._tiles)


def _by_code(numbers: Sequence[int]) -> bytes:
    return bytes(numbers).ljust(_CODES, b"\0")


class _Plays(Sequence[Play]):
    """Records of the generator that become plays one by one."""

    def __init__(self, records: list[Record], tiles: dict[int, Tile]) -> None:
        self._records = records
        self._tiles = tiles

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        if isinstance(index, slice):
            return _Plays(self._records[index], self._tiles)
        return self._read(self._records[index])

    def __iter__(self) -> Iterator[Play]:
        return map(self._read, self._records)

    def _read(self, record: Record) -> Play:
        row, col, down, word, placed, points = record
        tiles = self._tiles
        laid = tuple(
            [
                Laid(row + n, col, tiles[code]) if down else Laid(row, col + n, tiles[code])
                for n, code in enumerate(word)
                if placed >> n & 1
            ]
        )
        return Play(Square(row, col), down, "".join([str(tiles[code]) for code in word]), laid, points)
