"""Games of the engine against itself, played again turn by turn with the plain generator."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

import pytest
from typing_extensions import Buffer

from stolik.kernels.engine import Engine
from stolik.kernels.leaves import LeaveTable
from stolik.kernels.movegen import RECORD
from stolik.kernels.selfplay import selfplay
from stolik.kernels.wordgraph import enumerate_words
from stolik.kernels.wordmap import WordMap, build_wordmap
from tests.kernels.engine_positions import (
    BLANK,
    LANGUAGES,
    best_of_list,
    classic_engine,
    engine_over,
    random_leaves,
)
from tests.kernels.test_movegen_reference import part_of_list
from tests.perft.lists import TILES, classic_generator, generator_over
from tests.reference.positions import TileSet, classic_rules, counted
from tests.reference.slow_movegen import Rules, WordTable, all_moves

MASK = 2**64 - 1
SEED = 20_240_607
N_GAMES = 25  # of each language, with and without leaves


def splitmix(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & MASK
    return state ^ state >> 31


class Chance:
    """The generator that selfplay describes."""

    def __init__(self, seed: int, game: int) -> None:
        self.state = splitmix(splitmix(seed) + game & MASK)

    def below(self, n: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        return (splitmix(self.state) >> 32) * n >> 32

    def shuffle(self, tiles: list[int]) -> None:
        for i in range(len(tiles) - 1, 0, -1):
            j = self.below(i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]


class Game(NamedTuple):
    first_score: int
    second_score: int
    n_turns: int
    checksum: int


def set_of(tiles: TileSet) -> bytes:
    """The set as counts by code, blanks first."""
    return (bytes([tiles.n_blanks]) + tiles.counts).ljust(33, b"\0")


def checksum_with(checksum: int, record: bytes) -> int:
    for byte in record:
        checksum = (checksum ^ byte) * 0x100000001B3 & MASK
    return checksum


def lay(board: bytearray, rack: list[int], record: bytes) -> int:
    """Lay a move's tiles from the rack; its score."""
    word, length, score, placed, row, col, down = RECORD.unpack(record)
    for i in range(length):
        if placed >> i & 1:
            board[(row + i) * 15 + col if down else row * 15 + col + i] = word[i]
            rack.remove(0 if word[i] & BLANK else word[i])
    return int(score)


def draw(bag: list[int], rack: list[int], n: int = 7) -> None:
    while bag and len(rack) < n:
        rack.append(bag.pop())


def exchange(chance: Chance, bag: list[int], rack: list[int]) -> None:
    old = sorted(rack)
    rack.clear()
    draw(bag, rack, len(old))
    bag += old
    chance.shuffle(bag)


class Lister(Protocol):
    """Lists all moves as records."""

    def moves(self, board: Buffer, rack: Buffer) -> bytes: ...


class SlowLister:
    """The slow reference in the generator's clothes."""

    def __init__(self, words: WordTable, rules: Rules) -> None:
        self._words, self._rules = words, rules

    def moves(self, board: Buffer, rack: Buffer) -> bytes:
        found = all_moves(self._words, self._rules, bytes(board), bytes(rack))
        return b"".join(
            RECORD.pack(move.word, len(move.word), move.score, move.placed, move.row, move.col, move.down)
            for move in found
        )


def play_slowly(plain: Lister, tiles: TileSet, leaves: LeaveTable | None, game: int) -> Game:
    """The game as the plain generator plays it."""
    chance = Chance(SEED, game)
    bag = sorted(tiles.bag())
    chance.shuffle(bag)
    racks: list[list[int]] = [[], []]
    for rack in racks:
        draw(bag, rack)
    board, scores, n_turns, n_idle, checksum = bytearray(225), [0, 0], 0, 0, 0xCBF29CE484222325
    while n_idle < 4 and all(racks):
        side, rack = n_turns % 2, racks[n_turns % 2]
        counts = counted(rack)
        best = best_of_list(plain.moves(board, counts), counts, leaves if bag else None)
        checksum = checksum_with(checksum, best[0] if best else b"\0")
        n_turns += 1
        n_idle = 0 if best else n_idle + 1
        if best:
            scores[side] += lay(board, rack, best[0])
            draw(bag, rack)
        elif len(bag) >= 7:
            exchange(chance, bag, rack)
    left = [sum(tiles.worth()[tile] for tile in rack) for rack in racks]
    for side in range(2):
        scores[side] += (left[1 - side] if not racks[side] else 0) - left[side]
    return Game(scores[0], scores[1], n_turns, checksum)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("with_leaves", [False, True])
