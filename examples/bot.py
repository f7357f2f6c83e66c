"""A program that plays: it sets up a table against a server's bot and plays one game to the end.

    python examples/bot.py http://127.0.0.1:8000

Only documented calls are used: docs/bot-api.md tells of them. Needs httpx and websockets.
"""

import itertools
import json
import random
import sys

import httpx
from websockets.sync.client import connect


def main(server: str) -> None:
    with httpx.Client(base_url=server) as http:
        token = http.post("/api/tokens", json={"name": "example"}).raise_for_status().json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=server, headers=headers) as http:
        wanted = {"preset": "pl", "seats": ["beginner"], "name": "Example bot"}
        table = http.post("/api/tables", json=wanted).raise_for_status().json()
        seat = table["your_seats"][0]
        address = server.replace("http", "ws", 1).rstrip("/") + "/ws"
        with connect(address, additional_headers=headers) as socket:
            socket.send(json.dumps({"type": "watch", "table": table["id"], "seat": seat}))
            play(http, socket, table["id"], seat)


def play(http: httpx.Client, socket, table: str, seat: int) -> None:
    numbers = itertools.count()
    answered = None  # others may do something before an action of ours is told of
    for text in socket:
        message = json.loads(text)
        if message["type"] == "refused":
            raise SystemExit(message["message"])
        if message["type"] != "table":
            continue
        if message["status"] == "over":
            print("Result:", message["outcome"]["scores"], "seat", seat)
            return
        turn = message["turns"].get(str(seat))
        if turn in (None, answered):
            continue
        answered = turn
        actions = http.get(f"/api/tables/{table}/actions", params={"seat": seat}).raise_for_status().json()
        action = random.choice(actions[:3])  # the best come first
        request = {"table": table, "seat": seat, "turn": turn, "id": str(next(numbers))}
        socket.send(json.dumps({"type": "act", "action": action, **request}))


if __name__ == "__main__":
    main(sys.argv[1])
