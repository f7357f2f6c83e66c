"""Which move to make, as deep as one wants to think.

With an empty bag and one opponent his rack is known: the endgame is searched. With a few tiles in the bag
every way they may come is played out. Otherwise candidates are simulated, with more players to the end.
Whatever cannot be done here and now, on this board or within these limits, is left to static evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import PASS, Choice, Guesses, Position
from stolik.crossboard.engine.preendgame import MOST_IN_BAG, Stage, judge
from stolik.crossboard.engine.simulate import simulate

#: Turns that no game reaches: a simulation to the end.
TO_THE_END = 99
#: Iterations to the end of the game, of all candidates, before the last tiles are judged.
_TO_FIND_PROMISING = 2_000
#: What a slow machine needs to judge the last tiles, how fast it searches, how fast a quick one simulates.
_FOR_STAGES_S, _NODES_PER_S, _ITERATIONS_PER_S = 4.0, 100_000, 40_000


class Depth(NamedTuple):
    """How far to think; zeros think of nothing but points and leaves."""

    #: Turns after the candidate, and how many iterations of all candidates together.
    plies: int = 2
    iterations: int = 0
    candidates: int = 12
    #: What to do while the bag holds its last tiles.
    stages: tuple[Stage, ...] = ()
    #: Positions an endgame search may enter.
    nodes: int = 0

    def within(self, seconds: float) -> Depth:
        """As far as this time allows: the clock ends iterations; the rest is for a slow machine."""
        return self._replace(
            iterations=max(self.iterations, int(seconds * _ITERATIONS_PER_S)) if self.iterations else 0,
            stages=self.stages if seconds >= _FOR_STAGES_S else (),
            nodes=min(self.nodes, int(seconds * _NODES_PER_S)),
        )


STATIC = Depth()


def think(
    brain: Brain,
    position: Position,
    depth: Depth,
    *,
    guess: Callable[[int], Guesses | None] = lambda _: None,
    seed: int = 0,
    threads: int = 1,
    out_of_time: Callable[[], bool] | None = None,
) -> Choice:
    """The move to make; `guess` tells, from a seed, what the next player has probably kept."""
    theirs = position.other_rack()
    if depth.nodes and theirs is not None and not position.bag:
        return _solve(brain, position, theirs, depth.nodes)
    if not depth.iterations or brain.engine() is None:
        return brain.best(position)
    candidates = brain.choices(position, depth.candidates)
    if len(candidates) == 1:
        return candidates[0]
    last_tiles = len(position.sizes) == 1 and 0 < position.bag <= MOST_IN_BAG and bool(depth.stages)
    report = simulate(
        brain.simulations(threads),
        position,
        [choice.candidate for choice in candidates],
        plies=TO_THE_END if last_tiles or not position.bag else depth.plies,
        iterations=min(depth.iterations // 4, _TO_FIND_PROMISING) if last_tiles else depth.iterations,
        guesses=guess(seed) if position.bag else None,
        seed=seed,
        deadline=out_of_time,
    )
    promising = [candidates[one.number] for one in report.standings]
    if not last_tiles or report.standings[0].n > report.standings[1].n:
        return promising[0]  # no other is left that could be as good
    return judge(brain, position, promising, seed, depth.stages, out_of_time)[0].choice


def _solve(brain: Brain, position: Position, theirs: bytes, nodes: int) -> Choice:
    """The move an endgame search begins with."""
    endgame = brain.endgame()
    if endgame is None:
        return brain.best(position)
    line = endgame.solve(position.board, position.rack, theirs, max_nodes=nodes).line
    if not line:  # not even the first move could be searched within the budget
        return brain.best(position)
    choice = PASS if line[0] is None else brain.read(line[0])
    return choice if brain.allows(position, choice) else brain.best(position)
