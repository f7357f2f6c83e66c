"""Version 2 of the protocol: the first table and the changes after it make every whole table of version 1."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.log import Envelope
from stolik.core.outcome import Viewer
from stolik.table.record import Record
from stolik.table.showing import TableShown, shown
from stolik.texts import translator
from stolik.web.live.protocol import write_message
from stolik.web.live.watching import Lean
from stolik.words.store import Lexicons
from tests.laws.table import play_random_game
from tests.laws.variations import varied
from tests.web.described import with_changes
from tests.web.test_twins import NOW_MS, after, set_up

Told = tuple[Record, Sequence[Envelope[Any]]]


def whole_game(preset_id: str, n: int, words: Lexicons) -> Iterator[Told]:
    """A table after each entry of a random game, from before the first seat was taken on."""
    chance = SeededChance(f"lean/{preset_id}/{n}")
    preset = registry.find_preset(preset_id)
    preset = msgspec.structs.replace(preset, options=varied(preset.game, preset.options, chance))
    game = registry.create(preset.game, words)
    least, most = preset.players
    seats = least + chance.below(most - least + 1)
    played = play_random_game(game, preset, seats, f"lean/{preset_id}/{n}", daring=8)
    record = set_up(game, preset, seats)
    yield record, ()
    for seat, events in ((None, played.setup), *((step.seat, step.events) for step in played.steps)):
        record, envelopes = after(record, seat, events)
        yield record, envelopes


class Reader:
    """Somebody who is told a table by its changes, now and then of several moves at once."""

    def __init__(self, viewer: Viewer, language: str) -> None:
        self.viewer = viewer
        self.has: dict[str, Any] = {}
        self.sizes: list[tuple[int, int]] = []
        self._lean = Lean()
        self._say = translator(language)
        self._untold: list[Envelope[Any]] = []

    def tell(self, record: Record, envelopes: Sequence[Envelope[Any]], is_slow: bool) -> None:
        self._untold += envelopes
        if is_slow:
            return
        now_ms, done = NOW_MS + 1000 * record.seq + 500, ("r1",)[: record.seq % 2]
        newest = shown(record, self.viewer, self._untold, now_ms, done, self._say, self._lean.lines)
        self._untold = []
        whole, text = write_message(newest), write_message(self._lean.worded(newest))
        self._lean.has_told(newest)
        self.take(json.loads(text))
        self.sizes.append((len(whole), len(text)))
        assert self.has == json.loads(whole)

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "table":
            self.has = message
            return
        assert message["on"] == self.has["seq"]
        assert (message["table"], message["viewer"]) == (self.has["table"], self.viewer)
        self.has = with_changes(self.has, message)


@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_first_table_and_its_changes_make_every_whole_table(preset_id: str, words: Lexicons) -> None:
    n_seats = registry.find_preset(preset_id).players[1]
    for n in range(2):
        chance = SeededChance(f"reader/{n}")
        readers = [Reader(viewer, "pl") for viewer in (*range(n_seats), None)]
        for record, envelopes in whole_game(preset_id, n, words):
            for reader in readers:
                if reader.viewer is None or reader.viewer < record.settings.n_seats:
                    reader.tell(record, envelopes, is_slow=chance.below(4) == 0)
        assert len(readers[0].sizes) > 3


def test_table_is_told_as_it_is_to_who_speaks_version_1(words: Lexicons) -> None:
    for record, envelopes in whole_game("pl", 0, words):
        message = shown(record, 0, envelopes, NOW_MS)
        fields = [each for each in TableShown.__struct_fields__ if each != "lines"]
        assert list(json.loads(write_message(message))) == ["type", *fields]
