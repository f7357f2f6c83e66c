"""A simulation turn by turn over the full lists of the plain generator, as slow as it is plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stolik.kernels.leaves import LeaveTable
from stolik.kernels.movegen import Generator
from tests.kernels.engine_positions import best_of_list
from tests.kernels.test_engine_games import Chance, lay
from tests.reference.positions import counted

Chances = dict[int, list[int]]  # by number of unseen tiles, for every point from -REACH to REACH
REACH = 300
RECORD_BYTES = 32


class Situation(NamedTuple):
    """What Simulation.set_position takes."""

    board: bytes
    mine: bytes
    unseen: bytes
    known: Sequence[bytes]
    sizes: Sequence[int]
    scores: Sequence[int]
    scoreless: int = 0


class Guesses(NamedTuple):
    rows: Sequence[bytes]
    weights: Sequence[int]
    percent: int


class Outcome(NamedTuple):
    spread: int
    win: int
    turns: list[tuple[int, bool]]  # points and bonus


def tiles_of(counts: bytes) -> list[int]:
    return [tile for tile, n in enumerate(counts) for _ in range(n)]


class SlowSimulation:
    def __init__(
        self, plain: Generator, values: bytes, leaves: LeaveTable | None, chances: Chances | None
    ) -> None:
        self.plain, self.values, self.leaves, self.chances = plain, values, leaves, chances

    def outcome(
        self,
        situation: Situation,
        seed: int,
        iteration: int,
        move: bytes,
        plies: int,
        guesses: Guesses | None = None,
    ) -> Outcome:
        """What an iteration brings for a candidate."""
        self.chance = Chance(seed, iteration)
        self.board = bytearray(situation.board)
        self.scores = list(situation.scores)
        self.n_idle = situation.scoreless
        self.kept = [0] * len(self.scores)
        self.deal(situation, guesses)
        if len(move) == RECORD_BYTES:
            self.play(0, move)
        else:
            self.exchange(0, tiles_of(move))
        side = 1
        turns: list[tuple[int, bool]] = []
        while not self.over() and (plies <= 0 or len(turns) < plies):
            turns.append(self.turn(side))
            side = (side + 1) % len(self.scores)
        if self.over():
            self.settle()
        spread = 1000 * self.scores[0] + self.kept[0]
        spread -= max(1000 * score + kept for score, kept in zip(self.scores[1:], self.kept[1:], strict=True))
        return Outcome(spread, self.win(spread, side), turns)

    def deal(self, situation: Situation, guesses: Guesses | None) -> None:
        self.racks = [tiles_of(situation.mine), *map(tiles_of, situation.known)]
        self.bag = tiles_of(situation.unseen)
        if guesses and self.chance.below(100) < guesses.percent:
            chosen = self.chance.below(sum(guesses.weights))
            number = 0
            while chosen >= guesses.weights[number]:
                chosen -= guesses.weights[number]
                number += 1
            for tile in tiles_of(guesses.rows[number]):
                self.bag.remove(tile)
                self.racks[1].append(tile)
        self.chance.shuffle(self.bag)
        for rack, size in zip(self.racks[1:], situation.sizes, strict=True):
            while len(rack) < size:
                rack.append(self.bag.pop())

    def draw(self, side: int) -> None:
        while len(self.racks[side]) < 7 and self.bag:
            self.racks[side].append(self.bag.pop())

    def play(self, side: int, record: bytes) -> tuple[int, bool]:
        before = counted(self.racks[side])
        score = lay(self.board, self.racks[side], record)
        left = bytes(sorted(self.racks[side]))
        bonus = sum(before) - len(left) == 7
        self.kept[side] = self.leaves.value(left) if self.leaves and self.bag else 0
        self.scores[side] += score
        self.n_idle = 0
        self.draw(side)
        return score, bonus

    def exchange(self, side: int, given: list[int]) -> None:
        """Also a pass, of no tiles."""
        rack = self.racks[side]
        for tile in given:
            rack.remove(tile)
        self.kept[side] = self.leaves.value(bytes(rack)) if self.leaves and self.bag and given else 0
        rack.extend(self.bag.pop() for _ in given)
        self.bag.extend(sorted(given))
        if given:
            self.chance.shuffle(self.bag)
        self.n_idle += 1

    def turn(self, side: int) -> tuple[int, bool]:
        rack = counted(self.racks[side])
        moves = self.plain.moves(bytes(self.board), rack)
        best = best_of_list(moves, rack, self.leaves if self.bag else None)
        if best:
            return self.play(side, best[0])
        enough = len(self.bag) >= max(7, len(self.racks[side]))
        self.exchange(side, list(self.racks[side]) if enough else [])
        return 0, False

    def over(self) -> bool:
        return not all(self.racks) or self.n_idle >= 2 * len(self.racks)

    def settle(self) -> None:
        left = [sum(self.values[tile] for tile in rack) for rack in self.racks]
        for side, rack in enumerate(self.racks):
            self.scores[side] += (sum(left) if not rack else 0) - left[side]
            self.kept[side] = 0

    def win(self, spread: int, to_move: int) -> int:
        if self.over() or self.chances is None:
            return 1_000_000 if spread > 0 else 0 if spread else 500_000
        n_unseen = len(self.bag) + sum(len(rack) for side, rack in enumerate(self.racks) if side != to_move)
        row = self.chances[min(n_unseen, max(self.chances))]
        place = min(max((-spread if to_move else spread) + 1000 * REACH, 0), 2000 * REACH)
        point, rest = divmod(place, 1000)
        chance = row[point] + (rest * (row[point + 1] - row[point]) // 1000 if rest else 0)
        return 1_000_000 - chance if to_move else chance
