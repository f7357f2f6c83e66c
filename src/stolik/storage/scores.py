"""Scores in the database: one for each game that somebody played alone and unaided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select

from stolik.storage.database import Database
from stolik.storage.schema import players, scores, tables


class Score(NamedTuple):
    """What somebody reached, in which game and when."""

    table_id: str
    preset: str
    player_id: str
    score: int
    at_ms: int


class Best(NamedTuple):
    """The best that somebody with an account has reached, and what he is called."""

    name: str
    score: Score


class ScoreStore:
    """Keeps scores, and finds the best."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, score: Score) -> bool:
        """Keep the score of a finished game; False if that was done before, or the player is gone."""
        known = select(players.c.id).where(players.c.id == score.player_id).with_for_update()
        kept = self._database.insert(scores).on_conflict_do_nothing().returning(scores.c.table_id)
        async with self._database.writing() as connection:
            if (await connection.execute(known)).first() is None:
                return False
            return (await connection.execute(kept, score._asdict())).first() is not None

    async def without(self, presets: Sequence[str], since_ms: int) -> list[str]:
        """The tables with one of these presets that ended since then and have no score."""
        wanted = (
            select(tables.c.id)
            .outerjoin(scores, scores.c.table_id == tables.c.id)
            .where(tables.c.status == "over", tables.c.changed_ms >= since_ms, scores.c.table_id.is_(None))
            .where(tables.c.preset.in_(presets))
            .order_by(tables.c.changed_ms)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def best(self, preset: str, limit: int) -> list[Best]:
        """The best score of everybody with an account, the best first; of equal ones the earliest."""
        rank = func.row_number().over(
            partition_by=scores.c.player_id, order_by=(scores.c.score.desc(), scores.c.at_ms)
        )
        ranked = select(*scores.c, rank.label("rank")).where(scores.c.preset == preset).subquery()
        columns = [ranked.c[name] for name in Score._fields]
        wanted = (
            select(players.c.name, *columns)
            .join_from(ranked, players, players.c.id == ranked.c.player_id)
            .where(ranked.c.rank == 1, players.c.login.is_not(None))
            .order_by(ranked.c.score.desc(), ranked.c.at_ms)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [Best(row[0], Score(*row[1:])) for row in await connection.execute(wanted)]

    async def best_of(self, player_id: str) -> list[Score]:
        """The best that somebody has reached in each preset."""
        columns = [scores.c[name] for name in Score._fields]
        wanted = (
            select(*columns)
            .where(scores.c.player_id == player_id)
            .order_by(scores.c.preset, scores.c.score.desc(), scores.c.at_ms)
        )
        best: dict[str, Score] = {}
        async with self._database.reading() as connection:
            for row in await connection.execute(wanted):
                best.setdefault(row[1], Score(*row))
        return list(best.values())
