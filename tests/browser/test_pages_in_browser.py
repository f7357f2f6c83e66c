"""The pages in a real browser: open to everybody, in three languages, and nothing gets lost on the way."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import Mouse, new_table, sit_down, wait_until_equal
from tests.browser.conftest import Open
from tests.web.servers import Person
from tests.web.test_accounts import new_login, register

AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1360, "height": 850}}
JUDGED = {"challenge": "off"}


def violations(page: Any) -> list[Any]:
    """What axe finds, with every rule on."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = page.evaluate("async () => (await axe.run()).violations")
    return [(each["id"], [node["html"][:160] for node in each["nodes"]][:4]) for each in found]


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), ("dark", DESKTOP)])
def test_table_and_first_page_have_no_barriers(open_page: Open, theme: str, size: dict[str, Any]) -> None:
    page = open_page(**size)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": page.url}])
    page.reload()
    page.get_by_role("grid").wait_for()
    assert violations(page) == []
    table = new_table(page, "pl", "beginner", options=JUDGED)
    player = Mouse(page, table)
    player.wait_for_turn()
    player.play_hint()
    player.wait_for_turn()
    assert violations(page) == []


def test_sheets_have_no_barriers(open_page: Open) -> None:
    page = open_page(**PHONE)
    for name in ("Z botem", "Ustawienia"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    Mouse(page, new_table(page, "pl", "beginner", options=JUDGED)).wait_for_turn()
    for name in ("Wymień", "Niewidziane", "Rozmowa", "Więcej"):
        page.get_by_role("button", name=name).locator("visible=true").first.click()
        page.get_by_role("dialog").wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_table_that_waits_has_no_barriers_and_begins_when_a_friend_sits_down(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = page.evaluate(
        """async () => (await (await fetch("/api/tables", {method: "POST",
            headers: {"content-type": "application/json"},
            body: JSON.stringify({preset: "pl", seats: [null], n_seats: 2, name: "Ania"})})).json()).id"""
    )
    page.goto(f"/t/{table}")
    page.get_by_role("img").wait_for()
    assert violations(page) == []
    friend = open_page(f"/t/{table}", **PHONE)
    friend.get_by_role("textbox").fill("Marek")
    assert violations(friend) == []
    friend.get_by_role("button", name="Usiądź").click()
    for each in (page, friend):
        each.get_by_role("grid").wait_for()
        expect(each.locator("li.chip .name")).to_have_text(["Ania", "Marek"])


@pytest.mark.parametrize(
    ("language", "headline"),
    [
        ("pl-PL", "Siadaj, stół już nakryty."),
        ("pt-BR", "Sente-se, a mesa está posta."),
        ("en-GB", "Sit down, the table is set."),
    ],
)
def test_first_page_speaks_the_language_of_the_visitor_and_can_be_played(
    open_page: Open, language: str, headline: str
) -> None:
    page = open_page(language=language, **DESKTOP)
    expect(page.get_by_role("heading", level=1)).to_have_text(headline)
    page.get_by_role("grid").wait_for()
    expect(page.get_by_role("group").get_by_role("button")).to_have_count(7)


def test_game_whose_words_are_missing_is_offered_last_and_never_chosen(open_page: Open) -> None:
    page = open_page(language="en-GB", **PHONE)
    refused = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status == 409 else None)
    page.get_by_role("grid").wait_for()
    page.evaluate("localStorage.setItem('preset', 'en')")
    page.get_by_role("button", name="A bot").click()
    dialog = page.get_by_role("dialog")
    offered = dialog.get_by_role("radio")
    expect(offered.last).to_be_disabled()
    expect(offered.last).to_have_accessible_name(re.compile("English.* stolik lexicon add en FILE$"))
    expect(dialog.get_by_role("radio", checked=True)).to_be_enabled()
    assert violations(page) == []
    dialog.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/t/*")
    assert refused == []


def test_three_buttons_lead_to_tables_and_the_first_page_lists_them(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(**PHONE)
    page.get_by_role("grid").wait_for()
    games = page.get_by_role("list").filter(has=page.get_by_role("link", name=re.compile("^Zasady: ")))
    expect(games.locator(".game > .picture")).to_have_count(2)
    for way in ("Z botem", "Ze znajomym", "Z kimkolwiek"):
        go(page, way, "Ania")
        (page.get_by_role("grid") if way == "Z botem" else page.locator(".invitation")).wait_for()
        page.goto("/")
    tables = page.get_by_role("link", name=re.compile("^Ania – "))
    expect(tables).to_contain_text(["Ania – wolne", "Ania – wolne", "Ania – Lipka"])
    # somebody waits already: both sit at one table
    go(friend, "Z kimkolwiek", "Marek")
    friend.get_by_role("grid").wait_for()
    expect(friend.locator("li.chip .name")).to_have_text(["Ania", "Marek"])


def test_anyone_leads_only_to_a_table_like_the_chosen_one(open_page: Open, marek: Person) -> None:
    three = {"clock": {"type": "game", "seconds": 900}, "open": True}
    waiting = marek.table("rummikub", None, None, **three)["id"]
    strange = marek.table("rummikub", None, open=True, options={"n_jokers": 1})["id"]
    page = open_page(**DESKTOP)
    page.get_by_role("grid").wait_for()
    go(page, "Z kimkolwiek", "Ania")
    page.locator(".invitation").wait_for()
    assert page.url.rpartition("/")[2] not in (waiting, strange)
    page.goto("/")
    page.get_by_role("button", name="Z kimkolwiek").click()
    page.get_by_role("combobox", name="Graczy").select_option("3")
    page.get_by_role("combobox", name="Czas").select_option("15 minut na osobę")
    page.get_by_role("button", name="Do stołu", exact=True).click()
    page.wait_for_url(f"**/t/{waiting}")


def test_first_page_shows_who_waits_and_leads_there(open_page: Open, marek: Person) -> None:
    register(marek, new_login())
    rated = marek.table("pl", None, open=True, rated=True)["id"]
    table = marek.table("rummikub", None, None, open=True)["id"]
    page = open_page(**PHONE)
    waiting = page.get_by_role("listitem").filter(has_text="Usiądź")
    link = page.locator(f"a[href='/t/{table}']")
    expect(link).to_contain_text("Kostki z liczbami · 3 osoby · 1 minuta na ruch")
    expect(page.locator(f"a[href='/t/{rated}']")).to_have_count(0)  # a guest may not sit down there
    assert violations(page) == []
    waiting.filter(has=link).click()
    page.wait_for_url(f"**/t/{table}")
    page.get_by_role("textbox").fill("Ania")
    page.get_by_role("button", name="Usiądź").click()
    expect(page.locator(".invitation li").filter(has_text="Ania")).to_have_count(1)
    assert len([seat for seat in page.request.get(f"/api/tables/{table}").json()["seats"] if seat]) == 2


def test_game_keeps_its_own_clock_unless_another_is_chosen_and_that_is_remembered(open_page: Open) -> None:
    page = open_page(**PHONE)
    page.get_by_role("grid").wait_for()
    go(page, "Ze znajomym", "Ania")
    assert terms_here(page)["clock"] == {"type": "turn", "seconds": 60}
    for _ in range(2):
        page.goto("/")
        page.get_by_role("button", name="Ze znajomym").click()
        time = page.get_by_role("combobox", name="Czas")
        if page.evaluate("localStorage.getItem('clock rummikub')") == "own":
            expect(time.locator("option:checked")).to_have_text("1 minuta na ruch (jak w grze)")
            time.select_option("15 minut na osobę")
        page.get_by_role("radio", name=re.compile("^Krzyżówka z płytek")).first.check()
        expect(time.locator("option:checked")).to_have_text("bez zegara (jak w grze)")
        page.get_by_role("radio", name=re.compile("^Kostki z liczbami")).first.check()
        page.get_by_role("button", name="Do stołu", exact=True).click()
        page.wait_for_url("**/t/*")
        assert terms_here(page)["clock"] == {"type": "game", "seconds": 900, "overtime_s": None}


def test_options_of_a_table_are_what_was_chosen_and_are_remembered(open_page: Open, marek: Person) -> None:
    marek.http.headers["accept-language"] = "pl"
    register(marek, new_login())
    session = {"name": "stolik", "value": marek.http.cookies["stolik"], "url": str(marek.http.base_url)}
    page = open_page(storage_state={"cookies": [session]}, **PHONE)
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="Ze znajomym").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Opcje").click()
    over = dialog.get_by_role("combobox", name="Gdy czas się skończy")
    expect(over).to_have_count(0)
    dialog.get_by_role("combobox", name="Czas").select_option("20 minut na osobę")
    over.select_option("do 10 minut więcej, po 10 punktów")
    dialog.get_by_role("combobox", name="Widzowie").select_option("widzą 5 minut później")
    dialog.get_by_label("Partia rankingowa").check()
    dialog.get_by_label("W rozmowie tylko gotowe zwroty").check()
    expect(dialog.locator("summary")).to_contain_text("rankingowa · widzą 5 minut później")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")
    chosen = {"rated": True, "spectators": True, "delay_s": 300, "phrases_only": True}
    clock = {"type": "game", "seconds": 1200, "overtime_s": 600}
    assert terms_here(page) == chosen | {"clock": clock, "options": {"overtime_points": 10}}
    page.goto("/")
    page.get_by_role("button", name="Ze znajomym").click()
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")
    assert terms_here(page) == chosen | {"clock": clock, "options": {"overtime_points": 10}}


