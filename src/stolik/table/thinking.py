"""Threads to think in, handed out in rounds: nobody waits for all of another player's tables.

1. A lane has so many threads. A move that comes when all of them are busy waits, for as long as it takes.
2. Each move that waits belongs to a round: the first of a player to the next one, his second to the one after
   it. Rounds go in order, and within a round who came first. So whoever waits for one move is behind at most
   one of every other player, however many those have, and nobody waits for ever.
3. At a table of several people the one who waits for the fewest moves counts: who sits down with somebody
   that has many tables loses nothing by it.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import threading
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from typing import Any


class Lane:
    """So many threads at once, for whoever is next."""

    def __init__(self, n_threads: int, name: str = "bot") -> None:
        self._name = name
        self._n_free = n_threads
        self._idle: list[_Thread] = []
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._round = 0
        #: For each player the round of his latest move, where it is still to come.
        self._latest: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, people: Collection[str]) -> AsyncIterator[bool]:
        """A thread for a move at a table of these people, once one is free; whether that took any time."""
        had_to_wait = await self._wait(people)
        try:
            yield had_to_wait
        finally:
            self._give_back()

    async def _wait(self, people: Collection[str]) -> bool:
        if self._n_free:
            self._n_free -= 1
            return False
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self._round_for(people), next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._give_back()  # it had just been given
            raise
        return True

    async def think(self, work: Callable[[], Any], patience_s: float | None) -> Any:
        """What the work of whoever has a place comes to; `TimeoutError` if it takes too long.

        A thread cannot be ended from outside: one that hangs is left alone, and another takes its place.
        """
        thread = self._idle.pop() if self._idle else _Thread(self._name)
        try:
            doing = thread.begin(work)
            done, _ = await asyncio.wait((doing,), timeout=patience_s)
            if not done:
                doing.cancel()
                raise TimeoutError
            self._idle.append(thread)
        except BaseException:
            thread.end()
            raise
        value, error = doing.result()
        if error is not None:
            raise error
        return value

    def _give_back(self) -> None:
        """Let the next one have the place."""
        while self._waiting:
            number, _, turn = heapq.heappop(self._waiting)
            if number > self._round:
                self._begin_round(number)
            if not turn.done():
                turn.set_result(None)
                return
        self._n_free += 1

    def _begin_round(self, number: int) -> None:
        self._round = number
        self._latest = {player: latest for player, latest in self._latest.items() if latest > number}

    def _round_for(self, people: Collection[str]) -> int:
        # tables of which everybody is gone are together like one player
        owners = people or ("",)
        chosen = max(self._round, min(self._latest.get(each, 0) for each in owners)) + 1
        for each in owners:
            self._latest[each] = max(chosen, self._latest.get(each, 0))
        return chosen

    def close(self) -> None:
        """Let the threads end once they have nothing to do."""
        for thread in self._idle:
            thread.end()
        self._idle.clear()


class _Thread:
    """Does one work after another; what hangs in it does not keep the process from ending."""

    def __init__(self, name: str) -> None:
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def begin(self, work: Callable[[], Any]) -> asyncio.Future[tuple[Any, Exception | None]]:
        """Do some work: what it comes to, or what it raises."""
        loop = asyncio.get_running_loop()
        result = loop.create_future()

        def do() -> None:
            value, error = None, None
            try:
                value = work()
            except Exception as raised:
                error = raised
            with suppress(RuntimeError):  # nobody is there any more to be told
                loop.call_soon_threadsafe(_settle, result, (value, error))

        self._works.put(do)
        return result

    def end(self) -> None:
        """Stop after what is being done."""
        self._works.put(None)

    def _run(self) -> None:
        while (do := self._works.get()) is not None:
            do()


def _settle(result: asyncio.Future[Any], value: Any) -> None:
    if not result.done():  # else it was given up
        result.set_result(value)
