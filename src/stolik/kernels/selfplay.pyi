from typing_extensions import Buffer

from stolik.kernels.engine import Engine

def selfplay(
    engine: Engine,
    counts: Buffer,
    seed: int,
    n_games: int,
    first: int = 0,
    with_leaves: tuple[bool, bool] = (True, True),
) -> list[tuple[int, int, int, int]]: ...
