"""Seats that go over: from a guest to his account, and to nobody when somebody wants to be forgotten.

Every machine learns it from an event of the table, as it learns everything. What the journal said before is
then written anew, so that it names nobody who is not there any more (docs/adr/0011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from stolik.core.actions import Resign
from stolik.core.codec import CodecError
from stolik.core.game import IllegalAction
from stolik.core.log import Aborted, Envelope, Seated
from stolik.core.message import Complaint
from stolik.storage.belongings import BelongingStore
from stolik.storage.entry import Entry, Unreadable
from stolik.table.host import Host, Live, Request
from stolik.table.lobby import Guest, Lobby
from stolik.table.record import PLAYING, WAITING, Record

#: How often the tables are looked for again because somebody sat down in the meantime.
_ATTEMPTS = 20


class Handover:
    """Moves and forgets people."""

    def __init__(self, host: Host, lobby: Lobby, belongings: BelongingStore) -> None:
        self._host = host
        self._lobby = lobby
        self._belongings = belongings

    async def move(self, guest: str, account: Guest) -> None:
        """Give all that a guest has to an account; done again after a failure it goes on where it was.

        Where both sit at one table, the account then holds both seats, as one device of several people does.
        """
        for _ in range(_ATTEMPTS):
            for table_id in await self._belongings.tables_naming(guest):
                change = _blindly(guest, account.id)
                with self._passing_over(table_id):
                    live = await self._newest(table_id)
                    await self._seat(live, guest, account.id, account.name)
                    change = _rewriting(live.record, guest, account.id)
                await self._belongings.rename_in(table_id, guest, account.id, change)
            if await self._belongings.give(guest, account.id):
                return
        raise _still_sits_down()

    async def forget(self, player: str) -> None:
        """Let somebody go: running games are resigned, finished ones keep a seat without a name."""
        for _ in range(_ATTEMPTS):
            for table_id in await self._belongings.tables_naming(player):
                change = _blindly(player, None)
                with self._passing_over(table_id):
                    live = await self._newest(table_id)
                    await self._get_up(live, player)
                    await self._seat(live, player, None, "")
                    change = _rewriting(live.record, player, None)
                await self._belongings.rename_in(table_id, player, None, change)
            if await self._belongings.drop(player):
                return
        raise _still_sits_down()

    @contextmanager
    def _passing_over(self, table_id: str) -> Iterator[None]:
        """Let nobody be kept by one table that cannot be read; what was not stored is tried again."""
        try:
            yield
        except Unreadable as error:
            self._host.aside.put("table", table_id, error)
        except (Complaint, SQLAlchemyError, OSError):
            raise
        except Exception as error:
            self._host.aside.put("table", table_id, error)

    async def _newest(self, table_id: str) -> Live:
        await self._host.refresh(table_id)
        return await self._host.live(table_id)

    async def _seat(self, live: Live, before: str, after: str | None, name: str) -> None:
        def decide(record: Record) -> Sequence[Any]:
            own = record.seats_of(before)
            # several people on one device have names of their own
            keeps_names = after is not None and len(own) > 1
            return [Seated(seat, _name(record, seat) if keeps_names else name, player=after) for seat in own]

        await self._host.change(
            live, decide, seated=lambda record: tuple((seat, after) for seat in record.seats_of(before))
        )

    async def _get_up(self, live: Live, player: str) -> None:
        """Leave a table that waits; resign a game that runs."""
        if live.record.status == WAITING and live.record.seats_of(player):
            await self._lobby.leave(live.record.id, Guest(player, ""))
        for seat in live.record.seats_of(player):
            await self._host.change(
                live, self._resigning(seat), Request(seat, action=live.record.game.codec.encode(Resign()))
            )

    def _resigning(self, seat: int) -> Callable[[Record], Sequence[Any]]:
        def decide(record: Record) -> Sequence[Any]:
            if record.status != PLAYING:
                return ()
            if not record.has_its_seed:
                return (Aborted("the key is lost"),)
            try:
                return record.game.decide(record.state, seat, Resign(), record.chance())
            except IllegalAction:
                # who is out already leaves nobody waiting
                return (Aborted("a player is gone"),) if seat in record.waiting_for() else ()

        return decide


def _name(record: Record, seat: int) -> str:
    holder = record.holders[seat]
    return "" if holder is None else holder.name


def _rewriting(record: Record, before: str, after: str | None) -> Callable[[Entry], bytes]:
    """Events that name one player as if they had named another, or nobody."""

    def renamed(envelope: Envelope[Any]) -> Envelope[Any]:
        event = envelope.event
        if not isinstance(event, Seated) or event.player != before:
            return envelope
        name = event.name if after is not None else ""
        return Envelope(envelope.seq, msgspec.structs.replace(event, name=name, player=after))

    def change(entry: Entry) -> bytes:
        if before.encode() not in entry.events:
            return entry.events
        try:
            envelopes = record.decode(entry)
        except CodecError:  # damaged since it was folded
            return _blindly(before, after)(entry)
        return record.encoded([renamed(envelope) for envelope in envelopes])

    return change


def _blindly(before: str, after: str | None) -> Callable[[Entry], bytes]:
    """The same for a journal that cannot be read: nobody is kept from leaving because of one table."""

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(each) for each in value]
        if not isinstance(value, dict):
            return after if value == before else value
        named = {name: renamed(each) for name, each in value.items()}
        return named | {"name": ""} if after is None and value.get("player") == before else named

    def change(entry: Entry) -> bytes:
        if before.encode() not in entry.events:
            return entry.events
        try:
            return msgspec.json.encode(renamed(msgspec.json.decode(entry.events)))
        except ValueError:
            return entry.events.replace(before.encode(), (after or "").encode())

    return change


def _still_sits_down() -> Complaint:
    return Complaint("You are just sitting down at a table elsewhere. Please try again.")
