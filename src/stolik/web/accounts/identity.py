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
    """Who a cookie speaks for, which generation of his cookies it is of, and which one of them."""

    player: str
    generation: int = 0
    #: Of each cookie its own, with its last second; earlier versions gave out cookies without both.
    id: str = ""
    until_s: int = 0

    def __str__(self) -> str:
        own = f".{self.id}.{self.until_s}" if self.id else ""
        return f"{self.player}{own}.{self.generation}"

    @property
    def digest(self) -> str:
        """What is stored of it when it is ended."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    @property
    def until_ms(self) -> int | None:
        """When it is too old; None: never."""
        return 1000 * self.until_s if self.id else None


class Visit(NamedTuple):
    """Who speaks, if he was here before, and what says so: a cookie, or the digest of a token."""

    player: Player | None = None
    session: Session | None = None
    token: str | None = None


class Signer:
    """Signs sessions, so that nobody can make up a cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"sessions", hashlib.sha256)

    def sign(self, session: Session) -> str:
        return f"{session}.{self._mark(str(session))}"

    def read(self, cookie: str) -> Session | None:
        """The session in a cookie that this server has signed."""
        signed, _, mark = cookie.rpartition(".")
        if not signed or not hmac.compare_digest(mark.encode(), self._mark(signed).encode()):
            return None
        player, *own, generation = signed.split(".")
        if not own:
            return Session(player, int(generation))
        name, until_s = own
        return Session(player, int(generation), name, int(until_s))

    def _mark(self, signed: str) -> str:
        return hmac.new(self._key, signed.encode(), hashlib.sha256).hexdigest()[:40]

    def cookie(self, session: Session, secure: bool, now_ms: int) -> Cookie:
        """A new cookie, which is like no other one of the same player."""
        own = session._replace(id=secrets.token_urlsafe(12), until_s=now_ms // 1000 + _A_YEAR_S)
        return Cookie(
            COOKIE, value=self.sign(own), max_age=_A_YEAR_S, httponly=True, samesite="lax", secure=secure
        )


def new_player_id() -> str:
    return secrets.token_urlsafe(12)


def token_of(connection: Connection) -> str | None:
    """What a program says that it is known by; other authorizations are for the proxy."""
    kind, _, said = connection.headers.get("authorization", "").partition(" ")
    return said.strip() if kind.lower() == "bearer" else None


async def identified(connection: Connection, signer: Signer, players: PlayerStore, now_ms: int) -> Visit:
    """Who speaks, nobody if he has not been here before; `UnknownToken` for a token of nobody."""
    token = token_of(connection)
    if token is not None:
        digest = token_digest(token)
        owner = await players.by_token(digest)
        if owner is None:
            raise UnknownToken
        return Visit(owner, token=digest)
    signed = connection.cookies.get(COOKIE)
    session = signer.read(signed) if signed else None
    if session is None or (session.until_ms is not None and session.until_ms <= now_ms):
        return Visit()
    is_ended, known = await players.visitor(session.player, session.digest)
    if known is None and not session.generation:
        known = Player(session.player, "", None, "")
    counts = known is not None and known.generation == session.generation and not is_ended
    return Visit(known, session) if counts else Visit()


def is_secure(connection: Connection) -> bool:
    """Whether the client speaks https, as far as a proxy that is believed says."""
    return connection.url.scheme in ("https", "wss")


def address(connection: Connection) -> str:
    """Where the client is, as far as it is counted what comes from there."""
    return address_of(connection.client.host if connection.client else "")


def address_of(peer: str) -> str:
    """The address under which it is counted what comes from a peer."""
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
