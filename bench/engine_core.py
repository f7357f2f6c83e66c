"""The fast engine beside the plain generator in the same run: CPU time, one core, fixed seeds.

Positions are the turns of seeded games, so that they are drawn evenly over whole games. Before anything is
timed, the best moves are compared with the head of the plain generator's lists, and games with games.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time, thread_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from stolik.kernels.engine import Engine
from stolik.kernels.movegen import Generator
from stolik.kernels.selfplay import selfplay
from stolik.words.graphfile import Graph, Kind
from stolik.words.wordmap import expand_wordmap
from tests.kernels.engine_positions import best_of_list, classic_engine, game_turns, random_leaves
from tests.kernels.test_engine_games import SEED, Game, play_slowly, set_of
from tests.perft.lists import TILES, classic_generator, describe, lexicon
from tests.reference.positions import Position, with_blanks

N_POSITION_GAMES = 20
N_GAMES = 400
N_SLOW_GAMES = 10
ROUNDS = 5


def per_second(work: Callable[[], object], n: int) -> float:
    """How often a second of CPU, the best of some rounds."""
    fastest = float("inf")
    for _ in range(ROUNDS):
        begun = process_time()
        work()
        fastest = min(fastest, process_time() - begun)
    return n / fastest


def find_all(engine: Engine, positions: Sequence[Position]) -> None:
    for board, rack in positions:
        engine.set_board(board)
        engine.best(rack)


def list_all(plain: Generator, positions: Sequence[Position]) -> None:
    for position in positions:
        plain.moves(*position)


def compare(engine: Engine, plain: Generator, language: str, positions: Sequence[Position]) -> None:
    for board, rack in positions:
        engine.set_board(board)
        assert engine.best(rack) == best_of_list(plain.moves(board, rack), rack, None), (board, rack)
    tiles = TILES[language]
    fast = selfplay(engine, set_of(tiles), SEED, N_SLOW_GAMES)
    assert [Game(*game) for game in fast] == [play_slowly(plain, tiles, None, i) for i in range(N_SLOW_GAMES)]


def follow_games(engine: Engine, language: str) -> tuple[float, float]:
    """Best moves a second, and microseconds to apply one, in games that go on on one board."""
    in_best = in_play = 0.0
    n = 0
    for seed in range(N_POSITION_GAMES):
        engine.set_board(bytes(225))
        for _, rack in game_turns(language, seed):
            begun = thread_time()
            found = engine.best(rack)
            between = thread_time()
            if found:
                engine.play(found[0])
            in_best += between - begun
            in_play += thread_time() - between
            n += 1
    return n / in_best, 1e6 * in_play / n


def measure_build(language: str) -> float:
    """Seconds of CPU to build, prove and write the word map."""
    shipped = lexicon(language)
    graph = Graph(Kind.DAWG, language, shipped.n_words, shipped.hash, shipped.dawg.nodes)
    with tempfile.TemporaryDirectory() as directory:
        begun = process_time()
        expand_wordmap(Path(directory) / "x.wordmap", graph)
        return process_time() - begun


def tell_load(language: str) -> None:
    """Open the cached files and play in a new process; print the time it took and the memory in use."""
    shipped = lexicon(language)
    begun = process_time()
    shipped.gaddag()
    graph_ms = 1000 * (process_time() - begun)
    engine = classic_engine(language)
    both_ms = 1000 * (process_time() - begun)
    selfplay(engine, set_of(TILES[language]), 1, 300)
    resident = next(line for line in Path("/proc/self/status").read_text().splitlines() if "VmRSS" in line)
    rss_mb = int(resident.split()[1]) / 1024
    print(json.dumps({"load_graph_ms": graph_ms, "load_graph_and_map_ms": both_ms, "rss_mb": rss_mb}))


def loaded(language: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--load", language]
    told: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return told


def measure(language: str) -> dict[str, object]:
    engine, plain = classic_engine(language), classic_generator(language)
    with_leaves = classic_engine(language, random_leaves(language))
    turns = [turn for seed in range(N_POSITION_GAMES) for turn in game_turns(language, seed)]
    compare(engine, plain, language, turns)
    tiles = set_of(TILES[language])
    n_turns = sum(game[2] for game in selfplay(engine, tiles, SEED, N_GAMES))
    all_per_s = per_second(lambda: list_all(plain, turns), len(turns))
    best_per_s, apply_us = follow_games(engine, language)
    fresh_per_s = per_second(lambda: find_all(engine, turns), len(turns))
    games_per_s = per_second(lambda: selfplay(engine, tiles, SEED, N_GAMES), N_GAMES)
    leaves_per_s = per_second(lambda: selfplay(with_leaves, tiles, SEED, N_GAMES), N_GAMES)
    slow_per_s = per_second(
        lambda: [play_slowly(plain, TILES[language], None, i) for i in range(N_SLOW_GAMES)], N_SLOW_GAMES
    )
    figures: dict[str, object] = {
        "list": describe(language),
        "selfplay_games_per_s": games_per_s,
        "selfplay_with_leaves_games_per_s": leaves_per_s,
        "selfplay_turns_per_s": games_per_s * n_turns / N_GAMES,
        "best_per_s": best_per_s,
        "best_on_new_boards_per_s": fresh_per_s,
        "all_per_s": all_per_s,
        "apply_us": apply_us,
        "best_to_all": best_per_s / all_per_s,
        "selfplay_to_plain": games_per_s / slow_per_s,
        "build_map_s": measure_build(language),
    }
    for n_blanks in range(4):
        changed = [with_blanks(Random(n_blanks), turn, n_blanks) for turn in turns]
        fast = per_second(partial(find_all, engine, changed), len(turns))
        begun = process_time()
        list_all(plain, changed[::10])
        slow = len(changed[::10]) / (process_time() - begun)
        figures[f"best_with_{n_blanks}_blanks_per_s"] = fast
        figures[f"best_to_all_with_{n_blanks}_blanks"] = fast / slow
    return figures | loaded(language)


def main() -> None:
    if sys.argv[1:2] == ["--load"]:
        tell_load(sys.argv[2])
        return
    for language in TILES:
        print(language)
        for name, value in measure(language).items():
            print(f"    {name:34} {value:,.2f}" if isinstance(value, float) else f"    {name:34} {value}")


if __name__ == "__main__":
    main()
