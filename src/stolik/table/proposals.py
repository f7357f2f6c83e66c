"""What the people at a table may agree on: a draw, an end without result, taking back, another game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from stolik.core.log import (
    TABLE_EVENTS,
    Aborted,
    Answered,
    DrawAgreed,
    Proposal,
    Proposed,
    TakenBack,
    standing,
)
from stolik.core.message import Complaint
from stolik.storage.entry import Entry
from stolik.table import rated
from stolik.table.folding import folding
from stolik.table.host import Host, NotYourSeat, Request, Stale
from stolik.table.lobby import Lobby
from stolik.table.record import OVER, PLAYING, Record

#: How often a seat may ask between two moves: every question stays in the journal.
_MOST_ASKED = 10


class Proposals:
    """Asking and answering; bots agree to everything. What all agree to is done at once."""

    def __init__(self, host: Host, lobby: Lobby) -> None:
        self._host = host
        self._lobby = lobby

    async def propose(
        self, table_id: str, player: str, seat: int, what: Proposal, request: str | None = None
    ) -> int:
        """Ask the others; who asks for the same as another agrees to it. The number of the first event."""
        live = await self._host.live(table_id)
        told = await self._moves(live.record, player, seat, request) if what == "take back" else ()

        def decide(record: Record) -> Sequence[Any]:
            if record.asked is not None and record.asked.proposal.what == what:
                return _answer(record, seat, True)
            _check_may_ask(record, seat, what)
            to_seq = _back_to(record, told, seat) if what == "take back" else None
            return _settled(record, Proposed(seat, what, to_seq), frozenset((seat,)))

        seq = await self._host.change(live, decide, Request(seat, player, request, wanted=what))
        await self._follow_if_agreed(table_id)
        return seq

    async def _moves(self, before: Record, player: str, seat: int, request: str | None) -> Sequence[_Move]:
        """All moves, of which one is to be taken back; a whole game is read only for who may ask for that."""
        if seat not in before.seats_of(player):
            raise NotYourSeat
        is_settled = before.answered(seat, request) is not None
        if is_settled or (before.asked is not None and before.asked.proposal.what == "take back"):
            return ()
        _check_may_ask(before, seat, "take back")
        entries = await self._host.store.entries(before.id)
        return await folding(len(entries), lambda: _told(before, entries))

    async def answer(
        self,
        table_id: str,
        player: str,
        seat: int,
        agrees: bool,
        request: str | None = None,
        *,
        to: int | None = None,
    ) -> int:
        """Say yes or no to what was asked last; the number of the first event.

        It names the event that asked, or None if it is meant for whatever was asked.
        """
        live = await self._host.live(table_id)

        def decide(record: Record) -> Sequence[Any]:
            if to is not None and (record.asked is None or record.asked.seq != to):
                raise Stale
            return _answer(record, seat, agrees)

        seq = await self._host.change(live, decide, Request(seat, player, request, wanted=(agrees, to)))
        await self._follow_if_agreed(table_id)
        return seq

    async def _follow_if_agreed(self, table_id: str) -> None:
        live = await self._host.live(table_id)
        asked = live.record.asked
        if asked is not None and asked.proposal.what == "rematch" and asked.agreed >= live.record.people():
            await self._lobby.follow(live)


def _answer(record: Record, seat: int, agrees: bool) -> Sequence[Any]:
    if record.asked is None:
        raise Complaint("Nothing was asked, or it is settled already.")
    if seat in record.asked.agreed and agrees:
        return ()
    answer = Answered(seat, agrees)
    return _settled(record, answer, record.asked.agreed | {seat}) if agrees else (answer,)


def _settled(record: Record, said: Proposed | Answered, agreed: frozenset[int]) -> Sequence[Any]:
    """What was said and, if now everybody agrees, what follows from it."""
    proposal = said if isinstance(said, Proposed) else record.asked.proposal if record.asked else None
    if proposal is None or not agreed >= record.people():
        return (said,)
    match proposal.what:
        case "draw":
            return (said, DrawAgreed())
        case "abort":
            return (said, Aborted("agreed"))
        case "take back" if proposal.to_seq is not None:
            return (said, TakenBack(proposal.to_seq))
    return (said,)


def _check_may_ask(record: Record, seat: int, what: Proposal) -> None:
    if what == "rematch":
        if record.status != OVER:
            raise Complaint("The game is not over yet.")
    elif record.status != PLAYING:
        raise Complaint("This can be asked only while the game goes on.")
    elif what == "draw" and record.kind != "versus":
        raise Complaint("Nobody plays against anybody here, so there is no draw to offer.")
    elif what == "take back":
        rated.check_takes_back(record.settings)
    if record.n_asked.get(seat, 0) < _MOST_ASKED:
        return
    if record.status == OVER:
        raise Complaint("You have asked often enough.")
    raise Complaint("You have asked often enough; wait for the next move.")


class _Move(NamedTuple):
    """An entry: whose it is, its first and last event, and whether a move in it still stands."""

    seat: int | None
    first: int
    last: int
    stands: bool


def _told(record: Record, entries: Sequence[Entry]) -> list[_Move]:
    """What entries tell, in their order."""
    told = [record.decode(entry) for entry in entries]
    count = standing([envelope for envelopes in told for envelope in envelopes])
    moves = {each.seq for each in count if not isinstance(each.event, TABLE_EVENTS)}
    return [
        _Move(entry.seat, entry.seq, envelopes[-1].seq, any(each.seq in moves for each in envelopes))
        for entry, envelopes in zip(entries, told, strict=True)
    ]


def _back_to(record: Record, told: Sequence[_Move], seat: int) -> int:
    """The event before the latest action of this seat that still stands."""
    if not told or told[-1].last + 1 != record.seq:
        raise Stale  # somebody acted while the journal was read, or before it was
    for move in reversed(told):
        if move.seat == seat and move.stands:
            return move.first - 1
    raise Complaint("There is no move of yours to take back.")
