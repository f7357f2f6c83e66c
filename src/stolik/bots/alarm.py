"""The clock of bots that are given so many seconds for a move."""

from __future__ import annotations

import time
from collections.abc import Callable


def alarm(seconds: float) -> Callable[[], bool]:
    """Tells whether so many seconds are over."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
