"""Everything in which two ways of playing differ, as one value; presets are such values in data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

JokerRule = Literal["rulebook", "strict"]
Players = Annotated[int, msgspec.Meta(ge=1, le=12)]
#: Of one seat in one game, or in several that were added up.
MOST_POINTS = 1_000_000
Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Row = Annotated[tuple[Points, ...], msgspec.Meta(min_length=1, max_length=12)]
#: How many games of a match are remembered one by one.
MOST_GAMES = 200


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game and the results of the games before it in a match.

    Everything has bounds: whoever sets up a table chooses freely, and others have to play, show and store it.
    """

    #: How often each number of each colour is in the box, and how many jokers.
    n_copies: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    n_jokers: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2
    min_players: Players = 2
    max_players: Players = 4
    rack_size: Annotated[int, msgspec.Meta(ge=1, le=53)] = 14
    #: So many doublets let a seat ask for a new deal; None: nobody is asked.
    redeal_doublets: Annotated[int, msgspec.Meta(ge=1, le=26)] | None = 3
    opening_points: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 30
    #: What may be done with a joker on the table.
    jokers: JokerRule = "rulebook"
    #: The time for a turn; None: as long as one likes. The table keeps the clock.
    turn_seconds: Annotated[int, msgspec.Meta(ge=1, le=10 * 24 * 3600)] | None = 60
    #: What a table with a mistake leads to, and how many tiles a penalty is.
    invalid: Literal["refuse", "penalty"] = "refuse"
    penalty_tiles: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    #: Whether an opening that the latest tile made possible has to be announced to be excused.
    announce: Literal["automatic", "required"] = "automatic"
    #: Whether seats that have not opened pay for it when the bank is empty too.
    unopened_pay_always: bool = False
    #: Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game.
    starter: Annotated[int, msgspec.Meta(ge=0, le=11)] | None = None
    #: The points of the earlier games of this match, a row for each.
    earlier_games: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_GAMES)] = ()

    def __post_init__(self) -> None:
        if self.min_players > self.max_players:
            raise ValueError(
                f"min_players ({self.min_players}) is more than max_players ({self.max_players})"
            )
