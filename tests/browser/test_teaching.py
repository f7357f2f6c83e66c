"""Rules and lessons in a real browser: pictures are drawn, and a whole lesson is done by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import Mouse
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations


def steps_of(page: Any) -> list[Any]:
    found: list[Any] = json.loads(page.locator("#lesson").text_content())["steps"]
    return found


def is_solved(page: Any) -> None:
    page.locator(".praise").wait_for()


def test_lesson_of_the_board_game_is_done_by_mouse(open_page: Open) -> None:
    page = open_page("/learn/scrabble", **DESKTOP)
    player = Mouse(page, "")
    for n, step in enumerate(steps_of(page)):
        page.get_by_role("heading", level=1, name=step["title"], exact=True).wait_for()
        expect(page.locator(".task p")).to_have_text(step["task"])
        for row, col, (origin, face) in step["solution"]["tiles"]:
            player.lay(row, col, origin, face)
        page.locator(".badge.good span").wait_for()
        player.confirm()
        is_solved(page)
        expect(page.locator("nav a.done")).to_have_count(n + 1)
        page.locator(".go").click()
    page.wait_for_url("**/")
    # what was done is known on another day
    page.goto("/learn/scrabble")
    page.get_by_role("grid").wait_for()
    expect(page.locator("nav a.done")).to_have_count(6)


def test_lesson_of_the_number_tiles_refuses_nudges_and_shows(open_page: Open) -> None:
    page = open_page("/learn/rummikub#split", **DESKTOP)
    own = page.locator("[data-place][data-tile=b6]")
    own.drag_to(page.locator("[data-new]"))
    page.locator(".refusal a[href='/rules/rummikub/rummikub#R3.1']").wait_for()
    expect(page.locator(".nudge")).to_have_text("Każda połowa serii potrzebuje własnej niebieskiej 6.")
    # the end of the long run comes to it
    for tile in ("b7", "b8"):
        moved = page.locator(f"[data-meld] [data-tile={tile}]").first
        moved.drag_to(page.locator("[data-meld]").last.locator("[data-piece]").last)
    page.locator(".meld.good").nth(1).wait_for()
    page.locator(".hand .primary button").click()
    is_solved(page)
    page.locator(".go").click()
    page.get_by_role("heading", name="Zbierz z kilku zestawów").wait_for()
    page.get_by_role("button", name="Dobierz kostkę").click()
    page.locator(".nudge").get_by_text("Zasady na to pozwalają").wait_for()
    page.get_by_role("button", name="Pokaż").click()
    is_solved(page)
    expect(page.locator("[data-meld]")).to_have_count(3)
    page.get_by_role("button", name="Jeszcze raz").click()
    expect(page.locator("[data-meld]")).to_have_count(2)


@pytest.mark.parametrize(
    ("game", "theme", "size"), [("scrabble", "light", PHONE), ("rummikub", "dark", DESKTOP)]
)
def test_rules_and_lessons_have_pictures_and_no_barriers(
    open_page: Open, game: str, theme: str, size: dict[str, Any]
) -> None:
    page = open_page("/rules", color_scheme=theme, **size)
    assert violations(page) == []
    page.goto(f"/rules/{game}")
    page.locator(".drawing .tile").last.wait_for()
    expect(page.locator(".drawing:not(:has(.tile, .square))")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("link", name="Wypróbuj krok po kroku").click()
    page.get_by_role("grid").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Pokaż").click()
    is_solved(page)
    assert violations(page) == []
