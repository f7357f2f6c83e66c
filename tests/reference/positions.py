"""Boards, tile sets and positions from seeded play, for comparing move generators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from .slow_movegen import BLANK, Move, Rules

Position = tuple[bytes, bytes]  # board, and rack as counts
Generate = Callable[[bytes, bytes], Sequence[Move | tuple[int, int, bool, bytes, int, int]]]

N_RACK = 7
BONUS = {N_RACK: 50}
_QUARTER = ("=..'...=", '.-..."..', "..-...'.", "'..-...'", "....-...", '."..."..', "..'...'.", "=..'...-")


class TileSet(NamedTuple):
    """Letters in code order from 1, with how many there are of each and their values; blanks apart."""

    letters: str
    counts: bytes
    values: bytes
    n_blanks: int

    def bag(self) -> list[int]:
        """Each tile once, a blank as 0."""
        tiles = [code for code, n in enumerate(self.counts, start=1) for _ in range(n)]
        return tiles + [0] * self.n_blanks

    def worth(self) -> bytes:
        """Values by letter code, the blank's first, for all 32 codes."""
        return (b"\0" + self.values).ljust(33, b"\0")


POLISH = TileSet(
    "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
    bytes((9, 1, 2, 3, 1, 3, 7, 1, 1, 2, 2, 8, 2, 3, 3, 2, 3, 5, 1, 6, 1, 3, 4, 4, 1, 3, 2, 4, 4, 5, 1, 1)),
    bytes((1, 5, 3, 2, 6, 2, 1, 5, 5, 3, 3, 1, 3, 2, 2, 3, 2, 1, 7, 1, 5, 2, 1, 1, 5, 2, 3, 1, 2, 1, 9, 5)),
    2,
)
PORTUGUESE = TileSet(
    "ABCÇDEFGHIJLMNOPQRSTUVXZ",
    bytes((14, 3, 4, 2, 5, 11, 2, 2, 2, 10, 2, 5, 6, 4, 10, 4, 1, 6, 8, 5, 7, 2, 1, 1)),
    bytes((1, 3, 2, 3, 2, 1, 4, 4, 4, 1, 5, 2, 1, 3, 1, 2, 6, 1, 1, 1, 1, 4, 8, 8)),
    3,
)


def classic_rules(tiles: TileSet) -> Rules:
    """The 15 x 15 board of the classic game."""
    signs = "".join(_QUARTER[min(i // 15, 14 - i // 15)][min(i % 15, 14 - i % 15)] for i in range(225))
    letter = bytes({"'": 2, '"': 3}.get(sign, 1) for sign in signs)
    word = bytes({"-": 2, "=": 3}.get(sign, 1) for sign in signs)
    return Rules(15, 15, tiles.worth(), letter, word, 112, BONUS)


def odd_rules(random: Random, tiles: TileSet, rows: int, cols: int) -> Rules:
    """A board of any size with premium squares, start square and bonus by chance."""
    n = rows * cols
    letter = bytes(random.choice((1, 1, 1, 2, 3, 4)) for _ in range(n))
    word = bytes(random.choice((1, 1, 1, 1, 2, 3)) for _ in range(n))
    start = random.choice((-1 if n < 100 else 0, n // 2, random.randrange(n)))  # -1 is slow on large boards
    bonus = {random.randint(2, 7): random.randint(1, 60)}
    return Rules(rows, cols, tiles.worth(), letter, word, start, bonus)


def counted(rack: Sequence[int]) -> bytes:
    """A rack as counts by letter code, the blank's first."""
    return bytes(rack.count(code) for code in range(33))


def played(board: bytes, rules: Rules, move: Move) -> bytes:
    """The board after a move."""
    after = bytearray(board)
    step = rules.cols if move.down else 1
    for i, tile in enumerate(move.word):
        after[move.row * rules.cols + move.col + i * step] = tile
    return bytes(after)


def play_out(
    random: Random, tiles: TileSet, rules: Rules, generate: Generate, n_sets: int = 1
) -> list[Position]:
    """Board and rack at each turn of a game between two seats that choose one of the best moves by chance."""
    bag = tiles.bag() * n_sets
    random.shuffle(bag)
    racks = [[bag.pop() for _ in range(N_RACK)] for _ in range(2)]
    board = bytes(rules.rows * rules.cols)
    turns: list[Position] = []
    n_idle = 0
    while n_idle < 2 and all(racks):
        rack = racks[len(turns) % 2]
        turns.append((board, counted(rack)))
        best = generate(board, counted(rack))[:8]
        n_idle = 0 if best else n_idle + 1
        if best:
            move = Move(*random.choice(best))
            assert move.placed, "a move that lays nothing would go on for ever"
            board = played(board, rules, move)
            for i, tile in enumerate(move.word):
                if move.placed >> i & 1:
                    rack.remove(0 if tile & BLANK else tile)
        else:
            bag[:0] = rack
            rack.clear()
        rack.extend(bag.pop() for _ in range(min(len(bag), N_RACK - len(rack))))
    return turns


def evenly(turns: Sequence[Position], n: int) -> list[Position]:
    """So many positions of a game at equal distances, the first and the last turn among them."""
    return [turns[i * (len(turns) - 1) // (n - 1)] for i in range(n)]


def with_blanks(random: Random, position: Position, n_blanks: int) -> Position:
    """The position with this many blanks on the rack, as far as its size allows, other tiles by chance."""
    board, rack = position
    tiles = [code for code in range(1, 33) for _ in range(rack[code])]
    random.shuffle(tiles)
    size = sum(rack)
    tiles += [random.randint(1, 20) for _ in range(size - len(tiles))]
    n_blanks = min(size, n_blanks)
    return board, counted([0] * n_blanks + tiles[n_blanks:])
