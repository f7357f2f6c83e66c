"""After the game: a sentence, the curve, the moves and the better ones, the deal checked, a picture."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import expect

from tests.browser.board import Mouse, hint, new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, JUDGED, PHONE, violations
from tests.browser.tiles import SMALL, Tiles
from tests.web.servers import ALWAYS_A_WORD, Person


class Resigned(NamedTuple):
    """A game that was given up: its table, how many own moves, and which of all laid the first own word."""

    table: str
    n_own: int
    first_word: int


def play_and_resign(page: Any, words: int, options: dict[str, Any]) -> Resigned:
    """Play until so many own words lie there, and give up."""
    table = new_table(page, "pl", "beginner", options=options)
    player = Mouse(page, table)
    n_own, at = 0, list[int]()
    while len(at) < words:
        player.wait_for_turn()
        n_own, n_before = n_own + 1, player.moves()
        if player.play_hint():  # an exchange brings nothing
            at.append(n_before + 1)
    player.wait_for_turn()
    resign(page)
    return Resigned(table, n_own, at[0])


def resign(page: Any) -> None:
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("button", name="Poddaję się").click()
    page.get_by_role("dialog").get_by_role("button", name="Poddaję się").click()
    page.locator(".result").wait_for()


def wait_for_review(page: Any) -> None:
    """Until the engine has judged every move."""
    page.locator(".rows .loss").first.wait_for()
    page.locator("progress").wait_for(state="detached")


def test_game_is_looked_back_at_checked_and_drawn(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    game = play_and_resign(page, 2, JUDGED)
    result = page.locator(".result")
    result.get_by_role("button", name="Sprawdź losowanie").click()
    result.get_by_text(re.compile("^Tak: ")).wait_for()
    result.get_by_role("link", name="Omów partię").click()
    wait_for_review(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("punkt")
    expect(page.get_by_role("img", name=re.compile("Punkty po każdym ruchu: Ania"))).to_have_count(1)
    expect(page.locator(".row .loss")).to_have_count(game.n_own)
    told = page.locator(".row .loss").all_inner_texts()
    losses = [int(text.split()[1].replace("\u2212", "-")) for text in told]
    assert losses == sorted(losses)

    # replay by keys: back to the empty board, and forth again
    slider, lying = page.get_by_role("slider"), page.locator("[data-square] .lies")
    lying.first.wait_for()
    at_the_end = lying.count()
    for left in range(int(slider.input_value()) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(str(left))
    expect(lying).to_have_count(0)
    # the game may have begun with an exchange
    for step in range(1, game.first_word + 1):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(step))
    lying.first.wait_for()
    assert 0 < lying.count() < at_the_end

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
    other.goto(f"/t/{game.table}/review")
    wait_for_review(other)
    other.get_by_role("button", name="Ania", exact=True).click()
    assert violations(other) == []
    other.locator(".row").first.click()
    other.get_by_role("dialog").get_by_role("grid").wait_for()
    other.keyboard.press("Escape")
    assert other.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


def test_number_tiles_show_what_could_have_been_laid(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    # with so many tiles there is almost always a set among them
    options = SMALL | {"rack_size": 24, "opening_points": 1, "redeal_doublets": None, "starter": 0}
    player = Tiles(page, "")
    while not player.table or hint(page, player.table)["type"] != "Lay":
        player.table = new_table(page, "rummikub", None, options=options)
        marek.join(player.table)
        page.get_by_role("grid").wait_for()
    player.leave()
    player.wait_for_move()
    resign(page)
    page.goto(f"/t/{player.table}/review")
    wait_for_review(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("można było wyłożyć więcej")
    gain = int(re.findall(r"(\d+) kost", page.locator(".row .better").first.inner_text())[0])
    assert page.locator(".row .loss").first.inner_text().split()[1] == f"\u2212{gain}"
    # nothing lay on the table then
    page.locator(".row").first.click()
    expect(page.locator(".replay [data-tile]")).to_have_count(gain)

    # the missed moment can be played again
    page.goto("/me/review")
    page.get_by_role("link", name="Zagraj jeszcze raz").click()
    page.get_by_text(f"zostało kostek: {gain}").wait_for()
    assert violations(page) == []
    player.draw.click()
    page.locator(".nudge", has_text="Jest coś lepszego.").wait_for()
    page.get_by_role("button", name="Pokaż").click()
    page.locator(".praise").wait_for()
    expect(page.locator("[data-meld] [data-tile]")).to_have_count(gain)


def test_all_own_games_are_looked_back_at(open_page: Open) -> None:
    page = open_page(**PHONE)
    play_and_resign(page, 1, ALWAYS_A_WORD)
    page.goto("/me/review")
    page.get_by_role("button", name="Omów wszystkie").click()
    page.get_by_text("Wszystkie zakończone partie są omówione.").wait_for()
    expect(page.get_by_text("1 partia, 1 ruch")).to_have_count(1)
    expect(page.locator("main li a")).to_have_attribute("href", re.compile("/review$"))
    assert violations(page) == []
    # the same game in the profile: by game and language
    page.goto("/me")
    leaf = page.locator("section").filter(has=page.get_by_role("heading", name=re.compile(", polski$")))
    expect(leaf.get_by_role("definition")).to_contain_text(["1", "0 (0%)"])
    expect(leaf.get_by_role("link", name=re.compile("^AA, "))).to_have_count(1)
