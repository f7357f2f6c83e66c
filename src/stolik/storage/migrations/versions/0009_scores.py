"""Scores of games that one plays alone, and pools of a game that is the same in every language."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

#: Number tiles had the language of the first people who played them here.
_BEFORE, _NOW = "rummikub/pl/", "rummikub/any/"


def upgrade() -> None:
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_scores_player_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_scores_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_scores")),
    )
    op.create_index(op.f("ix_scores_preset_score"), "scores", ["preset", "score"], unique=False)
    op.create_index(op.f("ix_scores_player_id"), "scores", ["player_id"], unique=False)
    for players in ("two", "many"):
        _rename_pool(_BEFORE + players, _NOW + players)


def _rename_pool(before: str, now: str) -> None:
    """Of somebody who is rated under both names, the rating that more games have made stays."""
    pools = {"before": before, "now": now}
    for weaker, stronger, compared in (("before", "now", "<="), ("now", "before", "<")):
        doubled = (
            "DELETE FROM ratings WHERE pool = :weaker AND EXISTS (SELECT 1 FROM ratings AS other"
            " WHERE other.player_id = ratings.player_id AND other.pool = :stronger"
            f" AND ratings.n_games {compared} other.n_games)"
        )
        op.get_bind().execute(sa.text(doubled), {"weaker": pools[weaker], "stronger": pools[stronger]})
    op.get_bind().execute(sa.text("UPDATE ratings SET pool = :now WHERE pool = :before"), pools)
