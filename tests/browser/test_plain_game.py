"""A game without a folder in the client, from the first page to looking back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import set_up
from tests.browser.conftest import Open, running_server
from tests.browser.test_pages_in_browser import DESKTOP, JUDGED, PHONE, violations
from tests.ground.added_games import installed
from tests.web.servers import ALWAYS_A_WORD, Person, Server
from tests.web.test_accounts import new_login, register

#: What the preset has: all are drawn in turn, and their sum is odd, so that two players never draw a game.
TILES = 6
DRAW = re.compile("^Dobierz$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with (
        installed(tmp_path_factory.mktemp("games"), "draw_out", "stairs"),
        running_server(tmp_path_factory.mktemp("server")) as running,
    ):
        yield running


def from_the_first_page(page: Any) -> str:
    """Choose the game on the first page, against a bot; its table."""
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="Dobieranka").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("Dobieranka")).check()
    dialog.get_by_label("Twoje imię").fill("Ania")
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")
    return str(page.url.rpartition("/")[2])


def wait_for_turn(page: Any) -> bool:
    """Until the button says what can be done; False if the game is over instead."""
    button, over = page.locator(".hand .primary button:enabled"), page.locator(".result")
    button.or_(over).first.wait_for()
    return bool(over.count() == 0)


def own_tiles(page: Any) -> Any:
    return page.get_by_role("group", name="W ręku").locator(".tile")


def check_result(page: Any, table: str) -> None:
    """The page says who won as the server knows it."""
    events = page.request.get(f"/api/tables/{table}/log").json()["entries"][-1]["events"]
    scores = next(each["event"]["scores"] for each in events if each["event"]["type"] == "Ended")
    said = re.compile("^Wygrywasz" if scores[0] > scores[1] else "^Wygrywa ")
    expect(page.locator(".result").get_by_role("heading")).to_have_text(said)
    for points in scores:
        expect(page.locator(".result li").get_by_text(re.compile(rf"^{points} p"))).not_to_have_count(0)


def test_game_is_begun_on_the_first_page_and_played_to_its_end_by_mouse(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = from_the_first_page(page)
    for n in range(TILES // 2):
        assert wait_for_turn(page)
        expect(own_tiles(page)).to_have_count(n)
        assert violations(page) == []
        page.get_by_role("button", name=DRAW).click()
        if n < TILES // 2 - 1:
            expect(own_tiles(page)).to_have_count(n + 1)
    assert not wait_for_turn(page)
    check_result(page, table)
    assert violations(page) == []
    expect(page.locator(".moves .move")).not_to_have_count(0)


def test_game_is_played_to_its_end_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(**PHONE)
    table = set_up(page, "draw_out", "generic")
    page.goto(f"/t/{table}")
    for n in range(TILES // 2):
        assert wait_for_turn(page)
        expect(own_tiles(page)).to_have_count(n)
        page.keyboard.press("Enter")
        if n < TILES // 2 - 1:
            expect(own_tiles(page)).to_have_count(n + 1)
    assert not wait_for_turn(page)
    check_result(page, table)
    assert violations(page) == []
    page.get_by_role("button", name="Zagraj jeszcze raz").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Przejdź do następnej gry").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: not address.endswith(table))
    assert wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_one_of_several_actions_is_chosen_and_done_by_keyboard_turn_after_turn(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    page.goto(f"/t/{set_up(page, 'stairs')}")
    radios, over = page.get_by_role("radio"), page.locator(".result")
    radios.first.focus()
    assert violations(page) == []
    for n in range(1, 100):
        page.keyboard.press("Space")
        expect(page.locator(".hand .primary button")).to_be_enabled()
        page.keyboard.press("Enter")
        page.locator(".moves .move").nth(n - 1).wait_for()
        # the choices of the next turn have the focus again
        page.locator("input[type=radio]:focus").or_(over).first.wait_for()
        if over.count():
            break
    expect(over.get_by_role("heading")).to_have_text(re.compile(r"^Twój wynik: \d+\.$"))
    points = page.locator("li.chip .figure").inner_text()
    expect(over.get_by_role("heading")).to_contain_text(points)
    expect(over.get_by_role("button", name="Zagraj jeszcze raz")).to_be_visible()
    assert violations(page) == []


def test_earlier_moves_are_looked_back_at_on_the_table_and_after_the_game(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = set_up(page, "draw_out", "generic")
    page.goto(f"/t/{table}")
    while wait_for_turn(page):
        page.get_by_role("button", name=DRAW).click()
        page.locator(".hand .primary button:disabled").or_(page.locator(".result")).first.wait_for()
    sizes = page.locator("[aria-label=Stół] tbody td.figures:nth-of-type(1)")
    for n, drawn in ((1, ["1", "0"]), (2, ["1", "1"]), (3, ["2", "1"])):
        page.locator(".moves .move").nth(-n).click()
        expect(sizes).to_have_text(drawn)
    page.get_by_role("link", name="Omów partię").click()
    page.wait_for_url("**/review")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Wygrywa"))
    page.locator(".rows .row").first.click()
    expect(sizes).to_have_text(["1", "0"])
    assert violations(page) == []
    page.get_by_role("button", name="Obrazek i zapis").click()
    page.locator("[data-drawn=true]").wait_for()


def test_action_is_written_where_none_is_listed(open_page: Open, server: Server, marek: Person) -> None:
    ania = Person(server, "Ania")
    for person in (ania, marek):
        person.http.headers["accept-language"] = "pl"
        register(person, new_login())
    table = ania.table("draw_out", None, rated=True)["id"]
    marek.join(table)
    session = {"name": "stolik", "value": ania.http.cookies["stolik"], "url": server.url}
    page = open_page(f"/t/{table}", storage_state={"cookies": [session]}, **PHONE)
    ania.close()
    page.get_by_text("W partii rankingowej").wait_for()
    button, field = page.locator(".hand .primary button"), page.get_by_role("textbox", name="Akcja jako JSON")
    expect(button).to_be_disabled()
    field.fill("Draw")
    page.get_by_role("alert").get_by_text("To nie jest JSON").wait_for()
    expect(button).to_be_disabled()
    field.fill(json.dumps({"type": "Fly"}))
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Fly")
    assert violations(page) == []
    field.fill(json.dumps({"type": "Draw"}))
    expect(button).to_have_text(DRAW)
    button.click()
    expect(own_tiles(page)).to_have_count(1)
    expect(button).to_be_disabled()


#: Tables as they would be if the client had nothing of their game.
UNHEARD_OF = """const parse = JSON.parse;
JSON.parse = (text, ...more) =>
    parse(String(text).replace('"game":"scrabble"', '"game":"unheard-of"'), ...more);"""


def test_board_with_its_tiles_and_plays_among_many_are_shown_as_well(open_page: Open) -> None:
    page = open_page(**PHONE)
    table = set_up(page, "pl", "beginner", options=JUDGED | ALWAYS_A_WORD | {"starter": 0})
    page.add_init_script(UNHEARD_OF)
    page.goto(f"/t/{table}")
    expect(own_tiles(page)).to_have_count(7)
    button = page.locator(".hand .primary button")
    expect(button).to_be_disabled()
    page.get_by_text("Wybierz, co zrobić.").wait_for()
    page.get_by_role("radio", name="AA").first.focus()
    page.keyboard.press("Space")
    expect(button).to_be_enabled()
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("td.laid").first).to_have_text("A")
    assert violations(page) == []


def test_who_watches_sees_no_tile_of_anybody_and_nothing_to_do(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = set_up(page, "draw_out", "generic")
    watching = open_page(f"/t/{table}", **PHONE)
    page.goto(f"/t/{table}")
    assert wait_for_turn(page)
    page.get_by_role("button", name=DRAW).click()
    expect(own_tiles(page)).to_have_count(1)
    expect(watching.get_by_text("Oglądasz")).to_have_count(1)
    expect(watching.locator(".plain tbody td.figures").first).to_have_text("1")
    expect(watching.locator(".tile")).to_have_count(0)
    expect(watching.locator(".hand")).to_have_count(0)
    assert violations(watching) == []


def test_game_without_rules_and_picture_is_offered_without_a_link_to_rules(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    page.get_by_role("grid").wait_for()
    offered = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Dobieranka"))
    expect(offered).to_contain_text("Bierzcie po jednej płytce.")
    expect(offered.get_by_role("link")).to_have_count(0)
    from_the_first_page(page)
    page.get_by_role("button", name="Więcej", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Zasady tej gry")).to_have_count(0)


def test_code_that_leads_nowhere_and_table_that_is_not_there_say_so(open_page: Open) -> None:
    for path in ("/join/ABCDEF", "/t/nothing-like-it"):
        page = open_page(path, **PHONE)
        expect(page.get_by_role("heading", level=1)).not_to_be_empty()
        assert violations(page) == []
        page.get_by_role("link").click()
        page.get_by_role("grid").wait_for()
