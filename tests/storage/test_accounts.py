"""Accounts on both databases: names, codes, sessions, tokens, passkeys, attempts, and what is one's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, text

from stolik.core.message import Complaint
from stolik.storage import chat as chat_module
from stolik.storage.accounts import AccountStore, NameTaken
from stolik.storage.attempts import AttemptStore, Limit
from stolik.storage.belongings import BelongingStore
from stolik.storage.chat import ChatStore
from stolik.storage.database import Database, _migrations, open_database
from stolik.storage.passkeys import Passkey, PasskeyStore
from stolik.storage.players import PlayerStore, token_digest
from stolik.storage.sessions import SessionStore
from stolik.storage.subscriptions import Subscription, SubscriptionStore

pytestmark = pytest.mark.anyio
QUARTER_MS = 15 * 60 * 1000


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = await open_database(database_url)
    players = PlayerStore(opened)
    for name in ("anna", "bruno"):
        await players.add_guest(name, name.title(), "pl", 0)
    yield opened
    await opened.close()


def key(number: int, player: str = "anna", n_used: int = 0) -> Passkey:
    return Passkey(bytes([number]) * 20, player, f"key {number}", b"public", n_used, number)


async def test_guest_becomes_an_account_with_the_same_id(database: Database) -> None:
    accounts = AccountStore(database)
    assert await accounts.find("anna") is None
    assert await accounts.register("anna", "anna k", "Anna K", ["d1", "d2"], password="hash") == 1
    found = await accounts.by_login("anna k")
    assert found is not None
    assert (found.id, found.name, found.password, found.generation) == ("anna", "Anna K", "hash", 1)
    assert await accounts.codes_left("anna") == 2


async def test_name_belongs_to_one_account_also_when_two_ask_at_once(database: Database) -> None:
    accounts = AccountStore(database)
    asked = await asyncio.gather(
        accounts.register("anna", "same", "Anna", ["a"]),
        accounts.register("bruno", "same", "Bruno", ["b"]),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in asked) == ["NameTaken", "int"]
    assert isinstance(next(each for each in asked if each != 1), NameTaken)


async def test_name_that_looks_like_another_is_taken_also_when_two_ask_at_once(database: Database) -> None:
    accounts = AccountStore(database)
    asked = await asyncio.gather(
        accounts.register("anna", "cpa 0", "Anna", ["a"]),
        accounts.register("bruno", "сра о", "Bruno", ["b"]),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in asked) == ["NameTaken", "int"]
    assert await accounts.is_taken("cpa o")
    assert await accounts.is_taken("сра о")
    assert not await accounts.is_taken("cpb o")
    assert (await accounts.by_login("cpa 0") is None) != (await accounts.by_login("сра о") is None)


async def test_account_is_not_registered_twice(database: Database) -> None:
    accounts = AccountStore(database)
    await accounts.register("anna", "one", "Anna", [])
    with pytest.raises(Complaint, match="already"):
        await accounts.register("anna", "two", "Anna", [])
    assert await accounts.by_login("two") is None


async def test_tokens_of_a_guest_do_not_lead_into_the_account(database: Database) -> None:
    token = await PlayerStore(database).new_token("anna", "bot", 0)
    await AccountStore(database).register("anna", "anna", "Anna", [])
    assert await PlayerStore(database).by_token(token_digest(token)) is None


async def test_code_works_once_and_ends_sessions_tokens_and_passkeys(database: Database) -> None:
    accounts, passkeys = AccountStore(database), PasskeyStore(database)
    await accounts.register("anna", "anna", "Anna", ["d1", "d2"], passkey=key(1))
    await PlayerStore(database).new_token("anna", "bot", 0)
    assert await accounts.recover("bruno", "d1", "new") is None
    recovered = await asyncio.gather(*(accounts.recover("anna", "d1", "new") for _ in range(4)))
    assert sorted(map(str, recovered)) == ["2", "None", "None", "None"]
    assert await accounts.codes_left("anna") == 1
    assert await accounts.tokens("anna") == []
    assert await passkeys.of_player("anna") == []


async def test_new_codes_replace_the_old(database: Database) -> None:
    accounts = AccountStore(database)
    await accounts.register("anna", "anna", "Anna", ["old"])
    await accounts.replace_codes("anna", ["new"])
    assert await accounts.recover("anna", "old", "x") is None
    assert await accounts.recover("anna", "new", "x") == 2


async def test_password_changed_meanwhile_is_not_undone_by_a_new_hash_of_the_old(database: Database) -> None:
    accounts = AccountStore(database)
    await accounts.register("anna", "anna", "Anna", [], password="old")
    await accounts.set_password("anna", "new")
    await accounts.rehash("anna", "old", "old, dearer")
    found = await accounts.find("anna")
    assert found is not None
    assert found.password == "new"


async def test_token_is_listed_and_revoked_only_by_its_owner(database: Database) -> None:
    accounts, players = AccountStore(database), PlayerStore(database)
    token = await players.new_token("anna", "bot", 7)
    (named,) = await accounts.tokens("anna")
    assert (named.name, named.created_ms) == ("bot", 7)
    assert named.id not in token
    assert not await accounts.revoke_token("bruno", named.id)
    assert await players.by_token(token_digest(token)) is not None
    assert await accounts.revoke_token("anna", named.id)
    assert await players.by_token(token_digest(token)) is None


@pytest.mark.parametrize("revoke", [False, True])
async def test_tokens_end_with_sessions_only_if_that_is_wanted(database: Database, revoke: bool) -> None:
    accounts, players = AccountStore(database), PlayerStore(database)
    await accounts.register("anna", "anna", "Anna", [], password="old")
    for end in (
        accounts.set_password("anna", "new", revoke_tokens=revoke),
        accounts.end_sessions("anna", revoke_tokens=revoke),
    ):
        token = await players.new_token("anna", "bot", 0)
        await end
        assert (await players.by_token(token_digest(token)) is None) is revoke


async def test_player_has_so_many_tokens_also_when_he_asks_at_once(database: Database) -> None:
    players = PlayerStore(database)
    asked = [players.new_token("anna", "bot", 0) for _ in range(55)]
    made = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Complaint) for each in made) == 5
    assert len(await AccountStore(database).tokens("anna")) == 50
    await players.new_token("bruno", "bot", 0)


async def test_session_is_ended_until_its_cookie_is_too_old(database: Database) -> None:
    players, sessions = PlayerStore(database), SessionStore(database)
    for digest, until_ms in (("one", 1000), ("one", 1000), ("for ever", None)):
        await sessions.end(digest, until_ms, 0)
    is_ended, known = await players.visitor("anna", "one")
    assert is_ended
    assert known is not None
    assert known.name == "Anna"
    assert await players.visitor("nobody", "for ever") == (True, None)
    assert await players.visitor("nobody", "another") == (False, None)
    assert await sessions.ended(["one", "for ever", "another"]) == {"one", "for ever"}
    await sessions.end("later", 5000, 1000)
    assert await sessions.ended(["one", "for ever", "later"]) == {"for ever", "later"}


async def test_browser_that_is_logged_out_gets_no_alerts(database: Database) -> None:
    alerts, sessions = SubscriptionStore(database), SessionStore(database)
    player = await PlayerStore(database).find("anna")
    assert player is not None
    for n, session in enumerate(("here", "there", None)):
        wanted = Subscription(f"https://push.example/{n}", b"key", b"secret", "https://stolik.example")
        await alerts.add(player, wanted, 0, session)
    await sessions.end("here", None, 0)
    left = {each.endpoint for each in await alerts.of_player("anna")}
    assert left == {"https://push.example/1", "https://push.example/2"}


async def test_last_way_into_an_account_stays(database: Database) -> None:
    accounts, passkeys = AccountStore(database), PasskeyStore(database)
    await accounts.register("anna", "anna", "Anna", [], passkey=key(1))
    await passkeys.add(key(2))
    await accounts.set_password("bruno", "x")
    await passkeys.remove("bruno", key(1).id)
    assert len(await passkeys.of_player("anna")) == 2
    await passkeys.remove("anna", key(1).id)
    with pytest.raises(Complaint, match="only way"):
        await passkeys.remove("anna", key(2).id)
    await accounts.set_password("anna", "hash")
    await passkeys.remove("anna", key(2).id)
    assert await passkeys.of_player("anna") == []


async def test_passkey_of_somebody_is_not_added_again(database: Database) -> None:
    passkeys = PasskeyStore(database)
    await passkeys.add(key(1))
    with pytest.raises(Complaint, match="known"):
        await passkeys.add(key(1, "bruno"))


async def test_player_has_so_many_passkeys_and_no_more(database: Database) -> None:
    passkeys = PasskeyStore(database)
    for n in range(20):
        await passkeys.add(key(n))
    with pytest.raises(Complaint, match="20 passkeys"):
        await passkeys.add(key(20))
    await passkeys.add(key(20, "bruno"))
    assert len(await passkeys.of_player("anna")) == 20


async def test_player_mutes_so_many_and_no_more(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_module, "_MOST_MUTED", 2)
    chat, players = ChatStore(database), PlayerStore(database)
    for n in range(3):
        await players.add_guest(f"p{n}", f"P {n}", "pt", 0)
    for n in (0, 1, 1):
        await chat.mute("anna", f"p{n}", True)
    with pytest.raises(Complaint, match="2 people"):
        await chat.mute("anna", "p2", True)
    assert await chat.muted("anna") == {"p0", "p1"}
    await chat.mute("anna", "p0", False)
    await chat.mute("anna", "p2", True)
    assert await chat.muted("anna") == {"p1", "p2"}


async def test_challenge_is_answered_once(database: Database) -> None:
    passkeys = PasskeyStore(database)
    await passkeys.add(key(1))
    used = await asyncio.gather(*(passkeys.use(key(1), n, "challenge", 500, 100) for n in range(1, 5)))
    assert sorted(used) == [False, False, False, True]
    assert await passkeys.use(key(1), 9, "another", 500, 100)
    found = await passkeys.find(key(1).id)
    assert found is not None
    assert found.n_used == 9


async def test_attempts_are_counted_together_and_forgotten_in_time(database: Database) -> None:
    attempts = AttemptStore(database)
    few, many = Limit("anna", 3), Limit("everybody", 5)
    waits = await asyncio.gather(*(attempts.count([few, many], 0) for _ in range(4)))
    assert sorted(map(str, waits)) == [str(QUARTER_MS), "None", "None", "None"]
    assert await attempts.count([many], 10) is None
    assert await attempts.count([many], 10) == QUARTER_MS - 10
    assert await attempts.count([few, many], QUARTER_MS) is None
    assert await attempts.count([Limit("somebody else", 1)], 3 * QUARTER_MS) is None
    async with database.reading() as connection:
        left = (await connection.exec_driver_sql("SELECT count(*) FROM attempts")).scalar_one()
    assert left == 1


async def test_attempt_that_was_right_does_not_count(database: Database) -> None:
    attempts = AttemptStore(database)
    for _ in range(10):
        assert await attempts.count([Limit("anna", 3)], 0) is None
        await attempts.forgive([Limit("anna", 3)])


async def test_what_a_guest_said_goes_over_and_the_guest_is_gone(database: Database) -> None:
    belongings, chat, players = BelongingStore(database), ChatStore(database), PlayerStore(database)
    await players.add_guest("celia", "Célia", "pt", 0)
    await chat.report("word", "anna", None, "ZZZ", "", 5)
    await chat.mute("anna", "celia", True)
    await chat.mute("anna", "bruno", True)
    await chat.mute("celia", "anna", True)
    token = await players.new_token("anna", "bot", 0)
    assert await belongings.give("anna", "bruno")
    assert await players.find("anna") is None
    assert await players.by_token(token_digest(token)) is None
    rows = await belongings.rows("bruno")
    assert [each["what"] for each in rows["reports"]] == ["ZZZ"]
    assert rows["muted"] == [{"muted_id": "celia"}]
    assert await chat.muted("celia") == {"bruno"}


async def test_everything_of_a_deleted_player_is_gone(database: Database) -> None:
    belongings, chat = BelongingStore(database), ChatStore(database)
    await AccountStore(database).register("anna", "anna", "Anna", ["d"], passkey=key(1))
    await chat.report("word", "anna", None, "ZZZ", "", 5)
    assert await belongings.drop("anna")
    assert await AccountStore(database).by_login("anna") is None
    assert not any((await belongings.rows("anna")).values())
    assert await PasskeyStore(database).find(key(1).id) is None


@contextmanager
def older(database_url: str, revision: str) -> Iterator[Connection]:
    """A database as an earlier version left it."""
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        config = _migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        yield connection
    engine.dispose()


async def test_accounts_of_before_keep_their_names_and_the_first_of_each_look_is_safe(
    database_url: str,
) -> None:
    people = [("anna", "aepe", 1), ("bruno", "аере", 0), ("celia", "pаypal", 2), ("guest", None, 3)]
    with older(database_url, "0005") as connection:
        for name, login, created_ms in people:
            connection.execute(
                text(
                    "INSERT INTO players (id, name, login, language, settings, created_ms, seen_ms)"
                    " VALUES (:name, :name, :login, 'pl', '', :created_ms, 0)"
                ),
                {"name": name, "login": login, "created_ms": created_ms},
            )
        connection.exec_driver_sql(
            "INSERT INTO subscriptions (digest, player_id, endpoint, public_key, secret, origin, generation,"
            " created_ms) VALUES ('d', 'anna', 'https://push.example', '', '', '', 0, 0)"
        )
    opened = await open_database(database_url)
    accounts, players = AccountStore(opened), PlayerStore(opened)
    for name, login, _ in people[:3]:
        account = await accounts.by_login(str(login))
        assert account is not None
        assert account.id == name
    async with opened.reading() as reading:
        found = await reading.execute(text("SELECT id FROM players WHERE look IS NOT NULL ORDER BY id"))
        assert list(found.scalars()) == ["bruno", "celia"]
    assert await accounts.is_taken("aeре")
    assert await accounts.is_taken("paypal")
    with pytest.raises(NameTaken):
        await accounts.register("guest", "paypal", "Guest", [])
    assert await players.visitor("anna", "session") == (False, await players.find("anna"))
    assert len(await SubscriptionStore(opened).of_player("anna")) == 1
    await opened.close()


async def test_database_of_before_accounts_knows_whom_its_journals_name(database_url: str) -> None:
    with older(database_url, "0001") as connection:
        connection.exec_driver_sql(
            "INSERT INTO players (id, name, language, settings, created_ms, seen_ms)"
            " VALUES ('anna', 'Anna', 'pl', '', 0, 0)"
        )
        connection.exec_driver_sql(
            "INSERT INTO tables (id, preset, settings, status, open, next_seq, created_ms, changed_ms,"
            " claimed_ms) VALUES ('t', 'pl', '', 'over', false, 1, 0, 0, 0)"
        )
        for seat in (0, 1):
            connection.exec_driver_sql(f"INSERT INTO seats VALUES ('t', {seat}, 'anna')")
    opened = await open_database(database_url)
    assert await BelongingStore(opened).tables_naming("anna") == ["t"]
    known = await PlayerStore(opened).find("anna")
    assert known is not None
    assert known.generation == 0
    await opened.close()
