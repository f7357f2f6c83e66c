"""Bringing a database up to date: with a copy before, and all or nothing."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from stolik.storage import database
from stolik.storage.ratings import RatingStore
from stolik.storage.scores import Score, ScoreStore

pytestmark = pytest.mark.anyio

_NEXT = """
from alembic import op
revision, down_revision, branch_labels, depends_on = "next", "{head}", None, None


def upgrade():
    op.execute("ALTER TABLE players ADD COLUMN hat TEXT")
    {more}
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def newer_program(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "pass") -> str:
    """From now on the program knows one migration more; the newest one it knew before."""
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    head = ScriptDirectory.from_config(config).get_current_head()
    shutil.copytree(database.MIGRATIONS, folder / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "migrations/versions/next.py").write_text(_NEXT.format(head=head, more=more))
    monkeypatch.setattr(database, "MIGRATIONS", folder / "migrations")
    return str(head)


async def older_database(file: Path) -> None:
    """A database of the program as it is, with something in it."""
    await (await database.open_database(f"sqlite:///{file}")).close()
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO nodes VALUES ('kept', 1)")
    connection.close()


def read(file: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


async def test_copy_is_made_before_a_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stolik.db"
    await older_database(file)
    head = newer_program(tmp_path, monkeypatch)
    await (await database.open_database(f"sqlite:///{file}")).close()
    copy = tmp_path / f"stolik.db.before-{head}"
    assert copy.stat().st_mode & 0o077 == 0
    assert read(copy, "SELECT id FROM nodes") == read(file, "SELECT id FROM nodes") == [("kept",)]
    assert "hat" in {row[1] for row in read(file, "PRAGMA table_info(players)")}
    assert "hat" not in {row[1] for row in read(copy, "PRAGMA table_info(players)")}


async def test_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stolik.db"
    await older_database(file)
    head = newer_program(tmp_path, monkeypatch, 'op.execute("ALTER TABLE nobody ADD COLUMN hat TEXT")')
    with pytest.raises(Exception, match="nobody"):
        await database.open_database(f"sqlite:///{file}")
    assert "hat" not in {row[1] for row in read(file, "PRAGMA table_info(players)")}
    assert read(file, "SELECT version_num FROM alembic_version") == [(head,)]


async def test_fresh_database_needs_no_copy(tmp_path: Path) -> None:
    await (await database.open_database(f"sqlite:///{tmp_path}/stolik.db")).close()
    assert not list(tmp_path.glob("*.before-*"))


async def database_of_the_version_before(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database as the program made it that knew migrations up to the eighth, with ratings in it."""
    with monkeypatch.context() as before:
        known = folder / "known"
        shutil.copytree(database.MIGRATIONS, known, ignore=shutil.ignore_patterns("__pycache__"))
        for file in (known / "versions").glob("*.py"):
            if file.name[:4].isdigit() and int(file.name[:4]) > 8:
                file.unlink()
        before.setattr(database, "MIGRATIONS", known)
        made = await database.open_database(url)
        async with made.writing() as connection:
            for player, pool, value, n_games in RATINGS:
                await connection.exec_driver_sql(
                    "INSERT INTO players (id, name, language, settings, created_ms, seen_ms)"
                    f" VALUES ('{player}', '{player}', 'pl', '', 0, 0) ON CONFLICT DO NOTHING"
                )
                await connection.exec_driver_sql(
                    f"INSERT INTO ratings VALUES ('{player}', '{pool}', {value}, 80, 0.06, {n_games}, 1)"
                )
        await made.close()


#: Anna was rated under the old name, Bruno under both, Célia under both and more often under the new one.
RATINGS = (
    ("anna", "rummikub/pl/two", 1600, 30),
    ("anna", "scrabble/pl/two", 1700, 9),
    ("bruno", "rummikub/pl/many", 20, 12),
    ("bruno", "rummikub/any/many", 25, 12),
    ("bruno", "rummikub/pl/two", 1650, 40),
    ("bruno", "rummikub/any/two", 1490, 1),
    ("celia", "rummikub/pl/two", 1510, 2),
    ("celia", "rummikub/any/two", 1580, 33),
)


async def test_ratings_of_number_tiles_go_on_under_their_new_name(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database_of_the_version_before(database_url, tmp_path, monkeypatch)
    opened = await database.open_database(database_url)
    try:
        store = RatingStore(opened)
        found = {
            player: {pool: kept.rating.value for pool, kept in (await store.of_player(player)).items()}
            for player in ("anna", "bruno", "celia")
        }
        kept = Score("none", "kinds", "nobody", 1, 1)
        assert not await ScoreStore(opened).keep(kept)
    finally:
        await opened.close()
    assert found == {
        "anna": {"rummikub/any/two": 1600, "scrabble/pl/two": 1700},
        "bruno": {"rummikub/any/two": 1650, "rummikub/any/many": 25},
        "celia": {"rummikub/any/two": 1580},
    }
