"""Plays chosen by condition: the facts of a play, the same order, and no more looked at than is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from stolik.core.tiles import Tile, letter_tile, tiles_of
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.conditions import Condition, LetterClasses, MoveFacts, Scope, parse_condition
from stolik.crossboard.conditions_eval import MOVE_NAMES, WORD_NAMES
from stolik.crossboard.facts import Judge
from stolik.crossboard.geometry import Geometry, Play
from stolik.crossboard.layout import Layout
from stolik.crossboard.moves import MoveFinder
from stolik.crossboard.placement import words_formed
from stolik.crossboard.tileset import TileKind, TileSet
from stolik.games.scrabble.words import brain_for
from stolik.words.alphabet import UnknownLetter, alphabet
from stolik.words.store import Lexicons
from tests.crossboard.test_brain import options_of
from tests.kernels.engine_positions import game_turns

WORDS = "kot\nkota\nok\nto\ntok\nkos\nosa\nas\nasa\noko\n"
SMALL = Layout(("r...r", "..b..", ".y*y.", "..b..", "g...g"))
VALUES = {"A": 1, "K": 2, "O": 1, "S": 1, "T": 2}


def laid_word(text: str, start: Square, down: bool = False) -> list[Laid]:
    """The tiles of a word in a line; lower case marks a blank, a dot a square that is left alone."""
    squares = (start.step(down, n) for n in range(len(text)))
    tiles = (Tile("?", sign.upper()) if sign.islower() else letter_tile(sign) for sign in text)
    return [Laid(*at, tile) for at, tile in zip(squares, tiles, strict=True) if tile.face != "."]


def board_of(text: str, start: Square, down: bool = False) -> Board:
    return Board.of(laid_word(text, start, down))


def as_play(board: Board, laid: Sequence[Laid], points: int) -> Play:
    """A sound placement that scores so many points, as the play a generator would give."""
    main = words_formed(board, laid)[0]
    return Play(main.start, main.down, "".join(map(str, main.tiles)), tuple(sorted(laid)), points)


KOT = board_of("KOT", Square(2, 0))


@pytest.fixture
def small(tmp_path: Path) -> MoveFinder:
    """A board of five rows and columns with coloured squares, and a handful of words."""
    (tmp_path / "few.txt").write_text(WORDS, encoding="utf-8")
    words = Lexicons(tmp_path / "lists", tmp_path / "cache")
    words.add("pl-few", tmp_path / "few.txt")
    tiles = TileSet((TileKind("?", 2, 0), *(TileKind(letter, 4, value) for letter, value in VALUES.items())))
    lexicon = words.open("pl-few")
    lexicon.prepare()
    return MoveFinder(Geometry(SMALL, tiles, lexicon.alphabet, 7, 50), lexicon)


@pytest.fixture(scope="module")
def polish(words: Lexicons) -> MoveFinder:
    options = options_of("pl")
    return brain_for(options, words, words.open("pl")).finder


def facts_of(
    finder: MoveFinder, board: Board, laid: list[Laid], rack: str = "", points: int = 0
) -> MoveFacts:
    """The only reading of a play."""
    [facts] = finder.judge.readings(board, as_play(board, laid, points), tiles_of(rack))
    return facts


def test_facts_of_a_word_laid_across_another(small: MoveFinder) -> None:
    facts = facts_of(small, KOT, laid_word("k.S", Square(1, 1), down=True), "?SA", 7)
    assert [word.letters for word in facts.words] == ["KOS"]
    assert facts.words[0].values == (0, 1, 1)
    assert facts.words[0].blanks == 1
    assert (facts.main, facts.placed, facts.across) == (0, (0, 1), False)
    assert (facts.through, facts.groups, facts.extends) == (1, 1, False)
    assert (facts.leftover, facts.leftover_points, facts.score) == (1, 1, 7)


def test_words_across_come_after_the_main_word_in_order(small: MoveFinder) -> None:
    facts = facts_of(small, KOT, laid_word("SA", Square(3, 1)))
    assert [word.letters for word in facts.words] == ["SA", "OS", "TA"]
    assert facts.through == facts.groups == 0


def test_longer_word_extends_what_stood_there_and_a_single_tile_does_not(small: MoveFinder) -> None:
    assert facts_of(small, KOT, laid_word("A", Square(2, 3))).extends
    across = laid_word("AS", Square(2, 3), down=True)  # lengthens KOT although its own word is new
    assert facts_of(small, KOT, across).extends
    assert not facts_of(small, KOT, laid_word("OK", Square(3, 2), down=True)).extends


def test_old_tiles_in_two_places_are_two_groups(small: MoveFinder) -> None:
    board = KOT.with_laid(laid_word("K", Square(2, 4)))
    facts = facts_of(small, board, laid_word("A", Square(2, 3)))
    assert (facts.through, facts.groups) == (4, 2)


@pytest.mark.parametrize(
    ("start", "down", "expected"),
    [
        (Square(0, 0), False, {"edge": 3, "corner": 1, "axis": 1, "covers": {"red": 1}}),
        (Square(0, 4), True, {"edge": 3, "corner": 1, "axis": 1, "covers": {"red": 1}}),
        (Square(4, 2), False, {"edge": 3, "corner": 1, "axis": 1, "covers": {"green": 1}}),
        (Square(1, 1), False, {"edge": 0, "corner": 0, "axis": 1, "covers": {"blue": 1}}),
        (Square(2, 1), False, {"edge": 0, "corner": 0, "axis": 3, "covers": {"yellow": 2}}),
        (Square(0, 0), True, {"edge": 3, "corner": 1, "axis": 1, "covers": {"red": 1}}),
    ],
)
def test_places_of_new_tiles_are_counted(
    small: MoveFinder, start: Square, down: bool, expected: dict[str, object]
) -> None:
    facts = facts_of(small, Board(), laid_word("KOT", start, down))
    assert {name: getattr(facts, name) for name in expected} == expected


def test_square_under_an_old_tile_is_not_covered_again(small: MoveFinder) -> None:
    board = board_of("KOT", Square(0, 0))
    assert facts_of(small, board, laid_word("A", Square(0, 3))).covers == {}
    assert facts_of(small, board, laid_word("AK", Square(0, 3))).covers == {"red": 1}


def test_board_of_even_sides_has_no_axis() -> None:
    tiles = TileSet((TileKind("A", 2, 1), TileKind("S", 2, 1)))
    geometry = Geometry(Layout(("....",) * 4), tiles, alphabet("pl"), 7, 50)
    board = Board()
    [facts] = Judge(geometry).readings(board, as_play(board, laid_word("ASSA", Square(1, 0)), 0))
    assert facts.axis == 0


def test_one_tile_with_two_equal_words_may_be_read_both_ways(small: MoveFinder) -> None:
    board = Board.of([*laid_word("OK", Square(2, 0)), *laid_word("OK", Square(0, 2), down=True)])
    play = as_play(board, laid_word("O", Square(2, 2)), 1)
    across, down = small.judge.readings(board, play)
    assert (across.across, down.across) == (True, False)
    assert [word.letters for word in across.words] == ["OKO", "OKO"]
    for text in ("across", "down"):
        assert small.judge.meets(parse_condition(text), board, play)
    assert not small.judge.meets(parse_condition("across and down"), board, play)


def test_one_tile_with_a_longer_word_is_read_as_that_one_alone(small: MoveFinder) -> None:
    board = Board.of([*laid_word("OK", Square(2, 0)), *laid_word("K", Square(1, 2))])
    play = as_play(board, laid_word("O", Square(2, 2)), 1)
    assert [facts.across for facts in small.judge.readings(board, play)] == [True]


def test_without_a_rack_nothing_is_left_over(small: MoveFinder) -> None:
    facts = facts_of(small, KOT, laid_word("A", Square(2, 3)))
    assert (facts.leftover, facts.leftover_points) == (0, 0)


def test_premium_squares_are_in_the_score_and_not_in_the_points(small: MoveFinder) -> None:
    [best] = [play for play in small.find(Board(), tiles_of("KOT")) if play.word == "KOT"][:1]
    [facts] = small.judge.readings(Board(), best)
    assert (facts.score, sum(facts.words[0].values)) == (10, 5)


@pytest.mark.parametrize("seed", range(2))
def test_facts_of_found_plays_are_those_of_the_words_they_form(polish: MoveFinder, seed: int) -> None:
    geometry = polish.geometry
    n_looked_at = 0
    for bytes_of_board, bytes_of_rack in game_turns("pl", seed)[::5]:
        board, rack = geometry.board_of(bytes_of_board), geometry.tiles_of(bytes_of_rack)
        for play in polish.find(board, rack)[:200]:
            facts = next(polish.judge.readings(board, play, rack))
            formed = words_formed(board, play.laid)
            assert [word.letters for word in facts.words] == [run.text for run in formed]
            assert facts.across is not formed[0].down
            assert as_play(board, play.laid, play.points) == play
            assert facts.through == len(formed[0].tiles) - len(play.laid)
            assert facts.leftover == len(rack) - len(play.laid)
            old = "".join("o" if square in board else " " for square in formed[0].squares())
            assert facts.groups == len(old.split())
            n_looked_at += 1
    assert n_looked_at > 300


CONDITIONS = [
    ('across and covers("red") == 0 and placed >= 3', Scope.MAIN),
    ("vowels >= 3", Scope.ANY_WORD),
    ('ends("E") and not double', Scope.ANY_WORD),
    ("words >= 2 and all(length <= 4)", Scope.MOVE),
    ("bridge or extends", Scope.MAIN),
    ("edge >= 1 and worth_min(2) >= 1", Scope.MAIN),
    ("leftover_points >= 5 and score > 20", Scope.MOVE),
    ("1 <= axis <= 2 and blanks == 0", Scope.MAIN),
    ("length == 99", Scope.MAIN),
]


@pytest.mark.parametrize(("text", "scope"), CONDITIONS)
def test_condition_leaves_the_plays_that_meet_it_in_the_same_order(
    polish: MoveFinder, text: str, scope: Scope
) -> None:
    geometry, condition = polish.geometry, parse_condition(text, scope)
    classes = LetterClasses(geometry.alphabet.vowels, geometry.alphabet.marks)
    for bytes_of_board, bytes_of_rack in game_turns("pl", 3)[1:14:6]:
        board, rack = geometry.board_of(bytes_of_board), geometry.tiles_of(bytes_of_rack)
        every = polish.find(board, rack)
        expected = [
            play
            for play in every
            if any(condition.holds(facts, classes) for facts in polish.judge.readings(board, play, rack))
        ]
        chosen = polish.find(board, rack, condition)
        assert bool(chosen) == bool(expected)
        assert list(chosen) == list(chosen) == expected
        assert len(chosen) == len(expected) < len(every)


@pytest.mark.parametrize("name", [*MOVE_NAMES, *WORD_NAMES])
def test_every_name_can_be_asked_of_a_placement(small: MoveFinder, name: str) -> None:
    argument = (MOVE_NAMES.get(name) or WORD_NAMES[name]).argument.value
    number = (MOVE_NAMES.get(name) or WORD_NAMES[name]).kind.value == "a number"
    text = f"{name}{argument}" + (" >= 0" if number else "")
    either = parse_condition(f"{text} or not {text}")
    every = small.find(KOT, tiles_of("AKOS?"))
    assert list(small.find(KOT, tiles_of("AKOS?"), either)) == list(every)


class Counting(Condition):
    """A condition that knows how often it was asked."""

    __slots__ = ()
    asked = 0

    def holds(self, move: MoveFacts, classes: LetterClasses) -> bool:
        type(self).asked += 1
        return super().holds(move, classes)


def test_plays_are_judged_only_when_they_are_looked_at(polish: MoveFinder) -> None:
    Counting.asked = 0
    chosen = polish.find(Board(), tiles_of("AEINRSW"), Counting(parse_condition("placed >= 1").expression))
    assert Counting.asked == 0
    assert chosen
    assert chosen[0].points >= chosen[1].points
    assert Counting.asked == 2
    assert len(chosen[:5]) == 5
    assert Counting.asked == 5
    assert next(iter(chosen)) == chosen[0]
    assert Counting.asked == 5
    n = len(chosen)
    assert Counting.asked == n == len(polish.find(Board(), tiles_of("AEINRSW")))


def test_chosen_plays_are_a_sequence(small: MoveFinder) -> None:
    every = list(small.find(KOT, tiles_of("AKOS?"), parse_condition("placed >= 1")))
    assert len(every) > 10
    for index in (
        slice(3),
        slice(2, 5),
        slice(-3, None),
        slice(None, None, -1),
        slice(5, 2, -1),
        slice(0, -1),
    ):
        assert small.find(KOT, tiles_of("AKOS?"), parse_condition("placed >= 1"))[index] == every[index]
    chosen = small.find(KOT, tiles_of("AKOS?"), parse_condition("placed >= 1"))
    assert chosen[-1] == every[-1]
    with pytest.raises(IndexError):
        chosen[len(every)]
    assert list(small.find(KOT, tiles_of("AKOS?"), parse_condition("length == 5"))) == []
    assert not small.find(KOT, tiles_of("AKOS?"), parse_condition("length == 5"))


@pytest.mark.parametrize(("board", "rack"), [(KOT, "KQ"), (board_of("KOTX", Square(2, 0)), "K"), (KOT, "Kß")])
def test_letter_that_the_alphabet_lacks_is_told(small: MoveFinder, board: Board, rack: str) -> None:
    with pytest.raises(UnknownLetter, match=r"no tile has the letter [QXß]"):
        small.find(board, tiles_of(rack))


def test_blank_without_a_letter_cannot_lie_on_the_board(small: MoveFinder) -> None:
    with pytest.raises(UnknownLetter, match=r"no tile has the letter \?"):
        small.find(Board.of([Laid(2, 2, letter_tile("?"))]), tiles_of("K"))


@pytest.mark.parametrize("square", [Square(2, 5), Square(5, 2), Square(-1, 2), Square(2, -1)])
def test_tile_beside_the_board_is_told(small: MoveFinder, square: Square) -> None:
    with pytest.raises(ValueError, match="the board has 5 x 5 squares"):
        small.find(Board.of([Laid(*square, letter_tile("K"))]), tiles_of("K"))


def test_rack_with_more_tiles_than_can_be_counted_is_told(small: MoveFinder) -> None:
    assert small.find(KOT, tiles_of("A" * 31))
    with pytest.raises(ValueError, match="31 tiles at most, not 32"):
        small.find(KOT, tiles_of("A" * 32))
    with pytest.raises(ValueError, match="at most 255 tiles of a kind"):
        small.find(KOT, tiles_of("A" * 256))
