"""Everything in which two ways of playing differ, as one value; presets are such values in data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileSet

ChallengeRule = Literal["off", "free", "double", "minus10", "plus5", "plus10"]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one game; the tile set and the board are part of it, so a log explains itself."""

    lexicon: str
    tiles: TileSet
    layout: Layout
    min_players: Positive = 2
    max_players: Positive = 4
    rack_size: Annotated[int, msgspec.Meta(ge=1, le=15)] = 7
    bonus_tiles: Positive = 7
    bonus_points: int = 50
    challenge: ChallengeRule = "free"
    #: The bag must hold at least this many tiles for an exchange, and never fewer than are exchanged.
    exchange_minimum: Positive = 1
    #: The game ends when everybody has passed this many times running.
    pass_rounds: Positive = 2
    #: It ends after this many turns running that are passes or lost to a challenge; and when one plays alone.
    quiet_limit: Positive | None = None
    quiet_limit_alone: Positive | None = None
    #: It ends after this many turns running without a play: passes, lost turns and exchanges.
    scoreless_limit: Positive | None = None
    #: What the end of a player's time means: a pass, or no more moves for that player.
    time_out: Literal["pass", "stop"] = "pass"
    #: What each minute begun beyond a player's time costs, where a clock allows such minutes. Left out where
    #: there is no price, so that logs from before stay the same to the byte.
    overtime_points: Positive | msgspec.UnsetType = msgspec.UNSET
    #: Who begins: None draws tiles for it, a seat was agreed or comes from an earlier game.
    starter: int | None = None
    #: Whether words the rulebook calls hateful are refused.
    block_list: bool = False
    #: Letters beyond the set that a blank may stand for.
    blank_extra: tuple[str, ...] = ()
