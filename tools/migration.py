"""Writes the next migration of the database: what the newest one lacks of the schema, to be read and mended.

python -m tools.migration "what it does"
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from stolik.storage.database import open_database
from stolik.storage.schema import metadata

VERSIONS = Path(__file__).parent.parent / "src/stolik/storage/migrations/versions"


def _missing(connection: Connection) -> str:
    context = MigrationContext.configure(connection, opts={"target_metadata": metadata})
    made = produce_migrations(context, metadata)
    if made.upgrade_ops is None or made.upgrade_ops.is_empty():
        return ""
    code = render_python_code(made.upgrade_ops)
    return re.sub(r"^\s*# ###.*\n?", "", code, flags=re.MULTILINE)


async def _compare() -> str:
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite:///{folder}/new.db")
        async with database.reading() as connection:
            missing = await connection.run_sync(_missing)
        await database.close()
    return missing


def main() -> None:
    known = sorted(path.stem for path in VERSIONS.glob("[0-9]*.py"))
    code = asyncio.run(_compare())
    if not code:
        print("the schema has nothing that the migrations lack")
        return
    number = f"{len(known) + 1:04}"
    before = repr(known[-1][:4]) if known else None
    what = sys.argv[1] if len(sys.argv) > 1 else "change"
    path = VERSIONS / f"{number}_{re.sub(r'[^a-z0-9]+', '_', what.lower()).strip('_')}.py"
    path.write_text(
        f'"""{what[:1].upper()}{what[1:]}."""\n\nimport sqlalchemy as sa\nfrom alembic import op\n\n'
        f"revision = {number!r}\ndown_revision = {before}\n\n\ndef upgrade() -> None:\n    {code.strip()}\n"
    )
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", path], check=True)
    print(path)


if __name__ == "__main__":
    main()
