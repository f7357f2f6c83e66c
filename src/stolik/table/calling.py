"""Who asks for what is being done: an address, and who is told how dear it was.

Whoever comes in from outside is named once, at the door. Tasks that are begun meanwhile know it too, so that
a table that is read is paid by whoever is the cause, and a bot that is woken waits in his line.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Pay = Callable[[float], object]


class Caller(NamedTuple):
    """Where somebody is, and who is told how long threads were busy for him."""

    place: str
    pay: Pay


_caller: ContextVar[Caller | None] = ContextVar("caller", default=None)


def caller() -> Caller | None:
    """Who asks for what is being done; nobody where the server does it by itself."""
    return _caller.get()


@contextmanager
def called_by(who: Caller | None) -> Iterator[None]:
    """Everything that is begun meanwhile is done for somebody, or by the server itself."""
    token = _caller.set(who)
    try:
        yield
    finally:
        _caller.reset(token)


async def beside(work: Callable[[], T]) -> T:
    """What work comes to that must be done, such as reading a table: beside the event loop.

    It is paid and does not stand in line: a table that is being read may be locked, and others wait for it.
    """
    who = caller()
    return await asyncio.to_thread(work if who is None else timed(work, who.pay))


def timed(work: Callable[[], T], pay: Pay) -> Callable[[], T]:
    """The same work, told how long its thread was busy; waiting for a thread or the interpreter is free."""
    loop = asyncio.get_running_loop()

    def do() -> T:
        begun = time.thread_time()
        try:
            return work()
        finally:
            took_s = time.thread_time() - begun
            with suppress(RuntimeError):  # nobody is there any more
                loop.call_soon_threadsafe(pay, took_s)

    return do
