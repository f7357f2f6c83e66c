"""Accounts: a name to log in by, a password's hash, codes for those who forgot it, sessions, tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.lookalikes import look_of
from stolik.storage.passkeys import Passkey
from stolik.storage.schema import passkeys, players, recovery_codes, tokens

#: How much of a token's digest names it in a list.
_TOKEN_ID = 16


class NameTaken(Complaint):
    """Somebody else logs in by this name."""

    def __init__(self) -> None:
        super().__init__("This name is taken, or looks like one that is. Please choose another one.")


class Account(NamedTuple):
    """Somebody who can log in; without a password only by passkey or recovery code."""

    id: str
    name: str
    login: str
    password: str | None
    generation: int


class TokenNamed(NamedTuple):
    """A token without its secret."""

    id: str
    name: str
    created_ms: int


class AccountStore:
    """Reads and writes what logging in needs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_login(self, login: str) -> Account | None:
        """Whose name to log in by this is."""
        return await self._one(players.c.login == login)

    async def is_taken(self, login: str) -> bool:
        """Whether somebody logs in by this name, or by one that looks the same."""
        same = (players.c.login == login) | (players.c.look == look_of(login))
        async with self._database.reading() as connection:
            return (await connection.execute(select(players.c.id).where(same).limit(1))).first() is not None

    async def find(self, player_id: str) -> Account | None:
        """The account of a player who has one."""
        return await self._one((players.c.id == player_id) & players.c.login.is_not(None))

    async def register(
        self,
        player_id: str,
        login: str,
        name: str,
        codes: Iterable[str],
        *,
        password: str | None = None,
        passkey: Passkey | None = None,
    ) -> int:
        """Make an account of a guest, who stays the same player; the generation of its sessions.

        The guest's cookie and tokens end: whoever had the browser before must not get in by them.
        """
        try:
            async with self._database.writing() as connection:
                became = (
                    update(players)
                    .where(players.c.id == player_id, players.c.login.is_(None))
                    .values(login=login, look=look_of(login), name=name, password=password)
                    .values(generation=players.c.generation + 1)
                )
                generation = (await connection.execute(became.returning(players.c.generation))).scalar()
                if generation is None:
                    raise Complaint("You have an account already.")
                await _revoke_tokens(connection, player_id)
                await _replace_codes(connection, player_id, codes)
                if passkey is not None:
                    await connection.execute(insert(passkeys), passkey._asdict())
        except IntegrityError as error:
            raise NameTaken from error
        return int(generation)

    async def set_password(self, player_id: str, password: str, *, revoke_tokens: bool = False) -> int:
        """A new password ends all sessions; the generation of those that follow."""
        async with self._database.writing() as connection:
            if revoke_tokens:
                await _revoke_tokens(connection, player_id)
            return await _next_generation(connection, player_id, password)

    async def rehash(self, player_id: str, before: str, after: str) -> None:
        """Keep the same password with the costs of today, unless it was changed meanwhile."""
        same = (players.c.id == player_id) & (players.c.password == before)
        async with self._database.writing() as connection:
            await connection.execute(update(players).where(same).values(password=after))

    async def end_sessions(self, player_id: str, *, revoke_tokens: bool = False) -> int:
        """Let no cookie of before count; the generation of those that follow."""
        async with self._database.writing() as connection:
            if revoke_tokens:
                await _revoke_tokens(connection, player_id)
            return await _next_generation(connection, player_id)

    async def generations(self, ids: Iterable[str]) -> dict[str, int]:
        """Which sessions of these players count."""
        wanted = select(players.c.id, players.c.generation).where(players.c.id.in_(list(ids)))
        async with self._database.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(wanted)}

    # --- recovery codes -----------------------------------------------------------------------------------

    async def recover(self, player_id: str, digest: str, password: str) -> int | None:
        """Spend a code for a new password; None if there is no such code (any more).

        Whoever needs this may have lost the account to somebody: tokens and passkeys end with the sessions.
        """
        own = (recovery_codes.c.player_id == player_id) & (recovery_codes.c.digest == digest)
        async with self._database.writing() as connection:
            if (await connection.execute(delete(recovery_codes).where(own))).rowcount != 1:
                return None
            await _revoke_tokens(connection, player_id)
            await connection.execute(delete(passkeys).where(passkeys.c.player_id == player_id))
            return await _next_generation(connection, player_id, password)

    async def replace_codes(self, player_id: str, digests: Iterable[str]) -> None:
        """New codes; those of before do nothing any more."""
        async with self._database.writing() as connection:
            await _replace_codes(connection, player_id, digests)

    async def codes_left(self, player_id: str) -> int:
        """How many codes were not used yet."""
        wanted = select(func.count()).where(recovery_codes.c.player_id == player_id)
        async with self._database.reading() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    # --- tokens -------------------------------------------------------------------------------------------

    async def tokens(self, player_id: str) -> list[TokenNamed]:
        """The tokens of a player's programs."""
        wanted = select(func.substr(tokens.c.digest, 1, _TOKEN_ID), tokens.c.name, tokens.c.created_ms)
        wanted = wanted.where(tokens.c.player_id == player_id).order_by(tokens.c.created_ms)
        async with self._database.reading() as connection:
            return [TokenNamed(*row) for row in await connection.execute(wanted)]

    async def counting_tokens(self, digests: Iterable[str]) -> set[str]:
        """Those of some tokens that were not revoked."""
        wanted = select(tokens.c.digest).where(tokens.c.digest.in_(list(digests)))
        async with self._database.reading() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def revoke_token(self, player_id: str, token_id: str) -> str | None:
        """The digest of a token that counts no more, or None if there was no such token."""
        named = func.substr(tokens.c.digest, 1, _TOKEN_ID) == token_id
        gone = delete(tokens).where(tokens.c.player_id == player_id, named).returning(tokens.c.digest)
        async with self._database.writing() as connection:
            return (await connection.execute(gone)).scalars().first()

    async def _one(self, condition: ColumnElement[bool]) -> Account | None:
        wanted = select(*(players.c[name] for name in Account._fields)).where(condition)
        async with self._database.reading() as connection:
            row = (await connection.execute(wanted)).first()
        return None if row is None else Account(*row)


async def _next_generation(connection: AsyncConnection, player_id: str, password: str | None = None) -> int:
    changed = update(players).where(players.c.id == player_id).values(generation=players.c.generation + 1)
    if password is not None:
        changed = changed.values(password=password)
    return int((await connection.execute(changed.returning(players.c.generation))).scalar_one())


async def _revoke_tokens(connection: AsyncConnection, player_id: str) -> None:
    await connection.execute(delete(tokens).where(tokens.c.player_id == player_id))


async def _replace_codes(connection: AsyncConnection, player_id: str, digests: Iterable[str]) -> None:
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.player_id == player_id))
    rows = [{"digest": digest, "player_id": player_id} for digest in digests]
    if rows:
        await connection.execute(insert(recovery_codes), rows)
