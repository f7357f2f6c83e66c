"""A socket for which too much is in line beside the event loop: it is told later, or why not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from stolik.storage.players import Player
from stolik.web.live.connection import Connection
from stolik.web.operations.limits import TooManyCalls
from stolik.web.operations.off_loop import _MOST_OF_ONE, OffLoop
from stolik.web.site import Site, open_site
from tests.web.long_games import ANNA, stored_long

#: More than is read and written on the event loop.
N_MANY = 120
HOUR_S = 3600


class Client:
    """One socket of Anna's without a network."""

    def __init__(self, site: Site) -> None:
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._connection = Connection(site, Player(ANNA.id, ANNA.name, None, "en"), self._take)
        self.writing = asyncio.create_task(self._connection.write())

    async def _take(self, text: bytes) -> None:
        self._told.put_nowait(json.loads(text))

    async def watch(self, table: str) -> None:
        await self._connection.receive(json.dumps({"type": "watch", "table": table}))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(60):
            return await self._told.get()

    def close(self) -> None:
        self._connection.close()
        self.writing.cancel()


class Line:
    """What is asked of the threads beside the loop, and a way to keep them busy with Anna's."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.accepted: list[str] = []
        self.has_refused = asyncio.Event()
        self._site = site
        self._go_on = Event()
        self._waiting: list[asyncio.Task[bool]] = []
        ask = OffLoop.do_for

        async def noted(off_loop: OffLoop, who: str, *more: Any) -> Any:
            try:
                done = await ask(off_loop, who, *more)
            except TooManyCalls:
                self.has_refused.set()
                raise
            self.accepted.append(who)
            return done

        monkeypatch.setattr(OffLoop, "do_for", noted)

    async def fill(self) -> None:
        """Have as much in line as Anna may."""
        asking = partial(self._site.off_loop.do_for, ANNA.id, lambda _: None, self._go_on.wait)
        self._waiting = [asyncio.create_task(asking()) for _ in range(_MOST_OF_ONE)]
        await asyncio.sleep(0)

    async def clear(self) -> None:
        self._go_on.set()
        await asyncio.gather(*self._waiting)
        self.accepted.clear()


@asynccontextmanager
async def site_with_long_game(tmp_path: Path, **settings: Any) -> AsyncIterator[tuple[Site, str]]:
    """A server, and a game that went on an hour and more ago."""
    url = f"sqlite:///{tmp_path}/stolik.db"
    [table] = await stored_long(url, b"key", N_MANY, settings, age_s=2 * HOUR_S)
    async with open_site(url, b"key") as site:
        yield site, table


@pytest.mark.anyio
@pytest.mark.parametrize("settings", [{}, {"delay_s": HOUR_S}], ids=["at once", "behind the play"])
async def test_table_is_shown_as_soon_as_there_is_room_in_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    async with site_with_long_game(tmp_path, **settings) as (site, table):
        line, client = Line(site, monkeypatch), Client(site)
        await line.fill()
        watching = asyncio.create_task(client.watch(table))
        await line.has_refused.wait()
        await line.clear()
        await watching
        shown = await client.next()
        assert shown["type"] == "table"
        assert [each["seq"] for each in shown["events"]] == list(range(shown["seq"]))
        assert shown["seq"] >= N_MANY
        assert not client.writing.done()
        client.close()
