"""Telling people who are away that it is their turn, whatever they play, in every browser that wants it.

Only what is true is told: the turn must still be open a moment later and for a while to come, and nobody is
told who has a page open. Whoever acts after all, on another device, has the alert taken back. Where several
machines serve, a page may be open on another one: then the browser itself keeps silent (frontend/src/worker).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import msgspec

from stolik.core import registry
from stolik.core.about import in_language
from stolik.core.log import Envelope
from stolik.storage.entry import Entry, Unreadable
from stolik.storage.players import Player, PlayerStore
from stolik.storage.subscriptions import Subscription, SubscriptionStore
from stolik.table.host import Host
from stolik.table.record import Record
from stolik.texts import translator
from stolik.web.live.presence import Presence
from stolik.web.push.messages import NoPushService, PushSender

#: Whoever has just closed a page, or is between two of them, is not away yet.
_WAIT_S = 2.0
#: A turn that is over so soon is not worth an alert.
_LEAST_LEFT_MS = 60_000
#: How long a push service keeps an alert of a turn without a clock.
_KEEP_S = 3 * 24 * 3600
_RETRY_AFTER_S = (0.0, 3.0, 30.0)
_MOST_REMEMBERED = 10_000
_N_THREADS = 2
_log = logging.getLogger(__name__)


class _Turn(NamedTuple):
    """That somebody is to act: `opened` is the event since which."""

    table_id: str
    seat: int
    player_id: str
    opened: int

    def is_open(self, record: Record) -> bool:
        return record.opened.get(self.seat) == self.opened and _player_at(record, self.seat) == self.player_id


class Alerts:
    """Listens for turns of people who are away."""

    def __init__(
        self,
        host: Host,
        store: SubscriptionStore,
        players: PlayerStore,
        presence: Presence,
        sender: PushSender,
    ) -> None:
        self.store = store
        self.sender = sender
        self._host = host
        self._players = players
        self._presence = presence
        self._pool = ThreadPoolExecutor(_N_THREADS, thread_name_prefix="push")
        self._under_way: set[asyncio.Task[None]] = set()
        #: The newest turn of each seat that is looked at in a moment.
        self._waiting: dict[tuple[str, int], asyncio.TimerHandle] = {}
        #: Who was told of which table, and has not acted since.
        self._told: OrderedDict[tuple[str, str], None] = OrderedDict()

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        actor = _player_at(record, entry.seat)
        if actor is not None and (record.id, actor) in self._told:
            del self._told[record.id, actor]
            self._begin(self._take_back(record.id, actor))
        for seat, opened in record.opened.items():
            player = _player_at(record, seat)
            is_new = opened >= entry.seq
            if is_new and player is not None and player != actor and not self._presence.is_here(player):
                self._wait_for(_Turn(record.id, seat, player, opened))

    def _wait_for(self, turn: _Turn) -> None:
        """Look at a turn in a moment. Most are over by then, so nothing is asked of the database before."""
        before = self._waiting.pop((turn.table_id, turn.seat), None)
        if before is not None:
            before.cancel()
        look = asyncio.get_running_loop().call_later(_WAIT_S, self._look, turn)
        self._waiting[turn.table_id, turn.seat] = look

    def _look(self, turn: _Turn) -> None:
        del self._waiting[turn.table_id, turn.seat]
        live = self._host.kept(turn.table_id)
        if (live is None or turn.is_open(live.record)) and not self._presence.is_here(turn.player_id):
            self._begin(self._tell(turn))

    def _begin(self, deed: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._try(deed))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _try(self, deed: Coroutine[Any, Any, None]) -> None:
        try:
            await deed
        except Exception as error:  # one browser's row, or the database: other alerts are not concerned
            _log.warning("an alert was not sent: %s", type(error).__name__)

    async def _tell(self, turn: _Turn) -> None:
        wanted = await self._browsers(turn.player_id)
        player = await self._players.find(turn.player_id) if wanted else None
        if player is None:
            return
        for subscription in wanted:
            self._begin(self._insist(subscription, turn, player))

    async def _browsers(self, player_id: str) -> list[Subscription]:
        """The browsers of a player that can be reached by what is stored of them."""
        found = []
        for subscription in await self.store.of_player(player_id):
            with self._host.aside.each("push", f"{player_id} {subscription.digest[:16]}"):
                try:
                    self.sender.check(subscription)
                except NoPushService as error:  # it was checked before it was stored
                    raise Unreadable from error
                found.append(subscription)
        return found

    async def _insist(self, subscription: Subscription, turn: _Turn, player: Player) -> None:
        """Send until it is sent, for as long as it is true."""
        for wait_s in _RETRY_AFTER_S:
            await asyncio.sleep(wait_s)
            record = (await self._host.live(turn.table_id)).record
            left_ms = record.clocks.left_ms(self._host.now_ms()).get(turn.seat, 1000 * _KEEP_S)
            if not turn.is_open(record) or left_ms < _LEAST_LEFT_MS or self._presence.is_here(player.id):
                return
            self._remember(turn.table_id, player.id)
            message = _told(record, turn.seat, player)
            if await self._sent(subscription, turn.table_id, message, left_ms // 1000):
                return

    def _remember(self, table_id: str, player_id: str) -> None:
        self._told[table_id, player_id] = None
        if len(self._told) > _MOST_REMEMBERED:
            self._told.popitem(last=False)

    async def _take_back(self, table_id: str, player_id: str) -> None:
        for subscription in await self._browsers(player_id):
            # kept for no time: it replaces an alert that still waits for its browser, then it goes too
            await self._sent(subscription, table_id, {"type": "gone", "table": table_id}, 0)

    async def _sent(
        self, subscription: Subscription, table_id: str, message: dict[str, str], keep_s: int
    ) -> bool:
        """Whether nothing is left to do for this browser."""
        send = partial(
            self.sender.send,
            subscription,
            msgspec.json.encode(message),
            topic=hashlib.sha256(table_id.encode()).hexdigest()[:32],
            keep_s=keep_s,
            now_s=self._host.now_ms() // 1000,
        )
        fate = await asyncio.get_running_loop().run_in_executor(self._pool, send)
        if fate == "dead":
            await self.store.remove(subscription.endpoint)
        return fate != "failed"

    async def close(self) -> None:
        """Tell nothing more."""
        for look in self._waiting.values():
            look.cancel()
        for task in tuple(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.sender.close()


def _player_at(record: Record, seat: int | None) -> str | None:
    holder = None if seat is None else record.holders[seat]
    return holder.player if holder is not None else None


def _told(record: Record, seat: int, player: Player) -> dict[str, str]:
    """What is shown to somebody whose turn it is: nothing that a spectator may not know."""
    say = translator(player.language)
    names = [holder.name for n, holder in enumerate(record.holders) if holder and n != seat and holder.name]
    preset = registry.find_preset(record.settings.preset)
    text = ", ".join(names) or in_language(preset.sentence, player.language)
    return {"type": "turn", "table": record.id, "title": say("It is your turn."), "text": text}
