"""What one player may do at most: lines said, tables set up, tokens had; nothing beyond that is stored."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from stolik.storage.players import Player
from stolik.web.live.connection import Connection
from stolik.web.operations.limits import _TABLES_OF_PLAYER, TableCount, TooManyTables
from stolik.web.site import open_site
from tests.web.servers import Person, some_place


def said(person: Person, table: str) -> list[str]:
    """What was said at a table, as whoever comes to it hears it."""
    with person.socket() as socket:
        socket.watch(table, None)
        socket.send("ping", n=1)
        heard = []
        while (message := socket.expect("said", "pong"))["type"] == "said":
            heard.append(message["text"])
        return heard


def test_who_says_too_much_is_told_to_wait_and_nothing_of_it_is_stored(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    bruno.join(table)
    with anna.socket() as hers:
        answers = []
        for n in range(100):
            hers.send("say", table=table, id=f"s{n}", text=f"line {n} {'x' * 480}")
            answers.append(hers.expect("done", "refused"))
    refused = [each for each in answers if each["type"] == "refused"]
    done = [each["id"] for each in answers if each["type"] == "done"]
    assert 8 <= len(done) < 50
    assert done[:8] == [f"s{n}" for n in range(8)]
    assert {each["why"] for each in refused} == {"busy"}
    assert all(each["message"] for each in refused)
    assert [f"s{text.split()[1]}" for text in said(bruno, table)] == done
    with bruno.socket() as his, anna.socket() as again:
        his.send("say", table=table, id="b", text="and I?")
        assert his.expect("done", "refused")["type"] == "done"
        again.send("say", table=table, id="s0", text="sent again after a break")
        assert again.expect("done", "refused") == answers[0]


def test_table_at_which_many_talk_is_told_to_wait(anna: Person) -> None:
    """Seats are few, but when a game is over everybody may talk."""
    table = anna.table("rummikub", "generic")["id"]
    with anna.socket() as hers:
        state = hers.watch(table, 0)
        hers.act(table, 0, None, {"type": "Resign"})
        while state["status"] != "over":
            state = hers.expect("table")
    answers: list[dict[str, Any]] = []
    while len(answers) < 150 and all(each["type"] == "done" for each in answers):
        answers += _greetings(str(anna.http.base_url).rstrip("/"), table)
    n_done = sum(each["type"] == "done" for each in answers)
    assert 30 <= n_done == len(said(anna, table))
    assert {each["why"] for each in answers if each["type"] == "refused"} == {"busy"}


def _greetings(url: str, table: str) -> list[dict[str, Any]]:
    """What a newcomer is answered who says as much as one may at once."""
    guest = Person(url, "Guest")
    guest.http.post("/api/me", json={"name": guest.name})
    with guest.socket() as socket:
        for line in range(8):
            socket.send("say", table=table, id=str(line), text="hello")
        answers = [socket.expect("done", "refused") for _ in range(8)]
    guest.close()
    return answers


def test_player_waits_at_so_many_tables_from_however_many_addresses(anna: Person) -> None:
    wanted = {"preset": "rummikub", "n_seats": 2}
    answers = [anna.http.post("/api/tables", json=wanted, headers=some_place()) for _ in range(22)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [409] * 2
    assert "20" in answers[-1].json()["message"]
    assert len(anna.http.get("/api/me/tables").json()) == 20
    assert anna.http.post("/api/tables", json=wanted | {"seats": ["generic"]}).status_code == 201
    left = answers[0].json()["id"]
    assert anna.http.request("DELETE", f"/api/tables/{left}/seats").status_code == 204
    assert anna.http.post("/api/tables", json=wanted).status_code == 201


def test_player_sets_up_so_many_tables_one_after_the_other() -> None:
    count = TableCount()

    def set_up(n: int) -> None:
        for _ in range(n):
            count.one_more("anna")

    set_up(_TABLES_OF_PLAYER)
    with pytest.raises(TooManyTables, match="You have set up many tables"):
        set_up(_TABLES_OF_PLAYER)  # another one may be allowed meanwhile, not so many
    count.one_more("bruno")


@pytest.mark.anyio
async def test_games_that_follow_others_count_as_tables_too(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []

    async def send(text: bytes) -> None:
        told.append(json.loads(text))

    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:
        anna = Player("anna", "Anna", None, "en")
        for _ in range(_TABLES_OF_PLAYER):
            site.new_tables.one_more(anna.id)
        connection = Connection(site, anna, send)
        writing = asyncio.create_task(connection.write())
        again = {"type": "propose", "table": "any", "seat": 0, "what": "rematch", "id": "again"}
        await connection.receive(json.dumps(again))
        while not told:
            await asyncio.sleep(0)
        connection.close()
        writing.cancel()
    [refused] = told
    assert (refused["why"], refused["id"]) == ("busy", "again")
    assert "You have set up many tables" in refused["message"]


def test_player_has_so_many_tokens_and_no_more(anna: Person) -> None:
    answers = [anna.http.post("/api/tokens", json={"name": "bot"}) for _ in range(51)]
    assert [answer.status_code for answer in answers] == [201] * 50 + [409]
    assert "50" in answers[-1].json()["message"]
    held = anna.http.get("/api/tokens").json()
    assert len(held) == 50
    assert anna.http.request("DELETE", f"/api/tokens/{held[0]['id']}").status_code == 204
    assert anna.http.post("/api/tokens", json={"name": "bot"}).status_code == 201
