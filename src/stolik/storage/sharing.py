"""What people with accounts let everybody see; nothing of it unless they say so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import select, update

from stolik.storage.database import Database
from stolik.storage.schema import players


class Shared(msgspec.Struct, frozen=True):
    """Whether there is a page about somebody, and whether ratings stand on it."""

    page: bool = False
    ratings: bool = False


class PublicPlayer(NamedTuple):
    """Somebody who has a page."""

    id: str
    name: str
    shared: Shared


class SharingStore:
    """Reads and writes what is shared; it stands among the settings of a person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_player(self, player_id: str) -> Shared:
        """What somebody shares."""
        wanted = select(players.c.settings).where(players.c.id == player_id)
        async with self._database.reading() as connection:
            settings = (await connection.execute(wanted)).scalar_one_or_none()
        return self._shared(player_id, settings)

    async def share(self, player_id: str, shared: Shared) -> None:
        """Share so much from now on."""
        own = players.c.id == player_id
        async with self._database.writing() as connection:
            wanted = select(players.c.settings).where(own).with_for_update()
            stored = (await connection.execute(wanted)).scalar_one_or_none()
            nothing: dict[str, object] = {}
            settings = self._database.aside.read("player", player_id, lambda: _read(stored), nothing)
            settings["shared"] = msgspec.to_builtins(shared)
            await connection.execute(
                update(players).where(own).values(settings=msgspec.json.encode(settings))
            )

    async def public(self, login: str) -> PublicPlayer | None:
        """Who has a page under this name; None for unknown people as for private ones."""
        wanted = select(players.c.id, players.c.name, players.c.settings).where(players.c.login == login)
        async with self._database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        found = row and PublicPlayer(row[0], row[1], self._shared(row[0], row[2]))
        return found if found and found.shared.page else None

    async def logins(self, player_ids: Iterable[str]) -> dict[str, str]:
        """The names under which those of these people have a page who have one."""
        wanted = select(players.c.id, players.c.login, players.c.settings)
        known = wanted.where(players.c.id.in_(list(player_ids)), players.c.login.is_not(None))
        async with self._database.reading() as connection:
            return {
                row[0]: row[1] for row in await connection.execute(known) if self._shared(row[0], row[2]).page
            }

    def _shared(self, player_id: str, settings: bytes | None) -> Shared:
        """What settings say; nothing is shown of somebody whose settings cannot be read."""
        return self._database.aside.read(
            "player", player_id, lambda: msgspec.convert(_read(settings).get("shared", {}), Shared), Shared()
        )


def _read(settings: bytes | None) -> dict[str, object]:
    return msgspec.json.decode(settings or b"{}", type=dict[str, object])
