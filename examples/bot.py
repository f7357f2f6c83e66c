"""A program that plays: it sets up a table against a server's bot and plays one game to the end.

    python examples/bot.py http://127.0.0.1:8000

Only documented calls are used: docs/bot-api.md tells of them. Needs httpx and websockets.
"""

import json
import random
import sys
import time
from itertools import count

import httpx
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect


def main(server: str) -> None:
    with httpx.Client(base_url=server, timeout=30) as http:
        token = call(http, "POST", "/api/tokens", json={"name": "example"})["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        wanted = {"preset": "pl", "seats": ["beginner"], "name": "Example bot"}
        table = call(http, "POST", "/api/tables", json=wanted)
        player = Player(http, table["id"], table["your_seats"][0])
        address = server.replace("http", "ws", 1).rstrip("/") + "/ws"
        while player.result is None:
            try:
                with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
                    player.play(socket)
            except InvalidStatus as shut:  # too many calls, say
                time.sleep(int(shut.response.headers.get("Retry-After", 1)))
            except (WebSocketException, OSError):
                time.sleep(1)
        print("Result:", player.result["scores"], "seat", player.seat)


def call(http: httpx.Client, method: str, path: str, **more):
    """What a call answers; asked again where the server is away, or wants to be asked later."""
    while True:
        try:
            answer = http.request(method, path, **more)
            if answer.status_code not in (429, 503):
                return answer.raise_for_status().json()
            time.sleep(int(answer.headers.get("Retry-After", 1)))
        except httpx.TransportError:
            time.sleep(1)


class Player:
    """One seat at one table, through as many connections as it takes."""

    def __init__(self, http: httpx.Client, table: str, seat: int) -> None:
        self.http, self.table, self.seat, self.names = http, table, seat, count()
        self.request = self.result = None  # what was asked for and is not answered yet; the outcome
        self.closed = None  # the turn or window in which nothing is left to do

    def play(self, socket) -> None:
        socket.send(json.dumps({"type": "watch", "table": self.table, "seat": self.seat}))
        if self.request:  # whether it was carried out before the line broke is not known
            socket.send(json.dumps(self.request))
        shown = {"status": "waiting", "turns": {}}
        for text in socket:
            message = json.loads(text)
            shown = message if message["type"] == "table" else shown
            if self.request and self.request["id"] in (message.get("id"), *message.get("done", ())):
                self.answered(socket, message.get("why"))
            if shown["status"] == "over":
                self.result = shown["outcome"]
                return
            self.act(socket, shown["turns"].get(str(self.seat)))

    def answered(self, socket, why: str | None) -> None:
        if why in ("storage", "busy"):
            time.sleep(1)
            socket.send(json.dumps(self.request))
        else:  # after `illegal` and `used` the turn is still ours
            self.closed = None if why in ("illegal", "used") else self.request["turn"]
            self.request = None

    def act(self, socket, turn: int | None) -> None:
        """Do something if it is time to; whatever is listed plays on, also where a window asks something."""
        if turn in (None, self.closed) or self.request:
            return
        table, wanted = self.table, {"seat": self.seat, "limit": 3, "resign": False}
        actions = call(self.http, "GET", f"/api/tables/{table}/actions", params=wanted)
        if actions:  # none where the turn is over meanwhile: then the next message says so
            name = {"table": table, "seat": self.seat, "turn": turn, "id": str(next(self.names))}
            self.request = {"type": "act", **name, "action": random.choice(actions)}
            socket.send(json.dumps(self.request))


if __name__ == "__main__":
    main(sys.argv[1])
