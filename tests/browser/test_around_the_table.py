"""What belongs to every table, whatever is played: talk, agreements, invitations, clocks and alerts."""

from __future__ import annotations

import base64
import re
from typing import Any

import numpy as np
import zxingcpp
from playwright.sync_api import expect

from tests.browser.board import Mouse, Player, new_table, set_up, sit_down, stop_time, wait_until_equal
from tests.browser.conftest import Open
from tests.browser.test_own_pages_in_browser import NOTHING_MAY_BE_COPIED, PLAIN_HTTP, pasted, stored
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.browser.test_review import resign
from tests.browser.test_spoken_table import LISTEN, wait_until_heard
from tests.web.servers import ALWAYS_A_WORD, Person, Server
from tests.web.test_tables import play

#: The first seat begins, and whatever is dealt is a word.
WORDS = ALWAYS_A_WORD | {"starter": 0}
CLOCK = {"type": "game", "seconds": 600, "overtime_s": None}


def two_at_a_table(open_page: Open, **more: Any) -> tuple[Any, Any, str]:
    """Ania at a desk, Marek with a phone, and the table at which they play."""
    page, friend = open_page(**DESKTOP), open_page(**PHONE)
    table = new_table(page, "pl", None, options=WORDS, **more)
    sit_down(friend, table)
    page.get_by_role("grid").wait_for()
    return page, friend, table


def open_chat(page: Any) -> Any:
    """Open the chat; what was said there."""
    page.get_by_role("button", name=re.compile("^Rozmowa")).click()
    return page.get_by_role("log")


def speak(page: Any, text: str) -> None:
    """Say something and see it said."""
    page.get_by_role("textbox", name="Wiadomość").fill(text)
    page.get_by_role("button", name="Wyślij").click()
    page.get_by_role("log").get_by_text(text).wait_for()


def test_what_is_said_is_heard_as_text_and_can_be_reported_and_muted(open_page: Open, server: Server) -> None:
    page, friend, table = two_at_a_table(open_page)
    watching = open_page(f"/t/{table}", **DESKTOP)
    wicked = "<b>Cześć</b> <img src=x onerror=alert(1)>"
    open_chat(friend)
    speak(friend, wicked)
    page.get_by_role("button", name="Rozmowa (1)").wait_for()
    heard = open_chat(page)
    expect(heard.get_by_role("paragraph")).to_contain_text([f"Marek: {wicked}"])
    expect(heard.get_by_role("img")).to_have_count(0)
    speak(page, "Dzień dobry")
    friend.get_by_role("log").get_by_text("Dzień dobry").wait_for()
    for deed in friend.get_by_role("log").get_by_role("button").all():
        size = deed.bounding_box()
        assert min(round(size["width"]), round(size["height"])) >= 44
    # whoever looks at the chat has read what comes
    speak(friend, "Zaczynaj")
    heard.get_by_text("Zaczynaj").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rozmowa", exact=True).wait_for()
    # those who only watch hear everything, and speak when the game is over
    expect(open_chat(watching)).to_contain_text("Dzień dobry")
    watching.get_by_text("Widzowie mogą pisać po zakończeniu partii.").wait_for()
    expect(watching.get_by_role("textbox", name="Wiadomość")).to_have_count(0)

    open_chat(page)
    line = heard.get_by_role("paragraph").filter(has_text="Zaczynaj")
    line.get_by_role("button", name="Zgłoś").click()
    expect(line).to_contain_text("Zgłoszone")
    told = stored(server, "SELECT kind, what, comment, table_id FROM reports")
    assert told == [("chat", "Zaczynaj", "Marek", table)]
    line.get_by_role("button", name="Wycisz").click()
    expect(heard.get_by_role("paragraph")).to_contain_text(["Dzień dobry"])
    speak(friend, "Słyszysz mnie?")
    speak(page, "Cisza")
    expect(heard.get_by_role("paragraph")).to_contain_text(["Dzień dobry", "Cisza"])
    page.reload()
    open_chat(page)
    expect(heard.get_by_role("paragraph")).to_contain_text(["Dzień dobry", "Cisza"])


