"""People: guests, accounts, and the tokens of their programs."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, NamedTuple

from sqlalchemy import bindparam, exists, func, insert, literal, select, update

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.schema import ended_sessions, players, tokens

_TOKEN_PREFIX = "stolik_"
#: How many programs somebody may have.
_MOST_TOKENS = 50


class Player(NamedTuple):
    """Somebody known to the server; a guest has no login."""

    id: str
    name: str
    login: str | None
    language: str
    #: Which of the player's cookies count; a guest has only one.
    generation: int = 0


_PLAYERS = select(*(players.c[name] for name in Player._fields))


class PlayerStore:
    """Reads and writes people."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_id = database.question(_PLAYERS.where(players.c.id == bindparam("player_id")))
        # a guest of whom nothing is stored can have logged out too: there is a row in any case
        always = select(literal(1).label("one")).subquery()
        is_ended = exists().where(ended_sessions.c.digest == bindparam("session"))
        person = always.outerjoin(players, players.c.id == bindparam("player_id"))
        self._visitor = database.question(
            select(is_ended, *(players.c[name] for name in Player._fields)).select_from(person)
        )
        owner = select(tokens.c.player_id).where(tokens.c.digest == bindparam("digest"))
        self._by_token = database.question(_PLAYERS.where(players.c.id == owner.scalar_subquery()))

    async def find(self, player_id: str) -> Player | None:
        """Somebody by id."""
        return _one(await self._by_id(player_id=player_id))

    async def visitor(self, player_id: str, session: str) -> tuple[bool, Player | None]:
        """Whether the session with this digest was ended, and the player if he is stored: in one question."""
        ((is_ended, *known),) = await self._visitor(player_id=player_id, session=session)
        return bool(is_ended), None if known[0] is None else Player(*known)

    async def by_token(self, digest: str) -> Player | None:
        """Whose program has this token."""
        return _one(await self._by_token(digest=digest))

    async def add_guest(self, player_id: str, name: str, language: str, now_ms: int) -> Player:
        """A guest who does something for the first time."""
        row = {"id": player_id, "name": name, "language": language, "settings": b"{}"}
        async with self._database.writing() as connection:
            # a page may ask for two things at once
            new = self._database.insert(players).on_conflict_do_nothing(index_elements=["id"])
            await connection.execute(new, row | {"created_ms": now_ms, "seen_ms": now_ms})
        return await self.find(player_id) or Player(player_id, name, None, language)

    async def rename(self, player_id: str, name: str) -> None:
        """Somebody wants to be called otherwise."""
        async with self._database.writing() as connection:
            await connection.execute(update(players).where(players.c.id == player_id).values(name=name))

    async def set_language(self, player_id: str, language: str) -> None:
        """Somebody wants to be spoken to in another language."""
        async with self._database.writing() as connection:
            changed = update(players).where(players.c.id == player_id).values(language=language)
            await connection.execute(changed)

    async def new_token(self, player_id: str, name: str, now_ms: int) -> str:
        """A token for a program of this player, who has only so many; it is shown once and stored nowhere."""
        token = _TOKEN_PREFIX + secrets.token_urlsafe(24)
        row = {"digest": token_digest(token), "player_id": player_id, "name": name, "created_ms": now_ms}
        held = select(func.count()).where(tokens.c.player_id == player_id)
        async with self._database.writing() as connection:
            # two asked for at once are counted one after the other
            await connection.execute(select(players.c.id).where(players.c.id == player_id).with_for_update())
            if (await connection.execute(held)).scalar_one() >= _MOST_TOKENS:
                raise Complaint("You have {n} tokens already. Revoke one of them first.", n=_MOST_TOKENS)
            await connection.execute(insert(tokens), row)
        return token


def _one(rows: list[Any]) -> Player | None:
    return Player(*rows[0]) if rows else None


def token_digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
