"""Words that were found in texts: the frequency list of the package `wordfreq`.

Its file is a MessagePack array (a header, then one array of words a frequency step). Only the kinds of values
it holds are read here: arrays, maps, strings and small numbers.
"""

from __future__ import annotations

import gzip
from typing import Any

Answer = tuple[Any, int]

# kind -> bytes of the length that follows it
_STRINGS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4}


def words_in_texts(content: bytes) -> set[str]:
    """The words of a compressed frequency list."""
    steps, _ = _value(gzip.decompress(content), 0)
    header = steps[0]
    if not isinstance(header, dict) or header.get("format") != "cB":
        raise ValueError(f"not a frequency list of wordfreq: it begins with {header!r}")
    return {word for step in steps[1:] for word in step}


def _value(packed: bytes, at: int) -> Answer:
    kind = packed[at]
    if kind < 0x80:
        return kind, at + 1
    if kind < 0x90:
        return _map(packed, at + 1, kind & 0x0F)
    if kind < 0xA0:
        return _array(packed, at + 1, kind & 0x0F)
    if kind < 0xC0:
        return _string(packed, at + 1, kind & 0x1F)
    for kinds, read in ((_STRINGS, _string), (_ARRAYS, _array), (_MAPS, _map)):
        if kind in kinds:
            end = at + 1 + kinds[kind]
            return read(packed, end, int.from_bytes(packed[at + 1 : end], "big"))
    if kind in _NUMBERS:
        end = at + 1 + _NUMBERS[kind]
        return int.from_bytes(packed[at + 1 : end], "big"), end
    raise ValueError(f"a frequency list of wordfreq holds no value of kind {kind:#x}")


def _string(packed: bytes, at: int, length: int) -> Answer:
    return packed[at : at + length].decode("utf-8"), at + length


def _array(packed: bytes, at: int, length: int) -> Answer:
    values = []
    for _ in range(length):
        value, at = _value(packed, at)
        values.append(value)
    return values, at


def _map(packed: bytes, at: int, length: int) -> Answer:
    values = {}
    for _ in range(length):
        key, at = _value(packed, at)
        values[key], at = _value(packed, at)
    return values, at
