from collections.abc import Mapping, Sequence
from struct import Struct

from typing_extensions import Buffer

RECORD: Struct

def unpack(records: Buffer) -> list[tuple[int, int, bool, bytes, int, int]]: ...

class Generator:
    @property
    def forward(self) -> bool: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def n_cols(self) -> int: ...
    @property
    def start(self) -> int: ...
    def __init__(
        self,
        graph: Buffer,
        rows: int,
        cols: int,
        values: bytes,
        letter_multipliers: bytes,
        word_multipliers: bytes,
        start: int,
        bonus: Mapping[int, int] | Sequence[int],
        forward: bool = False,
    ) -> None: ...
    def moves(self, board: Buffer, rack: Buffer) -> bytes: ...
    def cross_checks(self, board: Buffer) -> tuple[list[int], list[int]]: ...
