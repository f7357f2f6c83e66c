from typing import final

from typing_extensions import Buffer

@final
class Arrangement:
    @property
    def gain(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def sets(self) -> bytes: ...
    @property
    def placed(self) -> bytes: ...
    @property
    def n_nodes(self) -> int: ...
    def with_jokers(self, n: int, weight: int) -> Arrangement: ...

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
