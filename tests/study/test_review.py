"""Looking back at a turn: the verdict is what the engine says when it is asked directly."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

from stolik.bots import make_bot
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.core.judging import Taken, Verdict
from stolik.core.tiles import letter_tile
from stolik.crossboard.board import Laid
from stolik.crossboard.engine.simulate import simulate
from stolik.games.rummikub.position import position_of as number_position
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Accept, Challenge, Pass, Place
from stolik.games.scrabble.position import position_of
from stolik.games.scrabble.review import TO_COMPARE
from stolik.study.review import TurnReview, reviewed, tallied
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons


class Played(NamedTuple):
    """A game between bots, with all that they did."""

    game: Any
    turns: list[Taken]


def play(game: AnyGame, preset: str, *levels: str, seed: str = "review") -> Played:
    chance = SeededChance(seed)
    bots = [make_bot(level, game, SeededChance(f"{seed}/{n}")) for n, level in enumerate(levels)]
    table = LocalTable(game, lambda _: chance)
    table.start(registry.find_preset(preset).options, len(levels))
    steps = []
    while table.to_act():
        seat, seq, before = table.turn, table.seq, table.state
        action = bots[seat].choose(table.view(seat))
        table.submit(seat, action)
        steps.append((seq, table.seq - 1, seat, before, action))
    events = [one.event for one in table.envelopes]
    return Played(game, [Taken(*step, tuple(events[step[0] :])) for step in steps])


def verdict_on(played: Played, taken: Taken) -> Verdict:
    found = reviewed(played.game, taken)
    assert found is not None
    assert (found.seq, found.last, found.seat) == taken[:3]
    return found.verdict


@pytest.fixture(scope="module")
def board_game(words: Lexicons) -> Played:
    return play(Scrabble(words), "pl", "beginner", "casual")


@pytest.fixture(scope="module")
def number_game(words: Lexicons) -> Played:
    return play(registry.create("rummikub", words), "rummikub", "beginner", "club")


def asked(played: Played, taken: Taken) -> Any:
    view = played.game.view(taken.state, taken.seat)
    brain = played.game.referee.brain(view.table.options, view.table.lexicon_hash)
    return brain, position_of(view, brain.geometry)


def chosen(brain: Any, position: Any, tiles: Any) -> Any:
    plays = (choice for choice in brain.choices(position) if choice.record)
    return next(choice for choice in plays if set(brain.play_of(choice).laid) == set(tiles))


def test_loss_is_the_difference_that_a_simulation_of_both_moves_gives(board_game: Played) -> None:
    taken = next(
        each
        for each in board_game.turns
        if isinstance(each.action, Place) and verdict_on(board_game, each).loss > 5
    )
    verdict = verdict_on(board_game, taken)
    assert verdict.better is not None
    assert not verdict.exact
    brain, position = asked(board_game, taken)
    better = board_game.game.codec.decode_action(msgspec.json.encode(verdict.better.action))
    pair = [chosen(brain, position, better.tiles), chosen(brain, position, taken.action.tiles)]
    assert verdict.better.gain == pair[0].points
    report = simulate(
        brain.simulations(1),
        position,
        [each.candidate for each in pair],
        iterations=TO_COMPARE,
        sureness=1e9,
        indifference=-1.0,
    )
    spread = {each.number: each.spread.mean for each in report.standings}
    assert verdict.loss == round(spread[0] - spread[1], 2)
    win = {each.number: each.win.mean for each in report.standings}
    assert verdict.win == round(win[1], 4)


def test_endgame_is_exact_and_agrees_with_the_search_of_the_position_after_it(board_game: Played) -> None:
    game, exact = board_game.game, 0
    for taken in board_game.turns:
        if not isinstance(taken.action, Place):
            continue
        brain, position = asked(board_game, taken)
        if position.bag or position.other_rack() is None:
            continue
        verdict = verdict_on(board_game, taken)
        if not verdict.exact:
            continue  # so many tiles are left that the search came to no end
        best = brain.endgame().solve(position.board, position.rack, position.other_rack()).value
        after = game.decide(taken.state, taken.seat, taken.action, SeededChance("no draw"))
        state = taken.state
        for event in after:
            state = game.evolve(state, event)
        points = chosen(brain, position, taken.action.tiles).points
        if state.racks[taken.seat].tiles:
            then = position_of(game.view(state, 1 - taken.seat), brain.geometry)
            answer = brain.endgame().solve(then.board, then.rack, then.other_rack()).value
            assert verdict.loss == best - (points - answer)
        else:
            left = brain.geometry.rack_bytes(state.racks[1 - taken.seat].tiles)
            worth = sum(n * value for n, value in zip(left, brain.geometry.values, strict=True))
            assert verdict.loss == best - (points + 2 * worth)
        exact += 1
    assert exact > 1


def test_pass_loses_what_the_best_play_would_have_brought(board_game: Played) -> None:
    first = board_game.turns[0]
    passed = first._replace(action=Pass(), since=())
    verdict = verdict_on(board_game, passed)
    assert verdict.better is not None
    assert verdict.loss > 10
    assert reviewed(board_game.game, first._replace(action=Accept())) is None


@pytest.mark.parametrize("challenged", [False, True])
def test_word_that_is_none_is_told_whether_it_stood_or_not(words: Lexicons, challenged: bool) -> None:
    game = Scrabble(words)
    options = msgspec.structs.replace(registry.find_preset("pl").options, challenge="single", starter=0)
    table = LocalTable(game, lambda _: SeededChance("wrong"))
    table.start(options, 2)
    seq, before, rack = table.seq, table.state, table.view(0).rack
    letters = [tile for tile in rack if not tile.is_blank][:3]
    laid = tuple(Laid(7, 7 + n, letter_tile(tile.face)) for n, tile in enumerate(reversed(letters)))
    word = "".join(each.tile.face for each in laid)
    assert word not in words.open(options.lexicon)
    table.submit(0, Place(laid))
    last = table.seq - 1
    table.submit(1, Challenge() if challenged else Accept())
    since = tuple(one.event for one in table.envelopes[seq:])
    verdict = verdict_on(Played(game, []), Taken(seq, last, 0, before, Place(laid), since))
    assert verdict.doubtful == (word,)
    assert verdict.stood is not challenged
    assert (verdict.better is not None) is challenged  # whoever gets away with it may have done best


def test_number_tiles_lose_what_the_solver_could_have_laid(number_game: Played) -> None:
    losses = []
    for taken in number_game.turns:
        found = reviewed(number_game.game, taken)
        if found is None:
            continue
        position = number_position(number_game.game.view(taken.state, taken.seat))
        after = sum(len(event.tiles) for event in taken.since[:1] if type(event).__name__ == "Laid")
        assert found.verdict.exact
        assert found.verdict.loss == position.best().count - after
        if found.verdict.better is not None:
            action = number_game.game.codec.decode_action(msgspec.json.encode(found.verdict.better.action))
            number_game.game.decide(taken.state, taken.seat, action, SeededChance("no draw"))
        losses.append(found.verdict.loss)
    assert max(losses) > 0
    assert min(losses) == 0


def test_tally_counts_the_turns_of_some_seats_alone() -> None:
    own = Verdict(3.5, exact=False, missed=("bonus",), doubtful=("ĄŻ",))
    other = Verdict(9.0, exact=True, earned=("bonus",))
    turns = [TurnReview(3, 5, 0, own), TurnReview(6, 8, 1, other), TurnReview(9, 9, 0, own)]
    tally = tallied(turns, [0])
    assert tally == (2, 7.0, (), ("bonus", "bonus"), ("ĄŻ", "ĄŻ"))
    assert tallied(turns[1:2], [1], tally) == (3, 16.0, ("bonus",), ("bonus", "bonus"), ("ĄŻ", "ĄŻ"))
