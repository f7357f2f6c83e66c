"""What people say at tables, whom they do not want to hear, and what they report."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from stolik.core.message import Complaint
from stolik.storage.aside import as_text
from stolik.storage.database import Database
from stolik.storage.schema import chat, mutes, players, reports


class ChatLine(NamedTuple):
    """Something said."""

    id: int
    table_id: str
    player_id: str | None
    name: str
    at_ms: int
    text: str


class Report(NamedTuple):
    """Something that whoever looks after the server should see, and who says so."""

    at_ms: int
    kind: str
    player_id: str | None
    name: str
    login: str | None
    table_id: str | None
    what: str
    comment: str


#: So many people may one player hear no more.
_MOST_MUTED = 1000
_LINES = select(*(chat.c[name] for name in ChatLine._fields))


class ChatStore:
    """Keeps and finds lines."""

    def __init__(self, database: Database) -> None:
        self._database = database
        here = _LINES.where(chat.c.table_id == bindparam("table_id"), chat.c.id > bindparam("after"))
        self._latest = database.question(here.order_by(chat.c.id.desc()).limit(bindparam("most")))
        asked = (chat.c.player_id == bindparam("player_id")) & (chat.c.request == bindparam("asked"))
        self._asked = database.question(_LINES.where(chat.c.table_id == bindparam("table_id"), asked))
        muted = select(mutes.c.muted_id).where(mutes.c.player_id == bindparam("player_id"))
        self._muted = database.question(muted)

    async def keep(
        self, table_id: str, player_id: str, name: str, at_ms: int, text: str, request: str | None = None
    ) -> ChatLine:
        """Keep a line; what a player has asked for by the same name before is the line of then."""
        place = {"table_id": table_id, "player_id": player_id, "request": request}
        new = self._database.insert(chat).on_conflict_do_nothing(index_elements=list(place))
        row = place | {"name": name, "at_ms": at_ms, "text": text}
        async with self._database.writing() as connection:
            number = (await connection.execute(new.returning(chat.c.id), row)).scalar()
            if number is None:
                return ChatLine(*(await connection.execute(_LINES.filter_by(**place))).one())
        return ChatLine(number, table_id, player_id, name, at_ms, text)

    async def said(self, table_id: str, player_id: str, request: str) -> ChatLine | None:
        """The line that a player has asked for by this name already."""
        rows = await self._asked(table_id=table_id, player_id=player_id, asked=request)
        return ChatLine(*rows[0]) if rows else None

    async def lines(self, table_id: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
        """The latest lines of a table, in their order."""
        rows = await self._latest(table_id=table_id, after=after, most=limit)
        return [ChatLine(*row) for row in reversed(rows)]

    async def newest(self) -> int:
        """The number of the newest line of all."""
        async with self._database.reading() as connection:
            return (await connection.execute(select(func.max(chat.c.id)))).scalar() or 0

    async def since(self, number: int, limit: int = 1000) -> list[ChatLine]:
        """The lines of all tables after a number, in their order."""
        wanted = _LINES.where(chat.c.id > number)
        async with self._database.reading() as connection:
            return [
                ChatLine(*row) for row in await connection.execute(wanted.order_by(chat.c.id).limit(limit))
            ]

    async def mute(self, player_id: str, muted_id: str, on: bool) -> None:
        """Hear somebody no more, or again; of people whom the server does not know nothing is kept."""
        pair = (mutes.c.player_id == player_id) & (mutes.c.muted_id == muted_id)
        known = select(func.count()).select_from(players).where(players.c.id.in_((player_id, muted_id)))
        others = select(func.count()).where(mutes.c.player_id == player_id)
        async with self._database.writing() as connection:
            await connection.execute(delete(mutes).where(pair))
            if on and (await connection.execute(others)).scalar_one() >= _MOST_MUTED:
                raise Complaint("You hear {n} people no more. Hear some of them again first.", n=_MOST_MUTED)
            if on and (await connection.execute(known)).scalar() == 2:
                await connection.execute(insert(mutes), {"player_id": player_id, "muted_id": muted_id})

    async def muted(self, player_id: str) -> set[str]:
        """Whom somebody does not want to hear."""
        found = set()
        for (muted,) in await self._muted(player_id=player_id):
            with self._database.aside.each("player", f"muted by {player_id}"):
                found.add(as_text(muted))
        return found

    async def report(
        self, kind: str, player_id: str, table_id: str | None, what: str, comment: str, at_ms: int
    ) -> None:
        """Keep a report for whoever looks after the server."""
        row = {"kind": kind, "player_id": player_id, "table_id": table_id, "what": what, "comment": comment}
        async with self._database.writing() as connection:
            await connection.execute(insert(reports), row | {"at_ms": at_ms})

    async def reports(self, since_ms: int = 0) -> list[Report]:
        """What was reported since a time, the newest first."""
        of_player = {"name": func.coalesce(players.c.name, ""), "login": players.c.login}
        columns = [of_player[name] if name in of_player else reports.c[name] for name in Report._fields]
        wanted = select(*columns).outerjoin_from(reports, players, reports.c.player_id == players.c.id)
        newest = wanted.where(reports.c.at_ms >= since_ms).order_by(
            reports.c.at_ms.desc(), reports.c.id.desc()
        )
        async with self._database.reading() as connection:
            return [Report(*row) for row in await connection.execute(newest)]
