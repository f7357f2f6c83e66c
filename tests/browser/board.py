"""The page of the board game as a player uses it: by mouse, by keyboard, by finger."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

Page = Any
Action = dict[str, Any]
_PATIENCE_S = 20


def wait_until_equal(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """Until what is read from the page is this very thing."""
    end = time.monotonic() + _PATIENCE_S
    while (found := read()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert found == wanted, f"{found} is not {wanted}"


def set_up(page: Page, preset: str, *bots: str | None, **more: Any) -> str:
    """Set up a table in the name of whoever has the page open."""
    wanted = {"preset": preset, "seats": bots, "n_seats": 1 + len(bots), "name": "Ania", **more}
    made = page.evaluate(
        """async (wanted) => (await fetch("/api/tables", {
            method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wanted),
        })).json()""",
        wanted,
    )
    return str(made["id"])


def new_table(page: Page, preset: str = "pl", *bots: str | None, **more: Any) -> str:
    """Set up a table in the name of whoever has the page open, and go there."""
    table = set_up(page, preset, *bots, **more)
    page.goto(f"/t/{table}")
    if None not in bots:
        page.get_by_role("grid").wait_for()
    return table


def sit_down(page: Page, table: str, name: str = "Marek") -> None:
    """Come to a table that waits, and take a seat at it."""
    page.goto(f"/t/{table}")
    page.get_by_role("textbox").fill(name)
    page.get_by_role("button", name="Usiądź").click()
    page.get_by_role("grid").wait_for()


def stop_time(page: Page) -> None:
    """From now on time passes on the page only when it is told to: its clock has to be installed."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def new_table_to(kind: str, page: Page, preset: str, *bots: str, **more: Any) -> str:
    """Go to a new table at which the first hint is of this kind; deals that allow no such thing are left."""
    while True:
        table = new_table(page, preset, *bots, **more)
        if hint(page, table)["type"] == kind:
            return table


def tap_any(page: Page, place: int, row: int, col: int, face: str) -> None:
    """Lay the tile of a place of the rack, whatever it is, by finger; a blank stands for a face."""
    square, dialog = page.locator(f'[data-square="{row} {col}"]'), page.get_by_role("dialog")
    page.locator("[data-place]").nth(place).tap()
    square.tap()
    square.locator(".lies.trial").or_(dialog).first.wait_for()
    if dialog.count():
        dialog.get_by_role("button", name=re.compile(f"^{face}(,|$)")).tap()
    square.locator(".lies.trial").wait_for()


def hint(page: Page, table: str, seat: int = 0) -> Action:
    """The first of what this seat may do."""
    found: list[Action] = page.evaluate(
        "async ([table, seat]) => (await fetch(`/api/tables/${table}/actions?seat=${seat}&limit=1`)).json()",
        [table, seat],
    )
    return found[0]


_QUESTION = "(document.querySelector('.asks .text')?.textContent ?? null)"
#: How many moves the list has, or the pill that opens it says.
_MOVES = """(document.querySelectorAll(".moves .move").length
    || parseInt(document.querySelector(".pill:last-child")?.textContent ?? "0"))"""


