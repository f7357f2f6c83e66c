"""How long bots think: CPU seconds a move, mean and longest, over whole seeded games of each level."""

from __future__ import annotations

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
    game = registry.create(preset.game, Lexicons())
    preparation = game.preparation(preset.options)
    if preparation is not None:
        preparation.prepare()
    times = []
    for number in range(N_GAMES):
        chance = SeededChance(f"bench {number}")
        table = LocalTable(game, always(chance))
        table.start(preset.options, 2)
        bots = [make_bot(level, game, SeededChance(f"{number}/{seat}")) for seat in range(2)]
        while waiting := table.to_act():
            seat = min(waiting)
            view = table.view(seat)
            begun = process_time()
            action = bots[seat].choose(view)
            times.append(process_time() - begun)
            table.submit(seat, action)
    return times


def main() -> None:
    for preset in ("pl", "br"):
        for level in levels("scrabble"):
            times = thinking_times(preset, level)
            mean = sum(times) / len(times)
            print(
                f"{preset} {level:10} {mean:8.4f} s a move, longest {max(times):.3f} s ({len(times)} moves)"
            )


if __name__ == "__main__":
    main()
