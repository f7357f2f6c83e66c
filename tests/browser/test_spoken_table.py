"""A turn as those hear it who see nothing: checked by roles, names and live regions alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Keyboard, hint, new_table_to
from tests.browser.conftest import Open
from tests.browser.test_board_game import QUICK
from tests.browser.test_pages_in_browser import DESKTOP
from tests.browser.tiles import SHORT, Keys

ROWS = "ABCDEFGHIJKLMNO"


def test_turn_of_the_board_game_is_heard_from_the_rack_to_the_answer(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Keyboard(page, new_table_to("Place", page, "pl", "beginner", options=QUICK | {"starter": 0}))
    player.wait_for_turn()
    board = page.get_by_role("grid", name="Plansza")
    expect(board.get_by_role("row")).to_have_count(15)
    seats = page.get_by_role("list", name="Miejsca").get_by_role("listitem")
    expect(seats.nth(0)).to_contain_text("na ruchu")
    rack = page.get_by_role("group", name="Twój stojak").get_by_role("button")
    expect(rack).to_have_count(7)
    assert all(re.fullmatch(r"blank|\w, \d+ punkt\w*", name) for name in names_of(rack))
    action = hint(page, player.table)
    page.evaluate(LISTEN)
    points = player.do(action)
    wait_until_heard(page, rf"Ania: \S+, .* {points} punkt")
    for row, col, (origin, face) in action["tiles"]:
        worth = "blank" if origin == "?" else r"\d+ punkt\w*"
        name = re.compile(f"^{ROWS[row]}{col + 1}, {face}, {worth}$")
        expect(board.get_by_role("gridcell", name=name)).to_have_count(1)
    # the bot answers, and is heard
    placed = r"Lipka: \S+, \S+ (poziomo|pionowo), \d+ punkt"
    wait_until_heard(page, rf"{placed}|Lipka (wymienia|pasuje)")


#: Keep all that the live region says: the next sentence may come at once.
LISTEN = """() => {
    const region = document.querySelector("[role=status][aria-live]");
    window.heard = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(
        region, {childList: true, characterData: true, subtree: true});
}"""


def wait_until_heard(page: Any, pattern: str) -> None:
    """Until a sentence of this form was said."""
    page.wait_for_function("form => heard.some((each) => new RegExp(form, 'u').test(each))", arg=pattern)


def names_of(things: Any) -> list[str]:
    """What each of several things is called."""
    return [str(each.get_attribute("aria-label")) for each in things.all()]


def test_turn_of_the_number_tiles_is_heard_set_by_set(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    rules = SHORT | {"redeal_doublets": None, "starter": 0, "rack_size": 24}
    player = Keys(page, new_table_to("Lay", page, "rummikub", "beginner", options=rules))
    heard = page.get_by_role("status")
    expect(page.get_by_role("listitem").first).to_contain_text("24 kostki, przed otwarciem, na ruchu")
    (meld, *_) = hint(page, player.table)["table"]
    beside = None
    for origin, _ in meld:
        piece = next(each for each in player.pieces()[-1] if each.origin == origin)
        player.bring(piece, beside)
        heard.filter(has_text=re.compile("do zestawu$" if beside else "nowy zestaw$")).wait_for()
        beside = beside or piece
    page.get_by_role("row", name=re.compile("^Zestaw 1: .*; poprawny$")).wait_for()
    player.confirm()
    heard.filter(has_text=re.compile("^Ania (otwiera|wykłada): ")).or_(
        heard.filter(has_text=re.compile("^Lipka"))
    ).first.wait_for()
    cells = page.get_by_role("grid", name="Stół").get_by_role("gridcell")
    expect(cells.nth(len(meld) - 1)).to_be_attached()
