"""docs/add-a-game.md stays true: a folder is enough to be found, obey the laws, and be played by bots."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.core import registry
from stolik.core.facets import FACETS
from tests import forked
from tests.conftest import ROOT
from tests.ground.added_games import installed
from tests.laws import laws
from tests.laws.table import play_random_game


@pytest.fixture
def added(tmp_path: Path) -> Iterator[None]:
    """The smallest game is installed."""
    with installed(tmp_path, "draw_out"):
        yield


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


@pytest.mark.usefixtures("added")
def test_new_game_is_simulated_from_the_command_line_at_once() -> None:
    done = forked.run(["simulate", "draw_out", "--games", "2", "--json"], os.environ)
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["n_games"] == 2


def test_page_tells_every_facet() -> None:
    page = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    assert [name for name in FACETS if f"| `{name}` |" not in page] == []
