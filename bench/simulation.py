"""Simulated candidates a second: CPU time, one core, fixed seeds, and what a second thread brings.

Positions are turns of seeded games, drawn evenly over whole games; the candidates are the first fifteen
moves of each. A candidate iteration is one candidate played on with one deal. What they bring is compared
with plain play in tests/kernels/test_simulation.py, to the last thousandth.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from stolik.kernels.engine import Engine
from stolik.kernels.selfplay import selfplay
from stolik.kernels.simulation import Simulation
from stolik.kernels.wins import WinTable
from tests.kernels.engine_positions import classic_engine, game_turns, random_leaves
from tests.kernels.test_engine_games import SEED, set_of
from tests.perft.lists import TILES, classic_generator

N_GAMES = 6
PER_GAME = 5  # positions
N_CANDIDATES = 15
ROUNDS = 3
N_ITERATIONS = {2: 40, 5: 16, 0: 6}

Position = tuple[bytes, bytes, bytes, list[bytes]]  # board, rack, unseen tiles, candidates


def positions(language: str) -> list[Position]:
    """Turns with more tiles unseen than on a rack, at equal distances."""
    found = []
    for seed in range(N_GAMES):
        turns = [
            (board, rack, unseen_of(language, board, rack)) for board, rack in game_turns(language, seed)
        ]
        turns = [turn for turn in turns if sum(turn[2]) > 7]
        for i in range(PER_GAME):
            board, rack, unseen = turns[i * (len(turns) - 1) // (PER_GAME - 1)]
            records = classic_generator(language).moves(board, rack)
            moves = [records[at : at + 32] for at in range(0, len(records), 32)]
            if moves:
                found.append((board, rack, unseen, moves[:N_CANDIDATES]))
    return found


def unseen_of(language: str, board: bytes, rack: bytes) -> bytes:
    unseen = [total - mine for total, mine in zip(set_of(TILES[language]), rack, strict=True)]
    for tile in board:
        if tile:
            unseen[0 if tile > 64 else tile] -= 1
    return bytes(unseen)


def simulate(simulation: Simulation, turns: Sequence[Position], plies: int, first: int = 0) -> int:
    """How many candidate iterations were played."""
    n = 0
    for board, rack, unseen, moves in turns:
        simulation.set_position(board, rack, unseen, [bytes(33)], [7], [200, 200], seed=1)
        simulation.set_candidates(moves)
        simulation.run(first, N_ITERATIONS[plies], range(len(moves)), plies)
        n += N_ITERATIONS[plies] * len(moves)
    return n


def per_second(simulation: Simulation, turns: Sequence[Position], plies: int) -> float:
    """Candidate iterations a second of CPU, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        begun = process_time()
        n = simulate(simulation, turns, plies)
        best = max(best, n / (process_time() - begun))
    return best


def overlap(engine: Engine, turns: Sequence[Position], wins: WinTable) -> float:
    """CPU time to wall time of two threads."""
    simulations = [Simulation(engine, wins) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        cpu, wall = process_time(), perf_counter()
        list(threads.map(lambda i: simulate(simulations[i], turns, 2, 1000 * i), range(2)))
        return (process_time() - cpu) / (perf_counter() - wall)


def even_chances() -> WinTable:
    return WinTable(array("i", [i * 1000 for i in range(1001)] * 2), 500)


def main() -> None:
    for language in sys.argv[1:] or TILES:
        engine = classic_engine(language, random_leaves(language))
        turns = positions(language)
        simulation = Simulation(engine, even_chances())
        print(f"{language}: {len(turns)} positions")
        begun = process_time()
        played = selfplay(engine, set_of(TILES[language]), SEED, 400)
        n_turns = sum(game[2] for game in played)
        print(f"    {'selfplay_turns_per_s':34} {n_turns / (process_time() - begun):,.0f}")
        for plies in N_ITERATIONS:
            name = f"{plies}_ply_per_s" if plies else "to_the_end_per_s"
            print(f"    {name:34} {per_second(simulation, turns, plies):,.0f}")
        print(f"    {'two_threads_cpu_to_wall':34} {overlap(engine, turns, even_chances()):.2f}")


if __name__ == "__main__":
    main()
