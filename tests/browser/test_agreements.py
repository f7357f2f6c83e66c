"""What people agree on, also where several of them play on one device, and when the game is over."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Mouse, new_table, sit_down
from tests.browser.conftest import Open
from tests.browser.test_around_the_table import WORDS, answer, propose, two_at_a_table
from tests.browser.test_pages_in_browser import DESKTOP, violations
from tests.browser.test_review import resign


def seat_on_this_device(page: Any, name: str) -> None:
    """Somebody more sits down at the same device."""
    page.get_by_role("textbox", name="Imię drugiego gracza").fill(name)
    page.get_by_role("button", name="Gra też na tym urządzeniu").click()


def lay_and_hand_over(player: Mouse, row: int, name: str) -> None:
    """Lay the word that everybody always has, and give the device to somebody, who says so."""
    for col in (7, 8):
        player.lay(row, col, "A", "A")
    player.page.locator(".badge.good span").wait_for()
    player.confirm()
    player.page.get_by_role("button", name=f"To ja: {name}").click()
    player.page.get_by_role("grid").wait_for()


def test_each_of_two_at_one_device_is_asked_by_name(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, new_table(page, "pl", None, options=WORDS))
    seat_on_this_device(page, "Ola")
    page.get_by_role("grid").wait_for()
    lay_and_hand_over(player, 7, "Ola")
    propose(page, "Zaproponuj remis")
    page.locator(".asks").get_by_text("Ania: Ola proponuje remis. Zgoda?").wait_for()
    assert violations(page) == []
    answer(page, "Ania: Ola proponuje remis. Zgoda?", "Nie")
    expect(page.locator(".result")).to_have_count(0)
    lay_and_hand_over(player, 8, "Ania")
    looking_back = page.context.new_page()
    looking_back.goto(page.url)
    looking_back.locator(".moves .move").last.click()
    looking_back.get_by_text("Ruch 1 z 2").wait_for()
    propose(page, "Cofnij mój ruch")
    answer(page, "Ola: Ania chce cofnąć ruch. Zgoda?", "Tak")
    looking_back.get_by_text("Ruch 1 z").wait_for(state="detached")
    expect(page.locator(".lies")).to_have_count(0)
    resign(page)
    page.get_by_role("button", name="Zagraj jeszcze raz").click()
    answer(page, "Ola: Ania chce zagrać jeszcze raz. Zgoda?", "Tak")
    page.get_by_role("link", name="Przejdź do następnej gry").wait_for()


def test_second_click_of_a_double_one_says_nothing_for_the_next_person(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(**DESKTOP)
    table = new_table(page, "pl", None, None, options=WORDS)
    seat_on_this_device(page, "Ola")
    page.get_by_role("listitem").filter(has_text="Ola").wait_for()
    sit_down(friend, table)
    propose(friend, "Zaproponuj remis")
    page.locator(".asks").get_by_text("Ania: Marek proponuje remis. Zgoda?").wait_for()
    page.locator(".asks").get_by_role("button", name="Tak").click(click_count=2, delay=200)
    answer(page, "Ola: Marek proponuje remis. Zgoda?", "Tak")
    for each in (page, friend):
        expect(each.locator(".result").get_by_role("heading")).to_have_text("Uzgodniono remis.")


def test_game_that_is_over_leaves_nothing_to_answer_but_another_one(open_page: Open) -> None:
    page, friend, table = two_at_a_table(open_page)
    other = page.context.new_page()
    other.goto(f"/t/{table}")
    propose(friend, "Zaproponuj remis")
    for each in (page, other):
        each.get_by_role("button", name="Tak", exact=True).wait_for()
    resign(page)
    for each in (page, friend, other):
        expect(each.get_by_role("button", name="Zagraj jeszcze raz")).to_be_visible()
        expect(each.get_by_role("button", name="Tak", exact=True)).to_have_count(0)
        expect(each.get_by_text("Czekamy na pozostałych.")).to_have_count(0)
    page.get_by_role("button", name="Zagraj jeszcze raz").click()
    page.get_by_text("Czekamy na pozostałych.").wait_for()
    answer(friend, "Ania chce zagrać jeszcze raz. Zgoda?", "Tak")
    for each in (page, friend):
        each.get_by_role("link", name="Przejdź do następnej gry").wait_for()
