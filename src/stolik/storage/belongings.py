"""Everything that is stored of one person: to hand it out, to give it to an account, to let it go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Table, delete, exists, select, update

from stolik.storage.database import Database
from stolik.storage.entry import Entry
from stolik.storage.schema import (
    chat,
    journal,
    mutes,
    players,
    ratings,
    reports,
    scores,
    seats,
    subscriptions,
    tables,
    tokens,
    visitors,
)

#: What a person gets of his own rows; hashes and digests tell nobody anything.
_OWN: dict[str, tuple[Table, tuple[str, ...]]] = {
    "chat": (chat, ("table_id", "at_ms", "name", "text")),
    "reports": (reports, ("table_id", "at_ms", "kind", "what", "comment")),
    "ratings": (ratings, ("pool", "value", "deviation", "volatility", "n_games", "changed_ms")),
    "scores": (scores, ("table_id", "preset", "score", "at_ms")),
    "tokens": (tokens, ("name", "created_ms")),
    "muted": (mutes, ("muted_id",)),
    "alerts": (subscriptions, ("endpoint", "origin", "created_ms")),
}


class BelongingStore:
    """Finds, moves and drops what belongs to somebody."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, player_id: str) -> dict[str, Any]:
        """The row of a person."""
        columns = ("id", "name", "login", "language", "settings", "created_ms", "seen_ms")
        wanted = select(*(players.c[name] for name in columns)).where(players.c.id == player_id)
        async with self._database.reading() as connection:
            row = (await connection.execute(wanted)).mappings().one()
        return dict(row)

    async def rows(self, player_id: str) -> dict[str, list[dict[str, Any]]]:
        """What a person said, reported, has won, and wants not to hear."""
        found = {}
        async with self._database.reading() as connection:
            for name, (table, columns) in _OWN.items():
                wanted = select(*(table.c[column] for column in columns))
                rows = (await connection.execute(wanted.where(table.c.player_id == player_id))).mappings()
                found[name] = [dict(row) for row in rows]
        return found

    async def seats(self, player_id: str) -> list[tuple[str, int]]:
        """The tables at which a person sits or sat, and the seats."""
        wanted = select(seats.c.table_id, seats.c.seat).where(seats.c.player_id == player_id)
        async with self._database.reading() as connection:
            rows = await connection.execute(wanted.order_by(seats.c.table_id, seats.c.seat))
            return [(row[0], row[1]) for row in rows]

    async def tables_naming(self, player_id: str) -> list[str]:
        """The tables in whose journals somebody is named."""
        wanted = select(visitors.c.table_id).where(visitors.c.player_id == player_id)
        async with self._database.reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def rename_in(
        self, table_id: str, player_id: str, heir: str | None, change: Callable[[Entry], bytes]
    ) -> None:
        """Write the events of a table anew where they name somebody; `change` gives them for each entry."""
        own = (visitors.c.table_id == table_id) & (visitors.c.player_id == player_id)
        async with self._database.writing() as connection:
            # whoever appends waits here: a name that comes in the meantime is neither missed nor forgotten
            await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            columns = [journal.c[name] for name in Entry._fields]
            stored = await connection.execute(select(*columns).where(journal.c.table_id == table_id))
            for entry in [Entry(*row) for row in stored]:
                events = change(entry)
                if events != entry.events:
                    here = (journal.c.table_id == table_id) & (journal.c.seq == entry.seq)
                    await connection.execute(update(journal).where(here).values(events=events))
            await connection.execute(delete(visitors).where(own))
            if heir is not None:
                # of a game that cannot be read no entry has told it
                kept = (seats.c.table_id == table_id) & (seats.c.player_id == player_id)
                await connection.execute(update(seats).where(kept).values(player_id=heir))
                row = {"table_id": table_id, "player_id": heir}
                await connection.execute(self._database.insert(visitors).on_conflict_do_nothing(), row)

    async def give(self, player_id: str, heir: str) -> bool:
        """Give everything else to another player and drop this one; not while a table still names him.

        Tokens are dropped: whoever had the browser before must not get into the account by one.
        """
        async with self._database.writing() as connection:
            said = update(chat).where(chat.c.player_id == player_id)
            # two clients may have called different lines the same
            await connection.execute(said.values(player_id=heir, request=None))
            reported = update(reports).where(reports.c.player_id == player_id)
            await connection.execute(reported.values(player_id=heir))
            reached = update(scores).where(scores.c.player_id == player_id)
            await connection.execute(reached.values(player_id=heir))
            generation = select(players.c.generation).where(players.c.id == heir).scalar_subquery()
            told = update(subscriptions).where(subscriptions.c.player_id == player_id)
            await connection.execute(told.values(player_id=heir, generation=generation, session=None))
            pairs = select(mutes.c.player_id, mutes.c.muted_id)
            either = (mutes.c.player_id == player_id) | (mutes.c.muted_id == player_id)
            for pair in (await connection.execute(pairs.where(either))).all():
                one, other = (heir if each == player_id else each for each in pair)
                if one != other:
                    row = {"player_id": one, "muted_id": other}
                    await connection.execute(self._database.insert(mutes).on_conflict_do_nothing(), row)
        return await self.drop(player_id)

    async def drop(self, player_id: str) -> bool:
        """Forget a player whom no journal names; whatever hangs on the row goes with it."""
        named = exists().where(visitors.c.player_id == player_id)
        async with self._database.writing() as connection:
            await connection.execute(delete(players).where(players.c.id == player_id, ~named))
            left = await connection.execute(select(players.c.id).where(players.c.id == player_id))
            is_gone = left.first() is None
        if is_gone:
            await self._database.wipe_log()
        return is_gone
