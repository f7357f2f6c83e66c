"""The picture of the board that a page shows at once lies just where the board will."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import set_up
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE

SMALL_PHONE = PHONE | {"viewport": {"width": 360, "height": 640}}


def place(page: Any, what: str) -> list[float]:
    expect(page.locator(what)).to_be_visible()
    found: dict[str, float] = page.locator(what).bounding_box()
    return [found[each] for each in ("x", "y", "width", "height")]


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, DESKTOP], ids=["phone", "small phone", "wide"])
@pytest.mark.parametrize("n_bots", [1, 3])
def test_board_comes_where_its_picture_was(open_page: Open, size: dict[str, Any], n_bots: int) -> None:
    page = open_page(**size)
    table = set_up(page, "pl", *["generic"] * n_bots)
    waiting = open_page(
        f"/t/{table}", java_script_enabled=False, storage_state=page.context.storage_state(), **size
    )
    announced = place(waiting, ".board-placeholder")
    page.goto(f"/t/{table}")
    page.get_by_role("grid").wait_for()
    assert place(page, ".frame") == pytest.approx(announced, abs=1)
    page.locator(".board-placeholder").wait_for(state="detached")
