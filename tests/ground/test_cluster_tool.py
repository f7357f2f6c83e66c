"""`make cluster`: the balancer takes turns and passes over the dead, and the whole thing starts and ends."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tools.cluster import Balancer

ROOT = Path(__file__).parents[2]


async def _ask(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"who is there?")
    answer = await reader.read(100)
    writer.close()
    await writer.wait_closed()
    return answer


async def _ask_four_times(kill_one: bool) -> set[bytes]:
    nodes = []
    for name in (b"one", b"two"):

        async def answer(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: bytes = name
        ) -> None:
            assert await reader.read(100) == b"who is there?"
            writer.write(name)
            writer.close()

        nodes.append(await asyncio.start_server(answer, "127.0.0.1", 0))
    ports = [node.sockets[0].getsockname()[1] for node in nodes]
    if kill_one:
        nodes[0].close()
        await nodes[0].wait_closed()
    balancer = Balancer([("127.0.0.1", port) for port in ports])
    port = await balancer.start(0)
    answers = {await _ask(port) for _ in range(4)}
    await balancer.close()
    for node in nodes:
        node.close()
    return answers


def test_balancer_takes_turns() -> None:
    assert asyncio.run(_ask_four_times(kill_one=False)) == {b"one", b"two"}


def test_balancer_passes_over_a_node_that_does_not_answer() -> None:
    assert asyncio.run(_ask_four_times(kill_one=True)) == {b"two"}


@pytest.mark.soak
def test_cluster_starts_answers_and_ends(folder: Path) -> None:
    command = [sys.executable, "-m", "tools.cluster", "--port", "17600", "--folder", str(folder / "data")]
    for _ in range(2):  # the second time on what the first has left
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            address = next(found for line in running.stdout if (found := re.search(r"is at (\S+)/ ", line)))[
                1
            ]
            for _ in range(4):
                assert httpx.get(f"{address}/healthz").text == "ok"
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 0
