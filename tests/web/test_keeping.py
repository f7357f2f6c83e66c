"""What must not be lost or mixed up between two starts: the key, the log of the database, the one server."""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from stolik.cli import main
from stolik.storage.writeahead import log_of
from tests import forked
from tests.services import Postgres
from tests.web.servers import Person, Server, database_of
from tests.web.test_accounts import PASSWORD, delete, log_in, register


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    """A server of this test alone, with a table."""
    running = Server(folder)
    anna = Person(running, "Anna")
    anna.table("rummikub", "beginner")
    anna.close()
    yield running
    running.close()


def file_of(folder: Path) -> Path:
    return Path(database_of(folder).removeprefix("sqlite:///"))


def refusal(server: Server, command: str = "serve", *more: str, **environment: str) -> str:
    """What a start says that must come to nothing."""
    port = ("--port", "0") if command == "serve" else ()
    ended = forked.run([command, *port, *more], server.environment | environment, patience_s=30)
    assert ended.returncode == 2, ended.stdout
    assert "Traceback" not in ended.stdout
    return " ".join(ended.stdout.split())


# --- the key ------------------------------------------------------------------------------------------------


def test_lost_key_stops_the_start_until_a_new_one_is_wanted(server: Server, folder: Path) -> None:
    server.stop()
    key = file_of(folder).with_suffix(".key")
    before = key.read_bytes()
    key.unlink()
    said = refusal(server)
    assert str(key) in said
    assert "--new-key" in said
    assert not key.exists()
    server.arguments = ("--new-key",)
    server.start()
    server.stop()
    server.arguments = ()
    assert key.read_bytes() != before
    server.start()


def test_games_of_a_lost_key_keep_nobody_from_leaving(folder: Path) -> None:
    server = Server(folder)
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    for person in (anna, bruno):
        register(person, person.name)
    given_up, *others = (anna.table(preset, None)["id"] for preset in ("rummikub", "pl", "rummikub"))
    for table in (given_up, *others):
        bruno.join(table)
    waiting = anna.table("pl", None)["id"]
    server.stop()
    file_of(folder).with_suffix(".key").unlink()
    server.arguments = ("--new-key",)
    server.start()
    for person in (anna, bruno):
        assert log_in(person, person.name).status_code == 200
    with bruno.socket() as his:
        state = his.watch(given_up, 1)
        assert state["status"] == "playing"
        his.act(given_up, 1, None, {"type": "Resign"})
        while state["status"] != "over":
            state = his.expect("table")
        assert (state["ended"], state["outcome"]) == ("Aborted", None)
    assert delete(anna, "/api/me", proof={"password": PASSWORD}).status_code == 204
    tables = {each["id"]: each for each in bruno.http.get("/api/me/tables").json()}
    for table in (given_up, *others):
        assert tables[table]["status"] == "over"
        assert [seat["name"] for seat in tables[table]["seats"]] == ["", "Bruno"]
    assert waiting not in tables
    assert "Traceback" not in server.output()
    server.close()
    for person in (anna, bruno):
        person.close()


def test_key_of_another_database_stops_the_start_until_it_is_wanted(server: Server, folder: Path) -> None:
    server.stop()
    key = file_of(folder).with_suffix(".key")
    before = key.read_bytes()
    key.write_bytes(secrets.token_bytes(32))
    assert "--new-key" in refusal(server)
    key.write_bytes(before)
    server.start()
    server.kill()
    assert "not the key" in refusal(server, STOLIK_KEY="now by a variable")


def test_new_database_and_an_empty_file_get_a_key(folder: Path) -> None:
    file = file_of(folder)
    file.parent.mkdir(parents=True)
    file.touch()
    server = Server(folder)
    assert file.with_suffix(".key").stat().st_size == 32
    assert file.with_suffix(".key").stat().st_mode & 0o077 == 0
    server.close()


def test_machine_of_a_cluster_with_another_key_does_not_start(postgres: Postgres, folder: Path) -> None:
    url = postgres.database(f"keys_{secrets.token_hex(6)}")
    server = Server(folder, "--database", url, STOLIK_KEY="one for all")
    try:
        for command in ("serve", "worker"):
            said = refusal(server, command, "--database", url, STOLIK_KEY="a slip of the pen")
            assert "not the key" in said
        second = Server(folder, "--database", url, "--new-key", STOLIK_KEY="a change of the key")
        second.close()
        assert "not the key" in refusal(server, "serve", "--database", url)
    finally:
        server.close()


# --- the log of the database --------------------------------------------------------------------------------


def test_damaged_log_stops_the_start_with_a_sentence_until_it_is_accepted(
    server: Server, folder: Path
) -> None:
    server.kill()
    log = log_of(file_of(folder))
    content = log.read_bytes()
    middle = len(content) // 2
    log.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    said = refusal(server)
    assert f"{log} is damaged" in said
    assert "--accept-damage" in said
    assert "is damaged" in refusal(server, "reports")
    assert log.read_bytes()[:middle] == content[:middle]
    server.arguments = ("--accept-damage",)
    server.start()
    assert httpx.get(f"{server.url}/healthz").text == "ok"
    server.kill()
    server.arguments = ()
    server.start()


def test_lost_log_stops_the_start_with_a_sentence(server: Server, folder: Path) -> None:
    server.kill()
    log_of(file_of(folder)).unlink()
    assert "is damaged" in refusal(server)


def test_damaged_file_stops_the_start_with_a_sentence(server: Server, folder: Path) -> None:
    server.stop()
    file = file_of(folder)
    content = bytearray(file.read_bytes())
    content[4096:8192] = bytes(4096)
    file.write_bytes(content)
    assert "is damaged" in refusal(server)
    file.write_bytes(content[: len(content) // 2])
    assert "cannot be opened" in refusal(server)


# --- the one server -----------------------------------------------------------------------------------------


def test_second_server_on_a_file_does_not_start_and_says_who_serves_it(server: Server, folder: Path) -> None:
    link = folder / "another name.db"
    link.symlink_to(file_of(folder))
    for more in ((), ("--database", f"sqlite:///{link}"), ("--new-key", "--accept-damage")):
        said = refusal(server, "serve", *more)
        assert f"process {server.process.pid} ({server.url}/)" in said
    assert file_of(folder).with_name("stolik.db.lock").stat().st_mode & 0o077 == 0
    server.kill()
    server.start()  # the system has taken back the lock


def test_others_may_read_the_file_beside_the_server(
    server: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reports", "--database", database_of(folder)]) == 0
    with (
        closing(sqlite3.connect(file_of(folder))) as source,
        closing(sqlite3.connect(folder / "copy")) as copy,
    ):
        source.backup(copy)
        assert copy.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    assert re.match("Nothing", capsys.readouterr().out)
    assert os.path.exists(log_of(file_of(folder)))
