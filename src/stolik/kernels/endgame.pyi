from typing import NamedTuple, final

from typing_extensions import Buffer

from stolik.kernels.engine import Engine

class Solution(NamedTuple):
    value: int
    exact: bool
    line: list[bytes | None]
    n_nodes: int
    depth: int

@final
class Endgame:
    def __init__(self, engine: Engine) -> None: ...
    def solve(
        self, board: Buffer, mine: Buffer, theirs: Buffer, *, max_nodes: int = 200_000, plies: int = 0
    ) -> Solution: ...
