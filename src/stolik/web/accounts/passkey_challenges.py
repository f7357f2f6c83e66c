"""Challenges for passkeys that any machine can check: signed, for one purpose, and good for some minutes."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_NONCE, _TIME, _MARK = 16, 8, 32
_GOOD_FOR_MS = 5 * 60 * 1000


class PasskeyChallenges:
    """Makes challenges and knows its own; nothing is kept of them."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"challenges", hashlib.sha256)

    def new(self, purpose: str, now_ms: int) -> bytes:
        """A challenge for one purpose."""
        begin = secrets.token_bytes(_NONCE) + (now_ms + _GOOD_FOR_MS).to_bytes(_TIME, "big")
        return begin + self._mark(begin, purpose)

    def until_ms(self, challenge: bytes, purpose: str, now_ms: int) -> int | None:
        """Until when a challenge of ours for this purpose is good; None if it is not."""
        begin, mark = challenge[: _NONCE + _TIME], challenge[_NONCE + _TIME :]
        if not hmac.compare_digest(mark, self._mark(begin, purpose)):
            return None
        until_ms = int.from_bytes(begin[_NONCE:], "big")
        return until_ms if now_ms < until_ms else None

    def _mark(self, begin: bytes, purpose: str) -> bytes:
        return hmac.digest(self._key, begin + purpose.encode(), hashlib.sha256)[:_MARK]
