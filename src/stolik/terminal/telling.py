"""What games have to tell alike: who won, how it ended, and the table after every turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stolik.core.log import Envelope, TableEvent
from stolik.core.outcome import Outcome
from stolik.core.result import who_won
from stolik.terminal.display import Setting


def over_by_last_tile(at: Setting, seat: int) -> str:
    """The game has ended because somebody has no tiles left."""
    if seat == at.me:
        return at.say("The game is over. You laid the last tile.")
    return at.say("The game is over. {name} laid the last tile.", name=at.name(seat))


def over_by_resigning(at: Setting, seat: int) -> str:
    """The game has ended because somebody left."""
    if seat == at.me:
        return at.say("The game is over. You resigned.")
    return at.say("The game is over. {name} resigned.", name=at.name(seat))


def winner(at: Setting, outcome: Outcome, written: Callable[[int], str] = str) -> str:
    """Who has won, and everybody's points where they are somebody's own."""
    own = () if at.me is None else (at.me,)
    sentence = at.say.sentence(who_won(at.kind, outcome, at.names, own))
    if at.kind != "versus":
        return sentence
    ranked = [seat for seats in outcome.ranking for seat in seats]
    scores = ", ".join(f"{at.name(seat)} {written(outcome.scores[seat])}" for seat in ranked)
    return f"{sentence} {scores}."


def tables_after_turns(at: Setting, envelopes: Sequence[Envelope[Any]]) -> list[Any]:
    """The public facts after each turn of a log; the game keeps its turns on its table."""
    state = None
    tables: list[Any] = []
    for envelope in envelopes:
        if not isinstance(envelope.event, TableEvent):
            state = at.game.evolve(state, envelope.event)
            tables += [state.table] * (len(state.table.turns) - len(tables))
    return tables


def capitalised(sentence: str) -> str:
    """A sentence with a capital letter, unless it begins with something else than a word, like a tile."""
    first = sentence.partition(" ")[0]
    return sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence


def signed(points: int) -> str:
    """A change of points with its sign, the minus as wide as the plus."""
    return f"+{points}" if points >= 0 else f"−{-points}"
