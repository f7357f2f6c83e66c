"""Whose sockets are open on this machine, so that they can be closed when a session ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from stolik.storage.players import Player


class Presence:
    """Closes the sockets of those who were logged out."""

    def __init__(self) -> None:
        self._sockets: dict[str, dict[asyncio.Task[Any], int]] = {}
        #: Of the sockets that programs have: digest of the token, and whose it is.
        self._programs: dict[asyncio.Task[Any], tuple[str, str]] = {}
        #: Told of everybody who was logged out here: other machines.
        self.after: list[Callable[[str], None]] = []

    async def attend(
        self, player: Player, serving: Coroutine[Any, Any, None], token: str | None = None
    ) -> bool:
        """Serve a socket, of a program if by the digest of its token; whether its end was a log-out."""
        task = asyncio.create_task(serving)
        sockets = self._sockets.setdefault(player.id, {})
        sockets[task] = player.generation
        if token is not None:
            self._programs[task] = (token, player.id)
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            self._programs.pop(task, None)
            is_dismissed = sockets.pop(task, None) is None
            if not sockets and self._sockets.get(player.id) is sockets:
                del self._sockets[player.id]
        with suppress(asyncio.CancelledError):
            await task
        return is_dismissed

    def is_here(self, player_id: str) -> bool:
        """Whether somebody has a socket open on this machine."""
        return player_id in self._sockets

    def dismiss(self, player_id: str) -> None:
        """Close all sockets of somebody, here and on the other machines."""
        self.dismiss_here(player_id)
        for tell in self.after:
            tell(player_id)

    def dismiss_here(self, player_id: str) -> None:
        """Close all sockets of somebody on this machine."""
        sockets = self._sockets.pop(player_id, {})
        for task in tuple(sockets):
            del sockets[task]
            task.cancel()

    def sessions(self) -> dict[str, int]:
        """Who with an account is here, and the oldest generation of the sessions."""
        oldest = {player: min(sockets.values()) for player, sockets in self._sockets.items() if sockets}
        return {player: generation for player, generation in oldest.items() if generation}

    def tokens(self) -> dict[str, str]:
        """The digests of the tokens that programs here came by, and whose they are."""
        return dict(self._programs.values())
