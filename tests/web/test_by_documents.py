"""Whole games of every preset by a client that knows nothing but what a server tells of itself.

It finds its calls and messages in /schema/openapi.json and /schema/asyncapi.json, makes what it sends fit the
schemas found there, and holds everything that it gets against them.
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.services import new_folder, remove
from tests.web.described import Calls, Messages, with_changes
from tests.web.servers import Server, some_place

_WORDS = Path(__file__).parents[1] / "word_lists/en.txt"
#: How often something else is done than what is listed first.
_DARING = 0.4


@pytest.fixture(scope="module")
def whole() -> Iterator[Server]:
    """A server that lacks no word list."""
    folder = new_folder("documents")
    # whole games of all presets from one address, faster than anybody plays
    server = Server(folder, "--calls-per-minute", "100000")
    command = [sys.executable, "-m", "stolik", "lexicon", "add", "en", str(_WORDS)]
    subprocess.run(command, env=server.environment, check=True, capture_output=True)
    yield server
    server.close()
    remove(folder)


class Client:
    """A program that has read the two documents, and nothing else."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.calls, self.messages = Calls(url), Messages(url)
        self._http = httpx.Client(base_url=url, headers=some_place(), timeout=20)
        self._opened = ExitStack()
        self._names = itertools.count()
        self._told: dict[tuple[str, int | None], dict[str, Any]] = {}
        self._token = ""
        self._chance = random.Random(url)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()
        self._http.close()

    def call(self, operation_id: str, body: Any = None, **values: Any) -> Any:
        """Make a call as it is described, and get what it is said to give."""
        method, path, operation = self.calls.operations[operation_id]
        query = {}
        for parameter in operation.get("parameters", ()):
            if (value := values.pop(parameter["name"], None)) is None:
                assert not parameter["required"], parameter
                continue
            self.calls.check(value, parameter["schema"])
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", str(value))
            else:
                query[parameter["name"]] = value
        assert not values, f"{operation_id} takes no {set(values)}"
        if body is not None:
            self.calls.check(body, operation["requestBody"]["content"]["application/json"]["schema"])
        assert {"token": []} in operation["security"] if self._token else {} in operation["security"]
        answer = self._http.request(method, path, params=query, json=body)
        self.calls.check_answer(answer)
        assert answer.is_success, answer.text
        return answer.json()

    def become_somebody(self) -> None:
        """Get a token and say it from now on, as the scheme of that name is described."""
        token = self.call("create_token", {"name": "reader of documents"})["token"]
        scheme = self.calls.content["components"]["securitySchemes"]["token"]
        assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
        self._http.cookies.clear()
        self._token = self._http.headers["Authorization"] = f"Bearer {token}"

    def socket(self) -> ClientConnection:
        address = self._url.replace("http", "ws", 1) + self.messages.address
        headers = {name: self._http.headers[name] for name in ("Authorization", "X-Forwarded-For")}
        return self._opened.enter_context(connect(address, additional_headers=headers, max_size=None))

    def say(self, socket: ClientConnection, kind: str, **fields: Any) -> None:
        message = {"type": kind, **fields}
        self.messages.check_said(message)
        socket.send(json.dumps(message))

    def hear(self, socket: ClientConnection, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(socket.recv(30))
            self.messages.check_told(message)
            if message["type"] in ("table", "changed"):
                message = self._whole(message)
            if message["type"] in kinds:
                return message

    def _whole(self, message: dict[str, Any]) -> dict[str, Any]:
        place = message["table"], message["viewer"]
        if message["type"] == "changed":
            assert self._told[place]["seq"] == message["on"]
            message = with_changes(self._told[place], message)
            self.messages.check_told(message)
        self._told[place] = message
        return message

    def play(self, preset: str, n_seats: int, version: int) -> dict[str, Any]:
        """Play all seats of a table to the end, by what is listed."""
        table = self.call("create_table", {"preset": preset, "n_seats": n_seats, "name": "Reader"})["id"]
        for n in range(1, n_seats):
            self.call("join_table", {"another": True, "name": f"Reader {n}"}, table_id=table)
        socket = self.socket()
        self.say(socket, "hello", version=version)
        for seat in range(n_seats):
            self.say(socket, "watch", table=table, seat=seat)
        shown = self.hear(socket, "table")
        while shown["status"] != "over":
            seat, turn = min((int(seat), turn) for seat, turn in shown["turns"].items())
            request = f"request {next(self._names)}"
            fields = {"table": table, "seat": seat, "turn": turn, "id": request}
            self.say(socket, "act", action=self._choose(table, seat), **fields)
            shown = self._after(socket, request)
        log = self.call("get_log", table_id=table)
        assert log["entries"][-1]["events"][-1]["seq"] == shown["seq"] - 1
        return shown

    def _choose(self, table: str, seat: int) -> Any:
        """The first that is listed, or something of another kind: where nobody passes a game may not end."""
        if self._chance.random() < _DARING:
            found = self.call("list_choices", table_id=table, seat=seat, limit=1)["choices"]
            return self._chance.choice(
                [each["action"] for each in found if each["action"]["type"] != "Resign"]
            )
        actions = self.call("list_actions", table_id=table, seat=seat, limit=1)
        assert [each["type"] == "Resign" for each in actions] == [False, True]
        return actions[0]

    def _after(self, socket: ClientConnection, request: str) -> dict[str, Any]:
        """The table once a request is carried out."""
        while True:
            message = self.hear(socket, "table", "refused")
            assert message["type"] == "table", message
            if request in message["done"]:
                return message


def play_out(client: Client, presets: list[dict[str, Any]]) -> None:
    for n, preset in enumerate(presets):
        assert preset["missing"] is None
        n_seats = preset["players"][0]
        last = client.play(preset["id"], n_seats, version=1 + n % 2)
        assert len(last["outcome"]["scores"]) == n_seats, preset["id"]


def test_every_game_is_played_to_its_end_by_the_documents_alone(whole: Server) -> None:
    with Client(whole.url) as client:
        client.become_somebody()
        presets = client.call("list_presets")
        of_games = {preset["game"]: preset for preset in reversed(presets)}
        assert len(of_games) > 1
        play_out(client, list(of_games.values()))


@pytest.mark.soak
def test_every_preset_is_played_to_its_end_by_the_documents_alone(whole: Server) -> None:
    with Client(whole.url) as client:
        client.become_somebody()
        presets = client.call("list_presets")
        assert len(presets) > 5
        play_out(client, presets)
