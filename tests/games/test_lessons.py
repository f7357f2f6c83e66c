"""Lessons: what they show is right by the rules of the game itself, and what is wrong is refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.game import AnyGame
from stolik.core.teaching import Step, brings, judge, steps
from stolik.games.rummikub.actions import Draw, Lay
from stolik.games.rummikub.tiletext import parse_table
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Pass, Place
from stolik.games.scrabble.ways import Way, ways
from stolik.table.games import Games
from stolik.words.store import Lexicons
from tests.golden.table import Bench

PRESETS = [preset for preset in registry.presets().values() if brings(preset.game, "lessons")]


def lesson(words: Lexicons, preset: str) -> tuple[AnyGame, dict[str, Step]]:
    game = Games(words).of_preset(preset)
    return game, {step.id: step for step in steps(game, registry.find_preset(preset))}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_solution_that_is_shown_is_accepted_and_is_what_the_step_is_about(
    words: Lexicons, preset: Preset
) -> None:
    game, found = lesson(words, preset.id)
    assert len(found) >= 6
    for step in found.values():
        tried = judge(game, step, step.solution)
        assert tried.found.problem is None, step.id
        assert tried.solved, step.id
        assert game.view(tried.state, step.seat) != game.view(step.state, step.seat)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_solution_of_one_step_does_not_solve_another(words: Lexicons, preset: Preset) -> None:
    game, found = lesson(words, preset.id)
    for step in found.values():
        others = (other for other in found.values() if other.id != step.id)
        assert not any(judge(game, step, other.solution).solved for other in others), step.id


def moved(action: Place, rows: int) -> Place:
    return Place(tuple(msgspec.structs.replace(each, row=each.row + rows) for each in action.tiles))


@pytest.mark.parametrize("language", ["pl", "br"])
def test_wrong_play_is_refused_with_its_clause(words: Lexicons, language: str) -> None:
    game, found = lesson(words, language)
    for way, clause in (("first", "S4.5"), ("extend", "S4.6")):
        tried = judge(game, found[way], moved(found[way].solution, 5))
        assert (tried.found.clause, tried.solved, tried.state) == (clause, False, None)
    backwards = [each.tile for each in reversed(found["first"].solution.tiles)]
    squares = zip(found["first"].solution.tiles, backwards, strict=True)
    nonsense = Place(tuple(msgspec.structs.replace(laid, tile=tile) for laid, tile in squares))
    assert judge(game, found["first"], nonsense).found.clause == "S4.7"


def test_allowed_play_of_another_way_is_not_what_the_step_is_about(words: Lexicons) -> None:
    game, found = lesson(words, "pl")
    other = msgspec.structs.replace(found["hook"], is_it=found["extend"].is_it)
    hooked = judge(game, other, found["hook"].solution)
    assert hooked.found.problem is None
    assert not hooked.solved
    passed = judge(game, found["first"], Pass())
    assert passed.events
    assert not passed.solved


@pytest.mark.parametrize(
    ("step", "table", "clause"),
    [
        ("open", "b2 b3 b4 / k5 b5 o5", "R5.1"),
        ("open", "b2 b3 b4 b5 / r10 r11 r12", "R5.3"),
        ("take", "k4 b4 r4 o4 / b3 b5 b6", "R3.3"),
        ("split", "b4 b5 b6 b6 b7 b8", "R3.3"),
        ("gather", "b11 b12 b13 / r7 r8 r9 / b10 o10", "R4.4"),
        ("joker", "r4 r5 r6 / k9 b9", "R4.4"),
    ],
)
def test_wrong_table_is_refused_with_its_clause(words: Lexicons, step: str, table: str, clause: str) -> None:
    game, found = lesson(words, "rummikub")
    tried = judge(game, found[step], Lay(parse_table(table)))
    assert (tried.found.clause, tried.solved) == (clause, False)


def test_drawing_is_allowed_and_solves_nothing(words: Lexicons) -> None:
    game, found = lesson(words, "rummikub")
    tried = judge(game, found["add"], Draw())
    assert tried.events
    assert not tried.solved


def test_without_a_word_list_any_letters_do_that_lie_well(tmp_path: Path) -> None:
    game, found = lesson(Lexicons(tmp_path / "data", tmp_path / "cache"), "en")
    assert judge(game, found["first"], found["first"].solution).solved
    assert judge(game, found["first"], moved(found["first"].solution, 5)).found.clause == "S4.5"
    assert all(step.limits for step in found.values())


START = "/".join(["15"] * 7)
TRY = f"{START}/1PRÓBUJE7/{START}"
#: PRÓBUJE, crossed by PRYMAS and by JAZGOTEM, which SKAŁ and KOT follow.
LATE = "15/15/15/15/15/15/15/1PRÓBUJE7/1R4A8/1Y4Z8/1M4G8/1A4O8/1SKAŁ1T8/2O3E8/2T3M8"


@pytest.mark.clause("S4.9")
@pytest.mark.parametrize(
    ("rows", "rack", "play", "wanted"),
    [
        pytest.param(f"{START}/15/{START}", "PRÓBUJE", "8B PRÓBUJE", {Way.FIRST}, id="an empty board"),
        pytest.param(TRY, "SMY", "8A SPRÓBUJEMY", {Way.EXTEND}, id="both ends grow"),
        pytest.param(TRY, "RYMAS", "B8 PRYMAS", {Way.CROSS}, id="through one letter"),
        pytest.param(TRY, "DAR", "9F DAR", {Way.ALONGSIDE}, id="beside three letters"),
        pytest.param(TRY, "PRYMAS", "A3 PRYMAS", {Way.HOOK}, id="the last letter lengthens a word"),
        pytest.param(LATE, "WYĘŻAY", "15A WYTĘŻAMY", {Way.BRIDGE, Way.CROSS}, id="letters of two words"),
        pytest.param(TRY, "M", "8B PRÓBUJEM", {Way.EXTEND}, id="one tile"),
    ],
)
def test_five_ways_are_told_apart(words: Lexicons, rows: str, rack: str, play: str, wanted: set[Way]) -> None:
    bench = Bench.at(Scrabble(words), rows, f"{rack}/")
    assert ways(bench.state.table.board, bench.place(play).tiles) == wanted
