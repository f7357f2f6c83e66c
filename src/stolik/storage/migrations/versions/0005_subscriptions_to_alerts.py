"""Subscriptions to alerts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("origin", sa.String(length=300), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_subscriptions_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_subscriptions")),
    )
    op.create_index(op.f("ix_subscriptions_player_id"), "subscriptions", ["player_id"], unique=False)
