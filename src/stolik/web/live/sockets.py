"""The door to the socket: who may come in, as whom, and how it is closed."""

from __future__ import annotations

import logging
from typing import Any

from litestar import WebSocket

from stolik.core.message import Complaint
from stolik.storage.players import Player
from stolik.table.calling import Caller, called_by
from stolik.web.accounts.identity import Visit, address, check_same_origin, identified, new_player_id
from stolik.web.live.connection import Connection, TooMuch, run
from stolik.web.live.presence import Pass
from stolik.web.live.protocol import LOGGED_OUT
from stolik.web.operations.limits import CallCount, OpenSockets
from stolik.web.operations.refusals import shut_out
from stolik.web.site import Site

TOO_BIG = 1009
_log = logging.getLogger(__name__)


async def serve_socket(
    socket: WebSocket[Any, Any, Any], site: Site, calls: CallCount, sockets: OpenSockets
) -> None:
    """Serve a client until it or the server has enough."""
    try:
        check_same_origin(socket)
        calls.one_more(address(socket))
        with sockets.one_more(address(socket)):
            visit = await identified(socket, site.signer, site.players, site.host.now_ms())
            held = _pass(visit)
            with called_by(_caller(site, held.player.id, address(socket), calls)):
                await _serve(socket, site, held)
    except Complaint as complaint:  # whoever has come in is told within the socket
        await shut_out(socket, complaint)


def _pass(visit: Visit) -> Pass:
    player = visit.player or Player(new_player_id(), "", None, "")
    return Pass(player, visit.session and visit.session.digest, visit.token)


def _caller(site: Site, player_id: str, place: str, calls: CallCount) -> Caller:
    """What is dear counts as messages and as calls: a newcomer is somebody else in every socket."""

    def pay(took_s: float) -> None:
        site.messages.charge(player_id, took_s)
        calls.charge(place, took_s)

    return Caller(place, pay)


async def _serve(socket: WebSocket[Any, Any, Any], site: Site, held: Pass) -> None:
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
            serving = run(Connection(site, held.player, send), receive)
            if await site.members.presence.attend(held, serving):
                await socket.close(LOGGED_OUT)
    except TooMuch:
        await socket.close(TOO_BIG)
    except Exception:  # the framework would close the socket and say nothing to anybody
        _log.exception("a socket failed")
        raise
