"""Full move lists a second of CPU on the turns of seeded games.

In the same run the generator is measured on the DAWG, after its lists there were found to be equal, and the
slow reference on a few turns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from stolik.kernels.movegen import RECORD, unpack
from tests.perft.lists import TILES, classic_generator, generator_over, lexicon, whole_list
from tests.reference.positions import Position, classic_rules, evenly, play_out, with_blanks
from tests.reference.slow_movegen import WordTable, all_moves

N_GAMES = 12
N_SLOW = 6
ROUNDS = 5


def lists_a_second(generate: Callable[[bytes, bytes], object], positions: Sequence[Position]) -> float:
    """How many positions are done in a second of CPU."""
    begun = process_time()
    for position in positions:
        generate(*position)
    return len(positions) / (process_time() - begun)


def games(language: str) -> list[list[Position]]:
    """The turns of seeded games."""
    tiles = TILES[language]
    engine = classic_generator(language)
    return [
        play_out(Random(seed), tiles, classic_rules(tiles), lambda *turn: unpack(engine.moves(*turn)))
        for seed in range(N_GAMES)
    ]


def measure(language: str) -> None:
    engine = classic_generator(language)
    forward = generator_over(lexicon(language).dawg.nodes, classic_rules(TILES[language]), forward=True)
    turns = [turn for game in games(language) for turn in game]
    lists = [engine.moves(*turn) for turn in turns]
    assert lists == [forward.moves(*turn) for turn in turns]
    n_moves = sum(map(len, lists)) // RECORD.size
    rates = [[lists_a_second(each.moves, turns) for each in (engine, forward)] for _ in range(ROUNDS)]
    fast, on_dawg = map(max, zip(*rates, strict=True))
    print(f"{language}: {fast:,.0f} full lists a second ({len(turns)} turns, {n_moves} moves)")
    print(f"    on the DAWG: {on_dawg:,.0f}; the GADDAG is {fast / on_dawg:.1f} times as fast")
    for n_blanks in range(3):
        random = Random(n_blanks)
        changed = [with_blanks(random, turn, n_blanks) for turn in turns]
        print(f"    racks with {n_blanks} blanks: {lists_a_second(engine.moves, changed):,.0f}")
    few = evenly(turns, N_SLOW)
    reference = partial(all_moves, WordTable(whole_list(language)), classic_rules(TILES[language]))
    lists_a_second(reference, few)  # it makes its bit sets once
    slow = lists_a_second(reference, few)
    ratio = lists_a_second(engine.moves, few * 50) / slow
    print(f"    slow reference on {N_SLOW} turns: {slow:,.1f}; the kernel is {ratio:,.0f} times as fast")


if __name__ == "__main__":
    for name in TILES:
        measure(name)
