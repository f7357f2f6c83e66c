"""What makes a server work counts against the limit of whoever asks for it, and waits in his own line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.table.calling import Caller, beside, called_by, caller
from stolik.table.host import Host
from stolik.table.lobby import Guest
from stolik.table.settings import settings_for
from stolik.web.operations.limits import TooManyCalls
from stolik.web.operations.off_loop import _MOST_OF_ONE, OffLoop
from stolik.web.site import open_site
from tests.web.servers import Person, Server

CALLS_PER_MINUTE = 8
#: A walk through the whole list of words, many times dearer than all calls of this limit may be.
DEAR = "/api/words/pl?pattern=" + "*a" * 30
CHEAP = "/api/me"


@pytest.fixture
def strict(folder: Path) -> Iterator[Server]:
    server = Server(folder, "--calls-per-minute", str(CALLS_PER_MINUTE))
    yield server
    server.close()


def test_who_asks_for_dear_things_is_told_to_wait_sooner(strict: Server) -> None:
    cheap, dear = Person(strict, "Anna"), Person(strict, "Bruno")
    assert [cheap.http.get(CHEAP).status_code for _ in range(CALLS_PER_MINUTE)] == [200] * CALLS_PER_MINUTE
    assert dear.http.get(DEAR).status_code == 200
    refused = dear.http.get(CHEAP)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) >= 1
    assert "Please wait" in refused.json()["message"]
    for person in (cheap, dear):
        person.close()


@pytest.mark.anyio
async def test_what_was_refused_or_left_is_paid_for_all_the_same() -> None:
    aside, paid, go_on = OffLoop(), list[float](), Event()

    def refuse() -> None:
        raise Complaint("Not this.")

    with pytest.raises(Complaint, match="Not this"):
        await aside.do_for("anna", paid.append, refuse)
    assert len(paid) == 1
    asking = asyncio.create_task(aside.do_for("anna", paid.append, go_on.wait))
    await asyncio.sleep(0)
    asking.cancel()
    go_on.set()
    await aside.do_for("bruno", paid.append, lambda: None)
    while len(paid) < 3:
        await asyncio.sleep(0.001)
    await aside.close()


@pytest.mark.anyio
async def test_what_must_be_done_is_paid_by_whoever_is_the_cause_and_stands_in_no_line() -> None:
    aside, paid, go_on = OffLoop(), list[float](), Event()
    waiting = [
        asyncio.create_task(aside.do_for("anna", lambda _: None, go_on.wait)) for _ in range(_MOST_OF_ONE)
    ]
    await asyncio.sleep(0)
    with called_by(Caller("anna", paid.append)):
        reading = asyncio.create_task(beside(lambda: "read"))  # whatever is begun meanwhile is for her
        with called_by(None):
            assert await beside(lambda: "by the server itself") == "by the server itself"
    assert caller() is None
    assert await reading == "read"  # a table is locked meanwhile, and others wait for it
    while not paid:
        await asyncio.sleep(0.001)
    assert len(paid) == 1
    go_on.set()
    await asyncio.gather(*waiting)
    await aside.close()


@pytest.mark.anyio
async def test_long_game_is_read_at_the_cost_of_whoever_asks_for_it(tmp_path: Path) -> None:
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", bytes(32)) as site:
        await site.players.add_guest("anna", "Anna", "pl", 0)
        settings = settings_for(
            registry.find_preset("rummikub"), site.host.games.of_preset("rummikub"), n_seats=2
        )
        table = (await site.lobby.create(settings, Guest("anna", "Anna"))).id
        for n in range(60):
            await site.lobby.salt(table, Guest("anna", "Anna"), str(n))
        elsewhere, paid = Host(site.host.store, site.host.games, bytes(32)), list[float]()
        with called_by(Caller("10.0.0.1", paid.append)):
            assert (await elsewhere.live(table)).record.seq > 60
        while not paid:
            await asyncio.sleep(0.001)


@pytest.mark.anyio
async def test_who_has_too_much_in_line_comes_again_while_others_are_served() -> None:
    aside, go_on = OffLoop(), Event()

    def pay(_: float) -> None:
        pass

    waiting = [asyncio.create_task(aside.do_for("anna", pay, go_on.wait)) for _ in range(_MOST_OF_ONE)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyCalls):
        await aside.do_for("anna", pay, lambda: None)
    served = asyncio.create_task(aside.do_for("bruno", pay, lambda: sum(not each.done() for each in waiting)))
    go_on.set()
    assert await served > _MOST_OF_ONE // 2  # nobody waits for all that another one has in line
    await asyncio.gather(*waiting)
    assert await aside.do_for("anna", pay, lambda: "again") == "again"
    await aside.close()
