"""Bots by level: they see views only, know what they should, and play to the end."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest

from stolik.bots import levels, make_bot
from stolik.bots.base import UnknownBot
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.tiles import tiles_of
from stolik.crossboard.engine.inference import LastPlay
from stolik.crossboard.engine.preendgame import Stage
from stolik.crossboard.engine.think import Depth
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place
from stolik.games.scrabble.bots import LEVELS, BotPlayer, Level
from stolik.games.scrabble.position import last_play_of, position_of
from stolik.games.scrabble.view import View
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons
from tests.golden.table import EMPTY, Bench

KOT = "/".join(["15"] * 7 + ["7KOT5"] + ["15"] * 7)


@pytest.fixture(scope="module")
def game(words: Lexicons) -> Scrabble:
    return Scrabble(words)


def choose(game: Scrabble, level: str, bench: Bench, seat: int = 0) -> Any:
    return make_bot(level, game, SeededChance("bot")).choose(game.view(bench.state, seat))


def test_bots_come_from_gentle_to_strong() -> None:
    assert levels("scrabble") == (*LEVELS, "generic")
    assert list(LEVELS) == ["beginner", "casual", "club", "expert", "champion"]


def test_unknown_bot_is_refused_with_those_there_are(game: Scrabble) -> None:
    with pytest.raises(UnknownBot, match="beginner, casual"):
        make_bot("wizard", game, SeededChance(1))


def test_bots_are_given_views_and_never_states(game: Scrabble) -> None:
    for level in LEVELS:
        bot = make_bot(level, game, SeededChance(1))
        parameters = inspect.signature(bot.choose).parameters
        assert list(parameters) == ["view"]
        assert inspect.get_annotations(type(bot).choose, eval_str=True)["view"] is View


def test_expert_plays_the_best_by_points_and_leave(game: Scrabble) -> None:
    bench = Bench.at(game, KOT, "AEINRS?")
    brain = game.preparation(bench.state.table.options)
    brain.prepare()
    best = brain.choices(position_of(game.view(bench.state, 0), brain.geometry), 1)[0]
    assert choose(game, "expert", bench) == Place(brain.play_of(best).laid)


def test_expert_keeps_a_blank_that_brings_little(game: Scrabble) -> None:
    bench = Bench.at(game, EMPTY, "?ŹDWKMO")
    game.preparation(bench.state.table.options).prepare()
    action = choose(game, "expert", bench)
    spent = action.tiles if isinstance(action, Exchange) else [each.tile for each in action.tiles]
    assert not any(tile.is_blank for tile in spent)


@pytest.mark.parametrize(
    ("level", "tier", "longest"), [("beginner", 3, 5), ("casual", 2, 7), ("club", 1, 15)]
)
def test_lower_levels_lay_words_they_know(game: Scrabble, level: str, tier: int, longest: int) -> None:
    lexicon = game.referee.lexicon(Bench.at(game, EMPTY, "A").state.table)
    for rack in ("AEINRSŹ", "KOTYAM?", "ŚWIATŁO"):
        bench = Bench.at(game, KOT, rack)
        action = choose(game, level, bench)
        assert isinstance(action, Place)
        bench.do(0, action)
        pending = bench.state.table.pending
        assert pending is not None
        assert all(lexicon.tier(word.text) >= tier for word in pending.words)
        assert len(pending.words[0].text) <= longest


def test_bot_without_a_play_exchanges_and_without_a_bag_passes(game: Scrabble) -> None:
    bench = Bench.at(game, EMPTY, "ŹĆŃ")
    assert choose(game, "club", bench) == Exchange(tiles_of("ĆŃŹ"))
    options = bench.state.table.options
    small = tuple(
        msgspec.structs.replace(kind, count=int(kind.letter in "ŹĆŃ")) for kind in options.tiles.kinds
    )
    tiles = msgspec.structs.replace(options.tiles, kinds=small)
    bench.state = bench.state.with_table(
        options=msgspec.structs.replace(options, tiles=tiles), rack_sizes=(3, 0)
    )
    assert choose(game, "club", bench) == Pass()


def test_club_challenges_what_is_not_in_the_list_and_nothing_else(game: Scrabble) -> None:
    wrong = Bench.dealt(game, 3).give(0, "KOTAZEI").lay("8H KZO")
    right = Bench.dealt(game, 3).give(0, "KOTAZEI").lay("8H KOT")
    assert choose(game, "club", wrong, seat=1) == Challenge()
    assert choose(game, "club", right, seat=1) == Accept()


def test_who_knows_few_words_lets_plays_stand(game: Scrabble) -> None:
    wrong = Bench.dealt(game, 3).give(0, "KOTAZEI").lay("8H KZO")
    for level in ("beginner", "casual"):
        assert choose(game, level, wrong, seat=1) == Accept()


def test_with_two_players_a_bot_answers_by_moving(game: Scrabble) -> None:
    bench = Bench.dealt(game).give(0, "KOTAZEI").lay("8H KOT").give(1, "AEINRSY")
    assert isinstance(choose(game, "club", bench, seat=1), Place)


def test_bot_answers_a_play_that_ends_the_game(game: Scrabble) -> None:
    bench = Bench.at(game, EMPTY, "KOT/ŻB")
    spare = bench.state.bag()
    options = bench.state.table.options
    kinds = tuple(
        msgspec.structs.replace(kind, count=kind.count - spare[kind.letter]) for kind in options.tiles.kinds
    )
    tiles = msgspec.structs.replace(options.tiles, kinds=kinds)
    bench.state = bench.state.with_table(options=msgspec.structs.replace(options, tiles=tiles))
    bench.lay("8H KOT")
    assert choose(game, "club", bench, seat=1) == Accept()


def test_champion_answers_at_every_stage_of_a_game_and_in_company(game: Scrabble) -> None:
    preset = registry.find_preset("pl")
    game.preparation(preset.options).prepare()
    quick = Level(depth=Depth(iterations=60, candidates=3, stages=(Stage(3, 2, 50),), nodes=200))
    for seats in (2, 3):
        chance = SeededChance(f"champions {seats}")
        table = LocalTable(game, lambda _, chance=chance: chance)
        table.start(preset.options, seats)
        players = [BotPlayer(game, quick, SeededChance(seat)) for seat in range(seats)]
        while waiting := table.to_act():
            seat = min(waiting)
            table.submit(seat, players[seat].choose(table.view(seat)))
        assert table.outcome() is not None


def test_last_play_tells_the_board_before_it_and_how_many_tiles_were_kept(game: Scrabble) -> None:
    bench = Bench.dealt(game).give(0, "KOTAZEI").lay("8H KOT").give(1, "AEINRSY")
    geometry = game.preparation(bench.state.table.options).geometry
    play = last_play_of(game.view(bench.state, 1), geometry)
    assert play == LastPlay(bytes(225), geometry.rack_bytes(tiles_of("KOT")), 10, 4)
    assert last_play_of(game.view(bench.state, 0), geometry) is None


def test_tiles_of_a_withdrawn_play_are_known_to_the_others(game: Scrabble) -> None:
    bench = Bench.dealt(game).give(0, "KZOTAEI").lay("8H KZO")
    bench.do(1, Challenge())
    geometry = game.preparation(bench.state.table.options).geometry
    position = position_of(game.view(bench.state, 1), geometry)
    assert position.known == (geometry.rack_bytes(tiles_of("KZO")),)
    assert position.sizes == (7,)
    assert last_play_of(game.view(bench.state, 1), geometry) is None


def test_champion_without_time_still_plays(game: Scrabble) -> None:
    bench = Bench.at(game, KOT, "AEINRSW")
    brain = game.preparation(bench.state.table.options)
    brain.prepare()
    view = game.view(bench.state, 0)
    action = make_bot("champion", game, SeededChance("bot"), seconds=0).choose(view)
    promising = brain.choices(position_of(view, brain.geometry), 12)
    assert action in [Place(brain.play_of(each).laid) for each in promising if each.record]
