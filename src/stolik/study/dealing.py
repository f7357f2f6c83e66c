"""Dealing a finished game again: every entry of its log is decided once more with the draws of its seed.

1. The seed, told at the end, must have the hash that the first event has.
2. The log is folded by the same record that a live table has, so salts, games taken back and numbers are
   what they were then. Salts count only if they came before the first draw.
3. An entry with an action is decided again, the opening of the game is set up again; both with the draws that
   follow from seed, table, number and salts. What comes out must be what the log has.
4. What was offered to chance and what was drawn is noted on the way, for whoever checks it without the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import takewhile
from operator import eq
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from stolik.core import registry
from stolik.core.chance import Chance, commitment
from stolik.core.codec import CodecError
from stolik.core.game import IllegalAction
from stolik.core.log import TABLE_EVENTS, Envelope, LogCodec, LogError, Opened, Revealed, Salted
from stolik.core.message import Complaint
from stolik.storage.entry import Entry
from stolik.study.trusted import ListsOfLog
from stolik.table.logs import Log, LogEntry
from stolik.table.record import OVER, PLAYING, WAITING, Earlier, new_record
from stolik.table.settings import Settings
from stolik.words.store import Lexicons

T = TypeVar("T")
#: What a log that somebody has changed may raise when it is folded.
_MISFITS = (LogError, ValueError, LookupError, AttributeError, TypeError)


class Differs(Complaint):
    """The log is not what its seed gives; `seq` is the first event that is not."""

    def __init__(self, seq: int, text: str, **values: str | int) -> None:
        super().__init__(text, seq=seq, **values)
        self.seq = seq


class Draw(msgspec.Struct, frozen=True):
    """One draw: what was offered, in order, what was taken, and where the events of the entry tell it."""

    seq: int
    offered: tuple[Any, ...]
    drawn: tuple[Any, ...]
    #: For each thing drawn the way to it: number of the event in its entry, field, and on within the field.
    at: tuple[tuple[int | str, ...] | None, ...]


class _Offer(NamedTuple):
    offered: tuple[Any, ...]
    drawn: tuple[Any, ...]


class _NotingChance(Chance):
    """The draws of another chance, noted; what is drawn is a copy, to be found again in the events."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.offers: list[_Offer] = []

    @property
    def commitment(self) -> str | None:
        return self._chance.commitment

    def word(self) -> int:
        return self._chance.word()

    def draw(self, pool: Sequence[T], n: int) -> tuple[T, ...]:
        drawn = tuple(copy(each) for each in self._chance.draw(pool, n))
        if drawn:
            self.offers.append(_Offer(tuple(pool), drawn))
        return drawn


