"""After the game: a sentence, the curve, the moves and the better ones, the deal checked, a picture."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

from tests.browser.board import Mouse, new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, JUDGED, PHONE, violations
from tests.browser.tiles import SMALL, Tiles


def play_and_resign(page: Any, moves: int) -> str:
    """The table of a game that was given up after some moves."""
    table = new_table(page, "pl", "beginner", options=JUDGED)
    player = Mouse(page, table)
    for _ in range(moves):
        player.wait_for_turn()
        player.play_hint()
    player.wait_for_turn()
    resign(page)
    return table


def resign(page: Any) -> None:
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Poddaję się").click()
    page.get_by_role("dialog").get_by_role("button", name="Poddaję się").click()
    page.locator(".result").wait_for()


def wait_for_review(page: Any) -> None:
    """Until the engine has judged every move."""
    page.locator(".rows .loss").first.wait_for()
    page.locator("progress").wait_for(state="detached")


def shown_tiles(page: Any, kind: str = "") -> int:
    return int(page.locator(f"[data-square] .lies{kind}").count())


def test_game_is_looked_back_at_checked_and_drawn(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = play_and_resign(page, 2)
    result = page.locator(".result")
    result.get_by_role("button", name="Sprawdź losowanie").click()
    result.get_by_text(re.compile("^Tak: ")).wait_for()
    result.get_by_role("link", name="Omów partię").click()
    wait_for_review(page)
    assert "punkt" in page.get_by_role("heading", level=1).inner_text()
    assert page.get_by_role("img", name=re.compile("Punkty po każdym ruchu: Ania")).count() == 1
    told = page.locator(".row .loss").all_inner_texts()
    losses = [int(text.split()[1].replace("\u2212", "-")) for text in told]
    assert len(losses) == 2
    assert losses == sorted(losses)

    # replay by keys: back to the empty board, and forth again
    at_the_end = shown_tiles(page)
    slider = page.get_by_role("slider")
    for left in range(int(slider.input_value()) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("n => document.querySelector('[type=range]').value === n", arg=str(left))
    page.locator("[data-square] .lies").first.wait_for(state="detached")
    # the game may have begun with an exchange; in the middle the first own word lies there
    for step in range(1, int(slider.get_attribute("max") or 0) // 2 + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("n => document.querySelector('[type=range]').value === n", arg=str(step))
    page.locator("[data-square] .lies").first.wait_for()
    assert 0 < shown_tiles(page) < at_the_end

    page.get_by_role("button", name="Sprawdź losowanie").click()
    page.get_by_text(re.compile("^Tak: ")).wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Udostępnij").click()
    page.locator("[data-drawn=true]").wait_for()
    assert violations(page) == []
    with page.expect_download() as picture:
        page.get_by_role("button", name="Pobierz obrazek").click()
    content = Path(picture.value.path()).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (1200, 630)
    with page.expect_download() as written:
        page.get_by_role("link", name="GCG").click()
    assert Path(written.value.path()).read_text(encoding="utf-8").startswith("#character-encoding UTF-8")

    # somebody else, on a telephone in the dark, sees the same and what would have been better
    other = open_page("/", **PHONE)
    other.context.add_cookies([{"name": "theme", "value": "dark", "url": other.url}])
    other.goto(f"/t/{table}/review")
    wait_for_review(other)
    other.get_by_role("button", name="Ania", exact=True).click()
    assert violations(other) == []
    other.locator(".row").first.click()
    other.get_by_role("dialog").get_by_role("grid").wait_for()
    other.keyboard.press("Escape")
    assert other.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_number_tiles_show_what_could_have_been_laid(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    # with so many tiles there is a set among them
    options = SMALL | {"rack_size": 24, "opening_points": 1, "redeal_doublets": None, "starter": 0}
    player = Tiles(page, new_table(page, "rummikub", "beginner", options=options))
    player.leave()
    player.wait_for_move()
    resign(page)
    page.goto(f"/t/{player.table}/review")
    wait_for_review(page)
    assert "można było wyłożyć więcej" in page.get_by_role("heading", level=1).inner_text()
    gain = int(re.findall(r"(\d+) kost", page.locator(".row .better").first.inner_text())[0])
    assert page.locator(".row .loss").first.inner_text().split()[1] == f"\u2212{gain}"
    # nothing lay on the table then
    page.locator(".row").first.click()
    page.wait_for_function("n => document.querySelectorAll('.replay [data-tile]').length === n", arg=gain)

    # the missed moment can be played again
    page.goto("/me/review")
    page.get_by_role("link", name="Zagraj jeszcze raz").click()
    page.get_by_text(f"zostało kostek: {gain}").wait_for()
    assert violations(page) == []
    player.draw.click()
    page.locator(".nudge", has_text="Jest coś lepszego.").wait_for()
    page.get_by_role("button", name="Pokaż").click()
    page.locator(".praise").wait_for()
    assert page.locator("[data-meld] [data-tile]").count() == gain


def test_all_own_games_are_looked_back_at(open_page: Open) -> None:
    page = open_page(**PHONE)
    play_and_resign(page, 1)
    page.goto("/me/review")
    page.get_by_role("button", name="Omów wszystkie").click()
    page.get_by_text("Wszystkie zakończone partie są omówione.").wait_for()
    assert page.get_by_text("1 partia, 1 ruch").count() == 1
    assert page.locator("main li a").get_attribute("href").endswith("/review")
    assert violations(page) == []
