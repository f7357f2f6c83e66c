"""Rows that cannot be read: put aside and told to the log once, so that whoever goes through many goes on."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from stolik.core.message import Complaint
from stolik.storage.entry import Unreadable

#: So many are remembered; a server with more of them has other worries than a line of the log twice.
_MOST_REMEMBERED = 10_000
T = TypeVar("T")


class _Row(Protocol):
    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=_Row)
_log = logging.getLogger(__name__)


def as_text(value: object) -> str:
    """A text from a row: SQLite keeps anything in any column."""
    if not isinstance(value, str):
        raise TypeError("this is no text")
    return value


class Aside:
    """Remembers which rows were put aside, by kind: tables, reviews and more (docs/deployment.md)."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str]] = set()
        self._counted: Counter[str] = Counter()

    def counted(self) -> dict[str, int]:
        """How many rows of each kind were put aside."""
        return dict(self._counted)

    def put(self, kind: str, row: str, error: BaseException) -> None:
        """Put a row aside; what the error itself says may name tiles, so only its kind is told."""
        if (kind, row) in self._known:
            return
        if len(self._known) < _MOST_REMEMBERED:
            self._known.add((kind, row))
        self._counted[kind] += 1
        cause = error.__cause__ if isinstance(error, Unreadable) and error.__cause__ else error
        _log.error("put aside, cannot be read: %s %s: %s", kind, row, type(cause).__name__)

    @contextmanager
    def each(self, kind: str, row: str) -> Iterator[None]:
        """Do something with one row of many; what the row is to blame for ends here.

        A refusal by the rules or the table is nobody's fault and ends here too. What the database is to
        blame for goes on: it would be the same with the next row.
        """
        try:
            yield
        except (Unreadable, DataError, IntegrityError) as error:
            self.put(kind, row, error)
        except (SQLAlchemyError, OSError):
            raise
        except Complaint:
            pass
        except Exception as error:
            self.put(kind, row, error)

    def read(self, kind: str, row: str, reading: Callable[[], T], otherwise: T) -> T:
        """What a row says, or something else where it cannot be read."""
        found = [otherwise]
        with self.each(kind, row):
            found.append(reading())
        return found[-1]

    async def read_each(self, kind: str, rows: Iterable[R], reading: Callable[[R], Awaitable[T]]) -> list[T]:
        """What each of many rows says; those that cannot be read, or are refused, are left out."""
        found = []
        for row in rows:
            with self.each(kind, row.id):
                found.append(await reading(row))
        return found
