"""People at live tables, as programs: what `bench/server.py` lets them do to a server.

    python -m bench.load.players games ADDRESS... PAIRS GAMES THINK_MS VERSION
                                 | echo ADDRESS SOCKETS MESSAGES ANSWERS

runs one crowd in a process of its own: it comes, says so, begins when told to, and tells what it has done.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from stolik.bots import levels, make_bot
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.changes import applied
from stolik.library import lexicons
from stolik.table.games import Games

#: A game without words: it is the server that is measured, and not the searches in a list.
_PLAYED = next(each for each in registry.presets().values() if registry.lexicon_of(each) is None)
PRESET = _PLAYED.id
_games = Games(lexicons())


class Told(msgspec.Struct):
    """What a player needs of a message of the server."""

    type: str
    status: str = ""
    turns: dict[int, int] = {}
    view: msgspec.Raw = msgspec.Raw(b"null")
    why: str = ""
    message: str = ""
    changes: tuple[tuple[tuple[str | int, ...], Any], ...] = ()


_read = msgspec.json.Decoder(Told).decode


class Player:
    """One seat of one game, playing from what it is sent."""

    def __init__(
        self, socket: ClientConnection, table: str, seat: int, preset: str = PRESET, version: int = 1
    ) -> None:
        self.socket, self.table, self.seat, self.version = socket, table, seat, version
        self.shown = Told("table")
        self.n_moves = self.n_outdated = 0
        #: How long each view was, or what had changed of it.
        self.sizes: list[int] = []
        self._whole: dict[str, Any] = {}
        self._answered: int | None = None
        self._game = _games.of_preset(preset)
        self._bot = make_bot(levels(self._game.name)[0], self._game, SeededChance(f"{table}/{seat}"))

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a message about this seat."""
        await self.socket.send(json.dumps({"type": kind, "table": self.table, "seat": self.seat, **fields}))

    async def watch(self) -> None:
        await self.say("hello", version=self.version)
        await self.say("watch")
        await self.told()

    async def told(self) -> None:
        """Wait for the next view."""
        while True:
            text = await self.socket.recv(decode=False)
            message = _read(text)
            if message.type == "refused":
                if message.why != "stale":
                    raise RuntimeError(message.message)
                self.n_outdated += 1  # somebody has dealt again: the view of that comes or has come
            if message.type in ("table", "changed"):
                self.shown = message if self.version == 1 else self._put_together(text, message)
                self.sizes.append(len(text))
                return

    def _put_together(self, text: bytes, message: Told) -> Told:
        """The table as a player wants it, from all of it or from what has changed."""
        is_whole = message.type == "table"
        self._whole = msgspec.json.decode(text) if is_whole else applied(self._whole, message.changes)
        turns = {int(seat): turn for seat, turn in self._whole["turns"].items()}
        return Told("table", self._whole["status"], turns)

    def _view(self) -> Any:
        if self.version == 1:
            return self._game.codec.decode_view(bytes(self.shown.view))
        return msgspec.convert(self._whole["view"], self._game.codec.view_type, str_keys=True)

    @property
    def is_due(self) -> bool:
        return self.shown.turns.get(self.seat) not in (None, self._answered)

    async def move(self) -> None:
        """Send one action."""
        action = self._bot.choose(self._view())
        self.n_moves += 1
        self._answered = self.shown.turns[self.seat]
        act = msgspec.Raw(self._game.codec.encode(action))
        fields = {"type": "act", "table": self.table, "seat": self.seat, "turn": self._answered}
        await self.socket.send(
            msgspec.json.encode({**fields, "id": f"r{self.n_moves}", "action": act}), text=True
        )

    async def play(self, think_s: float) -> int:
        """Play to the end, each move after some thought; how many moves were acknowledged."""
        await self.watch()
        while self.shown.status != "over":
            if self.is_due:
                await asyncio.sleep(think_s)
                await self.move()
            await self.told()
        return self.n_moves - self.n_outdated


