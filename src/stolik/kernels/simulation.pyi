from collections.abc import Sequence
from typing import final

from typing_extensions import Buffer

from stolik.kernels.engine import Engine
from stolik.kernels.wins import WinTable

@final
class Simulation:
    def __init__(self, engine: Engine, wins: WinTable | None = None) -> None: ...
    def set_position(
        self,
        board: Buffer,
        mine: bytes,
        unseen: bytes,
        known: Sequence[bytes],
        sizes: Sequence[int],
        scores: Sequence[int],
        scoreless: int = 0,
        *,
        seed: int = 0,
        exchange_minimum: int = 7,
        scoreless_limit: int = 0,
    ) -> None: ...
    def set_guesses(self, rows: Sequence[bytes], weights: Sequence[int], percent: int) -> int: ...
    def set_candidates(self, moves: Sequence[bytes]) -> None: ...
    def run(self, first: int, n: int, candidates: Sequence[int], plies: int) -> None: ...
    def totals(self) -> list[tuple[int, int, int, int, int, int]]: ...
    def turns(self) -> list[list[tuple[int, int, int]]]: ...
    def gaps_to(self, candidate: int) -> list[int]: ...
