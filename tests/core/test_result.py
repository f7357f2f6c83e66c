"""One sentence says how a game ended: to those who played it, and to others."""

import pytest

from stolik.core.log import Aborted, DrawAgreed
from stolik.core.outcome import Fate, Outcome, of_team
from stolik.core.result import who_won

NAMES = ("Ania", "Bartek")
BARTEK_WINS = Outcome("out", ((1,), (0,)), (7, 12))
SCORE = Outcome("out", ((0,),), (120,))


def test_winner_of_a_game_against_each_other_is_named() -> None:
    assert str(who_won("versus", BARTEK_WINS, NAMES)) == "Bartek wins."
    assert str(who_won("versus", BARTEK_WINS, NAMES, own=[0])) == "Bartek wins."
    assert str(who_won("versus", BARTEK_WINS, NAMES, own=[1])) == "You win."


def test_two_people_on_one_device_are_called_by_their_names() -> None:
    assert str(who_won("versus", BARTEK_WINS, NAMES, own=[0, 1])) == "Bartek wins."


def test_equal_places_are_a_draw() -> None:
    drawn = Outcome("out", ((0, 1),), (7, 7))
    assert str(who_won("versus", drawn, NAMES, own=[0])) == "Nobody wins alone: it is a draw."


@pytest.mark.parametrize(
    ("fate", "to_them", "to_others"),
    [
        ("won", "You have won together.", "They have won together."),
        ("lost", "You have lost together.", "They have lost together."),
        ("drawn", "The game ends undecided for all.", "The game ends undecided for all."),
    ],
)
def test_a_team_wins_and_loses_as_one(fate: Fate, to_them: str, to_others: str) -> None:
    outcome = of_team("out", 2, fate)
    assert str(who_won("together", outcome, NAMES, own=[1])) == to_them
    assert str(who_won("together", outcome, NAMES, own=[0, 1])) == to_them
    assert str(who_won("together", outcome, NAMES)) == to_others
    assert outcome.winners == ((0, 1) if fate == "won" else ())


@pytest.mark.parametrize(
    ("fate", "to_him", "to_others"),
    [
        ("won", "You win.", "Ania wins."),
        ("lost", "You lose.", "Ania loses."),
        ("drawn", "It is a draw.", "It is a draw."),
    ],
)
def test_a_team_of_one_is_alone(fate: Fate, to_him: str, to_others: str) -> None:
    assert str(who_won("together", of_team("out", 1, fate), NAMES[:1], own=[0])) == to_him
    assert str(who_won("together", of_team("out", 1, fate), NAMES[:1])) == to_others


def test_who_plays_alone_has_a_score() -> None:
    assert str(who_won("solo", SCORE, NAMES[:1], own=[0])) == "Your result: 120."
    assert str(who_won("solo", SCORE, NAMES[:1])) == "Ania: result 120."


def test_a_table_may_end_without_the_game() -> None:
    assert str(who_won("versus", None, NAMES, ended_by=DrawAgreed())) == "A draw was agreed."
    assert str(who_won("together", None, NAMES, ended_by=Aborted("agreed"))) == (
        "The game was ended without a result."
    )
