"""Clients that play whatever happens to the server, and remember everything they were told.

`Playing` is one seat (or a spectator): it reconnects, repeats under the same name what was not acknowledged,
and checks at once that no event comes twice, none is missing and no view goes back. `Party.compare` holds
what all of them remember against the journal.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from stolik.bots import make_bot
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.library import lexicons
from stolik.storage.database import open_database
from stolik.storage.entry import Entry
from stolik.storage.tables import TableStore
from stolik.table.games import Games
from stolik.table.record import Record, new_record, read_settings
from stolik.table.showing import shown
from stolik.web.live.protocol import VERSION, write_message
from tests.web.described import with_changes
from tests.web.servers import some_place

_PATIENCE_S = 60
_GONE = (WebSocketException, OSError, EOFError)


@cache
def games() -> Games:
    return Games(lexicons())


class Refusal(AssertionError):
    """The server refused what it should have taken."""


class Playing:
    """One viewer of one table."""

    def __init__(self, address: Callable[[], str], cookie: str, table: str, preset: str, seat: int | None):
        self._address = address
        self._cookie = cookie
        self._place = some_place()
        self.table = table
        self.seat = seat
        #: Of the protocol: one at every table is told it whole each time.
        self._version = 1 if seat == 1 else VERSION
        self._game: AnyGame = games().of_preset(preset)
        self._open = ExitStack()
        self._socket: ClientConnection | None = None
        self._numbers = itertools.count()
        self._pending: dict[str, Any] | None = None
        self._outdated: int | None = None
        self.last: dict[str, Any] | None = None
        #: Every request that was acknowledged, with the number of its first event where that was told.
        self.acknowledged: dict[str, int | None] = {}
        self.views: dict[int, Any] = {}
        self.events: dict[int, Any] = {}
        self.n_connections = self.n_told = 0
        self.refusals: list[str] = []
        self.on_refusal: Callable[[], object] = lambda: None

    # --- the connection -----------------------------------------------------------------------------------

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            address = self._address().replace("http", "ws", 1) + "/ws"
            headers = self._place | ({"Cookie": self._cookie} if self._cookie else {})
            opening = connect(
                address, additional_headers=headers, max_size=None, open_timeout=20, close_timeout=1
            )
            self._socket = self._open.enter_context(opening)
            self.n_connections += 1
            self._send({"type": "hello", "version": self._version})
            since = self.last["seq"] if self.last else 0
            self._send({"type": "watch", "table": self.table, "seat": self.seat, "since": since})
            if self._pending is not None:
                self._send(self._pending)
        return self._socket

    def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def close(self) -> None:
        """Be gone."""
        self._socket = None
        with suppress(*_GONE):
            self._open.close()

    # --- playing ------------------------------------------------------------------------------------------

    def until(self, enough: Callable[[], bool]) -> None:
        """Play for this seat whenever it is to act, through whatever happens, until it is enough."""
        end = time.monotonic() + _PATIENCE_S
        while not enough():
            assert time.monotonic() < end, (
                f"nothing happens: seat {self.seat}, {self.last and self.last['seq']}"
            )
            try:
                self._connected()
                self._act_if_due()
                self._hear(1.0)
            except TimeoutError:
                continue
            except _GONE:
                self.close()
                time.sleep(0.02)

    def go_on(self, enough: Callable[[], bool]) -> None:
        """Act if it is time to, and be told of something more, unless it is enough before that."""
        n_told = self.n_told
        self.until(lambda: enough() or (self.n_told > n_told and self._pending is None))

    def _act_if_due(self) -> None:
        if self.seat is None or self.last is None or self._pending is not None:
            return
        turn = self.last["turns"].get(str(self.seat))
        if turn in (None, self._outdated) or self.last["status"] != "playing":
            return
        bot = make_bot("generic", self._game, SeededChance(f"{self.table}/{self.last['seq']}"))
        view = self._game.codec.decode_view(json.dumps(self.last["view"]))
        action = json.loads(self._game.codec.encode(bot.choose(view)))
        name = f"{self.seat}-{next(self._numbers)}"
        self._pending = {"type": "act", "table": self.table, "seat": self.seat, "turn": turn, "id": name}
        self._pending["action"] = action
        self._send(self._pending)

    def _hear(self, timeout: float) -> None:
        message = json.loads(self._connected().recv(timeout))
        match message["type"]:
            case "table":
                self._told(message)
            case "changed":
                assert self._version > 1
                assert self.last is not None
                assert self.last["seq"] == message["on"], "the changes do not follow what was told"
                self._told(with_changes(self.last, message))
            case "done":
                self._acknowledge(message["id"], message["seq"])
            case "refused":
                self._refused(message)

    def _told(self, message: dict[str, Any]) -> None:
        before = self.last["seq"] if self.last else 0
        assert message["seq"] >= before, "a view goes back"
        told = [one["seq"] for one in message["events"]]
        assert told == list(range(before, message["seq"])), (
            f"events {told} between {before} and {message['seq']}"
        )
        if self.last and message["seq"] == before:
            assert message["view"] == self.last["view"], "the same state looks different"
        for one in message["events"]:
            self.events[one["seq"]] = one["event"]
        self.views[message["seq"]] = message["view"]
        self.last = message
        self.n_told += 1
        for request in message["done"]:
            self._acknowledge(request, None)

    def _acknowledge(self, request: str, seq: int | None) -> None:
        if request.startswith("say"):
            return
        known = self.acknowledged.get(request)
        assert seq is None or known in (None, seq), "the same request has two answers"
        self.acknowledged[request] = seq if seq is not None else known
        if self._pending is not None and self._pending["id"] == request:
            self._pending = None

    def _refused(self, message: dict[str, Any]) -> None:
        self.refusals.append(message["message"])
        self.on_refusal()
        assert message["message"]
        if message["why"] == "stale" and self._pending is not None:
            # another seat has changed what was asked: what it is now is on its way
            self._pending, self._outdated = None, self._pending["turn"]
            return
        if message["why"] != "storage":
            raise Refusal(message)
        time.sleep(0.05)
        if self._pending is not None and message["id"] == self._pending["id"]:
            self._send(self._pending)
        else:
            self.close()  # it could not even be looked at

    @property
    def is_idle(self) -> bool:
        return self._pending is None

    @property
    def is_over(self) -> bool:
        return self.last is not None and self.last["status"] == "over"


class Party:
    """Some people at one table, each through an address of his own; the first one has set it up."""

    def __init__(
        self,
        addresses: Sequence[Callable[[], str]],
        preset: str = "rummikub",
        spectator: bool = False,
        clock: dict[str, Any] | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        self._people = [httpx.Client(timeout=20, headers=some_place()) for _ in addresses]
        self.preset = preset
        n_seats = len(addresses) - spectator
        wanted = {"preset": preset, "n_seats": n_seats + len(bots), "name": "Anna"}
        wanted |= {"clock": clock or {"type": "none"}, "seats": [*[None] * (n_seats - 1), *bots]}
        table = persist(lambda: self._people[0].post(addresses[0]() + "/api/tables", json=wanted))
        self.table: str = table.json()["id"]
        self.players: list[Playing] = []
        for number, (person, address) in enumerate(zip(self._people, addresses, strict=True)):
            seat = number if number < n_seats else None
            if seat:
                self._join(person, address)
            cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
            self.players.append(Playing(address, cookies, self.table, preset, seat))

    def _join(self, person: httpx.Client, address: Callable[[], str]) -> None:
        # whoever has his cookie first, as every page gives it, gets the same seat when he asks again
        persist(lambda: person.post(address() + "/api/me", json={"name": "Bruno"}))
        way = f"/api/tables/{self.table}/seats"
        persist(lambda: person.post(address() + way, json={"name": "Bruno"}))

    @property
    def is_over(self) -> bool:
        return all(each.is_over for each in self.players)

    def play(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Go on until the game is over or it is enough; who is to act, acts."""
        while not self.is_over and not enough():
            waiting = [each for each in self.players if each.last is None] or self._next()
            for each in waiting:
                each.go_on(enough)

    def catch_up(self) -> None:
        """Go on until everybody was told of everything that was done."""
        self.play(lambda: all(each.is_idle for each in self.players) and len(self._seqs()) == 1)

    def _seqs(self) -> set[int]:
        return {each.last["seq"] if each.last else 0 for each in self.players}

    def _next(self) -> list[Playing]:
        """Those who lag behind, else whoever is to act."""
        newest = max(self._seqs())
        late = [each for each in self.players if each.last and each.last["seq"] < newest]
        to_act = [each for each in self.players if each.last and str(each.seat) in each.last["turns"]]
        return late or to_act[:1] or self.players

    def close(self) -> None:
        for each in self.players:
            each.close()
        for person in self._people:
            person.close()

    def come_again(self) -> None:
        """Leave and resume, all of them; then go on until everybody knows the same."""
        for each in self.players:
            each.close()
        for each in self.players:
            each.go_on(lambda: False)
        self.catch_up()

    def compare(self, database: str, key: bytes) -> Record:
        """Hold everything that was told and acknowledged against the journal; the record it makes."""
        return _compare(self, database, key)


