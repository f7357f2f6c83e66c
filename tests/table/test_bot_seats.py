"""Bots at tables that would never end."""

from __future__ import annotations

import asyncio

import pytest

from stolik.core import registry
from stolik.core.log import Aborted
from stolik.table.botseats import BotSeats
from stolik.table.record import OVER
from stolik.table.settings import settings_for
from tests.table.conftest import ANNA, Club

pytestmark = pytest.mark.anyio


async def test_table_at_which_bots_go_on_for_ever_is_closed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.table.botseats.MOST_EVENTS", 0)
    bots = BotSeats(club.host)
    club.host.after.append(bots)
    game = club.host.games.of_preset("rummikub")
    options = {"starter": 1}
    settings = settings_for(registry.find_preset("rummikub"), game, n_seats=2, options=options)
    table = (await club.lobby.create(settings, ANNA, seats=["beginner"])).id
    while (await club.record(table)).status != OVER:
        await asyncio.sleep(0.01)
    await bots.close()
    record = await club.record(table)
    entries = await club.store.entries(table)
    told = [envelope.event for entry in entries for envelope in record.decode(entry)]
    assert Aborted("the game does not end") in told
    assert record.outcome is None
