"""What everybody sees of the deal: the promise before it, the salt of players, and the seed at the end."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import new_table
from tests.browser.conftest import Open
from tests.browser.test_around_the_table import WORDS
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.browser.test_review import resign
from tests.web.servers import Person


def told(person: Person, table: str, kind: str) -> list[Any]:
    """The events of a kind in the log of a table."""
    log = person.http.get(f"/api/tables/{table}/log").json()
    events = [each["event"] for entry in log["entries"] for each in entry["events"]]
    return [event for event in events if event["type"] == kind]


def unfold(page: Any) -> Any:
    """Open the fold about the deal; what is in it."""
    fold = page.locator("details.dealing")
    fold.get_by_text("Uczciwe losowanie").click()
    return fold


def unfold_in_more(page: Any) -> Any:
    page.get_by_role("button", name="Więcej").click()
    return unfold(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_promise_is_in_sight_before_during_and_after_the_game(
    open_page: Open, marek: Person, size: dict[str, Any]
) -> None:
    page = open_page(**size)
    table = new_table(page, "pl", None, options=WORDS)
    comer = open_page(f"/t/{table}", **size)
    opened = told(marek, table, "Opened")
    promise = str(opened[0]["commitment"])
    for each in (page, comer):
        expect(each.locator("details.dealing summary")).to_contain_text(promise[:8])
        expect(unfold(each).get_by_text(promise, exact=True)).to_be_visible()
    expect(comer.get_by_role("button", name="Dosyp soli")).to_have_count(0)
    marek.join(table)
    page.get_by_role("grid").wait_for()
    fold = unfold_in_more(page)
    expect(fold.get_by_text(promise, exact=True)).to_be_visible()
    expect(fold).to_contain_text("samo ziarno zostanie podane po grze")
    expect(fold.get_by_role("button", name="Dosyp soli")).to_have_count(0)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    page.keyboard.press("Escape")
    resign(page)
    fold = unfold_in_more(page)
    expect(fold.get_by_text(promise, exact=True)).to_be_visible()
    seed = fold.locator("code").last.inner_text()
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promise


def test_salt_of_players_is_taken_shown_to_all_and_counts_in_the_deal(open_page: Open, marek: Person) -> None:
    page = open_page(**PHONE)
    table = new_table(page, "pl", None, None, options=WORDS)
    marek.join(table)
    fold = unfold(page)
    suggested = fold.get_by_label("Twoja sól").input_value()
    assert len(suggested) >= 16
    fold.get_by_role("button", name="Dosyp soli").click()
    fold.get_by_text("Twoja sól liczy się w każdym losowaniu.").wait_for()
    expect(fold.locator("dl")).to_contain_text(f"Sól: Ania {suggested}")
    fold.get_by_label("Twoja sól").fill("żółw i <b>kot</b>")
    fold.get_by_role("button", name="Dosyp soli").click()
    expect(fold.locator("dl")).to_contain_text("Sól: Ania żółw i <b>kot</b>")
    assert marek.http.post(f"/api/tables/{table}/salt", json={"salt": "pieprz"}).status_code == 204
    expect(fold.locator("dl")).to_contain_text("Sól: Marek pieprz")
    assert violations(page) == []
    salted = [(event["seat"], event["salt"]) for event in told(marek, table, "Salted")]
    assert salted == [(0, suggested), (0, "żółw i <b>kot</b>"), (1, "pieprz")]
    page.get_by_role("button", name="Posadź bota na wolnym miejscu").click()
    page.get_by_role("grid").wait_for()
    with marek.socket() as socket:
        socket.act(table, 1, None, {"type": "Resign"})
        socket.expect("done")
    resign(page)
    page.get_by_role("button", name="Sprawdź losowanie").click()
    page.get_by_text(re.compile("^Tak: wszystkie .* z ziarna obiecanego przed partią")).wait_for()


def test_salt_that_comes_when_the_tiles_are_dealt_is_refused_in_plain_words(
    open_page: Open, marek: Person
) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=WORDS)
    held: list[Any] = []

    def hold(asked: Any) -> None:
        held.append(asked)

    page.route("**/salt", hold)
    unfold(page).get_by_role("button", name="Dosyp soli").click()
    marek.join(table)
    page.get_by_role("grid").wait_for()
    held[0].continue_()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Płytki są już rozdane: sól trzeba dodać przed pierwszym losowaniem.")
