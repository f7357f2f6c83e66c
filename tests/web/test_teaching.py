"""Rules and lessons over HTTP: whole pages without a script, and a judge that keeps nothing."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import httpx
import pytest

from stolik.core import registry
from stolik.core.teaching import brings
from stolik.web.pages.client import Client, client
from tests.web.servers import Person, Server

PRESETS = [preset for preset in registry.presets().values() if brings(preset.game, "explained")]


@pytest.fixture
def built() -> Client:
    found = client()
    if found is None:
        pytest.fail("the web client is not built; run `make test`")
    return found


def page(server: Server, path: str, language: str = "en") -> str:
    answer = httpx.get(f"{server.url}{path}", headers={"accept-language": language})
    assert answer.status_code == 200, path
    return answer.text


def lesson(server: Server, path: str, language: str = "en") -> Any:
    found = re.search(r'(?s)id="lesson">(.*?)</script>', page(server, path, language))
    assert found
    return json.loads(found[1])


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_rules_of_every_preset_are_whole_without_a_script(server: Server, preset: Any) -> None:
    shown = page(server, f"/rules/{preset.game}/{preset.id}")
    assert html.escape(preset.sentence["en"]) in shown
    places = re.findall(r' id="([^"]+)"', shown)
    assert len(places) == len(set(places))
    assert all(f'id="{target}"' in shown for target in re.findall(r'href="#([^"]+)"', shown))
    assert all(json.loads(html.unescape(each))["kind"] for each in re.findall(r'data-drawn="([^"]+)"', shown))


@pytest.mark.usefixtures("built")
def test_rules_of_a_game_are_those_of_its_plainest_preset_in_the_language(server: Server) -> None:
    said = {"pl": "W woreczku jest 100 płytek", "pt": "O saquinho tem 120 peças", "en": "The bag holds 100"}
    for language, sentence in said.items():
        assert sentence in page(server, "/rules/scrabble", language)
    assert "160" in page(server, "/rules/rummikub/rummikub-xp")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/rules/chess", "/rules/scrabble/rummikub", "/learn/chess", "/learn/rummikub/pl"]
)
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    assert httpx.get(f"{server.url}{path}").status_code == 404


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("language", ["pl", "pt", "en"])
@pytest.mark.parametrize("game", ["scrabble", "rummikub"])
def test_lesson_brings_steps_that_its_own_judge_accepts(server: Server, game: str, language: str) -> None:
    shown = lesson(server, f"/learn/{game}", language)
    plain = html.unescape(page(server, f"/learn/{game}", language))
    for step in shown["steps"]:
        address = f"{server.url}/api/lessons/{shown['preset']}/{step['id']}"
        headers = {"accept-language": language}
        judged = httpx.post(address, json={"action": step["solution"]}, headers=headers).json()
        assert judged["solved"], step["id"]
        assert judged["choice"]["problem"] is None
        assert judged["view"] != step["view"]
        assert f"<b>{step['title']}</b> {step['task']}" in plain


@pytest.mark.usefixtures("built")
def test_rules_of_a_table_have_the_options_of_that_table(anna: Person, bruno: Person) -> None:
    options = {"challenge": "off", "bonus_points": 35}
    table = anna.table("pl", "generic", options=options, spectators=False)["id"]
    shown = anna.http.get(f"/t/{table}/rules").text
    assert 'id="S7.10"' in shown
    assert "35" in shown
    assert bruno.http.get(f"/t/{table}/rules").status_code == 404


def attempt(person: Person, step: str, action: Any) -> httpx.Response:
    return person.http.post(f"/api/lessons/rummikub/{step}", json={"action": action})


def test_wrong_attempt_gets_the_clause_and_a_nudge(anna: Person) -> None:
    judged = attempt(anna, "split", {"type": "Lay", "table": [[["b6", "b6"]]]}).json()
    assert not judged["solved"]
    assert judged["choice"]["clause"] == "R4.4"
    assert judged["said"]
    assert judged["view"] is None


def test_allowed_attempt_of_another_kind_is_told_so_and_nothing_is_kept(anna: Person) -> None:
    before = anna.http.get("/api/me/tables").json()
    judged = attempt(anna, "split", {"type": "Draw"}).json()
    assert not judged["solved"]
    assert judged["choice"]["problem"] is None
    again = attempt(anna, "split", {"type": "Draw"}).json()
    assert again == judged
    assert anna.http.get("/api/me/tables").json() == before


@pytest.mark.parametrize(
    "action", [None, {}, {"type": "Fly"}, {"type": "TimedOut"}, {"type": "Lay", "table": 7}]
)
def test_what_is_no_action_is_refused(anna: Person, action: Any) -> None:
    assert attempt(anna, "split", action).status_code == 409


@pytest.mark.parametrize("path", ["rummikub/nothing", "nothing/split"])
def test_unknown_step_or_preset_is_refused(anna: Person, path: str) -> None:
    answer = anna.http.post(f"/api/lessons/{path}", json={"action": {"type": "Draw"}})
    assert answer.status_code == 409
    assert answer.json()["message"]
