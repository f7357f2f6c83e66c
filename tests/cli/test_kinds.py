"""Games that are won together, or played alone for a score, at the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.person import Home, Person
from tests.ground.added_games import installed


@pytest.fixture(autouse=True)
def _added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("games"), "lighthouse", "stairs"):
        yield


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def ending(home: Home, preset: str) -> tuple[str, str]:
    """What is said at the beginning and the end of a game in which the first listed action is taken."""
    with Person(home, "play", preset, "--seed", "1") as person:
        begun = person.said
        while person.playing:
            person.types("1")
        _, last = person.leaves()
    return begun, last


def test_team_is_greeted_and_told_its_fate(home: Home) -> None:
    begun, last = ending(home, "lighthouse")
    assert "You play together with Rowan" in begun
    assert ("You have won together." in last) != ("You have lost together." in last)
    told = home.run("replay", str(home.log)).stdout
    assert ("They have won together." in told) == ("You have won together." in last)


def test_who_plays_alone_is_told_a_score(home: Home) -> None:
    begun, last = ending(home, "stairs")
    assert "You play alone." in begun
    assert "Your result: " in last
    assert "Player: result " in home.run("replay", str(home.log)).stdout


def test_simulated_team_wins_or_loses_as_one(home: Home) -> None:
    summary = json.loads(home.run("simulate", "lighthouse", "--games", "5", "--json").stdout)
    won = sum(bool(each["winners"]) for each in summary["games"])
    assert (summary["kind"], summary["team_wins"]) == ("together", won)
    assert not {"wins", "mean_scores"} & set(summary)
    said = home.run("simulate", "lighthouse", "--games", "5").stdout
    assert f"Won together: {won} of 5." in said
    assert "scores" not in said.splitlines()[0]
    assert "generic" not in said


def test_simulated_scores_have_a_best_and_a_mean(home: Home) -> None:
    summary = json.loads(home.run("simulate", "stairs", "--games", "5", "--json").stdout)
    scores = [each["scores"][0] for each in summary["games"]]
    assert summary["best_score"] == max(scores)
    assert summary["mean_scores"] == [round(sum(scores) / 5, 2)]
    said = home.run("simulate", "stairs", "--games", "5").stdout
    assert f"Best score: {max(scores)}; on average" in said
    assert "scores" in said.splitlines()[0]
    assert f"generic {scores[0]}" in said


def test_matches_are_for_games_of_two_against_each_other(home: Home) -> None:
    for preset in ("lighthouse", "stairs"):
        refused = home.run("match", "generic", "generic", "--preset", preset, "--pairs", "1")
        assert refused.returncode != 0
        assert "not a game of two against each other" in refused.stdout
    duel = home.run("match", "generic", "generic", "--preset", "stairs-duel", "--pairs", "1")
    assert duel.returncode == 0, duel.stdout
