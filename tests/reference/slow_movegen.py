"""Every legal placement the slow way: try each stretch of squares against each word that could lie there.

For each length, place and letter there is a long integer with one bit per word, so that the words agreeing
with the tiles on a stretch and the letters of the rack are found by `and` and `or`. For what is left every
word formed is read off the board and looked up, and the score is counted from nothing.
Nothing compiled is used here: no word graph, no cross sets, no score carried along.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

BLANK = 64
LONGEST = 15

Square = tuple[int, int]


class Move(NamedTuple):
    """A placement: where the main word begins, its tiles, bit i of placed for a new tile at i, the points."""

    row: int
    col: int
    down: bool
    word: bytes
    placed: int
    score: int


class WordTable:
    """Words as letter codes, by length, with a bit for each word that has a given letter at a given place."""

    def __init__(self, words: Iterable[bytes]) -> None:
        by_length: dict[int, list[bytes]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        self._text = {length: b"".join(sorted(group)) for length, group in by_length.items()}
        self._bits: dict[tuple[int, int, int], int] = {}
        self._known: dict[bytes, bool] = {}

    def size(self, length: int) -> int:
        """How many words have this length."""
        return len(self._text.get(length, b"")) // length

    def word(self, length: int, number: int) -> bytes:
        """The word of this number among those of one length."""
        return self._text[length][number * length : (number + 1) * length]

    def __contains__(self, word: bytes) -> bool:
        known = self._known.get(word)
        if known is None:
            n = len(word)
            number = bisect_left(range(self.size(n)), word, key=lambda i: self.word(n, i))
            known = self._known[word] = number < self.size(n) and self.word(n, number) == word
        return known

    def everything(self, length: int) -> int:
        """A bit for each word of this length."""
        return (1 << self.size(length)) - 1

    def having(self, length: int, place: int, letter: int) -> int:
        """A bit for each word of this length with the letter at the place; word 0 is the highest bit."""
        key = length, place, letter
        if key not in self._bits:
            signs = bytearray(b"0" * 256)
            signs[letter] = ord("1")
            column = self._text.get(length, b"")[place::length]
            self._bits[key] = int(column.translate(bytes(signs)) or b"0", 2)
        return self._bits[key]

    def chosen(self, length: int, bits: int) -> Iterator[bytes]:
        """The words whose bits are set."""
        signs = format(bits, f"0{self.size(length)}b") if bits else ""
        number = signs.find("1")
        while number >= 0:
            yield self.word(length, number)
            number = signs.find("1", number + 1)


@dataclass(frozen=True)
class Rules:
    """What a board is printed with and what tiles and bonuses are worth."""

    rows: int
    cols: int
    values: bytes
    letter_multipliers: bytes
    word_multipliers: bytes
    start: int
    bonus: Mapping[int, int]


def all_moves(words: WordTable, rules: Rules, board: bytes, rack: bytes) -> list[Move]:
    """Every legal placement: by falling score, then across before down, row, col and word."""
    search = _Position(words, rules, board, rack)
    moves = [move for stretch in search.stretches() for move in search.moves_on(stretch)]
    return sorted(moves, key=lambda move: (-move.score, move.down, move.row, move.col, move.word))


class _Position:
    """A board and a rack, with the questions a search asks about them."""

    def __init__(self, words: WordTable, rules: Rules, board: bytes, rack: bytes) -> None:
        self.words = words
        self.rules = rules
        self.tiles = {divmod(i, rules.cols): tile for i, tile in enumerate(board) if tile}
        self.letters = Counter({letter: n for letter, n in enumerate(rack) if letter and n})
        self.n_blanks = rack[0]
        self.n_rack = sum(rack)
        self.joining = self._joining()
        self._held: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[Square, bool], list[Square]] = {}

    def _joining(self) -> set[Square]:
        """The squares of which a play must cover one or take in its tile."""
        if not self.tiles:
            start = self.rules.start
            numbers = range(self.rules.rows * self.rules.cols) if start < 0 else [start]
            return {divmod(number, self.rules.cols) for number in numbers}
        steps = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
        return {(row + dr, col + dc) for row, col in self.tiles for dr, dc in steps}

    def stretches(self) -> Iterator[list[Square]]:
        """Every run of 2..15 squares in a line that a play could make its main word on."""
        for row in range(self.rules.rows):
            for col in range(self.rules.cols):
                if (row, col - 1) not in self.tiles:
                    yield from self._stretches_from([(row, col + i) for i in range(LONGEST + 1)])
                if (row - 1, col) not in self.tiles:
                    yield from self._stretches_from([(row + i, col) for i in range(LONGEST + 1)])

    def _stretches_from(self, line: list[Square]) -> Iterator[list[Square]]:
        n_empty = 0
        joined = False
        for length, (row, col) in enumerate(line[:LONGEST], start=1):
            n_empty += (row, col) not in self.tiles
            joined = joined or (row, col) in self.joining
            if row == self.rules.rows or col == self.rules.cols or n_empty > self.n_rack:
                return
            if length > 1 and n_empty and joined and line[length] not in self.tiles:
                yield line[:length]

    def moves_on(self, run: list[Square]) -> Iterator[Move]:
        """The legal plays whose main word lies exactly on this run."""
        crossings = list(self._crossings(run))
        if not self._is_told_from(run):
            return
        for word in self.words.chosen(len(run), self._fitting(run)):
            if all(before + word[i : i + 1] + after in self.words for i, before, after in crossings):
                wanted = {at: letter for at, letter in zip(run, word, strict=True) if at not in self.tiles}
                for laid in self._ways_to_lay(wanted):
                    yield self._move(run, laid)

    def _fitting(self, run: list[Square]) -> int:
        """Words agreeing with the tiles on the run; letters the rack lacks are no more than its blanks."""
        length = len(run)
        by_need = [self.words.everything(length)] + [0] * self.n_blanks  # by number of blanks needed so far
        for place, square in enumerate(run):
            if square in self.tiles:
                agreeing = self.words.having(length, place, self.tiles[square] & ~BLANK)
                by_need = [bits & agreeing for bits in by_need]
            else:
                held = self._held_at(length, place)
                missing = [0] + [bits & ~held for bits in by_need[:-1]]
                by_need = [(bits & held) | more for bits, more in zip(by_need, missing, strict=True)]
        return reduce(or_, by_need)

    def _held_at(self, length: int, place: int) -> int:
        """Words with some letter of the rack at the place."""
        if (length, place) not in self._held:
            bits = (self.words.having(length, place, letter) for letter in self.letters)
            self._held[length, place] = reduce(or_, bits, 0)
        return self._held[length, place]

    def _crossings(self, run: list[Square]) -> Iterator[tuple[int, bytes, bytes]]:
        """For each new tile with a cross word: its place in the run, the letters before and after it."""
        for i, square in enumerate(run):
            line = self._line_through(square, not _runs_down(run))
            if square not in self.tiles and len(line) > 1:
                letters = bytes(self.tiles.get(at, 0) & ~BLANK for at in line)
                before, _, after = letters.partition(b"\0")
                yield i, before, after

    def _is_told_from(self, run: list[Square]) -> bool:
        """One tile with words both ways is told from the longer word, across where they are equally long."""
        empty = [square for square in run if square not in self.tiles]
        n_cross = len(self._line_through(empty[0], not _runs_down(run)))
        return len(empty) > 1 or n_cross < len(run) or (n_cross == len(run) and not _runs_down(run))

    def _line_through(self, square: Square, down: bool) -> list[Square]:
        """The squares of the word that a tile laid here forms with the tiles on the board alone."""
        if (square, down) not in self._lines:
            dr, dc = (1, 0) if down else (0, 1)
            line = [square]
            while (before := (line[0][0] - dr, line[0][1] - dc)) in self.tiles:
                line.insert(0, before)
            while (after := (line[-1][0] + dr, line[-1][1] + dc)) in self.tiles:
                line.append(after)
            self._lines[square, down] = line
        return self._lines[square, down]

    def _ways_to_lay(self, wanted: dict[Square, int]) -> Iterator[dict[Square, int]]:
        """Each way to lay the wanted letters with letters and blanks of the rack."""
        n_missing = (Counter(wanted.values()) - self.letters).total()
        for n in range(n_missing, min(self.n_blanks, len(wanted)) + 1):
            for blanks in combinations(wanted, n):
                laid = {square: letter | BLANK * (square in blanks) for square, letter in wanted.items()}
                if Counter(tile for tile in laid.values() if tile < BLANK) <= self.letters:
                    yield laid

    def _move(self, run: list[Square], laid: dict[Square, int]) -> Move:
        words = [run, *(self._line_through(square, not _runs_down(run)) for square in laid)]
        score = sum(self._points(word, laid) for word in words if len(word) > 1)
        placed = sum(1 << i for i, square in enumerate(run) if square in laid)
        tiles = bytes(laid.get(square) or self.tiles[square] for square in run)
        return Move(*run[0], _runs_down(run), tiles, placed, score + self.rules.bonus.get(len(laid), 0))

    def _points(self, word: list[Square], laid: dict[Square, int]) -> int:
        """Letter premiums, then word premiums, each only under a tile laid in this play."""
        total, factor = 0, 1
        for row, col in word:
            number = row * self.rules.cols + col
            tile = laid.get((row, col)) or self.tiles[row, col]
            value = 0 if tile & BLANK else self.rules.values[tile]
            if (row, col) in laid:
                value *= self.rules.letter_multipliers[number]
                factor *= self.rules.word_multipliers[number]
            total += value
        return total * factor


def _runs_down(run: list[Square]) -> bool:
    return run[0][0] != run[1][0]
