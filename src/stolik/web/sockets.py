"""The door to the socket: who may come in, as whom, and how it is closed."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket

from stolik.core.message import Complaint
from stolik.storage.players import Player, token_digest
from stolik.web.connection import Connection, TooMuch, run
from stolik.web.identity import address, check_same_origin, identified, new_player_id, token_of
from stolik.web.limits import CallCount, OpenSockets
from stolik.web.protocol import LOGGED_OUT
from stolik.web.refusals import shut_out
from stolik.web.site import Site

TOO_BIG = 1009


async def serve_socket(
    socket: WebSocket[Any, Any, Any], site: Site, calls: CallCount, sockets: OpenSockets
) -> None:
    """Serve a client until it or the server has enough."""
    try:
        check_same_origin(socket)
        calls.one_more(address(socket))
        with sockets.one_more(address(socket)):
            player = await identified(socket, site.signer, site.players)
            await _serve(socket, site, player or Player(new_player_id(), "", None, ""))
    except Complaint as complaint:  # whoever has come in is told within the socket
        await shut_out(socket, complaint)


async def _serve(socket: WebSocket[Any, Any, Any], site: Site, player: Player) -> None:
    await socket.accept()

    async def send(text: bytes) -> None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": text.decode()})

    async def receive() -> bytes | str | None:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return None
        return message.get("text") or message.get("bytes") or b""

    try:
        with site.metrics.sockets.track_inprogress():
            serving = run(Connection(site, player, send), receive)
            token = token_of(socket)
            digest = None if token is None else token_digest(token)
            if await site.members.presence.attend(player, serving, digest):
                await socket.close(LOGGED_OUT)
    except TooMuch:
        await socket.close(TOO_BIG)
