"""Requests of chat."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("chat", sa.Column("request", sa.String(length=64), nullable=True))
    op.create_index(
        op.f("ix_chat_table_id_player_id_request"), "chat", ["table_id", "player_id", "request"], unique=True
    )
