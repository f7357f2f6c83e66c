"""Bots at live tables: they think in a bounded number of threads and act like anybody else.

Those that think for seconds and the quick ones have threads of their own, handed out fairly (`thinking`):
whoever plays from one address counts as one, for a newcomer costs nothing. A bot that thinks too long is
given up; waiting for a thread does not count. Meanwhile its turn is due again every `CLAIM_MS`. Here nothing
comes of that: a turn is thought about once. Another machine may take it over, which helps where only this
machine is busy. Who had to wait reads the journal before he begins and leaves a turn that is over; if both
think after all, the journal takes what comes first.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from stolik.bots import make_bot, thinks_long
from stolik.core.actions import TimedOut
from stolik.core.chance import SeededChance
from stolik.core.game import IllegalAction
from stolik.core.log import Aborted, Envelope
from stolik.core.message import Complaint
from stolik.storage.entry import Entry, NotStored
from stolik.table.calling import caller
from stolik.table.host import MOST_EVENTS, Host
from stolik.table.record import PLAYING, Record
from stolik.table.thinking import Lane

#: What a bot tries to keep to, and when it is given up and its time is up by the rules.
THINK_S, PATIENCE_S = 3.0, 20.0
_ATTEMPTS, _RETRY_AFTER_S = 20, 0.5
_MOST_PLACES = 10_000
_log = logging.getLogger(__name__)
Thinker = Callable[[Record, int], Any]


class BotSeats:
    """Lets bots move after every entry that leaves one of them to act."""

    def __init__(self, host: Host, n_threads: int = 1, patience_s: float = PATIENCE_S) -> None:
        self._host = host
        self._patience_s = patience_s
        self._long, self._quick = Lane(n_threads), Lane(1)
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        #: Where players were seen last, the latest at the end.
        self._places: OrderedDict[str, str] = OrderedDict()
        self.think: Thinker = think
        #: Whether another machine makes this move; then nothing is done here.
        self.elsewhere: Callable[[Record, int], Awaitable[bool]] | None = None

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        self._note_places(record, entry.seat)
        self.wake(record)

    def _note_places(self, record: Record, seat: int | None) -> None:
        """Remember where whoever has acted is, and those who have just sat down."""
        who = caller()
        if who is None:
            return
        for each, player in _people(record):
            if each == seat or player not in self._places:
                self._places[player] = who.place
                self._places.move_to_end(player)
        while len(self._places) > _MOST_PLACES:
            self._places.popitem(last=False)

    def wake(self, record: Record) -> None:
        """Let every bot that is to act think, once for each turn."""
        for seat in record.waiting_for() & record.bots():
            self._begun(record, seat)

    async def move(self, record: Record, seat: int) -> None:
        """Let a bot that is to act think, and wait until it has acted."""
        await asyncio.shield(self._begun(record, seat))

    def _begun(self, record: Record, seat: int) -> asyncio.Task[None]:
        what = (record.id, seat, record.opened[seat])
        task = self._thinking.get(what)
        if task is None:
            task = self._thinking[what] = asyncio.create_task(self._move_somewhere(record, seat))
            task.add_done_callback(partial(self._forget, what))
        return task

    def _forget(self, what: tuple[str, int, int], _done: asyncio.Task[None]) -> None:
        self._thinking.pop(what, None)

    async def _move_somewhere(self, record: Record, seat: int) -> None:
        if self.elsewhere is None or not await self.elsewhere(record, seat):
            await self._move_here(record, seat)

    async def _move_here(self, record: Record, seat: int) -> None:
        action = await self._thought(record, seat)
        for _ in range(_ATTEMPTS if action is not None else 0):
            try:
                await self._act(record, seat, action)
            except (NotStored, SQLAlchemyError, OSError):
                await asyncio.sleep(_RETRY_AFTER_S)  # the database is away; later it will be due anew
            except Complaint:
                return  # the turn is over
            else:
                return

    async def _act(self, record: Record, seat: int, action: Any) -> None:
        turn = record.opened[seat]
        if record.seq > MOST_EVENTS:
            await self._give_up(record)
            return
        try:
            await self._host.act_for(record.id, seat, action, turn=turn)
            _log.info("bot moved", extra=_place(record, seat))
        except IllegalAction as refusal:
            # a bot that is wrong must not stop the game
            _log.warning("bot was refused", extra=_place(record, seat) | {"clause": refusal.clause})
            await self._host.act_for(record.id, seat, TimedOut(), turn=turn)

    async def _give_up(self, record: Record) -> None:
        """Close a table at which bots would go on for ever, as those without a plan can with an odd box."""
        live = await self._host.live(record.id)
        over = (Aborted("the game does not end"),)
        await self._host.change(live, lambda newest: over if newest.status == PLAYING else ())

    async def _thought(self, record: Record, seat: int) -> Any:
        """What the bot does; None if there is nothing to do any more."""
        lane = self._lane_of(record, seat)
        people = {self._places.get(player, player) for _, player in _people(record)}
        async with lane.place(people) as had_to_wait:
            newest = await self._newest(record) if had_to_wait else record
            if newest.opened.get(seat) != record.opened[seat]:
                return None
            try:
                return await lane.think(partial(self.think, newest, seat), self._patience_s)
            except TimeoutError:
                _log.warning("bot was given up", extra=_place(record, seat))
            except Exception as error:
                _log.error("bot failed: %s", _told(error), extra=_place(record, seat))
            return TimedOut()

    def _lane_of(self, record: Record, seat: int) -> Lane:
        holder = record.holders[seat]
        is_long = holder is not None and holder.bot is not None and thinks_long(record.game.name, holder.bot)
        return self._long if is_long else self._quick

    async def _newest(self, record: Record) -> Record:
        """The table as it is now, as far as the database can be asked."""
        with suppress(Complaint, SQLAlchemyError, OSError):
            await self._host.refresh(record.id)
        live = self._host.kept(record.id)
        return record if live is None else live.record

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._thinking.values()):
            task.cancel()
        for lane in (self._long, self._quick):
            lane.close()


def _people(record: Record) -> Iterator[tuple[int, str]]:
    """The seats that people hold, and who they are."""
    for seat, holder in enumerate(record.holders):
        if holder is not None and holder.player is not None:
            yield seat, holder.player


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
