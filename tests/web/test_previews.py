"""What a message shows of a link to a table: in the right language, and only what strangers may see."""

from __future__ import annotations

import html
import re
import struct
from collections.abc import Iterator

import httpx
import pytest

from stolik.bots import levels
from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.sketch import sketch
from stolik.table.games import Games
from stolik.table.local import LocalTable
from stolik.table.results import _TREES
from stolik.web.pages.drawing import LETTERS
from stolik.web.pages.link_previews import Shown, colours_of, drawn
from stolik.words.store import Lexicons
from tests.conftest import ROOT
from tests.web.servers import ALWAYS_A_WORD, Person, Server
from tests.web.test_look import LIGHT


def told(page: httpx.Response) -> dict[str, str]:
    found = re.findall(r'<meta property="og:(\S+)" content="(.*)">', page.text)
    return {name: html.unescape(text) for name, text in found}


def picture(server: Server, table: str) -> httpx.Response:
    return httpx.get(f"{server.url}/t/{table}/preview.png")


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    """Somebody without a cookie who asks for no language, as those who make previews do."""
    with httpx.Client(base_url=server.url) as client:
        yield client


def test_preview_speaks_the_language_of_the_visitor_else_that_of_the_table(
    anna: Person, stranger: httpx.Client
) -> None:
    table = anna.table("br", None)["id"]
    found = told(stranger.get(f"/t/{table}"))
    assert found["title"] == "Há um lugar livre nesta mesa: Anna"
    assert found["locale"] == "pt_BR"
    assert found["description"].startswith("Jogo de tabuleiro brasileiro")
    polish = told(stranger.get(f"/t/{table}", headers={"accept-language": "pl"}))
    assert polish["title"] == "Przy tym stoliku jest wolne miejsce: Anna"
    assert polish["image"].endswith("language=pl")
    image = stranger.get(polish["image"])
    assert image.headers["content-type"] == "image/png"
    assert struct.unpack(">II", image.content[16:24]) == (
        int(polish["image:width"]),
        int(polish["image:height"]),
    )


def test_names_cannot_break_out_of_the_preview(server: Server, stranger: httpx.Client) -> None:
    person = Person(server, '"><script>alert(1)</script>')
    page = stranger.get(f"/t/{person.table('pl', None)['id']}")
    person.close()
    assert told(page)["title"].endswith(person.name)
    assert "<script>alert" not in page.text


def play_one(person: Person, table: str) -> None:
    with person.socket() as socket:
        seen = socket.watch(table, 0)
        while "0" not in seen["turns"]:
            seen = socket.expect("table")
        socket.act(table, 0, seen["turns"]["0"], person.actions(table, 0)[0])
        before = seen["seq"]
        while seen["seq"] == before:
            seen = socket.expect("table")


@pytest.mark.parametrize("delay_s", [0, 3600])
def test_picture_shows_a_move_when_spectators_see_it(server: Server, anna: Person, delay_s: int) -> None:
    options = ALWAYS_A_WORD | {"starter": 0}
    table = anna.table("pl", None, options=options, delay_s=delay_s)["id"]
    before = picture(server, table).content
    bruno = Person(server, "Bruno")
    bruno.join(table)
    begun = picture(server, table).content
    play_one(anna, table)
    bruno.close()
    after = picture(server, table).content
    assert anna.http.get(f"/t/{table}/preview.png").content == after
    # where spectators are late, strangers do not even see that somebody else has sat down
    assert len({before, begun, after}) == (1 if delay_s else 3)


def test_table_without_spectators_has_no_preview_once_it_is_played_at(
    server: Server, anna: Person, stranger: httpx.Client
) -> None:
    table = anna.table("pl", "beginner", spectators=False)["id"]
    assert told(stranger.get(f"/t/{table}")) == told(anna.http.get(f"/t/{table}")) == {}
    assert picture(server, table).status_code == 404
    assert anna.http.get(f"/t/{table}/preview.png").status_code == 404
    assert httpx.get(f"{server.url}/t/nothing/preview.png").status_code == 404


def test_result_of_a_finished_game_stands_in_its_preview(anna: Person, stranger: httpx.Client) -> None:
    table = anna.table("pl", "beginner")["id"]
    with anna.socket() as socket:
        seen = socket.watch(table, 0)
        socket.act(table, 0, None, {"type": "Resign"})
        while not seen["outcome"]:
            seen = socket.expect("table")
    for path in (f"/t/{table}", f"/t/{table}/review"):
        found = told(stranger.get(path))
        assert found["title"] == "Wygrywa Lipka."
        assert f"Lipka {seen['outcome']['scores'][1]} : Anna {seen['outcome']['scores'][0]}." in (
            found["description"].replace("\N{MINUS SIGN}", "-")
        )


def test_bots_bear_the_same_names_as_at_the_table() -> None:
    client = (ROOT / "frontend/src/table/names.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w+): N_\("(\w+)"\),$', client, re.MULTILINE)) == _TREES
    assert set(_TREES) == {*levels("scrabble"), *levels("rummikub")} - {"generic"}


def test_colours_are_those_of_the_light_theme() -> None:
    for game in registry.packages():
        for name, colour in colours_of(game).items():
            assert LIGHT[name] == f"#{bytes(colour).hex()}"


@pytest.mark.parametrize("preset", registry.presets().values(), ids=lambda preset: preset.id)
def test_every_table_can_be_drawn(words: Lexicons, preset: Preset) -> None:
    game, chance = Games(words).of_preset(preset.id), SeededChance("preview")
    table = LocalTable(game, lambda _: chance)
    table.start(preset.options, preset.players[0])
    for _ in range(12):
        seat = min(table.to_act())
        table.submit(seat, next(game.actions(table.view(seat))))
    found = sketch(preset.game, table.view(None))
    assert found is not None
    for block in found.blocks:
        assert {block.colour, block.ink} <= set(colours_of(preset.game))
        assert set(block.sign) <= set(LETTERS)
        assert 0 <= block.x <= block.x + block.width <= found.width + 0.01
        assert 0 <= block.y <= block.y + block.height <= found.height + 0.01
    assert any(block.sign for block in found.blocks)
    assert drawn(Shown(preset.game, found, (("Ania", "12"),))).startswith(b"\x89PNG")
