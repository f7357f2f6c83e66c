"""The database: one append-only journal of the tables, and what is needed to find things.

The journal has a row for each action with all the events it caused, so that an action is stored whole or not
at all. Its key (table, first event number) decides who comes first when two machines decide at once.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _reference(column: str, name: str, primary_key: bool = False, nullable: bool = True) -> Column[str]:
    reference = ForeignKey(column, ondelete="CASCADE")
    return Column(name, String(32), reference, primary_key=primary_key, nullable=nullable and not primary_key)


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("preset", String(40), nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("code", String(12), unique=True),
    Column("status", String(10), nullable=False),
    #: Whether anybody may see it in the list of tables that wait for players.
    Column("open", Boolean, nullable=False),
    Column("next_seq", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    #: When something happens by itself: a clock runs out, a window closes, a bot is to move.
    Column("due_ms", BigInteger),
    #: Until when some machine has taken that on.
    Column("claimed_ms", BigInteger, nullable=False),
    Index(None, "due_ms"),
    Index(None, "status", "open"),
)

journal = Table(
    "journal",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("seat", Integer),
    #: What the client of a seat called its action: the same again gets the same answer.
    Column("request", String(64)),
    Column("action", LargeBinary),
    Column("events", LargeBinary, nullable=False),
    UniqueConstraint("table_id", "seat", "request"),
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    #: What the name is compared by; None for guests, whose names need not differ.
    Column("login", String(80), unique=True),
    #: What it looks like: nobody else may choose one that looks the same. None where two did so before.
    Column("look", String(200)),
    Column("password", String(200)),
    Column("language", String(8), nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    #: Cookies carry it: 0 for guests, and another one for an account ends every session of before.
    Column("generation", Integer, nullable=False, server_default="0"),
    Index(None, "look", unique=True),
)

seats = Table(
    "seats",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    Column("seat", Integer, primary_key=True),
    _reference("players.id", "player_id"),
    Index(None, "player_id"),
)

#: Whose names stand in the journal of which table, also of those who got up before the game began.
visitors = Table(
    "visitors",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    _reference("players.id", "player_id", primary_key=True),
    Index(None, "player_id"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _reference("tables.id", "table_id", nullable=False),
    _reference("players.id", "player_id"),
    Column("name", String(40), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("text", String(500), nullable=False),
    #: What the client of the player called it: the same again is no other line.
    Column("request", String(64)),
    Index(None, "table_id", "id"),
    Index(None, "table_id", "player_id", "request", unique=True),
    Index(None, "player_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _reference("tables.id", "table_id"),
    _reference("players.id", "player_id"),
    Column("kind", String(10), nullable=False),
    Column("what", String(500), nullable=False),
    Column("comment", String(500), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary, primary_key=True),
    _reference("players.id", "player_id", nullable=False),
    Column("name", String(80), nullable=False, server_default=""),
    Column("public_key", LargeBinary, nullable=False),
    Column("n_used", BigInteger, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    _reference("players.id", "player_id", nullable=False),
    Index(None, "player_id"),
)

tokens = Table(
    "tokens",
    metadata,
    #: The hash of what the program was given: a stolen database gives nobody a token.
    Column("digest", String(64), primary_key=True),
    _reference("players.id", "player_id", nullable=False),
    Column("name", String(80), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
)

#: How often something was tried that may be tried only so often until then: guessing a password, above all.
attempts = Table(
    "attempts",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("n_tried", Integer, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index(None, "until_ms"),
)

#: Challenges of passkeys that were answered: an answer that somebody has overheard is worth nothing.
spent_challenges = Table(
    "spent_challenges",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
    Index(None, "until_ms"),
)

#: Sessions that were ended one by one, until their cookies would be too old; None: their cookies never are.
ended_sessions = Table(
    "ended_sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("until_ms", BigInteger),
    Index(None, "until_ms"),
)

#: Browsers that want to be told when it is their player's turn.
subscriptions = Table(
    "subscriptions",
    metadata,
    #: The hash of the address, which is too long for a key.
    Column("digest", String(64), primary_key=True),
    _reference("players.id", "player_id", nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    #: The page that asked for it.
    Column("origin", String(300), nullable=False),
    #: That of the player's cookies at that time: whoever is logged out is told nothing any more.
    Column("generation", Integer, nullable=False),
    #: The digest of the session that asked for it, with which it ends.
    Column("session", String(64)),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
    Index(None, "session"),
)

ratings = Table(
    "ratings",
    metadata,
    _reference("players.id", "player_id", primary_key=True),
    #: Game and language, and whether two played or more: what is compared with what.
    Column("pool", String(60), primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("n_games", Integer, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Index(None, "pool", "value"),
)

rated = Table(
    "rated",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

#: What came of games that somebody played alone for a score, without being helped.
scores = Table(
    "scores",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    Column("preset", String(40), nullable=False),
    _reference("players.id", "player_id", nullable=False),
    Column("score", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index(None, "preset", "score"),
    Index(None, "player_id"),
)

#: What an engine says of a finished game, as far as it has come.
reviews = Table(
    "reviews",
    metadata,
    _reference("tables.id", "table_id", primary_key=True),
    #: The way in which it was judged.
    Column("version", Integer, nullable=False),
    Column("n_turns", Integer, nullable=False),
    Column("n_done", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    _reference("players.id", "player_id", primary_key=True),
    _reference("players.id", "muted_id", primary_key=True),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("alive_ms", BigInteger, nullable=False),
)

#: What the database knows about itself.
facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)
