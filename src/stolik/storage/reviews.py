"""Reviews of finished games in the database: as far as they have come, so that any machine can go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select

from stolik.storage.database import Database
from stolik.storage.schema import reviews, seats, tables


class KeptReview(NamedTuple):
    """A review: how it was made, how many of the turns have been looked at, and what was found in them."""

    table_id: str
    version: int
    n_turns: int
    n_done: int
    content: bytes
    changed_ms: int

    @property
    def is_done(self) -> bool:
        return self.n_done >= self.n_turns


_COLUMNS = [reviews.c[name] for name in KeptReview._fields]


class ReviewStore:
    """Keeps and finds reviews."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, review: KeptReview) -> None:
        """Keep a review unless one of the same kind has come further."""
        insertion = self._database.insert(reviews)
        new = insertion.excluded
        further = (new.version != reviews.c.version) | (new.n_done >= reviews.c.n_done)
        changed = {name: new[name] for name in KeptReview._fields[1:]}
        kept = insertion.on_conflict_do_update(index_elements=["table_id"], set_=changed, where=further)
        async with self._database.writing() as connection:
            await connection.execute(kept, review._asdict())

    async def find(self, table_ids: Sequence[str], versions: Sequence[int]) -> dict[str, KeptReview]:
        """The reviews that there are of some tables, made in one of these ways."""
        wanted = select(*_COLUMNS).where(reviews.c.table_id.in_(table_ids), reviews.c.version.in_(versions))
        async with self._database.reading() as connection:
            found = [KeptReview(*row) for row in await connection.execute(wanted)]
        return {each.table_id: each for each in found}

    async def finished_games(self, player_id: str, limit: int) -> list[str]:
        """The tables at which somebody has played to the end, the latest first."""
        own = select(seats.c.table_id).where(seats.c.player_id == player_id)
        over = (tables.c.status == "over") & tables.c.id.in_(own)
        wanted = select(tables.c.id).where(over).order_by(tables.c.changed_ms.desc()).limit(limit)
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())
