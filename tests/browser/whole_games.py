"""Whole games as people play them in a browser, for whoever measures what happens on the page meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.board import Finger, Mouse, new_table
from tests.browser.test_board_game import QUICK
from tests.browser.test_number_tiles import SMALL, Tiles

#: Longer than a step of a move that is shown is.
BETWEEN_STEPS_MS = 700


def board_game(player: type[Finger] | type[Mouse]) -> Callable[[Any], object]:
    return lambda page: player(page, new_table(page, "pl", "beginner", options=QUICK)).play()


class Patient(Tiles):
    """Lets a move of the other be shown step by step before thinking about the own one."""

    def wait_for_turn(self) -> bool:
        is_due = super().wait_for_turn()
        shown, seen = self.table_shown(), None
        while is_due and shown != seen:
            self.page.wait_for_timeout(BETWEEN_STEPS_MS)
            shown, seen = self.table_shown(), shown
        return is_due


def number_game(page: Any) -> None:
    player = Patient(page, new_table(page, "rummikub", "beginner", options=SMALL))
    player.begin()
    player.play()


#: How each is played, and whether it is on a phone.
WHOLE_GAMES: dict[str, tuple[Callable[[Any], object], bool]] = {
    "board game by finger": (board_game(Finger), True),
    "board game by mouse": (board_game(Mouse), False),
    "number tiles by mouse": (number_game, False),
}
