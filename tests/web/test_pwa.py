"""The client as an app: what installs it is there, and what may be kept holds nothing of anybody's."""

from __future__ import annotations

import json
import re
import struct

import httpx
import pytest

from stolik.core import registry
from stolik.texts import LANGUAGES
from tests.web.servers import Person, Server
from tests.web.test_client_pages import brought


def test_manifest_speaks_the_language_of_the_visitor_and_its_icons_are_what_it_says(server: Server) -> None:
    names = set()
    for language in LANGUAGES:
        told = httpx.get(f"{server.url}/app.webmanifest", headers={"accept-language": language}).json()
        names.add(told["name"])
        for icon in told["icons"]:
            answer = httpx.get(server.url + icon["src"])
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", answer.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
    assert len(names) == len(LANGUAGES)


def test_worker_keeps_files_that_are_there_and_never_change(server: Server) -> None:
    answer = httpx.get(f"{server.url}/worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    told = re.match(r"self\.shell=(\{.*?\});", answer.text)
    assert told
    files = json.loads(told[1])["files"]
    assert len(files) > 10
    for file in files:
        assert "immutable" in httpx.get(server.url + file).headers["cache-control"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_without_a_network_has_deals_of_the_games_and_nothing_of_anybody(
    server: Server, anna: Person, language: str
) -> None:
    anna.table("pl", "generic")
    headers = {"accept-language": language}
    page = httpx.get(f"{server.url}/offline", headers=headers)
    assert httpx.get(f"{server.url}/offline/{language}").text == page.text
    assert "set-cookie" not in page.headers
    assert "no-store" not in page.headers["cache-control"]
    assert page.headers["content-language"] == language
    assert brought(anna.http.get("/offline").text, "practice")
    practice = brought(page.text, "practice")
    spoken = {each["preset"]["game"]: each["preset"]["language"] for each in practice}
    assert set(spoken) <= {preset.game for preset in registry.presets().values()}
    assert spoken["scrabble"] in (language, "pl", "pt")
    for each in practice:
        assert len({json.dumps(view["rack"]) for view in each["views"]}) == len(each["views"])


@pytest.mark.parametrize("path", ["/", "/words", "/rules", "/rules/scrabble", "/me", "/join/NONE"])
def test_pages_say_which_language_they_speak(server: Server, path: str) -> None:
    page = httpx.get(server.url + path, headers={"accept-language": "pt"}, follow_redirects=True)
    assert page.headers["content-language"] == "pt"


def test_page_without_a_network_speaks_no_language_that_there_is_not(server: Server) -> None:
    assert httpx.get(f"{server.url}/offline/xx").status_code == 404


def test_rules_may_be_read_again_without_a_network(server: Server) -> None:
    page = httpx.get(f"{server.url}/rules/scrabble", headers={"accept-language": "pl"})
    assert "set-cookie" not in page.headers
    assert page.headers["cache-control"] == "no-cache"


def test_pages_of_tables_may_not_be_kept(anna: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    for path in ("/", f"/t/{table}"):
        assert anna.http.get(path).headers["cache-control"] == "no-store"
