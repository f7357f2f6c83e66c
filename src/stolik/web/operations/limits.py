"""How much is let in: calls, requests and sockets of an address; messages, chat and tables of a player.

What is dear counts as several.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from stolik.core.message import Complaint

#: Messages a player may send at once, through all of his sockets, and how many a second on the long run.
MESSAGES_AT_ONCE, MESSAGES_PER_SECOND = 400, 200
#: Lines that a player may say at once at all tables, and that may be said at one table by all.
_LINES_OF_PLAYER, _LINES_OF_PLAYER_PER_SECOND = 8, 0.5
_LINES_AT_TABLE, _LINES_AT_TABLE_PER_SECOND = 30, 2.0
#: Tables that a player may set up at once: programs that play game after game need many.
_TABLES_OF_PLAYER, _TABLES_OF_PLAYER_PER_SECOND = 600, 0.5
#: Seconds that reviews may take at once, some 200 games, and how much of each second on the long run.
_REVIEW_S, _REVIEW_S_PER_SECOND = 600.0, 0.2
#: So much work is in the price of a call or a message; what takes longer counts as so many times more.
_CALL_PAYS_S, _MESSAGE_PAYS_S = 0.005, 0.002


class Limits(NamedTuple):
    """What one address may do, and how much there may be in all."""

    calls_per_minute: int = 1200
    sockets_per_address: int = 100
    sockets: int = 10_000
    #: Requests that are not answered yet.
    requests_per_address: int = 100
    #: Connections that are no sockets; an address may have an eighth of them.
    connections: int = 2_048
    #: How long a client may take to send the head of a request, and again to send its body.
    read_seconds: int = 30

    @property
    def connections_per_address(self) -> int:
        return max(1, self.connections // 8)


USUAL_LIMITS = Limits()


class TooManyCalls(Complaint):
    """An address asks for more than people do; it may go on after a while."""

    def __init__(self, wait_s: int) -> None:
        super().__init__("Too much is asked for from your address. Please wait {seconds} s.", seconds=wait_s)
        self.wait_s = wait_s


class TooBusy(Complaint):
    """More people ask than can be answered."""

    def __init__(self) -> None:
        super().__init__("The server is very busy just now. Please try again in a moment.")


class TooManySockets(Complaint):
    """No further socket is opened."""


class SaidTooMuch(Complaint):
    """Somebody, or everybody at a table, says more than can be read."""


class TooManyTables(Complaint):
    """A player sets up more tables than he can play at."""


class TooManyReviews(Complaint):
    """An address has more games looked at than it has played."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(
            "Many games were looked at for your address. Please wait {seconds} s.", seconds=wait_s
        )


class TooManyRequests(Complaint):
    """An address has so much under way that nothing more is begun."""

    def __init__(self) -> None:
        super().__init__("Too many requests from your address are under way. Please wait for their answers.")


