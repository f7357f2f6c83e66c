"""Words, oneself and settings in a real browser: what is typed is answered, and what is chosen holds."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

from tests.browser.board import Mouse, new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.web.servers import Server


def stored(server: Server, question: str) -> list[Any]:
    """Rows of the server's database."""
    file = next(Path(server.environment["XDG_DATA_HOME"]).rglob("*.db"))
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        return connection.execute(question).fetchall()


def test_words_are_judged_while_they_are_typed_and_can_be_reported(open_page: Open, server: Server) -> None:
    page = open_page("/words", **PHONE)
    assert page.url.endswith("/words/pl")
    page.locator("#q").fill("żółwi")
    page.get_by_role("heading", name="Tak, ŻÓŁWI to dobry wyraz.").wait_for()
    page.wait_for_url("**/words/pl/%C5%BC%C3%B3%C5%82wi")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Zgłoś to słowo").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").last.fill("nie znam go")
    assert violations(page) == []
    dialog.get_by_role("button", name="Zgłoś to słowo").click()
    dialog.get_by_text("Ktoś przyjrzy się słowu ŻÓŁWI.").wait_for()
    assert stored(server, "SELECT kind, what, comment FROM reports") == [("word", "ŻÓŁWI", "nie znam go")]
    page.keyboard.press("Escape")
    page.get_by_text("Z liter").click()
    page.locator("#q").fill("tok?")
    page.get_by_role("heading", name="Liczba liter: 4").wait_for()
    assert page.get_by_role("link", name="KOTY").count() == 1
    page.reload()
    assert page.get_by_role("link", name="KOTY").count() == 1


def test_settings_change_how_squares_are_called_and_hold_and_moves_are_told_with_them(
    open_page: Open, server: Server
) -> None:
    page = open_page(**DESKTOP)
    player = Mouse(page, table := new_table(page, "pl", "beginner", options={"challenge": "off"}))
    player.wait_for_turn()
    centre = page.locator('[data-square="6 7"]')
    assert centre.get_attribute("aria-label").startswith("G8")
    page.get_by_role("button", name="Więcej").click()
    page.get_by_label("Nazwy pól").select_option("international")
    page.get_by_label("Duży druk na płytkach").check()
    assert centre.get_attribute("aria-label").startswith("H7")
    page.get_by_role("button", name="Zgłoś słowo").click()
    page.get_by_label("Które słowo?").fill("brakujące")
    assert violations(page) == []
    page.get_by_role("button", name="Zgłoś to słowo").click()
    page.get_by_text("Ktoś przyjrzy się słowu BRAKUJĄCE.").wait_for()
    told = stored(server, "SELECT what, table_id FROM reports WHERE table_id IS NOT NULL")
    assert told == [("brakujące", table)]
    page.keyboard.press("Escape")
    player.play_hint()
    spoken = re.compile(r", [A-O]\d+ (poziomo|pionowo), \d+ punkt")
    page.get_by_role("status").get_by_text(spoken).wait_for()
    page.reload()
    page.get_by_role("grid").wait_for()
    assert centre.get_attribute("aria-label").startswith("H7")
    assert page.locator("html").get_attribute("data-tiles") == "large"
