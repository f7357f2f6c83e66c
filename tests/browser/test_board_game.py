"""Whole board games in a real browser: what a player sees and does, by mouse, keyboard and finger."""

from __future__ import annotations

from tests.browser.board import Finger, Keyboard, Mouse, Player, new_table
from tests.browser.conftest import Open

#: A smaller box: the game is whole, but shorter.
LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
SMALL = [["?", 2, 0], *([letter, 3 if letter in "AEIKORT" else 1, 1] for letter in LETTERS)]
QUICK = {"challenge": "off", "tiles": {"kinds": SMALL}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1360, "height": 850}}


def check_end(player: Player, total: int) -> None:
    """The result stands on the page, and what was shown at each play adds up to it."""
    result = player.page.locator(".result")
    assert result.get_by_role("heading").inner_text()
    rows = result.get_by_role("listitem").all_inner_texts()
    assert len(rows) == 2
    own = next(row for row in rows if row.startswith("Ania"))
    assert str(player.points(0)) in own
    assert sum(player.listed_points("Ania")) == player.points(0)
    assert sum(points for points in player.listed_points("Ania") if points > 0) >= total


def test_game_is_played_by_mouse(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, new_table(page, "pl", "beginner", options={"challenge": "off"}))
    check_end(player, player.play())


def test_game_is_played_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Keyboard(page, new_table(page, "pl", "beginner", options=QUICK))
    check_end(player, player.play())


def test_game_is_played_by_finger_on_a_small_phone(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Finger(page, new_table(page, "pl", "beginner", options=QUICK))
    player.play()
    assert page.locator(".result").get_by_role("heading").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
