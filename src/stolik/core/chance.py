"""The only source of randomness: rules receive one as an argument and never keep it."""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_WORD = 1 << 64


class Chance(ABC):
    """Draws without replacement from what it is offered; offers come in a canonical order."""

    @property
    def commitment(self) -> str | None:
        """Published before the game, so that draws can be checked after it; None: nothing is promised."""
        return None

    @abstractmethod
    def word(self) -> int:
        """The next 64 random bits."""

    def below(self, n: int) -> int:
        """A fair number from 0 to n - 1 (bits that would favour small numbers are thrown away)."""
        if n <= 0:
            raise ValueError("nothing to choose from")
        limit = _WORD - _WORD % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def draw(self, pool: Sequence[T], n: int) -> tuple[T, ...]:
        """n items of the pool, each at most once."""
        left = list(pool)
        return tuple(left.pop(self.below(len(left))) for _ in range(n))

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """All items in random order."""
        return self.draw(items, len(items))


class SeededChance(Chance):
    """The same seed gives the same draws on every machine and Python version."""

    def __init__(self, seed: int | str) -> None:
        self._key = hashlib.sha256(str(seed).encode()).digest()
        self._index = 0

    def word(self) -> int:
        self._index += 1
        block = hashlib.sha256(self._key + self._index.to_bytes(8, "big")).digest()
        return int.from_bytes(block[:8], "big")


class FixedOrderChance(SeededChance):
    """For paired games: tiles come in one fixed order whoever draws them.

    The first pool offered fixes the order. A later draw takes the earliest tiles of that order which were
    not drawn yet; what came back to the bag is drawn, by the seed, when the order is used up.
    """

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self._order: list[object] | None = None

    def draw(self, pool: Sequence[T], n: int) -> tuple[T, ...]:
        left = list(pool)
        if self._order is None:
            self._order = list(super().draw(left, len(left)))
        drawn: list[T] = []
        for item in list(self._order):
            if len(drawn) == n:
                break
            if item in left:
                self._order.remove(item)
                position = left.index(item)
                drawn.append(left.pop(position))
        return (*drawn, *super().draw(left, n - len(drawn)))


class CommittedChance(Chance):
    """Draws that anyone can check afterwards: HMAC of a secret seed with game, event number and index.

    The hash of the seed is published first. Two machines deciding the same event draw the same tiles.
    """

    def __init__(self, secret: bytes, game: str, seq: int, salts: Sequence[str] = ()) -> None:
        self._secret = secret
        # an object and not `hmac.digest`, which lets other threads run in the middle of every draw
        self._labelled = hmac.new(secret, "\x1f".join((game, str(seq), *salts)).encode(), "sha256")
        self._index = 0

    @property
    def commitment(self) -> str:
        """What was published of the seed."""
        return commitment(self._secret)

    def word(self) -> int:
        numbered = self._labelled.copy()
        numbered.update(self._index.to_bytes(8, "big"))
        self._index += 1
        return int.from_bytes(numbered.digest()[:8], "big")


def commitment(secret: bytes) -> str:
    """What is published of a secret seed before the game."""
    return hashlib.sha256(secret).hexdigest()


class ChanceUsed(RuntimeError):
    """Something drew where nothing may be drawn."""


class NoChance(Chance):
    """Raises when used: replaying a log must not draw."""

    def word(self) -> int:
        raise ChanceUsed("a draw was asked for where the events should have told it")