def test_options_that_are_not_possible_say_why_and_are_not_asked_for(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    page.get_by_role("grid").wait_for()
    everything = {"rated": True, "watching": "none", "phrases": True, "price": "10"}
    page.evaluate("options => localStorage.setItem('options', JSON.stringify(options))", everything)
    dialog = page.get_by_role("dialog")
    ways = {
        "Ze znajomym": "Partie rankingowe są dla graczy z kontem.",
        "Z botem": "Partie z botami nie liczą się",
    }
    for way, why in ways.items():
        page.get_by_role("button", name=way).click()
        dialog.get_by_text("Opcje").click()
        expect(dialog.get_by_label("Partia rankingowa")).to_be_disabled()
        expect(dialog.get_by_text(why)).to_be_visible()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Z botem").click()
    dialog.get_by_role("radio", name=re.compile("^Kostki z liczbami")).first.check()
    dialog.get_by_role("combobox", name="Czas").select_option("5 minut na osobę")
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")
    possible = {"rated": False, "spectators": False, "delay_s": 0, "phrases_only": False, "options": {}}
    assert terms_here(page) == possible | {"clock": {"type": "game", "seconds": 300, "overtime_s": None}}


def terms_here(page: Any) -> Any:
    """The terms of the table that a page shows."""
    table = page.url.rpartition("/")[2]
    return page.request.get(f"/api/tables/{table}").json()["terms"]


def go(page: Any, way: str, name: str) -> None:
    """Take one of the three ways to the number tiles."""
    page.get_by_role("button", name=way).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("^Kostki z liczbami")).first.check()
    dialog.get_by_label("Twoje imię").fill(name)
    dialog.get_by_role("button", name="Do stołu").click()
    page.wait_for_url("**/t/*")


