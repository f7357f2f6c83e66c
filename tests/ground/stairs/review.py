"""How many points a step could have brought at once: no more is looked at."""

from __future__ import annotations

import json

from stolik.core.judging import Better, Taken, Verdict
from stolik.core.message import Message

from .actions import Put, Throw
from .rules import Stairs


class Steps:
    """Compares a turn with the best step that could have been put."""

    unit = "points"
    much = 2.0
    task = Message("Where would you put a step now? Points that got away: {n}")

    def judge(self, game: Stairs, taken: Taken) -> Verdict | None:
        """What to say of a turn."""
        if not isinstance(taken.action, Put | Throw):
            return None
        view = game.view(taken.state, taken.seat)
        gains = {each: game.preview(view, each).points for each in game.actions(view)}
        best = max(gains, key=lambda each: gains[each])
        loss = gains[best] - gains[taken.action]
        better = Better(json.loads(game.codec.encode(best)), gains[best]) if loss else None
        return Verdict(float(loss), exact=True, better=better)


REVIEWER = Steps()
