"""Threads that speak to the database through its driver alone, for what every move and every visit needs.

What is asked while the database is busy shares the next transaction, so waiting once serves many. A thread
speaks without the event loop: a question costs the loop one message there and one back. Statements are
compiled once: going through SQLAlchemy every time would cost more than all the rest of a move. A thread keeps
its connection, without asking each time whether it is still good, and takes another one when it breaks.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar, cast

from sqlalchemy import ClauseElement, Engine, Select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.compiler import SQLCompiler

Q = TypeVar("Q")
A = TypeVar("A")

#: When so many questions have come together no more are waited for.
_MOST_TOGETHER = 500


class Statement:
    """A statement as the driver takes it."""

    def __init__(self, engine: Engine, statement: ClauseElement) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        assert isinstance(compiled, SQLCompiler)
        self._text = str(compiled)
        self._order = compiled.positiontup
        #: What the statement itself says, such as a limit.
        self._said = {name: value for name, value in compiled.params.items() if value is not None}
        #: What has to be made of what the driver says, by column: SQLite has no yes and no, for instance.
        self._made: dict[int, Callable[[Any], Any]] = {}
        if isinstance(statement, Select):
            for place, column in enumerate(statement.selected_columns):
                made = column.type.dialect_impl(engine.dialect).result_processor(engine.dialect, None)
                if made is not None:
                    self._made[place] = made

    def _row(self, values: Mapping[str, Any]) -> Any:
        if self._said:
            values = {**self._said, **values}
        return values if self._order is None else tuple(values[name] for name in self._order)

    def run(self, cursor: Any, rows: Iterable[Mapping[str, Any]]) -> int:
        """Run it for every row; how many rows of the database it concerned."""
        cursor.executemany(self._text, [self._row(row) for row in rows])
        return int(cursor.rowcount)

    def rows(self, cursor: Any, values: Mapping[str, Any]) -> list[Any]:
        """The rows that it finds."""
        cursor.execute(self._text, self._row(values))
        found = cursor.fetchall()
        return list(map(self._as_told, found)) if self._made else list(found)

    def _as_told(self, row: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(self._made[at](each) if at in self._made else each for at, each in enumerate(row))


class _Asked(NamedTuple):
    question: Any
    answer: asyncio.Future[Any]


class DriverThread(Generic[Q, A]):
    """Answers questions, all that are waiting in one transaction.

    `answers` gets a cursor and the questions; `failure` makes of what went wrong what is raised. With
    `autocommit` there is no transaction but what `answers` begins: what is asked again after the connection
    broke may have been carried out already, and `answers` has to find that out.
    """

    def __init__(
        self,
        name: str,
        engine: Engine,
        answers: Callable[[Any, Sequence[Q]], Sequence[A]],
        failure: Callable[[Exception], Exception],
        *,
        begin: str | None = None,
        autocommit: bool = False,
    ) -> None:
        self._engine = engine
        self._answers = answers
        self._failure = failure
        self._begin = begin
        self._autocommit = autocommit
        self._connection: PoolProxiedConnection | None = None
        self._asked: list[_Asked] = []
        self._waiting: queue.SimpleQueue[list[_Asked] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def ask(self, question: Q) -> A:
        """The answer, when its transaction is over."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[A] = loop.create_future()
        if not self._asked:
            loop.call_soon(self._hand_over)  # with all that is asked until then: to wake a thread is dear
        self._asked.append(_Asked(question, answer))
        return await answer

    def _hand_over(self) -> None:
        asked, self._asked = self._asked, []
        if asked:
            self._waiting.put(asked)

    def close(self) -> None:
        """Answer what was asked, and end."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._waiting.get()) is not None:
            ends = False
            while len(batch) < _MOST_TOGETHER and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    ends = True
                    break
                batch += following
            self._settle(batch)
            if ends:
                break
        if self._connection is not None:
            self._connection.close()

    def _settle(self, batch: Sequence[_Asked]) -> None:
        try:
            answers = self._answered([each.question for each in batch])
        except Exception as error:  # whatever it is, nobody may wait for ever
            if len(batch) > 1 and isinstance(error, self._engine.dialect.loaded_dbapi.IntegrityError):
                for each in batch:  # one of them is impossible: the others need not suffer for it
                    self._settle([each])
            else:
                _tell(batch, [self._failure(error)] * len(batch))
        else:
            _tell(batch, answers)

    def _answered(self, questions: Sequence[Q]) -> Sequence[A]:
        if self._connection is not None:
            with suppress(_Lost):  # the database was started again since the last time
                return self._answered_at_once(questions)
        try:
            return self._answered_at_once(questions)
        except _Lost as lost:
            raise lost.error from None

    def _answered_at_once(self, questions: Sequence[Q]) -> Sequence[A]:
        connection = self._connected()
        is_open = True  # what is lost then was not stored
        try:
            cursor = connection.cursor()
            try:
                if self._begin is not None:
                    cursor.execute(self._begin)
                answers = self._answers(cursor, questions)
            finally:
                cursor.close()
            if not self._autocommit:
                is_open = False
                connection.commit()
        except BaseException as error:
            lost = is_open and self._is_lost(connection, error)
            self._connection = None
            with suppress(Exception):
                connection.rollback()
            connection.invalidate()
            if lost:
                raise _Lost(error) from error
            raise
        return answers

    def _is_lost(self, connection: PoolProxiedConnection, error: BaseException) -> bool:
        dialect, told = self._engine.dialect, cast("Any", error)
        if not isinstance(told, dialect.loaded_dbapi.Error):
            return False
        return dialect.is_disconnect(told, connection.dbapi_connection, None)

    def _connected(self) -> PoolProxiedConnection:
        if self._connection is None:
            connection = self._engine.raw_connection()
            if self._autocommit and connection.dbapi_connection is not None:
                self._engine.dialect.set_isolation_level(connection.dbapi_connection, "AUTOCOMMIT")
            self._connection = connection
        return self._connection


class Wanted(NamedTuple):
    """A question for the thread that reads, and what answers questions of its kind, all that wait at once."""

    kind: Callable[[Any, Sequence[Any]], Sequence[Any]]
    question: Any


class Reader(DriverThread[Wanted, Any]):
    """The thread that reads."""

    def __init__(self, engine: Engine) -> None:
        super().__init__("reader", engine, _answered_by_kind, _not_read, autocommit=True)


class Question:
    """A selection that is asked for often, with names for what differs: its rows."""

    def __init__(self, reader: Reader, statement: Statement) -> None:
        self._reader = reader
        self._statement = statement

    async def __call__(self, **values: Any) -> list[Any]:
        rows: list[Any] = await self._reader.ask(Wanted(self._answers, values))
        return rows

    def _answers(self, cursor: Any, questions: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
        return [self._statement.rows(cursor, values) for values in questions]


def _answered_by_kind(cursor: Any, batch: Sequence[Wanted]) -> list[Any]:
    answers: list[Any] = [None] * len(batch)
    places: dict[Callable[[Any, Sequence[Any]], Sequence[Any]], list[int]] = {}
    for place, each in enumerate(batch):
        places.setdefault(each.kind, []).append(place)
    for kind, asked_at in places.items():
        told = kind(cursor, [batch[place].question for place in asked_at])
        for place, answer in zip(asked_at, told, strict=True):
            answers[place] = answer
    return answers


def _not_read(error: Exception) -> SQLAlchemyError:
    failure = SQLAlchemyError(f"the database cannot be read: {type(error).__name__}")
    failure.__cause__ = error
    return failure


class _Lost(Exception):
    """The connection broke before anything was stored, with what the driver says of it."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


def _tell(batch: Sequence[_Asked], answers: Sequence[Any]) -> None:
    """Tell all who wait; the loop is woken once."""
    batch[0].answer.get_loop().call_soon_threadsafe(_resolve, batch, answers)


def _resolve(batch: Sequence[_Asked], answers: Sequence[Any]) -> None:
    for each, answer in zip(batch, answers, strict=True):
        if each.answer.done():
            continue
        if isinstance(answer, Exception):
            each.answer.set_exception(answer)
        else:
            each.answer.set_result(answer)
