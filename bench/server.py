"""Live tables under load, over real sockets on this machine: CPU of the server process, ratios in one run.

    python bench/server.py [games held finished cluster]

Both players of every game sit in this process and choose from the views they are sent. A move counts when
the server has acknowledged it; an echo is one message there and back on the same framework and server.
"Traffic" is what the messages of a move alone cost there, without any game: an answer and two views of the
size they have in these games.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

from stolik.bots import make_bot
from stolik.core.chance import SeededChance
from stolik.library import lexicons
from stolik.table.games import Games

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.services import Postgres, Redis, new_folder, remove

PRESET = "rummikub"
GAMES_AT_ONCE, GAMES = 40, 120
ECHO_SOCKETS, ECHO_MESSAGES = 80, 300
VIEWS, VIEW_BYTES = 2, 6_000  # the size is told by "games"
HELD, HELD_MOVES_PER_S, HELD_S = 1_000, 200, 20
FINISHED = (1_000, 10_000)
TARGETS = {"memory": 0.5, "durable": 0.25}
_game = Games(lexicons()).of_preset(PRESET)


class Process:
    """A server in a process of its own."""

    def __init__(self, kind: str, *services: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve", kind, self.folder.name, *services],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"STOLIK_KEY": "a key that all nodes share"},
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip().rstrip("/")
        self._known = psutil.Process(self._process.pid)

    @property
    def socket(self) -> str:
        return self.url.replace("http", "ws", 1) + "/ws"

    def cpu_s(self) -> float:
        times = self._known.cpu_times()
        return times.user + times.system

    def memory_mb(self) -> float:
        return self._known.memory_info().rss / 1e6

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self.folder.cleanup()


class Player:
    """One seat of one game, playing from what it is sent."""

    def __init__(self, socket: ClientConnection, table: str, seat: int) -> None:
        self.socket, self.table, self.seat = socket, table, seat
        self.view: dict[str, Any] = {}
        self.n_moves = self.n_outdated = self.n_views = self.n_bytes = 0
        self._answered: int | None = None
        self._bot = make_bot("generic", _game, SeededChance(f"{table}/{seat}"))

    async def watch(self) -> None:
        await self.socket.send(json.dumps({"type": "watch", "table": self.table, "seat": self.seat}))
        await self.told()

    async def told(self) -> None:
        """Wait for the next view."""
        while True:
            text = await self.socket.recv()
            message = json.loads(text)
            if message["type"] == "refused":
                if message["why"] != "stale":
                    raise RuntimeError(message["message"])
                self.n_outdated += 1  # somebody has dealt again: the view of that comes or has come
            if message["type"] == "table":
                self.view = message
                self.n_views, self.n_bytes = self.n_views + 1, self.n_bytes + len(text)
                return

    @property
    def is_due(self) -> bool:
        return self.view["turns"].get(str(self.seat)) not in (None, self._answered)

    async def move(self) -> None:
        """Send one action."""
        view = _game.codec.decode_view(json.dumps(self.view["view"]))
        action = _game.codec.encode(self._bot.choose(view)).decode()
        self.n_moves += 1
        self._answered = self.view["turns"][str(self.seat)]
        fields = {"table": self.table, "seat": self.seat, "turn": self._answered}
        start = json.dumps({"type": "act", "id": f"r{self.n_moves}", **fields})
        await self.socket.send(f'{start[:-1]}, "action": {action}}}')

    async def play(self) -> int:
        """Play to the end; how many moves were acknowledged."""
        await self.watch()
        while self.view["status"] != "over":
            if self.is_due:
                await self.move()
            await self.told()
        return self.n_moves - self.n_outdated


def cookie(guest: httpx.AsyncClient) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in guest.cookies.items())}


class Pair:
    """Two people who play game after game."""

    def __init__(self, guests: list[httpx.AsyncClient], sockets: list[ClientConnection]):
        self.guests, self.sockets = guests, sockets

    @classmethod
    async def come(cls, *servers: Process) -> Pair:
        """Through one server, or each through his own."""
        own = [servers[0], servers[-1]]
        guests = [httpx.AsyncClient(base_url=server.url, timeout=60) for server in own]
        for number, guest in enumerate(guests):
            (await guest.post("/api/me", json={"name": f"Player {number}"})).raise_for_status()
        sockets = [
            await connect(server.socket, additional_headers=cookie(guest), compression=None, max_size=None)
            for server, guest in zip(own, guests, strict=True)
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


# --- what is measured -------------------------------------------------------------------------------------


async def echo(server: Process, n_answers: int = 1) -> float:
    """CPU seconds of the server for one message and its answers."""
    sockets = [await connect(server.socket, compression=None) for _ in range(ECHO_SOCKETS)]
    text = json.dumps({"type": "act", "table": "x" * 16, "seat": 0, "action": {"type": "Draw"}, "id": "r1"})

    async def run(socket: ClientConnection) -> None:
        for _ in range(ECHO_MESSAGES):
            await socket.send(text)
            for _ in range(n_answers):
                await socket.recv()

    begun = server.cpu_s()
    await asyncio.gather(*map(run, sockets))
    spent = server.cpu_s() - begun
    for socket in sockets:
        await socket.close()
    return spent / (ECHO_SOCKETS * ECHO_MESSAGES)


async def games(*servers: Process) -> tuple[float, int, float]:
    """CPU seconds of the servers for a move of complete games, acknowledged moves, bytes of a view."""
    after = (*servers[1:], servers[0])  # the players of a game sit at different servers, if there are several
    homes = list(zip(servers, after, strict=True))
    pairs = [await Pair.come(*homes[number % len(homes)]) for number in range(GAMES_AT_ONCE)]
    n_moves = n_views = n_bytes = 0

    async def run(pair: Pair) -> None:
        nonlocal n_moves, n_views, n_bytes
        for _ in range(GAMES // GAMES_AT_ONCE):
            players = await pair.table()
            played = await asyncio.gather(*(player.play() for player in players))
            n_moves += sum(played)
            n_views += sum(player.n_views for player in players)
            n_bytes += sum(player.n_bytes for player in players)

    begun = sum(server.cpu_s() for server in servers)
    await asyncio.gather(*map(run, pairs))
    spent = sum(server.cpu_s() for server in servers) - begun
    for pair in pairs:
        await pair.leave()
    return spent / n_moves, n_moves, n_bytes / n_views


async def held(server: Process) -> dict[str, float]:
    """Memory with many games at once, and how long a move takes to the other player's view."""
    pairs = [await Pair.come(server) for _ in range(HELD)]
    tables = [await pair.table() for pair in pairs]
    await asyncio.gather(*(player.watch() for players in tables for player in players))
    memory = server.memory_mb()
    waits: list[float] = []
    waiting: set[asyncio.Task[None]] = set()

    async def move(players: list[Player]) -> None:
        mover = next((player for player in players if player.is_due), None)
        if mover is None:
            return
        other = players[1 - mover.seat]
        begun = time.perf_counter()
        await mover.move()
        await other.told()
        waits.append(time.perf_counter() - begun)
        await mover.told()

    begun = time.perf_counter()
    for number in range(HELD_MOVES_PER_S * HELD_S):
        task = asyncio.create_task(move(tables[number % HELD]))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
        await asyncio.sleep(max(0.0, begun + number / HELD_MOVES_PER_S - time.perf_counter()))
    await asyncio.gather(*waiting)
    took = time.perf_counter() - begun
    for pair in pairs:
        await pair.leave()
    waits.sort()
    return {
        "MB": memory,
        "moves/s": len(waits) / took,
        "p50 ms": 1000 * statistics.median(waits),
        "p99 ms": 1000 * waits[99 * len(waits) // 100],
    }


async def finished(server: Process) -> dict[int, float]:
    """Memory after so many finished games."""
    pairs = [await Pair.come(server) for _ in range(20)]
    memory, n_done = {}, 0

    async def run(pair: Pair, n: int) -> None:
        for _ in range(n):
            first, second = await pair.table()
            await first.watch()
            await second.watch()
            action = {"type": "act", "table": first.table, "seat": 0, "id": "r", "action": {"type": "Resign"}}
            await first.socket.send(json.dumps(action))
            await second.told()
            await first.told()
            for player in (first, second):
                gone = {"type": "unwatch", "table": player.table, "seat": player.seat}
                await player.socket.send(json.dumps(gone))

    for n in FINISHED:
        await asyncio.gather(*(run(pair, (n - n_done) // len(pairs)) for pair in pairs))
        n_done = n
        await asyncio.sleep(1)
        memory[n] = server.memory_mb()
    for pair in pairs:
        await pair.leave()
    return memory


# --- the servers ------------------------------------------------------------------------------------------


async def serve(kind: str, folder: str, database: str = "", redis: str | None = None) -> None:
    if kind in ("echo", "traffic"):
        await _serve_echo("x" * VIEW_BYTES if kind == "traffic" else None)
        return
    from stolik.web.server import serve as run

    await run(
        host="127.0.0.1",
        port=19000 + os.getpid() % 9000,
        database=database or f"sqlite:///{folder}/bench.db",
        redis=redis,
        ready=lambda url: print(url, flush=True),
        durable=kind == "durable",
        per_minute=10_000_000,
    )


async def _serve_echo(view: str | None) -> None:
    from granian.constants import Interfaces
    from granian.server.embed import Server
    from litestar import Litestar, WebSocket, websocket

    from stolik.web.server import free_port

    @websocket("/ws")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            await socket.send_data(await socket.receive_data(mode="text"))
            if view is not None:
                for _ in range(VIEWS):
                    await socket.send_data(view)

    port = free_port("127.0.0.1", 19000 + os.getpid() % 9000)
    app = Litestar([echo], logging_config=None)
    server = Server(app, port=port, interface=Interfaces.ASGI, log_enabled=False)
    print(f"http://127.0.0.1:{port}/", flush=True)
    await server.serve()


def on(kind: str, work: Callable[[Process], Coroutine[Any, Any, Any]]) -> Any:
    server = Process(kind)
    try:
        time.sleep(0.5)
        return asyncio.run(work(server))
    finally:
        server.close()


def cluster() -> dict[int, float]:
    """CPU seconds for 1,000 moves with one node and with three, on PostgreSQL and Redis."""
    folder = new_folder("bench")
    postgres, redis = Postgres(folder / "pg"), Redis(folder, 29_000 + os.getpid() % 9000)
    spent: dict[int, float] = {}
    try:
        for n_nodes in (1, 3):
            address = postgres.database(f"nodes{n_nodes}")
            nodes = [Process("cluster", address, redis.url) for _ in range(n_nodes)]
            time.sleep(0.5)
            spent[n_nodes] = 1000 * asyncio.run(games(*nodes))[0]
            for node in nodes:
                node.close()
    finally:
        redis.close()
        postgres.close()
        remove(folder)
    return spent


def main(wanted: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    wanted = wanted or ["games", "held", "finished", "cluster"]
    if "games" in wanted:
        echo_s = on("echo", echo)
        print(f"    echo           {1 / echo_s:9,.0f} a second of CPU", flush=True)
        traffic_s = on("traffic", partial(echo, n_answers=1 + VIEWS))
        print(
            f"    traffic alone  {1 / traffic_s:9,.0f} moves a second of CPU,"
            f" {echo_s / traffic_s:.2f} of the echo",
            flush=True,
        )
        for kind, target in TARGETS.items():
            move_s, n, size = on(kind, games)
            print(
                f"    games {kind:8} {1 / move_s:9,.0f} moves a second of CPU ({n:,} moves of {PRESET},"
                f" views of {size:,.0f} bytes), {echo_s / move_s:.2f} of the echo (target {target}),"
                f" {traffic_s / move_s:.2f} of the traffic",
                flush=True,
            )
    if "held" in wanted:
        told = on("durable", held)
        print(f"    {HELD:,} games, {2 * HELD:,} sockets: {told} (targets 1,500 MB, p99 100 ms)", flush=True)
    if "finished" in wanted:
        memory = on("durable", finished)
        few, many = FINISHED
        print(
            f"    memory after {few:,} games {memory[few]:.0f} MB, after {many:,} {memory[many]:.0f} MB:"
            f" {memory[many] / memory[few]:.2f} (target 1.10)",
            flush=True,
        )
    if "cluster" in wanted:
        spent = cluster()
        print(
            f"    CPU for 1,000 moves on PostgreSQL: one node {spent[1]:.2f} s, three {spent[3]:.2f} s:"
            f" {spent[3] / spent[1]:.2f} (target 1.4)",
            flush=True,
        )


if __name__ == "__main__":
    if "--serve" in sys.argv:
        asyncio.run(serve(*sys.argv[sys.argv.index("--serve") + 1 :]))
    else:
        main(sys.argv[1:])
