from typing import NamedTuple, final

from typing_extensions import Buffer

class Arrangement(NamedTuple):
    gain: int
    points: int
    sets: bytes
    placed: bytes
    n_nodes: int

@final
class MeldSolver:
    def __init__(self) -> None: ...
    def solve(
        self,
        table: Buffer,
        rack: Buffer,
        weights: Buffer,
        *,
        fixed: Buffer | None = None,
        needed: Buffer | None = None,
        least_points: int = 0,
        joker_point: int = 0,
    ) -> Arrangement | None: ...
