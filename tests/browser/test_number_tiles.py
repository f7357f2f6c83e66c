"""The number tiles in a real browser: a whole game by mouse, and a table rearranged, undone and put back."""

from __future__ import annotations

from typing import Any

from tests.browser.board import Action, Player, new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP, PHONE, violations

#: One of each tile: shorter, and every tile has a name of its own.
SMALL = {"n_copies": 1, "n_jokers": 1, "turn_seconds": None, "opening_points": 15}


class Tiles(Player):
    """Drags tiles to their sets until the table is the one that a hint shows."""

    def tile(self, origin: str) -> Any:
        return self.page.locator(f'[data-tile="{origin}"]')

    def meld_with(self, origin: str) -> Any:
        return self.page.locator("[data-meld]", has=self.tile(origin))

    @property
    def new(self) -> Any:
        return self.page.locator("[data-new]")

    def table_shown(self) -> list[list[str]]:
        """What lies on the table, set by set."""
        found: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("[data-meld]")].map(
                (meld) => [...meld.querySelectorAll("[data-tile]")].map((tile) => tile.dataset.tile))"""
        )
        return found

    def rack(self) -> list[str]:
        """What is on the rack, in its order."""
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-place]')].map((tile) => tile.dataset.tile)"
        )
        return found

    def begin(self) -> None:
        """Play with what was dealt."""
        ready = self.page.get_by_role("button", name="Gotowe")
        ready.click()
        ready.wait_for(state="detached")

    def step(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def do(self, action: Action) -> int:
        n_laid = 0
        if action["type"] == "Lay":
            before = len(self.rack())
            for meld in action["table"]:
                self.build([origin for origin, _ in meld])
            n_laid = before - len(self.rack())
            assert str(n_laid) in self.primary.inner_text()
        self.confirm()
        return n_laid

    def build(self, wanted: list[str]) -> None:
        """Bring tiles together: to the set that has most of them, or to a new one."""
        shared = [len(set(wanted) & set(meld)) for meld in self.table_shown()]
        most = max(shared, default=0)
        home = self.table_shown()[shared.index(most)] if most > 1 else []
        anchor = next((origin for origin in wanted if origin in home), None)
        for origin in wanted:
            if origin not in home:
                target = self.new if anchor is None else self.meld_with(anchor)
                self.tile(origin).drag_to(target)
                anchor = anchor or origin


def test_game_is_played_by_mouse(open_page: Open) -> None:
    page = open_page(**DESKTOP)
    player = Tiles(page, new_table(page, "rummikub", "beginner", options=SMALL))
    player.begin()
    assert player.points(0) == len(player.rack()) == 14
    n_laid = player.play()
    own = [text for text in page.locator(".moves .move").all_inner_texts() if "Ania" in text]
    n_drawn = sum("dobiera" in text for text in own)
    # the newest line is the first one, and ends with the tiles that are left
    assert int(own[0].split()[-1]) == 14 + n_drawn - n_laid
    result = page.locator(".result")
    assert result.get_by_role("heading").inner_text()
    assert page.locator("li.chip .figure").first.inner_text() in result.get_by_role("list").inner_text()


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
    player = Tiles(page, "")
    while not player.table or not until_rearranging(player):
        player.table = new_table(page, "rummikub", "beginner", options=SMALL | {"opening_points": 1})
        player.begin()
    before, rack = player.table_shown(), player.rack()
    # a set is split: its last tile goes to a place of its own, and the server says what is missing there
    player.tile(before[0][-1]).drag_to(player.new)
    assert player.table_shown() == [before[0][:-1], *before[1:], [before[0][-1]]]
    player.meld_with(before[0][-1]).get_by_text("brakuje 2").wait_for()
    assert page.locator(".refusal").inner_text()
    # two sets are joined: taken by the tray, which is what lies between and around the tiles
    player.meld_with(before[1][0]).drag_to(player.meld_with(before[0][0]), source_position={"x": 3, "y": 3})
    assert len(player.table_shown()) == len(before)
    player.step("Cofnij krok")
    player.step("Cofnij krok")
    assert player.table_shown() == before
    assert page.locator(".meld.bad, .meld.good").count() == 0
    player.step("Ponów krok")
    assert len(player.table_shown()) == len(before) + 1
    player.step("Od nowa")
    assert (player.table_shown(), player.rack()) == (before, rack)
    # what lay on the table never comes to the rack
    player.tile(before[0][0]).drag_to(page.locator("[data-rack]"))
    assert (player.table_shown(), player.rack()) == (before, rack)
    assert violations(page) == []


def test_rack_keeps_its_order_and_tiles_are_laid_by_finger_and_keys(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Tiles(
        page, new_table(page, "rummikub", "beginner", options=SMALL | {"n_jokers": 0, "starter": 0})
    )
    player.begin()
    own = player.rack()
    player.step("777: Ułóż według liczb")
    numbers = [int(origin[1:]) for origin in player.rack() if origin != "J"]
    assert numbers == sorted(numbers)
    player.step("777: Ułóż według liczb")
    assert player.rack() == own
    first, second, third = own[:3]
    player.tile(first).tap()
    player.tile(second).tap()
    player.new.tap()
    assert (player.table_shown(), player.rack()) == ([sorted([first, second], key=by_number)], own[2:])
    player.tile(third).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    assert [third] in player.table_shown()
    page.locator(".meld .tag").nth(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert (player.table_shown(), player.rack()) == ([], own)
    assert player.wait_for_turn()
    player.confirm()
    page.wait_for_function("() => document.querySelectorAll('[data-place]').length === 15")
    assert player.rack()[:14] == own


def by_number(origin: str) -> int:
    """Where a tile goes in its set."""
    return int(origin[1:])
