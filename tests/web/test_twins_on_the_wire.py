"""The twin law through real sockets and pages: what a browser gets tells nothing of how hidden tiles lie."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from granian.constants import Interfaces
from granian.server.embed import Server
from websockets.asyncio.client import ClientConnection, connect

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.outcome import Viewer
from stolik.storage.entry import Entry
from stolik.table import showing
from stolik.table.clocks import GameClock
from stolik.table.lobby import Guest
from stolik.table.record import OVER, Record
from stolik.table.settings import settings_for
from stolik.web.app import make_app
from stolik.web.live.protocol import VERSION
from stolik.web.operations.limits import Limits
from stolik.web.server import free_port
from stolik.web.site import Site, open_site
from stolik.words.store import Lexicons
from tests.laws.table import Step, decide
from tests.web.test_twins import Compared, leaking, twins_of_step

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.base_exceptions.LitestarDeprecationWarning"),
]

#: A preset of each game; the others are played here in the soak, and in every run by `test_twins`.
IN_EVERY_RUN = ("pl", "rummikub")
NO_LIMITS = Limits(calls_per_minute=10**9, sockets_per_address=10**6, sockets=10**6)
#: What a seat can ask for in its turn, and anybody at any time.
SEAT_ASKS = ("/api/tables/{table}/actions?seat={seat}", "/api/tables/{table}/choices?seat={seat}")
ALL_ASK = ("/api/tables/{table}", "/t/{table}")


class Browser:
    """Somebody with a cookie and a socket."""

    def __init__(
        self, http: httpx.AsyncClient, socket: ClientConnection, viewer: Viewer, version: int
    ) -> None:
        self.http = http
        self._socket = socket
        self.viewer = viewer
        self._version = version

    async def greet(self) -> None:
        """Say which version of the protocol it speaks."""
        await self._socket.send(json.dumps({"type": "hello", "version": self._version}))

    async def watch(self, table: str, since: int) -> bytes:
        """What comes for the wish to be told everything since an event."""
        await self._socket.send(
            json.dumps({"type": "watch", "table": table, "seat": self.viewer, "since": since})
        )
        return await self._next("table")

    async def look_away(self, table: str) -> None:
        """Be told nothing more."""
        await self._socket.send(json.dumps({"type": "unwatch", "table": table, "seat": self.viewer}))
        await self._next("gone")

    async def next_word(self) -> bytes:
        """The bytes of the next word of a table that is watched."""
        return await self._next("table" if self._version == 1 else "changed")

    async def _next(self, kind: str) -> bytes:
        while True:
            message = await asyncio.wait_for(self._socket.recv(decode=False), 20)
            assert not message.startswith(b'{"type":"refused"'), message
            if message.startswith(f'{{"type":"{kind}"'.encode()):
                return message

    async def pages(self, table: str, n: int) -> list[bytes]:
        """What it gets when it asks."""
        asked = [way.format(table=table) for way in ALL_ASK] if n % 8 == 0 else []
        if self.viewer is not None:
            asked += [way.format(table=table, seat=self.viewer) for way in SEAT_ASKS]
        answers = [await self.http.get(way) for way in asked]
        assert {answer.status_code for answer in answers} <= {200}
        return [answer.content for answer in answers]


class Wire:
    """A site, browsers at one table of it, and whatever state the test wants this table to be in."""

    def __init__(self, site: Site, table: str, browsers: Sequence[Browser]) -> None:
        self.site = site
        self.table = table
        self.browsers = browsers

    def put(self, record: Record) -> None:
        live = self.site.host.kept(self.table)
        assert live is not None
        live.record = record

    async def check(self, browser: Browser, before: Record, compared: Compared, what: str, n: int) -> None:
        """Real and twin are the same in every byte."""
        gotten = [
            await self._gotten(browser, before, record, envelopes, n)
            for record, envelopes in (
                (compared.real, compared.real_envelopes),
                (compared.twin, compared.twin_envelopes),
            )
        ]
        assert gotten[0] == gotten[1], what

    async def _gotten(
        self, browser: Browser, before: Record, record: Record, envelopes: Sequence[Any], n: int
    ) -> list[bytes]:
        if not envelopes:
            self.put(record)
            return [await browser.watch(self.table, record.seq), *await browser.pages(self.table, n)]
        self.put(before)
        await browser.watch(self.table, before.seq)
        self.put(record)
        entry = Entry(self.table, before.seq, before.changed_ms, None, None, None, b"")
        live = self.site.host.kept(self.table)
        assert live is not None
        for listener in list(live.listeners):
            listener.changed(record, entry, envelopes)
        return [await browser.next_word()]


@asynccontextmanager
async def wire(
    folder: Path, words: Lexicons, preset: Preset, seats: int, version: int = VERSION
) -> AsyncIterator[Wire]:
    """A real server on this machine, and a table at which everybody has sat down."""
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(
            open_site(f"sqlite:///{folder}/stolik.db", bytes(32), words=words)
        )
        port = free_port("127.0.0.1", 0)
        server = Server(
            make_app(site, NO_LIMITS),
            address="127.0.0.1",
            port=port,
            interface=Interfaces.ASGI,
            log_enabled=False,
        )
        serving = asyncio.create_task(server.serve())
        stack.push_async_callback(asyncio.wait, [serving])
        stack.callback(server.stop)
        people = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}"))
            for _ in range(seats + 1)
        ]
        guests = [await _guest(person, n) for n, person in enumerate(people)]
        settings = settings_for(
            preset, site.host.games.of_preset(preset.id), n_seats=seats, clock=GameClock(1500)
        )
        table = (await site.lobby.create(settings, guests[0])).id
        for guest in guests[1:seats]:
            await site.lobby.join(table, guest)
        browsers = []
        for n, person in enumerate(people):
            cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
            opening = connect(
                f"ws://127.0.0.1:{port}/ws", additional_headers={"Cookie": cookies}, max_size=None
            )
            socket = await stack.enter_async_context(opening)
            browser = Browser(person, socket, n if n < seats else None, version)
            await browser.greet()
            browsers.append(browser)
        yield Wire(site, table, browsers)


async def _guest(person: httpx.AsyncClient, n: int) -> Guest:
    for _ in range(200):
        try:
            me = (await person.post("/api/me", json={"name": f"Player {n}"})).json()
            return Guest(me["id"], me["name"])
        except httpx.ConnectError:
            await asyncio.sleep(0.02)
    raise AssertionError("the server does not answer")


async def check_game(here: Wire, seed: str, monkeypatch: pytest.MonkeyPatch, bound: int) -> int:
    """Play at the table, and let everybody look at every step; how often bytes were compared."""
    host = here.site.host
    game = (await host.live(here.table)).record.game
    now = host.now_ms()
    monkeypatch.setattr(host, "now_ms", lambda: now)
    monkeypatch.setattr(here.site.messages, "one_more", lambda _who: False)
    chance, n_compared, record = SeededChance(seed), 0, (await host.live(here.table)).record
    for number in range(bound):
        seat = min(record.waiting_for())
        tired = number > bound // 2
        seat, action, events = decide(game, record.state, seat, chance, daring=4, tired=tired)
        step = Step(record.state, seat, action, events, None)
        for browser in here.browsers:
            await browser.watch(here.table, record.seq)  # who listens is not overtaken by the journal
            for each, what in twins_of_step(game, record, step, browser.viewer, f"{seed}/{number}"):
                await here.check(browser, record, each, what, number)
                n_compared += 1
            here.put(record)
            await browser.look_away(here.table)
        live = await host.live(here.table)
        await host.change(live, partial(_just, events))
        record = live.record
        if record.status == OVER:
            return n_compared
    raise AssertionError("the game does not end")


def _just(events: Sequence[Any], _record: Record) -> Sequence[Any]:
    return events


def test_every_game_is_played_on_the_wire_in_every_run() -> None:
    presets = registry.presets()
    assert {presets[each].game for each in IN_EVERY_RUN} == {each.game for each in presets.values()}


@pytest.mark.parametrize(
    "preset_id",
    [
        pytest.param(each, marks=[] if each in IN_EVERY_RUN else pytest.mark.soak)
        for each in sorted(registry.presets())
    ],
)
async def test_whole_game_through_real_sockets_and_pages_tells_nothing_hidden(
    preset_id: str, tmp_path: Path, words: Lexicons, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = registry.find_preset(preset_id)
    seats = max(preset.players[0], min(3, preset.players[1]))
    n_compared = 0
    for n in range(20):  # by what was dealt a game may be over soon
        (tmp_path / str(n)).mkdir()
        async with wire(tmp_path / str(n), words, preset, seats) as here:
            n_compared += await check_game(here, f"{preset_id}/{n}", monkeypatch, preset.bound)
        if n_compared > 20:
            return
    raise AssertionError("hardly anything was compared")


async def test_whole_tables_tell_nothing_hidden_either(
    tmp_path: Path, words: Lexicons, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = registry.find_preset("pl")
    async with wire(tmp_path, words, preset, 2, version=1) as here:
        assert await check_game(here, "version 1", monkeypatch, preset.bound)


async def test_server_that_lets_a_tile_slip_is_caught(
    tmp_path: Path, words: Lexicons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "seats_shown", leaking(showing.seats_shown))
    preset = registry.find_preset("pl")
    async with wire(tmp_path, words, preset, 2) as here:
        with pytest.raises(AssertionError, match="hidden"):
            await check_game(here, "leak", monkeypatch, preset.bound)
