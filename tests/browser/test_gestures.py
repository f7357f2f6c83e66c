"""What only fingers do: coming nearer with two of them, panning, holding a tile; and naming a blank."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect

from tests.browser.board import Finger, new_table
from tests.browser.conftest import Open
from tests.browser.test_board_game import BLANKS, PHONE
from tests.browser.tiles import SMALL, Fingers

Point = tuple[float, float]


class Touch:
    """Fingers on the glass, as the browser gets them from a phone."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._tools = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: tuple[Point, ...]) -> None:
        told = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._tools.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": told})

    def move(self, *points: Point) -> None:
        self._send("Move", points)

    def halt(self, *points: Point) -> None:
        """Stay for a moment: what is flung goes on by itself, and the next tap would only stop it."""
        self._page.wait_for_timeout(150)
        self.move(*points)

    @contextmanager
    def down(self, *points: Point) -> Iterator[None]:
        """Put fingers down; in the end they go up."""
        self._send("Start", points)
        yield
        self._send("End", ())

    def pinch(self, at: Point, before: float, after: float) -> None:
        """Two fingers around a point, so far from it before and after."""
        x, y = at
        with self.down((x - before, y), (x + before, y)):
            for part in (1 / 3, 2 / 3, 1):
                far = before + (after - before) * part
                self.move((x - far, y), (x + far, y))
            self.halt((x - far, y), (x + far, y))

    def pull(self, start: Point, end: Point, n_steps: int = 8) -> None:
        """One finger from here to there."""
        (x, y), (to_x, to_y) = start, end
        with self.down(start):
            for n in range(1, n_steps + 1):
                part = n / n_steps
                self.move((x + (to_x - x) * part, y + (to_y - y) * part))
            self.halt(end)


def middle(of: Any) -> Point:
    box = of.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_fingers_come_nearer_pan_and_lay_a_tile_under_the_loupe(open_page: Open) -> None:
    page = open_page(**PHONE)
    player = Finger(page, new_table(page, "pl", "beginner", options=BLANKS | {"rack_size": 2}))
    player.wait_for_turn()
    touch, centre = Touch(page), player.square(7, 7)
    before = centre.bounding_box()["width"]
    touch.pinch(middle(centre), 30, 80)
    page.locator(".frame.zoomed").wait_for()
    assert centre.bounding_box()["width"] > 1.5 * before
    # pan: the board goes along with the finger
    # what was between the fingers comes to the middle a frame later
    page.wait_for_function("() => document.querySelector('.frame').scrollLeft > 0")
    x, y = middle(page.locator(".frame"))
    seen = page.evaluate(
        "[document.querySelector('.frame').scrollLeft, document.querySelector('.frame').scrollTop]"
    )
    touch.pull((x, y), (x - 70, y - 60))
    page.wait_for_function(
        "([left, top]) => { const {scrollLeft, scrollTop} = document.querySelector('.frame');"
        " return scrollLeft > left && scrollTop > top; }",
        arg=seen,
    )
    touch.pinch(middle(page.locator(".frame")), 80, 30)
    page.locator(".frame.zoomed").wait_for(state="detached")

    # a tile that a finger drags floats above it, and small squares are seen through a loupe
    place, (to_x, to_y) = player.place_of("?"), middle(centre)
    with touch.down(middle(place)):
        for far in (200, 120, 64):
            touch.move((to_x, to_y + far))
        page.locator(".loupe").wait_for()
        expect(page.locator(".loupe .square")).to_have_count(9)
        # rows and columns of the grid are counted from one
        expect(page.locator(".target")).to_have_attribute("style", re.compile(r"^grid-area: 8 / 8\b"))
        touch.halt((to_x, to_y + 64))
    page.locator(".loupe").wait_for(state="detached")

    # the letter of a blank, by tap; it counts nothing and is marked as a blank
    player.letter_of_blank("T").tap()
    expect(centre).to_have_attribute("aria-label", re.compile("^H8, T, blank"))
    assert (
        centre.locator(".tile.blank").evaluate("e => getComputedStyle(e, '::after').borderTopStyle")
        == "dashed"
    )
    expect(centre.locator(".value")).to_have_count(0)
    # and by key; a dot marks the letters that make a word
    player.place_of("?").tap()
    player.square(7, 8).tap()
    dialog = page.get_by_role("dialog")
    dialog.locator(".letter.fits").first.wait_for()
    fits = {text[0] for text in dialog.locator(".letter.fits").all_inner_texts()}
    assert "O" in fits
    assert not fits & set("ŻŹĆ")
    dot = "e => getComputedStyle(e, '::after').content"
    assert dialog.locator(".letter.fits").first.evaluate(dot) == '""'
    assert dialog.locator(".letter:not(.fits)").first.evaluate(dot) == "none"
    page.keyboard.press("o")
    dialog.wait_for(state="detached")
    expect(player.square(7, 8)).to_have_attribute("aria-label", re.compile("^H9, O, blank"))


def test_number_tiles_come_nearer_and_one_that_is_held_comes_along(open_page: Open) -> None:
    page = open_page(**PHONE | {"viewport": {"width": 360, "height": 600}})
    player = Fingers(page, new_table(page, "rummikub", "beginner", options=SMALL | {"starter": 0}))
    player.begin()
    player.wait_for_turn()
    table, touch = page.locator("[data-table]"), Touch(page)
    for piece in player.pieces()[-1][:8]:
        player.bring(piece, None)
    # what the server says of them makes the table scroll
    expect(page.locator(".meld.bad")).to_have_count(8)
    before = page.locator("[data-meld] [data-piece]").first.bounding_box()["width"]
    touch.pinch(middle(table), 30, 90)
    page.wait_for_function(
        "before => document.querySelector('[data-meld] [data-piece]').offsetWidth > 1.3 * before",
        arg=before,
    )
    # two fingers take no tile along
    expect(page.locator("[data-meld]")).to_have_count(8)
    # now the table scrolls: a finger that stays takes the tile, one that goes on moves the table
    page.locator("[data-scrolls]").wait_for()
    table.evaluate("e => (e.scrollTop = 0)")
    held = page.locator("[data-meld] [data-piece]").first
    tile, (x, y) = held.get_attribute("data-tile"), middle(page.locator("[data-rack]"))
    with touch.down(middle(held)):
        page.locator(".ghost").wait_for()
        touch.move((x, y + 20))
        touch.move((x, y + 40))
    page.locator(f'[data-rack] [data-tile="{tile}"]').wait_for()
    expect(page.locator(".meld.bad")).to_have_count(7)
    table.evaluate("e => (e.scrollTop = 0)")
    x, y = middle(table)
    touch.pull((x, y + 40), (x, y - 40))
    page.wait_for_function("() => document.querySelector('[data-table]').scrollTop > 0")


def test_what_is_touched_is_as_large_as_a_finger_needs(open_page: Open) -> None:
    page = open_page(**PHONE)
    page.locator("[data-place]").first.wait_for()
    sizes = [page.locator("[data-place]").first.bounding_box()]
    new_table(page, "pl", "beginner")
    sizes.append(page.locator("[data-place]").first.bounding_box())
    new_table(page, "rummikub", "beginner")
    sizes += [button.bounding_box() for button in page.locator(".sorting button").all()]
    assert len(sizes) == 4
    assert all(round(size[side]) >= 44 for size in sizes for side in ("width", "height"))
