"""Words, oneself and settings in a real browser: what is typed is answered, and what is chosen holds."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.web.servers import ALWAYS_A_WORD, Person, Server
from tests.web.test_accounts import PASSWORD, new_login, register
from tests.web.test_leaders import rated_game_of_three
from tests.web.test_ratings import rated_table, rating_after, resign
from tests.web.test_tables import play


def stored(server: Server, question: str) -> list[Any]:
    """Rows of the server's database."""
    file = next(Path(server.environment["XDG_DATA_HOME"]).rglob("*.db"))
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(question).fetchall()


def test_words_are_judged_while_they_are_typed_and_can_be_reported(open_page: Open, server: Server) -> None:
    page = open_page("/words", **PHONE)
    expect(page).to_have_url(re.compile("/words/pl$"))
    page.locator("#q").fill("żółwi")
    page.get_by_role("heading", name="Tak, ŻÓŁWI to dobry wyraz.").wait_for()
    page.wait_for_url("**/words/pl/%C5%BC%C3%B3%C5%82wi")
    expect(page.get_by_role("status")).to_have_text("Tak, ŻÓŁWI to dobry wyraz.")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Zgłoś to słowo").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").last.fill("nie znam go")
    assert violations(page) == []
    dialog.get_by_role("button", name="Zgłoś to słowo").click()
    dialog.get_by_text("Ktoś przyjrzy się słowu ŻÓŁWI.").wait_for()
    told = stored(server, "SELECT kind, what, comment FROM reports WHERE table_id IS NULL")
    assert told == [("word", "ŻÓŁWI", "nie znam go")]
    page.keyboard.press("Escape")
    page.get_by_text("Z liter").click()
    page.locator("#q").fill("tok?")
    page.get_by_role("heading", name="Liczba liter: 4").wait_for()
    expect(page.get_by_role("link", name="KOTY")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("link", name="KOTY")).to_have_count(1)
    page.get_by_text("Według wzoru").click()
    page.locator("#q").fill("żół.i")
    expect(page.get_by_role("link", name="ŻÓŁWI", exact=True)).to_have_count(1)


#: As browsers are at a plain http address: scripts have no clipboard there.
PLAIN_HTTP = 'Object.defineProperty(navigator, "clipboard", {value: undefined});'
NOTHING_MAY_BE_COPIED = "document.execCommand = () => false;"


def pasted(page: Any) -> str:
    """What was copied, seen by pasting it into a field."""
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))")
    field = page.locator("#pasted")
    field.press("Control+v")
    return str(field.input_value())


def test_address_of_a_word_is_copied_also_at_a_plain_http_address(open_page: Open) -> None:
    page = open_page(**PHONE)
    page.add_init_script(PLAIN_HTTP)
    for refused, said in ((NOTHING_MAY_BE_COPIED, "Przeglądarka niczego nie"), ("", "Skopiowano")):
        page.goto("/words/pl/kot")
        page.evaluate(refused)
        page.get_by_role("button", name="Udostępnij").click()
        page.get_by_role("button", name=said).wait_for()
    assert pasted(page) == page.url


def test_settings_change_how_squares_are_called_and_hold_and_moves_are_told_with_them(
    open_page: Open, server: Server, marek: Person
) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=ALWAYS_A_WORD | {"starter": 1})
    assert marek.join(table) == 1
    page.get_by_role("grid").wait_for()
    centre = page.locator('[data-square="6 7"]')
    expect(centre).to_have_attribute("aria-label", re.compile("^G8"))
    page.get_by_role("button", name="Więcej").click()
    page.get_by_label("Nazwy pól").select_option("international")
    page.get_by_label("Duży druk na płytkach").check()
    page.get_by_label("Wygląd").select_option("drewno")
    expect(centre).to_have_attribute("aria-label", re.compile("^H7"))
    page.get_by_role("button", name="Zgłoś słowo").click()
    page.get_by_label("Które słowo?").fill("brakujące")
    assert violations(page) == []
    page.get_by_role("button", name="Zgłoś to słowo").click()
    page.get_by_text("Ktoś przyjrzy się słowu BRAKUJĄCE.").wait_for()
    told = stored(server, "SELECT what, table_id FROM reports WHERE table_id IS NOT NULL")
    assert told == [("brakujące", table)]
    page.keyboard.press("Escape")
    with marek.socket() as socket:
        play(marek, socket, table, 1, moves=1)
    spoken = re.compile(r", (\d+[A-O] poziomo|[A-O]\d+ pionowo), \d+ punkt")
    page.get_by_role("status").get_by_text(spoken).wait_for()
    page.reload()
    page.get_by_role("grid").wait_for()
    expect(centre).to_have_attribute("aria-label", re.compile("^H7"))
    expect(page.locator("html")).to_have_attribute("data-tiles", "large")
    expect(page.locator("html")).to_have_attribute("data-theme", "wood")


