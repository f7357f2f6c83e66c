"""Passwords and recovery codes: hashing that costs time and memory, but never more than this machine has.

Two hashes are made at once, in threads of their own, so the tables go on whatever comes. Who would have to
wait behind too many others is told to come back: a flood fills no memory and delays nobody for minutes.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from stolik.core.message import Complaint

T = TypeVar("T")
_AT_ONCE = 2
_MOST_WAITING = 40
_N_CODES = 10
_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_PARTS, _CODE_PART = 4, 4


class Passwords:
    """Hashes and compares."""

    def __init__(self) -> None:
        # argon2id with the least memory that OWASP thinks enough: a server at home is a small machine
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(_AT_ONCE, "password")
        self._n_waiting = 0
        #: What is compared with where there is no account, so that this takes as long.
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        return await self._in_thread(lambda: self._hasher.hash(_normal(password)))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; without an account it is not, after the same work."""

        def compare() -> bool:
            if self._nobody is None:
                self._nobody = self._hasher.hash(secrets.token_hex())
            try:
                return self._hasher.verify(stored or self._nobody, _normal(password)) and stored is not None
            except (VerifyMismatchError, InvalidHashError):
                return False

        return await self._in_thread(compare)

    def is_dated(self, stored: str) -> bool:
        """Whether the hash was made with other costs than those of today."""
        return self._hasher.check_needs_rehash(stored)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._n_waiting >= _MOST_WAITING:
            raise Complaint("Too many people log in just now. Please try again in a moment.")
        self._n_waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._n_waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _normal(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def new_codes() -> list[str]:
    """Codes for whoever forgets his password: each is as hard to guess as a long password."""
    return [
        "-".join(
            "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_PART)) for _ in range(_CODE_PARTS)
        )
        for _ in range(_N_CODES)
    ]


def code_digest(player_id: str, code: str) -> str:
    """What is stored of a code, however it is typed; it has too many possibilities to be tried out."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(f"{player_id} {letters}".encode()).hexdigest()
