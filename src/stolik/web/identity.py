"""Who is there: a signed cookie for people from their first visit on, a token for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from stolik.core.message import Complaint
from stolik.storage.players import Player, PlayerStore, token_digest
from stolik.texts import LANGUAGES

COOKIE = "stolik"
_A_YEAR_S = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


class FromAnotherPage(Complaint):
    """A page of another site wants something in the name of its visitor."""

    def __init__(self) -> None:
        super().__init__("This was sent from another page.")


class UnknownToken(Complaint):
    """A program speaks for nobody: its token was revoked, or never was one."""

    def __init__(self) -> None:
        super().__init__("This token does not count, or does not count any more. Make another one.")


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


def token_of(connection: Connection) -> str | None:
    """What a program says that it is known by; other authorizations are for the proxy."""
    kind, _, said = connection.headers.get("authorization", "").partition(" ")
    return said.strip() if kind.lower() == "bearer" else None


async def identified(connection: Connection, signer: Signer, players: PlayerStore) -> Player | None:
    """Who speaks, or None for somebody who has not been here before; `UnknownToken` for a token of nobody."""
    token = token_of(connection)
    if token is not None:
        owner = await players.by_token(token_digest(token))
        if owner is None:
            raise UnknownToken
        return owner
    signed = connection.cookies.get(COOKIE)
    session = signer.read(signed) if signed else None
    if session is None:
        return None
    known = await players.find(session.player)
    if known is None and not session.generation:
        return Player(session.player, "", None, "")
    return known if known and known.generation == session.generation else None


def is_secure(connection: Connection) -> bool:
    """Whether the client speaks https, as far as a proxy that is believed says."""
    return connection.url.scheme in ("https", "wss")


def address(connection: Connection) -> str:
    """Where the client is, as far as it is counted what comes from there."""
    peer = connection.client.host if connection.client else ""
    try:
        place = ip_address(peer)
    except ValueError:
        return peer
    if place.version == 4 or place.is_loopback:
        return str(place)
    # whoever has one address of the sixth version has a whole network of them, unless it is one of the fourth
    return str(place.ipv4_mapped or ip_network((place, 64), strict=False))


def check_same_origin(connection: Connection) -> None:
    """Refuse what a browser sent from a page that is not ours; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        is_ours = connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    else:
        is_ours = origin.partition("://")[2] == connection.headers.get("host")
    if not is_ours:
        raise FromAnotherPage


def language_of(connection: Connection, player: Player | None = None) -> str:
    """The language to speak to somebody in."""
    if player is not None and player.language:
        return player.language
    for wanted in connection.headers.get("accept-language", "").split(","):
        if (language := wanted.strip()[:2].lower()) in LANGUAGES:
            return language
    return "en"