class Crowd:
    """Parties that play one game after another, each in a thread of its own, until it is enough."""

    def __init__(self, *addresses: Callable[[], str]) -> None:
        self.parties: list[Party] = []
        self._enough = threading.Event()
        self._failures: list[BaseException] = []
        # at one table people alone as long as they like, at the other a bot too and the clock
        terms: list[dict[str, Any]] = [{}, {"clock": {"type": "turn", "seconds": 60}, "bots": ["casual"]}]
        self._threads = [threading.Thread(target=self._play, args=(addresses, each)) for each in terms]

    def _play(self, addresses: tuple[Callable[[], str], ...], terms: dict[str, Any]) -> None:
        try:
            while not self._enough.is_set():
                party = Party(addresses, **terms)
                self.parties.append(party)
                party.play(self._enough.is_set)
        except BaseException as error:  # it is raised again at the end
            self._failures.append(error)

    @property
    def n_acknowledged(self) -> int:
        return sum(len(player.acknowledged) for party in self.parties for player in party.players)

    @property
    def n_resumed(self) -> int:
        """How often somebody came back to a game."""
        return sum(max(0, player.n_connections - 1) for party in self.parties for player in party.players)

    def wait_for(self, n_more: int) -> None:
        """Wait until so many more requests are acknowledged."""
        enough = self.n_acknowledged + n_more
        while self.n_acknowledged < enough and not self._failures:
            time.sleep(0.01)

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()
        for party in self.parties if not self._failures else ():
            party.come_again()
        for party in self.parties:
            party.close()
        if self._failures:
            raise self._failures[0]


