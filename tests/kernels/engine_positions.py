"""Engines over the shipped lists, random leaves, and the best move as the plain generator has it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from typing_extensions import Buffer

from stolik.core import registry
from stolik.games.scrabble.commands.training.leaves import Ground
from stolik.kernels.engine import Engine
from stolik.kernels.leaves import LeaveTable, build_leaves
from stolik.kernels.movegen import RECORD, unpack
from stolik.kernels.wordmap import WordMap
from stolik.words.leaves import LeaveWeights
from stolik.words.store import Lexicons
from tests.perft.lists import TILES, classic_generator, lexicon
from tests.reference.positions import Position, classic_rules, play_out, with_blanks
from tests.reference.slow_movegen import Rules

BLANK = 64
LANGUAGES = tuple(TILES)
HIGHEST_LEAVE = 12_000


@cache
def word_map(language: str) -> WordMap:
    """The map of the shipped list; it stays beside its graph for the next run."""
    return lexicon(language).wordmap()


@cache
def random_leaves(language: str) -> LeaveTable:
    """Values for all leaves of one to three tiles, some large; longer ones stay unknown."""
    random = Random(f"leaves {language}")
    tiles = range(len(TILES[language].letters) + 1)
    kept = [leave for n in (1, 2, 3) for leave in combinations_with_replacement(tiles, n)]
    kept += [tuple(random.choices(tiles, k=random.randint(4, 6))) for _ in range(20_000)]
    kept = sorted({tuple(sorted(leave)) for leave in kept})
    rows = b"".join(bytes((len(leave), *leave)).ljust(8, b"\0") for leave in kept)
    # whole points among them, so that moves of different scores tie
    values = [random.choice((0, 1000, -2000, random.randint(-HIGHEST_LEAVE, HIGHEST_LEAVE))) for _ in kept]
    return LeaveTable(build_leaves(rows, values))


def engine_over(map_: WordMap, graph: Buffer, rules: Rules, leaves: LeaveTable | None = None) -> Engine:
    """An engine for a board of the reference."""
    return Engine(
        map_,
        graph,
        rules.values,
        rules.letter_multipliers,
        rules.word_multipliers,
        rules.start,
        rules.bonus,
        leaves,
    )


def classic_engine(language: str, leaves: LeaveTable | None = None) -> Engine:
    """An engine for the classic board with the whole list."""
    rules = classic_rules(TILES[language])
    return engine_over(word_map(language), lexicon(language).gaddag(), rules, leaves)


def engine_with(preset: str, weights: LeaveWeights) -> Engine:
    """The engine of a preset, which counts these leaves."""
    return Ground(registry.find_preset(preset), Lexicons()).engine(weights)


def kept_tiles(rack: bytes, word: bytes, placed: int) -> bytes:
    """The tiles of a rack that a move leaves."""
    left = list(rack)
    for i, tile in enumerate(word):
        if placed >> i & 1:
            left[0 if tile & BLANK else tile] -= 1
    return bytes(tile for tile, n in enumerate(left) for _ in range(n))


def best_of_list(records: bytes, rack: bytes, leaves: LeaveTable | None) -> tuple[bytes, int] | None:
    """The first move with the highest equity in a full list."""
    best: tuple[int, int] | None = None
    values: dict[bytes, int] = {}
    for number, (word, length, score, placed, *_) in enumerate(RECORD.iter_unpack(records)):
        if best and 1000 * score + HIGHEST_LEAVE < best[1]:
            break  # the list is sorted by score
        kept = kept_tiles(rack, word[:length], placed)
        if kept not in values:
            values[kept] = leaves.value(kept) if leaves else 0
        equity = 1000 * score + values[kept]
        if best is None or equity > best[1]:
            best = number, equity
    if best is None:
        return None
    return records[RECORD.size * best[0] : RECORD.size * (best[0] + 1)], best[1]


def game_turns(language: str, seed: int) -> list[Position]:
    """The turns of a seeded game on the classic board."""
    tiles = TILES[language]
    plain = classic_generator(language)
    random = Random(f"{language} engine {seed}")
    return play_out(random, tiles, classic_rules(tiles), lambda *turn: unpack(plain.moves(*turn)))


def positions(language: str, seed: int) -> Iterator[Position]:
    """The turns of a seeded game, the racks as drawn, then with 0, 1, 2, 3 blanks in turn."""
    random = Random(f"{language} blanks {seed}")
    for number, turn in enumerate(game_turns(language, seed)):
        yield turn
        yield with_blanks(random, turn, number % 4)
