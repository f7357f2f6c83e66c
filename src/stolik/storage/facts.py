"""What a database knows about itself."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import select

from stolik.core.message import Complaint
from stolik.storage.database import Database
from stolik.storage.schema import facts

_KEY = "key"


class AnotherKey(Complaint):
    """Cookies and running games of this database are of another key."""

    def __init__(self) -> None:
        super().__init__(
            "This is not the key with which the database was used before: people would have to log in anew,"
            " and running games could not be proven. Bring back the key, or go on with this one: stolik serve"
            " --new-key"
        )


async def check_key(database: Database, key: bytes, *, may_be_new: bool = False) -> None:
    """Refuse another key than the one of before, of which only a mark is kept; a first one is taken."""
    mark = hmac.digest(key, b"the mark of this key", hashlib.sha256).hex()
    here = facts.c.name == _KEY
    async with database.reading() as connection:
        kept = (await connection.execute(select(facts.c.value).where(here))).scalar()
    if kept == mark:
        return
    if kept is not None and not may_be_new:
        raise AnotherKey
    new = database.insert(facts).values(name=_KEY, value=mark)
    async with database.writing() as connection:
        if may_be_new:
            new = new.on_conflict_do_update(index_elements=["name"], set_={"value": mark})
        else:  # of two machines that begin together one is the first
            new = new.on_conflict_do_nothing()
        await connection.execute(new)
        kept = (await connection.execute(select(facts.c.value).where(here))).scalar()
    if kept != mark:
        raise AnotherKey
