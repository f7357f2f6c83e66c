"""Every preset of every game in a real browser, by mouse and to the end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stolik.core import registry
from tests.browser.board import Action, Mouse, Player, new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP
from tests.browser.tiles import Tiles
from tests.web.servers import Server


class Hasty(Mouse):
    """Passes where a hint would exchange: with a short word list that could go on for long."""

    def do(self, action: Action) -> int:
        return super().do({"type": "Pass"} if action["type"] == "Exchange" else action)


PLAYERS: dict[str, type[Player]] = {"scrabble": Hasty, "rummikub": Tiles}
#: Nobody is hurried: a busy machine drags slowly.
UNHURRIED: dict[str, dict[str, None]] = {"scrabble": {}, "rummikub": {"turn_seconds": None}}


def played() -> list[tuple[str, int]]:
    """Each preset with the fewest and the most who can sit at it."""
    found = []
    for name, preset in registry.presets().items():
        if preset.game in PLAYERS:
            options = preset.options
            found += [(name, n) for n in sorted({options.min_players, options.max_players})]
    return found


@pytest.fixture(scope="module", autouse=True)
def english(server: Server) -> None:
    """A word list of one's own, which the English preset needs."""
    words = Path(__file__).parents[1] / "word_lists/en.txt"
    command = [sys.executable, "-m", "stolik", "lexicon", "add", "en", str(words)]
    subprocess.run(command, env=server.environment, check=True, capture_output=True)


@pytest.mark.soak
@pytest.mark.parametrize(("preset", "n_seats"), played())
def test_game_of_the_preset_is_played_by_mouse(open_page: Open, preset: str, n_seats: int) -> None:
    page = open_page(**DESKTOP)
    game = registry.presets()[preset].game
    bots = ["beginner"] * (n_seats - 1)
    player = PLAYERS[game](page, new_table(page, preset, *bots, answer_s=600, options=UNHURRIED[game]))
    player.begin()
    player.play()
    result = page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text(re.compile(r"\S"))
    expect(result.get_by_role("listitem")).to_have_count(n_seats)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["viewport"]["width"]
