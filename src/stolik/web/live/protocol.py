"""The messages of `/ws`: JSON objects whose `type` says which one it is. docs/protocol.md tells the rest.

Types are only ever added to and fields only get defaults: a client of an older version goes on working.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from stolik.core.codec import CodecError
from stolik.core.log import Proposal
from stolik.table.showing import TableChanged, TableShown

VERSION = 2
#: From this version on a client is told what has changed, and is sent the move list.
LEAN_FROM = 2
#: No message of a client is longer.
MOST_BYTES = 64 * 1024
#: The code with which a socket is closed because its session has ended: log in again before coming back.
LOGGED_OUT = 4401

#: What ids are made of, what one line may have, and what no database can keep.
ID, ONE_LINE, WRITING = "^[A-Za-z0-9_-]*$", r"^[^\x00-\x1f\x7f]*(?![\s\S])", r"^[^\x00]*$"

TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern=ID)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=ONE_LINE)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=11)]


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """What a client may say."""


class Hello(ClientMessage, frozen=True):
    """Which version of the protocol the client speaks, and in which language it wants sentences.

    Who says nothing speaks version 1, in which every table is told whole; in version 2 only the first one is.
    """

    version: int
    language: str | None = None


class Watch(ClientMessage, frozen=True):
    """Tell me of this table what this seat may know (None: what spectators may), from an event number on."""

    table: TableId
    seat: Seat | None = None
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class Unwatch(ClientMessage, frozen=True):
    """Tell me no more of it."""

    table: TableId
    seat: Seat | None = None


class Act(ClientMessage, frozen=True):
    """Do this for my seat; `turn` is the event that opened the turn or window it is meant for."""

    table: TableId
    seat: Seat
    id: RequestId
    action: msgspec.Raw
    turn: int | None = None


class Propose(ClientMessage, frozen=True):
    """Ask the others for a draw, an end, taking back or another game."""

    table: TableId
    seat: Seat
    id: RequestId
    what: Proposal


class Answer(ClientMessage, frozen=True):
    """Say yes or no to what was asked; `to` is the number of the event that asked it."""

    table: TableId
    seat: Seat
    id: RequestId
    agrees: bool
    to: int | None = None


class Say(ClientMessage, frozen=True):
    """Say something to everybody at the table."""

    table: TableId
    id: RequestId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=WRITING)]


class Mute(ClientMessage, frozen=True):
    """Let me not hear somebody any more, or again."""

    player: Annotated[str, msgspec.Meta(max_length=32, pattern=ID)]
    on: bool = True
    id: RequestId | None = None


class Ping(ClientMessage, frozen=True):
    """Are you there?"""

    n: int = 0


FromClient = Hello | Watch | Unwatch | Act | Propose | Answer | Say | Mute | Ping


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """What the server says."""


class Welcome(ServerMessage, frozen=True):
    """The first message: the newest version, who the client is, and whom he does not want to hear."""

    version: int
    player: str
    name: str
    muted: tuple[str, ...] = ()


class Done(ServerMessage, frozen=True):
    """A request was carried out; its events begin at `seq`, which is 0 where there are none."""

    id: str
    seq: int


class Refused(ServerMessage, frozen=True):
    """A message was refused and nothing has changed: the sentence, and the clause if a rule says so."""

    id: str | None
    message: str
    clause: str | None = None
    #: A word for programs: illegal, stale, used, seat, table, storage, message, busy.
    why: str = "illegal"


class Said(ServerMessage, frozen=True):
    """Somebody said something."""

    table: str
    n: int
    at_ms: int
    player: str | None
    name: str
    text: str


class Gone(ServerMessage, frozen=True):
    """This table is watched no more."""

    table: str
    seat: int | None


class Pong(ServerMessage, frozen=True):
    """I am here."""

    n: int


FromServer = Welcome | TableShown | TableChanged | Done | Refused | Said | Gone | Pong

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()


def read_message(text: bytes | str) -> FromClient:
    """A message of a client; `CodecError` says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CodecError(str(error)) from error


def write_message(message: Any) -> bytes:
    """A message of the server."""
    return _encoder.encode(message)
