"""One live table as its journal tells it: who sits where, how the game stands, whose time runs.

A record is folded from entries and from nothing else: every machine that reads the journal has the same.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

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
    PlaysListed,
    Proposed,
    Revealed,
    Salted,
    Seated,
    States,
    TakenBack,
    Unseated,
    append_state,
    lines_after,
    state_after,
)
from stolik.core.message import Complaint
from stolik.core.moves import Lines
from stolik.core.outcome import Kind, Outcome
from stolik.storage.entry import Entry
from stolik.table.clocks import Clocks, clocks_for
from stolik.table.settings import Settings

WAITING, PLAYING, OVER = "waiting", "playing", "over"


class Holder(NamedTuple):
    """Who sits at a seat: a person, or a bot of a level."""

    name: str
    player: str | None
    bot: str | None


Holders = tuple[Holder | None, ...]
#: Entries with the envelopes that they hold.
Told = Sequence[tuple[Entry, Sequence[Envelope[Any]]]]


class Asked(NamedTuple):
    """Something that one seat has proposed to the others."""

    proposal: Proposed
    seq: int
    agreed: frozenset[int]


class Carried(NamedTuple):
    """A request that was carried out: the number of its first event, and hashes of what asks for the same."""

    seq: int
    wanted: frozenset[int]


class Earlier:
    """What a fold keeps of a game that goes back: the states and move lists that it goes back to."""

    def __init__(self, envelopes: Sequence[Envelope[Any]]) -> None:
        self.states: States[Any] = States(envelopes)
        self.lines: States[Lines] = States(envelopes)


class SeedLost(Complaint):
    """The key of the server is another one than when the table was opened."""

    def __init__(self) -> None:
        super().__init__(
            "This game cannot go on: its draws were promised with a key that the server has no more. "
            "Whoever looks after the server can bring the key back; nothing is lost."
        )


class Ground(msgspec.Struct, frozen=True):
    """What never changes of a table: its name, how it was set up, and the seed of its draws."""

    id: str
    settings: Settings
    game: AnyGame
    key: bytes
    secret: bytes
    codec: LogCodec[Any]
    kind: Kind
    #: The action of a clock after which a seat plays on at a price, as it is stored.
    overtime: bytes


class Record(msgspec.Struct, frozen=True):
    """A table after some number of entries; with another entry it is another record."""

    ground: Ground
    clocks: Clocks
    #: What was published of the seed.
    commitment: str
    holders: Holders
    status: str = WAITING
    #: The number that the next event gets.
    seq: int = 0
    state: Any = None
    #: The move list, as everybody may see it.
    lines: Lines = ()
    outcome: Outcome | None = None
    ended_by: Aborted | DrawAgreed | None = None
    revealed: bool = False
    #: Whether no move was taken back, and nobody who plays for a score was told what to play.
    unaided: bool = True
    followed_by: str | None = None
    asked: Asked | None = None
    #: How often each seat has asked something since the latest move.
    n_asked: Mapping[int, int] = {}
    #: For each seat that is waited for, the number of the event that opened its turn or window.
    opened: Mapping[int, int] = {}
    changed_ms: int = 0
    #: Whether seats are asked something aside from their turns.
    answering: bool = False
    #: How many tiles of each origin there are in the game; None before it begins.
    box: Counter[str] | None = None
    salts: Mapping[int, str] = {}
    requests: Mapping[tuple[int | None, str], Carried] = {}

    # --- what may be asked --------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.ground.id

    @property
    def settings(self) -> Settings:
        return self.ground.settings

    @property
    def game(self) -> AnyGame:
        return self.ground.game

    @property
    def kind(self) -> Kind:
        """How it is won."""
        return self.ground.kind

    @property
    def secret(self) -> bytes:
        """The seed of all draws."""
        return self.ground.secret

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self.game.codec.decode_options(bytes(self.settings.options))

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
        return None if request is None else self.requests.get((seat, request))

    def chance(self) -> CommittedChance:
        """The draws of the next entry; `SeedLost` rather than draws that nobody could check."""
        if not self.has_its_seed:
            raise SeedLost
        salts = [f"{seat}={salt}" for seat, salt in sorted(self.salts.items())]
        return CommittedChance(self.secret, self.id, self.seq, salts)

    def encode(self, events: Sequence[Any]) -> tuple[list[Envelope[Any]], bytes]:
        """The next events in their envelopes, and as they are stored."""
        envelopes = [Envelope(self.seq + n, event) for n, event in enumerate(events)]
        return envelopes, self.encoded(envelopes)

    def encoded(self, envelopes: Sequence[Envelope[Any]]) -> bytes:
        """Envelopes as they are stored."""
        return self.ground.codec.encode(envelopes)

    def decode(self, entry: Entry) -> list[Envelope[Any]]:
        """The envelopes of an entry."""
        return self.ground.codec.decode(entry.events)

    # --- what follows it ----------------------------------------------------------------------------------

    def refolded(self, entries: Sequence[Entry]) -> Record:
        """The record that all entries from the first on lead to: what a game that goes back needs."""
        return begun(self.ground).folded(entries)

    def folded(self, entries: Sequence[Entry]) -> Record:
        """The record with entries that follow the latest one.

        Where a game goes back, the states that it goes back to are kept for this fold.
        """
        told = [(entry, self.decode(entry)) for entry in entries]
        if not any_goes_back(told):
            return self.after_all(told)
        if self.seq:
            raise ValueError("a game that goes back is folded from its beginning")
        return self._with_all(told, Earlier([one for _, envelopes in told for one in envelopes]))

    def after(
        self, entry: Entry, envelopes: Sequence[Envelope[Any]], earlier: Earlier | None = None
    ) -> Record:
        """The record with an entry more; one in which the game goes back needs the states before it."""
        if earlier is None and goes_back(envelopes):
            raise ValueError("a game that goes back is folded from its beginning")
        return self._with_all(((entry, envelopes),), earlier)

    def after_all(self, told: Told) -> Record:
        """The record with these entries more, in none of which the game goes back."""
        if any_goes_back(told):
            raise ValueError("a game that goes back is folded from its beginning")
        return self._with_all(told, None)

    def _with_all(self, told: Told, earlier: Earlier | None) -> Record:
        #: One for the whole fold: nobody sees the records between.
        record, requests = self, dict(self.requests)
        for entry, envelopes in told:
            record = record._with(entry, envelopes, earlier, requests)
        return record

    def _with(
        self,
        entry: Entry,
        envelopes: Sequence[Envelope[Any]],
        earlier: Earlier | None,
        requests: dict[tuple[int | None, str], Carried],
    ) -> Record:
        record = self
        for envelope in envelopes:
            record = record._noted(envelope)
        state, lines = _told_by(self, envelopes, earlier)
        if entry.request is not None:
            wanted = map(hash, _wanted(self, entry, envelopes[0].event))
            requests[entry.seat, entry.request] = Carried(entry.seq, frozenset(wanted))
        box = self.game.box(state) if self.box is None and state is not None else self.box
        seq = envelopes[-1].seq + 1
        record = replace(
            record, state=state, lines=lines, seq=seq, changed_ms=entry.at_ms, requests=requests, box=box
        )
        return record._settled()._gone_on(self.waiting_for(), entry, envelopes)

    def _noted(self, envelope: Envelope[Any]) -> Record:
        """What an event changes that is not about the game."""
        match envelope.event:
            case Opened(commitment=promised):
                return replace(self, commitment=promised)
            case Seated(seat=seat, name=name, bot=bot, player=player):
                return replace(self, holders=_placed(self.holders, seat, Holder(name, player, bot)))
            case Unseated(seat=seat):
                salts = {each: salt for each, salt in self.salts.items() if each != seat}
                return replace(self, holders=_placed(self.holders, seat, None), salts=salts)
            case Salted(seat=seat, salt=salt):
                return replace(self, salts={**self.salts, seat: salt})
            case Proposed(seat=seat) as proposed:
                n_asked = {**self.n_asked, seat: self.n_asked.get(seat, 0) + 1}
                asked = Asked(proposed, envelope.seq, frozenset((seat,)))
                return replace(self, asked=asked, n_asked=n_asked)
            case Answered(seat=seat, agrees=agrees) if self.asked is not None:
                agreed = self.asked.agreed | {seat}
                return replace(self, asked=self.asked._replace(agreed=agreed) if agrees else None)
            case Aborted() | DrawAgreed() as ended:
                return replace(self, ended_by=ended, asked=None, n_asked={})
            case TakenBack():
                return replace(self, asked=None, unaided=False)
            case PlaysListed():
                return replace(self, unaided=False)
            case Followed(table=table):
                return replace(self, followed_by=table, asked=None)
            case Revealed():
                return replace(self, revealed=True)
        if isinstance(envelope.event, TABLE_EVENTS) or not self.n_asked:
            return self
        return replace(self, n_asked={})

    def _settled(self) -> Record:
        """The record with its outcome; a game that has ended is not brought back by a late yes."""
        if self.state is None and self.ended_by is None:
            return self
        outcome = None if self.state is None else self.game.outcome(self.state)
        is_over = outcome is not None or self.ended_by is not None
        asked = None if is_over and self.status != OVER else self.asked
        return replace(self, outcome=outcome, status=OVER if is_over else PLAYING, asked=asked)

    def _gone_on(self, before: frozenset[int], entry: Entry, envelopes: Sequence[Envelope[Any]]) -> Record:
        """Whose turn or window is a new one, and what the clocks make of it.

        Where seats only drop out of those that were waited for, the others are still asked the same. Whoever
        acts and is waited for again is asked anew, and so is everybody else.
        """
        waiting = self.waiting_for()
        answering = bool(waiting) and self.game.answering(self.state)
        goes_on = waiting <= before and answering == self.answering and not goes_back(envelopes)
        is_same = goes_on and (entry.seat not in waiting or not _is_about_game(envelopes))
        still = waiting if is_same else frozenset[int]()
        opened = {seat: self.opened[seat] if seat in still else self.seq - 1 for seat in waiting}
        clocks = self.clocks.gone_on(entry.at_ms, waiting, answering, waiting - still)
        if entry.action == self.ground.overtime and entry.seat is not None:
            clocks = clocks.with_minute(entry.seat)
        for envelope in envelopes:
            if isinstance(envelope.event, ClockSet):
                clocks = clocks.given(envelope.event.seat, envelope.event.left_ms)
        return replace(self, opened=opened, answering=answering, clocks=clocks)


def new_record(table_id: str, settings: Settings, game: AnyGame, key: bytes) -> Record:
    """A table of which nothing is stored yet."""
    overtime = game.codec.encode(TimedOut(overtime=True))
    secret = secret_of(key, table_id)
    kind = game.kind(game.codec.decode_options(bytes(settings.options)), settings.n_seats)
    return begun(Ground(table_id, settings, game, key, secret, LogCodec(game), kind, overtime))


def begun(ground: Ground) -> Record:
    """A table at which nothing has happened."""
    settings = ground.settings
    return Record(
        ground,
        clocks_for(settings.clock, settings.n_seats, settings.answer_s),
        commitment(ground.secret),
        (None,) * settings.n_seats,
    )


def _placed(holders: Holders, seat: int, holder: Holder | None) -> Holders:
    return (*holders[:seat], holder, *holders[seat + 1 :])


def _told_by(
    record: Record, envelopes: Sequence[Envelope[Any]], earlier: Earlier | None
) -> tuple[Any, Lines]:
    """The state and the move list after some envelopes."""
    game, state, lines = record.game, record.state, record.lines
    for envelope in envelopes:
        if earlier is None:
            state = state_after(game, state, envelope)
            lines = lines_after(game, lines, envelope, state)
        else:
            append_state(game, earlier.states, envelope)
            state = earlier.states[-1]
            lines = lines_after(game, lines, envelope, state, earlier.lines)
            earlier.lines.append(lines)
    return state, lines


def _wanted(before: Record, entry: Entry, event: Any) -> Iterator[Any]:
    """What a request that led to an entry may have said: an action, what is proposed, or a yes or no.

    Who proposes what another has just proposed agrees to it: then it was the one or the other.
    """
    asked = before.asked
    if entry.action is not None:
        yield canonical(before.game, entry.action)
    elif isinstance(event, Proposed):
        yield event.what
    elif isinstance(event, Answered) and asked is not None:
        yield from ((event.agrees, None), (event.agrees, asked.seq))
        if event.agrees:
            yield asked.proposal.what


def canonical(game: AnyGame, action: bytes) -> bytes:
    """An action in the one form that all who mean the same have; what cannot be read stays as it is."""
    with suppress(CodecError):
        return game.codec.encode(game.codec.decode_action(action))
    return action


def goes_back(envelopes: Sequence[Envelope[Any]]) -> bool:
    """Whether the game goes on from an earlier state."""
    return any(isinstance(one.event, TakenBack) for one in envelopes)


def any_goes_back(told: Told) -> bool:
    """Whether the game goes on from an earlier state somewhere."""
    return any(goes_back(envelopes) for _, envelopes in told)


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
