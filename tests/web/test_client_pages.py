"""The pages of the built client: what they load is there, what they bring along is for this visitor alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from stolik.games.rummikub import mistakes
from stolik.texts import LANGUAGES
from stolik.web.pages.client import THEMES, Client, client
from tests.web.servers import Person, Server
from tools.client import texts


@pytest.fixture(scope="module")
def built() -> Client:
    found = client()
    assert found is not None, "the web client is not built: run `make test`, or python tools/client.py"
    return found


def brought(page: str, name: str) -> Any:
    """The JSON that a page brings along under an id."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    return json.loads(found[1]) if found else None


def table_page(person: Person, table: str) -> str:
    return person.http.get(f"/t/{table}").text


def test_everything_that_a_page_loads_is_there_and_may_be_kept(built: Client, anna: Person) -> None:
    page = table_page(anna, anna.table("pl", "generic")["id"]) + anna.http.get("/").text
    links = set(re.findall(r'(?:src|href)="(/static/built/[^"]+)"', page))
    assert len(links) > 5
    for link in links:
        answer = anna.http.get(link)
        assert answer.status_code == 200, link
        assert "immutable" in answer.headers["cache-control"]
        if not link.endswith(".woff2"):
            assert answer.headers["content-encoding"] == "gzip"
        plain = anna.http.get(link, headers={"accept-encoding": "identity"})
        assert plain.content == answer.content


@pytest.mark.parametrize("path", ["manifest.json", "texts.json", "../pages.py", "assets/none.js"])
def test_nothing_else_of_the_client_is_served(built: Client, server: Server, path: str) -> None:
    assert httpx.get(f"{server.url}/static/built/{path}").status_code == 404


def test_page_speaks_the_language_of_the_visitor(built: Client, server: Server) -> None:
    said = set()
    for language in LANGUAGES:
        page = httpx.get(server.url, headers={"accept-language": language}).text
        spoken = brought(page, "texts")
        assert set(texts()) <= set(spoken)
        assert page.count('lang="pt-BR"' if language == "pt" else f'lang="{language}"') == 1
        headline = re.search(r"<h1>(.*?)</h1>", page)
        assert headline
        said.add((headline[1], spoken["Play {n}"], spoken["bank empty"], spoken["champion"]))
    assert len(said) == 3


@pytest.mark.parametrize("theme", THEMES)
def test_page_has_the_look_that_was_chosen(built: Client, server: Server, theme: str) -> None:
    assert f'data-theme="{theme}"' in httpx.get(server.url, cookies={"theme": theme}).text


@pytest.mark.parametrize("theme", ["", "pink", '"><script>alert(1)</script>'])
def test_look_that_is_none_is_left_out(built: Client, server: Server, theme: str) -> None:
    assert "data-theme" not in httpx.get(server.url, headers={"cookie": f"theme={theme}"}).text


def test_page_brings_along_what_its_visitor_sees_and_nothing_more(
    built: Client, anna: Person, bruno: Person
) -> None:
    table = anna.table("pl", None)["id"]
    # no bot: it might move between the page and the socket
    anna.join(table, another=True, name="Ewa")
    own = brought(table_page(anna, table), "here")
    with anna.socket() as socket:
        told = socket.watch(table, 0)
    assert own["seen"]["view"] == told["view"]
    assert own["seen"]["seq"] == told["seq"]
    assert [each["seq"] for each in own["seen"]["events"]] == [each["seq"] for each in told["events"]]
    other = brought(table_page(bruno, table), "here")
    assert other["seen"] is None
    assert other["table"]["code"] is None


def test_page_of_a_table_is_compressed_and_kept_by_nobody(built: Client, anna: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    compressed = anna.http.get(f"/t/{table}")
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.headers["cache-control"] == "no-store"
    plain = anna.http.get(f"/t/{table}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert brought(plain.text, "texts") == brought(compressed.text, "texts")


def test_files_are_the_same_for_everybody(built: Client, anna: Person, server: Server) -> None:
    name = next(iter(built.files))
    own, other = (person.get(f"{server.url}/static/built/{name}") for person in (anna.http, httpx))
    assert own.content == other.content
    assert "set-cookie" not in other.headers


def test_name_cannot_end_the_json_of_a_page(built: Client, anna: Person) -> None:
    anna.name = "</script><b>"
    page = table_page(anna, anna.table("pl", "generic")["id"])
    assert "</script><b>" not in page
    assert brought(page, "here")["table"]["seats"][0]["name"] == "</script><b>"


def test_private_table_and_no_table_look_the_same(built: Client, anna: Person, bruno: Person) -> None:
    private = anna.table("pl", "generic", spectators=False)["id"]
    assert table_page(bruno, private) == table_page(bruno, "nothing-like-it")


def test_code_leads_to_its_table(built: Client, anna: Person, bruno: Person) -> None:
    table = anna.table("pl", None)
    answer = bruno.http.get(f"/join/{table['code'].lower()}")
    assert answer.headers["location"] == f"/t/{table['id']}"


def test_client_can_say_every_mistake_that_costs_a_penalty() -> None:
    source = Path(mistakes.__file__).read_text(encoding="utf-8")
    told = set(re.findall(r'"(\{tiles\}: [^"]+)"', source))
    assert len(told) > 10
    assert told <= texts().keys()
