"""One row that cannot be read is put aside: told once, counted, and nobody else notices."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stolik.core import registry
from tests.web.servers import Person, Server, database_of
from tests.web.test_client_pages import brought
from tests.web.test_puzzles import idle_game
from tests.web.test_reviews import review_of

#: A turn that a table once could be given, and that no clock takes.
LONG_TURN = b'{"preset":"rummikub","n_seats":2,"options":{},"clock":{"type":"turn","seconds":864001}}'
GARBAGE = [LONG_TURN, b"{}", b"", b"\xff\xfe", b'{"preset":"gone","n_seats":2,"options":{}}', b"[" * 5000]
#: The first way to play each game.
ONE_OF_EACH = list({each.game: each.id for each in reversed(registry.presets().values())}.values())
#: What goes through all one's games.
PAGES = (
    *("/", "/api/me/profile", "/api/me/export", "/api/me/review"),
    *("/api/words/pl/kot", "/api/words/pl?letters=kto", "/words/pl/kot", "/words/pl?pattern=k.t"),
)
UNHURRIED = {"redeal_doublets": None, "turn_seconds": None, "starter": 0}


def damage(folder: Path, statement: str, *values: object) -> None:
    """Change the database behind the back of the server, which is down."""
    with closing(sqlite3.connect(database_of(folder).removeprefix("sqlite:///"))) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def put_aside(server: Server, person: Person) -> dict[str, int]:
    """How many rows of each kind the server counts."""
    found = re.findall(r'^stolik_put_aside{kind="(\w+)"} (\d+)', person.http.get("/metrics").text, re.M)
    return {kind: int(n) for kind, n in found}


def test_settings_that_cannot_be_read_stop_neither_the_start_nor_the_lists(
    private: Server, folder: Path
) -> None:
    anna, bruno = Person(private, "Anna"), Person(private, "Bruno")
    sound = bruno.table("rummikub", None, open=True)["id"]
    damaged = {}
    for settings in GARBAGE:
        clock = {"type": "turn", "seconds": 600}
        for preset in ONE_OF_EACH:
            damaged[anna.table(preset, "beginner", clock=clock)["id"]] = settings
            maker = Person(private, "Anna")
            damaged[maker.table(preset, None, open=True)["id"]] = settings
            maker.close()
    private.stop()
    for table, settings in damaged.items():
        damage(folder, "UPDATE tables SET settings = ? WHERE id = ?", settings, table)
    private.start()
    assert [each["id"] for each in bruno.http.get("/api/tables").json()] == [sound]
    assert anna.http.get("/api/me/tables").json() == []
    for _ in range(2):
        for path in PAGES:
            assert anna.http.get(path).status_code == 200, path
        for table in damaged:
            for path in (f"/api/tables/{table}", f"/t/{table}"):
                assert anna.http.get(path).status_code < 500, path
    assert put_aside(private, anna) == {"table": len(damaged)}
    for table in damaged:
        assert private.output().count(f"put aside, cannot be read: table {table}") == 1
    assert anna.table("rummikub", None)["id"]
    assert "Traceback" not in private.output()
    anna.close()
    bruno.close()


def test_deadline_of_a_damaged_game_keeps_no_other_clock_from_running_out(
    private: Server, folder: Path
) -> None:
    anna, bruno = Person(private, "Anna"), Person(private, "Bruno")
    damaged, sound = (
        person.table("rummikub", "beginner", clock={"type": "turn", "seconds": 600}, options=UNHURRIED)["id"]
        for person in (anna, bruno)
    )
    with bruno.socket() as his:
        # here, for on a busy machine his time may be up before the server tells him of the next turn
        begun = his.watch(sound, 0)["turns"]["0"]
    private.stop()
    damage(folder, "UPDATE journal SET events = ? WHERE table_id = ? AND seq > 0", b'[{"seq":7}]', damaged)
    damage(folder, "UPDATE tables SET due_ms = 1, claimed_ms = 0 WHERE id = ?", damaged)
    # one that was due long ago, as after a long sleep of the machine
    short = '{"type":"turn","seconds":2}'
    damage(
        folder,
        "UPDATE tables SET settings = json_set(settings, '$.clock', json(?)) WHERE id = ?",
        short,
        sound,
    )
    private.start()
    with bruno.socket() as his:
        state = his.watch(sound, 0)
        while state["turns"].get("0", begun) == begun:
            state = his.expect("table", timeout=60)
    with anna.socket() as hers:
        assert hers.watch(damaged, 0)["type"] == "refused"
    assert put_aside(private, anna)["table"] == 1
    assert "Traceback" not in private.output()
    anna.close()
    bruno.close()


def test_damaged_settings_of_a_player_concern_nobody_else(private: Server, folder: Path) -> None:
    anna = Person(private, "Anna")
    account = {"login": "Anna", "password": "a long password"}
    assert anna.http.post("/api/account", json=account).status_code == 201
    assert anna.http.post("/api/me/sharing", json={"page": True, "ratings": True}).status_code == 200
    private.stop()
    damage(folder, "UPDATE players SET settings = ?", b'{"shared": 7}')
    private.start()
    me = anna.http.get("/api/me").json()["id"]
    for path in ("/p/anna", "/leaders", f"/api/players/{me}", "/api/me/sharing", "/api/me/export"):
        assert anna.http.get(path).status_code in (200, 404), path
    assert put_aside(private, anna) == {"player": 1}
    assert anna.http.post("/api/me/sharing", json={"page": True, "ratings": False}).status_code == 200
    assert anna.http.get("/p/anna").status_code == 200
    assert "Traceback" not in private.output()
    anna.close()


@pytest.mark.parametrize("n_done", [1, 1000])
def test_damaged_review_is_made_anew(private: Server, folder: Path, n_done: int) -> None:
    anna = Person(private, "Anna")
    table = anna.table("rummikub", "beginner", options=UNHURRIED)["id"]
    with anna.socket() as hers:
        turn = hers.watch(table, 0)["turns"]["0"]
        hers.act(table, 0, turn, {"type": "Draw"})
        while hers.expect("table")["turns"].get("0", turn) == turn:
            pass
        hers.act(table, 0, None, {"type": "Resign"})
        while hers.expect("table")["status"] != "over":
            pass
    path = f"/api/tables/{table}/review"
    first = _reviewed(anna, path)
    private.stop()
    # one that is under way is gone on with, and may be of another game
    content = b'[{"seq": "no number"}]' if n_done > 1 else of_no_turn(stored_review(folder))
    damage(folder, "UPDATE reviews SET content = ?, n_done = min(?, n_turns)", content, n_done)
    private.start()
    if n_done > 1:
        assert anna.http.get(path).json()["turns"] == []
    assert anna.http.get("/api/me/review").status_code == 200
    anna.http.post(path)
    assert _reviewed(anna, path) == first
    assert put_aside(private, anna) == {"review": 1}
    assert "Traceback" not in private.output()
    anna.close()


def stored_review(folder: Path, table: str | None = None) -> bytes:
    """What is stored of a review."""
    with closing(sqlite3.connect(database_of(folder).removeprefix("sqlite:///"))) as connection:
        wanted = "SELECT content FROM reviews WHERE table_id = ? OR ? IS NULL"
        return bytes(connection.execute(wanted, (table, table)).fetchone()[0])


def of_no_turn(content: bytes) -> bytes:
    """The same verdicts on turns that the game has not."""
    turns: list[dict[str, Any]] = json.loads(content)
    assert turns
    return json.dumps([each | {"seq": each["seq"] + 1000} for each in turns]).encode()


def test_puzzles_of_a_damaged_review_keep_nobody_from_the_others(private: Server, folder: Path) -> None:
    anna = Person(private, "Anna")
    damaged, sound = (idle_game(anna, "rummikub", 3) for _ in range(2))
    for table in (damaged, sound):
        review_of(anna, f"/api/tables/{table}/review")
    steps = brought(anna.http.get("/me/puzzles/rummikub").text, "lesson")["steps"]
    of_sound = [each for each in steps if each["puzzle"]["table"] == sound]
    assert 0 < len(of_sound) < len(steps)
    private.stop()
    content = of_no_turn(stored_review(folder, damaged))
    damage(folder, "UPDATE reviews SET content = ? WHERE table_id = ?", content, damaged)
    private.start()
    for _ in range(2):
        shown = brought(anna.http.get("/me/puzzles/rummikub").text, "lesson")["steps"]
        assert [each["puzzle"] for each in shown] == [each["puzzle"] for each in of_sound]
    attempt = {"action": of_sound[0]["solution"], "final": True}
    for each in json.loads(content):
        answer = anna.http.post(f"/api/puzzles/{damaged}/{each['seq']}", json=attempt)
        assert answer.status_code == 409, answer.text
    assert put_aside(private, anna) == {"review": 1}
    assert "Traceback" not in private.output()
    anna.close()


def _reviewed(anna: Person, path: str) -> object:
    shown = anna.http.post(path).json()
    while not shown["done"]:
        shown = anna.http.get(path).json()
    return shown["turns"]


def test_who_sits_at_a_damaged_table_can_still_log_in_and_be_forgotten(private: Server, folder: Path) -> None:
    anna, guest = Person(private, "Anna"), Person(private, "Somebody")
    account = {"login": "Anna", "password": "a long password"}
    assert anna.http.post("/api/account", json=account).status_code == 201
    table = guest.table("rummikub", "beginner", options=UNHURRIED)["id"]
    private.stop()
    damage(folder, "UPDATE tables SET settings = ? WHERE id = ?", LONG_TURN, table)
    private.start()
    before = guest.http.get("/api/me").json()["id"]
    assert guest.http.post("/api/login", json=account).status_code == 200
    assert guest.http.get("/api/me/export").json()["games"] == [{"table": table}]
    proof = {"password": account["password"], "proof": {"password": account["password"]}}
    assert guest.http.request("DELETE", "/api/me", json=proof).status_code == 204
    private.stop()
    with closing(sqlite3.connect(database_of(folder).removeprefix("sqlite:///"))) as connection:
        told = b"".join(row[0] for row in connection.execute("SELECT events FROM journal"))
    assert before.encode() not in told
    assert b"Somebody" not in told
    anna.close()
    guest.close()
