"""What one machine finds by looking, where no hint tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.storage.chat import ChatLine
from stolik.web.live.chat import ChatRooms
from stolik.web.live.fanout import Fanout
from tests.web.long_games import ANNA
from tests.web.test_full_line import site_with_long_game


class Hearer:
    """Somebody at a table."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, line: ChatLine) -> None:
        self.heard.append(line.text)


@pytest.mark.anyio
async def test_what_is_said_elsewhere_before_the_first_look_is_heard(tmp_path: Path) -> None:
    async with site_with_long_game(tmp_path) as (site, table):
        rooms, hearer = ChatRooms(), Hearer()
        rooms.join(table, hearer)
        await site.chat.keep(table, ANNA.id, ANNA.name, 1, "long ago", "r0")
        fanout = Fanout(site.host, rooms, site.chat, site.members, None)
        await fanout.start()
        await site.chat.keep(table, ANNA.id, ANNA.name, 2, "just now", "r1")
        await fanout._look_for_lines()
        await fanout.close()
    assert hearer.heard == ["just now"]
