"""The twin law on the bytes of the socket: nobody can tell by any byte how hidden tiles lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.core.log import Seated
from stolik.core.outcome import Viewer
from stolik.storage.entry import Entry
from stolik.table import showing
from stolik.table.clocks import GameClock
from stolik.table.record import OVER, Record, new_record, opening
from stolik.table.settings import settings_for
from stolik.table.showing import WrittenLines, changed, shown
from stolik.web.live.protocol import write_message
from stolik.words.store import Lexicons
from tests.laws.table import Step, play_random_game
from tests.laws.variations import needed, varied

KEY = bytes(32)
NOW_MS = 1_700_000_000_000


def set_up(game: AnyGame, preset: Preset, seats: int) -> Record:
    """A table with fixed ids, before the game."""
    settings = settings_for(preset, game, n_seats=seats, clock=GameClock(1500))
    record = new_record("table", settings, game, KEY)
    people = [Seated(seat, f"Player {seat}", player=f"p{seat}") for seat in range(seats)]
    return after(record, None, (opening(record), *people))[0]


def after(record: Record, seat: int | None, events: Sequence[Any]) -> tuple[Record, Sequence[Any]]:
    """The record with an entry more, and the envelopes of that entry."""
    envelopes, encoded = record.encode(events)
    at_ms = NOW_MS + 1000 * record.seq
    request = None if seat is None else f"request {record.seq}"
    entry = Entry(record.id, record.seq, at_ms, seat, request, None, encoded)
    return record.after(entry, envelopes), envelopes


def with_state(record: Record, state: Any) -> Record:
    """The same table with the tiles lying otherwise."""
    return replace(record, state=state)


def written(before: Record, record: Record, viewer: Viewer, envelopes: Sequence[Any] = ()) -> bytes:
    """What goes through the socket of a viewer who has been told of a table: all of it, and what changed."""
    now_ms = NOW_MS + 1000 * record.seq + 500
    lines = WrittenLines()
    told = shown(before, viewer, (), now_ms, lines=lines)
    newest = shown(record, viewer, envelopes, now_ms, lines=lines)
    return write_message(newest) + write_message(changed(told, newest))


class Compared(NamedTuple):
    """A record and its twin of which a viewer must be sent the same: as they are, or after these events."""

    viewer: Viewer
    real: Record
    twin: Record
    real_envelopes: Sequence[Any] = ()
    twin_envelopes: Sequence[Any] = ()


def twins_of_step(
    game: AnyGame, record: Record, step: Step, viewer: Viewer, seed: str
) -> Iterator[tuple[Compared, str]]:
    """Real and twin before the action, for others also after it, and what a difference means."""
    view = game.view(record.state, viewer)
    twin = with_state(record, game.sample_world(view, SeededChance(seed)))
    yield Compared(viewer, record, twin), f"viewer {viewer} is sent something hidden"
    if viewer == step.seat:
        return
    held = needed(game.name, record.state, step.seat, step.action)
    twin = with_state(record, game.sample_world(view, SeededChance(seed), {step.seat: held}))
    real_events = game.decide(record.state, step.seat, step.action, SeededChance(seed))
    twin_events = game.decide(twin.state, step.seat, step.action, SeededChance(seed))
    real_after, real_envelopes = after(record, step.seat, real_events)
    twin_after, twin_envelopes = after(twin, step.seat, twin_events)
    if real_after.status == OVER or _draws(game, real_events, viewer):
        return  # hidden tiles are shown and counted at the end; new own tiles come from another bag
    told = Compared(viewer, real_after, twin_after, real_envelopes, twin_envelopes)
    yield told, f"viewer {viewer} is told something hidden of {step.action}"


def _draws(game: AnyGame, events: Sequence[Any], viewer: Viewer) -> bool:
    flows: list[Any] = [game.flow(event).get(f"rack {viewer}", {}) for event in events]
    return any(n > 0 for flow in flows for n in flow.values())


def check_game(game: AnyGame, preset_id: str, n: int | str) -> int:
    """A whole game; how often bytes were compared."""
    chance = SeededChance(f"wire/{preset_id}/{n}")
    preset = registry.find_preset(preset_id)
    preset = msgspec.structs.replace(preset, options=varied(preset.game, preset.options, chance))
    least, most = preset.players
    seats = least + chance.below(most - least + 1)
    played = play_random_game(game, preset, seats, f"wire/{preset_id}/{n}", daring=4)
    record, _ = after(set_up(game, preset, seats), None, played.setup)
    n_compared = 0
    for number, step in enumerate(played.steps):
        for viewer in (*range(seats), None):
            for each, what in twins_of_step(game, record, step, viewer, f"{n}/{number}"):
                real = written(record, each.real, viewer, each.real_envelopes)
                assert written(record, each.twin, viewer, each.twin_envelopes) == real, what
                n_compared += 1
        record, _ = after(record, step.seat, step.events)
        assert record.state == step.after
    return n_compared


@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_bytes_of_the_socket_tell_nothing_hidden(preset_id: str, words: Lexicons) -> None:
    game = registry.create(registry.find_preset(preset_id).game, words)
    assert sum(check_game(game, preset_id, n) for n in range(2)) > 50


@pytest.mark.soak
@pytest.mark.parametrize("preset_id", sorted(registry.presets()))
def test_bytes_of_many_games_tell_nothing_hidden(preset_id: str, words: Lexicons) -> None:
    game = registry.create(registry.find_preset(preset_id).game, words)
    for n in range(50):
        check_game(game, preset_id, f"soak {n}")


def leaking(honest: Callable[[Record], Any]) -> Callable[[Record], Any]:
    """The seats as they are shown, with the first tile of the second one."""

    def seats_shown(record: Record) -> Any:
        rack = record.state.racks[1].tiles if record.state is not None else ()
        return (*honest(record), str(rack[:1]))

    return seats_shown


def test_twin_law_of_the_wire_can_fail(words: Lexicons, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that let slip the other's first tile would be caught."""
    preset = registry.find_preset("pl")
    game = registry.create(preset.game, words)
    monkeypatch.setattr(showing, "seats_shown", leaking(showing.seats_shown))
    with pytest.raises(AssertionError, match="hidden"):
        check_game(game, "pl", 0)
