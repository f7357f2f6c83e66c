"""Who won: the one sentence that the terminal, pages, pictures of links and reviews all say."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stolik.core.log import Aborted, DrawAgreed
from stolik.core.message import Message
from stolik.core.outcome import Kind, Outcome, Seat


def who_won(
    kind: Kind,
    outcome: Outcome | None,
    names: Sequence[str],
    own: Collection[Seat] = (),
    ended_by: Aborted | DrawAgreed | None = None,
) -> Message:
    """How a game ended, for somebody who holds the seats `own`, or for others.

    A table may have ended without the game: by an agreement, or because it was closed.
    """
    if outcome is None:
        if isinstance(ended_by, DrawAgreed):
            return Message("A draw was agreed.")
        return Message("The game was ended without a result.")
    if kind == "together" and len(names) > 1:
        return _of_team(outcome, bool(own))
    if kind == "together":
        return _of_one(outcome, names[0], bool(own))
    if kind == "solo":
        points = outcome.scores[0]
        if 0 in own:
            return Message("Your result: {n}.", {"n": points})
        return Message("{name}: result {n}.", {"name": names[0], "n": points})
    first, *others = outcome.ranking[0]
    if others:
        return Message("Nobody wins alone: it is a draw.")
    # several people on one device are not all meant by "you"
    return Message("You win.") if [first] == list(own) else Message("{name} wins.", {"name": names[first]})


def _of_team(outcome: Outcome, takes_part: bool) -> Message:
    if outcome.team == "drawn":
        return Message("The game ends undecided for all.")
    if outcome.team == "won":
        return Message("You have won together.") if takes_part else Message("They have won together.")
    return Message("You have lost together.") if takes_part else Message("They have lost together.")


def _of_one(outcome: Outcome, name: str, is_own: bool) -> Message:
    """Who plays for a team of one has won or lost as in any game."""
    if outcome.team == "drawn":
        return Message("It is a draw.")
    if outcome.team == "won":
        return Message("You win.") if is_own else Message("{name} wins.", {"name": name})
    return Message("You lose.") if is_own else Message("{name} loses.", {"name": name})


def shows_points(kind: Kind) -> bool:
    """Whether the points of seats mean something to people: who plays together has none of his own."""
    return kind != "together"
