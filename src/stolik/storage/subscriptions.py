"""Browsers that want to be told something while no page of ours is open in them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import delete, func, select

from stolik.storage.database import Database
from stolik.storage.players import Player
from stolik.storage.schema import players, subscriptions

#: How many browsers of one player are told; the oldest give way.
_MOST = 10


class Subscription(NamedTuple):
    """Where a browser is reached, what a message to it is locked with, and the page that asked for it."""

    endpoint: str
    public_key: bytes
    secret: bytes
    origin: str

    @property
    def digest(self) -> str:
        """What it is found by, also where the address is no text."""
        return _digest(str(self.endpoint))


class SubscriptionStore:
    """Reads and writes subscriptions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, player: Player, subscription: Subscription, now_ms: int, session: str | None = None
    ) -> None:
        """Tell a browser from now on what concerns this player, and nobody else whom it was told about.

        With the digest of the `session` that asked for it, it ends when that is logged out.
        """
        digest = subscription.digest
        row = {"player_id": player.id, "generation": player.generation, "session": session}
        row |= subscription._asdict()
        known = select(subscriptions).where(subscriptions.c.digest == digest)
        async with self._database.reading() as connection:
            before = (await connection.execute(known)).mappings().first()
        # a browser says it whenever a page is opened
        if before is not None and all(before[name] == value for name, value in row.items()):
            return
        async with self._database.writing() as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.digest == digest))
            row |= {"digest": digest, "created_ms": now_ms}
            await connection.execute(self._database.insert(subscriptions).on_conflict_do_nothing(), row)
            own = select(subscriptions.c.digest).where(subscriptions.c.player_id == player.id)
            newest = own.order_by(subscriptions.c.created_ms.desc()).limit(_MOST)
            too_many = subscriptions.c.digest.not_in(list((await connection.execute(newest)).scalars()))
            await connection.execute(
                delete(subscriptions).where(subscriptions.c.player_id == player.id, too_many)
            )

    async def remove(self, endpoint: str, player_id: str | None = None) -> None:
        """Tell a browser nothing any more; `player_id`: only if it was that player's."""
        this = delete(subscriptions).where(subscriptions.c.digest == _digest(endpoint))
        if player_id is not None:
            this = this.where(subscriptions.c.player_id == player_id)
        async with self._database.writing() as connection:
            await connection.execute(this)

    async def of_player(self, player_id: str) -> list[Subscription]:
        """The browsers in which a player is logged in."""
        columns = [subscriptions.c[name] for name in Subscription._fields]
        wanted = select(*columns).join(players, players.c.id == subscriptions.c.player_id)
        now = subscriptions.c.generation == players.c.generation
        async with self._database.reading() as connection:
            rows = await connection.execute(wanted.where(players.c.id == player_id, now))
            return [Subscription(*row) for row in rows]

    async def count(self, player_id: str) -> int:
        """How many browsers of a player are told."""
        wanted = select(func.count()).where(subscriptions.c.player_id == player_id)
        async with self._database.reading() as connection:
            return int((await connection.execute(wanted)).scalar_one())


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
