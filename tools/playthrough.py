"""Whole games as text one can read and compare: `python -m tools.playthrough` writes tests/playthroughs.

A change of rules, draws or bots shows up as a difference in these files; whoever makes it looks at the
difference and keeps it with the change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stolik.bots import levels, make_bot
from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons

HOME = Path(__file__).parent.parent / "tests/playthroughs"
SEED = "playthrough"


def playthrough(preset: Preset, words: Lexicons) -> Iterator[str]:
    """One game of the preset's most players, the gentlest bots, event by event as JSON."""
    game = registry.create(preset.game, words)
    seats, level = preset.players[1], levels(preset.game)[0]
    chance = SeededChance(SEED)
    bots = [make_bot(level, game, SeededChance(f"{SEED}/{seat}")) for seat in range(seats)]
    table = LocalTable(game, lambda _: chance)
    table.start(preset.options, seats)
    yield f"# {preset.id}: {seats} bots ({level}), seed {SEED}; written by python -m tools.playthrough"
    told = 1  # the first event repeats the preset
    while True:
        for envelope in table.envelopes[told:]:
            yield f"{envelope.seq:3} {game.codec.encode(envelope.event).decode()}"
        told = table.seq
        waiting = table.to_act()
        if not waiting:
            break
        seat = min(waiting)
        action = bots[seat].choose(table.view(seat))
        yield f"    seat {seat}: {game.codec.encode(action).decode()}"
        table.submit(seat, action)
    yield f"    {game.codec.encode(table.outcome()).decode()}"


def main() -> None:
    words = Lexicons()
    if "en" not in words.names():  # the tests' own list, so that no preset is left out
        words.add("en", HOME.parent / "word_lists/en.txt")
    HOME.mkdir(exist_ok=True)
    for preset in registry.presets().values():
        if registry.lexicon_of(preset) in (None, *words.names()):
            text = "\n".join(playthrough(preset, words)) + "\n"
            (HOME / f"{preset.id}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
