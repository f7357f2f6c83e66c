"""A live game keeps the edition of its word list, and lets go of it when it is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.core.actions import Resign
from stolik.core.message import Complaint
from stolik.table.games import Games
from stolik.table.lexicon_holds import LexiconHolds
from stolik.table.record import OVER
from stolik.words.alphabet import alphabet
from stolik.words.store import Lexicons
from tests.table.conftest import ANNA, Club, Time, club_at

pytestmark = pytest.mark.anyio


@pytest.fixture
def words(tmp_path: Path) -> Lexicons:
    """One short list that can be removed."""
    found = Lexicons(tmp_path / "data", tmp_path / "cache")
    (tmp_path / "own.txt").write_text("kot\nkok\ntok\n", encoding="utf-8")
    found.add("own", tmp_path / "own.txt", alphabet("pl"))
    return found


async def begun(club: Club) -> str:
    return (await club.table(options={"lexicon": "own"})).id


async def resign(club: Club, table: str) -> None:
    action = (await club.record(table)).game.codec.encode(Resign())
    await club.host.act(table, ANNA.id, 0, action, turn=None, request=None)


async def test_list_of_a_live_game_cannot_be_removed(words: Lexicons, tmp_path: Path) -> None:
    async with club_at(f"sqlite:///{tmp_path}/tables.db", Games(words), Time()) as club:
        held = LexiconHolds(club.host)
        club.host.after.append(held)
        table = await begun(club)
        await held.close()
        with pytest.raises(Complaint, match=table):
            words.remove("own")


async def test_end_of_the_game_lets_go_of_its_list(words: Lexicons, tmp_path: Path) -> None:
    async with club_at(f"sqlite:///{tmp_path}/tables.db", Games(words), Time()) as club:
        held = LexiconHolds(club.host)
        club.host.after.append(held)
        table = await begun(club)
        await resign(club, table)
        assert (await club.record(table)).status == OVER
        await held.close()
        words.remove("own")


async def test_start_lets_go_of_lists_whose_games_ended_elsewhere(words: Lexicons, tmp_path: Path) -> None:
    async with club_at(f"sqlite:///{tmp_path}/tables.db", Games(words), Time()) as club:
        live, over = await begun(club), await begun(club)
        for table in (live, over, "of another database"):
            words.hold("own", f"table {table}")
        words.hold("own", "a game in a terminal")
        await resign(club, over)
        held = LexiconHolds(club.host)
        await held.tidy()
        await held.close()
        kept = {"a game in a terminal", f"table {live}", "table of another database"}
        assert {game for _, game in words.holds()} == kept
