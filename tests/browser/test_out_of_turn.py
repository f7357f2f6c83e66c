"""While another one moves: what is prepared meanwhile, and how the move of the other is seen."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, NamedTuple

from playwright.sync_api import expect

from tests.browser.board import Mouse, new_table, stop_time, wait_until_equal
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP
from tests.browser.tiles import SHORT, Tiles, groups_of, runs_of
from tests.web.servers import Person

#: Whatever is dealt, both have two of the letter of a two-letter word, and perhaps some that differ.
WORDS = {
    "challenge": "off",
    "starter": 1,
    "tiles": {"kinds": [["A", 9, 1], *([letter, 1, 1] for letter in "BCDEF")]},
}
#: One of each tile, almost all on two racks; the other one begins.
WIDE = SHORT | {"n_jokers": 0, "rack_size": 24, "starter": 1}
ASKED_NOTHING = WIDE | {"redeal_doublets": None}

Set = list[str]


def test_word_prepared_out_of_turn_stays_as_far_as_it_is_possible(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    table = new_table(page, "pl", None, options=WORDS)
    marek.join(table)
    player = Mouse(page, table)
    page.get_by_role("grid").wait_for()
    page.get_by_role("button", name="Mieszaj").click()

    def rack() -> list[str]:
        names = page.locator("[data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)")
        return [name.partition(",")[0] for name in names]

    order = rack()
    page.get_by_text("Ruch: Marek. Możesz już układać.").wait_for()
    player.lay(7, 8, "A", "A")
    player.lay(8, 8, "A", "A")
    page.locator(".badge.bad span").wait_for()  # the first word goes across the centre
    expect(player.primary).to_be_disabled()
    with marek.socket() as socket:
        turn = socket.watch(table, 1)["turns"]["1"]
        tiles = [[7, col, ["A", "A"]] for col in (7, 8)]
        socket.act(table, 1, turn, {"type": "Place", "tiles": tiles})
        assert player.wait_for_turn()
    # what he laid is marked: two squares from the eighth of the eighth row on
    expect(page.locator(".over .last")).to_have_attribute("style", re.compile("8 / 8 / span 1 / span 2"))
    # one square is taken, and the tile is back at its place; the other one makes a word now
    expect(player.square(7, 8).locator(".lies:not(.trial)")).to_have_count(1)
    expect(player.square(8, 8).locator(".lies.trial")).to_have_count(1)
    expect(page.locator(".lies.trial")).to_have_count(1)
    page.locator(".badge.good span").wait_for()
    assert rack() == order
    before, empty = player.moves(), page.locator("[data-place]").filter(has_not=page.locator(".held"))
    played = int(empty.get_attribute("data-place"))
    player.confirm()
    player.wait_for_move(before)
    wait_until_equal(page, rack, [*order[:played], "puste miejsce", *order[played + 1 :]])


class Deal(NamedTuple):
    """What he opens with, the run that she lays, and the two with which he makes a group of a tile of it."""

    opening: list[Set]
    run: Set
    taken: str
    pair: Set

    @property
    def before(self) -> list[Set]:
        return [*self.opening, self.run]

    @property
    def after(self) -> list[Set]:
        shorter = [one for one in self.run if one != self.taken]
        return [*self.opening, shorter, [self.taken, *self.pair]]


def find_deal(hers: Set, his: Set) -> Deal | None:
    """Whether these racks allow it."""
    for run in runs_of(hers, 4):
        for taken in (run[0], run[-1]):
            same = [one for one in his if one[1:] == taken[1:]]
            for pair in combinations(same, 2):
                opening = two_sets([one for one in his if one not in pair])
                if opening:
                    return Deal(opening, run, taken, list(pair))
    return None


def two_sets(tiles: Set) -> list[Set] | None:
    """Two sets that have no tile in common."""
    found = [*runs_of(tiles, 3), *groups_of(tiles, 3)]
    both = ((one, other) for one, other in combinations(found, 2) if not set(one) & set(other))
    return next((list(each) for each in both), None)


def sit_at_deal(page: Any, marek: Person) -> tuple[Tiles, Deal]:
    """Go to a new table whose racks allow it; others are left."""
    while True:
        player = Tiles(page, new_table(page, "rummikub", None, options=ASKED_NOTHING))
        marek.join(player.table)
        page.get_by_role("grid").wait_for()
        expect(page.locator("[data-place]")).to_have_count(24)
        with marek.socket() as socket:
            his = [origin for origin, _ in socket.watch(player.table, 1)["view"]["rack"]]
        deal = find_deal(player.rack(), his)
        if deal:
            return player, deal


def lay_for_marek(marek: Person, table: str, melds: list[Set]) -> None:
    """He makes this of the table."""
    with marek.socket() as socket:
        turn = socket.watch(table, 1)["turns"]["1"]
        tiles = [[[origin, origin] for origin in meld] for meld in melds]
        request = socket.act(table, 1, turn, {"type": "Lay", "table": tiles})
        while request not in (told := socket.expect("table", "refused")).get("done", ()):
            assert told["type"] == "table", told


def prepare(player: Tiles, tiles: Set) -> None:
    """Lay tiles as one new set, for trial."""
    own = {piece.origin: piece for piece in player.pieces()[-1]}
    beside = None
    for origin in tiles:
        player.bring(own[origin], beside)
        beside = beside or own[origin]


def test_set_prepared_out_of_turn_stays_as_far_as_it_is_possible(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    player, deal = sit_at_deal(page, marek)
    # an order of one's own, which nobody would sort it into
    page.locator("[data-place]").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    order = player.rack()
    prepare(player, deal.run)
    player.meld_with(deal.taken).and_(page.locator(".good")).wait_for()
    page.get_by_text("Ruch: Marek. Możesz już układać.").wait_for()
    expect(player.primary).to_be_disabled()
    lay_for_marek(marek, player.table, deal.opening)
    assert player.wait_for_turn()
    left = [origin for origin in order if origin not in deal.run]
    wait_until_equal(page, lambda: melds(player), alike(deal.before))
    assert player.rack() == left
    before = player.moves()
    player.confirm()
    player.wait_for_move(before)
    # now it is made of the table as well; what he takes away from there is his
    own = next(piece for piece in player.pieces()[-1])
    player.bring(own, None)
    player.tile(deal.taken).drag_to(player.new)
    page.locator("[data-meld]").nth(len(deal.before) + 1).wait_for()
    lay_for_marek(marek, player.table, deal.after)
    assert player.wait_for_turn()
    wait_until_equal(page, lambda: melds(player), alike([*deal.after, [own.origin]]))
    assert player.rack() == left[1:]
    player.step("Od nowa")
    wait_until_equal(page, player.rack, left)


def test_opening_tiles_of_others_and_the_bank_are_in_sight(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    player, deal = sit_at_deal(page, marek)
    opening = page.locator(".opening")
    expect(opening).to_contain_text("0 / 1")
    expect(opening).not_to_have_class(re.compile("enough"))
    prepare(player, deal.run)
    expect(opening).to_contain_text(f"{sum(int(origin[1:]) for origin in deal.run)} / 1")
    expect(opening).to_have_class(re.compile("enough"))
    other = page.locator("li.chip").nth(1)
    expect(other).to_contain_text("24 kostki, przed otwarciem, na ruchu")
    lay_for_marek(marek, player.table, deal.opening)
    expect(player.figure(1)).to_have_text("18")
    expect(other).not_to_contain_text("przed otwarciem")
    # whoever cannot tell the colours apart sees a shape of its own for each
    shapes = page.locator("[data-tile]").evaluate_all(
        "all => all.map((one) => [one.dataset.tile[0], one.querySelector('.shape').innerHTML])"
    )
    assert len({tuple(each) for each in shapes}) == len({colour for colour, _ in shapes})
    assert len({shape for _, shape in shapes}) == len({colour for colour, _ in shapes})
    page.get_by_role("button", name="Bank 4").click()
    sheet = page.get_by_role("dialog", name="Niewidziane")
    expect(sheet).to_contain_text("W banku: 4")
    rows = sheet.get_by_role("rowgroup").last.get_by_role("row")
    counts = [row.get_by_role("cell").all_inner_texts() for row in rows.all()]
    seen = {*player.rack(), *(origin for meld in deal.before for origin in meld)}
    wanted = [[str(int(f"{colour}{n}" not in seen)) for colour in "krbo"] for n in range(1, 14)]
    assert counts == wanted


def alike(table: list[Set]) -> list[Set]:
    """The sets of a table, wherever each of them lies."""
    return sorted(sorted(meld) for meld in table)


def melds(player: Tiles) -> list[Set]:
    return alike(player.table_shown())


def test_hands_of_another_are_seen_going_over_the_table(open_page: Open, marek: Person) -> None:
    page = open_page(**DESKTOP)
    page.clock.install()
    player, deal = sit_at_deal(page, marek)
    stop_time(page)
    # who wants to see less motion sees two sets at once, while time stands
    lay_for_marek(marek, player.table, deal.opening)
    wait_until_equal(page, lambda: melds(player), alike(deal.opening))
    page.clock.resume()
    assert player.wait_for_turn()
    prepare(player, deal.run)
    expect(player.primary).to_be_enabled()
    player.confirm()
    expect(page.locator("li.chip").nth(1)).to_have_class(re.compile(r"\bturn\b"))
    stop_time(page)
    page.emulate_media(reduced_motion="no-preference")
    lay_for_marek(marek, player.table, deal.after)
    page.get_by_role("status").get_by_text("Marek wykłada").wait_for()
    assert melds(player) == alike(deal.before)
    # the tile is taken, then the group is made of it
    page.clock.run_for(300)
    assert melds(player) == alike([*deal.opening, deal.after[2], [deal.taken]])
    page.clock.run_for(500)
    assert melds(player) == alike(deal.after)


def has_several_sets(told: str) -> bool:
    """Whether the tiles of a sentence cannot be one run or one group."""
    numbers, colours = zip(*re.findall(r"(\d+) (\w+)", told), strict=True) if "otwiera" in told else ("", "")
    return len(set(numbers)) > 1 and len(set(colours)) > 1


def test_sets_of_a_bot_are_seen_one_by_one_until_somebody_touches_a_tile(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference", **DESKTOP)
    page.clock.install()
    player, told = Tiles(page, ""), ""
    # so many points need several sets; a deal that lets the bot do with one, or with none, is left
    while not has_several_sets(told):
        page.clock.resume()
        player.table = new_table(page, "rummikub", "champion", options=WIDE | {"opening_points": 60})
        stop_time(page)
        player.begin()
        wait_until_equal(page, player.moves, 1)
        told = page.locator(".last .text").inner_text()
    assert melds(player) == []
    page.clock.run_for(300)
    first = melds(player)
    assert len(first) == 1
    player.piece(player.pieces()[-1][0]).click()
    page.locator("[data-meld]").nth(1).wait_for()
    shown = melds(player)
    assert first[0] in shown
    page.clock.run_for(5_000)
    assert melds(player) == shown
