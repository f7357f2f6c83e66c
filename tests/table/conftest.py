"""Live tables on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from stolik.core import registry
from stolik.library import lexicons
from stolik.storage.database import open_database
from stolik.storage.tables import TableStore
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.lobby import Guest, Lobby
from stolik.table.proposals import Proposals
from stolik.table.record import Record
from stolik.table.settings import settings_for

KEY = bytes(range(32))
ANNA, BRUNO, CELIA = (
    Guest(player, name, has_account=True)
    for player, name in (("anna", "Anna"), ("bruno", "Bruno"), ("celia", "Célia"))
)


class Time:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms

    def pass_s(self, seconds: float) -> None:
        self.ms += round(1000 * seconds)


class Club:
    """One machine with tables."""

    def __init__(self, store: TableStore, games: Games, time: Time) -> None:
        self.store = store
        self.time = time
        self.host = Host(store, games, KEY, time)
        self.lobby = Lobby(self.host)
        self.proposals = Proposals(self.host, self.lobby)

    async def table(self, preset: str = "pl", people: int = 2, **more: Any) -> Record:
        """A table at which Anna, Bruno and Célia have begun to play."""
        chosen = registry.find_preset(preset)
        settings = settings_for(chosen, self.host.games.of_preset(preset), n_seats=people, **more)
        record = await self.lobby.create(settings, ANNA)
        for guest in (BRUNO, CELIA)[: people - 1]:
            await self.lobby.join(record.id, guest)
        return (await self.host.live(record.id)).record

    async def record(self, table_id: str) -> Record:
        return (await self.host.live(table_id)).record


@asynccontextmanager
async def club_at(url: str, games: Games, time: Time) -> AsyncIterator[Club]:
    database = await open_database(url)
    store = TableStore(database)
    async with database.writing() as connection:
        for guest in (ANNA, BRUNO, CELIA):
            await connection.exec_driver_sql(
                f"INSERT INTO players (id, name, language, settings, created_ms, seen_ms)"
                f" VALUES ('{guest.id}', '{guest.name}', 'pl', '', 0, 0) ON CONFLICT DO NOTHING"
            )
    yield Club(store, games, time)
    await store.close()
    await database.close()


@pytest.fixture(scope="session")
def games() -> Games:
    return Games(lexicons())


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def club(database_url: str, games: Games, time: Time) -> AsyncIterator[Club]:
    async with club_at(database_url, games, time) as opened:
        yield opened
