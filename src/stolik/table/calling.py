"""Who asks for what is being done: an address, and what becomes of work that is dear.

Whoever comes in from outside is named once, at the door. Tasks that are begun meanwhile know it too, so that
a table that is read, or a bot that is woken, waits in the line of whoever is the cause and at his cost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Pay = Callable[[float], object]


class Line(Protocol):
    """Does work beside the event loop, in somebody's line; what it comes to."""

    async def __call__(self, who: str, pay: Pay, work: Callable[[], Any]) -> Any: ...


class Caller(NamedTuple):
    """Where somebody is, who is told how long threads were busy for him, and who does what must be done."""

    place: str
    pay: Pay
    do: Line


_caller: ContextVar[Caller | None] = ContextVar("caller", default=None)


def caller() -> Caller | None:
    """Who asks for what is being done; nobody where the server does it by itself."""
    return _caller.get()


@contextmanager
def called_by(who: Caller) -> Iterator[None]:
    """Everything that is begun meanwhile is done for somebody."""
    token = _caller.set(who)
    try:
        yield
    finally:
        _caller.reset(token)


async def beside(work: Callable[[], T]) -> T:
    """What work comes to that must be done, such as reading a table: beside the event loop."""
    who = caller()
    if who is None:
        return await asyncio.to_thread(work)
    done: T = await who.do(who.place, who.pay, work)
    return done
