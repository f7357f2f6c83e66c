"""The page of the number tiles as a player uses it: by mouse, by keyboard, by finger."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from playwright.sync_api import expect

from tests.browser.board import Action, Player, hint, wait_until_equal

#: One of each tile: shorter, and every tile has a name of its own.
SMALL = {"n_copies": 1, "n_jokers": 1, "turn_seconds": None, "opening_points": 15}
#: Almost all tiles are on four racks: a whole game of some turns.
SHORT = SMALL | {"rack_size": 12, "opening_points": 1}
BOTS = ("beginner",) * 3


class Piece(NamedTuple):
    """A tile on the page: equal ones have other ids."""

    id: str
    origin: str


class Meld(NamedTuple):
    """What a set will be made of: the tiles that lie together already, and those that come to them."""

    lying: list[Piece]
    coming: list[Piece]


def planned(wanted: list[list[str]], table: list[list[Piece]], rack: list[Piece]) -> list[Meld]:
    """For each set of a new table that is not there yet: which tiles stay where they are and which come."""
    left = list(table)
    missing = []
    for origins in wanted:
        same = next((meld for meld in left if Counter(map(_origin, meld)) == Counter(origins)), None)
        if same is None:
            missing.append(origins)
        else:
            left.remove(same)
    free = [piece for meld in left for piece in meld]
    homes = []
    for origins in missing:
        home = max(left, key=lambda meld: len(_taken(meld, origins)), default=[])
        homes.append(_taken(home, origins))
        if homes[-1]:
            left.remove(home)
            free = [piece for piece in free if piece not in homes[-1]]
    pool = [*free, *rack]
    plan = []
    for origins, lying in zip(missing, homes, strict=True):
        coming = _taken(pool, list((Counter(origins) - Counter(map(_origin, lying))).elements()))
        pool = [piece for piece in pool if piece not in coming]
        # a joker finds its place among the others
        plan.append(Meld(lying, sorted(coming, key=lambda piece: piece.origin == "J")))
    return plan


def runs_of(tiles: list[str], n: int) -> list[list[str]]:
    """All runs of this length that can be made of tiles of which each is there once."""
    ahead = ([f"{tile[0]}{int(tile[1:]) + k}" for k in range(n)] for tile in tiles)
    return [run for run in ahead if set(run) <= set(tiles)]


def groups_of(tiles: list[str], n: int) -> list[list[str]]:
    """All groups of this size that can be made of such tiles."""
    by_number = ([tile for tile in tiles if tile[1:] == str(number)] for number in range(1, 14))
    return [list(group) for same in by_number for group in combinations(same, n)]


def _origin(piece: Piece) -> str:
    return piece.origin


def _taken(pieces: list[Piece], origins: list[str]) -> list[Piece]:
    """The pieces that have these origins, each as often as it is there."""
    left = Counter(origins)
    taken = []
    for piece in pieces:
        if left[piece.origin]:
            left[piece.origin] -= 1
            taken.append(piece)
    return taken


class Tiles(Player):
    """Drags tiles to their sets until the table is the one that a hint shows."""

    def tile(self, origin: str) -> Any:
        return self.page.locator(f'[data-tile="{origin}"]')

    def piece(self, piece: Piece) -> Any:
        return self.page.locator(f'[data-piece="{piece.id}"]')

    def meld_with(self, origin: str) -> Any:
        return self.page.locator("[data-meld]", has=self.tile(origin))

    @property
    def new(self) -> Any:
        return self.page.locator("[data-new]")

    @property
    def draw(self) -> Any:
        """The button of who lays nothing."""
        return self.page.locator(".hand .second button")

    def pieces(self) -> list[list[Piece]]:
        """What lies on the table, set by set, and last the rack."""
        found: list[list[list[str]]] = self.page.evaluate(
            """() => [...document.querySelectorAll("[data-meld], [data-rack]")].map(
                (all) => [...all.querySelectorAll("[data-tile]")].map(
                    (tile) => [tile.dataset.piece, tile.dataset.tile]))"""
        )
        return [[Piece(*each) for each in meld] for meld in found]

    def table_shown(self) -> list[list[str]]:
        """What lies on the table, set by set."""
        return [list(map(_origin, meld)) for meld in self.pieces()[:-1]]

    def rack(self) -> list[str]:
        """What is on the rack, in its order."""
        return list(map(_origin, self.pieces()[-1]))

    def wait_until_shown(self, table: list[list[str]], rack: list[str]) -> None:
        """Until this lies on the table, set by set, and this is on the rack."""
        wait_until_equal(self.page, lambda: (self.table_shown(), self.rack()), (table, rack))

    def begin(self) -> None:
        """Play with what was dealt."""
        ready = self.page.get_by_role("button", name="Gotowe")
        ready.click()
        ready.wait_for(state="detached")

    def step(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def do(self, action: Action) -> int:
        if action["type"] != "Lay":
            self.leave()
            return 0
        *table, rack = self.pieces()
        for meld in planned([[origin for origin, _ in meld] for meld in action["table"]], table, rack):
            self.build(meld)
        n_laid = len(rack) - len(self.rack())
        expect(self.primary).to_have_text(re.compile(rf"\b{n_laid}\b"))
        self.confirm()
        return n_laid

    def lay_one_set(self) -> None:
        """Lay the first set of the hint and no more: a whole hint may end the game."""
        before, lying = self.moves(), [Counter(meld) for meld in self.table_shown()]
        action = hint(self.page, self.table, self.seat)
        table = action.get("table", [])
        kept = [meld for meld in table if Counter(origin for origin, _ in meld) in lying]
        new = [meld for meld in table if meld not in kept]
        self.do(action | {"table": [*kept, *new[:1]]})
        self.wait_for_move(before)

    def build(self, meld: Meld) -> None:
        """Bring tiles together: to those that lie there, or to a new set."""
        beside = meld.lying[0] if meld.lying else None
        for piece in meld.coming:
            self.bring(piece, beside)
            beside = beside or piece

    def bring(self, piece: Piece, beside: Piece | None) -> None:
        """Bring a tile to the set of another one, or to a new set, and see it lie there."""
        self.put_beside(piece, beside)
        meld = self.meld_of(beside) if beside else self.page.locator("[data-meld]")
        meld.locator(f'[data-piece="{piece.id}"]:not(.selected, .held)').wait_for()

    def meld_of(self, piece: Piece) -> Any:
        return self.page.locator("[data-meld]", has=self.piece(piece))

    def put_beside(self, piece: Piece, beside: Piece | None) -> None:
        """Move the hand, and no more."""
        self.piece(piece).drag_to(self.meld_of(beside) if beside else self.new)

    def leave(self) -> None:
        """Lay nothing: draw, or pass."""
        self.draw.click()


class Fingers(Tiles):
    """Taps a tile, then where it goes."""

    def put_beside(self, piece: Piece, beside: Piece | None) -> None:
        self.take(piece)
        (self.piece(beside) if beside else self.new).tap()

    def take(self, piece: Piece) -> None:
        """Take one more tile in hand; the browser makes a click of a tap a little later."""
        self.piece(piece).tap()
        self.page.locator(f'[data-piece="{piece.id}"].selected').wait_for()

    def confirm(self) -> None:
        self.primary.tap()

    def leave(self) -> None:
        self.draw.tap()


#: Which key comes nearer to a part of the page; nothing if the focus is there.
_WAY_TO = """part => {
    const here = document.activeElement;
    const behind = document.querySelector(part).compareDocumentPosition(here);
    const back = here !== document.body && behind & Node.DOCUMENT_POSITION_FOLLOWING;
    return here.closest(part) ? "" : back ? "Shift+Tab" : "Tab";
}"""


class Keys(Tiles):
    """Never touches a mouse: Tab goes from part to part, arrow keys within one, Enter takes and puts."""

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)

    def tab_to(self, part: str) -> None:
        """Tab, or go back with Shift, until the focus is in a part of the page."""
        for _ in range(40):
            way = self.page.evaluate(_WAY_TO, part)
            if way == "":
                return
            self.press(way)
        raise AssertionError(f"Tab does not come to {part}")

    def go_to(self, piece: Piece) -> None:
        """Walk to a tile of the rack or of the table."""
        *table, rack = self.pieces()
        row = rack if piece in rack else [each for meld in table for each in meld]
        self.tab_to("[data-rack]" if row is rack else "[data-table]")
        here = self.page.evaluate("document.activeElement.dataset.piece")
        at = next((n for n, each in enumerate(row) if each.id == here), len(row))
        steps = row.index(piece) - at
        self.press("ArrowRight" if steps > 0 else "ArrowLeft", abs(steps))
        assert self.page.evaluate("document.activeElement.dataset.piece") == piece.id

    def put_beside(self, piece: Piece, beside: Piece | None) -> None:
        self.go_to(piece)
        self.press("Enter")
        if beside is None:
            self.press("n")
        else:
            self.go_to(beside)
            self.press("Enter")

    def begin(self) -> None:
        self.tab_to(".asks .answers :nth-child(2)")
        self.press("Enter")
        self.page.get_by_role("button", name="Gotowe").wait_for(state="detached")

    def confirm(self) -> None:
        self.page.locator(".hand .primary button:enabled").wait_for()
        self.tab_to(".primary")
        self.press("Enter")

    def leave(self) -> None:
        self.tab_to(".second")
        self.press("Enter")
