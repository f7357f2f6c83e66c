"""Endgames of seeded Polish games, solved within a budget of nodes: CPU time, one core.

    python bench/endgame.py [how many] [nodes]

A node is a position that the search enters, guessed or not; moves that go out are not counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from stolik.kernels.endgame import Endgame, Solution
from tests.kernels.endgame_positions import endgames
from tests.kernels.engine_positions import classic_engine

N_ENDGAMES = 120
BUDGETS = (50_000, 200_000, 1_000_000)


def finite(ms: float) -> float | None:
    """None where too few endgames were solved to tell."""
    return ms if ms < float("inf") else None


def measure(language: str, n: int, max_nodes: int) -> dict[str, float | None]:
    """What it takes to solve so many endgames."""
    solver = Endgame(classic_engine(language))
    timed: list[tuple[Solution, float]] = []
    for position in endgames(language, n):
        begun = process_time()
        solution = solver.solve(*position, max_nodes=max_nodes)
        timed.append((solution, process_time() - begun))
    n_nodes = sum(solution.n_nodes for solution, _ in timed)
    # an endgame that was not solved takes longer than all that were
    to_exact = [1000 * spent if solution.exact else float("inf") for solution, spent in timed]
    figures: dict[str, float | None] = {
        "endgames": n,
        "nodes": n_nodes,
        "cpu_s": sum(spent for _, spent in timed),
        "nodes_per_s": n_nodes / sum(spent for _, spent in timed),
        "ms_to_exact_median": finite(median(to_exact)),
        "ms_to_exact_90th": finite(sorted(to_exact)[9 * n // 10]),
        "nodes_median": median(solution.n_nodes for solution, _ in timed),
    }
    for budget in BUDGETS:
        if budget <= max_nodes:
            n_exact = sum(solution.exact and solution.n_nodes <= budget for solution, _ in timed)
            figures[f"exact_within_{budget}"] = n_exact / n
    return figures


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else N_ENDGAMES
    max_nodes = int(sys.argv[2]) if len(sys.argv) > 2 else BUDGETS[-1]
    print(json.dumps({"pl": measure("pl", n, max_nodes)}, indent=4))


if __name__ == "__main__":
    main()
