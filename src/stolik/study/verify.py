"""Was a game dealt as promised? Yes, or where it differs."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from stolik.core.log import LogError
from stolik.core.message import Message
from stolik.study.dealing import Dealer, Differs
from stolik.table.logs import Log
from stolik.words.store import Lexicons


class DealingVerdict(NamedTuple):
    """What dealing a game again has shown."""

    n_draws: int
    n_drawn: int
    #: False where the word list of the game is not installed: what the log says of words was believed.
    words_checked: bool
    #: What differs first, and at which event; None if nothing does.
    problem: Message | None = None
    seq: int | None = None


def read_log(text: bytes) -> Log:
    """The log of a finished game as the server gives it, or `LogError`."""
    try:
        return msgspec.json.decode(text, type=Log)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise LogError("This is not the log of a table: {why}", why=str(error)) from error


def verify(log: Log, words: Lexicons) -> DealingVerdict:
    """Deal a finished game again; raises `LogError` if it is not over or cannot be read."""
    dealer = Dealer(log, words)
    n_draws = n_drawn = 0
    try:
        for draw in dealer.draws():
            n_draws += 1
            n_drawn += len(draw.drawn)
    except Differs as differs:
        return DealingVerdict(n_draws, n_drawn, not dealer.words_are_missing, differs.message, differs.seq)
    return DealingVerdict(n_draws, n_drawn, not dealer.words_are_missing)
