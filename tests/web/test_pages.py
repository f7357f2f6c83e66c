"""Pages: served whole, without what the policy forbids; and what one can do, for pages that know no game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import stolik.web
from tests.web.servers import Person, Server

PAGES = Path(stolik.web.__file__).parent / "assets"
HTML = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.html")}


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
    for tag, inside in re.findall(r"<(\w+)([^>]*)>", HTML[name]):
        assert tag not in ("style", "iframe", "object", "base"), tag
        assert tag != "script" or "src=" in inside or 'type="application/json"' in inside, name
        assert not re.search(r"\s(style|on\w+)=", inside), (tag, inside)
        for link in re.findall(r'(?:src|href)="([^"]*)"', inside):
            assert link.startswith(("/", "$", "#")), link


def test_icons_that_pages_load_are_there(server: Server) -> None:
    wanted = {link for text in HTML.values() for link in re.findall(r'(?:src|href)="(/static/[^"]+)"', text)}
    types = {".svg": "image/svg+xml", ".png": "image/png"}
    assert len(wanted) >= 2
    for link in wanted:
        answer = httpx.get(server.url + link)
        assert answer.status_code == 200, link
        assert answer.headers["content-type"].startswith(types[Path(link).suffix])
        again = httpx.get(server.url + link, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        assert not again.content


@pytest.mark.parametrize("path", ["/static/pages/words.html", "/static/pages/..%2Fapp.py", "/static/pages/"])
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert httpx.get(server.url + path).status_code == 404


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
