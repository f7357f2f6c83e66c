"""Everything about accounts that a site is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from stolik.core.message import Complaint
from stolik.storage.accounts import AccountStore
from stolik.storage.attempts import AttemptStore, Limit
from stolik.storage.belongings import BelongingStore
from stolik.storage.database import Database
from stolik.storage.passkeys import PasskeyStore
from stolik.storage.sessions import SessionStore
from stolik.table.handover import Handover
from stolik.table.host import Host
from stolik.table.lobby import Lobby
from stolik.web.accounts.passkey_challenges import PasskeyChallenges
from stolik.web.accounts.passwords import Passwords
from stolik.web.live.presence import Presence


class TriedTooOften(Complaint):
    """Somebody guesses, or looks like it."""

    def __init__(self, wait_ms: int) -> None:
        super().__init__(
            "This was tried too often. Please try again in {minutes} min.",
            minutes=max(1, -(-wait_ms // 60_000)),
        )


@dataclass(frozen=True)
class Membership:
    """Logging in and what goes with it."""

    accounts: AccountStore
    passkeys: PasskeyStore
    attempts: AttemptStore
    belongings: BelongingStore
    handover: Handover
    passkey_challenges: PasskeyChallenges
    sessions: SessionStore
    presence: Presence = field(default_factory=Presence)
    passwords: Passwords = field(default_factory=Passwords)

    @classmethod
    def at(cls, database: Database, host: Host, lobby: Lobby, key: bytes) -> Membership:
        """The accounts in a database."""
        belongings = BelongingStore(database)
        return cls(
            AccountStore(database),
            PasskeyStore(database),
            AttemptStore(database),
            belongings,
            Handover(host, lobby, belongings),
            PasskeyChallenges(key),
            SessionStore(database),
        )

    async def count(self, limits: list[Limit], now_ms: int) -> None:
        """Count an attempt, or refuse it."""
        wait_ms = await self.attempts.count(limits, now_ms)
        if wait_ms is not None:
            raise TriedTooOften(wait_ms)

    async def close_ended_sessions(self) -> None:
        """Close the sockets here of those who were logged out or lost a token, wherever that was done."""
        here = self.presence.passes()
        tokens = {held.token for held in here if held.token}
        ended = tokens - await self.accounts.counting_tokens(tokens)
        sessions = {held.session: held.player for held in here if held.session}
        ended |= await self.sessions.ended(sessions)
        accounts = {digest: player for digest, player in sessions.items() if player.generation}
        now = await self.accounts.generations({player.id for player in accounts.values()})
        ended |= {digest for digest, player in accounts.items() if now.get(player.id) != player.generation}
        for digest in ended:
            self.presence.dismiss_here(digest)
