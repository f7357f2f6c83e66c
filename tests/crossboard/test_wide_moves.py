"""The generator for large boards: the very records of the compiled one, and the same plays further away."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from stolik.bots import make_bot
from stolik.core.chance import SeededChance
from stolik.core.tiles import tiles_of
from stolik.crossboard.board import Board, Laid, Square
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.geometry import Geometry
from stolik.crossboard.layout import LONGEST_SIDE, Layout
from stolik.crossboard.moves import MoveFinder
from stolik.crossboard.tileset import TileKind, TileSet
from stolik.crossboard.wide_moves import WideGenerator
from stolik.games.scrabble import Scrabble
from stolik.kernels.dawg import Dawg
from stolik.kernels.movegen import RECORD, Generator, unpack
from stolik.kernels.wordgraph import build_dawg, build_gaddag
from stolik.table.local import LocalTable
from stolik.words.alphabet import alphabet
from stolik.words.store import Lexicons
from tests.crossboard.test_brain import brain_of, options_of
from tests.kernels.engine_positions import game_turns
from tests.reference.positions import counted, with_blanks

LETTERS = "AEKOT"
TILES = TileSet(
    (TileKind("?", 2, 0), *(TileKind(letter, 9, value) for value, letter in enumerate(LETTERS, 1)))
)
SIGNS = ".....dtDTrbyg"
SIZES = [(1, 2), (2, 1), (3, 3), (5, 9), (9, 5), (1, 20), (15, 15), (12, 12), (31, 4), (17, 21)]


@cache
def graph_of(seed: int) -> tuple[bytes, bytes]:
    """Random words of five letters, most of them short, as both graphs."""
    random = Random(seed)
    codes = alphabet("pl").encode(LETTERS)
    words = {bytes(random.choices(codes, k=min(15, 2 + int(random.expovariate(0.45))))) for _ in range(300)}
    dawg = build_dawg(b"".join(word.ljust(16, b"\0") for word in sorted(words)))
    return dawg, build_gaddag(dawg)


def geometry_of(rows: int, cols: int, random: Random, bonus_tiles: int = 4) -> Geometry:
    """A board with premium squares by chance, and half the time a start square."""
    signs = [random.choice(SIGNS) for _ in range(rows * cols)]
    if random.random() < 0.5:
        signs[random.randrange(rows * cols)] = "*"
    layout = Layout(tuple("".join(signs[row * cols : (row + 1) * cols]) for row in range(rows)))
    return Geometry(layout, TILES, alphabet("pl"), bonus_tiles, 30)


def compiled(geometry: Geometry, gaddag: bytes) -> Generator:
    return Generator(
        gaddag,
        geometry.n_rows,
        geometry.n_cols,
        geometry.values,
        geometry.letter_multipliers,
        geometry.word_multipliers,
        geometry.start,
        geometry.bonus,
    )


def scattered(geometry: Geometry, random: Random) -> bytes:
    """Tiles strewn by chance, in words or not; now and then none at all."""
    share = random.choice((0, 0.05, 0.15, 0.4, 0.8))
    codes = alphabet("pl").encode(LETTERS)
    n_squares = geometry.n_rows * geometry.n_cols
    return bytes(
        random.choice(codes) | random.choice((0, 0, 0, 64)) if random.random() < share else 0
        for _ in range(n_squares)
    )


def played_on(geometry: Geometry, generator: Generator, random: Random) -> bytes:
    """A board after a few moves by chance."""
    board = bytearray(geometry.n_rows * geometry.n_cols)
    for _ in range(random.randint(1, 8)):
        moves = unpack(generator.moves(board, random_rack(random, 7)))
        if moves:
            row, col, down, word, _, _ = random.choice(moves)
            for n, tile in enumerate(word):
                board[(row + n * down) * geometry.n_cols + col + n * (not down)] = tile
    return bytes(board)


def random_rack(random: Random, most: int) -> bytes:
    """Up to so many tiles; blanks only among a few, as they multiply the plays."""
    codes, size = alphabet("pl").encode(LETTERS), random.randint(1, most)
    n_blanks = random.choice((0, 0, 1, 2)) if size < 8 else 0
    return counted([0] * n_blanks + random.choices(codes, k=max(1, size - n_blanks)))


@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2))])
def test_records_are_those_of_the_compiled_generator(rows: int, cols: int, seed: int) -> None:
    random = Random(f"{rows} {cols} {seed}")
    dawg, gaddag = graph_of(seed)
    for number in range(6):
        geometry = geometry_of(rows, cols, random, random.randint(2, 8))
        kernel = compiled(geometry, gaddag)
        board = played_on(geometry, kernel, random) if number % 2 else scattered(geometry, random)
        rack = random_rack(random, 15 if any(board) else 5)
        assert WideGenerator(geometry, Dawg(dawg)).moves(board, rack) == kernel.moves(board, rack), (
            board,
            rack,
        )


def test_compared_positions_have_plays_of_all_kinds() -> None:
    random = Random(1)
    dawg, gaddag = graph_of(0)
    lengths, laid, blanks = set(), set(), set()
    for _ in range(40):
        geometry = geometry_of(15, 15, random)
        kernel = compiled(geometry, gaddag)
        board = played_on(geometry, kernel, random)
        for _, _, _, word, placed, _ in unpack(
            WideGenerator(geometry, Dawg(dawg)).moves(board, random_rack(random, 12))
        ):
            lengths.add(len(word))
            laid.add(placed.bit_count())
            blanks.add(sum(tile >> 6 & placed >> n & 1 for n, tile in enumerate(word)))
    assert lengths >= set(range(2, 11))
    assert laid >= set(range(1, 9))
    assert blanks == {0, 1, 2}


@pytest.mark.parametrize(("preset", "language"), [("pl", "pl"), ("br", "pt")])
def test_shipped_words_on_the_classic_board_give_the_same_records(
    words: Lexicons, preset: str, language: str
) -> None:
    brain = brain_of(words, preset)
    wide = WideGenerator(brain.geometry, brain.lexicon.dawg)
    random = Random(language)
    n_moves = 0
    for number, turn in enumerate(game_turns(language, 7)[::3]):
        board, rack = with_blanks(random, turn, (0, 1, 0)[number % 3])
        records = brain.finder.records(board, rack)
        assert wide.moves(board, rack) == records, (board, rack)
        n_moves += len(records) // RECORD.size
    assert n_moves > 1000


def in_the_middle(layout: Layout, side: int, at: Square) -> Layout:
    """A plain board of so many squares with the layout printed on it."""
    rows = ["." * side] * side
    for row, signs in enumerate(layout.rows, at.row):
        rows[row] = "." * at.col + signs + "." * (side - at.col - len(signs))
    return Layout(tuple(rows))


def moved_board(board: Board, at: Square) -> Board:
    return Board.of(Laid(each.row + at.row, each.col + at.col, each.tile) for each in board.laid())


def test_same_tiles_far_from_the_edge_of_a_larger_board_have_the_same_plays(words: Lexicons) -> None:
    brain = brain_of(words, "pl")
    # seven new tiles reach seven squares beyond the fifteen, so that no edge is in the way on either board
    near, far = Square(8, 8), Square(13, 11)
    finders = []
    for side, at in ((31, near), (40, far)):
        layout = in_the_middle(brain.geometry.layout, side, at)
        tiles = TileSet(
            tuple(TileKind(letter, 1, value) for letter, value in brain.geometry.letter_values.items())
        )
        finders.append(MoveFinder(Geometry(layout, tiles, brain.geometry.alphabet, 7, 50), brain.lexicon))
    n_plays = 0
    for squares, counts in game_turns("pl", 11)[::4]:
        board, rack = brain.geometry.board_of(squares), brain.geometry.tiles_of(counts)
        here = finders[0].find(moved_board(board, near), rack)
        there = finders[1].find(moved_board(board, far), rack)
        step = far.row - near.row, far.col - near.col
        assert [
            (play.start.row + step[0], play.start.col + step[1], play.down, play.word, play.points)
            for play in here
        ] == [(*play.start, play.down, play.word, play.points) for play in there]
        n_plays += len(there)
    assert n_plays > 1000


@pytest.fixture
def few(tmp_path: Path) -> Lexicons:
    (tmp_path / "few.txt").write_text("kot\nkota\ntok\nok\n", encoding="utf-8")
    words = Lexicons(tmp_path / "lists", tmp_path / "cache")
    words.add("pl-few", tmp_path / "few.txt")
    return words


def table_of(side: int, *, start: bool = True) -> Layout:
    """A table without an edge in sight; the first word, which covers the middle, counts double."""
    middle = "." * (side // 2) + "*." + "." * (side - side // 2 - 2)
    return Layout(tuple(middle if start and row == side // 2 else "." * side for row in range(side)))


def test_largest_table_needs_no_prepared_graph(few: Lexicons) -> None:
    lexicon = few.open("pl-few")
    geometry = Geometry(table_of(LONGEST_SIDE), TILES, lexicon.alphabet, 7, 50)
    finder = MoveFinder(geometry, lexicon)
    first = finder.find(Board(), tiles_of("KOT"))[0]
    assert (first.word, first.start, first.points) == ("KOT", Square(112, 110), 2 * (3 + 4 + 5))
    at_the_corner = Board.of(
        Laid(LONGEST_SIDE - 1, LONGEST_SIDE - 3 + n, tile) for n, tile in enumerate(tiles_of("KOT"))
    )
    last = [play for play in finder.find(at_the_corner, tiles_of("KO")) if play.down and len(play.word) == 3]
    assert [(play.word, play.start) for play in last] == [("KOT", Square(LONGEST_SIDE - 3, LONGEST_SIDE - 1))]
    assert not lexicon.ready


def test_no_engine_is_asked_for_on_a_large_table(few: Lexicons, tmp_path: Path) -> None:
    lexicon = few.open("pl-few")
    geometry = Geometry(table_of(41), TILES, lexicon.alphabet, 7, 50)
    brain = Brain(geometry, lexicon, tmp_path / "cache")
    assert not brain.suits_engine
    assert brain.engine() is None
    records = brain.finder.records(bytes(41 * 41), geometry.rack_bytes(tiles_of("KOT")))
    assert len(unpack(records)) == 2 * (3 + 2 + 3)


def test_tiles_in_a_longer_row_than_any_word_are_left_alone(few: Lexicons) -> None:
    lexicon = few.open("pl-few")
    finder = MoveFinder(Geometry(table_of(41), TILES, lexicon.alphabet, 7, 50), lexicon)
    board = Board.of(Laid(20, 3 + n, tile) for n, tile in enumerate(tiles_of("KOTKOTKOTKOTKOTKO")))
    plays = finder.find(board, tiles_of("KOT"))
    assert plays
    assert not [play for play in plays if any(each.row == 20 for each in play.laid)]


@pytest.mark.parametrize("rows", [("." * 226,), (".",) * 226, ("..", "..."), (), (".",), ("", "")])
def test_board_of_an_impossible_size_is_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a board has"):
        Layout(rows)


def test_first_word_anywhere_on_a_large_table_is_refused_with_a_sentence(few: Lexicons) -> None:
    lexicon = few.open("pl-few")
    geometry = Geometry(table_of(41, start=False), TILES, lexicon.alphabet, 7, 50)
    finder = MoveFinder(geometry, lexicon)
    with pytest.raises(ValueError, match=r"mark a start square with \*"):
        finder.find(Board(), tiles_of("KOT"))
    assert finder.find(Board.of([Laid(0, 0, tiles_of("K")[0])]), tiles_of("OT"))


@pytest.mark.parametrize(
    ("board", "rack", "sentence"),
    [
        (bytes(225), bytes(33), "41 x 41 squares has no 225 bytes"),
        (bytes(41 * 41), bytes(32), "33 counts"),
        (bytes(41 * 41 - 1) + b"\x40", bytes(33), "holds 64"),
        (bytes(41 * 41 - 1) + b"\x21", bytes(33), "holds 33"),
    ],
)
def test_what_is_no_position_is_refused(few: Lexicons, board: bytes, rack: bytes, sentence: str) -> None:
    lexicon = few.open("pl-few")
    wide = WideGenerator(Geometry(table_of(41), TILES, lexicon.alphabet, 7, 50), lexicon.dawg)
    with pytest.raises(ValueError, match=sentence):
        wide.moves(board, rack)


@pytest.mark.parametrize("level", ["beginner", pytest.param("champion", marks=pytest.mark.soak)])
def test_bots_play_whole_games_on_a_large_table(words: Lexicons, level: str) -> None:
    game = Scrabble(words)
    table = LocalTable(game, lambda _: SeededChance(level))
    chosen = msgspec.structs.replace(options_of("pl"), layout=table_of(45))
    table.start(chosen, 2)
    bots = [make_bot(level, game, SeededChance(seat)) for seat in range(2)]
    while (outcome := table.outcome()) is None:
        seat = table.turn
        table.submit(seat, bots[seat].choose(table.view(seat)))
    assert min(outcome.scores) > 100
