"""Clauses S1 to S3: the box, the beginning and turns."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from stolik.core import registry
from stolik.core.chance import Chance
from stolik.core.game import IllegalAction, play_out
from stolik.core.message import Complaint
from stolik.core.tiles import BLANK, Tile, blank_as, letter_tile, tiles_of
from stolik.crossboard.board import Laid, Square
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Exchange, Pass, Place
from stolik.games.scrabble.events import StarterChosen, StarterDrawn, TilesDrawn
from stolik.games.scrabble.presets import load_layout, load_tiles
from stolik.words.alphabet import alphabet
from stolik.words.store import Lexicons

from .table import EMPTY, Bench, options_of, refused_play


class Told(Chance):
    """Draws the tiles it was told, then the first of the pool."""

    def __init__(self, letters: str) -> None:
        self._letters = list(letters)

    def word(self) -> int:
        return 0

    def draw(self, pool, n):  # type: ignore[no-untyped-def]
        left = list(pool)
        drawn = []
        for _ in range(n):
            tile = letter_tile(self._letters.pop(0)) if self._letters else left[0]
            left.remove(tile)
            drawn.append(tile)
        return tuple(drawn)


@pytest.mark.clause("S1.1")
def test_polish_set_has_98_letters_and_2_blanks_worth_190_points() -> None:
    tiles = load_tiles("pl")
    assert len(tiles) == 100
    assert tiles.counts()[BLANK] == 2
    assert len(tiles.letters()) == 32
    assert sum(kind.count * kind.value for kind in tiles.kinds) == 190
    assert {kind.letter: (kind.count, kind.value) for kind in tiles.kinds} == {
        "?": (2, 0), "A": (9, 1), "Ą": (1, 5), "B": (2, 3), "C": (3, 2), "Ć": (1, 6),
        "D": (3, 2), "E": (7, 1), "Ę": (1, 5), "F": (1, 5), "G": (2, 3), "H": (2, 3),
        "I": (8, 1), "J": (2, 3), "K": (3, 2), "L": (3, 2), "Ł": (2, 3), "M": (3, 2),
        "N": (5, 1), "Ń": (1, 7), "O": (6, 1), "Ó": (1, 5), "P": (3, 2), "R": (4, 1),
        "S": (4, 1), "Ś": (1, 5), "T": (3, 2), "U": (2, 3), "W": (4, 1), "Y": (4, 2),
        "Z": (5, 1), "Ź": (1, 9), "Ż": (1, 5),
    }  # fmt: skip


@pytest.mark.clause("S1.1")
def test_brazilian_set_has_117_letters_and_3_blanks_worth_204_points() -> None:
    tiles = load_tiles("br")
    assert len(tiles) == 120
    assert tiles.counts()[BLANK] == 3
    assert not set("KWY") & set(tiles.letters())
    assert tiles.counts()["Ç"] == 2
    assert sum(kind.count * kind.value for kind in tiles.kinds) == 204


@pytest.mark.clause("S1.1")
def test_english_set_has_100_tiles() -> None:
    assert len(load_tiles("en")) == 100


@pytest.mark.clause("S1.2")
def test_set_of_1993_differs_in_a_f_and_the_value_of_two_letters() -> None:
    now = {kind.letter: (kind.count, kind.value) for kind in load_tiles("pl").kinds}
    then = {kind.letter: (kind.count, kind.value) for kind in load_tiles("pl-1993").kinds}
    changed = {letter: then[letter] for letter in then if then[letter] != now[letter]}
    assert changed == {"A": (8, 1), "F": (2, 4), "Ź": (1, 7)}
    assert len(load_tiles("pl-1993")) == 100


@pytest.mark.clause("S1.4")
def test_board_has_the_premium_squares_of_the_rulebook() -> None:
    layout = load_layout("classic")
    assert (layout.n_rows, layout.n_cols) == (15, 15)
    squares = [Square(row, col) for row in range(15) for col in range(15)]

    def named(multiplier: Callable[[Square], int], times: int) -> set[str]:
        chosen = [square for square in squares if multiplier(square) == times]
        return {f"{square.row + 1}{'ABCDEFGHIJKLMNO'[square.col]}" for square in chosen}

    assert named(layout.letter_multiplier, 2) == set(
        "1D 1L 3G 3I 4A 4H 4O 7C 7G 7I 7M 8D 8L 9C 9G 9I 9M 12A 12H 12O 13G 13I 15D 15L".split()
    )
    assert named(layout.letter_multiplier, 3) == set("2F 2J 6B 6F 6J 6N 10B 10F 10J 10N 14F 14J".split())
    assert named(layout.word_multiplier, 2) == set(
        "2B 2N 3C 3M 4D 4L 5E 5K 8H 11E 11K 12D 12L 13C 13M 14B 14N".split()
    )
    assert named(layout.word_multiplier, 3) == set("1A 1H 1O 8A 8O 15A 15H 15O".split())
    assert layout.start == Square(7, 7)


@pytest.mark.clause("S1.5")
@pytest.mark.parametrize(
    ("preset", "seats"), [("pl", 1), ("pl", 5), ("pl-recorder", 3), ("pl-tournament", 3)]
)
def test_number_of_players_is_the_presets(preset: str, seats: int, scrabble: Scrabble) -> None:
    with pytest.raises(IllegalAction) as refusal:
        scrabble.setup(options_of(preset), seats, Told(""))
    assert refusal.value.clause == "S1.5"


@pytest.mark.clause("S1.3")
def test_blank_needs_a_letter_of_the_set(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "AB?", challenge="off")
    for face in ("?", "Q", "V", ""):
        laid = (Laid(7, 7, letter_tile("A")), Laid(7, 8, Tile(BLANK, face)))
        with pytest.raises(IllegalAction) as refusal:
            bench.do(0, Place(laid))
        assert refusal.value.clause == "S1.3"


@pytest.mark.clause("S1.3")
def test_only_a_blank_changes_its_letter(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "ABC", challenge="off")
    with pytest.raises(IllegalAction) as refusal:
        bench.do(0, Place((Laid(7, 7, letter_tile("A")), Laid(7, 8, Tile("C", "B")))))
    assert refusal.value.clause == "S3.2"
    unknown = Bench.at(scrabble, EMPTY, "/KOT")
    with pytest.raises(IllegalAction) as refusal:
        unknown.do(0, Place((Laid(7, 7, letter_tile("A")), Laid(7, 8, Tile("B", "A")))))
    assert refusal.value.clause == "S1.3"


@pytest.mark.clause("S1.3")
def test_blank_keeps_its_letter_for_good(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "KO?/SSSS", challenge="off").lay("8G KOt")
    assert bench.state.table.board.get(Square(7, 8)) == blank_as("T")
    with pytest.raises(Exception, match="lies where"):
        bench.place("8G KOSS")


@pytest.mark.clause("S1.3")
def test_option_lets_a_blank_stand_for_further_letters(tmp_path: Path) -> None:
    words = Lexicons(tmp_path / "lists", tmp_path / "cache")
    (tmp_path / "words.txt").write_text("KIWI\nAKI\nÇA\n", encoding="utf-8")
    words.add("mine", tmp_path / "words.txt", alphabet("pt-kwy"))
    game = Scrabble(words)
    strict = Bench.at(game, EMPTY, "AI?", "br", lexicon="mine", block_list=False)
    with pytest.raises(IllegalAction):
        strict.do(
            0, Place((Laid(7, 7, letter_tile("A")), Laid(7, 8, blank_as("K")), Laid(7, 9, letter_tile("I"))))
        )
    extra = {"lexicon": "mine", "block_list": False, "blank_extra": ("K", "W", "Y"), "challenge": "off"}
    bench = Bench.at(game, EMPTY, "AI?/AI?", "br", **extra).lay("8H AkI")
    assert bench.scored == 4
    assert list(game.actions(game.view(bench.state, 1)))


@pytest.mark.clause("S1.3")
def test_list_that_lacks_a_letter_of_the_tiles_is_refused(scrabble: Scrabble) -> None:
    with pytest.raises(Complaint, match="has no letter Ą"):
        scrabble.setup(options_of("pl", lexicon="pt"), 2, Told(""))
    with pytest.raises(Complaint, match="has no letter K"):
        scrabble.setup(options_of("br", blank_extra=("K",)), 2, Told(""))


@pytest.mark.clause("S3.2")
def test_unknown_tile_of_a_rack_is_one_that_is_nowhere_else(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "/KOT")
    two = (Laid(7, 7, letter_tile("Ż")), Laid(7, 8, letter_tile("Ż")))
    for action in (Place(two), Place((Laid(7, 7, letter_tile("Q")), *two[1:])), Exchange(tiles_of("ŻŻ"))):
        with pytest.raises(IllegalAction) as refusal:
            bench.do(0, action)
        assert refusal.value.clause == "S3.2"
    assert (
        "Placed" in bench.do(0, Place((Laid(7, 7, letter_tile("Ż")), Laid(7, 8, letter_tile("E"))))).kinds()
    )


@pytest.mark.clause("S2.5")
def test_racks_cannot_hold_more_than_the_set(scrabble: Scrabble) -> None:
    small = load_tiles("pl")
    few = type(small)(small.kinds[:3])
    with pytest.raises(IllegalAction) as refusal:
        scrabble.setup(options_of("pl", tiles=few), 2, Told(""))
    assert refusal.value.clause == "S2.5"


@pytest.mark.clause("S2.1")
@pytest.mark.parametrize(
    ("drawn", "starter"), [("BA", 1), ("AB", 0), ("A?", 1), ("ŻŹ", 1), ("ĄA", 1), ("LŁ", 0)]
)
def test_tile_nearest_to_the_start_of_the_alphabet_begins(
    drawn: str, starter: int, scrabble: Scrabble
) -> None:
    events = scrabble.setup(options_of("pl"), 2, Told(drawn))
    assert StarterChosen(starter) in events
    assert events[1] == StarterDrawn(tuple(enumerate(tiles_of(drawn))))


@pytest.mark.clause("S2.2")
def test_equal_tiles_draw_again_among_themselves(scrabble: Scrabble) -> None:
    events = scrabble.setup(options_of("pl"), 4, Told("BAAC" + "EE" + "ZD"))
    rounds = [event for event in events if isinstance(event, StarterDrawn)]
    assert [[seat for seat, _ in each.drawn] for each in rounds] == [[0, 1, 2, 3], [1, 2], [1, 2]]
    assert StarterChosen(2) in events


@pytest.mark.clause("S2.3", "S2.5")
def test_tiles_of_the_start_go_back_and_racks_get_seven(scrabble: Scrabble) -> None:
    events = scrabble.setup(options_of("pl"), 3, Told("?AB"))
    state = play_out(scrabble, None, events)
    assert [len(rack) for rack in state.racks] == [7, 7, 7]
    assert state.table.bag_size == 100 - 21
    assert sum(scrabble.census(state).values(), Counter()) == load_tiles("pl").counts()
    assert [event.seat for event in events if isinstance(event, TilesDrawn)] == [0, 1, 2]


@pytest.mark.clause("S2.4")
def test_agreed_starter_begins_without_a_draw(scrabble: Scrabble) -> None:
    assert registry.find_preset("pl-recorder").options.starter == 0
    events = scrabble.setup(options_of("pl", starter=1), 2, Told(""))
    assert not any(isinstance(event, StarterDrawn) for event in events)
    assert play_out(scrabble, None, events).table.turn == 1


@pytest.mark.clause("S2.4")
def test_next_game_is_begun_by_the_seat_to_the_left(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, seats=3, starter=2)
    for _ in range(6):
        bench.do(bench.turn, Pass())
    outcome = scrabble.outcome(bench.state)
    assert outcome is not None
    assert outcome.starter == 2
    assert scrabble.next_game(bench.state.table.options, outcome).starter == 0


@pytest.mark.clause("S2.5", "S3.1")
def test_play_goes_round_by_the_seats(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, seats=3, starter=1)
    turns = []
    for _ in range(4):
        turns.append(bench.turn)
        bench.do(bench.turn, Pass())
    assert turns == [1, 2, 0, 1]


@pytest.mark.clause("S3.1")
@pytest.mark.parametrize("action", [Pass(), Exchange(tiles_of("A"))])
def test_nobody_moves_out_of_turn(action: object, scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble).give(1, "AAAAAAA")
    with pytest.raises(IllegalAction) as refusal:
        bench.do(1, action)
    assert refusal.value.clause == "S3.1"


@pytest.mark.clause("S3.1")
def test_seat_that_does_not_exist_is_refused(scrabble: Scrabble) -> None:
    for seat in (-1, 2):
        with pytest.raises(IllegalAction):
            Bench.dealt(scrabble).do(seat, Pass())


@pytest.mark.clause("S3.2")
def test_only_tiles_of_the_rack_can_be_laid(scrabble: Scrabble) -> None:
    refused_play(Bench.at(scrabble, EMPTY, "KOA", challenge="off"), "S3.2", "8H KOT")
    refused_play(Bench.at(scrabble, EMPTY, "KOT", challenge="off"), "S3.2", "8H KOTOK")


@pytest.mark.clause("S3.2")
def test_only_tiles_of_the_rack_can_be_exchanged(scrabble: Scrabble) -> None:
    bench = Bench.at(scrabble, EMPTY, "KOT")
    with pytest.raises(IllegalAction) as refusal:
        bench.do(0, Exchange(tiles_of("KK")))
    assert refusal.value.clause == "S3.2"


@pytest.mark.clause("S3.3")
def test_rack_is_filled_up_to_seven_after_a_play(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, challenge="off").give(0, "KOTAEIZ").lay("8H KOT")
    assert len(bench.state.racks[0]) == 7
    assert tiles_of("AEIZ") == bench.state.racks[0].tiles[:4]


@pytest.mark.clause("S3.3")
def test_rack_is_filled_only_as_far_as_the_bag_goes(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble, challenge="off").give(0, "KOTAEIZ")
    hoard = scrabble.sample_world(scrabble.view(bench.state, 0), Told("")).bag_tiles()[:-2]
    bench.state = bench.state.with_rack(1, type(bench.state.racks[1])((*bench.state.racks[1].tiles, *hoard)))
    bag = bench.state.table.bag_size
    assert bag == 2
    bench.lay("8H KOT")
    assert len(bench.state.racks[0]) == 4 + bag
    assert bench.state.table.bag_size == 0


@pytest.mark.clause("S3.4")
def test_nothing_can_be_done_after_the_end(scrabble: Scrabble) -> None:
    bench = Bench.dealt(scrabble)
    for _ in range(4):
        bench.do(bench.turn, Pass())
    for action in (Pass(), Accept(), Exchange(bench.state.racks[0].tiles)):
        with pytest.raises(IllegalAction) as refusal:
            bench.do(0, action)
        assert refusal.value.clause == "S3.4"


@pytest.mark.clause("S1.6")
def test_polish_sets_fill_a_square_of_ten_by_ten() -> None:
    assert all(len(load_tiles(name)) == 10 * 10 for name in ("pl", "pl-1993"))
