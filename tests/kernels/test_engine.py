"""The best move against the head of the full list of the plain generator, and a board that moves change."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from stolik.kernels.engine import Engine
from stolik.kernels.leaves import LeaveTable, build_leaves
from stolik.kernels.movegen import RECORD, Generator, unpack
from stolik.kernels.wordgraph import build_dawg, build_gaddag
from stolik.kernels.wordmap import WordMap, build_wordmap
from tests.kernels.engine_positions import (
    BLANK,
    LANGUAGES,
    best_of_list,
    classic_engine,
    engine_over,
    game_turns,
    kept_tiles,
    positions,
    random_leaves,
)
from tests.perft.lists import TILES, classic_generator, generator_over
from tests.reference.positions import POLISH, Position, classic_rules, counted, odd_rules
from tests.reference.slow_movegen import Rules

N_GAMES = 18
GAMES = [(language, seed) for language in LANGUAGES for seed in range(N_GAMES)]
LEAST_POSITIONS = 2000 // len(GAMES) + 1  # of each game

Small = tuple[Engine, Generator, LeaveTable]


def compare(engine: Engine, plain: Generator, leaves: LeaveTable, position: Position) -> None:
    board, rack = position
    records = plain.moves(board, rack)
    engine.set_board(board)
    assert engine.best(rack, with_leaves=False) == best_of_list(records, rack, None), position
    assert engine.best(rack) == best_of_list(records, rack, leaves), position


def compare_game(language: str, seed: int) -> int:
    """Compare at every turn of a game; how many positions that were."""
    leaves = random_leaves(language)
    engine = classic_engine(language, leaves)
    n = 0
    for position in positions(language, seed):
        compare(engine, classic_generator(language), leaves, position)
        n += 1
    return n


@pytest.mark.parametrize(("language", "seed"), GAMES)
def test_best_move_is_the_head_of_the_full_list(language: str, seed: int) -> None:
    assert compare_game(language, seed) >= LEAST_POSITIONS - 10


def test_the_default_run_compares_enough_positions() -> None:
    n_positions = sum(2 * len(game_turns(language, seed)) for language, seed in GAMES)
    assert n_positions >= 2000


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_best_move_is_the_head_of_the_full_list_in_many_more_games(language: str, seed: int) -> None:
    compare_game(language, seed)


# --- few words over few letters: many ties, boards that no game reaches -----------------------------------


def small_list(random: Random, n_letters: int) -> tuple[bytes, bytes]:
    """A graph and the rows of random words."""
    lengths = [random.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 11, 15)) for _ in range(800)]
    words = sorted({bytes(random.randint(1, n_letters) for _ in range(length)) for length in lengths})
    rows = b"".join(word.ljust(16, b"\0") for word in words)
    return build_gaddag(build_dawg(rows)), rows


def small_engine(seed: int) -> tuple[Small, Rules]:
    random = Random(seed)
    graph, rows = small_list(random, 4)
    rules = odd_rules(random, POLISH, 15, 15)
    if seed % 5 == 0:
        rules = Rules(15, 15, rules.values, rules.letter_multipliers, rules.word_multipliers, -1, rules.bonus)
    if seed % 3 == 0:  # letters that are worth nothing
        rules = Rules(15, 15, bytes(33), *(bytes([1]) * 225,) * 2, rules.start, {})
    kept = [[a, b] for a in range(5) for b in range(a, 5)] + [[a] for a in range(5)]
    leave_rows = b"".join(bytes((len(tiles), *tiles)).ljust(8, b"\0") for tiles in kept)
    leaves = LeaveTable(build_leaves(leave_rows, [random.choice((0, 1000, 2000, -1000, 500)) for _ in kept]))
    engine = engine_over(WordMap(build_wordmap(rows)), graph, rules, leaves)
    return (engine, generator_over(graph, rules), leaves), rules


def scattered_position(random: Random) -> Position:
    share = random.choice((0, 1, 3, 10, 30, 60))
    board = bytes(
        random.randint(1, 4) | random.choice((0, 0, BLANK)) if random.randrange(100) < share else 0
        for _ in range(225)
    )
    rack = [random.randint(0, 4) for _ in range(random.randint(1, 7))]
    return board, counted([tile if tile or i < 3 else 1 for i, tile in enumerate(rack)])


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(6, 15))]
)
def test_best_move_on_scattered_boards_is_the_head_of_the_full_list(seed: int) -> None:
    random = Random(seed)
    small, _ = small_engine(seed)
    for _ in range(8):
        compare(*small, scattered_position(random))


# --- a board that moves change ----------------------------------------------------------------------------


def assert_as_new(engine: Engine, plain: Generator, fresh: Engine) -> None:
    """The engine knows of its board what an engine knows that was given it."""
    fresh.set_board(engine.board())
    assert engine.cross_checks() == plain.cross_checks(engine.board())
    assert engine.intervals() == fresh.intervals()


def some_record(random: Random, plain: Generator, board: bytes, rack: bytes) -> bytes:
    records = plain.moves(board, rack)
    number = random.randrange(len(records) // RECORD.size) if records else 0
    return records[RECORD.size * number : RECORD.size * (number + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_plays_and_take_backs_leave_what_a_new_board_has(language: str, seed: int) -> None:
    random = Random(seed)
    plain, engine, fresh = classic_generator(language), classic_engine(language), classic_engine(language)
    bag = TILES[language].bag()
    boards = [engine.board()]
    for step in range(60):
        record = some_record(random, plain, boards[-1], counted(random.sample(bag, 7)))
        if len(boards) > 1 and (random.random() < 0.4 or not record):
            engine.take_back()
            boards.pop()
        elif record:
            engine.play(record)
            boards.append(engine.board())
        assert engine.board() == boards[-1]
        if step % 3 == 0:  # sometimes several changes come together
            assert_as_new(engine, plain, fresh)
    while len(boards) > 1:
        engine.take_back()
        boards.pop()
    assert engine.board() == bytes(225)
    assert_as_new(engine, plain, fresh)


@pytest.mark.parametrize("seed", range(6))
def test_plays_and_take_backs_on_scattered_boards_leave_what_a_new_board_has(seed: int) -> None:
    random = Random(seed)
    (engine, plain, _), _ = small_engine(seed)
    (fresh, _, _), _ = small_engine(seed)
    board, _ = scattered_position(random)
    engine.set_board(board)
    depth = 0
    for _ in range(30):
        record = some_record(random, plain, engine.board(), scattered_position(random)[1])
        if record and random.random() < 0.6:
            engine.play(record)
            depth += 1
        elif depth:
            engine.take_back()
            depth -= 1
        assert_as_new(engine, plain, fresh)


def test_played_board_has_the_tiles_of_the_move() -> None:
    engine = classic_engine("pl")
    record, equity = engine.best(counted([1, 2, 3, 4, 5, 6, 7])) or (b"", 0)
    ((row, col, down, word, _, score),) = unpack(record)
    engine.play(record)
    assert equity == 1000 * score
    assert bytes(engine.board()[row * 15 + col :][: len(word) * 15 : 15 if down else 1][: len(word)]) == word
    assert sum(tile > 0 for tile in engine.board()) == len(word)


def test_copied_engine_goes_its_own_way() -> None:
    plain, engine, copy, fresh = classic_generator("pl"), *(classic_engine("pl") for _ in range(3))
    turns = game_turns("pl", 3)
    for (board, rack), _ in pairwise(turns[:8]):
        engine.set_board(board)
        record, _ = engine.best(rack) or (b"", 0)
        copy.copy_from(engine)
        copy.play(record)
        assert engine.board() == board
        assert_as_new(copy, plain, fresh)
        assert_as_new(engine, plain, fresh)
        copy.take_back()
        assert copy.best(rack) == engine.best(rack)


def test_engines_of_several_threads_share_the_tables() -> None:
    leaves = random_leaves("pl")
    turns = game_turns("pl", 1)

    def best_moves(shift: int) -> list[tuple[bytes, int] | None]:
        engine = classic_engine("pl", leaves)
        found: list[tuple[bytes, int] | None] = [None] * len(turns)
        for i in range(len(turns)):
            board, rack = turns[(i + shift) % len(turns)]
            engine.set_board(board)
            found[(i + shift) % len(turns)] = engine.best(rack)
        return found

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(best_moves, range(8)))
    assert found == [found[0]] * 8


# --- leaves and what is refused ---------------------------------------------------------------------------


def test_leave_decides_between_moves_of_the_same_score() -> None:
    rows = b"\1\2".ljust(16, b"\0") + b"\1\3".ljust(16, b"\0")
    graph = build_gaddag(build_dawg(rows))
    leave_rows = bytes((1, 2)).ljust(8, b"\0") + bytes((1, 3)).ljust(8, b"\0")
    leaves = LeaveTable(build_leaves(leave_rows, [500, -500]))
    values = bytes([0, 1, 1, 1]).ljust(33, b"\0")
    engine = Engine(WordMap(build_wordmap(rows)), graph, values, b"\1" * 225, b"\1" * 225, 112, {}, leaves)
    rack = counted([1, 2, 3])
    assert engine.leaves is leaves
    assert engine.best(rack) == (first_on_the_board(b"\1\3"), 2500)
    assert engine.best(rack, with_leaves=False) == (first_on_the_board(b"\1\2"), 2000)


def first_on_the_board(word: bytes) -> bytes:
    """The record of a word of two letters and two points at the first place of an empty board."""
    return RECORD.pack(word.ljust(15, b"\0"), 2, 2, 3, 7, 6, 0)


def test_leaves_are_found_in_any_order_and_unknown_ones_are_worth_nothing() -> None:
    random = Random(4)
    kept = sorted({tuple(sorted(random.choices(range(33), k=random.randint(1, 6)))) for _ in range(5000)})
    values = [random.randint(-(10**8), 10**8) for _ in kept]
    rows = b"".join(bytes((len(tiles), *tiles)).ljust(8, b"\0") for tiles in kept)
    table = LeaveTable(build_leaves(rows, values))
    assert len(table) == len(kept)
    assert [table.value(bytes(tiles)) for tiles in kept] == values
    assert [table.value(bytes(tiles[::-1])) for tiles in kept] == values
    assert table.value(b"") == 0
    assert table.value(bytes([1] * 6 + [32])) == 0
    assert bytes(build_leaves(rows, values)) == bytes(build_leaves(rows, values))


@pytest.mark.parametrize(
    ("rows", "values", "sentence"),
    [
        (b"\1\2", [1], "1 values do not fit 2 bytes"),
        (bytes(8), [], "0 values do not fit 8 bytes"),
        (bytes([7]).ljust(8, b"\1"), [1], "Leave 0 is not 0 to 6 tiles"),
        (bytes([1, 33]).ljust(8, b"\0"), [1], "Leave 0 is not 0 to 6 tiles"),
        (bytes([1, 1]).ljust(8, b"\0"), [10**9], "Leave 0 is worth 1000000000"),
        (bytes([1, 1]).ljust(8, b"\0") * 2, [1, 2], "is each of them there once"),
    ],
)
def test_wrong_leaves_are_refused_with_a_sentence(rows: bytes, values: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        build_leaves(rows, values)


@pytest.mark.parametrize("table", [b"", bytes(40), bytes(build_leaves(b"", []))[:-8]])
def test_what_is_no_table_of_leaves_is_refused(table: bytes) -> None:
    with pytest.raises(ValueError, match="no table of leaves"):
        LeaveTable(table)


def test_kept_tiles_are_those_not_laid() -> None:
    assert kept_tiles(counted([0, 1, 1, 2]), bytes([1, 2 | BLANK, 9]), 0b011) == bytes([1, 2])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"values": bytes(32)}, "There are 33 letter values"),
        ({"values": bytes([1]) * 33}, "the blank's first, which is 0"),
        (
            {"values": bytes([0]) + bytes([255]) * 32, "word_multipliers": b"\3" * 225},
            "These values are too large",
        ),
        ({"letter_multipliers": b"\1" * 224}, "Each of the 225 squares needs a multiplier"),
        ({"word_multipliers": b"\0" * 225}, "Each of the 225 squares needs a multiplier"),
        ({"word_multipliers": b"\5" * 225}, "These multipliers are too large"),
        ({"start": 225}, "Start square 225 is not on the board"),
        ({"bonus": {7: -1}}, "The bonus is a list of points"),
    ],
)
def test_layout_that_the_search_cannot_take_is_refused(changes: dict[str, Any], sentence: str) -> None:
    options: dict[str, Any] = {
        "values": bytes([0, *[5] * 32]),
        "letter_multipliers": b"\1" * 225,
        "word_multipliers": b"\1" * 225,
        "start": 112,
        "bonus": {7: 50},
    }
    map_ = WordMap(build_wordmap(b""))
    Engine(map_, build_gaddag(build_dawg(b"")), **options)
    with pytest.raises(ValueError, match=sentence):
        Engine(map_, build_gaddag(build_dawg(b"")), **(options | changes))


def test_word_map_without_completions_for_a_whole_rack_is_refused() -> None:
    map_ = WordMap(build_wordmap(b"", longest_completion=7))
    with pytest.raises(ValueError, match="completes words of 7 letters only"):
        engine_over(map_, build_gaddag(build_dawg(b"")), classic_rules(POLISH))


def test_boards_racks_and_moves_that_cannot_be_are_refused() -> None:
    (engine, plain, _), _ = small_engine(1)
    for board, sentence in ((bytes(224), "has no 224 bytes"), (b"\x21" + bytes(224), "Square 0 holds 33")):
        with pytest.raises(ValueError, match=sentence):
            engine.set_board(board)
    for rack, sentence in (
        (bytes(32), "A rack is 33 counts"),
        (counted([1] * 8), "A rack of 8 tiles with 0 blanks"),
        (counted([0] * 4), "A rack of 4 tiles with 4 blanks"),
    ):
        with pytest.raises(ValueError, match=sentence):
            engine.best(rack)
    with pytest.raises(ValueError, match="could be taken back"):
        engine.take_back()
    record = plain.moves(bytes(225), counted([1, 2, 3, 4, 1, 2, 3]))[: RECORD.size]
    with pytest.raises(ValueError, match="has 32 bytes, not 31"):
        engine.play(record[:31])
    engine.play(record)
    with pytest.raises(ValueError, match="does not fit the tiles"):
        engine.play(record)
    for fields, sentence in (
        ((b"\1\1".ljust(15, b"\0"), 2, 0, 3, 0, 14, 0), "does not lie on the board"),
        ((b"\1\1".ljust(15, b"\0"), 2, 0, 0, 0, 0, 0), "does not fit the tiles"),
        ((record[:15], record[15], 0, 0, *record[26:29]), "lays 1 to 7 tiles"),
        ((b"\1" * 15, 8, 0, 255, 14, 0, 0), "lays 1 to 7 tiles"),
        ((b"\1\x21".ljust(15, b"\0"), 2, 0, 3, 14, 0, 0), "The move holds 33"),
    ):
        with pytest.raises(ValueError, match=sentence):
            engine.play(RECORD.pack(*fields))


def test_empty_rack_and_empty_list_have_no_move() -> None:
    assert classic_engine("pl").best(bytes(33)) is None
    engine = engine_over(WordMap(build_wordmap(b"")), build_gaddag(build_dawg(b"")), classic_rules(POLISH))
    assert engine.best(counted([0, 0, 1, 2, 3, 4, 5])) is None


def test_engine_of_another_map_or_layout_is_not_copied() -> None:
    engine = classic_engine("pl")
    for other in (classic_engine("pt"), small_engine(1)[0][0]):
        with pytest.raises(ValueError, match="another word map or another board"):
            engine.copy_from(other)