class Dealer:
    """One log that is dealt again, entry by entry."""

    def __init__(self, log: Log, words: Lexicons) -> None:
        self._log = log
        self._words = ListsOfLog(words)
        if log.game not in registry.packages():
            raise LogError("This program does not know the game {name}.", name=log.game)
        self._game = registry.create(log.game, self._words)
        if log.version != self._game.codec.version:
            raise LogError(
                "The log was written by version {theirs} of this game; this program has version {ours}.",
                theirs=log.version,
                ours=self._game.codec.version,
            )
        self._codec: LogCodec[Any] = LogCodec(self._game)
        self._record = new_record(log.table, _settings(log), self._game, b"")
        self._earlier = Earlier(())

    @property
    def words_are_missing(self) -> bool:
        """Whether verdicts on words could not be checked."""
        return self._words.is_missing

    def draws(self) -> Iterator[Draw]:
        """Every draw of the game; raises `Differs` where the log is not what its seed gives."""
        entries = [(entry, self._decoded(entry)) for entry in self._log.entries]
        secret = _secret([one for _, envelopes in entries for one in envelopes])
        self._record = replace(self._record, ground=replace(self._record.ground, secret=secret))
        self._words.edition = _edition([one for _, envelopes in entries for one in envelopes])
        self._earlier = Earlier([one for _, envelopes in entries for one in envelopes])
        for entry, envelopes in entries:
            self._check_numbers(entry, envelopes)
            self._check_promise(envelopes)
            yield from self._deal(entry, envelopes)
            self._fold(entry, envelopes)

    def _decoded(self, entry: LogEntry) -> list[Envelope[Any]]:
        try:
            return self._codec.decode(msgspec.json.encode(entry.events))
        except CodecError as error:
            raise Differs(entry.seq, "Event {seq} cannot be read: {why}", why=str(error)) from error

    def _check_numbers(self, entry: LogEntry, envelopes: Sequence[Envelope[Any]]) -> None:
        due = self._record.seq
        numbers = [entry.seq, *(one.seq for one in envelopes)]
        if not envelopes or numbers != [due, *range(due, due + len(envelopes))]:
            raise Differs(due, "Event {seq} is missing or has another number.")

    def _check_promise(self, envelopes: Sequence[Envelope[Any]]) -> None:
        """The first event promises the seed of this table, and no salt comes once something was drawn."""
        record = self._record
        for envelope in envelopes:
            event, seq = envelope.event, envelope.seq
            if isinstance(event, Opened) != (seq == 0):
                raise Differs(seq, "Event {seq} is not what a table begins with.")
            if isinstance(event, Opened):
                if event.table != record.id or {record.settings.preset, self._log.preset} != {event.preset}:
                    raise Differs(seq, "Event {seq} opens another table than the log is of.")
                if event.commitment != commitment(record.secret):
                    raise Differs(seq, "The seed told at the end does not have the hash of event {seq}.")
            if isinstance(event, Salted) and record.status != WAITING:
                raise Differs(seq, "Event {seq} adds salt after the first draw.")
            if isinstance(event, Revealed) and event.secret != record.secret.hex():
                raise Differs(seq, "Event {seq} tells another seed.")

    def _deal(self, entry: LogEntry, envelopes: Sequence[Envelope[Any]]) -> Iterator[Draw]:
        """Decide an entry again in each way its words may be judged, and compare what comes out."""
        told = [one.event for one in envelopes if not isinstance(one.event, TABLE_EVENTS)]
        if entry.action is None and not told:
            return
        again, offers = self._nearest(entry, told)
        self._compare(entry.seq, [one.event for one in envelopes], again)
        for offer in offers:
            yield Draw(entry.seq, offer.offered, offer.drawn, _places(offer.drawn, again))

    def _nearest(self, entry: LogEntry, told: Sequence[Any]) -> tuple[Sequence[Any], list[_Offer]]:
        """What an entry leads to and what was drawn, judging its words in the way that fits best."""
        best: tuple[int, Sequence[Any], list[_Offer]] | None = None
        refusal: Differs | None = None
        for _ in self._words.readings(told):
            chance = _NotingChance(self._record.chance())
            try:
                again = self._decided(entry, chance)
            except Differs as differs:
                refusal = refusal or differs
                continue
            n_same = sum(takewhile(bool, map(eq, again, told)))
            if best is None or n_same > best[0]:
                best = n_same, again, chance.offers
        if best is None:
            raise refusal or ValueError("nothing was decided")
        return best[1:]

    def _decided(self, entry: LogEntry, chance: Chance) -> Sequence[Any]:
        record, seq = self._record, entry.seq
        begins = entry.action is None
        if record.status != (WAITING if begins else PLAYING):
            raise Differs(
                seq, "Event {seq} belongs to no action, or to a game that has not begun or is over."
            )
        try:
            if begins:
                return self._game.setup(record.options, record.settings.n_seats, chance)
            action = self._game.codec.decode_action(msgspec.json.encode(entry.action))
            return self._game.decide(record.state, -1 if entry.seat is None else entry.seat, action, chance)
        except IllegalAction as refused:
            raise Differs(
                seq, "The rules ({clause}) refuse the action that led to event {seq}.", clause=refused.clause
            ) from refused
        except (CodecError, *_MISFITS) as error:
            raise Differs(seq, "The action that led to event {seq} is none of this game.") from error

    def _compare(self, first: int, told: Sequence[Any], again: Sequence[Any]) -> None:
        """The events of an entry are those of the game and then perhaps some of the table."""
        for n in range(max(len(told), len(again))):
            ours = again[n] if n < len(again) else None
            theirs = told[n] if n < len(told) else None
            if ours is None and isinstance(theirs, TABLE_EVENTS):
                continue
            if ours != theirs:
                raise Differs(
                    first + n,
                    "Event {seq} differs. The log has: {theirs}. Dealt again it is: {ours}.",
                    theirs=self._text(theirs),
                    ours=self._text(ours),
                )

    def _text(self, event: Any) -> str:
        return "-" if event is None else self._game.codec.encode(event).decode()

    def _fold(self, entry: LogEntry, envelopes: Sequence[Envelope[Any]]) -> None:
        stored = Entry(self._log.table, entry.seq, entry.at_ms, entry.seat, None, None, b"")
        try:
            self._record = self._record.after(stored, envelopes, self._earlier)
        except _MISFITS as error:
            raise Differs(entry.seq, "Event {seq} does not fit the game before it.") from error
        if self._record.revealed and self._record.status != OVER:
            raise Differs(entry.seq, "The seed was told at event {seq}, before the game was over.")


def _settings(log: Log) -> Settings:
    try:
        return msgspec.json.decode(msgspec.json.encode(log.settings), type=Settings)
    except msgspec.ValidationError as error:
        raise LogError("The settings of the log cannot be read: {why}", why=str(error)) from error


def _secret(envelopes: Sequence[Envelope[Any]]) -> bytes:
    for envelope in envelopes:
        if isinstance(envelope.event, Revealed):
            try:
                return bytes.fromhex(envelope.event.secret)
            except ValueError as error:
                raise Differs(envelope.seq, "Event {seq} tells no seed that can be read.") from error
    raise LogError("The game is not over yet: the seed of its draws is told when it is.")


def _edition(envelopes: Sequence[Envelope[Any]]) -> str | None:
    """The word list that the opening events of a game with words name."""
    named = (getattr(one.event, "lexicon_hash", None) for one in envelopes)
    return next((edition for edition in named if edition is not None), None)


def _places(drawn: Sequence[Any], events: Sequence[Any]) -> tuple[tuple[int | str, ...] | None, ...]:
    """Where the very things that were drawn are in the events."""
    found: dict[int, tuple[int | str, ...]] = {}
    for n, event in enumerate(events):
        for value, way in _parts(event, (n,)):
            found.setdefault(id(value), way)
    return tuple(found.get(id(each)) for each in drawn)


def _parts(value: Any, way: tuple[int | str, ...]) -> Iterator[tuple[Any, tuple[int | str, ...]]]:
    """Everything within a value, with the way to it in the JSON of the value."""
    yield value, way
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        keys: Sequence[int | str] = range(len(names)) if value.__struct_config__.array_like else names
        for key, name in zip(keys, names, strict=True):
            yield from _parts(getattr(value, name), (*way, key))
    elif isinstance(value, tuple | list):
        for n, each in enumerate(value):
            yield from _parts(each, (*way, n))
