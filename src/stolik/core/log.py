"""The log of one table: game events and table events in numbered envelopes, folded by one `replay`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Literal, TypeVar, cast, get_args

import msgspec

from stolik.core.codec import CodecError, decoder_of
from stolik.core.game import Game
from stolik.core.message import Complaint
from stolik.core.moves import Lines

E = TypeVar("E")
S = TypeVar("S")


class Opened(msgspec.Struct, frozen=True, tag=True):
    """A table is there: its name in every draw, what is played, and the promise of the seed of all draws."""

    table: str
    preset: str
    commitment: str


class Seated(msgspec.Struct, frozen=True, tag=True):
    """Somebody sits down: a person's name or a bot's level."""

    seat: int
    name: str
    bot: str | None = None
    #: Who it is among all players, where a server knows them.
    player: str | None = None


class Unseated(msgspec.Struct, frozen=True, tag=True):
    """Somebody gets up before the game begins."""

    seat: int


class Salted(msgspec.Struct, frozen=True, tag=True):
    """A player adds salt to the committed draws."""

    seat: int
    salt: str


class ClockSet(msgspec.Struct, frozen=True, tag=True):
    """A clock was set, started or stopped."""

    seat: int
    left_ms: int
    running: bool


class TakenBack(msgspec.Struct, frozen=True, tag=True):
    """Play goes on from the state after event `to_seq`; tiles drawn since are drawn afresh."""

    to_seq: int


class Aborted(msgspec.Struct, frozen=True, tag=True):
    """The table closed before the game was over."""

    reason: str


Proposal = Literal["draw", "abort", "take back", "rematch"]


class Proposed(msgspec.Struct, frozen=True, tag=True):
    """A seat asks the others for something; `to_seq` is where a game taken back would go on."""

    seat: int
    what: Proposal
    to_seq: int | None = None


class Answered(msgspec.Struct, frozen=True, tag=True):
    """A seat agrees to what was asked, or not."""

    seat: int
    agrees: bool


class DrawAgreed(msgspec.Struct, frozen=True, tag=True):
    """All agreed that nobody wins."""


class Revealed(msgspec.Struct, frozen=True, tag=True):
    """The seed of all draws, told when the game is over."""

    secret: str


class Followed(msgspec.Struct, frozen=True, tag=True):
    """The same people go on at another table."""

    table: str


class PlaysListed(msgspec.Struct, frozen=True, tag=True):
    """A seat that plays for a score was told what it can play."""

    seat: int


TableEvent = (
    Opened
    | Seated
    | Unseated
    | Salted
    | ClockSet
    | TakenBack
    | Aborted
    | Proposed
    | Answered
    | DrawAgreed
    | Revealed
    | Followed
    | PlaysListed
)
TABLE_EVENTS = get_args(TableEvent)


class Envelope(msgspec.Struct, Generic[E], frozen=True):
    """One numbered entry of a log."""

    seq: int
    event: E | TableEvent


class LogError(Complaint):
    """A log that cannot be read or folded; the message says where."""


def replay(game: Game[Any, S, Any, E, Any], envelopes: Iterable[Envelope[E]]) -> list[S | None]:
    """The state after each envelope, from the first on; None before the first game event."""
    states: list[S | None] = []
    for envelope in envelopes:
        append_state(game, states, envelope)
    return states


class States(Generic[S]):
    """The states of a fold that are still wanted: the latest one, and those that the game goes back to.

    All states of a long game would hold its whole past once for each event.
    """

    def __init__(self, envelopes: Iterable[Envelope[Any]]) -> None:
        self._wanted = {one.event.to_seq for one in envelopes if isinstance(one.event, TakenBack)}
        self._kept: dict[int, S | None] = {}
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, place: int) -> S | None:
        """The state after an event, counted from the end as in a list for -1."""
        return self._kept[self._n - 1 if place == -1 else place]

    def append(self, state: S | None) -> None:
        if self._n - 1 not in self._wanted:
            self._kept.pop(self._n - 1, None)
        self._kept[self._n] = state
        self._n += 1


def append_state(
    game: Game[Any, S, Any, E, Any], states: list[S | None] | States[S], envelope: Envelope[E]
) -> None:
    """Add the state after one more envelope."""
    if envelope.seq != len(states):
        raise LogError("Event {place} of the log is numbered {seq}.", place=len(states), seq=envelope.seq)
    states.append(state_after(game, states[-1] if states else None, envelope, states))


def state_after(
    game: Game[Any, S, Any, E, Any],
    state: S | None,
    envelope: Envelope[E],
    earlier: Sequence[S | None] | States[S] = (),
) -> S | None:
    """The state after one more envelope, the only fold there is; to go back it needs `earlier` states."""
    place, event = envelope.seq, envelope.event
    if isinstance(event, TakenBack):
        back = earlier[event.to_seq] if 0 <= event.to_seq < min(place, len(earlier)) else None
        if back is None:
            raise LogError(
                "Event {place} goes back to event {seq}, which is not in the game before it.",
                place=place,
                seq=event.to_seq,
            )
        return back
    if isinstance(event, TABLE_EVENTS):
        return state
    try:
        return game.evolve(state, cast(E, event))
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise LogError("Event {place} does not fit the game before it.", place=place) from error


def lines_after(
    game: Game[Any, S, Any, E, Any],
    lines: Lines,
    envelope: Envelope[E],
    after: S | None,
    earlier: Sequence[Lines] | States[Lines] = (),
) -> Lines:
    """The move list after one more envelope, which led to a state; to go back it needs `earlier` lists."""
    event = envelope.event
    if isinstance(event, TakenBack):
        return earlier[event.to_seq] or ()
    if isinstance(event, TABLE_EVENTS) or after is None:
        return lines
    try:
        return game.listed(lines, envelope.seq, game.redact(cast(E, event), None), after)
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise LogError("Event {place} does not fit the game before it.", place=envelope.seq) from error


def listed(game: Game[Any, Any, Any, E, Any], envelopes: Iterable[Envelope[E]]) -> Lines:
    """The move list of envelopes that all count."""
    state: Any = None
    lines: Lines = ()
    for envelope in envelopes:
        state = state_after(game, state, envelope)
        lines = lines_after(game, lines, envelope, state)
    return lines


def standing(envelopes: Sequence[Envelope[E]]) -> list[Envelope[E]]:
    """The envelopes that still count once everything taken back is left out."""
    #: After each envelope the latest that counts, and before each that counts the one before it; -1 for none.
    latest, before = [-1], list[int]()
    for place, envelope in enumerate(envelopes):
        event = envelope.event
        before.append(latest[-1])
        latest.append(latest[event.to_seq + 1] if isinstance(event, TakenBack) else place)
    counting, place = [], latest[-1]
    while place >= 0:
        counting.append(envelopes[place])
        place = before[place]
    return counting[::-1]


class LogCodec(Generic[E]):
    """Envelopes of one game as JSON; those that one action caused stand on one line, whole or not at all."""

    def __init__(self, game: Game[Any, Any, Any, E, Any]) -> None:
        self._encoder = msgspec.json.Encoder(order="deterministic")
        envelope: Any = Envelope
        line: Any = list[envelope[game.codec.event_type]]
        self._decoder: msgspec.json.Decoder[list[Envelope[E]]] = decoder_of(line)

    def encode(self, envelopes: Sequence[Envelope[E]]) -> bytes:
        return self._encoder.encode(envelopes)

    def decode(self, line: bytes | str) -> list[Envelope[E]]:
        try:
            return self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise CodecError(str(error)) from error
