"""A game that an engine judges and that has no folder in the client is looked back at all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, running_server
from tests.browser.test_pages_in_browser import DESKTOP, violations
from tests.browser.test_review import wait_for_review
from tests.ground.added_games import installed
from tests.ground.test_conformance_served import play
from tests.ground.ways import way_of
from tests.web.servers import Person, Server
from tests.web.test_reviews import review_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with (
        installed(tmp_path_factory.mktemp("games"), "stairs"),
        running_server(tmp_path_factory.mktemp("server")) as running,
    ):
        yield running


def opened_as(person: Person, open_page: Open, path: str) -> Any:
    page = open_page("/", **DESKTOP)
    page.context.add_cookies(
        [{"name": each.name, "value": each.value or "", "url": page.url} for each in person.http.cookies.jar]
    )
    page.goto(path)
    return page


def test_game_without_sentences_of_its_own_is_reviewed(
    open_page: Open, server: Server, marek: Person
) -> None:
    way = way_of("stairs")
    table = str(marek.table("stairs", n_seats=way.n_seats)["id"])
    play(marek, table, 0, way)
    judged = review_of(marek, f"/api/tables/{table}/review")["turns"]
    n_better = sum(turn["verdict"]["loss"] >= 1 for turn in judged)

    page = opened_as(marek, open_page, f"/t/{table}/review")
    wait_for_review(page)
    said = rf"^{n_better} of {len(judged)} moves? could" if n_better else "^No move could"
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(said))
    expect(page.locator(".row .loss").first).to_contain_text("exact")
    expect(page.get_by_text("loss per move")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("button", name="Share").click()
    page.locator("[data-drawn=true]").wait_for()

    page.goto("/me/review")
    expect(page.get_by_text("loss per move")).to_have_count(1)
    expect(page.get_by_text("bonus")).to_have_count(0)
    assert violations(page) == []
