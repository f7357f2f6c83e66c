"""Endgames from seeded games: the first turn with an empty bag, and smaller ones with some of the tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.kernels.engine_positions import BLANK, game_turns
from tests.perft.lists import TILES
from tests.reference.positions import N_RACK, Position, TileSet, counted

Endgame3 = tuple[bytes, bytes, bytes]  # board, the rack of the side to move, the other rack


def unseen(tiles: TileSet, board: bytes, rack: bytes) -> bytes:
    """The tiles of the set that are neither on the board nor on the rack, as counts."""
    counts = [tiles.n_blanks, *tiles.counts, *[0] * (32 - len(tiles.counts))]
    for tile in board:
        if tile:
            counts[0 if tile & BLANK else tile] -= 1
    return bytes(n - held for n, held in zip(counts, rack, strict=True))


def first_endgame(tiles: TileSet, turns: Sequence[Position]) -> Endgame3 | None:
    """The first turn of a game with an empty bag."""
    for board, rack in turns:
        theirs = unseen(tiles, board, rack)
        if sum(theirs) <= N_RACK:
            return board, rack, theirs
    return None


def endgames(language: str, n: int, first_seed: int = 0) -> Iterator[Endgame3]:
    """So many endgames of seeded games with the whole list."""
    seed = first_seed
    while n:
        found = first_endgame(TILES[language], game_turns(language, seed))
        seed += 1
        if found:
            n -= 1
            yield found


def fewer_tiles(random: Random, endgame: Endgame3, sizes: tuple[int, int], n_blanks: int) -> Endgame3:
    """The endgame with at most so many tiles on the racks and so many blanks among them, dealt by chance."""
    board, *racks = endgame
    held = [[code for code in range(1, 33) for _ in range(rack[code])] for rack in racks]
    blanks = [0, 0]
    for _ in range(n_blanks):
        blanks[random.choice([side for side in range(2) if blanks[side] < sizes[side]])] += 1
    kept = [
        [0] * blanks[side] + random.sample(held[side], min(len(held[side]), sizes[side] - blanks[side]))
        for side in range(2)
    ]
    return board, counted(kept[0]), counted(kept[1])
