"""How many bytes a move costs each viewer: the same games told in both versions of the protocol."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from bench.load.players import Pair, Player
from stolik.core import registry

#: Of every game its first preset for two.
PRESETS = {
    each.game: each.id for each in reversed(registry.presets().values()) if each.players[0] <= 2
}.values()
GAMES, FIRST = 10, 10
VERSIONS = (1, 2)

#: Of every game and viewer the bytes of each message after the first, by version.
Sizes = dict[int, list[list[int]]]


class Seat(NamedTuple):
    """A player, and what he is told in the other version."""

    player: Player
    beside: Player

    async def told(self) -> None:
        await asyncio.gather(self.player.told(), self.beside.told())


async def sizes(url: str, preset: str) -> Sizes:
    """Play whole games, one move after another."""
    found: Sizes = {version: [] for version in VERSIONS}
    pair = await Pair.come(url)
    sockets = await pair.beside(url)
    for _ in range(GAMES):
        players = await pair.table(preset, VERSIONS[0])
        seats = [
            Seat(player, Player(socket, player.table, player.seat, preset, VERSIONS[1]))
            for player, socket in zip(players, sockets, strict=True)
        ]
        await _play(seats)
        for each in (one for seat in seats for one in seat):
            found[each.version].append(each.sizes[1:])
            await each.say("unwatch")
    for socket in sockets:
        await socket.close()
    await pair.leave()
    return found


async def _play(seats: Sequence[Seat]) -> None:
    for seat in seats:
        await seat.player.watch()
        await seat.beside.watch()
    while all(seat.player.shown.status != "over" for seat in seats):
        due = next(seat for seat in seats if seat.player.is_due)
        await due.player.move()
        for seat in seats:
            await seat.told()


def in_lines(preset: str, found: Sizes) -> str:
    """The figures, a line for each version."""
    return "\n".join(
        f"    {preset:9} version {version}: {_figures(games)}" for version, games in found.items()
    )


def _figures(games: Sequence[Sequence[int]]) -> str:
    every = [size for game in games for size in game]
    first = statistics.median(size for game in games for size in game[:FIRST])
    last = statistics.median(size for game in games for size in game[-FIRST:])
    return (
        f"{statistics.median(every):,.0f} bytes a move and viewer, at most {max(every):,},"
        f" in the first {FIRST} moves {first:,.0f}, in the last {last:,.0f} (of {len(every):,})"
    )
