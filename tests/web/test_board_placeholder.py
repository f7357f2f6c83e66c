"""The picture of the board in a table's page: for those who sit there, in every theme."""

from __future__ import annotations

import html
import re
from collections import Counter
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.sketch import sketch
from stolik.table.games import Games
from stolik.table.local import LocalTable
from stolik.web.pages.board_placeholder import board_placeholder
from stolik.web.pages.client import THEMES
from stolik.words.store import Lexicons
from tests.web.servers import Person
from tests.web.test_look import LIGHT, TOKENS
from tests.web.test_tables import play

SVG = "{http://www.w3.org/2000/svg}"


def pictures(page: str) -> list[str]:
    found = re.findall(r'<img class="board-placeholder.*?" alt="" src="data:image/svg\+xml,(.*?)">', page)
    return [unquote(html.unescape(each)) for each in found]


def signs(picture: str) -> list[str]:
    return [str(each.text) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def started(words: Lexicons, preset: str) -> LocalTable:
    chance = SeededChance("placeholder")
    table = LocalTable(Games(words).of_preset(preset), lambda _: chance)
    found = registry.find_preset(preset)
    table.start(found.options, found.players[0])
    return table


def test_page_shows_the_tiles_on_the_board_to_one_who_sits_there(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    lying = Counter[str]()
    with anna.socket() as socket:
        while not lying:  # a first move may be an exchange
            seen = play(anna, socket, table, 0, 1)
            lying = Counter(face for _, _, (_, face) in seen["view"]["table"]["laid"])
    [picture] = pictures(anna.http.get(f"/t/{table}").text)
    assert lying <= Counter(signs(picture))  # the bot may have moved since
    assert pictures(bruno.http.get(f"/t/{table}").text) == []


def test_page_of_a_table_that_waits_or_lays_itself_out_has_no_picture(anna: Person) -> None:
    for preset, other in (("pl", None), ("rummikub", "generic")):
        assert pictures(anna.http.get(f"/t/{anna.table(preset, other)['id']}").text) == []


def test_picture_has_the_colours_of_every_theme(words: Lexicons) -> None:
    view = started(words, "pl").view(None)
    for theme in (None, *THEMES):
        [picture] = pictures(board_placeholder("scrabble", view, 2, TOKENS, theme))
        root = ElementTree.fromstring(picture)
        assert root.get("data-theme") == theme
        [style] = root.iter(f"{SVG}style")
        for name in set(re.findall(r"var\((--[\w-]+)\)", picture)):
            assert f"{name}:{LIGHT[name.removeprefix('--')]};" in str(style.text)
        assert '[data-theme="wood"]{' in str(style.text)
        assert "--shadow" not in str(style.text)


def test_cookie_cannot_write_into_the_picture(anna: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    anna.http.cookies.set("theme", "x'><script>")
    page = anna.http.get(f"/t/{table}").text
    [picture] = pictures(page)
    assert ElementTree.fromstring(picture).get("data-theme") is None
    assert "x'><script>" not in page


@pytest.mark.parametrize("preset", registry.presets().values(), ids=lambda preset: preset.id)
def test_every_sketch_of_a_board_leaves_out_its_rim_alone(words: Lexicons, preset: Preset) -> None:
    found = sketch(preset.game, started(words, preset.id).view(None))
    assert found is not None
    if found.rim is None:
        return
    inside = [
        block
        for block in found.blocks
        if block.x >= found.rim and block.x + block.width <= found.width - found.rim + 1e-9
    ]
    assert len(found.blocks) - len(inside) == 1
