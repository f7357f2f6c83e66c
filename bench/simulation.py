"""Simulated candidates a second: CPU time, one core, fixed seeds, and what a second thread brings.

Positions are turns of seeded games, drawn evenly over whole games; the candidates are the first fifteen
moves of each. A candidate iteration is one candidate played on with one deal. What they bring is compared
with plain play in tests/kernels/test_simulation.py, to the last thousandth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from stolik.kernels.selfplay import selfplay
from stolik.kernels.simulation import Simulation
from stolik.words.leaves import shipped_weights
from stolik.words.wins import make_wins, shipped_curves
from tests.kernels.engine_positions import engine_with, game_turns
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


def simulate(
    simulation: Simulation, turns: Sequence[Position], plies: int, first: int = 0, together: bool = True
) -> int:
    """How many candidate iterations were played; not together means nothing shared between candidates."""
    n = 0
    for board, rack, unseen, moves in turns:
        simulation.set_position(board, rack, unseen, [bytes(33)], [7], [200, 200], seed=1)
        simulation.set_candidates(moves)
        numbers = range(len(moves))
        for some in [numbers] if together else [[number] for number in numbers]:
            simulation.run(first, N_ITERATIONS[plies], some, plies)
        n += N_ITERATIONS[plies] * len(moves)
    return n


def per_second(simulation: Simulation, turns: Sequence[Position], plies: int, together: bool = True) -> float:
    """Candidate iterations a second of CPU, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        begun = process_time()
        n = simulate(simulation, turns, plies, together=together)
        best = max(best, n / (process_time() - begun))
    return best


def overlap(work: Callable[[int], object]) -> float:
    """CPU time to wall time of two threads that do this work."""
    with ThreadPoolExecutor(2) as threads:
        cpu, wall = process_time(), perf_counter()
        list(threads.map(work, range(2)))
        return (process_time() - cpu) / (perf_counter() - wall)


def hash_much(_: int) -> None:
    """Work that surely lets go of the interpreter, to compare with where other things are running."""
    for _ in range(200):
        sha256(bytes(1 << 20)).digest()


def measure(language: str) -> dict[str, float]:
    preset = {"pl": "pl", "pt": "br"}[language]
    weights, curves = shipped_weights(preset), shipped_curves(preset)
    assert weights is not None
    assert curves is not None
    engine = engine_with(preset, weights)
    wins = make_wins(curves)
    turns = positions(language)
    simulations = [Simulation(engine, wins) for _ in range(2)]
    begun = process_time()
    n_turns = sum(game[2] for game in selfplay(engine, set_of(TILES[language]), SEED, 400))
    figures = {"positions": float(len(turns)), "selfplay_turns_per_s": n_turns / (process_time() - begun)}
    for plies in N_ITERATIONS:
        name = f"{plies}_ply_per_s" if plies else "to_the_end_per_s"
        figures[name] = per_second(simulations[0], turns, plies)
        figures[f"{name}_one_by_one"] = per_second(simulations[0], turns, plies, together=False)
    figures["two_threads_cpu_to_wall"] = overlap(lambda i: simulate(simulations[i], turns, 2, 1000 * i))
    figures["two_threads_hashing_cpu_to_wall"] = overlap(hash_much)
    return figures


def main() -> None:
    for language in sys.argv[1:] or TILES:
        print(language)
        for name, value in measure(language).items():
            print(f"    {name:34} {value:,.2f}")


if __name__ == "__main__":
    main()
