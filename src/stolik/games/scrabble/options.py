"""Everything in which two ways of playing differ, as one value; presets are such values in data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from stolik.core.tiles import BLANK
from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileSet

ChallengeRule = Literal["off", "free", "double", "minus10", "plus5", "plus10"]
Players = Annotated[int, msgspec.Meta(ge=1, le=12)]
Turns = Annotated[int, msgspec.Meta(ge=1, le=100)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Letter = Annotated[str, msgspec.Meta(min_length=1, max_length=4)]
#: A board on which moves are found quickly, and boxes whose racks have not millions of them.
_LONGEST_SIDE, _MOST_TILES, _MOST_BLANKS = 45, 1000, 4


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game; the tile set and the board are part of it, so a log explains itself.

    Everything has bounds: whoever sets up a table chooses freely, and others have to play, show and store it.
    """

    lexicon: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    tiles: TileSet
    layout: Layout
    min_players: Players = 2
    max_players: Players = 4
    rack_size: Annotated[int, msgspec.Meta(ge=1, le=9)] = 7
    bonus_tiles: Annotated[int, msgspec.Meta(ge=1, le=15)] = 7
    bonus_points: Points = 50
    challenge: ChallengeRule = "free"
    #: The bag must hold at least this many tiles for an exchange, and never fewer than are exchanged.
    exchange_minimum: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    #: The game ends when everybody has passed this many times running.
    pass_rounds: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    #: It ends after this many turns running that are passes or lost to a challenge; and when one plays alone.
    quiet_limit: Turns | None = None
    quiet_limit_alone: Turns | None = None
    #: It ends after this many turns running without a play: passes, lost turns and exchanges.
    scoreless_limit: Turns | None = None
    #: What the end of a player's time means: a pass, or no more moves for that player.
    time_out: Literal["pass", "stop"] = "pass"
    #: What each minute begun beyond a player's time costs, where a clock allows such minutes. Left out where
    #: there is no price, so that logs from before stay the same to the byte.
    overtime_points: Annotated[int, msgspec.Meta(ge=1, le=1000)] | msgspec.UnsetType = msgspec.UNSET
    #: Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game.
    starter: Annotated[int, msgspec.Meta(ge=0, le=11)] | None = None
    #: Whether words the rulebook calls hateful are refused.
    block_list: bool = False
    #: Letters beyond the set that a blank may stand for.
    blank_extra: Annotated[tuple[Letter, ...], msgspec.Meta(max_length=40)] = ()

    def __post_init__(self) -> None:
        if self.min_players > self.max_players:
            raise ValueError(
                f"min_players ({self.min_players}) is more than max_players ({self.max_players})"
            )
        if max(self.layout.n_rows, self.layout.n_cols) > _LONGEST_SIDE:
            raise ValueError(f"a side of the board has at most {_LONGEST_SIDE} squares here")
        if len(self.tiles) > _MOST_TILES:
            raise ValueError(f"a box has at most {_MOST_TILES} tiles, not {len(self.tiles)}")
        if self.tiles.counts()[BLANK] > _MOST_BLANKS:
            raise ValueError(f"a box has at most {_MOST_BLANKS} blanks")
