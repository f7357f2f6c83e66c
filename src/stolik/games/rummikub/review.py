"""The number tiles: how many tiles could have been laid in a turn. The solver is exact."""

from __future__ import annotations

import json

from stolik.core.judging import Better, Taken, Verdict
from stolik.core.message import Message
from stolik.games.rummikub.actions import Draw, Lay, Pass
from stolik.games.rummikub.events import Laid
from stolik.games.rummikub.position import Position, melds_of, position_of
from stolik.games.rummikub.rules import Rummikub
from stolik.games.rummikub.solver import Play

#: How many tries it is worth to leave sets of the table as they are.
_CARE = 40


class NumberTiles:
    """Counts the tiles that stayed on the rack although there was a place for them."""

    unit = "tiles"
    much = 2.0
    task = Message(
        "It was your turn in a game of yours. What can be laid? Tiles that stayed on the rack: {n}"
    )

    def judge(self, game: Rummikub, taken: Taken) -> Verdict | None:
        if not isinstance(taken.action, Lay | Draw | Pass):
            return None
        position = position_of(game.view(taken.state, taken.seat))
        play = position.best()
        own = taken.since[: 1 + taken.last - taken.seq]
        n_laid = sum(len(event.tiles) for event in own if isinstance(event, Laid))
        if play.count <= n_laid:
            return Verdict(0.0, exact=True)
        return Verdict(float(play.count - n_laid), exact=True, better=_better(game, position, play))


def _better(game: Rummikub, position: Position, play: Play) -> Better:
    if position.opened:
        play = position.least_disturbing(play, _CARE)
    action = json.loads(game.codec.encode(Lay(melds_of(play))))
    return Better(action, play.count, tuple(play.placed))


REVIEWER = NumberTiles()
