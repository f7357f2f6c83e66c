"""Bots of a real server under load and at fault: one player's many tables, and bots that hang."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.servers import Person, Server, Socket

#: Together these think for longer than a bot is given.
N_SLOW_TABLES = 40
#: `stolik serve` whose generic bots never answer, with less patience than usual for them.
HANGING = """
import sys, threading
from stolik.cli import main
from stolik.table import botseats
from stolik.web import site

think = botseats.think

def hang(record, seat):
    if record.holders[seat].bot == "generic":
        threading.Event().wait()
    return think(record, seat)

class BotSeats(botseats.BotSeats):
    def __init__(self, host, n_threads):
        super().__init__(host, n_threads, patience_s=2)

botseats.think = hang
site.BotSeats = BotSeats
sys.exit(main())
"""


class ServerWithHangingBots(Server):
    """`stolik serve` with a fault in some bots."""

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> Any:
        command = [sys.executable, "-c", HANGING, *arguments]
        with output.open("ab") as file:
            return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


def bot_was_given_up(socket: Socket, table: str) -> bool:
    """Pass, and whether the bot that is next has no move of its own to make."""
    state = socket.watch(table, 0)
    request = socket.act(table, 0, state["turns"]["0"], {"type": "Pass"})
    while request not in state["done"]:
        state = socket.expect("table")
    told = list(state["events"])
    while "0" not in state["turns"]:
        state = socket.expect("table", timeout=60)
        told += state["events"]
    [answer] = [each["event"] for each in told if each["event"].get("seat") == 1][:1]
    return bool(answer.get("timed_out"))


def test_many_slow_bots_of_one_player_hold_up_no_quick_bot_of_another(folder: Path) -> None:
    server = Server(folder)
    try:
        eve, anna = Person(server, "Eve"), Person(server, "Anna")
        for _ in range(N_SLOW_TABLES):
            eve.table("pl", "champion", options={"challenge": "off", "starter": 1})
        table = anna.table("pl", "beginner", options={"challenge": "off", "starter": 0})["id"]
        with anna.socket() as socket:
            assert not bot_was_given_up(socket, table)
        eve.close()
        anna.close()
    finally:
        server.close()


@pytest.mark.parametrize("hanging_tables", [1, 3])
def test_bots_that_hang_lose_their_turns_and_neither_other_games_nor_the_end(
    folder: Path, hanging_tables: int
) -> None:
    server = ServerWithHangingBots(folder)
    try:
        anna = Person(server, "Anna")
        options = {"challenge": "off", "starter": 1}
        hanging = [anna.table("pl", "generic", options=options)["id"] for _ in range(hanging_tables)]
        sound = anna.table("pl", "beginner", options={"challenge": "off", "starter": 0})["id"]
        with anna.socket() as socket:
            assert not bot_was_given_up(socket, sound)
            for table in hanging:
                state = socket.watch(table, 0)
                while "0" not in state["turns"]:
                    state = socket.expect("table", timeout=60)
            assert "bot was given up" in server.output()
            assert bot_was_given_up(socket, hanging[0])
            assert not bot_was_given_up(socket, sound)
        anna.close()
        assert server.stop() == 0
        assert "Traceback" not in server.output()
    finally:
        server.close()
