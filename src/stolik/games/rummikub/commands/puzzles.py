"""Puzzles of the number-tile game: the whole rack goes, but only if many sets of the table are rebuilt.

A puzzle is looked for by chance, the same for the same seed: tables of sets, and for each of them some racks.
What the grade says is proven by the solver: no play of the whole rack touches fewer sets. No tile of the rack
goes with one set alone, as adding a tile to a set is no riddle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from random import Random

import msgspec

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.core.tiles import Rack
from stolik.games.rummikub.commands.measuring.positions import random_position
from stolik.games.rummikub.laying import arranged, tiles_laid
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import FACES, Meld, box_without
from stolik.games.rummikub.solver import best_play, least_disturbing_play, n_touched
from stolik.games.rummikub.tiletext import format_tile, parse_tile, parse_tiles

GRADES = range(4, 9)
#: Tiles on the table for each copy in the box: enough for high grades, few enough to look over.
_TABLE_SIZES = (15, 18, 21, 24)
_MOST_ON_RACK = 3
_RACKS_A_TABLE = 8


class Puzzle(msgspec.Struct, frozen=True):
    """A table and a rack that goes as a whole; the grade is how many sets the solution touches, the least."""

    preset: str
    seed: str
    grade: int
    table: list[list[str]]
    rack: list[str]
    solution: list[list[str]]


class Answer(msgspec.Struct, frozen=True):
    """What a new table does: the tiles that stay on the rack, and how many sets it touches."""

    left: list[str]
    n_touched: int


def make_puzzle(preset: str, seed: str, grade: int) -> Puzzle:
    """The puzzle of a seed; raises Complaint for a preset of another game or a grade that is not offered."""
    options = _options(preset)
    if grade not in GRADES:
        raise Complaint("Grades go from {least} to {most}.", least=GRADES[0], most=GRADES[-1])
    for table, rack in _positions(options, Random(f"puzzle {preset} {grade} {seed}")):
        solution = _solution(table, rack, grade)
        if solution is not None:
            return Puzzle(preset, seed, grade, table, rack, solution)
    raise AssertionError("positions never end")


def judge(puzzle: Puzzle, answer: str) -> Answer:
    """What comes of a new table by the rules of the game; raises IllegalAction if they refuse it.

    Sets that stay as they are may be told by their numbers: `1 3 5-7 / r3 r4 r5`.
    """
    old, rack = tuple(map(_meld, puzzle.table)), Rack(_meld(puzzle.rack))
    new = tuple(meld for part in answer.split("/") for meld in _sets_of_part(part, old))
    laid = tiles_laid(old, new, rack)
    table = arranged(_options(puzzle.preset), old, new, opened=True)
    left = rack.without_tiles(laid)
    return Answer(_names(left.tiles), n_touched(puzzle.table, list(map(_names, table))))


def _options(preset: str) -> Options:
    options = registry.find_preset(preset).options
    if not isinstance(options, Options):
        raise Complaint("{preset} is not the number-tile game.", preset=preset)
    return options


def _positions(options: Options, chance: Random) -> Iterator[tuple[list[list[str]], list[str]]]:
    """Tables with some racks each, without end."""
    while True:
        size = options.n_copies * chance.choice(_TABLE_SIZES)
        seed = str(chance.random())
        table = random_position(seed, options.n_copies, size, 0, chance.randint(0, options.n_jokers)).table
        laid = chain.from_iterable(map(_meld, table))
        left = box_without(options.n_copies, options.n_jokers, laid)
        easy = frozenset[str]().union(*(_tiles_going_with(tuple(tiles)) for tiles in table))
        bank = [face for face in FACES if face not in easy for _ in range(left[face])]
        for _ in range(_RACKS_A_TABLE if bank else 0):
            yield table, chance.sample(bank, chance.randint(1, min(_MOST_ON_RACK, len(bank))))


@cache
def _tiles_going_with(tiles: tuple[str, ...]) -> frozenset[str]:
    """The tiles that can be laid with a set alone."""
    return frozenset(face for face in FACES if best_play([tiles], [face]).placed)


def _solution(table: Sequence[Sequence[str]], rack: Sequence[str], grade: int) -> list[list[str]] | None:
    """The least disturbing way to lay the whole rack, if it touches as many sets as the grade says."""
    if best_play(table, rack).count < len(rack):
        return None
    play = least_disturbing_play(table, rack)
    return play.table if play.proven and n_touched(table, play.table) == grade else None


def _sets_of_part(part: str, old: Sequence[Meld]) -> Iterator[Meld]:
    """A set, or those that numbers tell."""
    names = part.split()
    if not all(name[0].isdigit() for name in names):
        yield parse_tiles(part)
        return
    for name in names:
        first, _, last = name.partition("-")
        numbers = (first, last or first)
        if not all(number.isdecimal() and 1 <= int(number) <= len(old) for number in numbers):
            raise Complaint("“{name}” is no set: the sets are numbered from 1 to {n}.", name=name, n=len(old))
        yield from old[int(first) - 1 : int(last or first)]


def _meld(tiles: Sequence[str]) -> Meld:
    return tuple(map(parse_tile, tiles))


def _names(meld: Meld) -> list[str]:
    return list(map(format_tile, meld))
