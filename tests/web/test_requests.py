"""Requests over real sockets: what makes two of them the same, how each is answered, and in which order."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from stolik.core import registry
from stolik.storage.players import Player
from stolik.table.lobby import Guest
from stolik.table.settings import settings_for
from stolik.web.live.connection import Connection
from stolik.web.site import open_site
from tests.web.servers import Person, Socket


def seated(anna: Person, bruno: Person) -> str:
    """A table at which both have begun to play."""
    table = str(anna.table("rummikub", None)["id"])
    bruno.join(table)
    return table


def whose_turn(sockets: list[Socket], people: list[Person], table: str) -> tuple[int, dict[str, Any]]:
    """Which of two is to move, and what was told; all are ready to play with their tiles first."""
    while True:
        shown = [_looked_at(socket, table, seat) for seat, socket in enumerate(sockets)]
        seat = int(min(shown[0]["turns"]))
        action = people[seat].actions(table, seat)[0]
        if action["type"] != "Ready":
            return seat, shown[seat]
        request = sockets[seat].act(table, seat, shown[seat]["turns"][str(seat)], action)
        _until_done(sockets[seat], request)


def _looked_at(socket: Socket, table: str, seat: int) -> dict[str, Any]:
    """The table as it stands, whatever was told before and not read."""
    socket.send("ping", n=1)
    socket.expect("pong")
    return socket.watch(table, seat)


def _until_done(socket: Socket, request: str) -> None:
    while request not in socket.expect("table")["done"]:
        pass


def test_same_action_in_other_words_is_answered_again(anna: Person, bruno: Person) -> None:
    table = seated(anna, bruno)
    with anna.socket() as hers, bruno.socket() as his:
        seat, shown = whose_turn([hers, his], [anna, bruno], table)
        socket, person = [(hers, anna), (his, bruno)][seat]
        turn = shown["turns"][str(seat)]
        request = socket.act(table, seat, turn, action := person.actions(table, seat)[0])
        _until_done(socket, request)
        fields = {"table": table, "seat": seat, "turn": turn, "id": request}
        again = {"action": {"unknown": 1} | dict(reversed(action.items())), **fields, "type": "act"}
        socket.connection.send(json.dumps(again, indent=3))
        assert socket.expect("done", "refused") == {"type": "done", "id": request, "seq": shown["seq"]}
        socket.send("act", **fields | {"action": {"type": "Resign"}})
        assert socket.expect("done", "refused")["why"] == "used"


def test_refused_request_leaves_its_name_free(anna: Person, bruno: Person) -> None:
    table = seated(anna, bruno)
    with anna.socket() as hers, bruno.socket() as his:
        seat, shown = whose_turn([hers, his], [anna, bruno], table)
        socket, person = [(hers, anna), (his, bruno)][seat]
        socket.act(table, seat, 0, {"type": "Draw"}, "mine")
        assert socket.expect("refused")["why"] == "stale"
        socket.act(table, seat, shown["turns"][str(seat)], person.actions(table, seat)[0], "mine")
        _until_done(socket, "mine")


def test_what_is_said_and_what_is_done_have_names_of_their_own(anna: Person, bruno: Person) -> None:
    table = seated(anna, bruno)
    with anna.socket() as hers, bruno.socket() as his:
        for socket, seat in ((hers, 0), (his, 1)):
            socket.watch(table, seat)
        hers.send("say", table=table, id="1", text="hello")
        line = hers.expect("done", "refused")["seq"]
        hers.send("propose", table=table, seat=0, id="1", what="draw")
        asked = hers.expect("done", "refused")
        assert asked["type"] == "done"
        # a seat has one space of names for all that it does
        hers.act(table, 0, None, {"type": "Resign"}, "1")
        assert hers.expect("refused")["why"] == "used"
        hers.send("propose", table=table, seat=0, id="1", what="abort")
        assert hers.expect("refused")["why"] == "used"
        hers.send("propose", table=table, seat=0, id="1", what="draw")
        assert hers.expect("done", "refused") == asked
        hers.send("say", table=table, id="1", text="hello again")
        assert hers.expect("done", "refused")["seq"] == line
        # another seat has its own
        his.send("answer", table=table, seat=1, id="1", agrees=False)
        assert his.expect("done", "refused")["type"] == "done"


def test_mute_is_acknowledged_to_whoever_names_it(anna: Person, bruno: Person) -> None:
    seated(anna, bruno)
    with anna.socket() as hers, bruno.socket() as his:
        anna_id = hers.expect("welcome")["player"]
        his.expect("welcome")
        for on in (True, True, False):
            his.send("mute", player=anna_id, on=on, id="m")
            assert his.receive() == {"type": "done", "id": "m", "seq": 0}
            with bruno.socket() as other:
                assert other.expect("welcome")["muted"] == [anna_id] * on
        his.send("mute", player=anna_id)
        his.send("ping", n=5)
        assert his.receive() == {"type": "pong", "n": 5}


@pytest.mark.anyio
async def test_who_comes_too_late_was_told_before_what_was_faster(tmp_path: Path) -> None:
    """A reader is slow: what happens meanwhile, and the refusal of what comes too late, wait to be told."""
    told: list[dict[str, Any]] = []
    may_go_on = asyncio.Event()

    async def send(text: bytes) -> None:
        told.append(json.loads(text))
        await may_go_on.wait()

    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as site:
        anna, preset = Guest("anna", "Anna"), registry.find_preset("pl")
        settings = settings_for(preset, site.host.games.of_preset("pl"))
        await site.players.add_guest(anna.id, anna.name, "en", 0)
        table = (await site.lobby.create(settings, anna)).id
        await site.lobby.join(table, anna, another=True)
        record = (await site.host.live(table)).record
        [seat], name = record.waiting_for(), {"table": table, "seat": min(record.waiting_for())}
        late = {"type": "act", **name, "id": "late", "turn": record.opened[seat], "action": {"type": "Pass"}}
        connection = Connection(site, Player(anna.id, anna.name, None, "en"), send)
        writing = asyncio.create_task(connection.write())
        await connection.receive(json.dumps({"type": "watch", **name}))
        while not told:
            await asyncio.sleep(0)
        await site.host.act(table, anna.id, seat, b'{"type": "Pass"}', turn=None, request="first")
        await connection.receive(json.dumps(late))
        may_go_on.set()
        while len(told) < 3:
            await asyncio.sleep(0)
        connection.close()
        writing.cancel()
    assert [each["type"] for each in told] == ["table", "table", "refused"]
    assert told[1]["seq"] > told[0]["seq"] == record.seq
    assert told[2]["why"] == "stale"
