"""What takes more than a moment: done by few threads beside the event loop, and counted by what it takes.

1. Everybody stands in line by address: who asks for much waits for his own, not others for him (`Lane`).
2. Who has too much in line already is told to come again, so that no flood can pile up.
3. The time that a thread was busy with it counts against the limit of whoever asked, also where it failed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from litestar import Request

from stolik.table.calling import Pay, timed
from stolik.table.thinking import Lane
from stolik.web.accounts.identity import address
from stolik.web.operations.limits import TooBusy, TooManyCalls

#: Python does one thing at a time: a second thread is for whoever has little to ask beside one who asks much.
_N_THREADS = 2
#: How much may be in line, of one address and in all, and after how many seconds to come again.
_MOST_OF_ONE, _MOST_IN_LINE, _RETRY_AFTER_S = 32, 500, 1
T = TypeVar("T")


class OffLoop:
    """Threads for all that callers ask for."""

    def __init__(self) -> None:
        self._lane = Lane(_N_THREADS, "off the loop")
        self._in_line: Counter[str] = Counter()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def do(self, request: Request[Any, Any, Any], work: Callable[[], T]) -> T:
        """What work for a call comes to; `TooManyCalls` or `TooBusy` where too much is in line."""
        place = address(request)
        return await self.do_for(place, partial(request.state.calls.charge, place), work)

    async def do_for(self, who: str, pay: Pay, work: Callable[[], T]) -> T:
        """What work for somebody comes to; `pay` is told how long a thread was busy with it."""
        if self._in_line[who] >= _MOST_OF_ONE:
            raise TooManyCalls(_RETRY_AFTER_S)
        if len(self._under_way) >= _MOST_IN_LINE:
            raise TooBusy
        self._in_line[who] += 1
        # who hangs up meanwhile has his place in line, and pays, until it is done
        task = asyncio.create_task(self._done(who, timed(work, pay)))
        self._under_way.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    async def _done(self, who: str, work: Callable[[], T]) -> T:
        try:
            async with self._lane.place((who,)):
                result: T = await self._lane.think(work, None)
                return result
        finally:
            self._in_line[who] -= 1
            if not self._in_line[who]:
                del self._in_line[who]

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # told to nobody where whoever asked has hung up

    async def close(self) -> None:
        """Wait for nobody any more."""
        for task in list(self._under_way):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        self._lane.close()
