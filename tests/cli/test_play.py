"""`stolik play` as people type it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.cli.play.command import choose_preset
from stolik.words.store import Lexicons
from tests.cli.person import Home, Person, board_in, marked, rack_in

ENGLISH_GAME = ("play", "en", "--bot", "club", "--challenge", "off", "--seed")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def first_move(home: Home, *more: str, seed: str = "4") -> Person:
    """A game of English words in which the person has seven tiles and is to move."""
    person = Person(home, *ENGLISH_GAME, seed, *more)
    if "unfinished" in person.said:
        person.types("")
    assert "First: You." in person.said
    assert len(rack_in(person.said)) == 7
    return person


def test_a_newcomer_plays_a_whole_game_without_any_option(home: Home) -> None:
    Lexicons(home.data / "lexicons").remove("en")  # without English words, the same game in Polish is offered
    with Person(home, "play") as person:
        assert "You play against Lipka (beginner)." in person.said
        assert "Polish notation: H8 across, 8H down" in person.said
        assert len(board_in(person.said)) == 15
        while person.playing:
            play = person.best_play()
            if play is None:
                person.types("pass")
            else:
                person.plays(play)
        code, last = person.leaves()
    assert code == 0
    assert "The game is over." in last
    totals = re.search(
        r"(You win\.|Lipka wins\.|Nobody wins alone: it is a draw\.) (You|Lipka) (\d+), (You|Lipka) (\d+)\.",
        last,
    )
    assert totals, last
    told = home.run("replay", str(home.log))
    assert told.returncode == 0
    assert board_in(told.stdout) == board_in(last)
    ending = {
        name.replace("You", "Player"): points for name, points in (totals.group(2, 3), totals.group(4, 5))
    }
    for name, points in ending.items():
        assert re.search(rf"wins\. .*{name} {points}\b|draw! .*{name} {points}\b", told.stdout)


def test_the_language_chooses_the_first_game(tmp_path: Path) -> None:
    words = Lexicons(tmp_path / "lists", tmp_path / "cache")
    first = [choose_preset(None, {}, language, words) for language in ("pl", "pt", "en")]
    assert [each.id for each in first] == ["pl", "br", "pl"]
    assert {each.options.challenge for each in first} == {"off"}
    assert choose_preset(None, {"challenge": "free"}, "pl", words).options.challenge == "free"


def test_options_are_read_by_their_names(tmp_path: Path) -> None:
    words = Lexicons(tmp_path / "lists", tmp_path / "cache")
    assert choose_preset("br", {}, "pl", words).options.challenge == "minus10"
    assert choose_preset("br", {"challenge": "plus5"}, "pl", words).options.challenge == "plus5"
    assert choose_preset("pl", {"quiet-limit": "4"}, "pl", words).options.quiet_limit == 4
    assert choose_preset("rummikub", {"turn-seconds": "null"}, "pl", words).options.turn_seconds is None


BAD_LINES = {
    "foo": "“foo” is no command and no place on the board.",
    "8H": "Write where the word begins and the word, like “8H WORD”.",
    "8H CAT DOG": "Write where the word begins and the word",
    "99Z CAT": "cannot be read",
    "8H ŻŻ": "These tiles are not on the rack: Ż Ż (S3.2)",
    "exchange": "Write which tiles to give back",
    "exchange ŻŻ": "These tiles are not on the rack",
    "challenge": "There is no play to accept or challenge (S7.1)",
    "accept": "There is no play to accept or challenge (S7.1)",
    "undo": "There is no turn of yours to take back yet.",
    "[red]8H": "“[red]8H” is no command",
    "{x}": "“{x}” is no command",
    "9" * 5000: "is no command",
    "\x00\x1b[2J\x07": "“[2J” is no command",
    "8H " + "A" * 5000: "not on the rack",
}


def test_bad_input_gets_a_sentence_and_changes_nothing(home: Home) -> None:
    with first_move(home) as person:
        before = home.log.read_bytes()
        for line, sentence in BAD_LINES.items():
            said = person.types(line)
            assert sentence in said.replace("\n", " "), line[:40]
            assert "Traceback" not in said
        assert home.log.read_bytes() == before


def test_words_outside_the_list_are_refused_at_once_where_nobody_challenges(home: Home) -> None:
    with first_move(home) as person:
        wrong = "".join(sorted(person.rack(), reverse=True))
        assert f"Not in the word list: {wrong} (S4.7)" in person.types(f"8H {wrong}")


def test_a_typed_play_is_shown_with_its_points_before_it_counts(home: Home) -> None:
    with first_move(home) as person:
        before, empty = home.log.read_bytes(), board_in(person.said)
        play = person.best_play()
        assert play is not None
        shown = person.types(play)
        assert re.search(rf"{play}: \d+ points", shown)
        assert len(marked(board_in(shown), "<")) == len(play.split()[1])
        assert len(rack_in(shown)) < 7
        taken_back = person.types("u")
        assert board_in(taken_back) == empty
        assert len(rack_in(taken_back)) == 7
        assert home.log.read_bytes() == before
        person.types(play)
        assert "Not seen yet: 93 tiles, 86 of them in the bag." in person.types("unseen")
        assert home.log.read_bytes() == before
        assert f"You: {play}" in person.plays(play)
        assert home.log.read_bytes().startswith(before)
        assert len(home.log.read_bytes()) > len(before)


def test_exchange_pass_moves_and_undo(home: Home) -> None:
    with first_move(home) as person:
        rack = person.rack()
        after = rack_in(person.types(f"exchange {rack[0].lower()}{rack[1]}"))
        assert after[:5] == rack[2:]
        assert len(after) == 7
        assert "You: pass." in person.types("pass")
        moves = person.types("moves")
        assert re.search(r"1 +You +exchange of 2", moves)
        assert re.search(r"3 +You +pass", moves)
        assert rack_in(person.types("undo")) == after
        assert "You: pass" not in person.types("moves")
        assert rack_in(person.types("cofnij")) == rack
        assert "There is no turn of yours to take back yet." in person.types("undo")


def test_hints_are_plays_that_count(home: Home) -> None:
    with first_move(home) as person:
        said = person.types("hint")
        hints = re.findall(r"(\d+[A-O]|[A-O]\d+) (\w+) \((\d+)\)", said)
        assert "Hint, from the word list:" in said
        assert 1 <= len(hints) <= 3
        assert sorted((int(points) for *_, points in hints), reverse=True) == [int(hint[2]) for hint in hints]
        at, word, points = hints[-1]
        assert f"{at} {word}: {points} points" in person.types(f"{at} {word}")


def test_help_names_what_can_be_typed(home: Home) -> None:
    with first_move(home) as person:
        for line in ("?", "help", "pomoc", "AJUDA"):
            said = person.types(line)
            for command in ("8H WORD", "exchange AB?", "hint", "unseen", "undo", "resign", "quit"):
                assert command in said
        assert "letter × 3" in said
        assert "challenge" not in said, "nobody challenges in this game"


def test_commands_are_understood_in_three_languages_and_without_accents(home: Home) -> None:
    with first_move(home) as person:
        assert "Hint" in person.types("podpowiedź")
        assert "Hint" in person.types("dica")
        assert "Not seen yet" in person.types("NIEWIDZIANE")
        assert "Not seen yet" in person.types("ocultas")
        assert "You: exchange of 1." in person.types(f"wymien {person.rack()[0]}")
        assert "You: exchange of 1." in person.types(f"trocar {person.rack()[0]}")
        assert "You: pass." in person.types("pas")


def test_the_rack_keeps_the_order_the_person_gave_it(home: Home) -> None:
    with first_move(home) as person:
        tiles = person.rack()
        alphabetical = rack_in(person.types("sort"))
        assert alphabetical == sorted(tiles, key=lambda letter: (letter == "?", letter))
        orders = {"".join(rack_in(person.types("shuffle"))) for _ in range(8)}
        assert len(orders) > 1
        assert all(Counter(order) == Counter(tiles) for order in orders)
        order = person.rack()
        given = next(n for n, letter in enumerate(order) if order.count(letter) == 1)
        after = rack_in(person.types(f"exchange {order[given]}"))
        assert after[:6] == order[:given] + order[given + 1 :]


def test_resigning_asks_once(home: Home) -> None:
    with first_move(home) as person:
        before = home.log.read_bytes()
        assert "Really resign?" in person.types("resign")
        assert "You play on." in person.types("")
        assert home.log.read_bytes() == before
        person.types("resign")
        said = person.types("yes")
        assert "The game is over. You resigned." in said
        assert "Rowan wins." in said
        assert person.leaves()[0] == 0
    again = home.run("play", "--resume", home.log.stem)
    assert again.returncode == 2
    assert "This game is over." in again.stdout


def test_notation_is_never_guessed(home: Home) -> None:
    with first_move(home) as person:
        play = person.best_play()
        assert play is not None
        across = marked(board_in(person.types(play)), "<")
    with first_move(home, "--notation", "polish") as person:
        assert "Polish notation: H8 across, 8H down" in person.said
        down = marked(board_in(person.types(play)), "<")
    assert {row for row, _ in across} == {7}
    assert down == {(col, row) for row, col in across}


def test_accented_letters_are_played_with_their_tiles(home: Home) -> None:
    with Person(home, "play", "br", "--seed", "1", "--challenge", "off") as person:
        missing = person.types("trocar ÃÁÂÀÃÁÂÀ").split("on the rack:")[1].splitlines()[0]
        assert set(missing.removesuffix(" (S3.2)").split()) == {"A"}


def test_plain_output_has_no_escape_codes_and_fits_eighty_columns(home: Home) -> None:
    with first_move(home) as person:
        pages = [
            person.said,
            *(person.types(line) for line in ("hint", "?", "unseen", "moves", "board", "foo")),
        ]
    text = "".join(pages)
    assert "\x1b" not in text
    # a typed line stands behind the prompt and may go further
    assert max(len(line) for line in text.splitlines() if "› " not in line) <= 80


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "plo"), "There is no preset “plo”"),
        (("play", "pl", "--players", "7"), "This game is for 2 to 4 players."),
        (("play", "pl", "--bot", "genius"), "There is no bot “genius”"),
        (("play", "pl", "--challenge", "maybe"), "challenge"),
        (("play", "rummikub", "--challenge", "off"), "There is no option challenge"),
        (("play", "--resume", "nothing"), "There is no saved game nothing."),
        (("replya",), "There is no command “replya”. Did you mean replay?"),
    ],
)
def test_a_wrong_command_line_gets_a_sentence(
    home: Home,
    arguments: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home.move_in(monkeypatch)
    assert main(arguments) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())
    assert not home.logs()


def test_without_a_word_list_the_command_that_adds_one_is_named(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Lexicons(home.data / "lexicons").remove("en")
    home.move_in(monkeypatch)
    assert main(["play", "en"]) == 2
    assert "stolik lexicon add en FILE" in " ".join(capsys.readouterr().err.split())
    assert not home.logs()
