"""People at live tables, as programs: what `bench/server.py` lets them do to a server.

    python -m bench.load.players games ADDRESS... PAIRS GAMES THINK_MS | echo ADDRESS SOCKETS MESSAGES ANSWERS

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
from stolik.library import lexicons
from stolik.table.games import Games

#: A game without words: it is the server that is measured, and not the searches in a list.
_PLAYED = next(each for each in registry.presets().values() if registry.lexicon_of(each) is None)
PRESET, BOT = _PLAYED.id, levels(_PLAYED.game)[0]
_game = Games(lexicons()).of_preset(PRESET)


class Told(msgspec.Struct):
    """What a player needs of a message of the server."""

    type: str
    status: str = ""
    turns: dict[int, int] = {}
    view: msgspec.Raw = msgspec.Raw(b"null")
    why: str = ""
    message: str = ""


_read = msgspec.json.Decoder(Told).decode


class Player:
    """One seat of one game, playing from what it is sent."""

    def __init__(self, socket: ClientConnection, table: str, seat: int) -> None:
        self.socket, self.table, self.seat = socket, table, seat
        self.shown = Told("table")
        self.n_moves = self.n_outdated = self.n_views = self.n_bytes = 0
        self._answered: int | None = None
        self._bot = make_bot(BOT, _game, SeededChance(f"{table}/{seat}"))

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a message about this seat."""
        await self.socket.send(json.dumps({"type": kind, "table": self.table, "seat": self.seat, **fields}))

    async def watch(self) -> None:
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
            if message.type == "table":
                self.shown = message
                self.n_views, self.n_bytes = self.n_views + 1, self.n_bytes + len(text)
                return

    @property
    def is_due(self) -> bool:
        return self.shown.turns.get(self.seat) not in (None, self._answered)

    async def move(self) -> None:
        """Send one action."""
        action = self._bot.choose(_game.codec.decode_view(bytes(self.shown.view)))
        self.n_moves += 1
        self._answered = self.shown.turns[self.seat]
        act = msgspec.Raw(_game.codec.encode(action))
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

    async def table(self) -> list[Player]:
        wanted = {"preset": PRESET, "seats": [None], "n_seats": 2, "clock": {"type": "none"}}
        made = (await self.guests[0].post("/api/tables", json=wanted)).raise_for_status().json()
        (await self.guests[1].post(f"/api/tables/{made['id']}/seats", json={})).raise_for_status()
        return [Player(socket, made["id"], seat) for seat, socket in enumerate(self.sockets)]

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


async def play_games(addresses: list[str], n_pairs: int, n_games: int, think_ms: int) -> None:
    """Pairs who play so many games each; everybody comes to any server, if there are several."""
    homes = itertools.cycle(itertools.product(addresses, repeat=2))
    pairs = [await Pair.come(*next(homes)) for _ in range(n_pairs)]
    done = Done()

    async def run(pair: Pair) -> None:
        for _ in range(n_games):
            players = await pair.table()
            played = await asyncio.gather(*(player.play(think_ms / 1000) for player in players))
            done.n_moves += sum(played)
            done.n_views += sum(player.n_views for player in players)
            done.n_bytes += sum(player.n_bytes for player in players)

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
