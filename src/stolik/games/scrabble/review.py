"""The board game: what a turn was worth against the best move of the engine.

1. With an empty bag and one opponent his tiles are known: the endgame is searched before and after the turn,
   and where both searches come to their end the loss is proven.
2. Otherwise the moves that look best are simulated, those that are surely worse being dropped; then the best
   one and what was played meet the same tiles to the end of a second simulation: the difference of the
   points is the loss.
3. Without an engine for the board, and for words that are in no list, points and the value of the tiles
   kept are compared.

The seed is fixed: the same turn gets the same verdict.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from stolik.core.judging import Better, Taken, Verdict
from stolik.core.message import Message
from stolik.core.tiles import unnamed
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import PASS, Choice, Position, tiles_laid
from stolik.crossboard.engine.preendgame import MOST_IN_BAG
from stolik.crossboard.engine.simulate import simulate
from stolik.crossboard.engine.think import TO_THE_END
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble.actions import Action, Exchange, Pass, Place
from stolik.games.scrabble.events import ChallengeUpheld, Placed, PlayScored
from stolik.games.scrabble.position import position_of
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.tracking import BONUS
from stolik.games.scrabble.view import View
from stolik.kernels.endgame import Endgame
from stolik.kernels.movegen import RECORD

_CANDIDATES, _PLIES = 10, 2
#: Iterations of all candidates, and then of the best one and the one played.
TO_FIND, TO_COMPARE = 1_600, 1_600
_NODES = 600_000
#: Less than this is within what an estimate may be wrong by.
_NOTHING = 1.0
#: Whoever has to be this sure of a difference drops nobody.
_NEVER_SURE, _NEVER_THE_SAME = 1e9, -1.0


class Worth(NamedTuple):
    """The best choice, and by how much it is ahead of the one that was made."""

    best: Choice
    loss: float
    exact: bool = False
    #: How likely the mover was to win with what was done.
    win: float | None = None


class WordBoard:
    """Asks the engine."""

    unit = "points"
    much = 12.0
    task = Message("It was your turn in a game of yours. What would you play now? Points that got away: {n}")

    def judge(self, game: Scrabble, taken: Taken) -> Verdict | None:
        if not isinstance(taken.action, Place | Exchange | Pass):
            return None
        view = game.view(taken.state, taken.seat)
        brain = game.referee.brain(view.table.options, view.table.lexicon_hash)
        brain.prepare()
        position = position_of(view, brain.geometry)
        choices = brain.choices(position)
        placed, stood = _placed(taken), _stood(taken)
        made = _made(brain, choices, taken.action) if stood else PASS
        if made is None and placed is not None:
            worth = _compared(brain, position, choices[0], placed)
        else:
            worth = weighed(brain, position, choices, made or PASS)
        is_best = worth.best == made or worth.loss <= 0
        earned = (BONUS,) if stood and placed is not None and placed.bonus else ()
        return Verdict(
            max(round(worth.loss, 2), 0.0),
            worth.exact,
            None if is_best else _better(game, brain, view, worth.best),
            earned=earned,
            missed=() if earned or not _bonus_is_possible(brain, choices) else (BONUS,),
            doubtful=_wrong_words(game, view, placed),
            stood=stood,
            win=None if worth.win is None else round(worth.win, 4),
        )


# --- what was done ------------------------------------------------------------------------------------------


def _placed(taken: Taken) -> Placed | None:
    if not isinstance(taken.action, Place):
        return None
    return next((event for event in taken.since if isinstance(event, Placed)), None)


def _stood(taken: Taken) -> bool:
    """Whether nobody had the play taken from the board again."""
    if not isinstance(taken.action, Place):
        return True
    since = taken.since[next(n for n, event in enumerate(taken.since) if isinstance(event, Placed)) :]
    end = next((event for event in since if isinstance(event, PlayScored | ChallengeUpheld)), None)
    return not isinstance(end, ChallengeUpheld)


def _wrong_words(game: Scrabble, view: View, placed: Placed | None) -> tuple[str, ...]:
    words = [word.text for word in placed.words] if placed else []
    return (*game.referee.unknown(view.table, words), *game.referee.excluded(view.table, words))


def _made(brain: Brain, choices: Sequence[Choice], action: Action) -> Choice | None:
    """What was done among the choices; None for a play of words that are in no list."""
    if isinstance(action, Place):
        laid = set(action.tiles)
        plays = ((choice, brain.play_of(choice)) for choice in choices if choice.record)
        return next((choice for choice, play in plays if set(play.laid) == laid), None)
    if isinstance(action, Exchange):
        given = brain.geometry.rack_bytes(action.tiles)
        return next((choice for choice in choices if choice.exchanged == given), Choice(exchanged=given))
    return PASS


# --- what it was worth --------------------------------------------------------------------------------------


def weighed(brain: Brain, position: Position, choices: Sequence[Choice], made: Choice) -> Worth:
    """The best of the choices against the one made, as well as it can be told here."""
    theirs = position.other_rack()
    endgame = brain.endgame() if theirs is not None and not position.bag else None
    if endgame is not None and theirs is not None:
        return _searched(brain, endgame, position, theirs, made)
    if brain.engine() is None:
        return Worth(choices[0], (choices[0].equity - made.equity) / 1000)
    return _simulated(brain, position, choices, made)


def _simulated(brain: Brain, position: Position, choices: Sequence[Choice], made: Choice) -> Worth:
    candidates = list(choices[:_CANDIDATES])
    candidates += [] if made in candidates else [made]
    last_tiles = len(position.sizes) == 1 and position.bag <= MOST_IN_BAG
    plies = TO_THE_END if last_tiles or not position.bag else _PLIES
    simulations = brain.simulations(1)
    found = simulate(
        simulations, position, [each.candidate for each in candidates], plies=plies, iterations=TO_FIND
    )
    best = candidates[found.best.number]
    pair = simulate(
        simulations,
        position,
        [best.candidate, made.candidate],
        plies=plies,
        iterations=TO_COMPARE,
        sureness=_NEVER_SURE,
        indifference=_NEVER_THE_SAME,
    )
    first, second = sorted(pair.standings, key=lambda each: each.number)
    loss = first.spread.mean - second.spread.mean
    win = second.win.mean if len(position.sizes) == 1 and brain.wins() is not None else None
    return Worth(best, loss if best != made and loss >= _NOTHING else 0.0, win=win)


def _searched(brain: Brain, endgame: Endgame, position: Position, theirs: bytes, made: Choice) -> Worth:
    """The endgame before the turn and after it."""
    solution = endgame.solve(position.board, position.rack, theirs, max_nodes=_NODES)
    first = solution.line[0] if solution.line else None
    best = PASS if first is None else brain.read(first)
    ahead = position.scores[0] - position.scores[1]
    if best.record == made.record and not made.exchanged:
        return Worth(made, 0.0, solution.exact, _won(ahead + solution.value))
    value, exact = _after(brain, endgame, position, theirs, made)
    exact = exact and solution.exact
    return Worth(best, float(solution.value - value), exact, _won(ahead + value))


def _after(
    brain: Brain, endgame: Endgame, position: Position, theirs: bytes, made: Choice
) -> tuple[int, bool]:
    """What a choice brings to the end of the game, and whether that is proven."""
    board, rack = position.board, bytearray(position.rack)
    if made.record:
        engine = brain.engine()
        assert engine is not None  # or there were no endgame
        engine.set_board(board)
        engine.play(made.record)
        board = engine.board()
        for tile in tiles_laid(made.record):
            rack[tile] -= 1
    if not any(rack):
        values = zip(theirs, brain.geometry.values, strict=True)
        return made.points + 2 * sum(n * value for n, value in values), True
    answer = endgame.solve(board, theirs, bytes(rack), max_nodes=_NODES)
    # after a pass another one may end the game, which the search does not know
    return made.points - answer.value, answer.exact and bool(made.record)


def _won(ahead: int) -> float:
    return 0.5 if not ahead else float(ahead > 0)


def _compared(brain: Brain, position: Position, best: Choice, placed: Placed) -> Worth:
    """A play of words that are in no list: no search takes it."""
    leaves = brain.leaves() if position.bag else None
    laid = brain.geometry.rack_bytes(unnamed(each.tile) for each in placed.tiles)
    kept = bytes(
        tile for tile, (n, gone) in enumerate(zip(position.rack, laid, strict=True)) for _ in range(n - gone)
    )
    equity = 1000 * placed.points + (leaves.value(kept) if leaves else 0)
    return Worth(best, max(best.equity - equity, 0) / 1000)


# --- what to say of it --------------------------------------------------------------------------------------


def _bonus_is_possible(brain: Brain, choices: Sequence[Choice]) -> bool:
    bonus = brain.geometry.bonus
    laid = (RECORD.unpack(choice.record)[3].bit_count() for choice in choices if choice.record)
    return any(bonus[n] for n in laid)


def _better(game: Scrabble, brain: Brain, view: View, best: Choice) -> Better:
    action: Action = Pass()
    words: tuple[str, ...] = ()
    at = None
    if best.record:
        play = brain.play_of(best)
        action, at = Place(play.laid), (*play.start, play.down)
        words = tuple(run.text for run in words_formed(view.table.board, play.laid))
    elif best.exchanged:
        action = Exchange(brain.geometry.tiles_of(best.exchanged))
    return Better(json.loads(game.codec.encode(action)), best.points, words, at)


REVIEWER = WordBoard()
