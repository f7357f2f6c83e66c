"""Accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("n_tried", sa.Integer(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_until_ms"), "attempts", ["until_ms"], unique=False)
    op.create_table(
        "spent_challenges",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_spent_challenges")),
    )
    op.create_index(op.f("ix_spent_challenges_until_ms"), "spent_challenges", ["until_ms"], unique=False)
    op.create_table(
        "visitors",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_visitors_player_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_visitors_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_visitors")),
    )
    op.create_index(op.f("ix_visitors_player_id"), "visitors", ["player_id"], unique=False)
    op.create_index(op.f("ix_chat_player_id"), "chat", ["player_id"], unique=False)
    op.add_column("passkeys", sa.Column("name", sa.String(length=80), server_default="", nullable=False))
    op.add_column("players", sa.Column("generation", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_reports_player_id"), "reports", ["player_id"], unique=False)
    op.execute(
        "INSERT INTO visitors (table_id, player_id)"
        " SELECT DISTINCT table_id, player_id FROM seats WHERE player_id IS NOT NULL"
    )
