"""Options, actions, events and views as JSON: tagged unions, one version number a game."""

from __future__ import annotations

from threading import Lock
from typing import Any, Generic, TypeVar, get_args

import msgspec

from stolik.core.actions import Resign, TimedOut

O = TypeVar("O")  # noqa: E741
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
T = TypeVar("T")


class CodecError(ValueError):
    """The text is not what was expected; the message says where."""


_building = Lock()


def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads JSON of a type, made by one thread at a time.

    msgspec 0.22 shows others a type while it still learns what its fields are, and whoever decodes with it
    then ends the whole process. So whatever is first read by a thread is read by a decoder from here.
    """
    with _building:
        return msgspec.json.Decoder(kind)


class Codec(Generic[O, A, E, V]):
    """Reads and writes one game's values; whatever is not exactly right raises `CodecError`.

    Its actions include those that every game has: who knows only the contract relies on them.
    """

    def __init__(self, version: int, options: Any, action: Any, event: Any, view: Any) -> None:
        missing = [kind.__name__ for kind in (Resign, TimedOut) if kind not in get_args(action)]
        if missing:
            raise TypeError(f"the union of actions lacks {' and '.join(missing)} of stolik.core.actions")
        self.version = version
        self.options_type = options
        self.action_type = action
        self.event_type = event
        self.view_type = view
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._options: msgspec.json.Decoder[O] = decoder_of(options)
        self._action: msgspec.json.Decoder[A] = decoder_of(action)
        self._event: msgspec.json.Decoder[E] = decoder_of(event)
        self._view: msgspec.json.Decoder[V] = decoder_of(view)

    def encode(self, value: object) -> bytes:
        """Any of the game's values as JSON, the same bytes for equal values."""
        return self._encoder.encode(value)

    def decode_options(self, text: bytes | str) -> O:
        return _decode(self._options, text)

    def decode_action(self, text: bytes | str) -> A:
        return _decode(self._action, text)

    def decode_event(self, text: bytes | str) -> E:
        return _decode(self._event, text)

    def decode_view(self, text: bytes | str) -> V:
        return _decode(self._view, text)


def _decode(decoder: msgspec.json.Decoder[T], text: bytes | str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise CodecError(str(error)) from error
