"""Ratings in the database: each finished game changes them once, whichever machine is first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from stolik.storage.database import Database
from stolik.storage.schema import players, rated, ratings, seats, tables


class Rating(NamedTuple):
    """How strong somebody is thought to be, how sure that is, and how steady."""

    value: float
    deviation: float
    volatility: float


class Kept(NamedTuple):
    """A rating as it stands: after how many games, the latest when."""

    rating: Rating
    n_games: int
    changed_ms: int


class Standing(NamedTuple):
    """Somebody on a leaderboard."""

    player_id: str
    name: str
    kept: Kept


Change = Callable[[Sequence[Kept]], Sequence[Rating]]


class RatingStore:
    """Reads ratings, and changes those of all players of a game together."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def apply(
        self, table_id: str, pool: str, player_ids: Sequence[str], start: Rating, change: Change, now_ms: int
    ) -> bool:
        """Change the ratings of the players of a finished game; False if that was done before.

        Rows are made and locked in one order, so that two machines never wait for each other and no game of
        a player is lost when two of them end at once.
        """
        async with self._database.writing() as connection:
            done = self._database.insert(rated).on_conflict_do_nothing().returning(rated.c.table_id)
            if not (await connection.execute(done, {"table_id": table_id, "at_ms": now_ms})).first():
                return False
            if not await self._all_known(connection, player_ids):
                return True  # somebody has deleted his account: there is nothing to compare with
            first = self._database.insert(ratings).on_conflict_do_nothing()
            for player_id in sorted(player_ids):
                row = {"player_id": player_id, "pool": pool, "n_games": 0, "changed_ms": now_ms}
                await connection.execute(first, row | start._asdict())
            found = await connection.execute(_of_pool(pool, player_ids).with_for_update(of=ratings))
            kept = {row[0]: _kept(row[2:]) for row in found}
            changed = change([kept[player_id] for player_id in player_ids])
            for player_id, rating in zip(player_ids, changed, strict=True):
                values = rating._asdict() | {"n_games": kept[player_id].n_games + 1, "changed_ms": now_ms}
                here = (ratings.c.player_id == player_id) & (ratings.c.pool == pool)
                await connection.execute(update(ratings).where(here).values(values))
        return True

    async def _all_known(self, connection: AsyncConnection, player_ids: Sequence[str]) -> bool:
        known = select(func.count()).select_from(players).where(players.c.id.in_(list(player_ids)))
        return (await connection.execute(known)).scalar_one() == len(set(player_ids))

    async def unrated(self, since_ms: int) -> list[tuple[str, bytes]]:
        """The tables that ended since then and changed no rating, with their settings."""
        wanted = (
            select(tables.c.id, tables.c.settings)
            .outerjoin(rated, rated.c.table_id == tables.c.id)
            .where(tables.c.status == "over", tables.c.changed_ms >= since_ms, rated.c.table_id.is_(None))
            .order_by(tables.c.changed_ms)
        )
        async with self._database.reading() as connection:
            return [(row[0], row[1]) for row in await connection.execute(wanted)]

    async def leaders(self, pool: str, *, widest: float, doubts: float, limit: int = 100) -> list[Standing]:
        """The best of a pool: those whose deviation is at most `widest`, by value less so many deviations."""
        wanted = (
            _standings()
            .where(ratings.c.pool == pool, ratings.c.deviation <= widest, ratings.c.n_games > 0)
            .order_by((ratings.c.value - doubts * ratings.c.deviation).desc(), ratings.c.player_id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [Standing(row[0], row[1], _kept(row[2:])) for row in await connection.execute(wanted)]

    async def of_player(self, player_id: str) -> dict[str, Kept]:
        """Somebody's ratings by pool."""
        own = (ratings.c.player_id == player_id) & (ratings.c.n_games > 0)
        wanted = select(ratings.c.pool, *_KEPT).where(own).order_by(ratings.c.pool)
        async with self._database.reading() as connection:
            return {row[0]: _kept(row[1:]) for row in await connection.execute(wanted)}

    async def n_games(self, player_id: str) -> int:
        """How many games somebody has played to their end, rated or not."""
        played = (
            select(func.count(func.distinct(seats.c.table_id)))
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.player_id == player_id, tables.c.status == "over")
        )
        async with self._database.reading() as connection:
            n: int = (await connection.execute(played)).scalar_one()
            return n


_KEPT = [ratings.c[name] for name in (*Rating._fields, "n_games", "changed_ms")]


def _standings() -> Select[Any]:
    whose = players.c.id == ratings.c.player_id
    return select(players.c.id, players.c.name, *_KEPT).join_from(ratings, players, whose)


def _of_pool(pool: str, player_ids: Sequence[str]) -> Select[Any]:
    here = (ratings.c.pool == pool) & ratings.c.player_id.in_(list(player_ids))
    return _standings().where(here).order_by(ratings.c.player_id)


def _kept(row: Sequence[Any]) -> Kept:
    value, deviation, volatility, n_games, changed_ms = row
    return Kept(Rating(value, deviation, volatility), n_games, changed_ms)
