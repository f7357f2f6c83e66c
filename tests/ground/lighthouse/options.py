"""Everything in which two ways of playing differ."""

from __future__ import annotations

from typing import Annotated

import msgspec

#: At most so many sit at a table.
MOST_SEATS = 4


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How high the tower is, what everybody holds, and what may be lost."""

    height: Annotated[int, msgspec.Meta(ge=3, le=9)] = 5
    copies: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    hand: Annotated[int, msgspec.Meta(ge=1, le=5)] = 2
    sea: Annotated[int, msgspec.Meta(ge=0, le=20)] = 4
    starter: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)] = 0

    def __post_init__(self) -> None:
        if self.height * self.copies < MOST_SEATS * self.hand:
            raise ValueError("there are not enough stones for everybody's hand")