class Pair:
    """Two people who play game after game."""

    def __init__(self, guests: list[httpx.AsyncClient], sockets: list[ClientConnection]):
        self.guests, self.sockets = guests, sockets

    @classmethod
    async def come(cls, *addresses: str) -> Pair:
        """Through one server, or each through his own."""
        own = [addresses[0], addresses[-1]]
        guests = [httpx.AsyncClient(base_url=address, timeout=60) for address in own]
        for number, guest in enumerate(guests):
            (await guest.post("/api/me", json={"name": f"Player {number}"})).raise_for_status()
        sockets = [
            await connect(
                socket_of(address), additional_headers=cookie(guest), compression=None, max_size=None
            )
            for address, guest in zip(own, guests, strict=True)
        ]
        return cls(guests, sockets)

    async def table(self, preset: str = PRESET, version: int = 1) -> list[Player]:
        wanted = {"preset": preset, "seats": [None], "n_seats": 2, "clock": {"type": "none"}}
        made = (await self.guests[0].post("/api/tables", json=wanted)).raise_for_status().json()
        (await self.guests[1].post(f"/api/tables/{made['id']}/seats", json={})).raise_for_status()
        return [Player(socket, made["id"], seat, preset, version) for seat, socket in enumerate(self.sockets)]

    async def beside(self, address: str) -> list[ClientConnection]:
        """Another socket for each of them."""
        return [
            await connect(
                socket_of(address), additional_headers=cookie(guest), compression=None, max_size=None
            )
            for guest in self.guests
        ]

    async def leave(self) -> None:
        for socket in self.sockets:
            await socket.close()
        for guest in self.guests:
            await guest.aclose()


def cookie(guest: httpx.AsyncClient) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in guest.cookies.items())}


def socket_of(address: str) -> str:
    return address.replace("http", "ws", 1) + "/ws"


# --- a crowd in a process of its own ----------------------------------------------------------------------


class Done(msgspec.Struct):
    """What a crowd has done."""

    n_moves: int = 0
    n_views: int = 0
    n_bytes: int = 0


async def play_games(addresses: list[str], n_pairs: int, n_games: int, think_ms: int, version: int) -> None:
    """Pairs who play so many games each; everybody comes to any server, if there are several."""
    homes = itertools.cycle(itertools.product(addresses, repeat=2))
    pairs = [await Pair.come(*next(homes)) for _ in range(n_pairs)]
    done = Done()

    async def run(pair: Pair) -> None:
        for _ in range(n_games):
            players = await pair.table(version=version)
            played = await asyncio.gather(*(player.play(think_ms / 1000) for player in players))
            done.n_moves += sum(played)
            done.n_views += sum(len(player.sizes) for player in players)
            done.n_bytes += sum(sum(player.sizes) for player in players)

    await _begin()
    await asyncio.gather(*map(run, pairs))
    await _end(done)
    for pair in pairs:
        await pair.leave()


async def send_echoes(address: str, n_sockets: int, n_messages: int, n_answers: int) -> None:
    """Sockets that send so many messages each, and wait for the answers to one before they send the next."""
    sockets = [await connect(socket_of(address), compression=None) for _ in range(n_sockets)]
    text = json.dumps({"type": "act", "table": "x" * 16, "seat": 0, "action": {"type": "Draw"}, "id": "r1"})

    async def run(socket: ClientConnection) -> None:
        for _ in range(n_messages):
            await socket.send(text)
            for _ in range(n_answers):
                await socket.recv(decode=False)

    await _begin()
    await asyncio.gather(*map(run, sockets))
    await _end(Done(n_sockets * n_messages))
    for socket in sockets:
        await socket.close()


async def _begin() -> None:
    """Say that everybody has come, and wait for the word to begin."""
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)


async def _end(done: Done) -> None:
    """Tell what was done, and stay until the server has been measured."""
    print(msgspec.json.encode(done).decode(), flush=True)
    await asyncio.to_thread(sys.stdin.readline)


def main(what: str, *numbers_and_addresses: str) -> None:
    numbers = [int(each) for each in numbers_and_addresses if each.isdigit()]
    addresses = [each for each in numbers_and_addresses if not each.isdigit()]
    if what == "games":
        asyncio.run(play_games(addresses, *numbers))
    else:
        asyncio.run(send_echoes(addresses[0], *numbers))


if __name__ == "__main__":
    main(*sys.argv[1:])
