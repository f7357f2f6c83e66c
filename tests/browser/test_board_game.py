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


def test_blank_is_named_and_an_exchange_takes_the_tiles(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    blanks = {"challenge": "off", "tiles": {"kinds": [["?", 40, 0], *([letter, 1, 1] for letter in LETTERS)]}}
    player = Mouse(page, new_table(page, "pl", "beginner", options=blanks))
    player.wait_for_turn()
    player.place_of("?").click()
    corner = player.square(0, 0)
    corner.click()
    player.name_blank("Ż")
    assert corner.get_attribute("aria-label") == "A1, Ż, blank, na próbę"
    page.get_by_role("button", name="Zdejmij").click()
    assert corner.get_attribute("aria-label") == "A1, potrójna premia słowna"
    player.do({"type": "Exchange", "tiles": [["?", "?"], ["?", "?"]]})
    page.get_by_text("wymiana 2").wait_for()


def test_refusal_names_the_rule_in_the_language_of_the_player(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Finger(page, new_table(page, "pl", "beginner", options=QUICK))
    player.wait_for_turn()
    page.locator("[data-place]").nth(0).tap()
    player.square(0, 0).tap()
    if page.get_by_role("dialog").count():
        player.name_blank("A")
    refusal = page.get_by_role("alert")
    refusal.wait_for()
    assert "(S4." in refusal.inner_text()
    assert player.primary.is_disabled()
    assert page.locator(".badge.bad").count() == 1


def test_challenge_takes_a_wrong_word_off_the_board_and_two_share_a_device(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    new_table(page, "pl", None, answer_s=600, options={"starter": 1})
    page.get_by_role("textbox", name="Imię drugiego gracza").fill("Marek")
    page.get_by_role("button", name="Gra też na tym urządzeniu").click()
    cover = page.get_by_role("button", name="To ja")
    cover.wait_for()  # the second one begins
    assert page.locator("[data-place]").count() == 0
    cover.click()
    page.locator("[data-place]").first.wait_for()
    for n in range(7):
        page.locator("[data-place]").nth(n).click()
        page.locator(f'[data-square="7 {4 + n}"]').click()
        if page.get_by_role("dialog").count():
            page.get_by_role("dialog").get_by_role("button", name="Ź", exact=True).click()
    page.locator(".badge.plain span").wait_for()
    page.locator(".hand .primary button").click()
    cover.click()
    page.get_by_role("button", name="Zakwestionuj").click()
    page.get_by_text("zdjęte:").wait_for()
    assert page.locator('[data-square="7 7"]').get_attribute("aria-label").startswith("H8, pole")


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
    assert page.locator(".lies").count() == 0
    assert player.points(0) == player.points(1) == 0
    page.keyboard.press("Escape")
    page.get_by_text(f"Ruch 0 z {n}").wait_for(state="detached")
    assert page.locator(".lies").count() == tiles


def test_letter_that_a_keyboard_lacks_is_typed_without_its_mark(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    options = {"challenge": "off", "tiles": {"kinds": [["Ż", 60, 5], ["Ł", 60, 3]]}}
    player = Mouse(page, new_table(page, "pl", "beginner", options=options))
    player.wait_for_turn()
    page.locator('[role=gridcell][tabindex="0"]').focus()
    held = [name for name in ("Ż", "Ł") if player.place_of(name).count()]
    for n, name in enumerate(held):
        page.keyboard.press({"Ż": "z", "Ł": "l"}[name])
        assert player.square(7, 7 + n).get_attribute("aria-label").startswith(f"H{8 + n}, {name},")
    page.keyboard.press("Backspace")
    assert held[-1] not in player.square(7, 6 + len(held)).get_attribute("aria-label")
