"""What a server offers to play, and on which terms: told before anybody chooses or sits down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stolik.words.store import Lexicons
from tests.web.servers import Person, Server


def offers(person: Person) -> dict[str, dict[str, Any]]:
    return {each["id"]: each for each in person.http.get("/api/presets").json()}


def test_preset_names_the_word_list_it_lacks_until_somebody_adds_it(
    anna: Person, server: Server, tmp_path: Path
) -> None:
    lacking = {name: each["missing"] for name, each in offers(anna).items() if each["missing"] is not None}
    assert lacking == {"en": "en"}
    wanted = {"preset": "en", "seats": ["beginner"], "n_seats": 2}
    assert anna.http.post("/api/tables", json=wanted).status_code == 409
    lists = Lexicons(Path(server.environment["XDG_DATA_HOME"]) / "stolik/lexicons", tmp_path / "cache")
    words = tmp_path / "words.txt"
    words.write_text("cat\ndog\n", encoding="utf-8")
    lists.add("en", words)
    try:
        assert offers(anna)["en"]["missing"] is None
    finally:
        lists.remove("en")
    assert offers(anna)["en"]["missing"] == "en"


def test_preset_tells_the_clock_of_a_table_that_asks_for_none(anna: Person) -> None:
    told = offers(anna)
    assert told["rummikub"]["clock"] == {"type": "turn", "seconds": 60}
    assert told["pl-tournament"]["clock"] == {"type": "none"}
    for preset in ("rummikub", "pl-tournament"):
        assert anna.table(preset, None, clock=None)["settings"]["clock"] == told[preset]["clock"]


def test_games_say_what_they_are_and_how_a_newcomer_plays_them(anna: Person) -> None:
    games = {each["name"]: each for each in anna.http.get("/api/games").json()}
    presets = offers(anna)
    assert {each["game"] for each in presets.values()} == set(games)
    for preset in presets.values():
        game = games[preset["game"]]
        assert preset["title"] == game["title"]
        first = game["first"]
        if (
            preset["missing"] is None
            and preset["players"][0] <= 1 + len(first["seats"]) <= preset["players"][1]
        ):
            wanted = {"preset": preset["id"], "seats": first["seats"], "options": first["options"]}
            asked = anna.http.post("/api/tables", json=wanted | {"n_seats": 1 + len(first["seats"])})
            assert asked.status_code == 201, asked.text
            assert asked.json()["terms"]["options"] == first["options"]


def test_presets_come_in_the_order_that_their_games_give_them(anna: Person) -> None:
    assert list(offers(anna))[:3] == ["pl", "br", "en"]


USUAL = {"rated": False, "spectators": True, "delay_s": 0, "phrases_only": False, "options": {}}


def test_table_tells_in_what_it_differs_from_its_preset(anna: Person) -> None:
    for name, preset in offers(anna).items():
        if preset["missing"] is None:
            table = anna.table(name, *(preset["players"][0] - 1) * [None])
            assert table["terms"] == USUAL | {"clock": preset["clock"]}
    chosen = {
        "clock": {"type": "game", "seconds": 900, "overtime_s": 600},
        "spectators": False,
        "phrases_only": True,
        "options": {"overtime_points": 10, "challenge": "double"},
    }
    table = anna.table("pl", None, open=True, **chosen)
    assert table["terms"] == USUAL | chosen
    listed = {each["id"]: each["terms"] for each in anna.http.get("/api/tables").json()}
    assert listed[table["id"]] == table["terms"]


def test_preset_that_offers_overtime_takes_it_and_another_one_refuses_it(anna: Person) -> None:
    clock = {"type": "game", "seconds": 900, "overtime_s": 600}
    for name, preset in offers(anna).items():
        if preset["missing"] is None:
            n_seats = preset["players"][0]
            wanted = {"preset": name, "n_seats": n_seats, "seats": (n_seats - 1) * [None], "clock": clock}
            asked = anna.http.post("/api/tables", json=wanted | {"options": {"overtime_points": 10}})
            assert asked.status_code == (201 if preset["overtime"] else 409), name
            assert (
                anna.http.post("/api/tables", json=wanted).status_code == 409
            )  # no preset has a price itself
