"""Who hears what is said at which table, on this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from stolik.storage.chat import ChatLine


class Hearer(Protocol):
    """Somebody at a table."""

    def hear(self, line: ChatLine) -> None:
        """Something was said."""


class ChatRooms:
    """Carries lines to everybody at a table."""

    def __init__(self) -> None:
        self._hearers: dict[str, set[Hearer]] = {}
        #: Told of every line said on this machine: other machines.
        self.after: list[Callable[[ChatLine], None]] = []

    def join(self, table_id: str, hearer: Hearer) -> None:
        self._hearers.setdefault(table_id, set()).add(hearer)

    def leave(self, table_id: str, hearer: Hearer) -> None:
        hearers = self._hearers.get(table_id, set())
        hearers.discard(hearer)
        if not hearers:
            self._hearers.pop(table_id, None)

    def tell(self, line: ChatLine) -> None:
        """Everybody here hears it, and the other machines are told."""
        self.pass_on(line)
        for tell in self.after:
            tell(line)

    def pass_on(self, line: ChatLine) -> None:
        """Everybody on this machine hears it."""
        for hearer in tuple(self._hearers.get(line.table_id, ())):
            hearer.hear(line)
