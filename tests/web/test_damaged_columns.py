"""Whatever column of whatever table is damaged: everybody else is shown, and it is told and counted."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.services import new_folder, remove
from tests.web.columns import NO_TEXT, damage_every_column
from tests.web.servers import Person, Server, database_of
from tests.web.test_accounts import me, new_login, register
from tests.web.test_client_pages import brought
from tests.web.test_damaged_rows import put_aside
from tests.web.test_push import POINT, SECRET
from tests.web.test_puzzles import idle_game
from tests.web.test_reviews import review_of

POOL = "rummikub/any/two"
#: What a text and a content are replaced by, and what is put aside then.
DAMAGES: dict[str, tuple[object, object, set[str]]] = {
    "no text": (NO_TEXT, b"\xff\xfe", {"table", "review", "player", "rating"}),
    "nothing": ("", b"", {"table", "review", "rating"}),
    "something else": ("gone", b'[{"seq":7}]', {"table", "review", "player", "rating"}),
    "an object": ("{}", b"{}", {"table", "review", "rating"}),
    "without end": ("gone/xx/two", b"[" * 5000, {"table", "review", "player", "rating"}),
    "another type": (b"\xff\xfe", "text", {"table", "review", "player", "rating", "passkey"}),
}


class Stored(NamedTuple):
    """A server that is down: its home, who has what there, and the tables of Anna."""

    folder: Path
    cookies: httpx.Cookies
    anna: str
    bruno: str
    finished: str
    playing: str
    waiting: str


@pytest.fixture(scope="module")
def stored() -> Iterator[Stored]:
    """Some of everything that is kept for people."""
    folder = new_folder("columns")
    server = Server(folder)
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    for person in (anna, bruno):
        register(person, new_login())
        person.http.post("/api/me/sharing", json={"page": True, "ratings": True}).raise_for_status()
    finished = idle_game(anna, "rummikub", 3)
    review_of(anna, f"/api/tables/{finished}/review")
    with anna.socket() as hers:
        hers.watch(finished, 0)
        hers.send("say", table=finished, text="Thank you!", id="thanks")
        hers.expect("said")
    browser = {"endpoint": "https://push.example.org/abc", "p256dh": POINT, "auth": SECRET}
    for path, body in (
        ("/api/tokens", {"name": "my program"}),
        ("/api/alerts", browser),
        ("/api/reports", {"kind": "other", "what": "this", "table": finished}),
    ):
        assert anna.http.post(path, json=body).status_code == 201, path
    # her turn, without a clock: no time may run out while the server is asked
    playing = anna.table("pl", "beginner", options={"starter": 0}, clock={"type": "none"})["id"]
    waiting = anna.table("rummikub", None, open=True)["id"]
    names = [me(person)["id"] for person in (anna, bruno)]
    found = Stored(folder, anna.http.cookies, names[0], names[1], finished, playing, waiting)
    assert server.stop() == 0
    _store_more(found)
    yield found
    anna.close()
    bruno.close()
    server.close()
    remove(folder)


def _store_more(stored: Stored) -> None:
    """What it would take many games or an authenticator to have."""
    file = database_of(stored.folder).removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection, connection:
        for player in (stored.anna, stored.bruno):
            rating = (player, POOL, 1600.0, 60.0, 0.06, 30, 1)
            connection.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", rating)
        connection.execute("INSERT INTO rated VALUES (?, 1)", (stored.finished,))
        connection.execute(
            "INSERT INTO scores VALUES (?, 'rummikub', ?, 9, 1)", (stored.finished, stored.anna)
        )
        connection.execute("INSERT INTO mutes VALUES (?, ?)", (stored.anna, stored.bruno))
        connection.execute(
            "INSERT INTO passkeys (id, player_id, name, public_key, n_used, created_ms)"
            " VALUES (X'01', ?, 'key', X'02', 0, 1)",
            (stored.anna,),
        )


def names_of(rows: list[Any], name: str = "id") -> list[Any]:
    return [each[name] for each in rows]


@pytest.mark.parametrize("kind", DAMAGES)
def test_damage_in_any_column_concerns_no_other_row(stored: Stored, folder: Path, kind: str) -> None:
    text, content, expected = DAMAGES[kind]
    shutil.copytree(stored.folder, folder, dirs_exist_ok=True)
    assert damage_every_column(folder, text, content) > 50
    server = Server(folder)
    anna = Person(server, "Anna")
    anna.http.cookies.update(stored.cookies)
    try:
        check_lists(anna, stored)
        check_pages(anna, stored)
        assert set(put_aside(server, anna)) == expected
        lines = [line for line in server.output().splitlines() if "put aside" in line]
        assert len(lines) == len(set(lines)) == sum(put_aside(server, anna).values())
        assert "Traceback" not in server.output()
    finally:
        anna.close()
        server.close()


def check_lists(anna: Person, stored: Stored) -> None:
    """What is sound is in every list."""

    def told(path: str) -> Any:
        answer = anna.http.get(path)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()

    own = {stored.finished, stored.playing, stored.waiting}
    assert own <= set(names_of(told("/api/me/tables")))
    profile = told("/api/me/profile")
    assert own <= set(names_of(profile["games"]))
    assert profile["n_counted"] > 0
    assert names_of(profile["scores"], "score") == [9]
    assert stored.waiting in names_of(told("/api/tables"))
    exported = told("/api/me/export")
    assert own <= set(names_of(exported["games"], "table"))
    assert "Thank you!" in names_of(exported["chat"], "text")
    reviews = told("/api/me/review")
    assert reviews["sums"][0]["n_turns"] > 0
    assert "my program" in names_of(told("/api/tokens"), "name")
    assert "key" in names_of(told("/api/passkeys"), "name")
    assert {stored.anna, stored.bruno} <= set(names_of(told(f"/api/leaderboards/{POOL}"), "player"))
    assert stored.anna in names_of(told("/api/scores/rummikub"), "player")
    for player in (stored.anna, stored.bruno):
        assert POOL in names_of(told(f"/api/players/{player}")["ratings"], "pool")
    assert told("/api/alerts")["n_browsers"] > 0
    with anna.socket() as hers:
        assert stored.bruno in hers.expect("welcome")["muted"]
        hers.send("watch", table=stored.finished, seat=0, since=0)
        while hers.expect("said")["text"] != "Thank you!":
            pass


def check_pages(anna: Person, stored: Stored) -> None:
    """Every page that goes through many rows can be read."""
    pages = {each: anna.http.get(each) for each in ("/", "/leaders", "/me", "/me/review", "/words/pl/kot")}
    for player in (stored.anna, stored.bruno):
        page = anna.http.get(f"/api/players/{player}").json()["page"]
        pages[page] = anna.http.get(page)
    pages["puzzles"] = anna.http.get("/me/puzzles/rummikub")
    pages["word"] = anna.http.get("/api/words/pl/kot")
    for path, answer in pages.items():
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
    assert brought(pages["puzzles"].text, "lesson")["steps"]
    assert anna.http.post("/api/me/review").status_code == 200
    review_of(anna, f"/api/tables/{stored.finished}/review")