def test_guest_makes_an_account_and_comes_back_with_all_games(open_page: Open) -> None:
    page = open_page("/me", **PHONE)
    page.get_by_label("Twoje imię").fill("Ania")
    page.get_by_role("button", name="Zapisz").click()
    page.get_by_role("heading", name="Ania").wait_for()
    new_table(page, "pl", "beginner")
    page.goto("/me")
    page.get_by_role("link", name="Ania – Lipka").wait_for()
    page.get_by_role("button", name="Załóż konto").click()
    dialog = page.get_by_role("dialog")
    login = f"ania {page.url}"[-60:]
    dialog.get_by_label("Nazwa do logowania").fill(login)
    dialog.get_by_label("Nowe hasło").fill("tajne tajne")
    assert violations(page) == []
    dialog.get_by_role("button", name="Załóż konto").click()
    dialog.get_by_role("listitem").first.wait_for()
    code = dialog.get_by_role("listitem").first.inner_text()
    dialog.get_by_role("button", name="Mam je zachowane").click()
    page.get_by_role("heading", name="Konto").wait_for()
    page.get_by_label("Każdy może oglądać moje ukończone partie").check()
    public = page.locator('a[href^="/p/"]')
    public.wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    public.click()
    page.get_by_role("heading", name="Ania").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/me")
    page.get_by_role("button", name="Wyloguj się").click()
    page.get_by_role("button", name="Zaloguj się").click()
    dialog.get_by_label("Nazwa do logowania").fill(login)
    dialog.get_by_label("Hasło").fill("niepamiętam")
    dialog.get_by_role("button", name="Zaloguj się").click()
    dialog.get_by_role("alert").wait_for()
    dialog.get_by_role("button", name="Nie pamiętam hasła").click()
    dialog.get_by_label("Nazwa do logowania").fill(login)
    dialog.get_by_label("Kod odzyskiwania").fill(code)
    dialog.get_by_label("Nowe hasło").fill("nowe tajne")
    dialog.get_by_role("button", name="Ustaw nowe hasło").click()
    page.get_by_role("heading", name="Konto").wait_for()
    expect(page.get_by_role("link", name="Ania – Lipka")).to_have_count(1)
    page.get_by_role("button", name="Usuń wszystko").click()
    dialog.get_by_label("Hasło").fill("nowe tajne")
    dialog.get_by_role("button", name="Usuń na zawsze").click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.evaluate("async () => (await (await fetch('/api/account')).json()).login") is None


def test_who_changes_the_password_is_asked_whether_tokens_go_on_counting(
    open_page: Open, server: Server, marek: Person
) -> None:
    register(marek, new_login())
    marek.http.post("/api/me", json={"language": "pl"})
    for name in ("bot", "robot"):
        marek.http.post("/api/tokens", json={"name": name})
    session = {"name": "stolik", "value": marek.http.cookies["stolik"], "url": server.url}
    page = open_page("/me", storage_state={"cookies": [session]}, **PHONE)
    dialog, password = page.get_by_role("dialog"), PASSWORD
    for fresh, revoke in (("another horse", False), ("a third horse", True)):
        page.get_by_role("button", name="Inne hasło").click()
        dialog.get_by_label("Hasło", exact=True).fill(password)
        dialog.get_by_label("Nowe hasło").fill(fresh)
        dialog.get_by_text("2 tokeny twoich programów pozostają ważne.").wait_for()
        if revoke:
            dialog.get_by_label("Unieważnij też tokeny moich programów").check()
        assert violations(page) == []
        dialog.get_by_role("button", name="Inne hasło").click()
        told = "" if revoke else " 2 tokeny twoich programów pozostają ważne."
        expected = f"Nowe hasło już obowiązuje. Inne urządzenia zostały wylogowane.{told}"
        expect(page.get_by_role("status").filter(has_text="Nowe hasło")).to_have_text(expected)
        password = fresh
    page.get_by_role("button", name="Wyloguj na wszystkich urządzeniach").click()
    page.get_by_role("button", name="Zaloguj się").wait_for()


def test_passkey_makes_an_account_and_logs_in(open_page: Open, server: Server) -> None:
    page = open_page(f"http://localhost:{server.port}/me", **DESKTOP)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.get_by_role("button", name="Załóż konto").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Nazwa do logowania").fill("kluczniczka")
    dialog.get_by_role("button", name="Kluczem dostępu zamiast hasła").click()
    dialog.get_by_role("button", name="Mam je zachowane").click()
    page.get_by_role("heading", name="Klucze dostępu").wait_for()
    page.get_by_role("button", name="Wyloguj się").click()
    page.get_by_role("button", name="Zaloguj się").click()
    dialog.get_by_role("button", name="Zaloguj się kluczem dostępu").click()
    page.get_by_text("Logujesz się jako kluczniczka.").wait_for()


def test_rating_stands_in_the_profile_of_who_has_one(open_page: Open, server: Server, marek: Person) -> None:
    ola = Person(server, "Ola")
    for person in (marek, ola):
        register(person, new_login())
    marek.http.post("/api/me", json={"language": "pl"})
    resign(ola, rated_table(marek, ola), 1)
    ola.close()
    rating = rating_after(marek, 1)["rating"]
    session = {"name": "stolik", "value": marek.http.cookies["stolik"], "url": server.url}
    page = open_page("/me", storage_state={"cookies": [session]}, **PHONE)
    ratings = page.locator("section", has=page.get_by_role("heading", name="Rankingi"))
    told = re.compile(rf"Kostki z liczbami, dwie osoby\s*{round(rating)}\s*jeszcze niepewne")
    expect(ratings.get_by_role("listitem")).to_have_text(told)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    ratings.get_by_role("link", name="Najlepsi gracze").click()
    page.wait_for_url("**/leaders")
    expect(page.get_by_role("heading", level=1)).to_have_text("Najlepsi gracze")


def test_leaderboards_are_one_step_from_the_first_page_and_have_no_barriers(
    open_page: Open, server: Server, marek: Person
) -> None:
    people = [marek, Person(server, "Ola"), Person(server, "Jan")]
    rated_game_of_three(people)
    for person in people[1:]:
        person.close()
    page = open_page(**PHONE)
    page.get_by_role("link", name="Najlepsi gracze").click()
    page.wait_for_url("**/leaders")
    board = page.get_by_role("table")
    expect(board.get_by_role("columnheader")).to_have_text(["Miejsce", "Gracz", "Ranking", "Rozegrane"])
    expect(board.get_by_role("row")).to_have_count(4)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
