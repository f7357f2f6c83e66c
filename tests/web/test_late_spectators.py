"""Spectators behind the play of a long game: many of them cost little, and who asks for it pays."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from stolik.web.server import server_key
from tests.web.long_games import ANNA, stored_long
from tests.web.servers import Person, Server, database_of
from tests.web.test_full_line import HOUR_S, Client, Line, site_with_long_game

N_EVENTS, N_SPECTATORS = 1_000, 10
#: A record for each event and spectator took six times as much.
MOST_GROWTH = 50_000_000


def test_many_spectators_of_a_long_game_cost_little_memory(folder: Path) -> None:
    url = database_of(folder)
    key = server_key(url)
    [table] = asyncio.run(stored_long(url, key, N_EVENTS, {"delay_s": HOUR_S}))
    server = Server(folder)
    eve = Person(server, "Eve")
    try:
        with ExitStack() as stack:
            # what only the first one costs, such as the game itself
            first = stack.enter_context(eve.socket()).watch(table)
            memory = psutil.Process(server.process.pid).memory_info().rss
            for _ in range(N_SPECTATORS):
                seen = stack.enter_context(eve.socket()).watch(table)
                assert (seen["seq"], seen["view"]) == (first["seq"], first["view"])
            grown = psutil.Process(server.process.pid).memory_info().rss - memory
        assert first["seq"] < N_EVENTS
        assert grown < MOST_GROWTH, f"the server has grown by {grown:,} bytes"
    finally:
        eve.close()
        server.close()


@pytest.mark.anyio
async def test_who_watches_from_behind_pays_for_the_fold_and_waits_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site_with_long_game(tmp_path, delay_s=HOUR_S) as (site, table):
        line, client = Line(site, monkeypatch), Client(site)
        await line.fill()
        watching = asyncio.create_task(client.watch(table))
        await line.has_refused.wait()
        kept = site.host.kept(table)
        assert kept is not None
        assert kept.listeners == set()
        await line.clear()
        await watching
        shown = await client.next()
        assert [each["seq"] for each in shown["events"]] == list(range(shown["seq"]))
        assert line.accepted == [ANNA.id] * 3  # the fold, the journal and what is told
        other = Client(site)
        await other.watch(table)
        assert (await other.next())["view"] == shown["view"]
        assert line.accepted == [ANNA.id] * 5  # nothing is folded once more
        for each in (client, other):
            each.close()
