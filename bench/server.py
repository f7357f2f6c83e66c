"""Live tables under load, over real sockets on this machine: CPU of the server process, ratios in one run.

    python bench/server.py [sizes games held finished cluster dearest attack]

Both players of every game choose from the views they are sent. A move counts when the server has acknowledged
it; an echo is one message there and back on the same framework and server. Games and echoes come from two
processes, which together ask for more than the server can do: it is measured at work, not at waking up.
"Traffic" is what the messages of a move alone cost there, without any game: one that comes, and two views of
the size they have in these games. Games are played in both versions of the protocol in turn.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.load.bystander import bystander
from bench.load.dearest import dearest
from bench.load.players import PRESET, Done, Pair, Player
from bench.load.sizes import PRESETS, VERSIONS, in_lines, sizes
from bench.load.world import make_long_games
from tests.services import Postgres, Redis, new_folder, remove

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
CLIENTS = 2
#: Of each server, and of all together.
GAMES_AT_ONCE, GAMES = 36, 216
ROUNDS = 3
#: How nodes are loaded, by how many games, and how long a move is thought about. Players who think give every
#: node the same to do, with one and with three; those who do not keep one node busy without a break, never
#: three on a machine with fewer cores.
PACES = (("players who think", 0, 200), ("as fast as the machine can", GAMES, 0))
ECHO_SOCKETS, ECHO_MESSAGES = 80, 600
VIEWS, VIEW_BYTES = 2, 5_700  # the size is told by "games"
HELD, HELD_MOVES_PER_S, HELD_S = 1_000, 200, 20
FINISHED = (1_000, 10_000)
TARGETS = {"memory": 0.5, "durable": 0.25}


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

    def cpu_s(self) -> float:
        times = self._known.cpu_times()
        return times.user + times.system

    def memory_mb(self) -> float:
        return self._known.memory_info().rss / 1e6

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self.folder.cleanup()


class Crowd:
    """Players in processes of their own, who begin together."""

    def __init__(self, *what: object) -> None:
        command = [sys.executable, "-m", "bench.load.players", *map(str, what)]
        self._processes = [
            subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(CLIENTS)
        ]
        for process in self._processes:
            assert self._read(process) == "ready"

    def work(self) -> Done:
        """Let them do what they came for; what they have done together."""
        self._tell()
        parts = [msgspec.json.decode(self._read(process), type=Done) for process in self._processes]
        return Done(
            sum(part.n_moves for part in parts),
            sum(part.n_views for part in parts),
            sum(part.n_bytes for part in parts),
        )

    def leave(self) -> None:
        self._tell()
        for process in self._processes:
            process.wait()

    def _read(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline().strip()

    def _tell(self) -> None:
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()


def work_of(crowd: Crowd, *servers: Process) -> tuple[float, Done]:
    """CPU seconds of the servers for each thing that a crowd does, and what it has done."""
    begun = sum(server.cpu_s() for server in servers)
    done = crowd.work()
    spent = sum(server.cpu_s() for server in servers) - begun
    crowd.leave()
    return spent / done.n_moves, done


# --- what is measured -------------------------------------------------------------------------------------


def echo(server: Process, n_answers: int = 1) -> float:
    """CPU seconds of the server for one message and its answers."""
    crowd = Crowd("echo", server.url, ECHO_SOCKETS // CLIENTS, ECHO_MESSAGES, n_answers)
    return work_of(crowd, server)[0]


def games(*servers: Process, n_games: int = GAMES, think_ms: int = 0, version: int = 1) -> tuple[float, Done]:
    """CPU seconds of the servers for a move of complete games, and what was played."""
    addresses = [server.url for server in servers]
    n_pairs = GAMES_AT_ONCE * len(servers)
    crowd = Crowd("games", *addresses, n_pairs // CLIENTS, max(1, n_games // n_pairs), think_ms, version)
    return work_of(crowd, *servers)


async def held(server: Process) -> dict[str, float]:
    """Memory with many games at once, and how long a move takes to the other player's view."""
    pairs = [await Pair.come(server.url) for _ in range(HELD)]
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
    pairs = [await Pair.come(server.url) for _ in range(20)]
    memory, n_done = {}, 0

    async def run(pair: Pair, n: int) -> None:
        for _ in range(n):
            first, second = await pair.table()
            await first.watch()
            await second.watch()
            await first.say("act", id="r", action={"type": "Resign"})
            await second.told()
            await first.told()
            for player in (first, second):
                await player.say("unwatch")

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
    from stolik.web.operations.limits import Limits
    from stolik.web.server import serve as run
    from stolik.web.server import server_key

    url = database or f"sqlite:///{folder}/bench.db"
    if kind == "dearest":
        await make_long_games(url, server_key(url), Path(folder) / "long.json")
    probing = asyncio.create_task(_probe(f"{folder}/probe")) if kind == "dearest" else None
    await run(
        host="127.0.0.1",
        port=19000 + os.getpid() % 9000,
        database=url,
        redis=redis,
        ready=lambda url: print(url, flush=True),
        durable=kind in ("durable", "attacked"),
        limits=Limits(calls_per_minute=10_000_000),
        behind_proxy=kind in ("dearest", "attacked"),  # everybody comes from an address of his own
    )
    if probing is not None:
        probing.cancel()


