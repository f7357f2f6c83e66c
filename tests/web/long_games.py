"""Games as long as there may be, played by one person at both seats without a server."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from stolik.core import registry
from stolik.games.scrabble.actions import Exchange
from stolik.storage.database import open_database
from stolik.storage.players import PlayerStore
from stolik.storage.tables import TableStore
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.lobby import Guest, Lobby
from stolik.table.settings import settings_for
from stolik.words.store import Lexicons

ANNA = Guest("a" * 16, "Anna")


async def play_long(host: Host, lobby: Lobby, n_events: int, **settings: Any) -> str:
    """A game of nothing but exchanges, which go on for ever; the name of its table."""
    preset = registry.find_preset("pl")
    chosen = settings_for(preset, host.games.of_preset("pl"), n_seats=2, **settings)
    record = await lobby.create(chosen, ANNA, seats=[None])
    await lobby.join(record.id, ANNA, another=True)
    live = await host.live(record.id)
    while live.record.seq < n_events:
        (seat,) = live.record.waiting_for()
        action = Exchange(live.record.game.view(live.record.state, seat).rack[:1])
        encoded = live.record.game.codec.encode(action)
        await host.act(record.id, ANNA.id, seat, encoded, turn=None, request=f"r{live.record.seq}")
    return record.id


async def stored_long(
    database_url: str, key: bytes, n_events: int, *ways: dict[str, Any], age_s: int = 0
) -> list[str]:
    """A game for each of some settings, played some time ago, in a database for a server to be started on."""
    Path(database_url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    database = await open_database(database_url, durable=False)
    store = TableStore(database)
    host = Host(store, Games(Lexicons()), key, lambda: time.time_ns() // 1_000_000 - 1000 * age_s)
    await PlayerStore(database).add_guest(ANNA.id, ANNA.name, "en", host.now_ms())
    tables = [await play_long(host, Lobby(host), n_events, **settings) for settings in ways]
    await store.close()
    await database.close()
    return tables
