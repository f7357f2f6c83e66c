"""Everything in which two ways of playing differ."""

from __future__ import annotations

from typing import Annotated

import msgspec

#: At most so many play, and each of them has at most so many stairs.
MOST_SEATS, MOST_STAIRS = 2, 4


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How many steps there are, what everybody holds, and how long it takes."""

    highest: Annotated[int, msgspec.Meta(ge=10, le=60)] = 24
    hand: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    stairs: Annotated[int, msgspec.Meta(ge=1, le=MOST_STAIRS)] = 2
    turns: Annotated[int, msgspec.Meta(ge=3, le=20)] = 8
    starter: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)] = 0

    def __post_init__(self) -> None:
        if self.highest < MOST_SEATS * max(self.hand, self.turns):
            raise ValueError("there are not enough steps for all turns")