def test_games_are_those_of_the_plain_generator(language: str, with_leaves: bool) -> None:
    leaves = random_leaves(language) if with_leaves else None
    tiles = TILES[language]
    played = selfplay(classic_engine(language, leaves), set_of(tiles), SEED, N_GAMES)
    slow = [play_slowly(classic_generator(language), tiles, leaves, game) for game in range(N_GAMES)]
    assert [Game(*game) for game in played] == slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_those_of_the_slow_reference(language: str) -> None:
    words, gaddag, dawg = part_of_list(language)
    tiles, rules = TILES[language], classic_rules(TILES[language])
    fast = engine_over(WordMap(build_wordmap(enumerate_words(dawg))), gaddag, rules)
    plain, slow = generator_over(gaddag, rules), SlowLister(words, rules)
    for number in range(2):
        [played] = selfplay(fast, set_of(tiles), SEED, 1, number)
        assert Game(*played) == play_slowly(plain, tiles, None, number)
        assert Game(*played) == play_slowly(slow, tiles, None, number)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", range(1000, 1600, 20))
def test_many_more_games_are_those_of_the_plain_generator(language: str, first: int) -> None:
    tiles = TILES[language]
    leaves = random_leaves(language) if first % 40 else None
    played = selfplay(classic_engine(language, leaves), set_of(tiles), SEED, 20, first)
    plain = classic_generator(language)
    assert [Game(*game) for game in played] == [
        play_slowly(plain, tiles, leaves, first + i) for i in range(20)
    ]


def hard_set(letters: bytes) -> TileSet:
    """Letters that seldom make a word, so that sides exchange and pass."""
    counts = bytes(letters.count(code) for code in range(1, 33))
    return TileSet(TILES["pl"].letters, counts, TILES["pl"].values, 0)


@pytest.mark.parametrize(
    "letters",
    [bytes([31]) * 20, bytes([31] * 12 + [32] * 12 + [1, 7, 12, 20]), bytes([31] * 15 + [1] * 9)],
)
def test_games_with_hard_letters_exchange_and_pass_alike(letters: bytes) -> None:
    tiles = hard_set(letters)
    played = selfplay(classic_engine("pl"), set_of(tiles), SEED, 4)
    assert [Game(*game) for game in played] == [
        play_slowly(classic_generator("pl"), tiles, None, game) for game in range(4)
    ]


def test_game_without_any_word_ends_after_four_turns_and_costs_both_sides_their_tiles() -> None:
    tiles = hard_set(bytes([31]) * 20)
    ((first, second, n_turns, _),) = selfplay(classic_engine("pl"), set_of(tiles), 1, 1)
    assert (first, second, n_turns) == (-7 * 9, -7 * 9, 4)


def test_games_may_be_split_between_threads() -> None:
    tiles = set_of(TILES["pl"])

    def some(first: int) -> list[tuple[int, int, int, int]]:
        return selfplay(classic_engine("pl"), tiles, 5, 3, first)

    with ThreadPoolExecutor(3) as threads:
        parts = list(threads.map(some, (0, 3, 6)))
    assert [*parts[0], *parts[1], *parts[2]] == selfplay(classic_engine("pl"), tiles, 5, 9)
    assert len({checksum for part in parts for *_, checksum in part}) == 9


def test_other_seeds_give_other_games() -> None:
    engine, tiles = classic_engine("pl"), set_of(TILES["pl"])
    assert selfplay(engine, tiles, 1, 1) != selfplay(engine, tiles, 2, 1)


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        (bytes(32), "A set is 33 counts"),
        (bytes([4, *[2] * 32]), "of which there are 3 at most"),
        (bytes([1, 12]).ljust(33, b"\0"), "A set of 13 tiles is not possible"),
        (bytes([0, *[8] * 32]), "A set of 256 tiles is not possible"),
    ],
)
def test_set_that_cannot_be_is_refused(counts: bytes, sentence: str) -> None:
    engine: Engine = classic_engine("pl")
    with pytest.raises(ValueError, match=sentence):
        selfplay(engine, counts, 1, 1)
