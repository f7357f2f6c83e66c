"""What a copy of the database tells, as SECURITY.md says, and what of people stays in it when they go."""

from __future__ import annotations

import base64
import re
import secrets
from pathlib import Path

import pytest

from stolik.storage.database import open_database
from stolik.table.record import secret_of
from stolik.web.server import server_key
from tests.web.players import Party
from tests.web.servers import Person, Server, database_of
from tests.web.test_accounts import PASSWORD, delete, register
from tools.protocol_types import ROOT


def bytes_of(folder: Path) -> bytes:
    """All that is in the files of the database: the file, its log, and copies made before migrations."""
    files = [file for file in (folder / "data/stolik").iterdir() if file.name.startswith("stolik.db")]
    assert any(file.suffix == ".db" for file in files)
    return b"".join(file.read_bytes() for file in files)


def spellings(secret: bytes) -> set[bytes]:
    """A secret as it might stand somewhere: as bytes, and in the usual alphabets, without what is cut off."""
    texts = (base64.b64encode(secret), base64.urlsafe_b64encode(secret), base64.b32encode(secret))
    return {secret, secret.hex().encode(), secret.hex().upper().encode(), *(text[:20] for text in texts)}


def test_copy_has_no_seed_of_a_running_game_no_key_and_nothing_that_opens_an_account(
    private: Server, folder: Path
) -> None:
    anna = Person(private, "Anna")
    register(anna, "Ania")
    token = anna.http.post("/api/tokens", json={"name": "a program"}).json()["token"]
    codes = anna.http.post("/api/account/codes", json={"proof": {"password": PASSWORD}}).json()
    party = Party([lambda: private.url, lambda: private.url])
    party.play(lambda: len(party.players[0].acknowledged) > 2)
    key = server_key(database_of(folder))
    copy = bytes_of(folder)
    assert party.table.encode() in copy
    assert b"Ania" in copy
    secret = secret_of(key, party.table)
    hidden = spellings(key) | spellings(secret)
    hidden |= {word.encode() for word in (PASSWORD, token, *codes["recovery_codes"])}
    hidden |= {cookie.encode() for cookie in anna.http.cookies.values()}
    for each in hidden:
        assert each not in copy, each
    party.close()
    anna.close()


def test_copy_tells_the_racks_of_running_games_to_whoever_has_no_key(private: Server, folder: Path) -> None:
    party = Party([lambda: private.url, lambda: private.url])
    party.play(lambda: len(party.players[0].acknowledged) > 2)
    party.close()
    assert all(player.views for player in party.players)
    party.compare(database_of(folder), bytes(32))  # everything that every seat was shown
    for page in ("SECURITY.md", "docs/deployment.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert re.search("racks of running games", text), page


def test_name_and_words_of_somebody_who_is_deleted_are_not_in_the_files_any_more(
    private: Server, folder: Path
) -> None:
    name, said = f"Name {secrets.token_hex(8)}", f"said {secrets.token_hex(8)}"
    anna = Person(private, name)
    table = anna.table("rummikub", None)["id"]
    anna.http.post("/api/reports", json={"kind": "chat", "table": table, "what": said, "comment": "rude"})
    with anna.socket() as socket:
        for n in range(4):
            socket.send("say", table=table, id=f"s{n}", text=f"{said} {'and more ' * 20}")
            socket.expect("done")
    copy = bytes_of(folder)
    assert name.encode() in copy
    assert said.encode() in copy
    assert delete(anna, "/api/me").status_code == 204
    copy = bytes_of(folder)
    assert name.encode() not in copy
    assert said.encode() not in copy
    anna.close()


@pytest.mark.anyio
async def test_every_connection_overwrites_what_is_deleted(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path}/stolik.db")
    question = "PRAGMA secure_delete"
    try:
        async with database.reading() as reader, database.writing() as writer:
            for connection in (reader, writer):
                assert (await connection.exec_driver_sql(question)).scalar() == 1
        with database.in_threads.connect() as journal:
            assert journal.exec_driver_sql(question).scalar() == 1
    finally:
        await database.close()