class Allowances:
    """So much at once for each of many, and so much a second on the long run; who is idle is forgotten."""

    def __init__(
        self, at_once: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._clock = clock
        #: What is left to each, and when that was.
        self._left: dict[str, tuple[float, float]] = {}
        self._tidy_at = clock() + self._full_after_s

    def __len__(self) -> int:
        return len(self._left)

    @property
    def _full_after_s(self) -> float:
        return self._at_once / self._per_second

    def take(self, who: str, cost: float = 1) -> int:
        """Use so much if one is left; 0, or in how many seconds there will be one again.

        What is dearer than all that is left is owed, never more than there is at once.
        """
        now = self._clock()
        if now >= self._tidy_at:
            self._forget(now)
        left = self._left_to(who, now)
        has_one = left >= 1
        self._left[who] = (max(left - cost, -self._at_once) if has_one else left, now)
        return 0 if has_one else 1 + int((1 - left) / self._per_second)

    def charge(self, who: str, cost: float) -> None:
        """Use so much more for what was taken already and turned out dear."""
        now = self._clock()
        self._left[who] = (max(self._left_to(who, now) - cost, -self._at_once), now)

    def _left_to(self, who: str, now: float) -> float:
        left, at = self._left.get(who, (self._at_once, now))
        return min(self._at_once, left + (now - at) * self._per_second)

    def _forget(self, now: float) -> None:
        """Who took nothing for so long and owes nothing has all of it again, as anybody who is not known."""
        idle = now - self._full_after_s
        self._left = {
            who: each
            for who, each in self._left.items()
            if each[1] > idle or self._left_to(who, now) < self._at_once
        }
        self._tidy_at = now + self._full_after_s


class ChatLimit:
    """Counts what is said, by whom and where."""

    def __init__(self) -> None:
        self._players = Allowances(_LINES_OF_PLAYER, _LINES_OF_PLAYER_PER_SECOND)
        self._tables = Allowances(_LINES_AT_TABLE, _LINES_AT_TABLE_PER_SECOND)

    def one_more(self, player_id: str, table_id: str) -> None:
        """A line of a player at a table, or `SaidTooMuch`."""
        if wait_s := self._players.take(player_id):
            raise SaidTooMuch("You say much at once. Please wait {seconds} s.", seconds=wait_s)
        if wait_s := self._tables.take(table_id):
            raise SaidTooMuch("Much is said at this table just now. Please wait {seconds} s.", seconds=wait_s)


class TableCount:
    """Counts the tables that each player sets up."""

    def __init__(self) -> None:
        self._tables = Allowances(_TABLES_OF_PLAYER, _TABLES_OF_PLAYER_PER_SECOND)

    def one_more(self, player_id: str) -> None:
        """A table of a player, or `TooManyTables`."""
        if wait_s := self._tables.take(player_id):
            raise TooManyTables("You have set up many tables. Please wait {seconds} s.", seconds=wait_s)


class ReviewCount:
    """Counts the seconds that reviews take, for each address that wants them."""

    def __init__(self) -> None:
        self._seconds = Allowances(_REVIEW_S, _REVIEW_S_PER_SECOND)

    def check(self, place: str) -> None:
        """`TooManyReviews` for an address that has had too much."""
        if wait_s := self._seconds.take(place, 0):
            raise TooManyReviews(wait_s)

    def charge(self, place: str, took_s: float) -> None:
        """A review that an address wants has taken so much more."""
        self._seconds.charge(place, took_s)


class CallCount:
    """Counts the calls of each address, and its tries to open a socket."""

    def __init__(self, limits: Limits) -> None:
        self._calls = Allowances(limits.calls_per_minute, limits.calls_per_minute / 60)

    def one_more(self, place: str) -> None:
        """A call from an address, or `TooManyCalls`."""
        wait_s = self._calls.take(place)
        if wait_s:
            raise TooManyCalls(wait_s)

    def charge(self, place: str, took_s: float) -> None:
        """A call from an address has made so much work."""
        if took_s > _CALL_PAYS_S:
            self._calls.charge(place, took_s / _CALL_PAYS_S - 1)


class MessageCount:
    """Counts the messages of each player, through whichever sockets."""

    def __init__(self) -> None:
        self._messages = Allowances(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND)

    def one_more(self, player_id: str) -> bool:
        """A message of a player; whether it is one too many."""
        return bool(self._messages.take(player_id))

    def charge(self, player_id: str, took_s: float) -> None:
        """A message of a player has made so much work."""
        if took_s > _MESSAGE_PAYS_S:
            self._messages.charge(player_id, took_s / _MESSAGE_PAYS_S - 1)


class AtOnce:
    """Counts what each address has at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_address.total()

    def is_enough(self, place: str) -> bool:
        """Whether an address may not have another one."""
        # on this machine are those who run the server, or a proxy that the server was not told of
        return self._by_address[place] >= self._most and not is_here(place)

    @contextmanager
    def one_more(self, place: str) -> Iterator[None]:
        """Another one for as long as this lasts."""
        self._by_address[place] += 1
        try:
            yield
        finally:
            self._by_address[place] -= 1
            if not self._by_address[place]:
                del self._by_address[place]


class OpenSockets:
    """Counts open sockets, for what each may hold while a message of it comes in cannot be chosen here."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.sockets
        self._open = AtOnce(limits.sockets_per_address)

    def one_more(self, place: str) -> AbstractContextManager[None]:
        """A socket from an address for as long as this lasts, or `TooManySockets`."""
        if len(self._open) >= self._most:
            raise TooManySockets("The server is full. Please try again in some minutes.")
        if self._open.is_enough(place):
            raise TooManySockets(
                "Too many pages are open at your address. Close some, or ask the operator to allow more."
            )
        return self._open.one_more(place)


class RequestsUnderWay:
    """Counts requests that are not answered yet: whoever sends half of one makes the server wait."""

    def __init__(self, limits: Limits) -> None:
        self._under_way = AtOnce(limits.requests_per_address)

    def one_more(self, place: str) -> AbstractContextManager[None]:
        """A request from an address for as long as this lasts, or `TooManyRequests`."""
        if self._under_way.is_enough(place):
            raise TooManyRequests
        return self._under_way.one_more(place)


def is_here(place: str) -> bool:
    """Whether an address is one of this machine."""
    return place == "::1" or place.startswith("127.")