def test_who_was_muted_is_seen_and_can_be_heard_again(open_page: Open) -> None:
    page, friend, _ = two_at_a_table(open_page)
    open_chat(friend)
    speak(friend, "Pierwsze")
    heard = open_chat(page)
    heard.get_by_role("button", name="Wycisz").click()
    speak(page, "Cisza")  # the server has carried out what was wanted before
    speak(friend, "Drugie")
    hear_again = page.get_by_role("button", name="Cofnij wyciszenie: Marek")
    for _ in range(2):
        expect(page.get_by_role("dialog")).to_contain_text("Nie widzisz wiadomości: Marek.")
        expect(heard.get_by_text("Pierwsze")).to_have_count(0)
        page.reload()
        open_chat(page)
        hear_again.wait_for()
    assert violations(page) == []
    hear_again.click()
    # also what was said meanwhile
    expect(heard.get_by_role("paragraph")).to_contain_text(["Marek: Pierwsze", "Cisza", "Marek: Drugie"])
    expect(page.get_by_text("Nie widzisz wiadomości")).to_have_count(0)
    page.reload()
    open_chat(page)
    speak(friend, "Trzecie")
    expect(heard.get_by_role("paragraph")).to_contain_text(["Pierwsze", "Cisza", "Drugie", "Trzecie"])
    expect(hear_again).to_have_count(0)


def test_somebody_who_only_watches_is_muted_and_heard_again(open_page: Open) -> None:
    page, friend, table = two_at_a_table(open_page)
    resign(friend)
    watching = open_page(**DESKTOP)
    set_up(watching, "pl", None, name="Zosia")  # who has done nothing has no name
    watching.goto(f"/t/{table}")
    open_chat(watching)
    speak(watching, "Brawo")
    heard = open_chat(page)
    heard.get_by_role("button", name="Wycisz").click()
    expect(heard.get_by_text("Brawo")).to_have_count(0)
    speak(page, "Cisza")  # the server has carried out what was wanted before
    page.reload()
    open_chat(page)
    page.get_by_role("button", name="Cofnij wyciszenie: Zosia").click()
    heard.get_by_text("Brawo").wait_for()


