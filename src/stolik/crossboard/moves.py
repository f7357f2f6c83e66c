"""All placements a rack allows, found by the compiled generator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

from stolik.core.tiles import Tile, blank_as, letter_tile
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileSet
from stolik.kernels.movegen import Generator, unpack
from stolik.words.alphabet import Alphabet
from stolik.words.lexicon import Lexicon

_BLANK_BIT = 64
#: row, col, down, word as codes, which of them are new, points
Record = tuple[int, int, bool, bytes, int, int]


class Play(NamedTuple):
    """Where the main word begins and runs, the whole word (blanks in lower case), the new tiles, points."""

    start: Square
    down: bool
    word: str
    laid: tuple[Laid, ...]
    points: int


class MoveFinder:
    """Finds plays on one kind of board with one tile set and one word list."""

    def __init__(
        self, layout: Layout, tiles: TileSet, lexicon: Lexicon, bonus_tiles: int, bonus_points: int
    ) -> None:
        self._layout = layout
        self._lexicon = lexicon
        self._alphabet: Alphabet = lexicon.alphabet
        squares = [Square(row, col) for row in range(layout.n_rows) for col in range(layout.n_cols)]
        values = tiles.values()
        start = layout.start
        self._codes = {letter: code for code, letter in enumerate(self._alphabet.letters, 1)}
        self._tiles = {code: letter_tile(letter) for letter, code in self._codes.items()}
        self._tiles |= {code | _BLANK_BIT: blank_as(letter) for letter, code in self._codes.items()}
        self._fast: Generator | None = None
        self._slow: Generator | None = None
        self._geometry: dict[str, Any] = {
            "rows": layout.n_rows,
            "cols": layout.n_cols,
            "values": bytes([0, *(values.get(letter, 0) for letter in self._alphabet.letters)]).ljust(
                33, b"\0"
            ),
            "letter_multipliers": bytes(map(layout.letter_multiplier, squares)),
            "word_multipliers": bytes(map(layout.word_multiplier, squares)),
            "start": -1 if start is None else start.row * layout.n_cols + start.col,
            "bonus": tuple(bonus_points if n >= bonus_tiles else 0 for n in range(32)),
        }

    def find(self, board: Board, rack: Sequence[Tile]) -> Sequence[Play]:
        """Every play, the highest score first; a play is read from its record when it is looked at."""
        records = self._generator().moves(self._board_bytes(board), self._rack_bytes(rack))
        return _Plays(unpack(records), self._tiles)

    def _generator(self) -> Generator:
        """The fast generator, or until its graph is there a slower one that gives the same moves."""
        if self._fast is None and self._lexicon.ready:
            self._fast = Generator(self._lexicon.gaddag(), **self._geometry)
        if self._fast is not None:
            return self._fast
        if self._slow is None:
            self._lexicon.prepare_in_background()
            self._slow = Generator(self._lexicon.dawg.nodes, **self._geometry, forward=True)
        return self._slow

    def _board_bytes(self, board: Board) -> bytes:
        squares = bytearray(self._layout.n_rows * self._layout.n_cols)
        for each in board.laid():
            code = self._codes[each.tile.face]
            squares[each.row * self._layout.n_cols + each.col] = code | (
                _BLANK_BIT if each.tile.is_blank else 0
            )
        return bytes(squares)

    def _rack_bytes(self, rack: Sequence[Tile]) -> bytes:
        counts = bytearray(33)
        for tile in rack:
            counts[0 if tile.is_blank else self._codes[tile.face]] += 1
        return bytes(counts)


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