async def _probe(path: str) -> None:
    """Tell whoever asks how much the loop worked at a time since the last time, and how long it was held.

    Work is the time of its own thread for one callback. Held is how late a task is that wants to run every
    millisecond, as far as this process was at work meanwhile: while others have the machine, nobody here is.
    """
    held_ms = longest_ms = 0.0
    run = asyncio.events.Handle._run

    def timed_run(handle: asyncio.Handle) -> None:
        nonlocal longest_ms
        begun = time.thread_time()
        run(handle)
        longest_ms = max(longest_ms, 1000 * (time.thread_time() - begun))

    asyncio.events.Handle._run = timed_run  # type: ignore[method-assign]

    async def tell(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal held_ms, longest_ms
        writer.write(f"{longest_ms} {held_ms}\n".encode())
        held_ms = longest_ms = 0.0
        writer.close()

    async with await asyncio.start_unix_server(tell, path):
        while True:
            begun, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(0.001)
            late_ms = 1000 * (time.perf_counter() - begun) - 1
            held_ms = max(held_ms, min(late_ms, 1000 * (time.process_time() - worked)))


async def _serve_echo(view: str | None) -> None:
    from granian.constants import Interfaces
    from granian.server.embed import Server
    from litestar import Litestar, WebSocket, websocket

    from stolik.web.server import free_port

    @websocket("/ws")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        while True:
            text = await socket.receive_data(mode="text")
            for _ in range(1 if view is None else VIEWS):
                await socket.send_data(view or text)

    port = free_port("127.0.0.1", 19000 + os.getpid() % 9000)
    app = Litestar([echo], logging_config=None)
    server = Server(app, port=port, interface=Interfaces.ASGI, log_enabled=False)
    print(f"http://127.0.0.1:{port}/", flush=True)
    await server.serve()


def on(kind: str, work: Callable[[Process], T]) -> T:
    """What work on a new server gives."""
    server = Process(kind)
    try:
        time.sleep(0.5)
        return work(server)
    finally:
        server.close()


def cluster(n_games: int, think_ms: int) -> dict[int, list[float]]:
    """CPU seconds for 1,000 moves with one node and with three in turn, on PostgreSQL and Redis."""
    folder = new_folder("bench")
    postgres, redis = Postgres(folder / "pg"), Redis(folder, 29_000 + os.getpid() % 9000)
    spent: dict[int, list[float]] = {1: [], 3: []}
    try:
        for number in range(ROUNDS):
            for n_nodes, found in spent.items():
                address = postgres.database(f"nodes{n_nodes}_{number}")
                nodes = [Process("cluster", address, redis.url) for _ in range(n_nodes)]
                time.sleep(0.5)
                found.append(1000 * games(*nodes, n_games=n_games, think_ms=think_ms)[0])
                for node in nodes:
                    node.close()
    finally:
        redis.close()
        postgres.close()
        remove(folder)
    return spent


def main(wanted: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    wanted = wanted or ["sizes", "games", "held", "finished", "cluster", "attack"]
    if "dearest" in wanted:
        parts = wanted[wanted.index("dearest") + 1 :]
        on("dearest", lambda server: dearest(server.url, server.folder.name, parts))
        return
    if "attack" in wanted:
        on("attacked", lambda server: bystander(server.url))
    if "sizes" in wanted:
        for preset in PRESETS:
            found = on("memory", lambda server, preset=preset: asyncio.run(sizes(server.url, preset)))
            print(in_lines(preset, found), flush=True)
    if "games" in wanted:
        echo_s = on("echo", echo)
        print(f"    echo           {1 / echo_s:9,.0f} a second of CPU", flush=True)
        traffic_s = on("traffic", partial(echo, n_answers=VIEWS))
        print(
            f"    traffic alone  {1 / traffic_s:9,.0f} moves a second of CPU,"
            f" {echo_s / traffic_s:.2f} of the echo",
            flush=True,
        )
        for kind, target in TARGETS.items():
            spent = {version: list[float]() for version in VERSIONS}
            for version in VERSIONS * ROUNDS:
                move_s, done = on(kind, partial(games, version=version))
                spent[version].append(move_s)
                print(
                    f"    games {kind:8} {1 / move_s:9,.0f} moves a second of CPU in version {version}"
                    f" ({done.n_moves:,} moves of {PRESET}, each told in {done.n_bytes / done.n_views:,.0f}"
                    f" bytes), {echo_s / move_s:.3f} of the echo (target {target}),"
                    f" {traffic_s / move_s:.3f} of the traffic",
                    flush=True,
                )
            whole, lean = map(statistics.median, spent.values())
            print(
                f"    games {kind:8} CPU of a move in version 2: {lean / whole:.2f} of version 1", flush=True
            )
    if "held" in wanted:
        told = on("durable", lambda server: asyncio.run(held(server)))
        print(f"    {HELD:,} games, {2 * HELD:,} sockets: {told} (targets 1,500 MB, p99 100 ms)", flush=True)
    if "finished" in wanted:
        memory = on("durable", lambda server: asyncio.run(finished(server)))
        few, many = FINISHED
        print(
            f"    memory after {few:,} games {memory[few]:.0f} MB, after {many:,} {memory[many]:.0f} MB:"
            f" {memory[many] / memory[few]:.2f} (target 1.10)",
            flush=True,
        )
    if "cluster" in wanted:
        for who, n_games, think_ms in PACES:
            spent = cluster(n_games, think_ms)
            one, three = (statistics.median(found) for found in spent.values())
            ratios = ", ".join(f"{many / few:.2f}" for few, many in zip(*spent.values(), strict=True))
            print(
                f"    CPU for 1,000 moves on PostgreSQL, {who} (medians of {ROUNDS}): one node {one:.2f} s,"
                f" three {three:.2f} s: {three / one:.2f} (by rounds {ratios}; target 1.4)",
                flush=True,
            )


if __name__ == "__main__":
    if "--serve" in sys.argv:
        asyncio.run(serve(*sys.argv[sys.argv.index("--serve") + 1 :]))
    else:
        main(sys.argv[1:])
