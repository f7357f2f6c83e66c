"""Something large made from a word list once, kept in a cache and then opened from there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

#: Takes how much is done and how much there is to do.
Progress = Callable[[int, int], object]
T = TypeVar("T")


class Expanded(Generic[T]):
    """Opened when it is there, built by the first who needs it; others wait for that build."""

    def __init__(self, open: Callable[[], T | None], build: Callable[[Progress | None], T]) -> None:
        self._open = open
        self._build = build
        self._found: T | None = None
        self._building = threading.Lock()
        #: Whether it is in the cache; what was built where nothing can be written lives in memory alone.
        self.kept = True

    @property
    def ready(self) -> bool:
        """Whether `get` answers without building."""
        if self._found is None and not self._building.locked():
            self._found = self._open()
        return self._found is not None

    def get(self, progress: Progress | None = None) -> T:
        """The thing itself, telling progress(done, total) if it has to be built."""
        if self._found is None:
            with self._building:
                if self._found is None:
                    self._found = self._open()
                if self._found is None:
                    self._found = self._build(progress)
                    self.kept = self._open() is not None
        return self._found