class Player:
    """Somebody at the page of a table; how tiles get to their squares is left open."""

    def __init__(self, page: Page, table: str, seat: int = 0) -> None:
        self.page, self.table, self.seat = page, table, seat

    def square(self, row: int, col: int) -> Any:
        return self.page.locator(f'[data-square="{row} {col}"]')

    def place_of(self, letter: str) -> Any:
        """A place of the rack on which this letter lies."""
        name = re.compile("^blank$" if letter == "?" else f"^{letter}, \\d+ [^,]+$")
        return self.page.get_by_role("group").get_by_role("button", name=name).first

    @property
    def primary(self) -> Any:
        return self.page.locator(".hand .primary button")

    def figure(self, seat: int) -> Any:
        """What stands at a seat: points, or how many tiles are left."""
        return self.page.locator("li.chip .figure").nth(seat)

    def points(self, seat: int) -> int:
        """The points that stand at a seat now."""
        return int(self.figure(seat).inner_text().replace("\u2212", "-"))

    def wait_for_turn(self) -> bool:
        """Until this seat is to move; False if the game is over instead."""
        self.page.locator("li.chip.turn").nth(0).or_(self.page.locator(".result")).first.wait_for()
        mine = self.page.locator(f"li.chip:nth-child({self.seat + 1}).turn")
        mine.or_(self.page.locator(".result")).first.wait_for()
        return bool(self.page.locator(".result").count() == 0)

    def begin(self) -> None:
        """Whatever comes before the first turn."""

    def lay(self, row: int, col: int, origin: str, face: str) -> None:
        """Bring one tile to its square and see it lie there: till then the page judges those before it."""
        self.put(row, col, origin, face)
        self.square(row, col).locator(".lies.trial").wait_for()

    def put(self, row: int, col: int, origin: str, face: str) -> None:
        """Move the hand, and no more."""
        raise NotImplementedError

    def confirm(self) -> None:
        self.primary.click()

    def name_blank(self, face: str) -> None:
        self.letter_of_blank(face).click()

    def letter_of_blank(self, face: str) -> Any:
        """The key of a letter; where the dictionary speaks it says whether it makes a word."""
        return self.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{face}(,|$)"))

    def do(self, action: Action) -> int:
        """Do what the hint says; the points it brings."""
        match action["type"]:
            case "Place":
                for row, col, (origin, face) in action["tiles"]:
                    self.lay(row, col, origin, face)
                self.page.locator(".badge.good span, .badge.plain span").wait_for()
                points = int(re.sub(r"\D", "", self.primary.inner_text()))
                self.confirm()
                return points
            case "Exchange":
                self.page.get_by_role("button", name="Wymień", exact=True).locator("visible=true").click()
                tray = self.page.get_by_role("dialog")
                for origin, _ in action["tiles"]:
                    name = "blank" if origin == "?" else origin
                    tray.get_by_role("button", name=name, exact=True, pressed=False).first.click()
                tray.get_by_role("button", name="Wymień").click()
            case _:
                self.page.get_by_role("button", name="Pas", exact=True).locator("visible=true").click()
        return 0

    def play(self) -> int:
        """Play until the game is over; the points of all plays."""
        total = 0
        while self.wait_for_turn():
            if not self.let_be():
                total += self.play_hint()
        return total

    def let_be(self) -> bool:
        """Answer the question that is asked, if there is one, so that nothing changes."""
        question = self.page.evaluate(_QUESTION)
        if question is not None:
            self.page.locator(".asks .answers button").last.click()
            # another bot may have played by now, and asks for an answer of its own
            self.page.wait_for_function(f"before => {_QUESTION} !== before", arg=question)
        return question is not None

    def play_hint(self) -> int:
        """Do the first of what this seat may do and wait until the page lists it; the points it brings.

        Before that the page still marks this seat as the one to move.
        """
        before = self.moves()
        points = self.do(hint(self.page, self.table, self.seat))
        self.wait_for_move(before)
        return points

    def moves(self) -> int:
        """How many moves the page tells of."""
        return int(self.page.evaluate(_MOVES))

    def wait_for_move(self, before: int = 0) -> None:
        """Until the page tells of more moves than before."""
        self.page.wait_for_function(f"n => {_MOVES} > n", arg=before)

    def listed_points(self, name: str) -> list[int]:
        """What the move list says that somebody got, line by line."""
        lines = self.page.locator(".move").filter(has=self.page.get_by_text(name, exact=True))
        texts = lines.locator(".points").all_text_contents()
        return [int(text.replace("\u2212", "-")) for text in texts if text != "–"]


class Mouse(Player):
    """Drags tiles."""

    def put(self, row: int, col: int, origin: str, face: str) -> None:
        self.place_of(origin).drag_to(self.square(row, col))
        if origin == "?":
            self.name_blank(face)


class Finger(Player):
    """Taps a tile, then a square."""

    def put(self, row: int, col: int, origin: str, face: str) -> None:
        self.place_of(origin).tap()
        self.square(row, col).tap()
        if origin == "?":
            self.letter_of_blank(face).tap()

    def confirm(self) -> None:
        self.primary.tap()


class Keyboard(Player):
    """Goes to a square by arrow keys and types; Enter plays."""

    def put(self, row: int, col: int, origin: str, face: str) -> None:
        keys = self.page.keyboard
        self.page.locator('[role=gridcell][tabindex="0"]').focus()
        at = self.page.locator('[role=gridcell][tabindex="0"]').get_attribute("data-square")
        from_row, from_col = map(int, at.split())
        for _ in range(abs(row - from_row)):
            keys.press("ArrowDown" if row > from_row else "ArrowUp")
        for _ in range(abs(col - from_col)):
            keys.press("ArrowRight" if col > from_col else "ArrowLeft")
        if face.isascii():
            keys.press(f"Shift+{face}" if origin == "?" else face)
        else:  # the driver's keyboard is an American one
            self.page.evaluate(
                """([key, shiftKey]) => document.activeElement.dispatchEvent(
                    new KeyboardEvent("keydown", {key, shiftKey, bubbles: true, cancelable: true}))""",
                [face, origin == "?"],
            )

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")
