"""Whole games at real tables, with salts and moves taken back, as the logs that anybody may take home."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import msgspec

from stolik.bots import make_bot
from stolik.core import registry
from stolik.core.actions import Resign
from stolik.core.chance import SeededChance
from stolik.crossboard.board import Laid
from stolik.games.scrabble.actions import Challenge, Place
from stolik.table.games import Games
from stolik.table.lobby import Guest
from stolik.table.logs import log_of
from stolik.table.record import OVER, Record
from stolik.table.settings import settings_for
from stolik.words.store import Lexicons
from tests.table.conftest import ANNA, BRUNO, CELIA, Club, Time, club_at

PRESETS = list(registry.presets())
PEOPLE = (ANNA, BRUNO, CELIA)
#: After how many actions something is taken back.
_GOES_BACK = (6, 13)
#: Somebody who finds no word may exchange tiles for ever; then all others leave.
_MOST_ACTIONS = 120


@cache
def finished_game(preset: str, words: Lexicons) -> bytes:
    """The log of a game in which everybody gave salt and two moves were taken back."""
    return asyncio.run(_play(preset, words))


@cache
def challenged_game(words: Lexicons) -> bytes:
    """The log of a game in which letters that are no word were laid and challenged."""
    return asyncio.run(_challenge(words))


async def _challenge(words: Lexicons) -> bytes:
    async with _club(words) as club:
        record = await club.table("en")
        mover = min(record.waiting_for())
        letters = [tile for tile in record.state.racks[mover].tiles if not tile.is_blank]
        nonsense = Place(tuple(Laid(7, col, tile) for col, tile in enumerate(letters, 7)))
        for seat, action in ((mover, nonsense), (1 - mover, Challenge()), (mover, Resign())):
            turn, encoded = record.opened.get(seat), record.game.codec.encode(action)
            await club.host.act(record.id, _guest(seat).id, seat, encoded, turn=turn, request=None)
            record = await club.record(record.id)
        return await _log(club, record)


@asynccontextmanager
async def _club(words: Lexicons) -> AsyncIterator[Club]:
    with tempfile.TemporaryDirectory() as folder:
        async with club_at(f"sqlite:///{folder}/games.db", Games(words), Time()) as club:
            yield club


async def _log(club: Club, record: Record) -> bytes:
    return msgspec.json.encode(log_of(record, await club.store.entries(record.id)))


async def _play(preset: str, words: Lexicons) -> bytes:
    async with _club(words) as club:
        record = await _table(club, preset)
        n_actions = 0
        while record.status != OVER:
            seat = min(record.waiting_for())
            await _act(club, record, seat, resigns=n_actions > _MOST_ACTIONS)
            n_actions += 1
            if n_actions in _GOES_BACK:
                await _take_back(club, record.id, seat)
            record = await club.record(record.id)
        return await _log(club, record)


async def _table(club: Club, preset: str) -> Record:
    chosen = registry.find_preset(preset)
    seats = max(chosen.players[0], min(3, chosen.players[1]))
    settings = settings_for(chosen, club.host.games.of_preset(preset), n_seats=seats)
    record = await club.lobby.create(settings, _guest(0), salt="Zażółć gęślą jaźń")
    for seat in range(1, seats):
        await club.lobby.join(record.id, _guest(seat), another=True, salt=f"salt {seat}")
    return await club.record(record.id)


async def _act(club: Club, record: Record, seat: int, resigns: bool) -> None:
    bot = make_bot("generic", record.game, SeededChance(f"{record.seq}/{seat}"))
    chosen = Resign() if resigns else bot.choose(record.game.view(record.state, seat))
    action = record.game.codec.encode(chosen)
    await club.host.act(
        record.id, _guest(seat).id, seat, action, turn=record.opened[seat], request=f"r{record.seq}"
    )


async def _take_back(club: Club, table_id: str, seat: int) -> None:
    await club.proposals.propose(table_id, _guest(seat).id, seat, "take back")
    for other in sorted((await club.record(table_id)).people() - {seat}):
        await club.proposals.answer(table_id, _guest(other).id, other, True)


def _guest(seat: int) -> Guest:
    """Some have more than one seat: several people on one device."""
    return PEOPLE[seat % len(PEOPLE)]


def decoded(log: bytes) -> dict[str, Any]:
    """A log to change something in."""
    return dict(msgspec.json.decode(log))
