"""Sessions that were ended one by one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_ended_sessions")),
    )
    op.create_index(op.f("ix_ended_sessions_until_ms"), "ended_sessions", ["until_ms"], unique=False)
    op.add_column("subscriptions", sa.Column("session", sa.String(length=64), nullable=True))
    op.create_index(op.f("ix_subscriptions_session"), "subscriptions", ["session"], unique=False)
