"""Who is there: a signed cookie for people from their first visit on, a token for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from stolik.storage.players import Player, PlayerStore, token_digest

COOKIE = "stolik"
_A_YEAR_S = 365 * 24 * 3600
_BEARER = "bearer "

Connection = ASGIConnection[Any, Any, Any, Any]


class Session(NamedTuple):
    """Who a cookie speaks for, and which generation of his cookies it is of."""

    player: str
    generation: int = 0


class Signer:
    """Signs sessions, so that nobody can make up a cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"sessions", hashlib.sha256)

    def sign(self, session: Session) -> str:
        signed = f"{session.player}.{session.generation}"
        return f"{signed}.{self._mark(signed)}"

    def read(self, cookie: str) -> Session | None:
        """The session in a cookie that this server has signed."""
        signed, _, mark = cookie.rpartition(".")
        if not signed or not hmac.compare_digest(mark.encode(), self._mark(signed).encode()):
            return None
        player, _, generation = signed.rpartition(".")
        return Session(player, int(generation))

    def _mark(self, signed: str) -> str:
        return hmac.new(self._key, signed.encode(), hashlib.sha256).hexdigest()[:40]

    def cookie(self, session: Session, secure: bool) -> Cookie:
        return Cookie(
            COOKIE, value=self.sign(session), max_age=_A_YEAR_S, httponly=True, samesite="lax", secure=secure
        )


def new_player_id() -> str:
    return secrets.token_urlsafe(12)


async def identified(connection: Connection, signer: Signer, players: PlayerStore) -> Player | None:
    """Who speaks, or None for somebody who has not been here before."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith(_BEARER):
        return await players.by_token(token_digest(bearer[len(_BEARER) :].strip()))
    signed = connection.cookies.get(COOKIE)
    session = signer.read(signed) if signed else None
    if session is None:
        return None
    known = await players.find(session.player)
    if known is None and not session.generation:
        return Player(session.player, "", None, "")
    return known if known and known.generation == session.generation else None


def is_secure(connection: Connection) -> bool:
    """Whether the client speaks https, also through a proxy that says so."""
    forwarded = connection.headers.get("x-forwarded-proto", "")
    return connection.url.scheme in ("https", "wss") or forwarded == "https"


def address(connection: Connection) -> str:
    """Where the client is, as far as attempts are counted; a proxy on this machine is believed."""
    said = connection.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    peer = connection.client.host if connection.client else ""
    try:
        place = ip_address(said if said and ip_address(peer).is_loopback else peer)
    except ValueError:
        return peer
    # whoever has one address of the sixth version has a whole network of them
    return str(place) if place.version == 4 else str(ip_network((place, 64), strict=False))


def same_origin(connection: Connection) -> bool:
    """Whether a browser sent this from a page of ours; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    return origin.partition("://")[2] == connection.headers.get("host")
