"""Passkeys: public keys that authenticators prove to hold, and the challenges that were answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.schema import passkeys, players, spent_challenges

#: So many passkeys may one player have.
_MOST = 20


class Passkey(NamedTuple):
    """What is known of an authenticator's key."""

    id: bytes
    player_id: str
    name: str
    public_key: bytes
    #: How often the authenticator says it was used; many always say 0.
    n_used: int
    created_ms: int


class PasskeyStore:
    """Reads and writes passkeys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, passkey_id: bytes) -> Passkey | None:
        """A passkey."""
        return next(iter(await self._many(passkeys.c.id == passkey_id)), None)

    async def of_player(self, player_id: str) -> list[Passkey]:
        """The passkeys of a player, the oldest first."""
        return await self._many(passkeys.c.player_id == player_id)

    async def add(self, passkey: Passkey) -> None:
        """Another way into an account."""
        own = select(func.count()).where(passkeys.c.player_id == passkey.player_id)
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(own)).scalar_one() >= _MOST:
                    raise Complaint("You have {n} passkeys already. Remove one of them first.", n=_MOST)
                await connection.execute(insert(passkeys), passkey._asdict())
        except IntegrityError as error:
            raise Complaint("This passkey is known already.") from error

    async def remove(self, player_id: str, passkey_id: bytes) -> None:
        """One way less into an account; the last one stays."""
        own = passkeys.c.player_id == player_id
        async with self._database.writing() as connection:
            person = select(players.c.password).where(players.c.id == player_id).with_for_update()
            password = (await connection.execute(person)).scalar()
            left = (await connection.execute(select(func.count()).where(own))).scalar_one()
            if left < 2 and password is None:
                raise Complaint("This is the only way into your account. Set a password first.")
            await connection.execute(delete(passkeys).where(own, passkeys.c.id == passkey_id))

    async def use(self, passkey: Passkey, n_used: int, challenge: str, until_ms: int, now_ms: int) -> bool:
        """Whether this challenge was not answered before; nobody can answer it again until it is too old."""
        try:
            async with self._database.writing() as connection:
                old = select(spent_challenges.c.digest).where(spent_challenges.c.until_ms < now_ms)
                old = old.with_for_update(skip_locked=True)
                await connection.execute(delete(spent_challenges).where(spent_challenges.c.digest.in_(old)))
                row = {"digest": challenge, "until_ms": until_ms}
                await connection.execute(insert(spent_challenges), row)
                used = update(passkeys).where(passkeys.c.id == passkey.id).values(n_used=n_used)
                return (await connection.execute(used)).rowcount == 1
        except IntegrityError:
            return False

    async def _many(self, condition: ColumnElement[bool]) -> list[Passkey]:
        wanted = select(*(passkeys.c[name] for name in Passkey._fields)).where(condition)
        async with self._database.reading() as connection:
            rows = (await connection.execute(wanted.order_by(passkeys.c.created_ms))).all()
        found = []
        for row in rows:
            with self._database.aside.each("passkey", f"of {row.player_id}"):
                found.append(_passkey(row))
        return found


def _passkey(row: Sequence[Any]) -> Passkey:
    """A row as a passkey; SQLite keeps anything in any column."""
    passkey_id, _, _, public_key, *_ = row
    if not (isinstance(passkey_id, bytes) and isinstance(public_key, bytes)):
        raise TypeError("this is no key")
    return Passkey(*row)
