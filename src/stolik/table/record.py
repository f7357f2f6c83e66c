"""One live table as its journal tells it: who sits where, how the game stands, whose time runs.

A record is folded from entries and from nothing else: every machine that reads the journal has the same.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from stolik.core.actions import TimedOut
from stolik.core.chance import CommittedChance, commitment
from stolik.core.codec import CodecError, decoder_of
from stolik.core.game import AnyGame
from stolik.core.log import (
    TABLE_EVENTS,
    Aborted,
    Answered,
    ClockSet,
    DrawAgreed,
    Envelope,
    Followed,
    LogCodec,
    Opened,
    Proposed,
    Revealed,
    Salted,
    Seated,
    States,
    TakenBack,
    Unseated,
    append_state,
)
from stolik.core.message import Complaint
from stolik.core.outcome import Outcome
from stolik.storage.entry import Entry
from stolik.table.clocks import Clocks
from stolik.table.settings import Settings

WAITING, PLAYING, OVER = "waiting", "playing", "over"


class Holder(NamedTuple):
    """Who sits at a seat: a person, or a bot of a level."""

    name: str
    player: str | None
    bot: str | None


class Asked(NamedTuple):
    """Something that one seat has proposed to the others."""

    proposal: Proposed
    seq: int
    agreed: frozenset[int]


class Carried(NamedTuple):
    """A request that was carried out: the number of its first event, and hashes of what asks for the same."""

    seq: int
    wanted: frozenset[int]


class SeedLost(Complaint):
    """The key of the server is another one than when the table was opened."""

    def __init__(self) -> None:
        super().__init__(
            "This game cannot go on: its draws were promised with a key that the server has no more. "
            "Whoever looks after the server can bring the key back; nothing is lost."
        )


class Record:
    """A table after some number of entries."""

    def __init__(self, table_id: str, settings: Settings, game: AnyGame, key: bytes) -> None:
        self.id = table_id
        self.settings = settings
        self.game = game
        self._key = key
        self.secret = secret_of(key, table_id)
        #: What was published of the seed.
        self.commitment = commitment(self.secret)
        self.status = WAITING
        #: The number that the next event gets.
        self.seq = 0
        self.state: Any = None
        self.outcome: Outcome | None = None
        self.ended_by: Aborted | DrawAgreed | None = None
        self.revealed = False
        self.followed_by: str | None = None
        self.holders: list[Holder | None] = [None] * settings.n_seats
        self.asked: Asked | None = None
        #: How often each seat has asked something since the latest move.
        self.n_asked: dict[int, int] = {}
        #: For each seat that is waited for, the number of the event that opened its turn or window.
        self.opened: dict[int, int] = {}
        self.clocks = Clocks(settings.clock, settings.n_seats, settings.answer_s)
        self.changed_ms = 0
        self._answering = False
        self._box: Counter[str] | None = None
        self._salts: dict[int, str] = {}
        self._requests: dict[tuple[int | None, str], Carried] = {}
        self._codec: LogCodec[Any] = LogCodec(game)
        self._overtime = game.codec.encode(TimedOut(overtime=True))

    # --- what may be asked --------------------------------------------------------------------------------

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self.game.codec.decode_options(bytes(self.settings.options))

    @property
    def box(self) -> Counter[str] | None:
        """How many tiles of each origin there are in the game; None before it begins."""
        if self._box is None and self.state is not None:
            self._box = self.game.box(self.state)
        return self._box

    @property
    def is_full(self) -> bool:
        return None not in self.holders

    @property
    def has_its_seed(self) -> bool:
        """Whether the seed is the one that was promised."""
        return self.commitment == commitment(self.secret)

    def waiting_for(self) -> frozenset[int]:
        """The seats that are to act."""
        if self.status != PLAYING:
            return frozenset()
        return self.game.to_act(self.state)

    def people(self) -> set[int]:
        """The seats that people hold; nobody can be asked at the seat of one whose account is gone."""
        return {seat for seat, holder in enumerate(self.holders) if holder is not None and holder.player}

    def bots(self) -> set[int]:
        """The seats that bots hold."""
        return {
            seat for seat, holder in enumerate(self.holders) if holder is not None and holder.bot is not None
        }

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that somebody holds."""
        if player is None:
            return []
        return [seat for seat, holder in enumerate(self.holders) if holder and holder.player == player]

    def answered(self, seat: int | None, request: str | None) -> Carried | None:
        """What a request of this name, made for this seat, led to."""
        return None if request is None else self._requests.get((seat, request))

    def chance(self) -> CommittedChance:
        """The draws of the next entry; `SeedLost` rather than draws that nobody could check."""
        if not self.has_its_seed:
            raise SeedLost
        salts = [f"{seat}={salt}" for seat, salt in sorted(self._salts.items())]
        return CommittedChance(self.secret, self.id, self.seq, salts)

    def encode(self, events: Sequence[Any]) -> tuple[list[Envelope[Any]], bytes]:
        """The next events in their envelopes, and as they are stored."""
        envelopes = [Envelope(self.seq + n, event) for n, event in enumerate(events)]
        return envelopes, self.encoded(envelopes)

    def encoded(self, envelopes: Sequence[Envelope[Any]]) -> bytes:
        """Envelopes as they are stored."""
        return self._codec.encode(envelopes)

    def decode(self, entry: Entry) -> list[Envelope[Any]]:
        """The envelopes of an entry."""
        return self._codec.decode(entry.events)

    # --- how it changes -----------------------------------------------------------------------------------

    def load(self, entries: Sequence[Entry]) -> None:
        """Fold entries that follow the latest one.

        Where a game goes back, the states that it goes back to are kept for this fold.
        """
        decoded = [(entry, self.decode(entry)) for entry in entries]
        returns = any(goes_back(envelopes) for _, envelopes in decoded)
        if returns and self.seq:
            raise ValueError("a game that goes back is folded from its beginning")
        states: States[Any] | None = None
        if returns:
            states = States(one for _, envelopes in decoded for one in envelopes)
        for entry, envelopes in decoded:
            self.apply(entry, envelopes, states)

    def apply(
        self, entry: Entry, envelopes: Sequence[Envelope[Any]], states: States[Any] | None = None
    ) -> None:
        """Fold one entry."""
        before, asked = self.waiting_for(), self.asked
        for envelope in envelopes:
            if isinstance(envelope.event, TABLE_EVENTS):
                self._note(envelope.event, envelope.seq)
            else:
                self.n_asked = {}
            if states is not None:
                append_state(self.game, states, envelope)
                self.state = states[-1]
            elif not isinstance(envelope.event, TABLE_EVENTS):
                self.state = self.game.evolve(self.state, envelope.event)
        self.seq = envelopes[-1].seq + 1
        self.changed_ms = entry.at_ms
        if entry.request is not None:
            wanted = map(hash, self._wanted(entry, envelopes[0].event, asked))
            self._requests[entry.seat, entry.request] = Carried(entry.seq, frozenset(wanted))
        self._settle()
        self._go_on(entry, envelopes, before)

    def _wanted(self, entry: Entry, event: Any, asked: Asked | None) -> Iterator[Any]:
        """What a request that led to an entry may have said: an action, what is proposed, or a yes or no.

        Who proposes what another has just proposed agrees to it: then it was the one or the other.
        """
        if entry.action is not None:
            yield canonical(self.game, entry.action)
        elif isinstance(event, Proposed):
            yield event.what
        elif isinstance(event, Answered) and asked is not None:
            yield from ((event.agrees, None), (event.agrees, asked.seq))
            if event.agrees:
                yield asked.proposal.what

    def refolded(self, entries: Sequence[Entry]) -> Record:
        """The record that all entries from the first on lead to: what a game that goes back needs."""
        record = Record(self.id, self.settings, self.game, self._key)
        record.load(entries)
        return record

    def after(self, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> Record:
        """The record with an entry more; this one stays as it is."""
        return self.after_all(((entry, envelopes),))

    def after_all(self, told: Sequence[tuple[Entry, Sequence[Envelope[Any]]]]) -> Record:
        """The record with these entries more; this one stays as it is."""
        if any(goes_back(envelopes) for _, envelopes in told):
            raise ValueError("a game that goes back is folded from its beginning")
        if not told:
            return self
        record = self._copy()
        for entry, envelopes in told:
            record.apply(entry, envelopes)
        return record

    def _copy(self) -> Record:
        record = Record.__new__(Record)
        record.__dict__.update(self.__dict__)  # four times as fast as `copy`, and done for every move
        record.holders = list(self.holders)
        record.clocks = self.clocks.copy()
        record._salts = dict(self._salts)
        record._requests = dict(self._requests)
        return record

    def _note(self, event: Any, seq: int) -> None:
        match event:
            case Opened():
                self.commitment = event.commitment
            case Seated():
                self.holders[event.seat] = Holder(event.name, event.player, event.bot)
            case Unseated():
                self.holders[event.seat] = None
                self._salts.pop(event.seat, None)
            case Salted():
                self._salts[event.seat] = event.salt
            case Proposed():
                self.asked = Asked(event, seq, frozenset((event.seat,)))
                self.n_asked = {**self.n_asked, event.seat: self.n_asked.get(event.seat, 0) + 1}
            case Answered():
                if self.asked is not None:
                    agreed = self.asked.agreed | {event.seat}
                    self.asked = self.asked._replace(agreed=agreed) if event.agrees else None
            case Aborted() | DrawAgreed():
                self.ended_by = event
                self.asked = None
                self.n_asked = {}
            case TakenBack():
                self.asked = None
            case Followed():
                self.followed_by = event.table
                self.asked = None
            case Revealed():
                self.revealed = True

    def _settle(self) -> None:
        was_over = self.status == OVER
        if self.state is not None:
            self.outcome = self.game.outcome(self.state)
            self.status = PLAYING
        if self.outcome is not None or self.ended_by is not None:
            self.status = OVER
            if not was_over:
                self.asked = (
                    None  # a game that has ended, with its seed told, is not brought back by a late yes
                )

    def _go_on(self, entry: Entry, envelopes: Sequence[Envelope[Any]], before: frozenset[int]) -> None:
        """Whose turn or window is a new one, and what the clocks make of it.

        Where seats only drop out of those that were waited for, the others are still asked the same. Whoever
        acts and is waited for again is asked anew, and so is everybody else.
        """
        waiting = self.waiting_for()
        answering = bool(waiting) and self.game.answering(self.state)
        goes_on = waiting <= before and answering == self._answering and not goes_back(envelopes)
        is_same = goes_on and (entry.seat not in waiting or not _is_about_game(envelopes))
        still = waiting if is_same else frozenset[int]()
        self.opened = {seat: self.opened[seat] if seat in still else self.seq - 1 for seat in waiting}
        self._answering = answering
        self.clocks.go_on(entry.at_ms, waiting, answering, waiting - still)
        if entry.action == self._overtime and entry.seat is not None:
            self.clocks.begin_minute(entry.seat)
        for envelope in envelopes:
            if isinstance(envelope.event, ClockSet):
                self.clocks.set(envelope.event.seat, envelope.event.left_ms)


def canonical(game: AnyGame, action: bytes) -> bytes:
    """An action in the one form that all who mean the same have; what cannot be read stays as it is."""
    with suppress(CodecError):
        return game.codec.encode(game.codec.decode_action(action))
    return action


def goes_back(envelopes: Sequence[Envelope[Any]]) -> bool:
    """Whether the game goes on from an earlier state."""
    return any(isinstance(one.event, TakenBack) for one in envelopes)


def _is_about_game(envelopes: Sequence[Envelope[Any]]) -> bool:
    return any(not isinstance(one.event, TABLE_EVENTS) for one in envelopes)


def secret_of(key: bytes, table_id: str) -> bytes:
    """The seed of a table's draws: known to whoever has the server's key, and stored nowhere."""
    return hmac.digest(key, f"deal {table_id}".encode(), hashlib.sha256)


def opening(record: Record) -> Opened:
    """The first event of a table."""
    return Opened(record.id, record.settings.preset, commitment(record.secret))


_settings: msgspec.json.Decoder[Settings] = decoder_of(Settings)


def read_settings(text: bytes) -> Settings:
    """The settings of a table as they are stored."""
    return _settings.decode(text)
