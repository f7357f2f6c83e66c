"""Plays that wait for an answer, as people meet them in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.person import Home, Person, board_in, marked


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def game(home: Home, rule: str, *more: str, seed: str) -> Person:
    return Person(home, "play", "en", "--bot", "club", "--challenge", rule, "--seed", seed, *more)


def points(screen: str, name: str) -> int:
    """The points of a player on the last screen."""
    found = re.findall(rf"[▶✗ ] {name} +(-?\d+) *$", screen, re.MULTILINE)
    return int(found[-1])


def test_a_wrong_challenge_costs_ten_points(home: Home) -> None:
    with game(home, "minus10", seed="3") as person:
        assert "Your move, or challenge" in person.said
        assert "Rowan:" in person.said
        assert marked(board_in(person.said), "["), "the play that waits is marked"
        said = person.types("challenge")
        assert "You: challenge. All words are in the list, the play stands. You −10." in said
        assert points(said, "You") == -10
        assert points(said, "Rowan") > 0
        taken_back = person.types("undo")
        assert points(taken_back, "You") == points(taken_back, "Rowan") == 0
        assert "Your move, or challenge" in taken_back


def test_an_invented_word_is_challenged_and_taken_back(home: Home) -> None:
    with game(home, "free", seed="4") as person:
        rack = person.rack()
        wrong = "".join(sorted(rack, reverse=True))
        preview = person.types(f"8H {wrong}")
        assert "points" in preview, "the list is not asked before a challenge"
        said = person.types("")
        assert f"Rowan: challenge. Not in the word list: {wrong}." in said.replace("\n", " ")
        assert sorted(person.rack()) == sorted(rack)
        assert f"{wrong} taken back" in person.types("moves")


def test_a_move_accepts_the_play_before_it_and_undo_opens_it_again(home: Home) -> None:
    with game(home, "minus10", seed="3") as person:
        assert points(person.said, "Rowan") == 0
        said = person.types("pass")
        assert points(said, "Rowan") > 0
        said = person.types("undo")
        assert points(said, "Rowan") == 0
        assert "You −10." in person.types("challenge")


def test_with_three_players_everybody_answers_before_the_next_move(home: Home) -> None:
    with game(home, "minus10", "--players", "3", seed="3") as person:
        assert "You play against Rowan, Birch (club)." in person.said
        assert person.said.endswith("accept / challenge › ")
        for line in ("8H CAT", "hint", "exchange A"):
            assert "First answer the play on the board: accept or challenge." in person.types(line)
        assert "(S7.3)" in person.types("pass")
        while person.said.endswith("accept / challenge › "):
            person.types("accept")
        assert "Your move (" in person.said
        play = person.best_play()
        assert play is not None
        assert f"You: {play}" in person.plays(play)
        assert "resign" in person.types("?")
        person.types("resign")
        assert "The game is over." in person.types("y")
        assert "✗ You" in person.said
