"""Whose sockets are open on this machine, so that they can be closed when what they were opened by ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple

from stolik.storage.players import Player


class Pass(NamedTuple):
    """What a socket was opened by: the digest of a session or of a token; none for a newcomer."""

    player: Player
    session: str | None = None
    token: str | None = None

    @property
    def grounds(self) -> tuple[str, ...]:
        """Each of them keeps the socket open no longer than it holds."""
        if self.token is not None:
            return self.player.id, self.token
        own = (self.session,) if self.session is not None else ()
        return self.player.id, cookies_of(self.player.id), *own


def cookies_of(player_id: str) -> str:
    """The ground that all browsers of somebody have in common, and his programs have not."""
    return f"cookies of {player_id}"


class Presence:
    """Closes the sockets of those who were logged out."""

    def __init__(self) -> None:
        self._passes: dict[asyncio.Task[Any], Pass] = {}
        #: The same sockets by each of their grounds.
        self._sockets: dict[str, set[asyncio.Task[Any]]] = {}
        #: Told of every ground that was withdrawn here: other machines.
        self.after: list[Callable[[str], None]] = []

    async def attend(self, held: Pass, serving: Coroutine[Any, Any, None]) -> bool:
        """Serve a socket; whether its end was a log-out."""
        task = asyncio.create_task(serving)
        self._passes[task] = held
        for ground in held.grounds:
            self._sockets.setdefault(ground, set()).add(task)
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            is_dismissed = not self._let_go(task)
        with suppress(asyncio.CancelledError):
            await task
        return is_dismissed

    def _let_go(self, task: asyncio.Task[Any]) -> bool:
        """Whether this socket was still attended."""
        held = self._passes.pop(task, None)
        if held is None:
            return False
        for ground in held.grounds:
            self._sockets[ground].discard(task)
            if not self._sockets[ground]:
                del self._sockets[ground]
        return True

    def is_here(self, player_id: str) -> bool:
        """Whether somebody has a socket open on this machine."""
        return player_id in self._sockets

    def dismiss(self, ground: str) -> None:
        """Close all sockets of somebody, of his browsers, of a session or of a token, on every machine."""
        self.dismiss_here(ground)
        for tell in self.after:
            tell(ground)

    def dismiss_here(self, ground: str) -> None:
        """Close them on this machine."""
        for task in tuple(self._sockets.get(ground, ())):
            self._let_go(task)
            task.cancel()

    def passes(self) -> tuple[Pass, ...]:
        """What the sockets here were opened by."""
        return tuple(self._passes.values())
