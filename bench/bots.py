"""How long bots think: CPU seconds a move, mean and longest, over whole seeded games of each level.

    python bench/bots.py [PRESET...]

Without presets, the first of every game in every language whose words are here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

from stolik.bots import levels, make_bot
from stolik.core import registry
from stolik.core.chance import Chance, SeededChance
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons

N_GAMES = 4


def always(chance: Chance) -> Callable[[int], Chance]:
    """The same source of chance at every point of a game."""
    return lambda _: chance


def thinking_times(preset_id: str, level: str) -> list[float]:
    """CPU seconds of every move."""
    preset = registry.find_preset(preset_id)
    seats = preset.players[0]
    game = registry.create(preset.game, Lexicons())
    preparation = game.preparation(preset.options)
    if preparation is not None:
        preparation.prepare()
    times = []
    for number in range(N_GAMES):
        chance = SeededChance(f"bench {number}")
        table = LocalTable(game, always(chance))
        table.start(preset.options, seats)
        bots = [make_bot(level, game, SeededChance(f"{number}/{seat}")) for seat in range(seats)]
        while waiting := table.to_act():
            seat = min(waiting)
            view = table.view(seat)
            begun = process_time()
            action = bots[seat].choose(view)
            times.append(process_time() - begun)
            table.submit(seat, action)
    return times


def plainest() -> list[str]:
    """The first preset of every game in every language whose words are here."""
    here, found = {None, *Lexicons().names()}, dict[tuple[str, str | None], str]()
    for preset in registry.presets().values():
        if registry.lexicon_of(preset) in here:
            found.setdefault((preset.game, preset.language), preset.id)
    return list(found.values())


def main() -> None:
    for preset in sys.argv[1:] or plainest():
        for level in levels(registry.find_preset(preset).game):
            times = thinking_times(preset, level)
            mean = sum(times) / len(times)
            print(
                f"{preset} {level:10} {mean:8.4f} s a move, longest {max(times):.3f} s ({len(times)} moves)"
            )


if __name__ == "__main__":
    main()
