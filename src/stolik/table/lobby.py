"""Coming to a table and going from it: create, invite, sit down, get up, begin, follow."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from stolik.bots.base import UnknownBot, levels
from stolik.core.log import Aborted, Followed, Salted, Seated, Unseated
from stolik.core.message import Complaint
from stolik.storage.entry import Entry, Marks, NotStored
from stolik.storage.tables import TableRow
from stolik.table import rated
from stolik.table.clocks import Correspondence
from stolik.table.host import Host, Live, NoTable
from stolik.table.record import OVER, WAITING, Record, new_record, opening, read_settings
from stolik.table.settings import Settings
from stolik.table.showing import shown

#: Letters and digits that nobody mistakes for each other, told over the telephone.
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_SIZE = 6
_LONGEST_NAME = 40
_LONGEST_SALT = 64
#: At how many open tables somebody may wait at once, and how many are shown to those who look for one.
_MOST_OPEN, _MOST_SHOWN = 5, 100
#: At how many tables of any kind somebody may wait at once; those forgotten for so long do not count.
_MOST_WAITING, _FORGOTTEN_MS = 20, 30 * 24 * 3600 * 1000
#: For how long after its last change an open table is shown: who wants to play at once is gone by then.
_SHOWN_MS = 24 * 3600 * 1000
_SHOWN_BY_LETTER_MS = 7 * _SHOWN_MS
_log = logging.getLogger(__name__)


class Guest(msgspec.Struct, frozen=True):
    """A person who comes to a table."""

    id: str
    name: str
    has_account: bool = False


class Lobby:
    """What can be done with tables before and after the game."""

    def __init__(self, host: Host) -> None:
        self._host = host
        #: Of those who set up tables at this moment.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open_tables(self) -> list[TableRow]:
        """The tables that wait for anybody, the latest first; others are still found by link and code."""
        now = self._host.now_ms()
        # among those of the last days there may be many that are shown for one day only
        rows = await self._host.store.open_tables(5 * _MOST_SHOWN, now - _SHOWN_BY_LETTER_MS)
        return [row for row in rows if self._is_shown(row, now)][:_MOST_SHOWN]

    def _is_shown(self, row: TableRow, now_ms: int) -> bool:
        """Whether somebody who comes to an open table now may hope to find its people."""
        return now_ms - row.changed_ms <= self._host.aside.read("table", row.id, lambda: _shown_ms(row), -1)

    async def create(
        self,
        settings: Settings,
        maker: Guest,
        *,
        seats: Sequence[str | None] = (),
        is_open: bool = False,
        salt: str | None = None,
    ) -> Record:
        """A table where the maker has a seat; further seats are for bots of a level, or free (None)."""
        host = self._host
        game = host.games.of_preset(settings.preset)
        bots = list(seats)
        if len(bots) >= settings.n_seats:
            raise Complaint(
                "Beside yours there are {there} seats at this table, not {wanted}.",
                there=settings.n_seats - 1,
                wanted=len(bots),
            )
        for level in bots:
            _check_level(game.name, level)
        record = new_record(secrets.token_urlsafe(12), settings, game, host.key)
        rated.check_table(settings, record.kind, bots)
        rated.check_comes(settings, maker.has_account)
        if is_open and settings.n_seats == 1:
            raise Complaint("This game is for one player: there is no seat for anyone else.")
        events: list[Any] = [opening(record), Seated(0, maker.name, player=maker.id)]
        if salt:
            events.append(Salted(0, salt[:_LONGEST_SALT]))
        events += [Seated(seat, level, bot=level) for seat, level in enumerate(bots, 1) if level is not None]
        if len(bots) - bots.count(None) < settings.n_seats - 1:
            # several asked for at once are not more than one after the other
            async with self._opening.setdefault(maker.id, asyncio.Lock()):
                await self._check_may_wait(maker, is_open)
                record = await self._store(record, events, is_open=is_open)
        else:
            record = await self._store(record, events)
        _log.info("table opened", extra={"table": record.id, "preset": settings.preset})
        live = host.keep(record)
        await self.begin_if_full(live)
        return live.record

    async def _check_may_wait(self, maker: Guest, is_open: bool) -> None:
        now = self._host.now_ms()
        own = await self._host.store.waiting_tables_of(maker.id, now - _FORGOTTEN_MS, _MOST_WAITING)
        if len(own) >= _MOST_WAITING:
            raise Complaint("You wait at {n} tables already. Leave one of them first.", n=_MOST_WAITING)
        if is_open and sum(row.open and self._is_shown(row, now) for row in own) >= _MOST_OPEN:
            raise Complaint(
                "You wait at {n} open tables already. Leave one of them, or invite somebody by a link.",
                n=_MOST_OPEN,
            )

    async def _store(self, fresh: Record, events: Sequence[Any], is_open: bool = False) -> Record:
        """Put a new table into the database; where somebody may still come it gets a code."""
        # what is missing is told to the maker, not to the last who comes
        await self._host.deal_for_trial(fresh)
        entry = Entry(fresh.id, 0, self._host.now_ms(), None, None, None, fresh.encode(events)[1])
        settings = msgspec.json.encode(fresh.settings)
        record = self._read_back(fresh.id, settings, entry)
        row = TableRow(
            record.id,
            record.settings.preset,
            settings,
            None if record.is_full else await self._free_code(),
            record.status,
            is_open and not record.is_full,
            entry.at_ms,
            entry.at_ms,
        )
        seated = enumerate(record.holders)
        people = tuple((seat, each.player) for seat, each in seated if each and each.player)
        await self._host.store.create(row, entry, Marks(record.seq, record.status, seated=people))
        return record

    def _read_back(self, table_id: str, settings: bytes, entry: Entry) -> Record:
        """Read what is about to be stored as any machine will: nothing is stored that stops one of them."""
        try:
            found = self._host.read(table_id, settings, [entry])
            shown(found, None, (), entry.at_ms)
            return found
        except Complaint:
            raise
        except Exception as error:
            raise Complaint("The options do not fit: {why}.", why=str(error)) from error

    async def _free_code(self) -> str:
        """A code that leads to no other table: among many thousand tables some would have the same."""
        while await self._host.store.find_code(code := _new_code()) is not None:
            pass
        return code

    async def join(
        self,
        table_id: str,
        guest: Guest,
        *,
        seat: int | None = None,
        salt: str | None = None,
        another: bool = False,
    ) -> int:
        """The seat of somebody who comes; who sits there already gets the same unless `another` is wanted.

        Several people on one device hold a seat each as one player of the server.
        """
        live = await self._host.live(table_id)

        def decide(record: Record) -> Sequence[Any]:
            own = record.seats_of(guest.id)
            if own and not another:
                return ()
            rated.check_comes(record.settings, guest.has_account, own)
            chosen = _free_seat(record, seat)
            seated = Seated(chosen, guest.name[:_LONGEST_NAME], player=guest.id)
            return (seated, Salted(chosen, salt[:_LONGEST_SALT])) if salt else (seated,)

        await self._host.change(live, decide, seated=lambda record: ((_free_seat(record, seat), guest.id),))
        taken = live.record.seats_of(guest.id)[-1 if another else 0]
        await self.begin_if_full(live)
        return taken

    async def salt(self, table_id: str, guest: Guest, salt: str) -> None:
        """Mix something into the draws, for whoever has seen the hash of the seed and has a seat.

        Salt counts only before the first draw: afterwards it could be chosen for what it brings.
        """
        live = await self._host.live(table_id)

        def decide(record: Record) -> Sequence[Any]:
            own = record.seats_of(guest.id)
            if not own:
                raise NoTable
            if record.status != WAITING:
                raise Complaint("The tiles are dealt already: salt must come before the first draw.")
            return tuple(Salted(seat, salt[:_LONGEST_SALT]) for seat in own)

        await self._host.change(live, decide)

    async def add_bot(self, table_id: str, guest: Guest, level: str) -> None:
        """Put a bot on a free seat; whoever sits at the table may."""
        live = await self._host.live(table_id)

        def decide(record: Record) -> Sequence[Any]:
            if not record.seats_of(guest.id):
                raise NoTable
            _check_level(record.game.name, level)
            rated.check_bot_comes(record.settings)
            return (Seated(_free_seat(record, None), level, bot=level),)

        await self._host.change(live, decide)
        await self.begin_if_full(live)

    async def leave(self, table_id: str, guest: Guest) -> None:
        """Get up before the game begins; a table that nobody sits at is closed."""
        live = await self._host.live(table_id)

        def decide(record: Record) -> Sequence[Any]:
            own = record.seats_of(guest.id)
            if record.status != WAITING:
                raise Complaint("The game has begun: resign if you do not want to go on.")
            gone = tuple(Unseated(seat) for seat in own)
            return (*gone, Aborted("nobody left")) if record.people() <= set(own) else gone

        await self._host.change(
            live, decide, seated=lambda record: tuple((seat, None) for seat in record.seats_of(guest.id))
        )

    async def begin_if_full(self, live: Live) -> None:
        """Begin where everybody is there and nobody has begun yet."""
        if live.record.status != WAITING or not live.record.is_full:
            return

        def decide(record: Record) -> Sequence[Any]:
            if record.status != WAITING or not record.is_full:
                return ()
            return record.game.setup(record.options, record.settings.n_seats, record.chance())

        await self._host.change(live, decide)

    async def follow(self, live: Live) -> str:
        """The next game of the same people, by the rules of a match; the same one if asked twice."""
        record = live.record
        if record.followed_by is not None:
            return record.followed_by
        host = self._host
        options = record.options
        if record.outcome is not None:
            options = record.game.next_game(options, record.outcome)
        settings = msgspec.structs.replace(
            record.settings, options=msgspec.Raw(record.game.codec.encode(options)), follows=record.id
        )
        # the same for whoever agrees at the same time, here or on another machine
        fresh = new_record(_id_after(host.key, record.id), settings, record.game, host.key)
        seated = [
            Seated(seat, holder.name, holder.bot, holder.player)
            for seat, holder in enumerate(record.holders)
            if holder is not None and (holder.bot or holder.player)
        ]
        if await host.store.find(fresh.id) is None:
            # another was faster; if it was the database that failed, so will what follows
            with suppress(NotStored):
                await self._store(fresh, [opening(fresh), *seated])

        def decide(latest: Record) -> Sequence[Any]:
            return () if latest.followed_by is not None or latest.status != OVER else (Followed(fresh.id),)

        await host.change(live, decide)
        await self.begin_if_full(await host.live(fresh.id))
        assert live.record.followed_by is not None
        return live.record.followed_by


def _free_seat(record: Record, wanted: int | None) -> int:
    if record.status == OVER and record.state is None:
        raise Complaint("This table is closed: everybody had left it before the game began.")
    if record.status != WAITING and not record.settings.spectators:
        raise Complaint("The game has begun without you, and nobody may watch it.")
    if record.status != WAITING:
        raise Complaint("The game has begun without you. You may watch it.")
    free = [seat for seat, holder in enumerate(record.holders) if holder is None]
    if wanted is not None:
        free = [seat for seat in free if seat == wanted]
    if not free:
        raise Complaint("This seat is taken.") if wanted is not None else Complaint("All seats are taken.")
    return free[0]


def _shown_ms(row: TableRow) -> int:
    by_letter = isinstance(read_settings(row.settings).clock, Correspondence)
    return _SHOWN_BY_LETTER_MS if by_letter else _SHOWN_MS


def _check_level(game: str, level: str | None) -> None:
    known = levels(game)
    if level is not None and level not in known:
        raise UnknownBot(level, known)


def _id_after(key: bytes, table_id: str) -> str:
    """The name of the table that follows one: nobody else can guess it."""
    digest = hmac.digest(key, f"after {table_id}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:12]).decode()


def _new_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_SIZE))