def test_spectator_sees_the_board_and_no_rack(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", "beginner", options=JUDGED)
    watching = open_page(f"/t/{table}", **DESKTOP)
    watching.get_by_role("grid").wait_for()
    expect(watching.get_by_text("Oglądasz")).to_have_count(1)
    expect(watching.locator("[data-place]")).to_have_count(0)


def test_who_begins_is_told_so_and_the_others_are_told_who(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=JUDGED | {"starter": 1})
    sit_down(friend, table)
    expect(friend.get_by_text("Zaczynasz.").first).to_be_visible()
    expect(page.get_by_text("Marek zaczyna.").first).to_be_visible()


@pytest.mark.parametrize("offline_s", [0, pytest.param(60, marks=pytest.mark.soak)])
def test_reload_and_an_offline_minute_lose_nothing(open_page: Open, offline_s: int) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=JUDGED)
    page.reload()
    friend = open_page(**DESKTOP)
    sit_down(friend, table)
    players = [Mouse(page, table, 0), Mouse(friend, table, 1)]
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="Mieszaj").click()
    order = page.locator("[data-place]").all_inner_texts()
    page.reload()
    page.get_by_role("grid").wait_for()
    wait_until_equal(page, page.locator("[data-place]").all_inner_texts, order)
    expect(page.locator("li.chip.turn")).to_have_count(1)
    seat = 0 if page.locator("li.chip:nth-child(1).turn").count() else 1
    mover, other = players[seat], players[1 - seat]
    other.page.context.set_offline(True)
    other.page.locator(".notice.lost").wait_for()
    points = mover.play_hint()
    other.page.wait_for_timeout(1000 * offline_s)  # the client tries ever less often
    other.page.context.set_offline(False)
    expect(other.page.locator(".moves .move")).to_have_count(1)
    expect(other.figure(seat)).to_have_text(str(points))
    expect(other.page.locator(".notice.lost")).to_have_count(0)
