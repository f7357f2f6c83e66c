"""How a table ended, in words: with the names that people know those at the table by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Protocol

from stolik.core.outcome import Seat
from stolik.core.result import who_won
from stolik.table.record import OVER, Record
from stolik.texts import N_, Translator

#: Bots bear the names of trees, as in the client.
_TREES = {
    "beginner": N_("Linden"),
    "casual": N_("Birch"),
    "club": N_("Ash"),
    "expert": N_("Beech"),
    "champion": N_("Oak"),
}


class _Sitting(Protocol):
    """Who sits at a seat."""

    @property
    def name(self) -> str: ...
    @property
    def bot(self) -> str | None: ...


def seat_names(seats: Sequence[_Sitting | None], say: Translator) -> list[str]:
    """What those at a table are called, by seat; bots of a kind are told apart."""
    names, n_bots = [], Counter[str]()
    for holder in seats:
        if holder is None:
            names.append(say("free"))
        elif holder.bot is None:
            names.append(holder.name or say("guest"))
        else:
            n_bots[holder.bot] += 1
            tree, n = _TREES.get(holder.bot, holder.bot), n_bots[holder.bot]
            names.append(f"{say(tree)} {n}" if n > 1 else say(tree))
    return names


def result_said(record: Record, say: Translator, own: Collection[Seat] = ()) -> str | None:
    """How a table ended, for somebody who holds the seats `own`, or for others; None while it goes on."""
    if record.status != OVER:
        return None
    names = seat_names(record.holders, say)
    return say.sentence(who_won(record.kind, record.outcome, names, own, record.ended_by))
