"""The move generator with the whole shipped lists: perft files, and the slow reference on fresh positions."""

from __future__ import annotations

from random import Random

import pytest

from stolik.kernels.movegen import unpack
from tests.perft.lists import TILES, classic_generator, describe, whole_list
from tests.perft.make_perft import HAND_MADE
from tests.perft.perft import FILES, Sums, format_position, parse_file, parse_position, sums
from tests.reference.positions import classic_rules, evenly, play_out, with_blanks
from tests.reference.slow_movegen import Move, WordTable, all_moves


def moves(language: str, board: bytes, rack: bytes) -> list[Move]:
    return [Move(*move) for move in unpack(classic_generator(language).moves(board, rack))]


@pytest.mark.parametrize("language", FILES)
def test_perft_file_was_made_for_the_shipped_list(language: str) -> None:
    assert describe(language) in FILES[language].read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("language", FILES)
def test_generator_agrees_with_every_perft_line(language: str) -> None:
    lines = list(parse_file(TILES[language], FILES[language]))
    wrong = [text for text, position, expected in lines if sums(moves(language, *position)) != expected]
    assert len(lines) > 40
    assert not wrong


@pytest.mark.parametrize("language", FILES)
def test_perft_file_holds_the_positions_made_by_hand(language: str) -> None:
    written = [text for text, _, _ in parse_file(TILES[language], FILES[language])]
    for _, board, rack in HAND_MADE[language]:
        position = format_position(TILES[language], 15, parse_position(TILES[language], board, rack))
        assert position.startswith(board)
        assert [text for text in written if text.startswith(position + " ")]


@pytest.mark.parametrize(("language", "word", "score"), [("pl", "WYTĘŻAMY", 225), ("pt", "PODRIDAO", 99)])
def test_word_over_two_triple_word_squares_is_found(language: str, word: str, score: int) -> None:
    tiles = TILES[language]
    board, rack = next(made[1:] for made in HAND_MADE[language] if made[0].startswith("lane"))
    best = moves(language, *parse_position(tiles, board, rack))[0]
    assert "".join(tiles.letters[code - 1] for code in best.word) == word
    assert best[:3] == (14, 0, False)
    assert best.score == score


def test_a_changed_score_or_blank_or_order_changes_the_sums() -> None:
    first = Move(7, 7, False, b"\1\2", 3, 10)
    second = Move(7, 7, True, b"\1\2", 3, 10)
    fair = sums([first, second])
    assert fair == Sums(2, 20, fair.checksum)
    for other in (
        [second, first],
        [first._replace(word=b"\1\x42"), second],
        [first._replace(score=11), second._replace(score=9)],
    ):
        assert sums(other)[:2] == (2, 20)
        assert sums(other) != fair


@pytest.mark.parametrize(
    ("language", "n_positions"),
    [
        *(("pl", 5), ("pt", 5)),
        *(pytest.param(*more, marks=pytest.mark.soak) for more in (("pl", 12), ("pt", 8))),
    ],
)
def test_whole_list_has_the_moves_of_the_reference(language: str, n_positions: int) -> None:
    random = Random(f"whole list {language}")
    tiles = TILES[language]
    rules = classic_rules(tiles)
    words = WordTable(whole_list(language))
    turns = play_out(random, tiles, rules, lambda *position: moves(language, *position))
    for number, turn in enumerate(evenly(turns, n_positions)):
        board, rack = with_blanks(random, turn, number % 4 // 2)
        assert moves(language, board, rack) == all_moves(words, rules, board, rack)
