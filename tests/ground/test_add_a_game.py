"""docs/add-a-game.md stays true: a folder is enough to be found, obey the laws, and be played by bots."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import stolik.games
from stolik.core import registry
from tests.laws import laws
from tests.laws.table import play_random_game

SMALLEST = Path(__file__).parent / "draw_out"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of games that holds the smallest game."""
    shutil.copytree(SMALLEST, tmp_path / "draw_out", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def added(folder: Path) -> Iterator[None]:
    """The folder is one of those that are scanned."""
    stolik.games.__path__.append(str(folder))
    registry.packages.cache_clear()
    registry.presets.cache_clear()
    yield
    stolik.games.__path__.remove(str(folder))
    sys.modules.pop("stolik.games.draw_out", None)
    registry.packages.cache_clear()
    registry.presets.cache_clear()


@pytest.mark.usefixtures("added")
def test_new_game_is_found_and_obeys_the_laws() -> None:
    preset = registry.find_preset("draw_out")
    game = registry.create("draw_out", None)
    for n in range(20):
        record = play_random_game(game, preset, 2 + n % 2, f"small {n}", daring=10)
        laws.tiles_are_conserved(game, record)
        laws.replay_equals_play(game, record)
        laws.text_round_trips(game, record)
        laws.points_add_up(game, record)
        laws.a_viewer_can_follow_by_its_events(game, record)
        for number, step in enumerate(record.steps):
            laws.refusal_changes_nothing(game, step, record.seats, laws.foreign_actions(record, number))
            laws.listed_actions_are_accepted(game, step, f"{n}/{number}")
            laws.twins_look_alike(game, step, record.seats, f"{n}/{number}")


def test_new_game_is_simulated_from_the_command_line_at_once(folder: Path) -> None:
    program = (
        "import sys, stolik.games; stolik.games.__path__.append(sys.argv.pop(1));"
        "from stolik.cli import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder), "simulate", "draw_out", "--games", "2", "--json"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n_games"] == 2
