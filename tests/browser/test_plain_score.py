"""A game for a score in which finding plays is up to the player, on the page that knows no game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, running_server
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.ground.added_games import installed, leave_plays_to_be_found
from tests.ground.test_conformance_served import play, until
from tests.ground.ways import way_of
from tests.web.servers import Person, Server

LIST = re.compile("^Pokaż, co można zagrać")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with installed(tmp_path_factory.mktemp("games"), "stairs") as games:
        leave_plays_to_be_found(games)
        with running_server(tmp_path_factory.mktemp("server")) as running:
            yield running


@pytest.fixture
def ania(server: Server) -> Iterator[Person]:
    person = Person(server, "Ania")
    person.http.headers["accept-language"] = "pl"
    yield person
    person.close()


def new_table(person: Person) -> str:
    return str(person.table("stairs", n_seats=1)["id"])


def page_of(person: Person, open_page: Open, table: str, size: dict[str, Any]) -> Any:
    session = {"name": "stolik", "value": person.http.cookies["stolik"], "url": str(person.http.base_url)}
    return open_page(f"/t/{table}", storage_state={"cookies": [session]}, **size)


def standing(person: Person) -> list[str]:
    """The tables whose scores stand, as soon as there are any."""

    def found() -> list[str]:
        return [each["table"] for each in person.http.get("/api/me/profile").json()["scores"]]

    return until(found)


def to_the_end(person: Person, table: str, page: Any) -> None:
    """Play on elsewhere, while the page is told of every turn."""
    play(person, table, 0, way_of("stairs"))
    expect(page.locator(".result").get_by_role("heading")).to_have_text(re.compile("^Twój wynik"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_score_stands_where_nobody_wanted_a_list(open_page: Open, ania: Person, size: dict[str, Any]) -> None:
    table = new_table(ania)
    page = page_of(ania, open_page, table, size)
    expect(page.get_by_role("button", name=LIST)).to_be_enabled()
    expect(page.get_by_role("radio")).to_have_count(0)
    assert violations(page) == []
    with ania.socket() as socket:
        tile = socket.watch(table, 0)["view"]["rack"][0]
    field = page.get_by_role("textbox", name="Akcja jako JSON")
    field.fill(json.dumps({"type": "Throw", "tile": tile}))
    page.locator(".hand .primary button").click()
    expect(field).to_be_empty()
    expect(page.get_by_role("button", name=LIST)).to_be_enabled()
    to_the_end(ania, table, page)
    assert standing(ania) == [table]


def test_list_that_was_wanted_stays_and_the_score_does_not_stand(open_page: Open, ania: Person) -> None:
    helped = new_table(ania)
    page = page_of(ania, open_page, helped, DESKTOP)
    page.get_by_role("button", name=LIST).press("Enter")
    page.locator("input[type=radio]:focus").wait_for()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator(".moves .move")).to_have_count(1)
    page.get_by_role("radio").first.wait_for()
    page.reload()
    page.get_by_role("radio").first.wait_for()
    expect(page.get_by_role("button", name=LIST)).to_have_count(0)
    to_the_end(ania, helped, page)
    unaided = new_table(ania)
    play(ania, unaided, 0, way_of("stairs"))
    # games are settled one after another: what was to come of the first has come
    assert standing(ania) == [unaided]
