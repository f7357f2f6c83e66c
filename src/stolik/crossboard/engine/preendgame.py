"""The last tiles of the bag, for two players: every way they can come is played out to the end of the game.

A world says which tiles the other has and in which order the rest would be drawn. There are few worlds with a
tile or two in the bag; of many, some are taken at random, the same for all candidates. In a world a candidate
is played, then both sides make their best static move until the bag is empty, then the endgame is searched.
What counts is the share of worlds won, then the mean spread.

Candidates come in an order of promise, are halved stage by stage, and those that stay get more worlds and a
deeper endgame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from stolik.core.chance import SeededChance
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import Choice, Position, tiles_laid
from stolik.kernels.endgame import Endgame
from stolik.kernels.engine import Engine
from stolik.kernels.movegen import RECORD

#: The bag holds at most so many tiles.
MOST_IN_BAG = 4


class World(NamedTuple):
    """The other's rack by code and the bag in the order of drawing, and how many deals look like this."""

    theirs: bytes
    bag: tuple[int, ...]
    weight: int


class Stage(NamedTuple):
    """How many candidates are looked at, in how many worlds, with endgames of how many nodes."""

    candidates: int
    worlds: int
    nodes: int


class PlayEstimate(NamedTuple):
    """What a candidate brings: share of worlds won, and mean spread at the end."""

    choice: Choice
    win: float
    spread: float


STAGES = (Stage(6, 40, 500), Stage(3, 80, 2_000))


def judge(
    brain: Brain,
    position: Position,
    candidates: Sequence[Choice],
    seed: int,
    stages: Sequence[Stage] = STAGES,
    out_of_time: Callable[[], bool] | None = None,
) -> list[PlayEstimate]:
    """The candidates that reached the last stage there was time for, the best first."""
    left, verdicts = list(candidates), list[PlayEstimate]()
    for stage in stages:
        if verdicts and out_of_time is not None and out_of_time():
            break
        left = left[: stage.candidates]
        dealt = worlds(position, stage.worlds, seed)
        verdicts = [_judge_one(brain, position, choice, dealt, stage.nodes) for choice in left]
        verdicts.sort(key=lambda verdict: (-verdict.win, -verdict.spread))
        left = [verdict.choice for verdict in verdicts]
    return verdicts


def worlds(position: Position, most: int, seed: int) -> list[World]:
    """All worlds if they are not more than `most`; otherwise so many at random, the same for a seed."""
    every: list[World] = []
    for bag, weight in _draws(position.unseen, position.bag):
        every.append(_world(position, bag, weight))
        if len(every) > most:
            break
    else:
        return every
    chance = SeededChance(seed)
    pool = [tile for tile, n in enumerate(position.unseen) for _ in range(n)]
    return [_world(position, chance.draw(pool, position.bag), 1) for _ in range(most)]


def _draws(unseen: bytes, n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every order in which n tiles can be drawn, with the number of ways it can happen."""
    if not n:
        yield (), 1
        return
    for tile, count in enumerate(unseen):
        if count:
            rest = bytes((*unseen[:tile], count - 1, *unseen[tile + 1 :]))
            for later, ways in _draws(rest, n - 1):
                yield (tile, *later), count * ways


def _world(position: Position, bag: tuple[int, ...], weight: int) -> World:
    theirs = bytearray(n + m for n, m in zip(position.unseen, position.known[0], strict=True))
    for tile in bag:
        theirs[tile] -= 1
    return World(bytes(theirs), bag, weight)


def _judge_one(
    brain: Brain, position: Position, choice: Choice, dealt: Sequence[World], nodes: int
) -> PlayEstimate:
    won = spread = total = 0.0
    for world in dealt:
        end = _Playout(brain, position, world).final_spread(choice, nodes)
        total += world.weight
        won += world.weight * ((end > 0) + (end == 0) / 2)
        spread += world.weight * end
    return PlayEstimate(choice, won / total, spread / total)


class _Playout:
    """One world: the candidate, static moves until the bag is empty, then the endgame."""

    def __init__(self, brain: Brain, position: Position, world: World) -> None:
        engine, endgame = brain.engine(), brain.endgame()
        if engine is None or endgame is None:
            raise ValueError("This board is not one for the fast search.")
        self._engine: Engine = engine
        self._endgame: Endgame = endgame
        self._board = position.board
        self._values = brain.geometry.values
        self._racks = [bytearray(position.rack), bytearray(world.theirs)]
        self._bag = list(world.bag)
        self._ahead = position.scores[0] - position.scores[1]  # the candidate's owner, always

    def final_spread(self, choice: Choice, nodes: int) -> int:
        """By how much the mover is ahead at the end."""
        self._engine.set_board(self._board)
        self._play(0, choice.record, choice.exchanged)
        side, n_idle = 1, 0 if choice.record else 1
        while self._bag and n_idle < 2:
            found = self._engine.best(bytes(self._racks[side]))
            self._play(side, b"" if found is None else found[0])
            n_idle = n_idle + 1 if found is None else 0
            if not sum(self._racks[side]):
                return self._ahead + (1 - 2 * side) * 2 * self._value(1 - side)
            side = 1 - side
        if self._bag:
            return self._ahead - self._value(0) + self._value(1)
        if not sum(self._racks[1 - side]):
            return self._ahead + (2 * side - 1) * 2 * self._value(side)
        mover, other = bytes(self._racks[side]), bytes(self._racks[1 - side])
        solution = self._endgame.solve(self._engine.board(), mover, other, max_nodes=nodes)
        return self._ahead + (1 - 2 * side) * solution.value

    def _play(self, side: int, record: bytes, exchanged: bytes = b"") -> None:
        """Make a play, an exchange or a pass, and draw."""
        rack, n_given = self._racks[side], sum(exchanged)
        for tile, n in enumerate(exchanged):
            rack[tile] -= n
        if record:
            points = RECORD.unpack(record)[2]
            self._engine.play(record)
            self._ahead += points if side == 0 else -points
            for tile in tiles_laid(record):
                rack[tile] -= 1
                n_given += 1
        for _ in range(min(n_given, len(self._bag))):
            rack[self._bag.pop(0)] += 1
        self._bag += [tile for tile, n in enumerate(exchanged) for _ in range(n)]

    def _value(self, side: int) -> int:
        return sum(n * value for n, value in zip(self._racks[side], self._values, strict=True))
