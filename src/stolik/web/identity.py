"""Who is there: a signed cookie for people from their first visit on, a token for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from stolik.storage.players import Player, PlayerStore, token_digest

COOKIE = "stolik"
_A_YEAR_S = 365 * 24 * 3600
_BEARER = "bearer "

Connection = ASGIConnection[Any, Any, Any, Any]


class Signer:
    """Signs ids, so that nobody can make up a cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"cookies", hashlib.sha256)

    def sign(self, player: str) -> str:
        return f"{player}.{self._mark(player)}"

    def read(self, cookie: str) -> str | None:
        """The id in a cookie that this server has signed."""
        player, _, mark = cookie.rpartition(".")
        return player if player and hmac.compare_digest(mark.encode(), self._mark(player).encode()) else None

    def _mark(self, player: str) -> str:
        return hmac.new(self._key, player.encode(), hashlib.sha256).hexdigest()[:40]

    def cookie(self, player: str, secure: bool) -> Cookie:
        return Cookie(
            COOKIE, value=self.sign(player), max_age=_A_YEAR_S, httponly=True, samesite="lax", secure=secure
        )


def new_player_id() -> str:
    return secrets.token_urlsafe(12)


async def identified(connection: Connection, signer: Signer, players: PlayerStore) -> Player | None:
    """Who speaks, or None for somebody who has not been here before."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith(_BEARER):
        return await players.by_token(token_digest(bearer[len(_BEARER) :].strip()))
    signed = connection.cookies.get(COOKIE)
    player_id = signer.read(signed) if signed else None
    if player_id is None:
        return None
    known = await players.find(player_id)
    return known or Player(player_id, "", None, "")


def is_secure(connection: Connection) -> bool:
    """Whether the client speaks https, also through a proxy that says so."""
    forwarded = connection.headers.get("x-forwarded-proto", "")
    return connection.url.scheme in ("https", "wss") or forwarded == "https"


def same_origin(connection: Connection) -> bool:
    """Whether a browser sent this from a page of ours; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    return origin.partition("://")[2] == connection.headers.get("host")
