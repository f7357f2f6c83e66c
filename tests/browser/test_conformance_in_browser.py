"""Games that come, in a browser: set up, played to their end and looked back at by pages that know none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from stolik.core import registry
from tests.browser.conftest import Open, running_server
from tests.browser.test_pages_in_browser import DESKTOP, violations
from tests.ground.added_games import installed
from tests.web.servers import Server

MOST_TRIES = 100


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with (
        installed(tmp_path_factory.mktemp("games"), "lighthouse", "stairs"),
        running_server(tmp_path_factory.mktemp("server")) as running,
    ):
        yield running


def set_up_on_the_first_page(page: Any, preset_id: str) -> str:
    """Choose a way to play on the first page; its table."""
    preset = registry.find_preset(preset_id)
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name=registry.about(preset.game).title["pl"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile(re.escape(preset.sentence["pl"]))).check()
    dialog.get_by_label("Twoje imię").fill("Ania")
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")
    return str(page.url.rpartition("/")[2])


def play_to_the_end(page: Any) -> None:
    """Take the first action that is listed, again and again.

    What is listed may change under one's hand when somebody has moved: then one chooses once more.
    """
    result = page.locator(".result")
    ready, choices = page.locator(".hand .primary button:enabled"), page.get_by_role("radio")
    for _ in range(MOST_TRIES):
        result.or_(ready).or_(choices).first.wait_for()
        if result.count():
            return
        with suppress(Error):
            if choices.count():
                choices.first.check(timeout=1000)
            ready.click(timeout=1000)
    raise AssertionError("the game does not end")


def told(page: Any, table: str) -> str:
    """How it ended, as the server says it to the player."""
    games = page.request.get("/api/me/profile").json()["games"]
    return str(next(each["result"] for each in games if each["id"] == table))


@pytest.mark.parametrize("preset_id", ["lighthouse", "stairs", "stairs-duel"])
def test_game_is_set_up_and_played_to_its_end_on_the_page(open_page: Open, preset_id: str) -> None:
    page = open_page(**DESKTOP)
    table = set_up_on_the_first_page(page, preset_id)
    play_to_the_end(page)
    expect(page.locator(".result").get_by_role("heading")).to_have_text(told(page, table))
    expect(page.locator(".moves .move")).not_to_have_count(0)
    assert violations(page) == []
    page.get_by_role("link", name="Omów partię").click()
    page.wait_for_url("**/review")
    expect(page.get_by_role("heading", level=1)).to_have_text(told(page, table))
    assert violations(page) == []
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Zagraj jeszcze raz").click()
    page.get_by_role("link", name="Przejdź do następnej gry").click()
    page.wait_for_url(lambda address: not address.endswith(table))
    page.get_by_role("radio").first.wait_for()


def test_what_lies_on_the_second_of_two_piles_is_not_drawn_as_the_first(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    set_up_on_the_first_page(page, "stairs")
    page.get_by_role("radio", name=re.compile("stair 1", re.IGNORECASE)).first.check()
    page.locator(".hand .primary button:enabled").click()
    expect(page.locator(".moves .move")).to_have_count(1)
    stairs = page.locator(".plain .group").filter(has=page.get_by_role("heading", name="Stairs"))
    expect(stairs).to_contain_text(re.compile("–.*[1-9]", re.DOTALL))
