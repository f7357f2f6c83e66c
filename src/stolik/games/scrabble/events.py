"""What has happened. A log of these, and nothing else, is the game."""

from __future__ import annotations

from typing import Literal

import msgspec

from stolik.core.tiles import Rack, Tile
from stolik.crossboard.board import Laid
from stolik.crossboard.scoring import WordFormed
from stolik.games.scrabble.options import Options

EndReason = Literal["out", "passes", "quiet", "scoreless", "time", "resigned"]


class Started(msgspec.Struct, frozen=True, tag=True):
    """The rules, the seats and the word list are settled."""

    options: Options
    seats: int
    lexicon_hash: str
    commitment: str | None = None


class StarterDrawn(msgspec.Struct, frozen=True, tag=True):
    """One round of drawing for the first move; the tiles go back."""

    drawn: tuple[tuple[int, Tile], ...]


class StarterChosen(msgspec.Struct, frozen=True, tag=True):
    """This seat moves first."""

    seat: int


class TilesDrawn(msgspec.Struct, frozen=True, tag=True):
    """A seat took tiles from the bag; others see only how many."""

    seat: int
    rack: Rack


class Placed(msgspec.Struct, frozen=True, tag=True):
    """A play lies on the board and is not scored yet."""

    seat: int
    tiles: tuple[Laid, ...]
    words: tuple[WordFormed, ...]
    bonus: int
    points: int


class Accepted(msgspec.Struct, frozen=True, tag=True):
    """A seat lets the play stand."""

    seat: int


class ChallengeUpheld(msgspec.Struct, frozen=True, tag=True):
    """Some words are not in the list: the tiles go back to the rack and the turn is lost."""

    seat: int
    challenger: int
    words: tuple[str, ...]
    tiles: tuple[Tile, ...]
    #: Those of the words that are in the list but excluded by the rulebook.
    excluded: tuple[str, ...] = ()


class ChallengeRejected(msgspec.Struct, frozen=True, tag=True):
    """All words are in the list: the play stands, and the rule on wrong challenges applies."""

    seat: int
    challenger: int
    words: tuple[str, ...]
    challenger_points: int = 0
    mover_points: int = 0
    turn_lost: bool = False


class PlayScored(msgspec.Struct, frozen=True, tag=True):
    """The play on the board stands for good."""

    seat: int
    points: int


class Exchanged(msgspec.Struct, frozen=True, tag=True):
    """A seat set tiles aside, drew as many and put the old ones into the bag."""

    seat: int
    given: Rack
    drawn: Rack


class Passed(msgspec.Struct, frozen=True, tag=True):
    """A seat did nothing, by choice or because its time was up."""

    seat: int
    timed_out: bool = False


class TurnLost(msgspec.Struct, frozen=True, tag=True):
    """A seat misses this turn because of an earlier wrong challenge."""

    seat: int


class ClockExpired(msgspec.Struct, frozen=True, tag=True):
    """A seat has no time left and moves no more."""

    seat: int


class OvertimeCounted(msgspec.Struct, frozen=True, tag=True):
    """A seat has begun a minute beyond its time, which costs points; the turn goes on."""

    seat: int
    points: int


class Resigned(msgspec.Struct, frozen=True, tag=True):
    """A seat left the game."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag=True):
    """The game is over: racks are shown and counted."""

    reason: EndReason
    racks: tuple[Rack, ...]
    adjustments: tuple[int, ...]


Event = (
    Started
    | StarterDrawn
    | StarterChosen
    | TilesDrawn
    | Placed
    | Accepted
    | ChallengeUpheld
    | ChallengeRejected
    | PlayScored
    | Exchanged
    | Passed
    | TurnLost
    | ClockExpired
    | OvertimeCounted
    | Resigned
    | Ended
)
