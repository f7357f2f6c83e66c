"""The pages: served whole, without anything that the policy forbids, labelled, and in three languages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest

import stolik.web
from stolik.core import registry
from stolik.texts import LANGUAGES
from stolik.web.pages.page_texts import ACTION_NAMES, PAGE_TEXTS
from tests.web.servers import Person, Server
from tools.texts import SAME

PAGES = Path(stolik.web.__file__).parent / "assets"
HTML = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.html")}
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.js")}


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the texts that are said."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.labelled: set[str] = set()
        self._open: list[str] = []
        self._says = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.found.append((tag, attributes))
        self._says = "data-say" in attributes
        self.said += [alt] if (alt := attributes.get("data-say-alt")) else []
        if tag == "label" and attributes.get("for"):
            self.labelled.add(str(attributes["for"]))
        elif "label" in self._open and attributes.get("id"):
            self.labelled.add(str(attributes["id"]))
        if tag not in ("input", "img", "link", "meta"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self._says and text.strip():
            self.said.append(text.strip())
            self._says = False


@pytest.mark.parametrize("path", ["/", "/t/anything", "/join/ABCDEF"])
def test_page_is_served_under_a_strict_policy(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", sorted(HTML))
def test_page_has_nothing_that_the_policy_forbids(name: str) -> None:
    for tag, attributes in Elements(HTML[name]).found:
        assert tag not in ("style", "iframe", "object", "base"), tag
        is_data = attributes.get("type") == "application/json"
        assert tag != "script" or attributes.get("src") or is_data, "a script stands in the page"
        forbidden = [each for each in attributes if each == "style" or each.startswith("on")]
        assert not forbidden, (tag, forbidden)
        for link in (attributes.get("src"), attributes.get("href")):
            assert link is None or link.startswith("/"), link


def test_scripts_put_texts_in_as_texts() -> None:
    for name, text in SCRIPTS.items():
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|\.style\b", text
        ), name


def test_everything_that_a_page_loads_is_there(server: Server) -> None:
    wanted = {link for text in HTML.values() for link in re.findall(r'(?:src|href)="(/static/[^"]+)"', text)}
    wanted |= {
        f"/static/pages/{each}" for text in SCRIPTS.values() for each in re.findall(r'from "\./(.+?)"', text)
    }
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
    assert len(wanted) > 5
    for link in wanted:
        answer = httpx.get(server.url + link)
        assert answer.status_code == 200, link
        assert answer.headers["content-type"].startswith(types[Path(link).suffix])
        again = httpx.get(server.url + link, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        assert not again.content


@pytest.mark.parametrize(
    "path",
    [
        "/static/pages/home.html",
        "/static/pages/..%2Fapp.py",
        "/static/pages/",
        "/static/texts/xx.json",
        "/static/texts/pl",
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert httpx.get(server.url + path).status_code == 404


@pytest.mark.parametrize("name", sorted(HTML))
def test_every_field_has_a_label_and_every_id_is_used_once(name: str) -> None:
    page = Elements(HTML[name])
    ids = [str(attributes["id"]) for _, attributes in page.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    fields = {str(each["id"]) for tag, each in page.found if tag in ("input", "select", "textarea")}
    assert fields <= page.labelled
    titled = {str(each["aria-labelledby"]) for _, each in page.found if "aria-labelledby" in each}
    assert titled <= set(ids)


@pytest.mark.parametrize(("page", "scripts"), [("home.html", ["home.js"]), ("table.html", None)])
def test_scripts_look_for_elements_that_are_there(page: str, scripts: list[str] | None) -> None:
    ids = {each["id"] for _, each in Elements(HTML[page]).found if "id" in each}
    own = scripts or [name for name in SCRIPTS if name != "home.js"]
    wanted = {found for name in own for found in re.findall(r'\bat\("([\w-]+)"\)', SCRIPTS[name])}
    assert wanted <= ids


def test_every_text_of_the_pages_is_listed_and_none_is_listed_in_vain() -> None:
    said = {text for page in HTML.values() for text in Elements(page).said}
    for text in SCRIPTS.values():
        said |= set(re.findall(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"', text))
    assert said == set(PAGE_TEXTS)
    assert len(PAGE_TEXTS) == len(set(PAGE_TEXTS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_complete_in_every_language(server: Server, language: str) -> None:
    texts: dict[str, str] = httpx.get(f"{server.url}/static/texts/{language}.json").json()
    reasons = {"out", "resigned", "passes", "bank empty"}
    levels = {"beginner", "champion", "generic"}
    assert texts.keys() >= {*PAGE_TEXTS, *ACTION_NAMES, *reasons, *levels}
    if language != "en":
        same = {text for text in (*PAGE_TEXTS, *ACTION_NAMES, *reasons, *levels) if texts[text] == text}
        assert same <= SAME[language]


def test_no_action_is_named_in_vain(words: Any) -> None:
    actions = set()
    for game in registry.packages():
        codec = registry.create(game, words).codec
        actions |= {each.__name__ for each in codec.action_type.__args__}
    assert set(ACTION_NAMES) <= actions


# --- what the pages ask for -----------------------------------------------------------------------------


def choices(person: Person, table: str, **query: Any) -> dict[str, Any]:
    answer = person.http.get(f"/api/tables/{table}/choices", params={"seat": 0, **query})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def own_turn(person: Person, preset: str) -> str:
    """A table at which seat 0 is to move."""
    while True:
        table = str(person.table(preset, None)["id"])
        other = Person(person._url, "Other")
        other.join(table)
        other.close()
        with person.socket() as socket:
            if "0" in socket.watch(table, 0)["turns"]:
                return table


def test_choices_have_every_kind_with_words_and_points(anna: Person) -> None:
    table = own_turn(anna, "pl")
    found = choices(anna, table, limit=2)
    kinds = [each["action"]["type"] for each in found["choices"]]
    assert kinds.count("Place") <= 2
    assert {"Exchange", "Pass", "Resign"} <= set(kinds)
    for each in found["choices"]:
        if each["action"]["type"] == "Place":
            assert each["made"][0]["text"]
            assert each["points"] > 0
    assert found["more"]["Exchange"] > 0


def test_choices_can_be_found_by_their_letters(anna: Person) -> None:
    words: list[str] = []
    while not words:  # some racks make no word
        table = own_turn(anna, "pl")
        words = [each["made"][0]["text"] for each in choices(anna, table)["choices"] if each["made"]]
    word = words[0]
    found = choices(anna, table, containing=word.lower())
    assert found["choices"]
    assert all(any(word in one["text"] for one in each["made"]) for each in found["choices"])
    assert choices(anna, table, containing="QQQ")["choices"] == []
    kinds = {each["action"]["type"] for each in choices(anna, table, containing=word[0])["choices"]}
    assert "Place" in kinds
    assert "Pass" not in kinds


def test_preview_tells_what_an_action_would_bring_and_does_nothing(anna: Person) -> None:
    table = own_turn(anna, "pl")
    listed = choices(anna, table)["choices"][0]
    answer = anna.http.post(f"/api/tables/{table}/preview", json={"seat": 0, "action": listed["action"]})
    assert answer.json() == listed
    wrong = {"type": "Place", "tiles": [[0, 0, ["A", "A"]], [5, 5, ["A", "A"]]]}
    told = anna.http.post(f"/api/tables/{table}/preview", json={"seat": 0, "action": wrong}).json()
    assert told["problem"]
    assert told["clause"]
    assert choices(anna, table)["choices"][0] == listed
    both = {"seat": 0, "actions": [wrong, listed["action"]]}
    assert anna.http.post(f"/api/tables/{table}/previews", json=both).json() == [told, listed]


@pytest.mark.parametrize("action", [{"type": "Fly"}, {"type": "TimedOut"}, 7])
def test_preview_of_what_is_no_action_is_refused_with_a_sentence(anna: Person, action: Any) -> None:
    table = own_turn(anna, "rummikub")
    answer = anna.http.post(f"/api/tables/{table}/preview", json={"seat": 0, "action": action})
    assert answer.status_code == 409
    assert answer.json()["message"]


def test_nobody_sees_the_choices_of_another(anna: Person, bruno: Person) -> None:
    table = own_turn(anna, "pl")
    assert bruno.http.get(f"/api/tables/{table}/choices", params={"seat": 0}).status_code == 409
    wish = {"seat": 0, "action": {"type": "Pass"}}
    assert bruno.http.post(f"/api/tables/{table}/preview", json=wish).status_code == 409


def test_somebody_else_on_the_same_device_has_a_name_of_his_own(anna: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    joined = anna.http.post(f"/api/tables/{table}/seats", json={"name": "Grandpa", "another": True}).json()
    assert joined["seat"] == 1
    found = anna.http.get(f"/api/tables/{table}").json()
    assert [seat["name"] for seat in found["seats"]] == ["Anna", "Grandpa"]
    assert found["your_seats"] == [0, 1]
    assert anna.http.get("/api/me").json()["name"] == "Anna"
