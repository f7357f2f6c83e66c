"""Bots at live tables: they think in a bounded pool of threads and act like anybody else."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from stolik.bots import make_bot
from stolik.core.actions import TimedOut
from stolik.core.chance import SeededChance
from stolik.core.game import IllegalAction
from stolik.core.log import Envelope
from stolik.core.message import Complaint
from stolik.storage.entry import Entry, NotStored
from stolik.table.host import Host
from stolik.table.record import Record

#: What a bot tries to keep to, and when it is given up and its time is up by the rules.
THINK_S, PATIENCE_S = 3.0, 20.0
_ATTEMPTS, _AGAIN_AFTER_S = 20, 0.5
_log = logging.getLogger(__name__)
Thinker = Callable[[Record, int], Any]


class BotSeats:
    """Lets bots move after every entry that leaves one of them to act."""

    def __init__(self, host: Host, n_threads: int = 1, patience_s: float = PATIENCE_S) -> None:
        self._host = host
        self._n_threads = n_threads
        self._patience_s = patience_s
        self._pool = _new_pool(n_threads)
        self._n_hanging = 0
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self.think: Thinker = think
        #: Whether another machine makes this move; then nothing is done here.
        self.elsewhere: Callable[[Record, int], Awaitable[bool]] | None = None

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        self.wake(record)

    def wake(self, record: Record) -> None:
        """Let every bot that is to act think, once for each turn."""
        for seat in record.waiting_for() & record.bots():
            what = (record.id, seat, record.opened[seat])
            if what not in self._thinking:
                task = self._thinking[what] = asyncio.create_task(self._move_somewhere(record, seat))
                task.add_done_callback(partial(self._forget, what))

    def _forget(self, what: tuple[str, int, int], _done: asyncio.Task[None]) -> None:
        self._thinking.pop(what, None)

    async def _move_somewhere(self, record: Record, seat: int) -> None:
        if self.elsewhere is None or not await self.elsewhere(record, seat):
            await self.move(record, seat)

    async def move(self, record: Record, seat: int) -> None:
        """Think here, and act."""
        action = await self._thought(record, seat)
        for _ in range(_ATTEMPTS):
            try:
                await self._act(record, seat, action)
            except (NotStored, SQLAlchemyError, OSError):
                await asyncio.sleep(_AGAIN_AFTER_S)  # the database is away; later it will be due anew
            except Complaint:
                return  # the turn is over
            else:
                return

    async def _act(self, record: Record, seat: int, action: Any) -> None:
        turn = record.opened[seat]
        try:
            await self._host.act_for(record.id, seat, action, turn=turn)
            _log.info("bot moved", extra=_place(record, seat))
        except IllegalAction as refusal:
            # a bot that is wrong must not stop the game
            _log.warning("bot was refused", extra=_place(record, seat) | {"clause": refusal.clause})
            await self._host.act_for(record.id, seat, TimedOut(), turn=turn)

    async def _thought(self, record: Record, seat: int) -> Any:
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._pool, self.think, record, seat)
        try:
            return await asyncio.wait_for(asyncio.shield(thinking), self._patience_s)
        except TimeoutError:
            _log.warning("bot was given up", extra=_place(record, seat))
            self._replace_hanging(thinking)
            return TimedOut()
        except Exception as error:
            _log.error("bot failed: %s", _told(error), extra=_place(record, seat))
            return TimedOut()

    def _replace_hanging(self, thinking: asyncio.Future[Any]) -> None:
        """A thread cannot be ended from outside: when all of a pool hang it is left alone for a new one."""
        if thinking.done() or thinking.cancel():
            return
        self._n_hanging += 1
        if self._n_hanging >= self._n_threads:
            self._pool.shutdown(wait=False, cancel_futures=False)
            self._pool, self._n_hanging = _new_pool(self._n_threads), 0

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._thinking.values()):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(record: Record, seat: int) -> Any:
    """The action of the bot at a seat, from what that seat sees."""
    holder = record.holders[seat]
    assert holder is not None
    assert holder.bot is not None
    chance = SeededChance(f"{record.id}/{seat}/{record.seq}")
    bot = make_bot(holder.bot, record.game, chance, THINK_S)
    return bot.choose(record.game.view(record.state, seat))


def _place(record: Record, seat: int) -> dict[str, Any]:
    """Which bot it is, for a log line."""
    holder = record.holders[seat]
    return {"table": record.id, "seat": seat, "bot": holder and holder.bot}


def _told(error: Exception) -> str:
    """An error by its kind and the way to it: what it says itself may name tiles that nobody may know."""
    way = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in " + " > ".join(
        f"{Path(frame.filename).stem}.{frame.name}:{frame.lineno}" for frame in way
    )


def _new_pool(n_threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(n_threads, thread_name_prefix="bot")
