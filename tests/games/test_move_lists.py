"""The move lists of games, beside lists that are made slowly, from all events at every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.core.log import Envelope, TakenBack, lines_after, replay, standing
from stolik.core.moves import Line, Lines
from stolik.games.rummikub import events as number_tiles
from stolik.games.scrabble import events as board
from stolik.storage.entry import Entry
from stolik.table.record import Record, new_record
from stolik.table.settings import settings_for
from stolik.words.store import Lexicons
from tests.laws.table import play_random_game
from tests.laws.variations import varied

MOST_GAMES, N_GAMES = 50, 4


class Told(NamedTuple):
    """A line, but for where it stands on the board."""

    seq: int
    seat: int
    text: str
    points: int | None
    total: int | None
    strong: bool = False


def told(lines: Lines) -> list[Told]:
    return [Told(each.seq, each.seat, str(each.text), each.points, each.total, each.strong) for each in lines]


def board_game(events: Sequence[Envelope[Any]]) -> list[Told]:
    """The list of the board game, with points summed up from the first event on."""
    lines: list[Told] = []
    sums: Counter[int] = Counter()
    play = -1

    def add(seq: int, seat: int, text: str, points: int | None = None, strong: bool = False) -> None:
        sums[seat] += points or 0
        lines.append(Told(seq, seat, text, points, sums[seat], strong))

    for seq, event in ((each.seq, each.event) for each in events):
        match event:
            case board.Placed():
                play = len(lines)
                add(seq, event.seat, event.words[0].text, event.points, strong=True)
            case board.ChallengeUpheld():
                _, seat, word, points, *_ = lines[play]
                sums[seat] -= points or 0
                lines[play] = Told(lines[play].seq, seat, f"withdrawn: {word}", 0, sums[seat])
            case board.ChallengeRejected():
                latest = lines[play]
                sums[latest.seat] += event.mover_points
                points = (latest.points or 0) + event.mover_points
                lines[play] = latest._replace(points=points, total=sums[latest.seat])
                if event.challenger_points:
                    add(seq, event.challenger, "wrong challenge", event.challenger_points)
            case board.Exchanged():
                add(seq, event.seat, f"exchange {len(event.given)}")
            case board.Passed():
                add(seq, event.seat, "time is up" if event.timed_out else "pass")
            case board.TurnLost():
                add(seq, event.seat, "turn lost")
            case board.OvertimeCounted():
                add(seq, event.seat, "overtime", -event.points)
            case board.ClockExpired():
                add(seq, event.seat, "time is up")
            case board.Resigned():
                add(seq, event.seat, "resigns")
            case board.Ended():
                for seat, points in enumerate(event.adjustments):
                    if points:
                        add(seq, seat, "tiles left", points)
    return lines


def number_game(events: Sequence[Envelope[Any]]) -> list[Told]:
    """The list of the number tiles, with the tiles of every rack counted from the deal on."""
    lines: list[Told] = []
    left: Counter[int] = Counter()

    def add(seq: int, seat: int, n: int, text: str, points: int | None = None, strong: bool = False) -> None:
        left[seat] += n
        lines.append(Told(seq, seat, text, points, left[seat], strong))

    for seq, event in ((each.seq, each.event) for each in events):
        match event:
            case number_tiles.Dealt():
                left[event.seat] = len(event.rack)
            case number_tiles.Redealt():
                add(seq, event.seat, 0, "new deal")
            case number_tiles.Laid():
                numbers = [tile.face if tile.face == "J" else tile.face[1:] for tile in event.tiles]
                add(seq, event.seat, -len(event.tiles), " ".join(numbers), strong=True)
            case number_tiles.Drawn():
                add(seq, event.seat, len(event.rack), "draws")
            case number_tiles.TableRestored():
                add(seq, event.seat, len(event.rack), "time is up" if event.cause == "time" else "mistake")
            case number_tiles.Passed():
                add(seq, event.seat, 0, "time is up" if event.timed_out else "pass")
            case number_tiles.Resigned():
                add(seq, event.seat, 0, "resigns")
            case number_tiles.Ended():
                for seat, points in enumerate(event.scores):
                    add(seq, seat, 0, "result", points)
    return lines


SLOWLY: dict[str, Callable[[Sequence[Envelope[Any]]], list[Told]]] = {
    "scrabble": board_game,
    "rummikub": number_game,
}
PRESETS = sorted(name for name, preset in registry.presets().items() if preset.game in SLOWLY)


class Played(NamedTuple):
    """A random game that now and then goes back a move or two, which are made again."""

    game: AnyGame
    start: Record
    #: What each entry of the journal holds.
    entries: list[list[Any]]
    scores: tuple[int, ...]


def played(preset_id: str, n: int, words: Lexicons) -> Played:
    chance = SeededChance(f"lines/{preset_id}/{n}")
    preset = registry.find_preset(preset_id)
    preset = msgspec.structs.replace(preset, options=varied(preset.game, preset.options, chance))
    game = registry.create(preset.game, words)
    least, most = preset.players
    seats = least + chance.below(most - least + 1)
    record = play_random_game(game, preset, seats, f"lines/{preset_id}/{n}", daring=12)
    entries: list[list[Any]] = [list(record.setup)]
    first_of_step = []
    n_events = len(record.setup)
    for number, step in enumerate(record.steps):
        first_of_step.append(n_events)
        entries.append(list(step.events))
        n_events += len(step.events)
        if chance.below(6) == 0:
            back = min(number, chance.below(2))
            entries.append([TakenBack(first_of_step[number - back] - 1)])
            n_events += 1
            for again in range(number - back, number + 1):
                first_of_step[again] = n_events
                entries.append(list(record.steps[again].events))
                n_events += len(record.steps[again].events)
    outcome = game.outcome(record.last)
    assert outcome is not None
    start = new_record("table", settings_for(preset, game, n_seats=seats), game, bytes(32))
    return Played(game, start, entries, outcome.scores)


def compare(preset_id: str, n: int, words: Lexicons) -> set[str]:
    """Hold the lines of a game against those made slowly, after every event; the kinds of events it had."""
    game, _, entries, scores = played(preset_id, n, words)
    events = [event for entry in entries for event in entry]
    envelopes = [Envelope(seq, event) for seq, event in enumerate(events)]
    earlier: list[Lines] = []
    lines: Lines = ()
    for envelope, state in zip(envelopes, replay(game, envelopes), strict=True):
        lines = lines_after(game, lines, envelope, state, earlier)
        earlier.append(lines)
        slow = SLOWLY[game.name](standing(envelopes[: envelope.seq + 1]))
        assert told(lines) == slow, envelope
    sums = Counter[int]()
    for line in lines:
        sums[line.seat] += line.points or 0
    assert tuple(sums[seat] for seat in range(len(scores))) == scores
    return {type(event).__name__ for event in events}


@pytest.mark.parametrize("preset_id", PRESETS)
def test_lines_are_those_that_are_made_slowly_after_every_event(preset_id: str, words: Lexicons) -> None:
    seen = compare(preset_id, 0, words)
    for n in range(1, MOST_GAMES):
        if "TakenBack" in seen:
            return
        seen |= compare(preset_id, n, words)
    raise AssertionError("no game has gone back")


@pytest.mark.parametrize("name", sorted(SLOWLY))
def test_lines_of_every_kind_of_event_are_compared(name: str, words: Lexicons) -> None:
    wanted = {kind.__name__ for kind in get_args(registry.create(name, words).codec.event_type)}
    seen: set[str] = set()
    for n in range(MOST_GAMES):
        for preset_id in (each for each in PRESETS if registry.find_preset(each).game == name):
            seen |= compare(preset_id, n, words)
            if seen >= wanted:
                return
    assert not wanted - seen


@pytest.mark.parametrize("preset_id", PRESETS)
def test_record_of_a_game_that_goes_back_has_the_lines_of_what_counts(
    preset_id: str, words: Lexicons
) -> None:
    game, start, contents, _ = played(preset_id, 0, words)
    entries, seq = [], 0
    for content in contents:
        envelopes = [Envelope(seq + n, event) for n, event in enumerate(content)]
        entries.append(Entry(start.id, seq, seq, None, None, None, start.encoded(envelopes)))
        seq += len(content)
    whole = [one for entry in entries for one in start.decode(entry)]
    record = start.folded(entries)
    assert told(record.lines) == SLOWLY[game.name](standing(whole))
    assert record.lines


def place_of(line: Line, events: Sequence[Any]) -> str:
    """Every square of the word that a line says begins there, read from the tiles laid until then."""
    assert line.at is not None
    laid = {
        (each.row, each.col): each.tile.face
        for event in events[: line.seq + 1]
        if isinstance(event, board.Placed)
        for each in event.tiles
    }
    row, col, down = line.at
    word = ""
    while (row, col) in laid:
        word += laid[row, col]
        row, col = (row + 1, col) if down else (row, col + 1)
    return word


def test_word_stands_where_its_line_says(words: Lexicons) -> None:
    preset = registry.find_preset("pl-tournament")
    game = registry.create(preset.game, words)
    n_words = 0
    for n in range(N_GAMES):
        record = play_random_game(game, preset, 2, f"places/{n}", daring=0)
        lines: Lines = ()
        state = None
        for seq, event in enumerate(record.events):
            state = game.evolve(state, event)
            lines = lines_after(game, lines, Envelope(seq, event), state)
        for line in (each for each in lines if each.strong):
            assert place_of(line, record.events) == str(line.text)
            n_words += 1
    assert n_words > 20
