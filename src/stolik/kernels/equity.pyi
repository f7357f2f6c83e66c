from typing_extensions import Buffer

from stolik.kernels.leaves import LeaveTable

def by_equity(
    records: Buffer, rack: Buffer, leaves: LeaveTable | None = None, most: int | None = None
) -> list[tuple[int, int]]: ...
