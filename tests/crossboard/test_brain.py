"""The brain: the same choice with and without prepared files, exchanges by leave, blocked words left out."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stolik.core import registry
from stolik.core.tiles import tiles_of
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import PASS, Position
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.words import brain_for
from stolik.words.store import Lexicons
from tests.kernels.engine_positions import game_turns


def options_of(preset: str) -> Options:
    options = registry.find_preset(preset).options
    assert isinstance(options, Options)
    return options


def brain_of(words: Lexicons, preset: str) -> Brain:
    options = options_of(preset)
    brain = brain_for(options, words, words.open(options.lexicon))
    brain.prepare()
    return brain


def position(brain: Brain, board: bytes, rack: bytes, bag: int) -> Position:
    return Position(
        board=board,
        rack=rack,
        unseen=bytes(33),
        known=(bytes(33),),
        sizes=(7,),
        scores=(0, 0),
        bag=bag,
        exchange_minimum=1,
    )


@pytest.mark.parametrize(("preset", "language"), [("pl", "pl"), ("br", "pt")])
def test_best_is_the_head_of_all_choices(words: Lexicons, preset: str, language: str) -> None:
    brain = brain_of(words, preset)
    for seed in range(3):
        for board, rack in game_turns(language, seed):
            for bag in (0, 3, 40):
                at = position(brain, board, rack, bag)
                assert brain.best(at) == brain.choices(at, 1)[0]
    assert brain.choices(at)[:5] == brain.choices(at, 5)


def test_unprepared_brain_plays_by_the_slow_road(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the directory should be", encoding="utf-8")
    (tmp_path / "few.txt").write_text("kot\nkotom\nmota\n", encoding="utf-8")
    fresh = Lexicons(tmp_path / "data", tmp_path / "cache")
    fresh.add("pl-few", tmp_path / "few.txt")
    brain = brain_for(options_of("pl"), fresh, fresh.open("pl-few"))
    assert not brain.prepared
    assert brain.engine() is None
    assert brain.leaves() is None
    at = position(brain, bytes(225), brain.geometry.rack_bytes(tiles_of("KOTMAŹŃ")), 80)
    best = brain.best(at)
    assert best == brain.choices(at)[0]
    assert brain.play_of(best).word == "MOTA"
    assert best.equity == 1000 * best.points == 12_000


def test_exchange_is_worth_what_is_kept(words: Lexicons) -> None:
    brain = brain_of(words, "pl")
    rack = brain.geometry.rack_bytes(tiles_of("ŹĆŃĄĘF?"))
    choices = brain.choices(position(brain, bytes(225), rack, 80))
    best = max((each for each in choices if each.exchanged), key=lambda each: each.equity)
    kept = brain.geometry.tiles_of(bytes(n - m for n, m in zip(rack, best.exchanged, strict=True)))
    assert [str(tile) for tile in kept] == ["?"]
    leaves = brain.leaves()
    assert leaves is not None
    assert best.equity == leaves.value(b"\0")


def test_no_more_tiles_are_exchanged_than_the_bag_has_and_none_below_the_least(words: Lexicons) -> None:
    brain = brain_of(words, "pl")
    rack = brain.geometry.rack_bytes(tiles_of("ŹĆŃĄĘFH"))
    at = position(brain, bytes(225), rack, 2)
    assert {sum(each.exchanged) for each in brain.choices(at) if each.exchanged} == {1, 2}
    assert not any(each.exchanged for each in brain.choices(at._replace(exchange_minimum=7)))
    stuck = at._replace(rack=brain.geometry.rack_bytes(tiles_of("ŹĆŃ")), bag=0)
    assert brain.choices(stuck) == [PASS]


def test_blocked_words_are_never_chosen(words: Lexicons) -> None:
    lexicon = words.open("pt")
    word = min(each for each in lexicon.blocked_words() if each in lexicon and len(each) == 7)
    at_start: dict[bool, set[str]] = {}
    for block in (True, False):
        options = msgspec.structs.replace(options_of("br"), block_list=block)
        brain = brain_for(options, words, lexicon)
        brain.prepare()
        rack = brain.geometry.rack_bytes(tiles_of(word))
        at = position(brain, bytes(225), rack, 0)
        at_start[block] = {brain.play_of(each).word for each in brain.choices(at)}
        assert brain.best(at) == brain.choices(at)[0]
    assert at_start[False] - at_start[True] >= {word}
    assert at_start[True] < at_start[False]


def test_other_boards_are_played_without_the_fast_search(words: Lexicons) -> None:
    options = options_of("pl")
    small = msgspec.structs.replace(options.layout, rows=("...", ".*.", "..."))
    brain = brain_for(msgspec.structs.replace(options, layout=small), words, words.open("pl"))
    brain.prepare()
    assert not brain.suits_engine
    assert brain.engine() is None
    at = position(brain, bytes(9), brain.geometry.rack_bytes(tiles_of("KOTMAŹŃ")), 80)
    assert brain.best(at) == brain.choices(at)[0]
    assert brain.best(at).record


def test_bytes_of_a_board_and_rack_read_back_as_they_were(words: Lexicons) -> None:
    geometry = brain_of(words, "pl").geometry
    for board, rack in game_turns("pl", 1):
        assert geometry.board_bytes(geometry.board_of(board)) == board
        assert geometry.rack_bytes(geometry.tiles_of(rack)) == rack
