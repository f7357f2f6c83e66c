"""What happens by itself: clocks that run out, windows that close, bots whose machine has died.

Every machine looks for what is due; who claims it does it. A restart loses no clock, and time in which no
machine was alive is nobody's; nor is an hour by which the clock of a machine jumps.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from stolik.core.actions import TimedOut
from stolik.core.log import ClockSet
from stolik.core.message import Complaint
from stolik.table.botseats import BotSeats
from stolik.table.calling import called_by
from stolik.table.host import CLAIM_MS, Host
from stolik.table.record import Record

_EVERY_S = 0.25
_HEARTBEAT_EVERY_MS = 2_000
#: A machine that was not alive for so long is down; among several a shorter gap may be one that is busy.
_DOWN_MS = 10_000
_log = logging.getLogger(__name__)


class Deadlines:
    """The loop of one machine."""

    def __init__(self, host: Host, bots: BotSeats) -> None:
        self._host = host
        self._bots = bots
        self._node = secrets.token_hex(8)
        self._task: asyncio.Task[None] | None = None
        self._last_heartbeat_ms = 0
        self._heartbeat_lock = asyncio.Lock()

    async def start(self) -> None:
        """Give back the time in which nothing ran, then begin to look."""
        down_ms = _DOWN_MS
        if self._host.store.is_for_one_machine:
            await self._host.store.release_claims()  # by a process that has ended
            down_ms = 0  # and since it has ended nothing ran
        await self.heartbeat(down_ms=down_ms)
        self._host.before = self._heartbeat_if_late
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop looking; the time from now on is nobody's until a machine is alive again."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        with suppress(SQLAlchemyError):
            await self.heartbeat(force=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            try:
                await self.heartbeat()
                await self.look()
            except Exception as error:  # whatever it is, clocks must not stand still for ever
                _log.warning("looking for what is due failed: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def look(self) -> None:
        """Do what is due now."""
        now = self._host.now_ms()
        for table_id in await self._host.store.claim_due(now, now + CLAIM_MS):
            with self._host.aside.each("deadline", table_id):
                await self._wake(table_id)

    async def _wake(self, table_id: str) -> None:
        await self._host.refresh(table_id)
        live = await self._host.live(table_id)
        record = live.record
        for seat in record.clocks.expired(self._host.now_ms()):
            if seat in record.waiting_for() - record.bots():
                time_out = TimedOut(overtime=record.clocks.has_overtime(seat))
                with suppress(Complaint):
                    await self._host.act_for(table_id, seat, time_out, turn=record.opened[seat])
        self._bots.wake(live.record)

    async def _heartbeat_if_late(self) -> None:
        """After a gap time is given back before anybody acts: whoever moves first must not pay for it."""
        if abs(self._host.now_ms() - self._last_heartbeat_ms) >= _DOWN_MS:
            with called_by(None):
                await self.heartbeat()

    async def heartbeat(self, *, force: bool = False, down_ms: int = _DOWN_MS) -> None:
        """Store that this machine is alive, unless it has just been stored."""
        async with self._heartbeat_lock:
            if not force and abs(self._host.now_ms() - self._last_heartbeat_ms) < _HEARTBEAT_EVERY_MS:
                return
            await self._host.put_time_right()
            now = self._host.now_ms()
            if abs(now - self._last_heartbeat_ms) >= _DOWN_MS:
                # this machine has just begun, it slept, its clock jumped, or the database was away
                await self._give_back_lost_time(down_ms)
            await self._host.store.heartbeat(self._node, now)
            self._last_heartbeat_ms = now

    async def _give_back_lost_time(self, down_ms: int) -> None:
        last, now = await self._host.store.last_heartbeat(), self._host.now_ms()
        if last is None or -_DOWN_MS < now - last <= down_ms:
            return
        await self._host.store.forget_nodes(last + 1)
        if now < last:
            await self._host.store.release_claims()  # they would last until it is as late again
        for table_id in await self._host.store.playing():
            with self._host.aside.each("table", table_id):
                live = await self._host.live(table_id)
                await self._host.change(live, lambda record: _restored(record, last))


def _restored(record: Record, then_ms: int) -> Sequence[Any]:
    """The clocks as they stood when the last machine stopped."""
    return tuple(ClockSet(seat, left, True) for seat, left in sorted(record.clocks.left_ms(then_ms).items()))
