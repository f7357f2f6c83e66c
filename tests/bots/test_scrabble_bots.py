"""The first bots: they see views only, know what they should, and play to the end."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest

from stolik.bots import levels, make_bot
from stolik.bots.base import UnknownBot
from stolik.core.chance import SeededChance
from stolik.core.tiles import tiles_of
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Exchange, Pass, Place
from stolik.games.scrabble.view import View
from stolik.words.store import Lexicons
from tests.golden.table import EMPTY, Bench

KOT = "/".join(["15"] * 7 + ["7KOT5"] + ["15"] * 7)


@pytest.fixture(scope="module")
def game(words: Lexicons) -> Scrabble:
    return Scrabble(words)


def choose(game: Scrabble, level: str, bench: Bench, seat: int = 0) -> Any:
    return make_bot(level, game, SeededChance("bot")).choose(game.view(bench.state, seat))


def test_bots_come_from_gentle_to_strong() -> None:
    assert levels("scrabble") == ("beginner", "club", "generic")


def test_unknown_bot_is_refused_with_those_there_are(game: Scrabble) -> None:
    with pytest.raises(UnknownBot, match="beginner, club"):
        make_bot("wizard", game, SeededChance(1))


def test_bots_are_given_views_and_never_states(game: Scrabble) -> None:
    for level in ("beginner", "club"):
        bot = make_bot(level, game, SeededChance(1))
        parameters = inspect.signature(bot.choose).parameters
        assert list(parameters) == ["view"]
        assert inspect.get_annotations(type(bot).choose, eval_str=True)["view"] is View


def test_club_plays_the_highest_score(game: Scrabble) -> None:
    bench = Bench.at(game, KOT, "AEINRS?")
    best = next(iter(game.referee.plays(bench.state.table, bench.state.racks[0].tiles)))
    assert choose(game, "club", bench) == Place(best.laid)


def test_beginner_plays_short_words_everybody_knows(game: Scrabble) -> None:
    lexicon = game.referee.lexicon(Bench.at(game, EMPTY, "A").state.table)
    for rack in ("AEINRSŹ", "KOTYAM?", "ŚWIATŁO"):
        bench = Bench.at(game, KOT, rack)
        action = choose(game, "beginner", bench)
        assert isinstance(action, Place)
        bench.do(0, action)
        pending = bench.state.table.pending
        assert pending is not None
        assert all(lexicon.tier(word.text) == 3 for word in pending.words)
        assert len(pending.words[0].text) <= 5


def test_bot_without_a_play_exchanges_and_without_a_bag_passes(game: Scrabble) -> None:
    bench = Bench.at(game, EMPTY, "ŹĆŃ")
    assert choose(game, "club", bench) == Exchange(tiles_of("ŹĆŃ"))
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


def test_beginner_lets_plays_stand(game: Scrabble) -> None:
    wrong = Bench.dealt(game, 3).give(0, "KOTAZEI").lay("8H KZO")
    assert choose(game, "beginner", wrong, seat=1) == Accept()


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
