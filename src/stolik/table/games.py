"""The games of a server, each made once."""

from __future__ import annotations

from typing import Any

from stolik.core import registry
from stolik.core.game import AnyGame


class Games:
    """Every registered game, made with the word lists when it is first asked for."""

    def __init__(self, words: Any) -> None:
        self.words = words
        self._made: dict[str, AnyGame] = {}

    def make_all(self) -> None:
        """Make every game now: what reads their options is not made by several threads at once."""
        for preset in registry.presets():
            self.of_preset(preset)

    def of_preset(self, preset: str) -> AnyGame:
        """The game that a preset is played by."""
        name = registry.find_preset(preset).game
        if name not in self._made:
            self._made[name] = registry.create(name, self.words)
        return self._made[name]
