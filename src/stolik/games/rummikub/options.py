"""Everything in which two ways of playing differ, as one value; presets are such values in data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

JokerRule = Literal["rulebook", "strict"]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game and the results of the games before it in a match."""

    #: How often each number of each colour is in the box, and how many jokers.
    n_copies: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    n_jokers: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2
    min_players: Positive = 2
    max_players: Positive = 4
    rack_size: Positive = 14
    #: So many doublets let a seat ask for a new deal; None: nobody is asked.
    redeal_doublets: Positive | None = 3
    opening_points: Positive = 30
    #: What may be done with a joker on the table.
    jokers: JokerRule = "rulebook"
    #: The time for a turn; None: as long as one likes. The table keeps the clock.
    turn_seconds: Positive | None = 60
    #: What a table with a mistake leads to, and how many tiles a penalty is.
    invalid: Literal["refuse", "penalty"] = "refuse"
    penalty_tiles: Positive = 1
    #: Whether an opening that the latest tile made possible has to be announced to be excused.
    announce: Literal["automatic", "required"] = "automatic"
    #: Whether seats that have not opened pay for it when the bank is empty too.
    unopened_pay_always: bool = False
    #: Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game.
    starter: int | None = None
    #: The points of the earlier games of this match, a row for each.
    earlier_games: tuple[tuple[int, ...], ...] = ()
