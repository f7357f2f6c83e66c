"""The number tiles in a real browser: a whole game by mouse, and a table rearranged, undone and put back."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import expect

from tests.browser.board import new_table, sit_down, wait_until_equal
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations
from tests.browser.tiles import BOTS, SHORT, SMALL, Fingers, Keys, Tiles
from tests.web.servers import Person

#: A whole game in which nobody can be out before this seat has moved.
WHOLE = SHORT | {"starter": 0}


def play_to_the_end(player: Tiles) -> None:
    """A whole game: the tiles that are left, the move list and the result agree with what was done."""
    player.begin()
    expect(player.figure(0)).to_have_text(str(SHORT["rack_size"]))
    assert len(player.rack()) == SHORT["rack_size"]
    n_laid = player.play()
    player.page.locator(".pill").last.click()
    own = player.page.locator(".moves .move", has_text="Ania")
    own.first.wait_for()
    n_drawn = sum("dobiera" in text for text in own.all_text_contents())
    # the newest line is the first one
    expect(own.first.locator(".total")).to_have_text(str(SHORT["rack_size"] + n_drawn - n_laid))
    player.page.keyboard.press("Escape")
    result = player.page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text(re.compile(r"\S"))
    expect(result.get_by_role("list")).to_contain_text(player.figure(0).inner_text())


def test_game_is_played_by_mouse(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    play_to_the_end(Tiles(page, new_table(page, "rummikub", *BOTS, options=WHOLE)))


def test_game_is_played_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    play_to_the_end(Keys(page, new_table(page, "rummikub", *BOTS, options=WHOLE)))


def test_game_is_played_by_finger_on_a_small_phone(open_page: Open) -> None:
    page = open_page(**PHONE)
    play_to_the_end(Fingers(page, new_table(page, "rummikub", *BOTS, options=WHOLE)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def until_rearranging(player: Tiles) -> bool:
    """Play until this seat has opened and has a turn with two sets; False if the game ends before."""
    while player.wait_for_turn():
        note = player.page.locator("li.chip").nth(player.seat).inner_text()
        if "przed otwarciem" not in note and len(player.table_shown()) > 1:
            return True
        player.play_hint()
    return False


def test_table_is_rearranged_undone_and_put_back(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    # without jokers: one that is left behind may find another place in its set
    rules = SMALL | {"opening_points": 1, "n_jokers": 0}
    player = Tiles(page, "")
    while not player.table or not until_rearranging(player):
        player.table = new_table(page, "rummikub", "beginner", options=rules)
        player.begin()
    before, rack = player.table_shown(), player.rack()
    # a set is split: its last tile goes to a place of its own, and the server says what is missing there
    player.tile(before[0][-1]).drag_to(player.new)
    split = [before[0][:-1], *before[1:], [before[0][-1]]]
    player.wait_until_shown(split, rack)
    player.meld_with(before[0][-1]).get_by_text("brakuje 2").wait_for()
    expect(page.locator(".refusal")).to_have_text(re.compile(r"\S"))
    # two sets are joined: taken by the tray, which is what lies between and around the tiles
    player.meld_with(before[1][0]).drag_to(player.meld_with(before[0][0]), source_position={"x": 3, "y": 30})
    expect(page.locator("[data-meld]")).to_have_count(len(before))
    player.step("Cofnij krok")
    player.wait_until_shown(split, rack)
    player.step("Cofnij krok")
    player.wait_until_shown(before, rack)
    expect(page.locator(".meld.bad, .meld.good")).to_have_count(0)
    player.step("Ponów krok")
    player.wait_until_shown(split, rack)
    player.step("Od nowa")
    player.wait_until_shown(before, rack)
    # what lay on the table never comes to the rack
    player.tile(before[0][0]).drag_to(page.locator("[data-rack]"))
    page.get_by_role("status").filter(has_text="To, co leżało na stole, zostaje na stole.").wait_for()
    assert (player.table_shown(), player.rack()) == (before, rack)
    assert violations(page) == []


def test_rack_keeps_its_order_and_tiles_are_laid_by_finger_and_keys(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Fingers(
        page, new_table(page, "rummikub", "beginner", options=SMALL | {"n_jokers": 0, "starter": 0})
    )
    player.begin()
    own = player.rack()
    by_numbers = page.get_by_role("button", name="777: Ułóż według liczb", exact=True)
    by_numbers.click()
    expect(by_numbers).to_have_attribute("aria-pressed", "true")
    numbers = [by_number(origin) for origin in player.rack()]
    assert numbers == sorted(numbers)
    by_numbers.click()
    player.wait_until_shown([], own)
    (first, second, third), pieces = own[:3], player.pieces()[-1]
    player.take(pieces[0])
    player.take(pieces[1])
    player.new.tap()
    pair = sorted([first, second], key=by_number)
    player.wait_until_shown([pair], own[2:])
    player.tile(third).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    player.wait_until_shown([pair, [third]], own[3:])
    page.locator(".meld .tag").nth(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    page.keyboard.press("z")
    page.keyboard.press("z")
    player.wait_until_shown([], own)
    assert player.wait_for_turn()
    player.leave()
    expect(page.locator("[data-place]")).to_have_count(15)
    assert player.rack()[:14] == own


def by_number(origin: str) -> int:
    """Where a tile goes in its set."""
    return int(origin[1:])


def test_mistake_or_the_end_of_the_time_costs_a_tile_and_says_so(open_page: Open) -> None:
    page = open_page(**PHONE)
    # the bot never opens: if it were out, there would be no rack to look at
    never = {"opening_points": 500}
    rules = SMALL | never | {"n_jokers": 0, "starter": 0, "redeal_doublets": None, "rack_size": 4}
    player = Tiles(page, new_table(page, "rummikub", "beginner", options=rules | {"invalid": "penalty"}))
    own, [first, *_] = player.rack(), player.pieces()[-1]
    player.bring(first, None)
    page.get_by_text("Błąd kosztuje 1 kostkę").wait_for()
    expect(player.primary).to_be_enabled()  # the server has spoken
    expect(page.locator(".meld.bad")).to_have_count(0)
    player.confirm()
    told = page.get_by_role("alert").filter(has_text="zestaw ma co najmniej trzy kostki (R3.1)")
    expect(told).to_contain_text("Kara: 1 kostka")
    # what was laid is back, one is new
    assert (len(player.rack()), Counter(own) - Counter(player.rack())) == (5, Counter())
    player.table = new_table(page, "rummikub", "beginner", options=rules | {"turn_seconds": 2})
    own, [first, *_] = player.rack(), player.pieces()[-1]
    player.put_beside(first, None)  # it may be back at once
    page.get_by_role("alert").filter(has_text="Ania nie ma już czasu").wait_for()
    # on a slow machine more than one turn has gone by
    rack = player.rack()
    assert (len(rack) >= 5, Counter(own) - Counter(rack)) == (True, Counter())


def lay_joker_run(player: Tiles) -> int | None:
    """Lay a joker to two tiles of one colour, room on both sides; the lower number, if there are such."""
    rack = {piece.origin: piece for piece in player.pieces()[-1]}
    lower = next((one for one in rack if one[1:] not in ("", "1", "12", "13") and after(one) in rack), None)
    if lower is None or "J" not in rack:
        return None
    player.bring(rack[lower], None)
    player.bring(rack[after(lower)], rack[lower])
    player.bring(rack["J"], rack[lower])
    return int(lower[1:])


def after(origin: str) -> str:
    """The next tile of the same colour."""
    return f"{origin[0]}{int(origin[1:]) + 1}"


def test_joker_is_what_the_player_says(open_page: Open, marek: Person) -> None:
    page = open_page(**PHONE)
    rules = SHORT | {"n_jokers": 4, "starter": 0, "redeal_doublets": None, "rack_size": 24}
    player, lower = Fingers(page, ""), None
    while lower is None:
        player.table = new_table(page, "rummikub", None, options=rules)
        marek.join(player.table)
        page.get_by_role("grid").wait_for()
        lower = lay_joker_run(player)
    page.locator(".meld.good").wait_for()
    joker = page.get_by_role("gridcell", name="joker")
    joker.tap()
    choices = page.get_by_role("group", name="Czym jest joker?")
    choices.wait_for()
    assert violations(page) == []
    choices.get_by_role("button", name=f"{lower - 1} ").tap()
    named = page.get_by_role("gridcell", name=f"joker jako {lower - 1} ")
    named.wait_for()
    page.locator(".meld.good").wait_for()
    before = player.moves()
    player.confirm()
    player.wait_for_move(before)
    expect(named).to_have_count(1)


def test_two_browsers_play_on_after_a_reload_and_an_offline_minute(open_page: Open) -> None:
    page, friend = open_page(**DESKTOP), open_page(**PHONE)
    rules = SHORT | {"redeal_doublets": None, "rack_size": 24}
    table = new_table(page, "rummikub", None, options=rules)
    sit_down(friend, table)
    players = [Tiles(page, table, 0), Fingers(friend, table, 1)]
    for player in players:
        player.page.get_by_role("grid").wait_for()
        expect(player.page.locator("li.chip.turn")).to_have_count(1)
    seat = 0 if page.locator("li.chip:nth-child(1).turn").count() else 1
    mover, other = players[seat], players[1 - seat]
    by_colours = other.page.get_by_role("button", name="789: Ułóż według kolorów", exact=True)
    by_colours.click()
    expect(by_colours).to_have_attribute("aria-pressed", "true")
    rack = other.rack()
    other.page.reload()
    other.page.get_by_role("grid").wait_for()
    other.wait_until_shown([], rack)
    other.page.context.set_offline(True)
    other.page.locator(".notice.lost").wait_for()
    other.bring(other.pieces()[-1][0], None)
    mover.lay_one_set()
    other.page.context.set_offline(False)
    other.wait_for_move()
    expect(other.page.locator(".notice.lost")).to_have_count(0)
    # what was being prepared is still there, beside what has come
    assert [rack[0]] in other.table_shown()
    assert all(meld in other.table_shown() for meld in mover.table_shown())
    other.step("Od nowa")
    other.wait_until_shown(mover.table_shown(), rack)
    assert other.wait_for_turn()
    other.lay_one_set()
    assert mover.wait_for_turn()
    wait_until_equal(mover.page, mover.table_shown, other.table_shown())