def test_where_only_phrases_may_be_said_each_hears_them_in_his_language(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(language="en-GB", **DESKTOP)
    table = new_table(page, "pl", None, options=WORDS, phrases_only=True)
    friend.goto(f"/t/{table}")
    friend.get_by_role("textbox").fill("Mark")
    friend.get_by_role("button", name="Sit down").click()
    page.get_by_role("grid").wait_for()
    open_chat(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    assert violations(page) == []
    dialog.get_by_role("button", name="Powodzenia!").click()
    expect(page.get_by_role("log")).to_contain_text("Ania: Powodzenia!")
    friend.get_by_role("button", name="Chat (1)").click()
    expect(friend.get_by_role("log")).to_contain_text("Ania: Good luck!")


def propose(page: Any, name: str) -> None:
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def answer(page: Any, question: str, name: str) -> None:
    asked = page.locator(".asks").filter(has_text=question)
    asked.get_by_role("button", name=name, exact=True).click()
    expect(asked).to_have_count(0)


def lay_two(player: Player, row: int = 7) -> None:
    """Lay the word that everybody always has."""
    before = player.moves()
    player.lay(row, 7, "A", "A")
    player.lay(row, 8, "A", "A")
    player.page.locator(".badge.good span").wait_for()
    player.confirm()
    player.wait_for_move(before)


def test_move_is_taken_back_and_a_draw_is_agreed_if_the_other_says_yes(open_page: Open) -> None:
    page, friend, table = two_at_a_table(open_page)
    player = Mouse(page, table)
    rack = page.locator("[data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    panel = page.get_by_role("region", name="Niewidziane")
    expect(panel).to_contain_text("W worku: 46")
    expect(panel.get_by_role("listitem")).to_have_text(re.compile(r"^\s*A\s*53\s*$"))
    lay_two(player)
    expect(panel).to_contain_text("W worku: 44")
    expect(panel.get_by_role("listitem")).to_have_text(re.compile(r"^\s*A\s*51\s*$"))
    for name, left in (("Nie", 2), ("Tak", 0)):
        propose(page, "Cofnij mój ruch")
        page.get_by_text("Czekamy na pozostałych.").wait_for()
        answer(friend, "Ania chce cofnąć ruch. Zgoda?", name)
        expect(page.locator(".asks")).to_have_count(0)
        for each in (page, friend):
            expect(each.locator(".lies")).to_have_count(left)
    expect(panel).to_contain_text("W worku: 46")
    # neither the list nor the last move tells of it any more
    page.get_by_role("region", name="Ruchy").get_by_text("Nikt jeszcze nie wykonał ruchu.").wait_for()
    expect(page.locator(".last .text")).to_have_text("Cofnięto ruch.")
    assert player.wait_for_turn()
    wait_until_equal(
        page,
        lambda: page.locator("[data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)"),
        rack,
    )
    # the taken-back turn is played once more
    lay_two(player)
    propose(page, "Zaproponuj remis")
    answer(friend, "Ania proponuje remis. Zgoda?", "Nie")
    expect(page.locator(".asks")).to_have_count(0)
    expect(page.locator(".result")).to_have_count(0)
    propose(page, "Zaproponuj remis")
    answer(friend, "Ania proponuje remis. Zgoda?", "Tak")
    for each in (page, friend):
        expect(each.locator(".result").get_by_role("heading")).to_have_text("Uzgodniono remis.")


def test_resigned_game_is_followed_by_another_that_ends_by_agreement(open_page: Open) -> None:
    page, friend, table = two_at_a_table(open_page)
    resign(friend)
    expect(friend.locator(".result").get_by_role("heading")).to_have_text("Wygrywa Ania.")
    result = page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text("Wygrywasz.")
    expect(result).to_contain_text("Partia skończyła się poddaniem.")
    result.get_by_role("button", name="Zagraj jeszcze raz").click()
    answer(friend, "Ania chce zagrać jeszcze raz. Zgoda?", "Tak")
    for each in (page, friend):
        each.get_by_role("link", name="Przejdź do następnej gry").click()
        each.get_by_role("grid").wait_for()
        expect(each.locator(".result")).to_have_count(0)
        assert sorted(each.locator("li.chip .name").all_inner_texts()) == ["Ania", "Marek"]
    assert page.url == friend.url
    assert table not in page.url
    propose(friend, "Zakończ bez wyniku")
    answer(page, "Marek chce zakończyć bez wyniku. Zgoda?", "Tak")
    for each in (page, friend):
        expect(each.locator(".result").get_by_role("heading")).to_have_text("Grę zakończono bez wyniku.")


def test_move_made_while_the_line_is_broken_counts_once_when_it_is_back(
    open_page: Open, marek: Person
) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=WORDS)
    marek.join(table)
    player = Mouse(page, table)
    player.wait_for_turn()
    player.lay(7, 7, "A", "A")
    player.lay(7, 8, "A", "A")
    page.locator(".badge.good span").wait_for()
    page.context.set_offline(True)
    page.locator(".notice.lost").wait_for()
    page.get_by_text("brak sieci").wait_for()
    player.confirm()
    expect(player.primary).to_be_disabled()
    expect(page.locator(".lies.trial")).to_have_count(2)
    page.context.set_offline(False)
    player.wait_for_move()
    expect(page.locator(".notice.lost")).to_have_count(0)
    expect(page.locator(".lies:not(.trial)")).to_have_count(2)
    expect(page.locator("li.chip").nth(1)).to_have_class(re.compile(r"\bturn\b"))
    assert player.moves() == 1


#: How light every pixel of a picture is, row after row.
LIGHT = """async (png) => {
    const picture = Object.assign(new Image(), {src: `data:image/png;base64,${png}`});
    await picture.decode();
    const {width, height} = picture;
    const pen = Object.assign(document.createElement("canvas"), {width, height}).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const {data} = pen.getImageData(0, 0, width, height);
    const green = data.filter((_, at) => at % 4 === 1);
    const row = (number) => green.slice(number * width, (number + 1) * width);
    return [...Array(height).keys()].map((number) => btoa(String.fromCharCode(...row(number))));
}"""


def link_seen_by_a_phone(page: Any) -> list[str]:
    """What a phone reads that is held before the screen."""
    rows = map(base64.b64decode, page.evaluate(LIGHT, base64.b64encode(page.screenshot()).decode()))
    light = np.array([np.frombuffer(row, dtype=np.uint8) for row in rows])
    return [found.text for found in zxingcpp.read_barcodes(light)]


def test_friend_comes_by_the_link_the_code_or_the_picture_of_an_invitation(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(**PHONE)
    new_table(page, "pl", None, options=WORDS)
    link = page.get_by_role("textbox", name="Odnośnik").input_value()
    assert link == page.url
    page.get_by_role("img", name="Odnośnik jako obrazek dla telefonu").scroll_into_view_if_needed()
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        assert link_seen_by_a_phone(page) == [link], look
    expect(friend.get_by_role("button", name="Ze znajomym")).to_contain_text("link, QR albo kod")
    friend.get_by_label("Masz kod od znajomego?").fill(page.locator(".code").inner_text().lower())
    friend.get_by_role("button", name="Przejdź do stołu").tap()
    friend.wait_for_url(link)
    friend.get_by_role("textbox").fill("Marek")
    friend.get_by_role("button", name="Usiądź").tap()
    for each in (page, friend):
        each.get_by_role("grid").wait_for()
        expect(each.locator("li.chip .name")).to_have_text(["Ania", "Marek"])


def test_link_is_copied_also_at_a_plain_http_address(open_page: Open) -> None:
    page = open_page(**PHONE)
    page.add_init_script(PLAIN_HTTP)
    table = set_up(page, "pl", None, options=WORDS)
    page.goto(f"/t/{table}")
    button, link = page.get_by_role("button", name="Kopiuj"), page.get_by_role("textbox", name="Odnośnik")
    page.evaluate(NOTHING_MAY_BE_COPIED)
    button.click()
    page.get_by_text("Przeglądarka niczego nie skopiowała. Skopiuj odnośnik ręcznie.").wait_for()
    # it is selected, so that a key or a finger can do it
    assert page.evaluate("getSelection().toString()") == link.input_value()
    expect(button).to_be_visible()
    page.evaluate("delete document.execCommand")
    button.click()
    page.get_by_role("button", name="Skopiowano").wait_for()
    assert link.input_value() == page.url
    assert pasted(page) == link.input_value()
    expect(page.get_by_text("Przeglądarka niczego nie skopiowała.")).to_have_count(0)


def clock_of(page: Any, seat: int) -> Any:
    return page.locator("li.chip").nth(seat).locator(".clock")


def seconds_of(page: Any, seat: int) -> int:
    """What the clock of a seat shows now."""
    minutes, seconds = clock_of(page, seat).inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def check_running(page: Any, seat: int, other: int) -> None:
    """Ten seconds of the page are taken from one clock, and nothing from the other."""
    expect(clock_of(page, seat)).to_have_class(re.compile(r"\brunning\b"))
    left, stands = seconds_of(page, seat), clock_of(page, other).inner_text()
    # no more: a line that has been silent for long is opened again, and brings the time of the server
    page.clock.run_for(10_000)
    wait_until_equal(page, lambda: seconds_of(page, seat), left - 10)
    expect(clock_of(page, other)).to_have_text(stands)


def test_clock_runs_down_for_the_one_who_is_to_move_and_stands_for_the_other(
    open_page: Open, marek: Person
) -> None:
    page = open_page(**DESKTOP)
    page.clock.install()
    table = new_table(page, "pl", None, options=WORDS, clock=CLOCK)
    marek.join(table)
    player = Mouse(page, table)
    player.wait_for_turn()
    expect(clock_of(page, 1)).to_have_text("10:00")
    stop_time(page)
    check_running(page, 0, 1)
    page.clock.resume()
    lay_two(player)
    stop_time(page)
    check_running(page, 1, 0)


def test_time_that_is_up_begins_overtime_at_a_price_and_then_ends_the_moves(
    open_page: Open, marek: Person
) -> None:
    page = open_page(**DESKTOP)
    options = WORDS | {"overtime_points": 10, "time_out": "stop"}
    clock = {"type": "game", "seconds": 1, "overtime_s": 1}
    table = new_table(page, "pl", None, options=options, clock=clock)
    page.evaluate(LISTEN)
    marek.join(table)
    player = Mouse(page, table)
    wait_until_heard(page, "^Ania gra w czasie dodatkowym: \N{MINUS SIGN}10 punktów")
    moves = page.get_by_role("region", name="Ruchy").locator(".move")
    expect(moves).to_contain_text(["koniec czasu", "czas dodatkowy"])
    assert player.listed_points("Ania") == [-10]
    expect(player.figure(0)).to_have_text("\N{MINUS SIGN}10")
    expect(clock_of(page, 0)).to_have_text("0:00")
    expect(page.locator(".last .text")).to_have_text("Ania nie ma już czasu.")
    expect(page.locator("li.chip").nth(1)).to_have_class(re.compile(r"\bturn\b"))


#: Count every tone that the page lets sound.
COUNT_TONES = """window.nTones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
    window.nTones += 1;
    return start.apply(this, when);
};"""


def turn_sounds(page: Any, on: bool) -> None:
    page.get_by_role("button", name="Więcej").click()
    page.get_by_role("checkbox", name="Dźwięki").set_checked(on)
    page.keyboard.press("Escape")


def test_turn_is_seen_in_the_title_and_heard_if_sounds_are_on(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    page.add_init_script(COUNT_TONES)
    table = new_table(page, "pl", None, options=ALWAYS_A_WORD | {"starter": 1})
    marek.join(table)
    player = Mouse(page, table)
    page.get_by_role("grid").wait_for()
    expect(page).to_have_title("Stolik")
    # another tab is in front of the table when the other one moves
    elsewhere = page.context.new_page()
    elsewhere.bring_to_front()
    with marek.socket() as socket:
        play(marek, socket, table, 1, moves=1)
        expect(page).to_have_title("● Twoja kolej. – Stolik")
        page.bring_to_front()
        player.wait_for_move()
        assert page.evaluate("nTones") == 0  # off, until somebody wants them
        turn_sounds(page, True)
        player.play_hint()
        expect(page).to_have_title("Stolik")
        own = page.evaluate("nTones")
        assert own > 0
        play(marek, socket, table, 1, moves=1)
        player.wait_for_move(2)
        assert page.evaluate("nTones") > own
        turn_sounds(page, False)
        heard = page.evaluate("nTones")
        player.play_hint()
        assert page.evaluate("nTones") == heard
