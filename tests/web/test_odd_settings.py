"""Whatever is asked for is refused with a sentence, or can be read again: in lists, and after a restart."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from stolik.core import registry
from stolik.core.about import Preset
from tests.laws.odd_settings import FAR_OFF, ODD_TEXTS, odd_options
from tests.web.servers import Person, Server, some_place

#: Without a list of its own words the English one deals nothing.
PRESETS = [each for each in registry.presets().values() if each.id != "en"]
SAID = "Żegnaj! \N{SNOWMAN}"
#: Of each game the preset that is played to its end with every odd setting.
IN_WHOLE = ("pl", "rummikub")
_CLOCKS: dict[str, tuple[str, tuple[int, ...]]] = {
    "game": ("seconds", (1, 864_000, 864_001)),
    "turn": ("seconds", (1, 864_000, 864_001)),
    "days": ("days", (1, 30, 31)),
}
_ABOUT_TABLE: dict[str, tuple[Any, ...]] = {
    "n_seats": (1, 2, 12, 13),
    "answer_s": (2, 3, 600, 601),
    "delay_s": (0, 3600, 3601),
    "name": ODD_TEXTS,
    "salt": ODD_TEXTS,
    "preset": ODD_TEXTS,
    "seats": ([], [None] * 12, ["nobody"], ["x" * 5000]),
    "clock": ({}, "turn", {"type": "sand"}),
}


def about_tables() -> Iterator[dict[str, Any]]:
    """Everything about a table that is no option of its game."""
    for name, values in _ABOUT_TABLE.items():
        for value in (*values, *FAR_OFF, None):
            yield {name: value}
    for kind, (name, values) in _CLOCKS.items():
        for value in (*values, *FAR_OFF):
            yield {"clock": {"type": kind, name: value}}
            yield {"clock": {"type": kind, name: values[0], "overtime_s": value}}


def ask(visitors: httpx.Client, wanted: dict[str, Any]) -> httpx.Response:
    """Set up a table as somebody who has never been here."""
    visitors.cookies.clear()
    body = {"preset": "rummikub", "open": True, "name": "Anna", **wanted}
    answer = visitors.post("/api/tables", json=body, headers=some_place())
    assert answer.status_code in (201, 400, 409), f"{str(wanted)[:300]}: {answer.status_code} {answer.text}"
    assert answer.status_code == 201 or answer.json()["message"], str(wanted)[:300]
    return answer


def check_readable(server: Server, tables: list[str]) -> None:
    """The lists and every table can be read, and the log has nothing to say against it."""
    with httpx.Client(base_url=server.url, timeout=30) as visitor:
        for n, table in enumerate(tables):
            place = some_place()
            paths = [f"/api/tables/{table}", f"/t/{table}", f"/t/{table}/rules", f"/api/tables/{table}/log"]
            for path in paths if n % 5 == 0 else paths[:1]:
                answer = visitor.get(path, headers=place)
                assert answer.status_code in (200, 404), f"{path}: {answer.status_code} {answer.text}"
        for path in ("/", "/api/tables"):
            assert visitor.get(path, headers=some_place()).status_code == 200
        aside = re.findall(r"^stolik_put_aside.*", visitor.get("/metrics").text, re.M)
        assert aside == [], f"{aside} {server.output()}"
    assert "Traceback" not in server.output()


def test_odd_settings_are_refused_with_a_sentence_or_can_be_read_after_a_restart(private: Server) -> None:
    # one preset of each game: the others differ by few of their options
    wanted = list(about_tables())
    for preset in {each.game: each for each in PRESETS}.values():
        wanted += [{"preset": preset.id, "options": each} for each in odd_options(preset.options)]
    with httpx.Client(base_url=private.url, timeout=30) as visitors:
        made = [ask(visitors, each) for each in wanted]
    tables = [answer.json()["id"] for answer in made if answer.status_code == 201]
    print(f"{len(tables)} of {len(made)} tables")
    assert 0 < len(tables) < len(made)
    check_readable(private, tables)
    private.stop()
    private.start()
    check_readable(private, tables)


@pytest.mark.parametrize("text", [*ODD_TEXTS, "z" * 300])
def test_odd_texts_of_people_are_refused_or_shown_again(server: Server, text: str) -> None:
    with httpx.Client(base_url=server.url, headers=some_place(), timeout=30) as anna:
        table = anna.post("/api/tables", json={"preset": "pl", "n_seats": 2}).json()["id"]
        for path, body in (
            ("/api/me", {"name": text}),
            (f"/api/tables/{table}/salt", {"salt": text}),
            (f"/api/tables/{table}/seats", {"name": text, "another": True}),
            ("/api/tokens", {"name": text}),
            ("/api/reports", {"kind": "word", "what": text, "comment": text}),
            ("/api/alerts", {"endpoint": text, "p256dh": text, "auth": text}),
            ("/api/account", {"login": text, "password": text}),
            ("/api/login", {"login": text, "password": text}),
        ):
            answer = anna.post(path, json=body)
            assert answer.status_code < 500, f"{path}: {answer.text}"
            assert answer.status_code < 400 or answer.json()["message"]
        for path in ("/api/me", "/api/me/tables", "/api/me/profile", "/api/me/export", f"/t/{table}", "/"):
            assert anna.get(path).status_code == 200, path
    assert "Traceback" not in server.output()


# --- to the end -------------------------------------------------------------------------------------------


#: Nothing may end a game in which one exchanges and the other passes: after so many events somebody resigns.
_LONG = 400


def play_to_the_end(anna: Person, table: str) -> None:
    """Play what brings most for as long as the game goes on."""
    with anna.socket() as hers:
        state = hers.watch(table, 0)
        while state["status"] != "over":
            turn = state["turns"].get("0")
            if turn is None:
                state = hers.expect("table", timeout=60)
                continue
            likely = [each for each in anna.actions(table, 0) if each["type"] not in ("Resign", "Exchange")]
            if not likely:  # time was up while we looked
                state = hers.watch(table, 0)
                continue
            action = likely[0] if state["seq"] < _LONG else {"type": "Resign"}
            request = hers.act(table, 0, turn, action)
            answer = hers.expect("table", "refused")
            while answer["type"] == "table" and request not in answer["done"] and answer["status"] != "over":
                answer = hers.expect("table", "refused")
            state = answer if answer["type"] == "table" else hers.watch(table, 0)


def odd_tables(preset: Preset) -> Iterator[dict[str, Any]]:
    """Tables of a preset that differ in one of its options, in their clock, or in what somebody has typed."""
    seats = ["beginner"] * (preset.players[0] - 1)
    usual = {"preset": preset.id, "seats": seats, "name": "Anna"}
    typed = [each for each in about_tables() if not each.keys().isdisjoint(("clock", "name", "salt"))]
    odd = [usual | {"options": options} for options in odd_options(preset.options)]
    odd += [usual | each for each in typed]
    if preset.id in IN_WHOLE:
        yield from odd
    else:  # the options are those of another preset: of each preset others
        yield from odd[PRESETS.index(preset) :: 8]


def say(anna: Person, table: str) -> None:
    """Say something at a table."""
    with anna.socket() as hers:
        hers.watch(table, 0)
        hers.send("say", table=table, text=SAID, id="said")
        assert hers.expect("said", "refused").get("text") == SAID


def check_heard(anna: Person, table: str) -> None:
    """What was said at a table is told to whoever comes."""
    with anna.socket() as hers:
        hers.send("watch", table=table, seat=0, since=0)
        assert hers.expect("said", "refused").get("text") == SAID


def check_kept(anna: Person, table: str, is_reviewed: bool) -> None:
    """A finished game is listed, shown, told and exported, and reviewed, which takes seconds."""
    assert table in [each["id"] for each in anna.http.get("/api/me/tables").json()]
    assert table in [each["id"] for each in anna.http.get("/api/me/profile").json()["games"]]
    assert table in [each["table"] for each in anna.http.get("/api/me/export").json()["games"]]
    for path in (
        f"/t/{table}",
        f"/t/{table}/rules",
        f"/api/tables/{table}/log",
        f"/api/tables/{table}/draws",
    ):
        assert anna.http.get(path).status_code == 200, path
    if is_reviewed:
        anna.http.post(f"/api/tables/{table}/review")
    review = anna.http.get(f"/api/tables/{table}/review").json()
    while is_reviewed and not review["done"]:
        time.sleep(0.05)
        review = anna.http.get(f"/api/tables/{table}/review").json()
    for ending in review["files"]:
        assert anna.http.get(f"/api/tables/{table}/files/{ending}").status_code == 200, ending


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS, ids=[each.id for each in PRESETS])
def test_odd_settings_that_are_taken_are_played_to_the_end_and_kept(private: Server, preset: Preset) -> None:
    finished: list[tuple[Person, str, bool]] = []
    for wanted in odd_tables(preset):
        anna = Person(private, "Anna")
        answer = anna.http.post("/api/tables", json=wanted)
        if answer.status_code != 201:
            anna.close()
            continue
        table, is_reviewed = answer.json()["id"], len(finished) % 2 == 0
        print(table, str(wanted)[:200], flush=True)
        play_to_the_end(anna, table)
        say(anna, table)
        check_kept(anna, table, is_reviewed)
        finished.append((anna, table, is_reviewed))
    assert finished
    private.stop()
    private.start()
    for anna, table, is_reviewed in finished:
        check_kept(anna, table, is_reviewed)
        check_heard(anna, table)
        anna.close()
    check_readable(private, [table for _, table, _ in finished])
