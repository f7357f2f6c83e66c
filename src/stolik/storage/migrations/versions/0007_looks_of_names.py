"""What names to log in by look like."""

import sqlalchemy as sa
from alembic import op

from stolik.storage.lookalikes import look_of

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("players", sa.Column("look", sa.String(length=200), nullable=True))
    _look_at_names()
    op.create_index(op.f("ix_players_look"), "players", ["look"], unique=True)


def _look_at_names() -> None:
    """Give every account the look of its name; of those that look the same, the first one."""
    accounts = sa.text("SELECT login FROM players WHERE login IS NOT NULL ORDER BY created_ms DESC, id DESC")
    first = {look_of(login): login for login in op.get_bind().execute(accounts).scalars()}
    if first:
        rows = [{"look": look, "login": login} for look, login in first.items()]
        op.get_bind().execute(sa.text("UPDATE players SET look = :look WHERE login = :login"), rows)
