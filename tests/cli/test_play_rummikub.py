"""`stolik play rummikub` as people type it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.number_tile_games import (
    follow_hint,
    marked_in,
    rack_in,
    resumed,
    sets_in,
    state_on_disk,
)
from tests.cli.person import Home, Person
from tests.cli.test_play_saves import Window

NEW = ("play", "rummikub", "--bot", "generic", "--seed")
TABLE = "k7 b7 r7 o7 / r3 r4 r5 r6 r7 r8 / o1 o2 o3"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


# --- whole games


def test_a_newcomer_plays_a_whole_game_by_following_hints(home: Home) -> None:
    with Person(home, *NEW, "1") as person:
        assert "You play against Rowan (generic)." in person.said
        assert len(rack_in(person.said)) == 14
        assert person.said.endswith("Enter: play with these tiles › ")
        first = person.types("")
        assert "Lay sets by typing tiles: r3 r4 r5. Enter ends your turn." in first
        assert "No 30 points yet? Type draw. Lost? Type hint, rules or ?" in first
        assert "Lay sets by typing" not in follow_hint(person)
        while "The game is over." not in person.said:
            follow_hint(person)
        last = person.said
        assert re.search(r"(You win\.|Rowan wins\.|Nobody wins alone: it is a draw\.) ", last)
        person.types("q")
        assert person.leaves()[0] == 0
    told = home.run("replay", str(home.log))
    assert told.returncode == 0
    assert sorted(sets_in(told.stdout).values()) == sorted(sets_in(last).values())
    assert "opens: " in told.stdout


@pytest.mark.parametrize(("preset", "players"), [("rummikub", "4"), ("rummikub-xp", "6")])
def test_many_players_fit_on_the_screen(home: Home, preset: str, players: str) -> None:
    with Person(home, "play", preset, "--players", players, "--bot", "generic", "--seed", "2") as person:
        person.types("")
        for _ in range(6):
            said = follow_hint(person)
            screen = said[said.index("▶") - 2 :]
            assert max(map(len, screen.splitlines())) <= 80
            assert len(re.findall(r"\d+ tiles?, (?:not )?opened", screen)) == int(players)


def test_a_match_goes_on_with_the_next_starter_and_the_points_so_far(home: Home) -> None:
    with Person(home, *NEW, "5") as person:
        person.types("")
        person.types("resign")
        ended = person.types("y")
        assert "The game is over. You resigned." in ended
        points = re.search(r"You −(\d+)\.", ended)
        assert points
        assert ended.endswith("Enter: the next game of the match; q: leave › ")
        second = person.types("")
        assert "game 2 of the match" in second
        assert f"not opened  −{points.group(1)}" in second
        assert f"not opened  +{points.group(1)}" in second
        person.types("")
        person.types("resign")
        assert re.search(r"Match after 2 games: You −\d+, Rowan \+\d+\.", person.types("y"))
        assert "stolik replay" in person.types("q")
        assert person.leaves()[0] == 0
    first, second_log = ([json.loads(line) for line in log.read_text().splitlines()] for log in home.logs())
    starters = [
        next(
            entry["event"]["seat"]
            for line in log[1:]
            for entry in line
            if entry["event"]["type"] == "StarterChosen"
        )
        for log in (first, second_log)
    ]
    assert starters[1] == (starters[0] + 1) % 2
    assert first != second_log


def test_racks_left_over_are_told_with_what_they_cost(home: Home) -> None:
    with resumed(home, "r3 r4 r5", "r6", theirs="k9 b9 J") as person:
        person.types("r6 > 1")
        said = person.types("")
        assert "The game is over. You laid the last tile." in said
        assert "Lipka: left k9 b9 J, −48." in said
        assert "You win. You +48, Lipka −48." in said


def test_an_empty_bank_ends_the_game(home: Home) -> None:
    with resumed(home, "r3 r4 r5", "k1", theirs="k1", n_left=1) as person:
        assert "in the bank: 1" in person.said
        said = person.types("draw")
        assert "The bank is empty: everybody has one more move." in said
        assert "Your turn: tiles, pass or ? ›" in said
        assert "The bank is empty: lay tiles or pass (R8.3)" in person.types("draw")
        said = person.types("pass")
        assert "The game is over. The bank is empty." in said


# --- before the first turn


def test_three_doublets_may_be_dealt_again(home: Home) -> None:
    doublets = "k1 k1 b5 b5 r9 r9 o1 o2 o3 o4 o5 o6 o7 o8"
    with resumed(home, "", doublets, opened=False, asked=True) as person:
        assert person.said.endswith("Enter: play with these tiles; redeal: a new deal › ")
        assert "First say whether you play with these tiles" in person.types("draw")
        said = person.types("redeal")
        assert "You: three doublets. All tiles are dealt again." in said
        assert rack_in(said) != doublets.split()
    with resumed(home, "", "k1 k1 b5 b5 r9 r8", opened=False, asked=True) as person:
        assert "A new deal takes 3 doublets (R2.7)" in person.types("redeal")
        assert "Your turn: tiles, draw or ?" in person.types("")


# --- what can be typed


BAD_LINES = {
    "foo": "“foo” is no command and no tile. Type ? for help.",
    "r14 r1": "“r14” is no tile",
    "k1": "k1 is neither on your rack nor in another set.",
    "r7": "r7 lies in several sets, 1, 2: write 1:r7.",
    "b1 > 9": "There is no set 9.",
    "b1 > b2": "“b2” is no number of a set.",
    "b1 > 1 > 2": "Only one > fits between two strokes",
    "9:b1": "There is no set 9.",
    "1:b1": "Set 1 has no b1.",
    "5 > 1": "There is no set 5.",
    "split": "Write which set, and the first tile of its second part: “split 2 r6”.",
    "split 2 r3": "r3 is the first of set 2: nothing would be left before it.",
    "split 9 r3": "There is no set 9.",
    "back": "Write the tiles of a set",
    "back b1": "You have not laid b1 in this turn.",
    "redo": "There is no step to do again.",
    "done": "Nothing is laid yet.",
    "redeal": "This seat is not asked about the deal (R2.8)",
    "pass": "While the bank has tiles who does not lay draws one (R8.3)",
    "exchange AB": "“exchange” is no command and no tile",
    "[red]": "“[red]” is no command",
    "{x}": "“{x}” is no command",
    "9" * 5000: "is no tile",
    "r1 " * 2000: "r1 is neither",
    "\x00\x1b[2J\x07": "is no tile",
    ">": "“>” is no command",
    "/ 1 /": "“1” is no tile",
}


def test_bad_input_gets_a_sentence_and_changes_nothing(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        before, screen = home.log.read_bytes(), sets_in(person.said)
        for line, sentence in BAD_LINES.items():
            said = " ".join(person.types(line).split())
            assert sentence in said, line[:40]
            assert "Traceback" not in said
        assert home.log.read_bytes() == before
        assert sets_in(person.types("board")) == screen


def test_help_rules_and_unseen_tiles_are_told(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        for line in ("?", "pomoc"):
            said = person.types(line)
            for typed in (
                "r3 r4 r5",
                "r6 > 2",
                "split 2 r6",
                "undo, redo",
                "reset",
                "hint",
                "sort",
                "draw",
                "rules",
            ):
                assert typed in said
        assert "k  black" in said
        assert "A group is three or four tiles" in person.types("zasady")
        said = person.types("unseen")
        assert "Not seen yet: 89 tiles, 88 of them in the bank." in said
        assert "r7×0" in said
        assert "k5×1" in said
        assert "J×2" in said


@pytest.mark.parametrize("columns", ["80", "60"])
def test_plain_output_has_no_escape_codes_and_fits(home: Home, columns: str) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1 k1 k2 k3 k4 b2 b3 b4 b5 b6", columns=columns) as person:
        lines = ("?", "rules", "hint", "unseen", "moves", "2:r5", "split 2 r7", "undo", "undo", "foo")
        text = "".join([person.said, *(person.types(line) for line in lines)])
    assert "\x1b" not in text
    rows = [line for line in text.splitlines() if "› " not in line]
    assert max(map(len, rows)) <= int(columns)


def test_what_others_did_is_told_and_marked(home: Home) -> None:
    with resumed(home, "r3 r4 r5", "k1 b3", theirs="r6 r7") as person:
        said = person.types("draw")
        for _ in range(12):
            if "Lipka: lays" in said:
                break
            said = person.types("draw")
        told = re.search(r"Lipka: lays (r\d)\. Set 1 is now (r[\dr ]+)\.", said)
        assert told, said
        assert marked_in(said.partition("Your tiles")[0], "[]") == Counter([told.group(1)])
        assert sets_in(said)[1] == told.group(2)


# --- take back, leave, go on


def test_undo_takes_back_the_last_turn_once_nothing_is_built(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        before = sets_in(person.said)
        person.types("r9 > 2")
        person.types("")
        assert "You have not laid" in person.types("back r9")
        said = person.types("undo")
        assert "Your last turn is taken back" in said
        assert sets_in(said) == before
        assert rack_in(said) == ["k5", "k6", "b1", "r9"]
        person.types("r9 > 2")
        assert sets_in(person.types("undo")) == before


def test_a_saved_game_goes_on_where_the_turn_began(home: Home) -> None:
    with Person(home, *NEW, "1") as person:
        person.types("")
        for _ in range(8):
            said = follow_hint(person)
        sets, rack = sets_in(said), rack_in(said)
        assert sets
        state = state_on_disk(home)
        person.types(f"{rack[0]}")
        assert f"stolik play --resume {home.log.stem}" in person.types("quit")
        assert person.leaves()[0] == 0
    assert state_on_disk(home) == state
    with Person(home, "play", "--resume", home.log.stem) as person:
        assert sorted(sets_in(person.said).values()) == sorted(sets.values())
        assert rack_in(person.said) == rack
        person.kill()
    with Person(home, "play", "rummikub") as person:
        assert "There is an unfinished game: rummikub" in person.said
        assert rack_in(person.types("r")) == rack


def test_resigning_asks_once_and_the_end_of_the_input_leaves_politely(home: Home) -> None:
    with Person(home, *NEW, "1") as person:
        person.types("")
        assert "Really resign?" in person.types("resign")
        assert "You play on." in person.types("")
        code, last = person.leaves()
    assert code == 0
    assert f"Go on with: stolik play --resume {home.log.stem}" in last


@pytest.mark.parametrize("language", ["pl", "pt"])
def test_everything_can_be_typed_and_read_in_other_languages(home: Home, language: str) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        assert sets_in(person.types("podziel 2 r6")) == sets_in(
            person.types("desfazer") and person.types("dividir 2 r6")
        )
    words = {"pl": ("dobierz", "cofnij", "zasady"), "pt": ("comprar", "desfazer", "regras")}[language]
    with Person(home, *NEW, "1", STOLIK_LANGUAGE=language) as person:
        person.types("")
        person.types("")
        said = person.types("?")
        assert all(word in said for word in words)
        assert "tile" not in said
        assert "tile" not in person.types(words[2])
        assert "tile" not in person.types(words[0])


def test_the_screen_fits_a_small_window(home: Home) -> None:
    with Window(home, *NEW, "1") as window:
        window.until("› ")
        window.press(b"\n")
        page = window.until("draw or ? › ")
        screen = page.rpartition("\x1b[2J")[2]
        assert "\x1b[" in screen
        assert screen.count("\n") < 24
        window.press(b"r3 r4\n")
        window.until("› ")
