"""Whole board games in a real browser: what a player sees and does, by mouse, keyboard and finger."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Finger, Keyboard, Mouse, Player, new_table, tap_any, wait_until_equal
from tests.browser.conftest import Open
from tests.web.servers import ALWAYS_A_WORD

#: A smaller box: the game is whole, but shorter.
LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
SMALL = [["?", 2, 0], *([letter, 3 if letter in "AEIKORT" else 1, 1] for letter in LETTERS)]
QUICK = {"challenge": "off", "tiles": {"kinds": SMALL}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1360, "height": 850}}
#: Nothing but blanks on every rack, and all letters to name them.
BLANKS = {
    "challenge": "off",
    "starter": 0,
    "rack_size": 1,
    "tiles": {"kinds": [["?", 4, 0], *([letter, 0, 1] for letter in LETTERS)]},
}


def check_end(player: Player, total: int) -> None:
    """The result stands on the page, and what was shown at each play adds up to it."""
    result = player.page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text(re.compile(r"\S"))
    rows = result.get_by_role("listitem")
    expect(rows).to_have_count(2)
    own = rows.filter(has=player.page.get_by_text("Ania", exact=True))
    expect(own).to_contain_text(player.figure(0).inner_text())
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
    expect(page.locator(".result").get_by_role("heading")).to_have_text(re.compile(r"\S"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_blank_is_named_and_an_exchange_takes_the_tile(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, new_table(page, "pl", "beginner", options=BLANKS))
    player.wait_for_turn()
    player.place_of("?").click()
    corner = player.square(0, 0)
    corner.click()
    player.name_blank("Ż")
    expect(corner).to_have_attribute("aria-label", "A1, Ż, blank, na próbę")
    page.get_by_role("button", name="Zdejmij").click()
    expect(corner).to_have_attribute("aria-label", "A1, potrójna premia słowna")
    player.do({"type": "Exchange", "tiles": [["?", "?"]]})
    page.get_by_text("wymiana 1").first.wait_for()


def test_click_right_after_a_drag_is_no_part_of_it(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    new_table(page, "pl", "beginner", options={"starter": 0})
    letter = page.locator('[data-place]:not([aria-label="blank"])').first
    centre, talk = page.locator('[data-square="7 7"]'), page.get_by_role("button", name="Rozmowa")
    boxes = [place.bounding_box() for place in (letter, centre, talk)]
    tile, square, button = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(*tile)
    page.mouse.down()
    page.mouse.move(*square, steps=4)
    page.mouse.up()
    page.mouse.click(*button)
    page.get_by_role("dialog", name="Rozmowa").wait_for()
    expect(page.locator(".lies.trial")).to_have_count(1)


def test_refusal_names_the_rule_in_the_language_of_the_player(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Finger(page, new_table(page, "pl", "beginner", options=QUICK))
    player.wait_for_turn()
    tap_any(page, 0, 0, 0, "A")
    expect(page.get_by_role("alert")).to_contain_text("(S4.")
    expect(player.primary).to_be_disabled()
    expect(page.locator(".badge.bad")).to_have_count(1)


def test_answer_that_comes_late_takes_back_nothing_of_a_later_one(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, new_table(page, "pl", "beginner", options=ALWAYS_A_WORD | {"starter": 0}))
    asked: list[Any] = []

    def hold(question: Any) -> None:
        asked.append(question)

    page.route("**/preview", hold)
    player.lay(7, 7, "A", "A")
    player.lay(7, 8, "A", "A")
    wait_until_equal(page, lambda: len(asked), 2)
    asked[1].continue_()
    page.locator(".badge.good span").wait_for()
    with page.expect_response("**/preview"):
        asked[0].continue_()
    page.evaluate("async () => { await fetch('/api/me'); }")  # by now that answer is known to the page
    expect(page.locator(".badge.good span")).to_be_visible()
    expect(player.primary).to_be_enabled()


def test_challenge_takes_a_wrong_word_off_the_board_and_two_share_a_device(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    # whatever is dealt, no word is made of it
    options = {"starter": 1, "tiles": {"kinds": [["Ź", 60, 9]]}}
    player = Mouse(page, new_table(page, "pl", None, answer_s=600, options=options))
    page.get_by_role("textbox", name="Imię drugiego gracza").fill("Marek")
    page.get_by_role("button", name="Gra też na tym urządzeniu").click()
    cover = page.get_by_role("button", name="To ja")
    cover.wait_for()  # the second one begins
    expect(page.locator("[data-place]")).to_have_count(0)
    cover.click()
    expect(page.locator("[data-place]")).to_have_count(7)
    for col in range(4, 11):
        player.lay(7, col, "Ź", "Ź")
    page.locator(".badge.plain span").wait_for()
    player.confirm()
    cover.click()
    expect(page.locator(".asks .ring")).to_have_text(re.compile("^(5..|600)$"))
    page.get_by_role("button", name="Zakwestionuj").click()
    page.get_by_text("zdjęte:").wait_for()
    expect(player.square(7, 7)).to_have_attribute("aria-label", re.compile("^H8, pole"))


def test_arrow_keys_look_back_at_every_move(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, new_table(page, "pl", "beginner", options=QUICK))
    for _ in range(2):
        player.wait_for_turn()
        player.play_hint()
    player.wait_for_turn()
    n, tiles = player.moves(), page.locator(".lies").count()
    page.locator("h1").click()
    for _ in range(n):
        page.keyboard.press("ArrowLeft")
    page.get_by_text(f"Ruch 0 z {n}").wait_for()
    expect(page.locator(".lies")).to_have_count(0)
    for seat in (0, 1):
        expect(player.figure(seat)).to_have_text("0")
    slider = page.get_by_role("slider", name="Przegląd ruchów")
    slider.fill("1")
    page.get_by_text(f"Ruch 1 z {n}").wait_for()
    page.locator("h1").click()
    page.keyboard.press("Escape")
    page.get_by_text(f"Ruch 1 z {n}").wait_for(state="detached")
    expect(page.locator(".lies")).to_have_count(tiles)


def test_letter_that_a_keyboard_lacks_is_typed_without_its_mark(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    options = {"challenge": "off", "tiles": {"kinds": [["Ż", 60, 5], ["Ł", 60, 3]]}}
    player = Mouse(page, new_table(page, "pl", "beginner", options=options))
    player.wait_for_turn()
    page.locator('[role=gridcell][tabindex="0"]').focus()
    held = [name for name in ("Ż", "Ł") if player.place_of(name).count()]
    last = player.square(7, 6 + len(held))
    empty = last.get_attribute("aria-label")
    for n, name in enumerate(held):
        page.keyboard.press({"Ż": "z", "Ł": "l"}[name])
        expect(player.square(7, 7 + n)).to_have_attribute("aria-label", re.compile(f"^H{8 + n}, {name},"))
    page.keyboard.press("Backspace")
    expect(last).to_have_attribute("aria-label", empty)
