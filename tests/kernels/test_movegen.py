"""The move generator on boards small enough to list every move by hand."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from stolik.kernels.movegen import RECORD, Generator, unpack
from stolik.kernels.wordgraph import build_dawg, build_gaddag
from tests.reference.slow_movegen import Move, Rules, WordTable, all_moves

BLANK = 64
VALUES = bytes((0, *range(1, 33)))  # A is worth 1, B 2, C 3 ...


def coded(text: str) -> bytes:
    """Letters as codes, lower case for a blank, a dot for an empty square."""
    codes = {".": 0} | {chr(64 + i): i for i in range(1, 27)} | {chr(96 + i): i | BLANK for i in range(1, 27)}
    return bytes(codes[sign] for sign in text)


def counted(rack: str) -> bytes:
    tiles = coded(rack.replace("?", "."))
    return bytes(tiles.count(code) for code in range(33))


def dawg_of(*words: str) -> bytes:
    return build_dawg(b"".join(coded(word).ljust(16, b"\0") for word in sorted(words)))


def graph(*words: str) -> bytes:
    return build_gaddag(dawg_of(*words))


def generator(words: str, rows: int, cols: int, **changes: Any) -> Generator:
    plain = bytes([1]) * (rows * cols)
    options: dict[str, Any] = {
        "values": VALUES,
        "letter_multipliers": plain,
        "word_multipliers": plain,
        "start": -1,
        "bonus": {},
    } | changes
    return Generator(graph(*words.split()), rows, cols, **options)


def with_premiums(n: int, premiums: dict[int, int]) -> bytes:
    return bytes(premiums.get(i, 1) for i in range(n))


def told(moves: list[tuple[int, int, bool, bytes, int, int]]) -> list[str]:
    """Each move as a line: row, col, direction, the word with old tiles in brackets, points."""
    lines = []
    for row, col, down, word, placed, score in moves:
        signs = "".join(chr((32 if tile & BLANK else 0) + 64 + (tile & 63)) for tile in word)
        text = "".join(sign if placed >> i & 1 else f"({sign})" for i, sign in enumerate(signs))
        lines.append(f"{row},{col} {'down' if down else 'across'} {text} {score}")
    return lines


def listed(engine: Generator, board: str, rack: str) -> list[str]:
    return told(unpack(engine.moves(coded(board.replace("/", "")), counted(rack))))


def test_first_word_covers_the_start_square_in_either_direction() -> None:
    engine = generator("AB", 3, 3, start=4)
    assert listed(engine, ".../.../...", "AB") == [
        "1,0 across AB 3",
        "1,1 across AB 3",
        "0,1 down AB 3",
        "1,1 down AB 3",
    ]


def test_without_a_start_square_the_first_word_may_lie_anywhere() -> None:
    engine = generator("AB", 2, 3)
    assert listed(engine, ".../...", "AB") == [
        "0,0 across AB 3",
        "0,1 across AB 3",
        "1,0 across AB 3",
        "1,1 across AB 3",
        "0,0 down AB 3",
        "0,1 down AB 3",
        "0,2 down AB 3",
    ]


def test_start_square_asks_nothing_of_later_words() -> None:
    engine = generator("AB", 1, 4, start=3)
    assert listed(engine, "A...", "B") == ["0,0 across (A)B 3"]


def test_smallest_boards_hold_a_word() -> None:
    assert listed(generator("AB", 1, 2, start=0), "..", "AB") == ["0,0 across AB 3"]
    assert listed(generator("AB", 2, 1, start=0), "..", "AB") == ["0,0 down AB 3"]


def test_one_tile_with_words_both_ways_is_listed_as_the_longer_word() -> None:
    engine = generator("AB CAB CB", 3, 3)
    # B in the corner makes CAB down and AB across
    assert listed(engine, "..C/..A/.A.", "B") == ["0,2 down (C)(A)B 9"]


def test_one_tile_with_equally_long_words_is_listed_across() -> None:
    engine = generator("AB", 2, 2)
    assert listed(engine, ".A/A.", "B") == ["1,0 across (A)B 6"]


def test_one_tile_with_a_word_one_way_is_listed_that_way() -> None:
    engine = generator("AB", 3, 3)
    assert listed(engine, ".../.A./...", "B") == ["1,1 across (A)B 3", "1,1 down (A)B 3"]


def test_bridge_takes_in_two_separate_tiles() -> None:
    engine = generator("CABLED", 3, 6)
    assert listed(engine, ".A..E./....../......", "CBLD") == ["0,0 across C(A)BL(E)D 27"]


def test_tiles_may_be_added_at_both_ends_of_a_word() -> None:
    engine = generator("CAB SCABS", 1, 5)
    assert listed(engine, ".CAB.", "SS") == ["0,0 across S(C)(A)(B)S 44"]


def test_parallel_play_counts_every_word() -> None:
    engine = generator("AB CD AC BD", 2, 2)
    assert listed(engine, "AB/..", "CD") == [
        "1,0 across CD 17",  # CD 7, AC 4, BD 6
        "0,1 down (B)D 6",
        "0,0 down (A)C 4",
    ]


def test_play_whose_cross_word_is_unknown_is_left_out() -> None:
    engine = generator("AB CD AC", 2, 2)
    assert listed(engine, "AB/..", "CD") == ["0,0 down (A)C 4"]


def test_blank_is_worth_nothing_but_keeps_the_word_premium() -> None:
    engine = generator("AB", 1, 2, letter_multipliers=bytes((3, 1)), word_multipliers=bytes((2, 1)))
    assert listed(engine, "..", "?B") == ["0,0 across aB 4"]
    assert listed(engine, "a.", "B") == ["0,0 across (a)B 2"]


def test_letter_and_blank_of_the_same_letter_are_different_moves() -> None:
    engine = generator("AA", 1, 2)
    assert listed(engine, "..", "AA?") == ["0,0 across AA 2", "0,0 across Aa 1", "0,0 across aA 1"]
    assert listed(engine, "..", "??") == ["0,0 across aa 0"]


def test_letter_premiums_come_before_word_premiums() -> None:
    engine = generator("ABC", 1, 3, letter_multipliers=bytes((1, 1, 3)), word_multipliers=bytes((2, 1, 1)))
    assert listed(engine, "...", "ABC") == ["0,0 across ABC 24"]


def test_two_word_premiums_multiply_each_other() -> None:
    engine = generator("ABCDEFGH", 1, 8, word_multipliers=with_premiums(8, {0: 3, 7: 3}), bonus={7: 50})
    assert listed(engine, "...D....", "ABCEFGH") == ["0,0 across ABC(D)EFGH 374"]


def test_premium_under_an_old_tile_does_not_count_again() -> None:
    engine = generator("AB ABC", 1, 3, letter_multipliers=bytes((3, 3, 1)), word_multipliers=bytes((3, 3, 1)))
    assert listed(engine, "AB.", "C") == ["0,0 across (A)(B)C 6"]


def test_premium_under_a_new_tile_counts_in_both_words() -> None:
    engine = generator("AB", 2, 2, word_multipliers=bytes((1, 1, 1, 3)))
    assert listed(engine, ".A/A.", "B") == ["1,0 across (A)B 18"]


def test_bonus_is_added_after_the_word_premium_and_by_tiles_laid() -> None:
    engine = generator("ABC", 1, 3, word_multipliers=bytes((2, 1, 1)), bonus=(0, 0, 7, 100))
    assert listed(engine, "...", "ABC") == ["0,0 across ABC 112"]
    assert listed(engine, ".B.", "AC") == ["0,0 across A(B)C 19"]
    assert listed(engine, "AB.", "C") == ["0,0 across (A)(B)C 6"]


def test_corners_and_edges_are_reached() -> None:
    engine = generator("AB BA", 3, 3)
    assert listed(engine, ".../.../.A.", "B") == ["2,0 across B(A) 3", "2,1 across (A)B 3", "1,1 down B(A) 3"]
    assert listed(engine, "..A/.../...", "B") == ["0,1 across B(A) 3", "0,2 down (A)B 3"]


def test_words_stop_at_fifteen_letters() -> None:
    engine = generator("ABABABABABABABA AB BA", 1, 31)
    board = "." * 8 + "AB" * 7 + "." * 9
    assert listed(engine, board, "AABB") == ["0,8 across " + "(A)(B)" * 7 + "A 22"]


def test_nothing_is_laid_at_the_end_of_a_run_longer_than_any_word() -> None:
    engine = generator("AB BA AA", 2, 31)
    lines = listed(engine, "B" + "AB" * 10 + "." * 10 + "." * 31, "AB")
    assert lines
    assert not [line for line in lines if line.startswith("0,") and "across" in line]


def test_empty_rack_and_full_board_have_no_moves() -> None:
    engine = generator("AB", 2, 2)
    assert listed(engine, "AB/..", "") == []
    assert listed(engine, "AB/BA", "AB") == []


def test_moves_come_by_score_then_direction_row_col_and_word() -> None:
    random = Random(5)
    (engine, _), _, rules = scattered_rules(random, 9, 8)
    board, rack = scattered_position(random, rules)
    moves = unpack(engine.moves(board, rack))
    assert len(moves) > 100
    assert ordered(moves)


def ordered(moves: list[tuple[int, int, bool, bytes, int, int]]) -> bool:
    keys = [(-move[5], move[2], move[0], move[1], move[3]) for move in moves]
    return keys == sorted(set(keys))


def test_many_moves_of_one_score_and_place_come_by_word() -> None:
    # words that first differ in their last letters, blanks among them
    words = " ".join("A" * n + end for n in (7, 8, 12) for end in ("AA", "AB", "BA", "BB"))
    engine = generator(words, 1, 31, values=bytes(33), start=0)
    moves = unpack(engine.moves(bytes(31), counted("A" * 13 + "BB???")))
    assert len(moves) > 500
    assert {move[5] for move in moves} == {0}
    assert ordered(moves)


@pytest.mark.parametrize("bonus", [{2: 5000}, {2: -5000}, {2: 2**31 - 1}])
def test_moves_whose_scores_lie_far_apart_are_in_order(bonus: dict[int, int]) -> None:
    engine = generator("AB BA AA BB ABA BAB AAB BBA", 4, 5, bonus=bonus)
    moves = unpack(engine.moves(bytes(20), counted("AAABBB?")))
    assert len(moves) > 200
    assert moves[0][5] - moves[-1][5] > 4096
    assert ordered(moves)


def test_each_move_is_a_record_of_its_own() -> None:
    engine = generator("AB", 1, 3)
    records = engine.moves(bytearray(3), bytearray(counted("A?")))
    assert RECORD.size == 32
    assert len(records) == 64
    assert unpack(records[32:]) == [(0, 1, False, bytes((1, 2 | BLANK)), 3, 1)]


def test_largest_possible_score_is_counted_without_overflow() -> None:
    word = bytes([32]) * 15
    nines = bytes([9]) * 15
    engine = Generator(
        build_gaddag(build_dawg(word + b"\0")), 1, 15, bytes([255]) * 33, nines, nines, 0, {15: 2**31 - 1}
    )
    ((*_, score),) = unpack(engine.moves(bytes(15), bytes(32) + bytes([15])))
    assert score == 15 * 255 * 9 * 9**15 + 2**31 - 1


def test_generator_may_be_shared_by_threads() -> None:
    random = Random(6)
    (engine, _), _, rules = scattered_rules(random, 12, 12)
    positions = [scattered_position(random, rules) for _ in range(20)]
    alone = [engine.moves(*position) for position in positions]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda position: engine.moves(*position), positions * 5))
    assert together == alone * 5


def test_list_without_words_has_no_moves() -> None:
    engine = Generator(build_gaddag(build_dawg(b"")), 1, 2, VALUES, b"\1\1", b"\1\1", 0, ())
    assert engine.moves(bytes(2), counted("AB?")) == b""
    assert engine.moves(coded("A."), counted("AB?")) == b""


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rows": 32}, "A board of 32 x 2 squares is not possible"),
        ({"rows": 1, "cols": 1}, "A board of 1 x 1 squares is not possible"),
        ({"values": bytes(32)}, "There are 33 letter values"),
        ({"letter_multipliers": b"\1\1\1"}, "Each of the 4 squares needs a multiplier from 1 to 9"),
        ({"word_multipliers": b"\1\1\1\0"}, "Each of the 4 squares needs a multiplier from 1 to 9"),
        ({"start": 4}, "Start square 4 is not on the board"),
        ({"bonus": {7: 2**31}}, "A bonus of 2147483648 for 7 tiles is not possible"),
        ({"graph": b""}, "A word graph is a whole number of 4-byte nodes"),
    ],
)
def test_impossible_layout_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    fair: dict[str, Any] = {
        "graph": graph("AB"),
        "rows": 2,
        "cols": 2,
        "values": VALUES,
        "letter_multipliers": b"\1\1\1\1",
        "word_multipliers": b"\1\1\1\1",
        "start": 0,
        "bonus": (),
    }
    Generator(**fair)
    with pytest.raises(ValueError, match=sentence):
        Generator(**(fair | changes))


@pytest.mark.parametrize(
    ("board", "rack", "sentence"),
    [
        (bytes(3), bytes(33), "A board of 2 x 2 squares has no 3 bytes"),
        (bytes(4), bytes(32), "A rack is 33 counts"),
        (bytes((0, 33, 0, 0)), bytes(33), "Square 1 holds 33"),
        (bytes((0, 0, BLANK, 0)), bytes(33), "Square 2 holds 64"),
        (bytes((0, 0, 0, 129)), bytes(33), "Square 3 holds 129"),
        (bytes(4), bytes(34), "A rack is 33 counts, blanks first, not 34"),
        (bytes(4), bytes([32]) + bytes(32), "A rack holds 31 tiles at most, not 32"),
        (bytes(4), bytes([1] * 32 + [0]), "A rack holds 31 tiles at most, not 32"),
        (bytes(4), bytes([255] * 33), "A rack holds 31 tiles at most, not 8415"),
    ],
)
def test_impossible_position_is_refused_with_a_sentence(board: bytes, rack: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        generator("AB", 2, 2).moves(board, rack)


def scattered_rules(random: Random, rows: int, cols: int) -> tuple[list[Generator], WordTable, Rules]:
    """Generators over both graphs of a dense list of few letters, on a board with premiums by chance."""
    words = {bytes(random.choices((1, 2, 3, 32), k=random.randint(2, 7))) for _ in range(150)}
    words |= {bytes(random.choices((1, 32), k=15)) for _ in range(3)}
    rules = Rules(
        rows,
        cols,
        bytes((0, *random.choices(range(12), k=32))),
        bytes(random.choices((1, 1, 2, 3, 9), k=rows * cols)),
        bytes(random.choices((1, 1, 2, 3, 9), k=rows * cols)),
        random.choice((-1, random.randrange(rows * cols))),
        {n: random.randint(-5, 50) for n in random.sample(range(1, 16), k=3)},
    )
    dawg = build_dawg(b"".join(word.ljust(16, b"\0") for word in sorted(words)))
    engines = [
        Generator(
            nodes,
            rows,
            cols,
            rules.values,
            rules.letter_multipliers,
            rules.word_multipliers,
            rules.start,
            rules.bonus,
            forward,
        )
        for nodes, forward in ((build_gaddag(dawg), False), (dawg, True))
    ]
    return engines, WordTable(words), rules


def scattered_position(random: Random, rules: Rules) -> tuple[bytes, bytes]:
    """Tiles scattered over the board, whether they make words or not, and a rack of up to eight tiles."""
    kinds = (1, 2, 3, 32, 1 | BLANK, 32 | BLANK)
    density = random.choice((0, 0.02, 0.1, 0.4, 0.9))
    board = [random.choice(kinds) if random.random() < density else 0 for _ in range(rules.rows * rules.cols)]
    rack = random.choices((0, 1, 2, 3, 32), weights=(1, 4, 4, 4, 4), k=random.randint(0, 8))
    return bytes(board), bytes(rack.count(code) for code in range(33))


@pytest.mark.parametrize("seed", range(30))
def test_scattered_tiles_give_the_moves_of_the_reference(seed: int) -> None:
    random = Random(seed)
    rows = random.choice((1, 2, 3, 4, 7, 11))
    cols = random.choice((2, 3, 5, 8, 17))
    engines, table, rules = scattered_rules(random, rows, cols)
    for _ in range(20):
        board, rack = scattered_position(random, rules)
        expected = all_moves(table, rules, board, rack)
        for engine in engines:
            assert [Move(*move) for move in unpack(engine.moves(board, rack))] == expected


@pytest.mark.parametrize("seed", range(12))
def test_largest_racks_give_the_moves_of_the_reference(seed: int) -> None:
    random = Random(f"large rack {seed}")
    engines, table, rules = scattered_rules(random, random.choice((1, 3, 6)), random.choice((2, 9, 16)))
    board, _ = scattered_position(random, rules)
    kinds = random.choice(((1,), (1, 32), (1, 2, 3, 32), range(1, 33)))
    tiles = random.choices(kinds, k=31 - seed % 3) + [0] * (seed % 3)
    rack = bytes(tiles.count(code) for code in range(33))
    assert sum(rack) == 31
    expected = all_moves(table, rules, board, rack)
    for engine in engines:
        assert [Move(*move) for move in unpack(engine.moves(board, rack))] == expected


def test_cross_checks_are_the_letters_that_make_words() -> None:
    random = Random(11)
    (engine, forward), table, _ = scattered_rules(random, 6, 7)
    board = bytes(random.choice((0, 0, 1, 2, 3, 32 | BLANK)) for _ in range(42))
    across, down = engine.cross_checks(board)
    assert forward.cross_checks(board) == (across, down)
    for square in range(42):
        for found, step in ((across, 7), (down, 1)):
            first = square % 7 if step == 7 else square - square % 7
            line = [board[i] for i in range(first, first + step * (6 if step == 7 else 7), step)]
            assert found[square] == letters_fitting(table, line, (square - first) // step)


def letters_fitting(table: WordTable, line: list[int], gap: int) -> int:
    """The set of letters that make a word of the tiles around the gap; all of them where there are none."""
    if line[gap]:
        return 0
    first, last = gap, gap
    while first > 0 and line[first - 1]:
        first -= 1
    while last + 1 < len(line) and line[last + 1]:
        last += 1
    if first == last:
        return 2**32 - 1
    before = bytes(tile & 63 for tile in line[first:gap])
    after = bytes(tile & 63 for tile in line[gap + 1 : last + 1])
    return sum(1 << letter - 1 for letter in range(1, 33) if before + bytes([letter]) + after in table)