def persist(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer, however often the server has to be asked."""
    end = time.monotonic() + _PATIENCE_S
    while True:
        try:
            answer = ask()
            if answer.status_code < 500:
                assert answer.status_code in (200, 201), answer.text
                return answer
        except httpx.TransportError:
            pass
        assert time.monotonic() < end, "the server does not answer"
        time.sleep(0.05)


def journal(url: str, party: Party, key: bytes) -> tuple[Record, list[Entry]]:
    """An empty record of a table, and the entries to fold into it."""

    async def read() -> tuple[Record, list[Entry]]:
        database = await open_database(url)
        try:
            store = TableStore(database)
            row = await store.find(party.table)
            assert row is not None
            record = new_record(
                party.table, read_settings(row.settings), games().of_preset(party.preset), key
            )
            return record, await store.entries(party.table)
        finally:
            await database.close()

    return asyncio.run(read())


def _compare(party: Party, url: str, key: bytes) -> Record:
    record, entries = journal(url, party, key)
    requests = [(entry.seat, entry.request) for entry in entries if entry.request is not None]
    assert len(set(requests)) == len(requests), "a request was carried out twice"
    starts = {(entry.seat, entry.request): entry.seq for entry in entries}
    for player in party.players:
        for request, seq in player.acknowledged.items():
            assert (player.seat, request) in starts, f"{request} was acknowledged and is lost"
            assert seq is None or starts[player.seat, request] == seq
    for entry in entries:
        assert entry.seq == record.seq, "the numbers have a gap"
        envelopes = record.decode(entry)
        assert [one.seq for one in envelopes] == list(range(entry.seq, entry.seq + len(envelopes)))
        record = record.after(entry, envelopes)
        for player in party.players:
            text = json.loads(write_message(shown(record, player.seat, envelopes, 0)))
            for one in text["events"]:
                assert player.events.get(one["seq"], one["event"]) == one["event"]
            if record.seq in player.views:
                assert player.views[record.seq] == text["view"], f"another view of {record.seq} was shown"
    shown_seqs = [seq for player in party.players for seq in player.views]
    assert record.seq >= max(shown_seqs, default=0), "something shown is lost"
    return record
